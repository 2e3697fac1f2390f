//! Fights without chance: every draw is its middle, whoever decides is told what
//! to do, and the log is asked for what happened when.

use fieldpost_engine::engagement::{
    Choice, Chooser, Combatant, Deed, Ended, Entry, FightPhase, Profiles, Question, Report, Setup,
    fight_with,
};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::rng::Draws;
use fieldpost_engine::ruleset::Ruleset;
use fieldpost_engine::ruleset::tactics::Act;
use fieldpost_engine::stance::Stance;

use super::drill::unit;

/// The standard ruleset with the plainest of foot profiles: what the doctrine
/// says must not hang on how a profile is tuned.
pub(crate) fn ruleset() -> Ruleset {
    let text = include_str!("../../rulesets/standard-1.json");
    let mut rules: serde_json::Value = serde_json::from_str(text).expect("the ruleset");
    rules["tactics"]["profiles"]["foot"] = serde_json::json!({
        "actions": [{ "do": "melee" }, { "do": "volley" }, { "do": "close" }],
        "reactions": [
            { "do": "brace" }, { "do": "riposte" }, { "do": "spoil" }, { "do": "snap_fire" },
            { "do": "parting_shot" },
        ],
    });
    Ruleset::parse(&rules.to_string()).expect("a good ruleset")
}

/// Answers every draw with its middle: roll 0, coin 0, luck 1000 ‰, jitter 0,
/// loss roll 100 %; and keeps what was asked.
#[derive(Default)]
pub(crate) struct Even {
    pub(crate) asked: Vec<u32>,
}

impl Draws for Even {
    fn below(&mut self, n: u32) -> u32 {
        self.asked.push(n);
        match n {
            601 => 300,
            41 => 20,
            3 => 1,
            _ => 0,
        }
    }
}

/// Does what the test wants of one combatant; the others follow their profiles.
pub(crate) struct Wish<'a> {
    pub(crate) who: Seq,
    pub(crate) wants: &'a dyn Fn(&Question) -> Choice,
}

impl Chooser for Wish<'_> {
    fn decides_for(&self, who: Seq) -> bool {
        who == self.who
    }

    fn choose(&mut self, question: &Question) -> Choice {
        (self.wants)(question)
    }
}

pub(crate) fn fought(ended: Ended) -> Report {
    match ended {
        Ended::Fought(report) => report,
        Ended::Asked(question, _) => panic!("nobody was to be asked: {question:?}"),
    }
}

pub(crate) fn by_profile(rules: &Ruleset, setup: &Setup) -> (Report, Vec<u32>) {
    let mut draws = Even::default();
    let ended = fight_with(rules, setup, &mut draws, &mut Profiles, true).expect("a fight");
    (fought(ended), draws.asked)
}

pub(crate) fn by_wish(
    rules: &Ruleset,
    setup: &Setup,
    who: u32,
    wants: &dyn Fn(&Question) -> Choice,
) -> Report {
    let mut wish = Wish {
        who: Seq(who),
        wants,
    };
    let ended = fight_with(rules, setup, &mut Even::default(), &mut wish, true);
    fought(ended.expect("a fight"))
}

pub(crate) fn line(rules: &Ruleset, seq: u32) -> Combatant {
    unit(rules, seq, "line_infantry", Stance::Advance)
}

/// Ticks at which somebody entered a phase of an action.
pub(crate) fn phases(report: &Report, who: u32, wanted: Act) -> Vec<(u32, FightPhase)> {
    let of = |entry: &Entry| match entry.what {
        Deed::Phase { act, phase, .. } if act == wanted && entry.who == Seq(who) => {
            Some((entry.tick, phase))
        }
        _ => None,
    };
    report.log.iter().filter_map(of).collect()
}

pub(crate) fn reactions(report: &Report, who: u32) -> Vec<(u32, Act)> {
    let of = |entry: &Entry| match entry.what {
        Deed::Reacted { act, .. } if entry.who == Seq(who) => Some((entry.tick, act)),
        _ => None,
    };
    report.log.iter().filter_map(of).collect()
}

pub(crate) fn losses(report: &Report, who: u32) -> Vec<(u32, u32, Act)> {
    let of = |entry: &Entry| match entry.what {
        Deed::Lost { points, act, .. } if entry.who == Seq(who) => Some((entry.tick, points, act)),
        _ => None,
    };
    report.log.iter().filter_map(of).collect()
}
