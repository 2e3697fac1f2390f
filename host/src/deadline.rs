//! When a phase is over: pure arithmetic on what the database says, in whole
//! seconds of its clock (TM-480…TM-550).
//!
//! Nothing here reads a clock, a log or a table.

use chrono::TimeDelta;

use crate::clock::Instant;

/// What the clock of a phase is computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhaseClock {
    /// When the seats' own reserves begin to run; `None` for no clock at all.
    pub deadline_at: Option<Instant>,
    /// Spans in which the clock stood still, from and until, oldest first. Those
    /// before the deadline have moved it already.
    pub pauses: Vec<(Instant, Instant)>,
    /// Since when it stands still now.
    pub stopped_at: Option<Instant>,
    /// Whether the phase belongs to people: then it does not close before its
    /// deadline unless one of them has committed, so that no game runs away
    /// while all of them are absent.
    pub needs_person: bool,
    /// The seats that are expected to act.
    pub seats: Vec<SeatClock>,
}

/// One seat's part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatClock {
    /// Index of the seat.
    pub seat: u8,
    /// What it had when the phase opened.
    pub reserve_seconds: u32,
    /// Whether a person holds it.
    pub is_person: bool,
    /// Spans in which it is away, from and until, the first before the second; without
    /// an end it stays away. In them it is not waited for, and its reserve is left alone.
    pub leaves: Vec<(Instant, Option<Instant>)>,
    /// Its commits (`true`) and revocations in this turn, oldest first.
    pub commits: Vec<(Instant, bool)>,
}

/// Where a seat stands at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Index of the seat.
    pub seat: u8,
    /// Whether it stands committed.
    pub is_committed: bool,
    /// Whether it is away, has not committed all the same, and had time left when it
    /// went; or its time was over at the very end of a leave.
    pub is_absent: bool,
    /// Whole seconds taken from its reserve in this phase.
    pub drawn_seconds: u32,
    /// When it is out of time if it does nothing; `None` if it is committed or stays
    /// away, or there is no clock, or that stands still.
    pub runs_out_at: Option<Instant>,
    /// Since when it is committed.
    pub committed_at: Option<Instant>,
}

impl Standing {
    /// Whether its time is over and it has neither committed nor been away for it.
    pub fn is_timed_out(&self, now: Instant) -> bool {
        !self.is_absent && self.runs_out_at.is_some_and(|at| at <= now)
    }

    /// Whether it keeps the phase open.
    pub fn is_waited_for(&self, now: Instant) -> bool {
        !self.is_committed && !self.is_absent && !self.is_timed_out(now)
    }
}

impl PhaseClock {
    /// Every seat's standing at `now`.
    pub fn standings(&self, now: Instant) -> Vec<Standing> {
        self.seats
            .iter()
            .map(|seat| self.standing(seat, now))
            .collect()
    }

    /// What is left until the deadline, at least nothing: while the clock stands still,
    /// what was left when it stopped. `None` without a deadline.
    pub fn left(&self, now: Instant) -> Option<TimeDelta> {
        let from = self.stopped_at.unwrap_or(now);
        self.deadline_at
            .map(|at| (at - from).max(TimeDelta::zero()))
    }

    /// Whether nobody is left to wait for.
    pub fn is_over(&self, now: Instant) -> bool {
        self.stopped_at.is_none()
            && self.may_close(now)
            && !self
                .standings(now)
                .iter()
                .any(|seat| seat.is_waited_for(now))
    }

    /// When it will be over if nobody does anything, `now` if it is; `None` if
    /// never.
    pub fn over_at(&self, now: Instant) -> Option<Instant> {
        let mut changes = self.changes(now);
        changes.retain(|at| *at > now);
        std::iter::once(now)
            .chain(changes)
            .find(|at| self.is_over(*at))
    }

    /// Since when a phase that is over has been: how late a close is counts
    /// from here.
    pub fn over_since(&self, now: Instant) -> Option<Instant> {
        if !self.is_over(now) {
            return None;
        }
        let mut changes = self.changes(now);
        changes.retain(|at| *at <= now);
        let over = changes.iter().rev().take_while(|at| self.is_over(**at));
        over.last().copied().or(Some(now))
    }

    /// The instants at which what [`Self::is_over`] says can change, ascending, if
    /// nobody does anything from `now` on.
    fn changes(&self, now: Instant) -> Vec<Instant> {
        let seats = self.seats.iter().flat_map(|seat| {
            let leaves = seat.leaves.iter();
            let leaves = leaves.flat_map(|&(from, until)| [Some(from), until]);
            let commits = seat.commits.iter().map(|&(at, _)| Some(at));
            leaves
                .chain(commits)
                .chain([self.standing(seat, now).runs_out_at])
        });
        let mut changes: Vec<Instant> = seats.chain([self.deadline_at]).flatten().collect();
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    fn may_close(&self, now: Instant) -> bool {
        !self.needs_person || self.deadline_at.is_some_and(|at| at <= now) || self.has_commit(now)
    }

    fn has_commit(&self, now: Instant) -> bool {
        let mut persons = self.seats.iter().filter(|seat| seat.is_person);
        persons.any(|seat| self.standing(seat, now).is_committed)
    }

    /// The reserve runs behind the deadline while the seat neither stands committed nor
    /// is away, also if it committed before and took that back. Begun seconds are not
    /// drawn.
    fn standing(&self, seat: &SeatClock, now: Instant) -> Standing {
        let mut commits: Vec<(Instant, Option<Instant>)> = Vec::new();
        for &(at, is_commit) in seat.commits.iter().filter(|(at, _)| *at <= now) {
            match commits.last_mut() {
                Some((_, until @ None)) if !is_commit => *until = Some(at),
                Some((_, None)) => {}
                _ if is_commit => commits.push((at, None)),
                _ => {}
            }
        }
        let committed_at = commits
            .last()
            .and_then(|&(at, until)| until.is_none().then_some(at));
        let own = commits.into_iter().chain(seat.leaves.iter().copied());
        let still = self.still(own);
        let reserve = TimeDelta::seconds(seat.reserve_seconds.into());
        let spent = self.deadline_at.map_or(TimeDelta::zero(), |deadline| {
            running(&still, deadline, now).min(reserve)
        });
        let runs_out_at = self
            .deadline_at
            .filter(|_| committed_at.is_none() && self.stopped_at.is_none())
            .and_then(|deadline| later(&still, deadline, reserve));
        let is_out = runs_out_at.is_some_and(|at| at <= now);
        let mut leaves = seat.leaves.iter();
        let is_away = leaves.any(|&(from, until)| match until {
            // Whose time is over as he comes back was away when it ended.
            Some(until) if is_out => from < until && Some(until) == runs_out_at,
            Some(until) => from <= now && now < until,
            None => !is_out && from <= now,
        });
        let drawn = spent.num_seconds();
        Standing {
            seat: seat.seat,
            is_committed: committed_at.is_some(),
            is_absent: committed_at.is_none() && is_away,
            drawn_seconds: u32::try_from(drawn).unwrap_or(seat.reserve_seconds),
            runs_out_at,
            committed_at,
        }
    }

    /// How long the clock ran between two instants.
    #[must_use]
    pub fn running(&self, since: Instant, at: Instant) -> TimeDelta {
        running(&self.still([]), since, at)
    }

    /// The spans in which the clock stands still for a seat: for all, and its own.
    /// Ascending, and none touches another.
    fn still(&self, own: impl IntoIterator<Item = (Instant, Option<Instant>)>) -> Vec<Span> {
        let shared = self.pauses.iter().map(|&(from, until)| (from, Some(until)));
        let stop = self.stopped_at.map(|from| (from, None));
        let mut spans: Vec<Span> = shared
            .chain(stop)
            .chain(own)
            .map(|(from, until)| (from, until.unwrap_or(Instant::MAX_UTC)))
            .filter(|(from, until)| from < until)
            .collect();
        spans.sort_unstable();
        let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
        for (from, until) in spans {
            match merged.last_mut() {
                Some((_, end)) if from <= *end => *end = until.max(*end),
                _ => merged.push((from, until)),
            }
        }
        merged
    }
}

/// From, until; the end is no part of it.
type Span = (Instant, Instant);

/// How long a clock that stands still in some spans ran between two instants.
fn running(still: &[Span], since: Instant, at: Instant) -> TimeDelta {
    let stood: TimeDelta = still
        .iter()
        .map(|&(from, until)| (until.min(at) - from.max(since)).max(TimeDelta::zero()))
        .sum();
    (at - since - stood).max(TimeDelta::zero())
}

/// When it will have run for so long since an instant; `None` for never.
fn later(still: &[Span], since: Instant, span: TimeDelta) -> Option<Instant> {
    let mut at = since + span;
    for &(from, until) in still {
        if until > since && from <= at {
            if until == Instant::MAX_UTC {
                return None;
            }
            at += until - from.max(since);
        }
    }
    Some(at)
}

/// How a game is played, as far as its clock is concerned (TM-490).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Everybody at the table at once.
    Live,
    /// By letter.
    Correspondence,
}

impl Pace {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Correspondence, Self::Live];

    /// As it stands in tables, forms and options.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Correspondence => "correspondence",
        }
    }

    /// Reads what [`Self::as_str`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.as_str() == text)
    }
}

/// The deadline and reserve in seconds of a game that says nothing else
/// (TM-490); none for up to two people (TM-500).
#[must_use]
pub fn default_clock(pace: Pace, people: usize) -> (Option<i32>, i32) {
    match (pace, people) {
        (_, 0..=2) => (None, 0),
        (Pace::Live, 3..=4) => (Some(300), 600),
        (Pace::Live, _) => (Some(480), 900),
        (Pace::Correspondence, _) => (Some(86_400), 259_200),
    }
}

#[cfg(test)]
mod tests;
