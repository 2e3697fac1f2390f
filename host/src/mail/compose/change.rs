//! The letter that tells a table what has changed but by its orders: its clock, its
//! seats, what was decided. It names seats, and nobody.

use diesel_async::AsyncPgConnection;

use super::Undelivered;
use super::game::Matter;
use crate::changes::{self, Change, Changed};
use crate::mail::letter::{Block, Letter};
use crate::outbox::{Dropped, Row};
use crate::votes::Question;

/// A later change of the clock says all that an earlier one did; of so many it is
/// looked for.
const LATELY: i64 = 50;

impl Matter<'_> {
    /// What has changed, and what there is to do about it.
    pub(super) async fn changed(
        &self,
        conn: &mut AsyncPgConnection,
        row: &Row,
    ) -> Result<Letter, Undelivered> {
        let lately = changes::newest(conn, self.game_id, LATELY).await?;
        let at = lately
            .iter()
            .position(|changed| changed.id.to_string() == row.matter);
        let (later, rest) = lately.split_at(at.ok_or(Undelivered::Dropped(Dropped::Settled))?);
        let changed = rest.first().ok_or(Undelivered::Dropped(Dropped::Settled))?;
        if changed.change.is_of_clock() && later.iter().any(|later| later.change.is_of_clock()) {
            return Err(Undelivered::Dropped(Dropped::Overtaken));
        }
        let teller = self.teller(conn).await?;
        let line = changes::line(conn, self.game_id, &teller, changed).await?;
        let line = line.ok_or(Undelivered::Dropped(Dropped::Settled))?;
        let mut blocks = vec![Block::Say(line)];
        blocks.extend(self.consequence(conn, changed).await?);
        let (label, path) = match changed.change {
            Change::Ready { .. } => ("mail-changed-ready-action", "/clock#adjourned-title"),
            Change::Voted { .. } => ("mail-changed-votes-action", "/clock#votes-title"),
            _ => ("mail-open-game", ""),
        };
        blocks.push(self.link_to(label, path));
        Ok(self.letter(headline(&changed.change), blocks))
    }

    /// What follows from a change: until when, and what the reader can do.
    async fn consequence(
        &self,
        conn: &mut AsyncPgConnection,
        changed: &Changed,
    ) -> Result<Vec<Block>, Undelivered> {
        let code = match &changed.change {
            Change::Resumed { .. } | Change::Reconvened {} | Change::Extended { .. } => {
                return self.clock(conn, self.turn).await;
            }
            Change::Voted { vote } => {
                let vote = crate::votes::one(conn, self.game_id, *vote).await?;
                let passed = vote.filter(|vote| vote.outcome.as_deref() == Some("passed"));
                match passed.map(|vote| vote.question) {
                    Some(Question::Deadline(_)) => return self.clock(conn, self.turn).await,
                    Some(Question::Adjourn) => "mail-changed-adjourns",
                    _ => return Ok(Vec::new()),
                }
            }
            Change::Ready { .. } => "adjourned-help",
            Change::Replaced { .. } | Change::Moving { .. } => "mail-changed-next",
            Change::Paused { .. }
            | Change::Removed { .. }
            | Change::Noticed { .. }
            | Change::Substituted { .. }
            | Change::Returned { .. } => return Ok(Vec::new()),
        };
        Ok(vec![Block::Say(self.say(code))])
    }

    /// What came with the close of the letter's turn, for a list.
    pub(super) async fn came_with_turn(
        &self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Vec<Block>, Undelivered> {
        let teller = self.teller(conn).await?;
        let mut lines = Vec::new();
        for changed in changes::of_close(conn, self.game_id, self.turn.cast_signed()).await? {
            lines.extend(changes::line(conn, self.game_id, &teller, &changed).await?);
        }
        if lines.is_empty() {
            return Ok(Vec::new());
        }
        let heading = Block::Heading(self.say("mail-turn-changed"));
        Ok(vec![heading, Block::List(lines)])
    }
}

fn headline(change: &Change) -> &'static str {
    match change {
        Change::Paused { .. } => "mail-changed-paused",
        Change::Resumed { .. } => "mail-changed-resumed",
        Change::Extended { .. } => "mail-changed-extended",
        Change::Voted { .. } => "mail-changed-voted",
        Change::Ready { .. } => "mail-changed-ready",
        Change::Reconvened {} => "mail-changed-reconvened",
        Change::Substituted { .. }
        | Change::Returned { .. }
        | Change::Replaced { .. }
        | Change::Moving { .. }
        | Change::Removed { .. }
        | Change::Noticed { .. } => "mail-changed-table",
    }
}
