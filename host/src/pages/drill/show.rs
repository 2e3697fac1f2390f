//! A drill that was fought as far as asked, as the page shows it.

use fieldpost_engine::engagement::drill::{Drill, DrillError};
use fieldpost_engine::engagement::{FightPhase, Question, Stage, Standing, Until, schedule};
use fieldpost_engine::ids::Seq;

use crate::{
    pages::{
        fields::Fields,
        timeline::{self, Timeline},
    },
    report::fight::{self, Drilled, Tick},
    texts::Texts,
};

/// Turns that are foretold.
const UPCOMING: usize = 6;

/// A fight as far as it went.
#[derive(Debug)]
pub(super) struct Shown {
    /// The predictor's word, per mille.
    pub(super) chance: u32,
    pub(super) tick: u32,
    /// Ticks that it lasts at most.
    pub(super) time: u32,
    pub(super) standing: Vec<Row>,
    pub(super) upcoming: Vec<Next>,
    pub(super) timeline: Timeline,
    pub(super) ticks: Vec<Tick>,
    pub(super) question: Option<Asks>,
    /// How it ended and how it went, sentence by sentence; empty before that.
    pub(super) ending: Vec<String>,
    /// Everything that stands in the form, to go on from here.
    pub(super) kept: Vec<(String, String)>,
    /// The same for the command line.
    pub(super) json: String,
}

/// How one stands.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) strength: u32,
    pub(super) lost: u32,
    pub(super) place: i32,
    pub(super) initiative: i32,
    pub(super) doing: String,
    pub(super) has_token: bool,
}

/// A turn to come.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) name: String,
    /// The tick on which it is handed out.
    pub(super) tick: u64,
}

/// What has to be decided.
#[derive(Debug)]
pub(super) struct Asks {
    pub(super) text: String,
    pub(super) options: Vec<Answer>,
    /// The decisions without the last one, if there is one to be taken back.
    pub(super) before: Option<String>,
}

/// An answer that can be given.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) value: &'static str,
    pub(super) label: String,
    /// The profile's own.
    pub(super) is_profiles: bool,
}

pub(super) fn fight(
    texts: Texts,
    drill: &Drill,
    tick: u32,
    fields: &Fields,
) -> Result<Shown, DrillError> {
    let stage = drill.fight(Until {
        tick,
        upcoming: UPCOMING,
    })?;
    let drilled = Drilled::new(texts, drill, &stage);
    let told = drilled.told();
    let name = |seq: Seq| drilled.name(seq);
    let mut ending = Vec::new();
    if stage.report.is_some() {
        ending.push(fight::ending(texts, &told));
        ending.extend(fight::story(texts, &told));
    }
    let standing = stage.standing.iter();
    let upcoming = stage.upcoming.iter().map(|due| Next {
        name: name(Seq(due.ordinal)).to_owned(),
        tick: (due.at * 16).div_ceil(schedule::CADENCE),
    });
    Ok(Shown {
        chance: drill.chance()?,
        tick: stage.tick,
        time: drill.setup().ticks(),
        standing: standing.map(|one| row(texts, name(one.seq), one)).collect(),
        upcoming: upcoming.collect(),
        timeline: timeline::draw(texts, "drill", told.people, told.log, stage.tick.max(20)),
        ticks: fight::ticks(texts, &told),
        question: asks(texts, &stage, &name, fields),
        ending,
        kept: kept(fields),
        json: serde_json::to_string_pretty(drill.file()).unwrap_or_default(),
    })
}

fn row(texts: Texts, name: &str, standing: &Standing) -> Row {
    let (act, phase) = match standing.doing {
        _ if standing.broken => (None, "broken"),
        Some((act, FightPhase::Preparation)) => (Some(act), "preparation"),
        Some((act, FightPhase::Execution)) => (Some(act), "execution"),
        Some((act, FightPhase::Recovery)) => (Some(act), "recovery"),
        _ => (None, "idle"),
    };
    let act = act.map_or_else(String::new, |act| texts.t(&fight::act_code(act)));
    Row {
        name: name.to_owned(),
        strength: standing.strength,
        lost: standing.lost,
        place: standing.place,
        initiative: standing.initiative,
        doing: texts
            .say("drill-doing")
            .with("act", act)
            .with("phase", phase)
            .to_string(),
        has_token: standing.token && !standing.broken,
    }
}

fn asks<'a>(
    texts: Texts,
    stage: &Stage,
    name: &impl Fn(Seq) -> &'a str,
    fields: &Fields,
) -> Option<Asks> {
    let Question {
        tick,
        who,
        on,
        distance,
        reaction,
        options,
        habit,
    } = stage.question.as_ref()?;
    let code = if *reaction {
        "drill-question-reaction"
    } else {
        "drill-question-action"
    };
    let text = texts
        .say(code)
        .with("tick", *tick)
        .with("who", name(*who))
        .with("on", name(*on))
        .with("distance", *distance);
    let own = options.iter().map(|act| Answer {
        value: act.name(),
        label: texts.t(&fight::act_code(*act)),
        is_profiles: *habit == Some(*act),
    });
    let wait = Answer {
        value: "wait",
        label: texts.t("drill-wait"),
        is_profiles: habit.is_none(),
    };
    let decisions = fields.get("decisions");
    let before = decisions.rsplit_once(' ').map_or("", |(before, _)| before);
    Some(Asks {
        text: text.to_string(),
        options: own.chain([wait]).collect(),
        before: (!decisions.is_empty()).then(|| before.to_owned()),
    })
}

/// What a form that goes on must carry: all but what its buttons say.
fn kept(fields: &Fields) -> Vec<(String, String)> {
    let carried = |(name, value): &(&str, &str)| {
        !value.is_empty() && !["tick", "answer", "decisions"].contains(name)
    };
    fields
        .all()
        .filter(carried)
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
