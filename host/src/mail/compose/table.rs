//! Letters about who sits at the table: a vote is open, an AI took a seat over, a
//! player is given notice. Of the others they tell what the game's page tells.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use super::game::Matter;
use crate::absence::{self, held::Held};
use crate::clock::Instant;
use crate::games::SeatRow;
use crate::mail::letter::{Block, Letter};
use crate::outbox::{Dropped, Row};
use crate::phases;
use crate::schema::seats;
use crate::texts;
use crate::votes;

impl Matter<'_> {
    /// What the player is asked, and until when.
    pub(super) async fn vote_open(
        &self,
        conn: &mut AsyncPgConnection,
        row: &Row,
    ) -> Result<Letter, Undelivered> {
        let clock = phases::read(conn, self.game_id).await?;
        let names = self.teller(conn).await?.names;
        let open = votes::of_game(conn, self.game_id, clock.turn).await?;
        let mut questions = Vec::new();
        for vote in open.iter().rev() {
            let has_say = votes::electorate(&clock, &vote.question).contains(&self.seat.0);
            let is_it = vote.id.to_string() == row.matter;
            if is_it && vote.outcome.is_none() && !vote.is_automatic && has_say {
                let question = votes::question(self.texts, &vote.question, &names);
                let until = self.counted(vote.counted_from, vote.turn);
                questions.push(format!("{question} {until}"));
            }
        }
        if questions.is_empty() {
            return Err(Undelivered::Dropped(Dropped::Settled));
        }
        let blocks = vec![
            Block::Say(self.say("mail-vote-lead")),
            Block::List(questions),
            Block::Say(self.say("mail-vote-secret")),
            self.link_to("mail-vote-action", "/clock#votes-title"),
        ];
        Ok(self.letter("mail-vote-subject", blocks))
    }

    fn counted(&self, from: Option<Instant>, turn: u32) -> String {
        match from {
            Some(at) => self
                .texts
                .say("vote-counted-at")
                .with("at", texts::instant(at, self.zone()))
                .with("turn", turn)
                .to_string(),
            None => self
                .texts
                .say("vote-counted-close")
                .with("turn", turn)
                .to_string(),
        }
    }

    /// Where an AI holds the seat just now: that no orders are asked for, and how its
    /// player comes back (TM-600). Nothing where he gives the orders himself.
    pub(super) async fn held(
        &self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Option<Vec<Block>>, Undelivered> {
        let clock = phases::read(conn, self.game_id).await?;
        let row: SeatRow = seats::table
            .find((self.game_id, i16::from(self.seat.0)))
            .select(SeatRow::as_select())
            .first(conn)
            .await?;
        let Some(held) = Held::of(&clock, &row) else {
            return Ok(None);
        };
        let (said, action) = match held {
            Held::Kept => ("mail-held-kept", "mail-held-action"),
            Held::ComesBack => ("mail-held-comes", "mail-open-game"),
            Held::GivenAway => ("mail-held-given", "mail-open-game"),
        };
        let closes = clock.phase_clock.deadline_at.map(|at| {
            let phrase = self.texts.say("mail-held-closes");
            let phrase = phrase.with("turn", clock.turn);
            let phrase = phrase.with("at", texts::instant(at, self.zone()));
            Block::Say(phrase.to_string())
        });
        let blocks = [Block::Heading(self.say("mail-held-title"))]
            .into_iter()
            .chain([Block::Say(self.say(said))])
            .chain(closes)
            .chain([self.link(action)]);
        Ok(Some(blocks.collect()))
    }

    /// The others have waited for long; in three days they wait no more.
    pub(super) async fn notice(&self, conn: &mut AsyncPgConnection) -> Result<Letter, Undelivered> {
        let clock = phases::read(conn, self.game_id).await?;
        let given = absence::standing(conn, self.game_id, clock.turn, clock.now).await?;
        let own = i16::from(self.seat.0);
        let notice = given
            .iter()
            .find(|one| one.cause == "notice" && one.seat == own && clock.turn == self.turn);
        let Some(notice) = notice else {
            return Err(Undelivered::Dropped(Dropped::Settled));
        };
        let lead = self
            .texts
            .say("mail-notice-lead")
            .with("turn", self.turn)
            .with("at", texts::instant(notice.from, self.zone()))
            .to_string();
        let blocks = vec![
            Block::Say(lead),
            Block::Say(self.say("mail-near-else")),
            self.link("mail-near-action"),
        ];
        Ok(self.letter("mail-notice-subject", blocks))
    }
}
