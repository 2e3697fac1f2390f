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
    /// What the changes would come to, where that was asked.
    pub outlook: Vec<UnitOutlook>,
    /// Whether a concession is among what was entered, or would be.
    pub concedes: bool,
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

/// Says what became of a text, or would.
#[must_use]
pub(super) fn answer(
    texts: Texts,
    names: &Language,
    text: &str,
    told: &Told,
    is_weighed: bool,
) -> Answer {
    let mut answer = Answer {
        is_weighed,
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
    answer.summary = summary(texts, told, &answer);
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
        (Outcome::Refused(refused), order) => answer.problems.push(Problem {
            line: told.line.unwrap_or(0),
            column: None,
            length: 0,
            source: match (told.line, order) {
                (None, Some(order)) => printed(order),
                _ => source(),
            },
            text: texts.refusal(&refused.code, &refused.values),
        }),
        (Outcome::Stands, _) | (Outcome::Taken(_) | Outcome::Held, None) => {}
    }
}

fn summary(texts: Texts, told: &Told, answer: &Answer) -> String {
    if let Some(late) = &told.late {
        return texts.refusal(&late.code, &late.values);
    }
    let problems = answer.problems.len();
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
