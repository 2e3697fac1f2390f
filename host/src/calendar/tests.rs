//! Tables: a rule, when a phase opens, when it is due. All instants in UTC,
//! worked out by hand from the zones' published changes.

use super::{Rule, RuleError, first_valid};
use crate::clock::Instant;

fn at(text: &str) -> Instant {
    text.parse().expect("an instant")
}

fn check(rule: &str, rows: &[(&str, &str)]) {
    let rule: Rule = rule.parse().expect("a rule");
    for (opened, due) in rows {
        let got = rule.deadline(at(opened)).expect("a deadline");
        assert_eq!(got, at(due), "{rule}, opened at {opened}");
    }
}

#[test]
fn a_period_counts_from_the_opening() {
    check(
        "30",
        &[("2026-11-30T10:00:00.5Z", "2026-11-30T10:00:30.5Z")],
    );
    // Sixty days, across a change of the clocks that is no business of its.
    check(
        "5184000",
        &[("2027-03-01T00:00:00Z", "2027-04-30T00:00:00Z")],
    );
    assert_eq!(Rule::Open.deadline(at("2026-11-30T10:00:00Z")), None);
}

#[test]
fn an_early_close_keeps_the_grid_and_leaves_half_a_period() {
    // Eight in the evening in Vienna is 19:00 UTC in winter.
    check(
        "Europe/Vienna daily 20:00",
        &[
            ("2026-11-30T19:00:00Z", "2026-12-01T19:00:00Z"),
            ("2026-11-30T19:10:00Z", "2026-12-01T19:00:00Z"),
            ("2026-12-01T07:00:00Z", "2026-12-01T19:00:00Z"),
            // A second less than half a day is too little.
            ("2026-12-01T07:00:01Z", "2026-12-02T19:00:00Z"),
            ("2026-12-01T18:59:59Z", "2026-12-02T19:00:00Z"),
        ],
    );
    // Two a day: each has its own period of 8 and of 16 hours.
    check(
        "UTC daily 08:00,16:00",
        &[
            ("2026-12-01T08:00:00Z", "2026-12-01T16:00:00Z"),
            ("2026-12-01T12:00:00Z", "2026-12-01T16:00:00Z"),
            ("2026-12-01T12:00:01Z", "2026-12-02T08:00:00Z"),
            ("2026-12-02T00:00:00Z", "2026-12-02T08:00:00Z"),
            ("2026-12-02T00:00:01Z", "2026-12-02T16:00:00Z"),
        ],
    );
}

#[test]
fn only_the_chosen_days_count() {
    // 30 November 2026 is a Monday.
    check(
        "UTC mon,wed,fri 18:00",
        &[
            ("2026-11-30T18:00:00Z", "2026-12-02T18:00:00Z"),
            ("2026-12-02T18:00:00Z", "2026-12-04T18:00:00Z"),
            ("2026-12-04T18:00:00Z", "2026-12-07T18:00:00Z"),
            // Of the three days to Monday half are 36 hours.
            ("2026-12-06T06:00:00Z", "2026-12-07T18:00:00Z"),
            ("2026-12-06T06:00:01Z", "2026-12-09T18:00:00Z"),
        ],
    );
    check(
        "UTC sun 00:00",
        &[
            ("2026-11-30T00:00:00Z", "2026-12-06T00:00:00Z"),
            ("2026-12-04T00:00:00Z", "2026-12-13T00:00:00Z"),
        ],
    );
    // The day is the zone's: Monday 08:00 in Auckland is still Sunday in UTC.
    check(
        "Pacific/Auckland mon 08:00",
        &[("2026-11-30T00:00:00Z", "2026-12-06T19:00:00Z")],
    );
}

#[test]
fn europe_skips_an_hour_in_march_and_repeats_one_in_october() {
    let rows = [
        ("2027-03-26T01:30:00Z", "2027-03-27T01:30:00Z"),
        // 02:30 is not there on the 28th: clocks go from 02:00 to 03:00 at 01:00 UTC.
        ("2027-03-27T01:30:00Z", "2027-03-28T01:00:00Z"),
        ("2027-03-28T01:00:00Z", "2027-03-29T00:30:00Z"),
        ("2026-10-23T00:30:00Z", "2026-10-24T00:30:00Z"),
        // It is there twice on the 25th, at 00:30 and at 01:30 UTC.
        ("2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z"),
        ("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
    ];
    check("Europe/Vienna daily 02:30", &rows);
    // A time that is not touched only moves against UTC: days of 23 and 25 hours.
    check(
        "Europe/Vienna daily 20:00",
        &[
            ("2027-03-27T19:00:00Z", "2027-03-28T18:00:00Z"),
            ("2026-10-24T18:00:00Z", "2026-10-25T19:00:00Z"),
        ],
    );
    // Both of these are 03:00 on the 28th: one point, not two.
    check(
        "Europe/Vienna daily 02:15,02:45",
        &[
            ("2027-03-27T01:45:00Z", "2027-03-28T01:00:00Z"),
            ("2027-03-28T01:00:00Z", "2027-03-29T00:15:00Z"),
        ],
    );
}

#[test]
fn america_changes_at_two_by_its_own_clocks() {
    check(
        "America/New_York daily 02:30",
        &[
            ("2027-03-13T07:30:00Z", "2027-03-14T07:00:00Z"),
            ("2027-03-14T07:00:00Z", "2027-03-15T06:30:00Z"),
        ],
    );
    check(
        "America/New_York daily 01:30",
        &[
            ("2026-10-31T05:30:00Z", "2026-11-01T05:30:00Z"),
            ("2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"),
        ],
    );
    // Arizona does not take part.
    check(
        "America/Phoenix daily 02:30",
        &[("2027-03-13T09:30:00Z", "2027-03-14T09:30:00Z")],
    );
}

#[test]
fn lord_howe_moves_by_half_an_hour() {
    // From 10:30 to 11 hours ahead on 4 October 2026, at 02:00 to 02:30.
    check(
        "Australia/Lord_Howe daily 02:15",
        &[
            ("2026-10-02T15:45:00Z", "2026-10-03T15:30:00Z"),
            ("2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"),
        ],
    );
    // Back on 4 April 2027, when 01:30 to 02:00 are shown twice.
    check(
        "Australia/Lord_Howe daily 01:45",
        &[
            ("2027-04-02T14:45:00Z", "2027-04-03T14:45:00Z"),
            ("2027-04-03T14:45:00Z", "2027-04-04T15:15:00Z"),
        ],
    );
}

#[test]
fn a_zone_may_skip_a_whole_day() {
    // Samoa had no 30 December 2011; the 31st began at 10:00 UTC on the 30th.
    let skipped = "2011-12-30T12:00:00".parse().expect("a local time");
    let first = first_valid(chrono_tz::Tz::Pacific__Apia, skipped);
    assert_eq!(first, at("2011-12-30T10:00:00Z"));
}

#[test]
fn no_phase_of_a_calendar_gets_less_than_half_its_period_around_the_year() {
    for rule in [
        "Europe/Vienna daily 02:30,14:30",
        "America/St_Johns mon,tue,sat 00:00,23:59",
        "Australia/Lord_Howe wed 01:45,02:15",
    ] {
        let Ok(Rule::Calendar(calendar)) = rule.parse() else {
            panic!("{rule} is a calendar");
        };
        let mut opened = at("2026-01-01T00:00:00Z");
        while opened < at("2027-01-01T00:00:00Z") {
            let due = calendar.deadline(opened).expect("a deadline");
            let grid = calendar.around(opened);
            let place = grid
                .iter()
                .position(|point| *point == due)
                .expect("on the grid");
            let period = due - grid[place - 1];
            assert!((due - opened) * 2 >= period, "{rule} at {opened}");
            // Nor is a point passed over that would have left half.
            let skipped = place - 1;
            let short = grid[skipped] - opened;
            assert!(
                short * 2 < grid[skipped] - grid[skipped - 1],
                "{rule} at {opened}"
            );
            opened += chrono::TimeDelta::minutes(3 * 60 + 7);
        }
    }
}

#[test]
fn rules_read_back_as_they_are_written() {
    for text in [
        "none",
        "30",
        "5184000",
        "Europe/Vienna daily 20:00",
        "America/Argentina/Buenos_Aires mon,thu 08:00,20:30",
    ] {
        let rule: Rule = text.parse().expect("a rule");
        assert_eq!(rule.to_string(), text);
    }
    let whole: Rule = "UTC sun,mon,tue,wed,thu,fri,sat 9:05,08:00,08:00"
        .parse()
        .expect("a rule");
    assert_eq!(whole.to_string(), "UTC daily 08:00,09:05");
    assert_eq!(whole.seconds(), Some(82_500));
}

#[test]
fn what_is_no_rule_says_why() {
    for (text, why) in [
        ("29", RuleError::Seconds),
        ("5184001", RuleError::Seconds),
        ("-60", RuleError::Seconds),
        ("", RuleError::Shape),
        ("soon", RuleError::Shape),
        ("Europe/Vienna 20:00", RuleError::Shape),
        ("Europe/Wien daily 20:00", RuleError::Zone),
        ("Europe/Vienna never 20:00", RuleError::Days),
        ("Europe/Vienna mon, 20:00", RuleError::Days),
        ("Europe/Vienna mon 24:00", RuleError::Times),
        ("Europe/Vienna mon ,", RuleError::Times),
    ] {
        assert_eq!(text.parse::<Rule>(), Err(why), "{text:?}");
    }
}
