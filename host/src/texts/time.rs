//! Times as people read them: in their own zone, with the zone named.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Texts;

/// An instant in a reader's zone, such as `Monday 30 November 2026, 18:30
/// (Europe/Vienna)`.
#[must_use]
pub fn instant(at: DateTime<Utc>, zone: Tz) -> String {
    let local = at.with_timezone(&zone);
    format!("{} ({})", local.format("%A %-d %B %Y, %H:%M"), zone.name())
}

/// A span in its two largest units, such as `2 days and one hour`.
#[must_use]
pub fn duration(texts: Texts, seconds: u64) -> String {
    let parts = [
        (seconds / 86_400, "duration-days"),
        (seconds / 3_600 % 24, "duration-hours"),
        (seconds / 60 % 60, "duration-minutes"),
        (seconds % 60, "duration-seconds"),
    ];
    let first = parts.iter().position(|(count, _)| *count > 0).unwrap_or(3);
    let say = |(count, code): (u64, &'static str)| texts.say(code).with("count", count).to_string();
    match parts.get(first + 1) {
        Some(&next) if next.0 > 0 => texts
            .say("duration-pair")
            .with("large", say(parts[first]))
            .with("small", say(next))
            .to_string(),
        _ => say(parts[first]),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};
    use chrono_tz::Tz;

    use super::{duration, instant};
    use crate::texts::Texts;

    #[test]
    fn instants_name_their_zone() {
        let at = Utc
            .with_ymd_and_hms(2026, 11, 30, 17, 30, 0)
            .single()
            .expect("a time");
        assert_eq!(
            instant(at, Tz::Europe__Vienna),
            "Monday 30 November 2026, 18:30 (Europe/Vienna)"
        );
        assert_eq!(instant(at, Tz::UTC), "Monday 30 November 2026, 17:30 (UTC)");
    }

    #[test]
    fn durations_use_two_units_at_most() {
        let texts = Texts::english();
        assert_eq!(duration(texts, 0), "0 seconds");
        assert_eq!(duration(texts, 61), "one minute and one second");
        assert_eq!(duration(texts, 259_200), "3 days");
        assert_eq!(duration(texts, 90_061), "one day and one hour");
        assert_eq!(duration(texts, 86_401), "one day");
    }
}
