//! When a phase that opens now is due: so many seconds later, at the next fixed
//! time of day, or never. Pure arithmetic on instants and zones (HO-055).
//!
//! Nothing here reads a clock or a table, and nothing here knows a game.

use std::{fmt, str::FromStr};

use chrono::{Datelike, Days, MappedLocalTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use chrono::{TimeZone, Timelike, Utc, Weekday};
use chrono_tz::Tz;

use crate::clock::Instant;

/// The shortest and longest deadline, in seconds: half a minute, sixty days.
pub const DEADLINE_SECONDS: std::ops::RangeInclusive<i32> = 30..=5_184_000;

/// The smallest and largest reserve beyond the deadlines of a whole game.
pub const RESERVE_SECONDS: std::ops::RangeInclusive<i32> = 0..=*DEADLINE_SECONDS.end();

/// Times of day that a calendar may have.
const TIMES_MOST: usize = 24;

/// How many days a grid is looked at around an instant. A week has one weekday
/// at least, so two of its points lie in either half.
const DAYS_AROUND: u64 = 16;

const WEEK: [Weekday; 7] = [
    Weekday::Mon,
    Weekday::Tue,
    Weekday::Wed,
    Weekday::Thu,
    Weekday::Fri,
    Weekday::Sat,
    Weekday::Sun,
];

/// How a game's phases end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// When everybody has committed, however long that takes.
    Open,
    /// So many seconds after they open.
    Period(u32),
    /// At fixed local times.
    Calendar(Calendar),
}

/// Fixed local times on chosen days of the week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    zone: Tz,
    /// Monday first.
    days: [bool; 7],
    /// Ascending, in whole minutes, 1 to 24 of them.
    times: Vec<NaiveTime>,
}

/// Why a text is no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// Outside of half a minute to sixty days.
    #[error("a deadline is 30 seconds to 60 days")]
    Seconds,
    /// No IANA zone.
    #[error("no such time zone; write one such as Europe/Vienna")]
    Zone,
    /// None, or one that is not a day.
    #[error("write days as mon,tue,wed,thu,fri,sat,sun or daily")]
    Days,
    /// None, too many, or one that is no time.
    #[error("write 1 to 24 times as 08:00,20:30")]
    Times,
    /// Neither number nor word nor three parts.
    #[error("write none, a number of seconds, or: ZONE DAYS TIMES")]
    Shape,
}

impl Rule {
    /// The deadline of a phase that opens at an instant.
    #[must_use]
    pub fn deadline(&self, opened_at: Instant) -> Option<Instant> {
        match self {
            Self::Open => None,
            Self::Period(seconds) => Some(opened_at + TimeDelta::seconds((*seconds).into())),
            Self::Calendar(calendar) => calendar.deadline(opened_at),
        }
    }

    /// What a log record can say of it (TM-480): whole seconds or none. Of a
    /// calendar that is its longest period.
    #[must_use]
    pub fn seconds(&self) -> Option<u32> {
        match self {
            Self::Open => None,
            Self::Period(seconds) => Some(*seconds),
            Self::Calendar(calendar) => Some(calendar.longest_seconds()),
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// `none`, whole seconds, or a calendar: `Europe/Vienna mon,thu 08:00,20:00`.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["none"] => Ok(Self::Open),
            [seconds] => {
                let seconds: i32 = seconds.parse().map_err(|_| RuleError::Shape)?;
                if !DEADLINE_SECONDS.contains(&seconds) {
                    return Err(RuleError::Seconds);
                }
                Ok(Self::Period(seconds.unsigned_abs()))
            }
            [zone, days, times] => Calendar::read(zone, days, times).map(Self::Calendar),
            _ => Err(RuleError::Shape),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("none"),
            Self::Period(seconds) => write!(f, "{seconds}"),
            Self::Calendar(calendar) => calendar.fmt(f),
        }
    }
}

impl Calendar {
    /// From its three parts as they are typed: a zone, days with commas or
    /// `daily`, times with commas.
    ///
    /// # Errors
    /// What part cannot be read.
    pub fn read(zone: &str, days: &str, times: &str) -> Result<Self, RuleError> {
        let zone = zone.trim().parse().map_err(|_| RuleError::Zone)?;
        let mut chosen = [days.trim() == "daily"; 7];
        if !chosen[0] {
            for word in days.split(',').map(str::trim) {
                let day: Weekday = word.parse().map_err(|_| RuleError::Days)?;
                chosen[day.num_days_from_monday() as usize] = true;
            }
        }
        let mut read = Vec::new();
        for word in times.split([',', ' ']).filter(|word| !word.is_empty()) {
            let time = NaiveTime::parse_from_str(word, "%H:%M").map_err(|_| RuleError::Times)?;
            read.push(time);
        }
        read.sort_unstable();
        read.dedup();
        if read.is_empty() || read.len() > TIMES_MOST {
            return Err(RuleError::Times);
        }
        Ok(Self {
            zone,
            days: chosen,
            times: read,
        })
    }

    /// Whose local times they are.
    #[must_use]
    pub fn zone(&self) -> Tz {
        self.zone
    }

    /// The times of day, ascending.
    #[must_use]
    pub fn times(&self) -> &[NaiveTime] {
        &self.times
    }

    /// The days, Monday first.
    #[must_use]
    pub fn days(&self) -> [bool; 7] {
        self.days
    }

    /// The first point of the grid that leaves at least half of its period. The
    /// grid stays where it is, however early a turn closes.
    fn deadline(&self, opened_at: Instant) -> Option<Instant> {
        let grid = self.around(opened_at);
        grid.windows(2)
            .filter(|pair| pair[1] > opened_at)
            .find(|pair| (pair[1] - opened_at) * 2 >= pair[1] - pair[0])
            .map(|pair| pair[1])
    }

    /// The grid's points around an instant, ascending, none twice.
    fn around(&self, at: Instant) -> Vec<Instant> {
        let today = at.with_timezone(&self.zone).date_naive();
        let first = today - Days::new(DAYS_AROUND);
        let mut points: Vec<Instant> = first
            .iter_days()
            .take(2 * DAYS_AROUND as usize)
            .filter(|date| self.is_chosen(*date))
            .flat_map(|date| self.times.iter().map(move |time| date.and_time(*time)))
            .map(|local| first_valid(self.zone, local))
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    fn is_chosen(&self, date: NaiveDate) -> bool {
        self.days[date.weekday().num_days_from_monday() as usize]
    }

    fn longest_seconds(&self) -> u32 {
        // A fixed instant, so that the figure never depends on when it is asked.
        let grid = self.around(Instant::UNIX_EPOCH);
        let periods = grid
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).num_seconds());
        periods
            .max()
            .and_then(|seconds| u32::try_from(seconds).ok())
            .unwrap_or_default()
    }
}

impl fmt::Display for Calendar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days: Vec<String> = WEEK
            .iter()
            .zip(self.days)
            .filter(|(_, is_chosen)| *is_chosen)
            .map(|(day, _)| day.to_string().to_lowercase())
            .collect();
        let days = if days.len() == WEEK.len() {
            "daily".to_owned()
        } else {
            days.join(",")
        };
        let times = self.times.iter();
        let times: Vec<String> = times
            .map(|time| format!("{:02}:{:02}", time.hour(), time.minute()))
            .collect();
        write!(f, "{} {days} {}", self.zone.name(), times.join(","))
    }
}

/// The first instant at which a zone's clocks show that time or a later one: of
/// a time that is repeated its first showing, of one that is skipped the change.
#[must_use]
pub fn first_valid(zone: Tz, local: NaiveDateTime) -> Instant {
    match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(at) | MappedLocalTime::Ambiguous(at, _) => at.with_timezone(&Utc),
        MappedLocalTime::None => {
            // No zone is further than 15 hours from UTC, and none ever skipped
            // more than a day: in between, clocks show less first, then more.
            let middle = local.and_utc();
            let (mut before, mut behind) =
                (middle - TimeDelta::hours(15), middle + TimeDelta::hours(40));
            while behind - before > TimeDelta::seconds(1) {
                let half = before + TimeDelta::seconds((behind - before).num_seconds() / 2);
                if half.with_timezone(&zone).naive_local() < local {
                    before = half;
                } else {
                    behind = half;
                }
            }
            behind
        }
    }
}

#[cfg(test)]
mod tests;
