//! Counts of one process for whoever operates it, in the text form that
//! Prometheus reads (HO-150). Plain sums: no address, token, game or seat can
//! enter, and what is counted of play is of games that are over.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A name with its labels, as it is printed: `fieldpost_x_total{a="b"}`.
type Series = (&'static str, String);

/// The counts of a process. They begin at nothing with it.
#[derive(Debug, Default)]
pub struct Metrics {
    sums: Mutex<BTreeMap<Series, f64>>,
    /// Games that ended here and are not counted yet.
    ended: Mutex<Vec<i64>>,
}

/// Every name that may be counted, with what it means.
const NAMES: &[(&str, &str)] = &[
    (
        "fieldpost_requests_total",
        "Requests answered, by method and status.",
    ),
    (
        "fieldpost_request_seconds_sum",
        "Seconds spent on requests.",
    ),
    (
        "fieldpost_request_seconds_count",
        "Requests that were timed.",
    ),
    (
        "fieldpost_closes_total",
        "Turns that this process computed and moved on.",
    ),
    (
        "fieldpost_close_late_seconds_sum",
        "Seconds by which phases were closed late.",
    ),
    (
        "fieldpost_close_late_seconds_count",
        "Closes of which that is known.",
    ),
    (
        "fieldpost_replay_seconds_sum",
        "Seconds spent on replaying games.",
    ),
    ("fieldpost_replay_seconds_count", "Replays."),
    (
        "fieldpost_mails_total",
        "Attempts to send a mail, by how they went.",
    ),
    (
        "fieldpost_job_failures_total",
        "Background work that failed, by step.",
    ),
    (
        "fieldpost_finished_activations_total",
        "Activations in games that ended.",
    ),
    (
        "fieldpost_finished_fallbacks_total",
        "Fallbacks in games that ended.",
    ),
    (
        "fieldpost_finished_stances_total",
        "Stances committed in games that ended, by Stance.",
    ),
];

impl Metrics {
    /// Adds one. `labels` is empty or a list as it is printed: `a="b",c="d"`.
    pub fn count(&self, name: &'static str, labels: &str) {
        self.add(name, labels, 1.0);
    }

    /// Adds so much.
    pub fn add(&self, name: &'static str, labels: &str, value: f64) {
        debug_assert!(NAMES.iter().any(|(known, _)| *known == name), "{name}");
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        *sums.entry((name, labels.to_owned())).or_default() += value;
    }

    /// Adds a time to a sum and its count.
    pub fn time(&self, sum: &'static str, count: &'static str, time: Duration) {
        self.add(sum, "", time.as_secs_f64());
        self.count(count, "");
    }

    /// Counts a turn that this process closed, and how late.
    pub fn closed(&self, late: Option<Duration>) {
        self.count("fieldpost_closes_total", "");
        if let Some(late) = late {
            self.time(
                "fieldpost_close_late_seconds_sum",
                "fieldpost_close_late_seconds_count",
                late,
            );
        }
    }

    /// A game ended here: it is to be counted as a whole.
    pub fn owe_game(&self, game_id: i64) {
        self.ended().push(game_id);
    }

    /// A game that is still to be counted as a whole.
    pub fn owed_game(&self) -> Option<i64> {
        self.ended().pop()
    }

    fn ended(&self) -> MutexGuard<'_, Vec<i64>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of it as text.
    pub fn print(&self) -> String {
        let mut text = String::new();
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, help) in NAMES {
            head(&mut text, name, help, "counter");
            let of_name = sums.iter().filter(|((known, _), _)| known == name);
            for ((_, labels), value) in of_name {
                line(&mut text, name, labels, *value);
            }
        }
        text
    }
}

/// The lines that say what a name means.
pub fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// One value.
pub fn line(text: &mut String, name: &str, labels: &str, value: f64) {
    let _ = if labels.is_empty() {
        writeln!(text, "{name} {value}")
    } else {
        writeln!(text, "{name}{{{labels}}} {value}")
    };
}

#[cfg(test)]
mod tests {
    use super::Metrics;

    #[test]
    fn counts_are_printed_by_name_with_what_they_mean() {
        let metrics = Metrics::default();
        metrics.count("fieldpost_requests_total", "method=\"GET\",status=\"200\"");
        metrics.count("fieldpost_requests_total", "method=\"GET\",status=\"200\"");
        metrics.add("fieldpost_replay_seconds_sum", "", 0.25);
        let text = metrics.print();
        for line in [
            "# TYPE fieldpost_requests_total counter\n\
             fieldpost_requests_total{method=\"GET\",status=\"200\"} 2\n",
            "fieldpost_replay_seconds_sum 0.25\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
