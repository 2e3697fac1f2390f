//! Letters about the clock and who is at the table: a deadline is near, a game
//! stands still. What they tell of other seats is what presence tells (TM-440).

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use super::game::Matter;
use crate::app::State;
use crate::mail::letter::{Block, Letter};
use crate::outbox::{Dropped, Row};
use crate::phases;
use crate::schema::games;
use crate::texts::Texts;

/// To an operator: which game stalled, and what to do about it.
pub(super) async fn stalled(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let game_id = row
        .game_id
        .ok_or_else(|| Undelivered::Never("the row names no game".to_owned()))?;
    let (key, name): (String, String) = games::table
        .find(game_id)
        .select((games::key, games::name))
        .first(conn)
        .await?;
    let say = |code: &str| {
        let phrase = texts.say(code).with("game", &name).with("key", &key);
        phrase
            .with("turn", row.turn.unwrap_or_default())
            .to_string()
    };
    let host = state.config.public_url.as_str();
    Ok(Letter {
        subject: say("mail-operator-stalled-subject"),
        blocks: vec![
            Block::Say(say("mail-operator-stalled-lead")),
            Block::Say(say("mail-operator-stalled-do")),
            Block::Link {
                label: texts.t("mail-operator-action"),
                url: state.config.public_url.join("/admin"),
            },
        ],
        footer: texts
            .say("mail-footer-people")
            .with("host", host)
            .to_string(),
    })
}

impl Matter<'_> {
    /// The game cannot go on until an operator mends it.
    pub(super) fn stalled(&self) -> Letter {
        let blocks = vec![
            Block::Say(self.say("mail-stalled-lead")),
            Block::Say(self.say("mail-stalled-kept")),
            self.link("mail-open-game"),
        ];
        self.letter("mail-stalled-subject", blocks)
    }

    /// The deadline is near and something is missing still.
    pub(super) async fn deadline_near(
        &self,
        conn: &mut AsyncPgConnection,
        row: &Row,
    ) -> Result<Letter, Undelivered> {
        let clock = phases::read(conn, self.game_id).await?;
        // Its deadline may have been moved since, or stand still.
        let due = clock
            .phase_clock
            .deadline_at
            .filter(|_| clock.phase_clock.stopped_at.is_none());
        let is_the_same = due.is_some_and(|at| at.timestamp().to_string() == row.matter);
        let standings = clock.phase_clock.standings(clock.now);
        let is_missing = is_the_same
            && clock.phase == "orders"
            && clock.turn == self.turn
            && !clock.substituted.contains(&self.seat.0)
            && standings
                .iter()
                .any(|own| own.seat == self.seat.0 && own.is_waited_for(clock.now));
        if !is_missing {
            return Err(Undelivered::Dropped(Dropped::Settled));
        }
        let mut blocks = vec![Block::Say(self.say("mail-near-lead"))];
        blocks.extend(self.clock(conn, self.turn).await?);
        blocks.push(Block::Say(self.say("mail-near-else")));
        blocks.push(self.link("mail-near-action"));
        Ok(self.letter("mail-near-subject", blocks))
    }
}
