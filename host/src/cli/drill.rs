//! `drill`: one engagement from a small JSON, tick by tick; or the table of class
//! against class. Touches no game and no database.

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::Args;
use fieldpost_engine::{
    engagement::{
        Question, Stage,
        drill::{Drill, DrillFault, Side},
    },
    event::EngagementKind,
    ids::Seq,
    ruleset::Ruleset,
};
use serde_json::{Value, json};

use crate::{
    report::fight::{self, Drilled},
    texts::Texts,
};

mod table;

/// Fights for each pairing of the table.
const FIGHTS: u32 = 400;

/// What to fight, and how to tell it.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The drill, `fieldpost-drill/1`
    #[arg(required_unless_present = "table")]
    file: Option<PathBuf>,
    /// One JSON object a line: each deed, then how it ended or what is asked
    #[arg(long)]
    json: bool,
    /// Print win rates and mean losses, class against class in the open, as Markdown
    #[arg(long, conflicts_with_all = ["file", "json"])]
    table: bool,
}

pub(super) fn drill(options: &Options) -> anyhow::Result<ExitCode> {
    let lines = match &options.file {
        Some(file) if !options.table => {
            let text = super::scenario::read(file)?;
            let drill = match Drill::parse(&text) {
                Ok(drill) => drill,
                Err(faults) => return Ok(refuse(file, &faults)),
            };
            let stage = drill.fight_out()?;
            if options.json {
                as_json(&drill, &stage)?
            } else {
                in_words(Texts::english(), &drill, &stage)?
            }
        }
        _ => {
            let ruleset = Ruleset::shipped("standard/1");
            let ruleset = ruleset.ok_or_else(|| anyhow::anyhow!("no ruleset standard/1"))?;
            table::markdown(Texts::english(), &ruleset, FIGHTS)?
        }
    };
    print(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn refuse(file: &std::path::Path, faults: &[DrillFault]) -> ExitCode {
    for fault in faults {
        let DrillFault { path, code, reason } = fault;
        eprintln!("{}: {path}: {reason} ({code})", file.display());
    }
    ExitCode::FAILURE
}

fn in_words(texts: Texts, drill: &Drill, stage: &Stage) -> anyhow::Result<Vec<String>> {
    let drilled = Drilled::new(texts, drill, stage);
    let told = drilled.told();
    let kind = match told.kind {
        EngagementKind::Assault => "assault",
        EngagementKind::Bombardment => "bombardment",
        EngagementKind::Reaction => "reaction",
    };
    let head = texts
        .say("drill-head")
        .with("kind", kind)
        .with("distance", drill.setup().distance)
        .with("seed", drill.file().seed)
        .with("chance", drill.chance()?);
    let mut lines = vec![head.to_string()];
    for tick in fight::ticks(texts, &told) {
        let mut label = format!("{:>3}  ", tick.tick);
        for deed in tick.deeds {
            lines.push(format!("{label}{deed}"));
            label = "     ".to_owned();
        }
    }
    for standing in &stage.standing {
        if let Some(person) = drilled.person(standing.seq) {
            lines.push(fight::board(texts, person, standing));
        }
    }
    if stage.report.is_some() {
        lines.push(fight::ending(texts, &told));
        lines.extend(fight::story(texts, &told));
    }
    if let Some(question) = &stage.question {
        lines.push(asked(texts, &drilled, question));
    }
    Ok(lines)
}

fn asked(texts: Texts, drilled: &Drilled, question: &Question) -> String {
    let options: Vec<&str> = question.options.iter().map(|act| act.name()).collect();
    let code = if question.reaction {
        "drill-asks-reaction"
    } else {
        "drill-asks-action"
    };
    texts
        .say(code)
        .with("tick", question.tick)
        .with("who", drilled.name(question.who))
        .with("on", drilled.name(question.on))
        .with("distance", question.distance)
        .with("options", format!("{}, wait, profile", options.join(", ")))
        .to_string()
}

fn as_json(drill: &Drill, stage: &Stage) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for entry in &stage.log {
        lines.push(serde_json::to_string(entry)?);
    }
    let side = |seq: Seq| match drill.side(seq) {
        Side::Attackers => "attackers",
        Side::Defenders => "defenders",
    };
    let last: Value = match (&stage.report, &stage.question) {
        (Some(report), _) => json!({
            "result": report.result,
            "losses": report.losses,
            "broken": report.broken,
            "order": report.order,
            "chance": drill.chance()?,
        }),
        (None, Some(question)) => json!({
            "tick": question.tick,
            "asks": { "who": question.who, "side": side(question.who), "on": question.on,
                      "distance": question.distance, "reaction": question.reaction,
                      "options": question.options },
        }),
        (None, None) => json!({ "tick": stage.tick }),
    };
    lines.push(last.to_string());
    Ok(lines)
}

/// Prints lines; whoever reads them may stop early.
fn print(lines: &[String]) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in lines {
        match writeln!(output, "{line}") {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}
