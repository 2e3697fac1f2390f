//! The clock of a new game as a form has it: the usual one, a preset, spans put
//! together by hand, or fixed times of the week. Clocks are read here and nowhere else.

use chrono_tz::Tz;

use crate::{
    calendar::{Calendar, DEADLINE_SECONDS, RESERVE_SECONDS, RuleError},
    deadline,
    pages::fields::Fields,
};

const MINUTE: i32 = 60;
const HOUR: i32 = 60 * MINUTE;
const DAY: i32 = 24 * HOUR;

/// A clock: how long a turn stays open, and what each seat has beyond that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Seconds; `None` waits for everybody, or for a fixed time.
    pub deadline_seconds: Option<i32>,
    /// Seconds for the whole game.
    pub reserve_seconds: i32,
    /// Fixed times, in place of a span.
    pub calendar: Option<Calendar>,
    /// The usual clock of this pace, in place of all of that (TM-490).
    pub usual: Option<deadline::Pace>,
}

/// The presets, by the code that forms and texts have them under.
pub static PRESETS: [(&str, Pace); 5] = [
    ("evening", pace(30 * MINUTE, HOUR)),
    ("daily", pace(DAY, 2 * DAY)),
    ("steady", pace(3 * DAY, 6 * DAY)),
    ("weekly", pace(7 * DAY, 7 * DAY)),
    (
        "patient",
        Pace {
            deadline_seconds: None,
            reserve_seconds: 0,
            calendar: None,
            usual: None,
        },
    ),
];

/// What a form begins with: the usual clock of a game by letter.
pub const USUAL: &str = "usual-correspondence";

/// The choice that reads the spans.
pub const CUSTOM: &str = "custom";

/// The choice that reads days and times.
pub const CALENDAR: &str = "calendar";

/// The days in reserve beyond fixed times that a form begins with, as many as
/// the usual clock by letter has (TM-490).
pub const CALENDAR_RESERVE_DAYS: i32 = 3;

/// The days of a week as forms have them, Monday first.
pub const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const fn pace(deadline: i32, reserve: i32) -> Pace {
    Pace {
        deadline_seconds: Some(deadline),
        reserve_seconds: reserve,
        calendar: None,
        usual: None,
    }
}

/// Reads the clock of a form. Fixed times are those of `zone`.
///
/// # Errors
/// The field that is wrong and the code of the text that says so.
pub fn read(form: &Fields, zone: Tz) -> Result<Pace, (&'static str, &'static str)> {
    let chosen = form.get("pace");
    if let Some((_, preset)) = PRESETS.iter().find(|(code, _)| *code == chosen) {
        return Ok(preset.clone());
    }
    if let Some(usual) = usual(chosen) {
        return Ok(Pace {
            usual: Some(usual),
            ..pace(0, 0)
        });
    }
    if chosen == CALENDAR {
        return by_calendar(form, zone);
    }
    if chosen != CUSTOM {
        return Err(("pace", "new-wrong-pace"));
    }
    let deadline = span(form, "deadline").ok_or(("deadline_days", "new-wrong-deadline"))?;
    if !DEADLINE_SECONDS.contains(&deadline) {
        return Err(("deadline_days", "new-wrong-deadline"));
    }
    let reserve = reserve(form, "reserve").ok_or(("reserve_days", "new-wrong-reserve"))?;
    Ok(pace(deadline, reserve))
}

/// The choice of a usual clock that a form names, if it names one.
fn usual(chosen: &str) -> Option<deadline::Pace> {
    deadline::Pace::parse(chosen.strip_prefix("usual-")?)
}

/// A reserve within its bounds.
fn reserve(form: &Fields, name: &str) -> Option<i32> {
    span(form, name).filter(|seconds| RESERVE_SECONDS.contains(seconds))
}

/// Fixed times, with a reserve beyond them.
fn by_calendar(form: &Fields, zone: Tz) -> Result<Pace, (&'static str, &'static str)> {
    let is_chosen = |day: &&&str| !form.get(&format!("day_{day}")).is_empty();
    let days: Vec<_> = DAYS.iter().filter(is_chosen).copied().collect();
    let calendar = Calendar::read(zone.name(), &days.join(","), form.get("times"));
    let calendar = calendar.map_err(|fault| match fault {
        RuleError::Days => ("days", "new-wrong-days"),
        _ => ("times", "new-wrong-times"),
    })?;
    let reserve =
        reserve(form, "calendar_reserve").ok_or(("calendar_reserve_days", "new-wrong-reserve"))?;
    Ok(Pace {
        deadline_seconds: None,
        calendar: Some(calendar),
        ..pace(0, reserve)
    })
}

/// Days, hours and minutes of one span; what is left empty is none.
fn span(form: &Fields, name: &str) -> Option<i32> {
    let parts = [("days", DAY), ("hours", HOUR), ("minutes", MINUTE)];
    parts.into_iter().try_fold(0_i32, |sum, (unit, seconds)| {
        let typed = form.get(&format!("{name}_{unit}"));
        let count: i32 = match typed {
            "" => 0,
            typed => typed.parse().ok().filter(|count| *count >= 0)?,
        };
        sum.checked_add(count.checked_mul(seconds)?)
    })
}

#[cfg(test)]
mod tests {
    use chrono_tz::Tz;

    use super::{Fields, Pace, deadline};

    fn read(form: &Fields) -> Result<Pace, (&'static str, &'static str)> {
        super::read(form, Tz::Europe__Vienna)
    }

    fn typed(pairs: &[(&str, &str)]) -> Fields {
        let mut fields = Fields::default();
        for (name, value) in pairs {
            fields.set(*name, value);
        }
        fields
    }

    #[test]
    fn a_clock_is_a_preset_or_put_together_within_bounds() {
        let weekly = read(&typed(&[("pace", "weekly"), ("deadline_days", "x")]));
        assert_eq!(weekly.map(|pace| pace.deadline_seconds), Ok(Some(604_800)));
        let custom = [
            ("pace", "custom"),
            ("deadline_days", "1"),
            ("deadline_minutes", "30"),
            ("reserve_hours", "2"),
        ];
        assert_eq!(read(&typed(&custom)), Ok(super::pace(88_200, 7_200)));
        for (field, value) in [
            ("deadline_days", "61"),
            ("deadline_days", "-1"),
            ("deadline_hours", "2147483647"),
            ("deadline_minutes", "soon"),
            ("reserve_days", "61"),
        ] {
            let mut fields = typed(&custom);
            fields.set(field, value);
            assert!(read(&fields).is_err(), "{field} {value}");
        }
        let nothing = read(&typed(&[("pace", "custom")]));
        assert_eq!(nothing, Err(("deadline_days", "new-wrong-deadline")));
    }

    #[test]
    fn the_usual_clock_is_named_and_not_spelled_out() {
        for usual in deadline::Pace::ALL {
            let chosen = format!("usual-{}", usual.as_str());
            let pace = read(&typed(&[("pace", chosen.as_str())])).expect("a clock");
            assert_eq!(pace.usual, Some(usual));
        }
        let none = read(&typed(&[("pace", "usual-")]));
        assert_eq!(none, Err(("pace", "new-wrong-pace")));
    }

    #[test]
    fn fixed_times_are_those_of_the_makers_zone() {
        let weekly = [
            ("pace", "calendar"),
            ("day_mon", "yes"),
            ("day_thu", "yes"),
            ("times", "20:00"),
            ("calendar_reserve_hours", "36"),
        ];
        let pace = read(&typed(&weekly)).expect("a clock");
        assert_eq!(
            (pace.deadline_seconds, pace.reserve_seconds),
            (None, 129_600)
        );
        let calendar = pace.calendar.expect("fixed times").to_string();
        assert!(calendar.starts_with("Europe/Vienna"), "{calendar}");
        let never = read(&typed(&[("pace", "calendar"), ("times", "20:00")]));
        assert_eq!(never, Err(("days", "new-wrong-days")));
        let mut long = typed(&weekly);
        long.set("calendar_reserve_days", 61);
        let long = read(&long);
        assert_eq!(long, Err(("calendar_reserve_days", "new-wrong-reserve")));
        let when = read(&typed(&[
            ("pace", "calendar"),
            ("day_sun", "yes"),
            ("times", "late"),
        ]));
        assert_eq!(when, Err(("times", "new-wrong-times")));
    }
}
