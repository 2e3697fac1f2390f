//! The clock of a new game as a form has it: a preset, or spans put together by
//! hand. Whatever other clocks there come to be are read here and nowhere else.

use crate::{calendar::DEADLINE_SECONDS, pages::fields::Fields};

const MINUTE: i32 = 60;
const HOUR: i32 = 60 * MINUTE;
const DAY: i32 = 24 * HOUR;

/// A clock: how long a turn stays open, and what each seat has beyond that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Seconds; `None` waits for everybody.
    pub deadline_seconds: Option<i32>,
    /// Seconds for the whole game.
    pub reserve_seconds: i32,
}

/// The presets, by the code that forms and texts have them under.
pub const PRESETS: [(&str, Pace); 6] = [
    ("live", pace(5 * MINUTE, 10 * MINUTE)),
    ("evening", pace(30 * MINUTE, HOUR)),
    ("daily", pace(DAY, 2 * DAY)),
    ("steady", pace(3 * DAY, 6 * DAY)),
    ("weekly", pace(7 * DAY, 7 * DAY)),
    (
        "patient",
        Pace {
            deadline_seconds: None,
            reserve_seconds: 0,
        },
    ),
];

/// The preset that a form begins with.
pub const USUAL: &str = "daily";

/// The choice that reads the spans.
pub const CUSTOM: &str = "custom";

const fn pace(deadline: i32, reserve: i32) -> Pace {
    Pace {
        deadline_seconds: Some(deadline),
        reserve_seconds: reserve,
    }
}

/// Reads the clock of a form.
///
/// # Errors
/// The field that is wrong and the code of the text that says so.
pub fn read(form: &Fields) -> Result<Pace, (&'static str, &'static str)> {
    let chosen = form.get("pace");
    if let Some((_, preset)) = PRESETS.iter().find(|(code, _)| *code == chosen) {
        return Ok(*preset);
    }
    if chosen != CUSTOM {
        return Err(("pace", "new-wrong-pace"));
    }
    let deadline = span(form, "deadline").ok_or(("deadline_days", "new-wrong-deadline"))?;
    let reserve = span(form, "reserve").ok_or(("reserve_days", "new-wrong-reserve"))?;
    if !DEADLINE_SECONDS.contains(&deadline) {
        return Err(("deadline_days", "new-wrong-deadline"));
    }
    if reserve > *DEADLINE_SECONDS.end() {
        return Err(("reserve_days", "new-wrong-reserve"));
    }
    Ok(Pace {
        deadline_seconds: Some(deadline),
        reserve_seconds: reserve,
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
    use super::{Fields, Pace, read};

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
        let made = Pace {
            deadline_seconds: Some(88_200),
            reserve_seconds: 7_200,
        };
        assert_eq!(read(&typed(&custom)), Ok(made));
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
}
