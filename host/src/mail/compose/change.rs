//! The letter that tells a table that a seat changes hands, or that a player's
//! address moves: by the operator, from the next turn on (HO-160). It names
//! seats, and nobody.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use super::game::Matter;
use crate::mail::letter::{Block, Letter};
use crate::outbox::Row;
use crate::schema::{audit, seats};

impl Matter<'_> {
    /// What the operator changed in this turn.
    pub(super) async fn seats_change(
        &self,
        conn: &mut AsyncPgConnection,
        row: &Row,
    ) -> Result<Letter, Undelivered> {
        let acts: Vec<(String, Option<i16>)> = audit::table
            .filter(audit::game_id.eq(self.game_id))
            .filter(audit::id.eq(row.matter.parse::<i64>().unwrap_or_default()))
            .filter(audit::act.eq_any(["replace-seat", "announce-address"]))
            .select((audit::act, audit::seat))
            .load(conn)
            .await?;
        let names: Vec<String> = seats::table
            .filter(seats::game_id.eq(self.game_id))
            .order(seats::seat)
            .select(seats::name)
            .load(conn)
            .await?;
        let lines: Vec<String> = acts
            .iter()
            .filter_map(|(act, seat)| {
                let name = names.get(usize::try_from((*seat)?).ok()?)?;
                let code = match act.as_str() {
                    "replace-seat" => "mail-change-seat",
                    _ => "mail-change-address",
                };
                Some(self.texts.say(code).with("who", name).to_string())
            })
            .collect();
        let blocks = vec![
            Block::Say(self.say("mail-change-lead")),
            Block::List(lines),
            Block::Say(self.say("mail-change-when")),
            self.link("mail-open-game"),
        ];
        Ok(self.letter("mail-change-subject", blocks))
    }
}
