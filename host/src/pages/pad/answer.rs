//! What is said of a text: line by line what is wrong with it, what was entered,
//! what stays. The same for a text that was sent and for one that is being typed.

use fieldpost_engine::{
    language::{Names as Language, print},
    order::Order,
};

use crate::{
    orders::lines::{LineTold, Outcome, Told},
    pages::outlook::UnitOutlook,
    texts::Texts,
};

/// What a page says of a text.
#[derive(Debug, Default)]
pub struct Answer {
    /// All of it in a sentence or two.
    pub summary: String,
    /// Lines that want mending, from top to bottom.
    pub problems: Vec<Problem>,
    /// What was entered, or would be, as lines.
    pub changes: Vec<String>,
    /// What was left undone on account of the problems, as lines.
    pub held: Vec<String>,
    /// What was ordered elsewhere since the page was opened, as lines.
    pub elsewhere: Vec<String>,
    /// What the changes would come to, where that was asked.
    pub outlook: Vec<UnitOutlook>,
    /// Whether a concession is among what was entered.
    pub concedes: bool,
    /// Whether its writer is asked if they are sure to concede.
    pub asks: bool,
    /// Whether the turn closed before any of it came in.
    pub is_late: bool,
    /// Whether this is only what would become of the text.
    pub is_weighed: bool,
}

/// A line that wants mending.
#[derive(Debug)]
pub struct Problem {
    /// Counted from 1.
    pub line: u32,
    /// Where in the line, counted from 1; nothing where it is about all of it.
    pub column: Option<u32>,
    /// How many characters the fault is long.
    pub length: usize,
    /// The line as it was typed.
    pub source: String,
    /// What is wrong and what to do.
    pub text: String,
}

/// Says what became of a text, with the turn that is open now; or with none, what would.
#[must_use]
pub(super) fn answer(
    texts: Texts,
    names: &Language,
    text: &str,
    told: &Told,
    now: Option<u32>,
) -> Answer {
    let mut answer = Answer {
        is_weighed: now.is_none(),
        ..Answer::default()
    };
    if told.late.is_none() {
        for line in &told.lines {
            sort(texts, names, text, line, &mut answer);
        }
        answer.problems.extend(told.cut_at.map(|line| Problem {
            line,
            column: None,
            length: 0,
            source: source(text, line),
            text: texts.t("pad-cut"),
        }));
    }
    let elsewhere = told.elsewhere.iter();
    answer.elsewhere = elsewhere.map(|order| print(order, names)).collect();
    answer.is_late = told.late.is_some();
    answer.asks = told.late.is_none() && told.asks();
    answer.summary = summary(texts, told, &answer, now);
    answer
}

fn sort(texts: Texts, names: &Language, text: &str, told: &LineTold, answer: &mut Answer) {
    let printed = |order: &Order| print(order, names);
    let source = || source(text, told.line.unwrap_or(0));
    match (&told.outcome, &told.order) {
        (Outcome::Taken(_), Some(order)) => {
            answer.concedes |= matches!(order, Order::Concede {});
            answer.changes.push(printed(order));
        }
        (Outcome::Held, Some(order)) => answer.held.push(printed(order)),
        (Outcome::Unreadable(fault), _) => answer.problems.push(Problem {
            line: fault.line,
            column: Some(fault.column),
            length: fault.found.chars().count(),
            source: source(),
            text: texts.fault(fault),
        }),
        (Outcome::Refused(refused, with), order) => {
            let mut text = texts.refusal(&refused.code, &refused.values);
            if let Some(with) = with {
                let with = texts.say("pad-against").with("line", *with);
                text = format!("{text} {with}");
            }
            let source = match (told.line, order) {
                (None, Some(order)) => printed(order),
                _ => source(),
            };
            answer.problems.push(problem(told.line, source, text));
        }
        (Outcome::Overtaken(now), Some(order)) => {
            let code = match (told.line, now) {
                (Some(_), Some(_)) => "pad-overtaken",
                (Some(_), None) => "pad-overtaken-gone",
                (None, _) => "pad-overtaken-out",
            };
            let now = now.as_ref().map_or_else(|| "blank".to_owned(), printed);
            let text = texts.say(code).with("now", now).to_string();
            let source = told.line.map_or_else(|| printed(order), |_| source());
            answer.problems.push(problem(told.line, source, text));
        }
        (Outcome::Unsure | Outcome::Stands, _)
        | (Outcome::Taken(_) | Outcome::Held | Outcome::Overtaken(_), None) => {}
    }
}

/// A problem of a line as a whole; with no line, of one that is gone.
fn problem(line: Option<u32>, source: String, text: String) -> Problem {
    Problem {
        line: line.unwrap_or(0),
        column: None,
        length: 0,
        source,
        text,
    }
}

fn summary(texts: Texts, told: &Told, answer: &Answer, now: Option<u32>) -> String {
    if let Some(late) = &told.late {
        let code = late.code.as_str();
        return match (code, late.values.first(), now) {
            ("phase-closed", Some((_, turn)), Some(now)) => texts
                .say("pad-late-open")
                .with("turn", turn)
                .with("now", now)
                .to_string(),
            _ => texts.refusal(code, &late.values),
        };
    }
    let problems = answer.problems.len();
    if answer.asks && problems + told.entered() + told.taken_back() == 0 {
        // The question says it all.
        return String::new();
    }
    if told.is_nothing {
        let nothing = texts.say("pad-nothing").with("count", problems);
        return nothing.to_string();
    }
    let code = if answer.is_weighed {
        "pad-would"
    } else {
        "pad-did"
    };
    let did = texts
        .say(code)
        .with("entered", told.entered())
        .with("back", told.taken_back());
    let mut summary = did.to_string();
    if problems > 0 {
        let mend = texts.say("pad-mend").with("count", problems).to_string();
        summary = format!("{summary} {mend}");
    }
    summary
}

/// A line of a text, whichever way its lines end.
fn source(text: &str, line: u32) -> String {
    let index = usize::try_from(line).unwrap_or(usize::MAX).checked_sub(1);
    let mut lines = fieldpost_engine::language::lines(text);
    let found = index.and_then(|index| lines.nth(index)).unwrap_or_default();
    found.trim().chars().take(200).collect()
}
