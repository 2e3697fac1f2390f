//! Fights by themselves: a drill, what the dice show, what its combatants do, and
//! the log that must come of it, line by line.

use std::fmt::Write as _;

use fieldpost_engine::engagement::drill::Drill;
use fieldpost_engine::engagement::{
    Choice, Chooser, Deed, Entry, FightPhase, Question, Stage, Until, fight_until,
};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::rng::Draws;
use fieldpost_engine::ruleset::tactics::Act;

use crate::case::{Case, Script, Section};
use crate::text::{Fault, Line, joined};

/// The headings that belong to a fight.
pub(crate) const SECTIONS: [&str; 6] = ["fight", "draws", "wishes", "drawn", "log", "end"];

/// Those that say what must come: a variant has its own.
const EXPECTATIONS: [&str; 3] = ["drawn", "log", "end"];

/// What the dice show where a case says nothing: roll 0, coin 0, luck 1000 ‰, no
/// jitter, losses at 100 %. What was asked for is kept.
struct Dice {
    /// Roll, coin and luck, for each combatant in ascending number.
    first: Vec<[u32; 3]>,
    asked: Vec<u32>,
}

impl Draws for Dice {
    fn below(&mut self, n: u32) -> u32 {
        let place = self.asked.len();
        self.asked.push(n);
        match (self.first.get(place / 3), n) {
            (Some(own), _) => own[place % 3],
            (None, 41) => 20,
            (None, 3) => 1,
            (None, _) => 0,
        }
    }
}

/// What one combatant does when it may: the first that is open.
struct Wish {
    who: Seq,
    /// On this tick alone.
    at: Option<u32>,
    act: Act,
}

struct Wishes(Vec<Wish>);

impl Chooser for Wishes {
    fn decides_for(&self, who: Seq) -> bool {
        self.0.iter().any(|wish| wish.who == who)
    }

    fn choose(&mut self, question: &Question) -> Choice {
        let fits = |wish: &&Wish| {
            wish.who == question.who
                && wish.at.is_none_or(|tick| tick == question.tick)
                && question.options.contains(&wish.act)
        };
        let wish = self.0.iter().find(fits);
        wish.map_or(Choice::Wait, |wish| Choice::Do(wish.act))
    }
}

/// Every fault of a fight and its variants; none where it holds.
pub(crate) fn run(case: &Case) -> Vec<Fault> {
    let variants = case.variants.iter().map(|variant| {
        let mut script = variant.script.over(&case.main);
        let own = |kind: &String| variant.script.setup.contains_key(kind);
        let expects = |kind: &String| EXPECTATIONS.contains(&kind.as_str());
        script.setup.retain(|kind, _| own(kind) || !expects(kind));
        script
    });
    let scripts = core::iter::once(case.main.clone()).chain(variants);
    scripts
        .flat_map(|script| play(&script).unwrap_or_else(|fault| vec![fault]))
        .collect()
}

fn play(script: &Script) -> Result<Vec<Fault>, Fault> {
    let fight = script.setup.get("fight");
    let fight = fight.ok_or_else(|| Fault::new(1, "expected a section `fight`"))?;
    let text = joined(&fight.body)
        .first()
        .map(|line| line.text.clone())
        .unwrap_or_default();
    let drill = Drill::parse(&text).map_err(|faults| {
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        fight
            .head
            .fault(format!("expected a drill: {}", told.join("; ")))
    })?;
    let mut numbers: Vec<Seq> = drill.setup().combatants().map(|one| one.seq).collect();
    numbers.sort();
    let mut dice = Dice {
        first: vec![[0, 0, 300]; numbers.len()],
        asked: Vec::new(),
    };
    for line in body(script, "draws") {
        draw(line, &numbers, &mut dice)?;
    }
    let wishes = body(script, "wishes").iter().map(wish);
    let mut wishes = Wishes(wishes.collect::<Result<_, _>>()?);
    let until = Until {
        tick: drill.setup().ticks(),
        upcoming: 0,
    };
    let stage = fight_until(
        drill.ruleset(),
        drill.setup(),
        &mut dice,
        &mut wishes,
        until,
    )
    .map_err(|error| fight.head.fault(format!("the fight stopped: {error}")))?;
    let mut faults = Vec::new();
    if let Some(section) = script.setup.get("log") {
        faults.extend(log(section, &stage)?);
    }
    if let Some(section) = script.setup.get("drawn") {
        let came: Vec<String> = dice.asked.iter().map(ToString::to_string).collect();
        let wanted: Vec<String> = section.body.iter().flat_map(Line::words).collect();
        if !came.starts_with(&wanted) {
            let came = came[..wanted.len().min(came.len())].join(" ");
            faults.push(
                section
                    .head
                    .fault(format!("expected these draws, came {came}")),
            );
        }
    }
    if let Some(section) = script.setup.get("end") {
        let came = stage
            .report
            .map(|report| format!("end {:?}", report.result));
        if came.as_ref() != Some(&section.head.text) {
            let came = came.unwrap_or_default();
            faults.push(
                section
                    .head
                    .fault(format!("expected {}, came {came}", section.head.text)),
            );
        }
    }
    Ok(faults)
}

fn body<'a>(script: &'a Script, kind: &str) -> &'a [Line] {
    script.setup.get(kind).map_or(&[], |section| &section.body)
}

/// `#1` as a number.
fn number(line: &Line, word: Option<&String>) -> Result<Seq, Fault> {
    word.and_then(|word| word.strip_prefix('#'))
        .and_then(|word| word.parse().ok())
        .map(Seq)
        .ok_or_else(|| line.fault("expected a combatant, as #1 or #11"))
}

/// `roll #1 4`, `coin #11 1`, `luck #1 1300`.
fn draw(line: &Line, numbers: &[Seq], dice: &mut Dice) -> Result<(), Fault> {
    let words = line.words();
    let who = number(line, words.get(1))?;
    let place = numbers.iter().position(|one| *one == who);
    let value = words.get(2).and_then(|word| word.parse::<u32>().ok());
    let (Some(place), Some(value)) = (place, value) else {
        return Err(line.fault("expected `roll|coin|luck #N value`"));
    };
    let (kind, value) = match words[0].as_str() {
        "roll" if value < 10 => (0, value),
        "coin" if value < 2 => (1, value),
        "luck" if (700..=1300).contains(&value) => (2, value - 700),
        _ => return Err(line.fault("expected a roll 0..9, a coin 0..1 or a luck 700..1300")),
    };
    dice.first[place][kind] = value;
    Ok(())
}

/// `#1 volley`, `#1 at 3 close`, `#1 wait`: the last does nothing, ever.
fn wish(line: &Line) -> Result<Wish, Fault> {
    let words = line.words();
    let who = number(line, words.first())?;
    let (at, act) = match words.get(1).map(String::as_str) {
        Some("at") => (
            words.get(2).and_then(|word| word.parse().ok()),
            words.get(3),
        ),
        _ => (None, words.get(1)),
    };
    let word = act.map_or("", String::as_str);
    if word == "wait" {
        // On no tick: whatever is asked, it waits.
        let (at, act) = (Some(0), Act::Close);
        return Ok(Wish { who, at, act });
    }
    let act = Act::ALL.into_iter().find(|act| act.name() == word);
    let act = act.ok_or_else(|| line.fault("expected `#N [at TICK] ACTION` or `#N wait`"))?;
    Ok(Wish { who, at, act })
}

/// `log begins`, `log is`: each line as it must come.
fn log(section: &Section, stage: &Stage) -> Result<Option<Fault>, Fault> {
    let came: Vec<String> = stage.log.iter().map(told).collect();
    let whole = match section.head.text.as_str() {
        "log is" => true,
        "log begins" => false,
        _ => return Err(section.head.fault("expected `log begins` or `log is`")),
    };
    for (place, line) in section.body.iter().enumerate() {
        let came = came.get(place).map_or("the end", String::as_str);
        if came != line.text {
            return Ok(Some(
                line.fault(format!("expected `{}`, came `{came}`", line.text)),
            ));
        }
    }
    let rest = came.get(section.body.len()).filter(|_| whole);
    Ok(rest.map(|more| {
        section
            .head
            .fault(format!("expected no more, came `{more}`"))
    }))
}

/// A line of the log as a case writes it.
fn told(entry: &Entry) -> String {
    let mut out = format!("{} #{} ", entry.tick, entry.who.0);
    // Writing into a string cannot fail.
    let _ = match entry.what {
        Deed::Phase { act, phase, on, .. } => {
            let does = match phase {
                FightPhase::Preparation => "prepares",
                FightPhase::Execution => "executes",
                FightPhase::Recovery | FightPhase::Idle => "recovers",
            };
            write!(out, "{does} {} on #{}", act.name(), on.0)
        }
        Deed::Reacted { act, on, .. } => write!(out, "answers #{} with {}", on.0, act.name()),
        Deed::Moved { from, to } => write!(out, "moves {from} to {to}"),
        Deed::Lost { points, by, act } => {
            write!(out, "loses {points} to #{} by {}", by.0, act.name())
        }
        Deed::Missed { act, on } => write!(out, "misses #{} with {}", on.0, act.name()),
        Deed::Cancelled { act } => write!(out, "gives up {}", act.name()),
        Deed::Broke { by } => write!(out, "broken by #{}", by.0),
    };
    out
}
