//! Times as people read them: in their own zone, with the zone named.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Texts;
use crate::calendar::Rule;

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

/// How a game's turns end.
#[must_use]
pub fn rule(texts: Texts, rule: &Rule) -> String {
    const DAYS: [&str; 7] = [
        "day-short-mon",
        "day-short-tue",
        "day-short-wed",
        "day-short-thu",
        "day-short-fri",
        "day-short-sat",
        "day-short-sun",
    ];
    let calendar = match rule {
        Rule::Open => return texts.t("rule-none"),
        Rule::Period(seconds) => {
            let span = duration(texts, (*seconds).into());
            return texts.say("rule-period").with("span", span).to_string();
        }
        Rule::Calendar(calendar) => calendar,
    };
    let times = calendar.times().iter();
    let times = times.map(|time| time.format("%H:%M").to_string());
    let chosen = DAYS.iter().zip(calendar.days());
    let days: Vec<String> = chosen
        .filter(|(_, is_chosen)| *is_chosen)
        .map(|(code, _)| texts.t(code))
        .collect();
    let days = match days.len() {
        7 => texts.t("rule-every-day"),
        _ => listed(texts, days),
    };
    texts
        .say("rule-calendar")
        .with("times", listed(texts, times.collect()))
        .with("zone", calendar.zone().name())
        .with("days", days)
        .to_string()
}

/// Words in a row, as a sentence has them.
fn listed(texts: Texts, mut words: Vec<String>) -> String {
    let Some(last) = words.pop() else {
        return String::new();
    };
    if words.is_empty() {
        return last;
    }
    let phrase = texts.say("rule-and").with("most", words.join(", "));
    phrase.with("last", last).to_string()
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};
    use chrono_tz::Tz;

    use super::{duration, instant, rule};
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

    #[test]
    fn rules_read_as_a_player_would_say_them() {
        let said = |text: &str| rule(Texts::english(), &text.parse().expect("a rule"));
        assert_eq!(said("86400"), "Every turn is due one day after it opens.");
        assert_eq!(
            said("Europe/Vienna daily 20:00"),
            "Turns are due at 20:00 (Europe/Vienna), every day."
        );
        assert_eq!(
            said("UTC mon,wed,fri 08:00,20:00"),
            "Turns are due at 08:00 and 20:00 (UTC), Mondays, Wednesdays and Fridays."
        );
    }
}
