//! Letters about the clock and who is at the table: a deadline is near, a game
//! stands still. What they tell of other seats is what presence tells (TM-440).

use diesel_async::AsyncPgConnection;

use super::Undelivered;
use super::game::Matter;
use crate::mail::letter::{Block, Letter};
use crate::phases;

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
    ) -> Result<Letter, Undelivered> {
        let clock = phases::read(conn, self.game_id).await?;
        let standings = clock.phase_clock.standings(clock.now);
        let is_missing = clock.phase == "orders"
            && clock.turn == self.turn
            && standings
                .iter()
                .any(|own| own.seat == self.seat.0 && own.is_waited_for(clock.now));
        if !is_missing {
            return Err(Undelivered::Never("nothing is missing any more".to_owned()));
        }
        let mut blocks = vec![Block::Say(self.say("mail-near-lead"))];
        blocks.extend(self.clock(conn, self.turn).await?);
        blocks.push(Block::Say(self.say("mail-near-else")));
        blocks.push(self.link("mail-near-action"));
        Ok(self.letter("mail-near-subject", blocks))
    }
}
