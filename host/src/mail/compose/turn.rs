//! The letter of a turn that was fought, to one seat: what there is to do, then what
//! its player saw. To a new player of the seat it says why they have it. Reads of
//! other seats nothing but what presence tells.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use super::game::{Matter, gap};
use crate::clock::Instant;
use crate::mail::letter::{Block, Letter};
use crate::phases;
use crate::replays::Replayed;
use crate::schema::{audit, clocks, log, seats};
use crate::votes::{self, Question};

impl Matter<'_> {
    /// What the seat saw of a turn that was fought. What there is to do comes first.
    pub(super) async fn turn_ready(
        &self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Letter, Undelivered> {
        let after = self.after_turn(self.turn).await?;
        let view = after.game.view(self.seat).ok_or_else(gap)?;
        let is_out = view
            .seats
            .iter()
            .any(|own| own.seat == self.seat && own.out);
        let held = self.held(conn).await?;
        let goes_on = held.is_none() && !is_out && after.game.outcome().is_none();
        let mut blocks = self.lead(conn, &after, is_out || held.is_some()).await?;
        if is_out {
            blocks.push(Block::Say(self.say("mail-turn-out")));
            blocks.push(self.link("mail-open-game"));
        } else if let Some(held) = held {
            blocks.extend(held);
        } else {
            blocks.extend(self.clock(conn, self.turn.saturating_add(1)).await?);
            blocks.push(self.link("mail-turn-action"));
            blocks.extend(self.lesson(&after, self.turn.saturating_add(1)));
        }
        blocks.extend(self.came_with_turn(conn).await?);
        blocks.extend(self.fought(&after, goes_on).await?);
        blocks.extend(self.witness(&after));
        let headline = match goes_on {
            true => "mail-turn-subject",
            false => "mail-turn-subject-held",
        };
        Ok(self.letter(headline, blocks))
    }

    /// Whose turn it was: the reader's own, one that closed without them, or one of
    /// the player before them.
    async fn lead(
        &self,
        conn: &mut AsyncPgConnection,
        after: &Replayed,
        is_asked_nothing: bool,
    ) -> Result<Vec<Block>, Undelivered> {
        if let Some(why) = self.is_new_here(conn).await? {
            return Ok(vec![
                Block::Say(self.say(why)),
                Block::Say(self.say("mail-new-report")),
            ]);
        }
        let mut blocks = vec![Block::Say(self.say("mail-turn-lead"))];
        if self.is_timed_out(conn).await? {
            blocks.push(Block::Say(self.say("mail-timed-out-lead")));
        }
        let state = after.game.state();
        let clock = phases::read(conn, self.game_id).await?;
        let others = votes::electorate(&clock, &Question::Substitute(self.seat.0));
        let missed = state
            .seats
            .get(usize::from(self.seat.0))
            .map_or(0, |own| own.missed_turns);
        // With nobody left to ask, the game waits for its player.
        if missed > 0 && !is_asked_nothing && !others.is_empty() {
            let phrase = self.texts.say("mail-missed").with("count", missed);
            let phrase = phrase
                .with("most", votes::MISSES)
                .with("seat", &*self.about.seat);
            let phrase = phrase.with("ranked", if state.rules.ranked { "yes" } else { "no" });
            let phrase = phrase.with("asked", if missed >= votes::MISSES { "yes" } else { "no" });
            let phrase = phrase.with("next", self.turn.saturating_add(1));
            blocks.push(Block::Say(phrase.to_string()));
        }
        Ok(blocks)
    }

    /// How the reader came by the seat, if they did as this turn closed.
    async fn is_new_here(
        &self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Option<&'static str>, Undelivered> {
        let closed_at: Option<Option<Instant>> = clocks::table
            .find((self.game_id, self.turn.cast_signed()))
            .select(clocks::closed_at)
            .first(conn)
            .await
            .optional()?;
        let (taken_at, account_id): (Option<Instant>, Option<i64>) = seats::table
            .find((self.game_id, i16::from(self.seat.0)))
            .select((seats::taken_at, seats::account_id))
            .first(conn)
            .await?;
        let closed_at = closed_at.flatten();
        if closed_at.is_none() || taken_at < closed_at {
            return Ok(None);
        }
        let given: i64 = audit::table
            .filter(audit::game_id.eq(self.game_id))
            .filter(audit::act.eq("replace-seat"))
            .filter(audit::account_id.eq(account_id))
            .count()
            .get_result(conn)
            .await?;
        Ok(Some(match given {
            0 => "mail-new-invited",
            _ => "mail-new-given",
        }))
    }

    /// Whether the clock of the turn ran out on the seat, as the log has it.
    async fn is_timed_out(&self, conn: &mut AsyncPgConnection) -> Result<bool, Undelivered> {
        let records: Vec<String> = log::table
            .filter(log::game_id.eq(self.game_id))
            .filter(log::turn.eq(self.turn.cast_signed()))
            .filter(log::kind.eq("TurnTimeout"))
            .select(log::record)
            .load(conn)
            .await?;
        Ok(records.iter().any(|record| {
            serde_json::from_str::<serde_json::Value>(record)
                .is_ok_and(|record| record["about"] == self.seat.0)
        }))
    }
}
