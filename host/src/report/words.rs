//! Passages as sentences.

use fieldpost_engine::command::Work;
use fieldpost_engine::event::{Event, Halt};
use fieldpost_engine::ids::{Pos, Seq};

use super::Line;
use super::cast::Cast;
use super::passages::{Journey, Passage};
use crate::texts::{Phrase, Texts};

/// Who writes, and whom he knows.
pub(super) struct Writer<'a> {
    pub(super) texts: Texts,
    pub(super) cast: &'a Cast,
}

impl Writer<'_> {
    pub(super) fn passage(&self, passage: &Passage<'_>) -> Line {
        match passage {
            Passage::Journey(journey) => self.journey(journey),
            Passage::Single(event) => self.event(event),
        }
    }

    fn journey(&self, journey: &Journey) -> Line {
        let code = if journey.came {
            "report-came"
        } else {
            "report-moved"
        };
        let mut text = sentence(
            self.texts
                .say(code)
                .with("unit", self.unit(journey.unit))
                .with("from", journey.from.to_string())
                .with("to", journey.to.to_string())
                .with("steps", journey.steps)
                .with("halt", journey.halt.map_or("none", halt))
                .with("gone", if journey.gone { "yes" } else { "no" }),
        );
        for (code, units) in [
            ("report-sighted", &journey.sighted),
            ("report-lost-sight", &journey.lost),
        ] {
            if !units.is_empty() {
                let units = self.all_at(units);
                text.push(' ');
                text.push_str(&sentence(self.texts.say(code).with("units", units)));
            }
        }
        line(text, journey.to, Some(journey.unit))
    }

    pub(super) fn event(&self, event: &Event) -> Line {
        let texts = self.texts;
        let (phrase, at, unit) = match event {
            Event::Moved { unit, from, to } => (
                texts
                    .say("report-moved")
                    .with("from", from.to_string())
                    .with("to", to.to_string())
                    .with("steps", 1)
                    .with("halt", "none")
                    .with("gone", "no")
                    .with("unit", self.unit(*unit)),
                *to,
                Some(*unit),
            ),
            Event::Appeared { unit, at, .. } => (
                texts
                    .say("report-came")
                    .with("unit", self.unit(*unit))
                    .with("from", at.to_string())
                    .with("to", at.to_string())
                    .with("steps", 0)
                    .with("gone", "no"),
                *at,
                Some(*unit),
            ),
            Event::Vanished { unit, at } => (
                self.unit_at("report-vanished", *unit, *at),
                *at,
                Some(*unit),
            ),
            Event::Halted { unit, at, why } => (
                self.unit_at("report-halted", *unit, *at)
                    .with("halt", halt(*why)),
                *at,
                Some(*unit),
            ),
            Event::Reaction { unit, on, at } => (
                texts
                    .say("report-reaction")
                    .with("unit", self.unit_or_unseen(*unit))
                    .with("on", self.unit_or_unseen(*on))
                    .with("at", at.to_string()),
                *at,
                *on,
            ),
            Event::Engagement { .. } => return self.engagement(event, None),
            Event::Retreated { unit, from, to } => (
                texts
                    .say("report-retreated")
                    .with("unit", self.unit(*unit))
                    .with("from", from.to_string())
                    .with("to", to.to_string()),
                *to,
                Some(*unit),
            ),
            Event::Destroyed { unit, at } => (
                self.unit_at("report-destroyed", *unit, *at),
                *at,
                Some(*unit),
            ),
            Event::UnitCaptured { unit, by } => {
                let text = sentence(
                    texts
                        .say("report-captured")
                        .with("unit", self.unit(*unit))
                        .with("by", self.owner(*by)),
                );
                return Line {
                    text,
                    at: None,
                    unit: Some(*unit),
                    fight: None,
                };
            }
            Event::SiteCaptured { site, by, at } => (
                texts
                    .say("report-site-captured")
                    .with("by", self.owner(*by))
                    .with("site", self.site(*site))
                    .with("at", at.to_string()),
                *at,
                None,
            ),
            Event::Boarded { unit, carrier, at } => (
                self.unit_at("report-boarded", *unit, *at)
                    .with("carrier", self.unit_or_unseen(*carrier)),
                *at,
                Some(*unit),
            ),
            Event::Landed { unit, carrier, at } => (
                self.unit_at("report-landed", *unit, *at)
                    .with("carrier", self.unit_or_unseen(*carrier)),
                *at,
                Some(*unit),
            ),
            Event::TerrainChanged { at, work } => (
                texts
                    .say("report-work")
                    .with(
                        "work",
                        match work {
                            Work::Depot => "depot",
                            Work::Fort => "fort",
                            Work::Road => "road",
                        },
                    )
                    .with("at", at.to_string()),
                *at,
                None,
            ),
        };
        line(sentence(phrase), at, unit)
    }

    /// An own unit that is weaker than it was, by how much, and what of that hunger took.
    pub(super) fn weaker(&self, unit: Seq, points: u32, hunger: u32, left: u32) -> Line {
        let cause = match hunger {
            0 => "other",
            all if all >= points => "hunger",
            _ => "both",
        };
        let text = sentence(
            self.texts
                .say("report-weaker")
                .with("unit", self.unit(unit))
                .with("points", points)
                .with("cause", cause)
                .with("hunger", hunger)
                .with("left", left),
        );
        Line {
            text,
            at: None,
            unit: Some(unit),
            fight: None,
        }
    }

    /// An own unit that is there no more, and the event that ended it.
    pub(super) fn gone(&self, unit: Seq, end: Option<&Event>) -> Line {
        match end {
            Some(end) => self.event(end),
            None => {
                let text = sentence(self.texts.say("report-gone").with("unit", self.unit(unit)));
                Line {
                    text,
                    at: None,
                    unit: Some(unit),
                    fight: None,
                }
            }
        }
    }
}

pub(super) fn halt(why: Halt) -> &'static str {
    match why {
        Halt::Reaction => "reaction",
        Halt::Contact => "contact",
        Halt::Opportunity => "opportunity",
        Halt::Blocked => "blocked",
        Halt::Spent => "spent",
        Halt::Stacking => "stacking",
    }
}

pub(super) fn line(text: String, at: Pos, unit: Option<Seq>) -> Line {
    Line {
        text,
        at: Some(at),
        unit,
        fight: None,
    }
}

/// A sentence begins with a capital, whoever it begins with.
pub(super) fn sentence(phrase: Phrase<'_>) -> String {
    let text = phrase.to_string();
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => text,
    }
}
