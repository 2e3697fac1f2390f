//! When a phase is over: pure arithmetic on what the database says, in whole
//! seconds of its clock (TM-480…TM-550).
//!
//! Nothing here reads a clock, a log or a table.

use chrono::TimeDelta;

use crate::clock::Instant;

/// A phase shorter than this is played at the table: nobody is written to.
const REMINDED_FROM: TimeDelta = TimeDelta::hours(1);

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
    /// Whether it is absent: not waited for, and its reserve is left alone.
    pub is_absent: bool,
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
    /// Whether it is absent and has not committed all the same.
    pub is_absent: bool,
    /// Whole seconds taken from its reserve in this phase.
    pub drawn_seconds: u32,
    /// When it is out of time if it does nothing; `None` if it is committed or
    /// absent, or there is no clock, or that stands still.
    pub runs_out_at: Option<Instant>,
    /// Since when it is committed.
    pub committed_at: Option<Instant>,
}

impl Standing {
    /// Whether its time is over and it has not committed.
    pub fn is_timed_out(&self, now: Instant) -> bool {
        self.runs_out_at.is_some_and(|at| at <= now)
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
        if self.stopped_at.is_some() {
            return None;
        }
        let opens = if self.may_close(now) {
            now
        } else {
            self.deadline_at?.max(now)
        };
        let waiting = self
            .standings(now)
            .into_iter()
            .filter(|seat| !seat.is_committed && !seat.is_absent);
        waiting
            .map(|seat| seat.runs_out_at)
            .try_fold(opens, |latest, at| Some(latest.max(at?)))
    }

    /// Since when a phase that is over has been: how late a close is counts
    /// from here.
    pub fn over_since(&self, now: Instant) -> Option<Instant> {
        if !self.is_over(now) {
            return None;
        }
        let standings = self.standings(now);
        let ends = standings
            .iter()
            .filter_map(|seat| seat.committed_at.or(seat.runs_out_at));
        let deadline = self.deadline_at.filter(|at| *at <= now);
        // Where a person was waited for in vain, the deadline is what let it close.
        ends.chain(deadline.filter(|_| self.needs_person && !self.has_commit(now)))
            .max()
            .or(deadline)
    }

    fn may_close(&self, now: Instant) -> bool {
        !self.needs_person || self.deadline_at.is_some_and(|at| at <= now) || self.has_commit(now)
    }

    fn has_commit(&self, now: Instant) -> bool {
        let mut persons = self.seats.iter().filter(|seat| seat.is_person);
        persons.any(|seat| self.standing(seat, now).is_committed)
    }

    /// The reserve runs while the seat is uncommitted after the deadline, also
    /// if it committed before and took that back. Begun seconds are not drawn.
    fn standing(&self, seat: &SeatClock, now: Instant) -> Standing {
        let mut committed_at = None;
        let mut spent = TimeDelta::zero();
        // Since when the reserve runs, were the present state to go on.
        let mut running_since = self.deadline_at;
        for &(at, commit) in &seat.commits {
            if commit && committed_at.is_none() {
                if let Some(since) = running_since {
                    spent += self.running(since, at);
                }
                committed_at = Some(at);
            } else if !commit && committed_at.is_some() {
                running_since = self.deadline_at.map(|deadline| deadline.max(at));
                committed_at = None;
            }
        }
        let is_absent = seat.is_absent && committed_at.is_none();
        let is_running = committed_at.is_none() && !is_absent;
        let reserve = TimeDelta::seconds(seat.reserve_seconds.into());
        let left = (reserve - spent).max(TimeDelta::zero());
        let since = running_since.filter(|_| is_running);
        if let Some(since) = since {
            spent += self.running(since, now);
        }
        let drawn = spent.num_seconds().clamp(0, seat.reserve_seconds.into());
        Standing {
            seat: seat.seat,
            is_committed: committed_at.is_some(),
            is_absent,
            drawn_seconds: u32::try_from(drawn).unwrap_or(seat.reserve_seconds),
            runs_out_at: since
                .filter(|_| self.stopped_at.is_none())
                .map(|since| self.later(since, left)),
            committed_at,
        }
    }

    /// How long the clock ran between two instants.
    fn running(&self, since: Instant, at: Instant) -> TimeDelta {
        let stop = self.stopped_at.map(|stopped| (stopped, at.max(stopped)));
        let stood: TimeDelta = self
            .pauses
            .iter()
            .copied()
            .chain(stop)
            .map(|(from, until)| (until.min(at) - from.max(since)).max(TimeDelta::zero()))
            .sum();
        (at - since - stood).max(TimeDelta::zero())
    }

    /// When the clock will have run for so long since an instant.
    fn later(&self, since: Instant, span: TimeDelta) -> Instant {
        let mut at = since + span;
        for &(from, until) in &self.pauses {
            if until > since && from < at {
                at += until - from.max(since);
            }
        }
        at
    }
}

/// When those who have not committed are reminded of a deadline: with a quarter
/// of the time left, and an hour before. Two that would come within an hour of
/// each other are one, and a phase of less than an hour has none.
#[must_use]
pub fn reminders(opened_at: Instant, deadline_at: Instant) -> Vec<Instant> {
    let whole = deadline_at - opened_at;
    if whole < REMINDED_FROM {
        return Vec::new();
    }
    let quarter = deadline_at - whole / 4;
    let hour = deadline_at - REMINDED_FROM;
    if hour - quarter >= REMINDED_FROM {
        vec![quarter, hour]
    } else {
        vec![quarter]
    }
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
