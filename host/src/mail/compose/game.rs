//! Letters of a game to one of its seats: it begins, it is over; and what all its
//! letters are made of.
//!
//! All that they tell of the board comes from the seat's own view, stream and
//! dispatch, by replay (see `report`). Nothing of another seat is looked at,
//! not even whether it had a mail.

use chrono_tz::Tz;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::ids::SeatId;
use fieldpost_engine::log::{Hash, blinded_witness};

use super::Undelivered;
use crate::app::State;
use crate::changes::Teller;
use crate::clock::Instant;
use crate::mail::letter::{Block, Letter};
use crate::outbox::{Dropped, Row};
use crate::replays::{ReplayError, Replayed};
use crate::report::{self, Cast, Line};
use crate::schema::{accounts, clocks, games, seats};
use crate::texts::{self, Texts};

/// What all letters of a game need to know.
pub(super) struct Matter<'a> {
    pub(super) state: &'a State,
    pub(super) texts: Texts,
    pub(super) game_id: i64,
    pub(super) seat: SeatId,
    pub(super) turn: u32,
    pub(super) about: About,
}

#[derive(Queryable)]
pub(super) struct About {
    key: String,
    game: String,
    seed: Vec<u8>,
    seed_commitment: String,
    pub(super) seat: String,
    reserve_seconds: i32,
    reserve_given: i32,
    time_zone: String,
}

impl From<ReplayError> for Undelivered {
    fn from(error: ReplayError) -> Self {
        // An operator mends the game, or a process with its version comes by.
        Self::NotNow(format!("the game cannot be replayed: {error}"))
    }
}

impl<'a> Matter<'a> {
    /// Looks up what a row is about.
    pub(super) async fn of(
        state: &'a State,
        conn: &mut AsyncPgConnection,
        row: &Row,
        texts: Texts,
    ) -> Result<Self, Undelivered> {
        let broken = || Undelivered::Never("the row names no seat, turn and player".to_owned());
        let (game_id, seat) = row.game_id.zip(row.seat).ok_or_else(broken)?;
        let account_id = row.account_id.ok_or_else(broken)?;
        let turn = row
            .turn
            .and_then(|turn| u32::try_from(turn).ok())
            .ok_or_else(broken)?;
        let about = seats::table
            .inner_join(games::table)
            .inner_join(accounts::table)
            .filter(seats::game_id.eq(game_id))
            .filter(seats::seat.eq(seat))
            .filter(seats::account_id.eq(account_id))
            .select((
                games::key,
                games::name,
                games::seed,
                games::seed_commitment,
                seats::name,
                seats::reserve_seconds_left,
                games::reserve_seconds,
                accounts::time_zone,
            ))
            .first(conn)
            .await
            .optional()?
            .ok_or(Undelivered::Dropped(Dropped::ChangedHands))?;
        let seat = u8::try_from(seat).map(SeatId).map_err(|_| broken())?;
        Ok(Self {
            state,
            texts,
            game_id,
            seat,
            turn,
            about,
        })
    }

    pub(super) async fn after_turn(
        &self,
        turn: u32,
    ) -> Result<std::sync::Arc<Replayed>, Undelivered> {
        let state = self.state;
        Ok(state
            .replays
            .after_turn(&state.db, self.game_id, turn)
            .await?)
    }

    pub(super) fn say(&self, code: &str) -> String {
        self.texts
            .say(code)
            .with("game", &self.about.game)
            .with("seat", &self.about.seat)
            .with("turn", self.turn)
            .with("next", self.turn.saturating_add(1))
            .to_string()
    }

    /// A letter of the game. Its subject is the same for all of them, since mail
    /// programs gather by it (HO-090); the headline tells them apart.
    pub(super) fn letter(&self, headline: &str, mut blocks: Vec<Block>) -> Letter {
        let host = self.state.config.public_url.as_str();
        blocks.insert(0, Block::Heading(self.say(headline)));
        Letter {
            subject: self.say("mail-subject"),
            blocks,
            footer: self.texts.say("mail-footer").with("host", host).to_string(),
        }
    }

    pub(super) fn link(&self, label: &str) -> Block {
        self.link_to(label, "")
    }

    /// A link to a place below the game's page.
    pub(super) fn link_to(&self, label: &str, place: &str) -> Block {
        let path = format!("/games/{}{place}", self.about.key);
        Block::Link {
            label: self.say(label),
            url: self.state.config.public_url.join(&path),
        }
    }

    /// Turn 1 takes orders.
    pub(super) async fn started(
        &self,
        conn: &mut AsyncPgConnection,
    ) -> Result<Letter, Undelivered> {
        let beginning = self.after_turn(0).await?;
        let view = beginning.game.view(self.seat).ok_or_else(gap)?;
        let mut blocks = vec![Block::Say(self.say("mail-started-lead"))];
        blocks.extend(self.clock(conn, self.turn).await?);
        blocks.push(self.link("mail-open-game"));
        blocks.extend(self.lesson(&beginning, self.turn));
        blocks.push(Block::Heading(self.say("mail-started-force")));
        blocks.push(Block::List(report::force(self.texts, &view)));
        let commitment = self
            .texts
            .say("mail-started-commitment")
            .with("commitment", &self.about.seed_commitment);
        blocks.push(Block::Small(commitment.to_string()));
        Ok(self.letter("mail-started-subject", blocks))
    }

    /// To whom changes are told.
    pub(super) async fn teller(&self, conn: &mut AsyncPgConnection) -> Result<Teller, Undelivered> {
        let names = seats::table
            .filter(seats::game_id.eq(self.game_id))
            .order(seats::seat)
            .select(seats::name)
            .load(conn)
            .await?;
        Ok(Teller {
            texts: self.texts,
            names,
            own: Some(self.seat.0),
            zone: self.zone(),
        })
    }

    /// The last turn, who won, and the seed.
    pub(super) async fn over(&self) -> Result<Letter, Undelivered> {
        let after = self.after_turn(self.turn).await?;
        let mut blocks = vec![Block::Say(self.say("mail-over-lead"))];
        let view = after.game.view(self.seat).ok_or_else(gap)?;
        let ending = report::ending(self.texts, &after.game, &view);
        blocks.extend(ending.map(Block::Say));
        blocks.extend(self.fought(&after, false).await?);
        blocks.push(self.link("mail-over-action"));
        blocks.extend(self.witness(&after));
        if let Some(seed) = self.seed() {
            let seed = self
                .texts
                .say("mail-over-seed")
                .with("seed", Hash(seed).to_string());
            blocks.push(Block::Small(seed.to_string()));
        }
        Ok(self.letter("mail-over-subject", blocks))
    }

    /// Of the turn that `after` closed what wants attention, for players who go on
    /// giving orders, the story and the losses.
    pub(super) async fn fought(
        &self,
        after: &Replayed,
        goes_on: bool,
    ) -> Result<Vec<Block>, Undelivered> {
        let before = self.after_turn(self.turn.saturating_sub(1)).await?;
        let result = after
            .last_turn
            .as_ref()
            .filter(|result| result.turn == self.turn);
        let result = result.ok_or_else(gap)?;
        let seat = usize::from(self.seat.0);
        let stream = result.streams.get(seat).ok_or_else(gap)?;
        let dispatch = result.dispatch.get(seat).ok_or_else(gap)?;
        let before = before.game.view(self.seat).ok_or_else(gap)?;
        let after = after.game.view(self.seat).ok_or_else(gap)?;
        let fights = result.fights_for(self.seat);
        let hunger = result.hunger.get(seat).ok_or_else(gap)?;
        let cast = Cast::of(&before, &after, stream).with_hunger(hunger);
        let report = report::write(self.texts, &cast, stream, &fights, dispatch);
        let mut blocks = Vec::new();
        if !report.attention.is_empty() && goes_on {
            blocks.push(Block::Heading(self.say("mail-turn-attention")));
            blocks.push(list_or(&report.attention, String::new()));
        }
        blocks.extend([
            Block::Heading(self.say("mail-turn-what-happened")),
            list_or(&report.happened, self.say("report-nothing")),
            Block::Heading(self.say("mail-turn-losses")),
            list_or(&report.losses, self.say("mail-turn-no-losses")),
        ]);
        Ok(blocks)
    }

    /// What a scenario that teaches says in a turn.
    pub(super) fn lesson(&self, game: &Replayed, turn: u32) -> Vec<Block> {
        let Some(lesson) = report::lesson(self.texts, &game.header.scenario, turn) else {
            return Vec::new();
        };
        let mut blocks = vec![Block::Heading(lesson.title), Block::Say(lesson.text)];
        if !lesson.orders.is_empty() {
            blocks.push(Block::List(lesson.orders));
        }
        blocks
    }

    /// Until when a turn takes orders, by the reader's own clock.
    pub(super) async fn clock(
        &self,
        conn: &mut AsyncPgConnection,
        turn: u32,
    ) -> Result<Vec<Block>, Undelivered> {
        let clock: Option<(Option<Instant>, Option<Instant>, Option<Instant>)> = clocks::table
            .find((self.game_id, turn.cast_signed()))
            .select((clocks::deadline_at, clocks::closed_at, clocks::stopped_at))
            .first(conn)
            .await
            .optional()?;
        let adjourned_at: Option<Instant> = games::table
            .find(self.game_id)
            .select(games::adjourned_at)
            .first(conn)
            .await?;
        let texts = match clock {
            // The game stands still, or went on while this mail waited.
            None | Some((_, Some(_), _)) => return Ok(Vec::new()),
            Some((_, None, Some(_))) if adjourned_at.is_some() => {
                vec![
                    self.texts.t("clock-adjourned"),
                    self.texts.t("adjourned-help"),
                ]
            }
            Some((_, None, Some(_))) => vec![self.texts.t("clock-stopped")],
            Some((None, None, None)) => vec![self.texts.t("clock-none")],
            Some((Some(deadline), None, None)) => self.deadline(turn, deadline),
        };
        Ok(texts.into_iter().map(Block::Say).collect())
    }

    /// The reader's zone.
    pub(super) fn zone(&self) -> Tz {
        self.about.time_zone.parse().unwrap_or(Tz::UTC)
    }

    fn deadline(&self, turn: u32, deadline: Instant) -> Vec<String> {
        let zone = self.zone();
        let due = self
            .texts
            .say("clock-deadline")
            .with("turn", turn)
            .with("deadline", texts::instant(deadline, zone));
        let reserve = match u64::try_from(self.about.reserve_seconds) {
            Ok(seconds) if seconds > 0 => self
                .texts
                .say("clock-reserve")
                .with("reserve", texts::duration(self.texts, seconds))
                .to_string(),
            _ if self.about.reserve_given > 0 => self.texts.t("clock-no-reserve"),
            // A game that never had one does not speak of it.
            _ => return vec![due.to_string()],
        };
        vec![due.to_string(), reserve]
    }

    pub(super) fn witness(&self, after: &Replayed) -> Option<Block> {
        let turn_hash = after.last_turn.as_ref()?.turn_hash;
        let witness = blinded_witness(&self.seed()?, turn_hash);
        let text = self
            .texts
            .say("mail-turn-witness")
            .with("turn", self.turn)
            .with("witness", witness.to_string());
        Some(Block::Small(text.to_string()))
    }

    fn seed(&self) -> Option<[u8; 32]> {
        self.about.seed.as_slice().try_into().ok()
    }
}

pub(super) fn gap() -> Undelivered {
    Undelivered::NotNow("the replay gave no such turn or seat".to_owned())
}

fn list_or(lines: &[Line], otherwise: String) -> Block {
    if lines.is_empty() {
        return Block::Say(otherwise);
    }
    Block::List(lines.iter().map(|line| line.text.clone()).collect())
}
