//! Who has committed, who is here, how much time is left: all that a page shows
//! of other seats while orders are written (TM-440), and of the clock.

use std::collections::BTreeMap;

use chrono_tz::Tz;
use fieldpost_engine::ids::SeatId;

use super::{bounced, names, sitting, terms::Watched};
use crate::{
    absence::held::Held,
    app::State,
    error::Error,
    games::{SeatRow, terms::TermsRow},
    lobby,
    phases::{self, GameClock},
    texts::{self, Texts},
    votes,
};
use fieldpost_engine::view::SeatView;

use super::seated::Seated;

/// The clock and the seats of an open phase.
#[derive(Debug)]
pub struct ClockBox {
    /// When the turn closes, in the reader's zone; nothing without a deadline.
    pub deadline: Option<String>,
    /// What is left until then, in words.
    pub left: Option<String>,
    /// The same in seconds, for scripts.
    pub left_seconds: Option<i64>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
    /// Whether the reader has committed.
    pub is_committed: bool,
    /// Whether the game waits for the reader's orders.
    pub is_expected: bool,
    /// How many of the others are still to commit.
    pub waiting_for_others: usize,
    /// Who gives the reader's orders, if they do not: an AI, and until when.
    pub held: Option<Held>,
    /// Whether the turn takes orders.
    pub is_open: bool,
    /// What keeps the clock from running, and what was given back for it.
    pub stops: Vec<String>,
    /// Whether the clock stands still, so that no turn closes.
    pub is_stopped: bool,
    /// Whether the reader's seat concedes when the turn closes.
    pub concedes: bool,
    /// How many votes are open.
    pub votes: usize,
    /// That the reader's mail does not arrive.
    pub bounced: Option<String>,
}

/// How others may watch the game, if the reader has not agreed to it yet.
#[must_use]
pub fn asks_to_watch(terms: &TermsRow, row: &SeatRow) -> Option<Watched> {
    let has_agreed = row.watching_agreed_at.is_some();
    Watched::of(terms).filter(|_| !has_agreed)
}

/// One seat.
#[derive(Debug)]
pub struct SeatLine {
    /// Its index.
    pub index: u8,
    /// Its name.
    pub name: String,
    /// Who else plays it, where that may be known and has a name.
    pub who: Option<String>,
    /// Its letter on the map.
    pub letter: String,
    /// Chooses its colour.
    pub side: u8,
    /// Whether it is the reader's.
    pub is_own: bool,
    /// Whether it is waited for at all.
    pub is_expected: bool,
    /// Whether it has committed.
    pub is_committed: bool,
    /// Whether it is absent, and not waited for.
    pub is_away: bool,
    /// That a program plays it, or an AI for its player, in words.
    pub played_by: Option<String>,
    /// Whether its player has the page open.
    pub is_connected: bool,
    /// What is left of its reserve, in words.
    pub reserve: Option<String>,
}

/// Reads it for a reader.
///
/// # Errors
/// The database's.
pub async fn read(
    state: &State,
    seated: &Seated,
    view: &SeatView,
    zone: Tz,
) -> Result<ClockBox, Error> {
    let clock = seated.clock(state).await?;
    let (players, programs) = players(state, seated).await?;
    let connected = state.bus.presence.seats(seated.game.id);
    let texts = Texts::english();
    let standings = clock.phase_clock.standings(clock.now);
    let seats: Vec<SeatLine> = view
        .seats
        .iter()
        .map(|seat| {
            let at = standings
                .iter()
                .position(|standing| standing.seat == seat.seat.0);
            let standing = at.and_then(|at| standings.get(at));
            let reserve = at.and_then(|at| clock.phase_clock.seats.get(at));
            SeatLine {
                index: seat.seat.0,
                name: seat.name.clone(),
                who: players.get(&seat.seat.0).cloned(),
                letter: names::letter(view, Some(seat.seat)),
                side: seat.seat.0 % 8,
                is_own: seat.seat == seated.seat,
                is_expected: standing.is_some(),
                is_committed: standing.is_some_and(|standing| standing.is_committed),
                is_away: standing.is_some_and(|standing| standing.is_absent),
                played_by: played_by(&programs, &clock.substituted, seat.seat.0),
                is_connected: connected.contains(&seat.seat.0),
                reserve: standing.zip(reserve).and_then(|(standing, reserve)| {
                    let left = reserve
                        .reserve_seconds
                        .saturating_sub(standing.drawn_seconds);
                    (left > 0).then(|| texts::duration(texts, left.into()))
                }),
            }
        })
        .collect();
    let mut shown = ClockBox::of(&clock, seats, seated.seat, zone);
    shown.held = Held::of(&clock, &seated.seat_row);
    shown.concedes = view.concedes;
    shown.votes = open_votes(state, seated, clock.turn).await?;
    if let Some(reader) = seated.seat_row.account_id {
        let mut conn = state.db.get().await?;
        shown.bounced = bounced::of(&mut conn, reader).await?;
    }
    Ok(shown)
}

/// Who plays the seats of others, as far as the reader may know, and which seats
/// are a program's.
async fn players(state: &State, seated: &Seated) -> Result<(BTreeMap<u8, String>, Vec<u8>), Error> {
    let Some(reader) = seated.seat_row.account_id else {
        return Ok((BTreeMap::new(), Vec::new()));
    };
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, &seated.game.key, reader, None).await?
    };
    let (programs, people): (Vec<_>, Vec<_>) =
        offer.chairs.iter().partition(|chair| chair.seat.is_ai());
    let named = people.into_iter().filter(|chair| !chair.is_own);
    let named = named.filter_map(|chair| {
        let who = chair.person.as_ref()?.name.trim().to_owned();
        (!who.is_empty()).then(|| (phases::index(chair.seat.seat), who))
    });
    let programs = programs.iter().map(|chair| phases::index(chair.seat.seat));
    Ok((named.collect(), programs.collect()))
}

/// What is said of a seat whose orders no person writes.
#[must_use]
pub fn played_by(programs: &[u8], substituted: &[u8], seat: u8) -> Option<String> {
    let code = if substituted.contains(&seat) {
        "seat-by-ai"
    } else if programs.contains(&seat) {
        "seat-by-program"
    } else {
        return None;
    };
    Some(Texts::english().t(code))
}

async fn open_votes(state: &State, seated: &Seated, turn: u32) -> Result<usize, Error> {
    let mut conn = state.db.get().await?;
    let all = votes::of_game(&mut conn, seated.game.id, turn).await?;
    let open = all
        .iter()
        .filter(|vote| vote.outcome.is_none() && !vote.is_automatic);
    Ok(open.count())
}

impl ClockBox {
    /// Whether the turn takes the reader's orders.
    #[must_use]
    pub fn takes_orders(&self) -> bool {
        self.is_open && self.held.is_none()
    }

    /// Whether the clock runs, as texts ask for it.
    #[must_use]
    pub fn runs(&self) -> &'static str {
        if self.is_stopped { "stopped" } else { "runs" }
    }

    /// How many of the others could be waited for: a text for each stands on the
    /// page, so that a script can show the right one as commits come in.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        (0..self.seats.len()).collect()
    }

    fn of(clock: &GameClock, seats: Vec<SeatLine>, own: SeatId, zone: Tz) -> Self {
        let texts = Texts::english();
        let deadline_at = clock.phase_clock.deadline_at;
        let left_seconds = deadline_at.map(|at| (at - clock.now).num_seconds().max(0));
        let mine = seats.iter().find(|seat| seat.index == own.0);
        Self {
            deadline: deadline_at.map(|at| texts::instant(at, zone)),
            left: left_seconds.map(|left| texts::duration(texts, u64::try_from(left).unwrap_or(0))),
            left_seconds,
            is_committed: mine.is_some_and(|seat| seat.is_committed),
            is_expected: mine.is_some_and(|seat| seat.is_expected && seat.played_by.is_none()),
            waiting_for_others: seats
                .iter()
                .filter(|seat| {
                    !seat.is_own && seat.is_expected && !seat.is_committed && !seat.is_away
                })
                .count(),
            held: None,
            is_open: clock.phase == "orders",
            stops: sitting::stops(texts, clock, zone),
            is_stopped: clock.is_halted
                || clock.is_adjourned
                || clock.phase_clock.stopped_at.is_some(),
            concedes: false,
            votes: 0,
            bounced: None,
            seats,
        }
    }
}
