//! What is asked, in words, for pages and letters.

use super::{Question, Vote};
use crate::texts::{self, Texts};

/// The question. `names` are the seats', by index.
#[must_use]
pub fn question(texts: Texts, question: &Question, names: &[String]) -> String {
    let seat = |index: u8| names.get(usize::from(index)).map_or("", String::as_str);
    match question {
        Question::Substitute(about) => {
            let phrase = texts.say("vote-substitute");
            phrase.with("seat", seat(*about)).to_string()
        }
        Question::Standby(about) => {
            let phrase = texts.say("vote-standby");
            phrase.with("seat", seat(*about)).to_string()
        }
        Question::Deadline(rule) => {
            let phrase = texts.say("vote-deadline");
            phrase.with("rule", texts::rule(texts, rule)).to_string()
        }
        Question::Adjourn => texts.t("vote-adjourn"),
    }
}

/// How a vote ended; nothing while it is open.
#[must_use]
pub fn decided(texts: Texts, vote: &Vote, names: &[String]) -> Option<String> {
    let outcome = vote.outcome.as_deref()?;
    let (in_favour, eligible) = vote.count.unwrap_or_default();
    let code = match outcome {
        "passed" if vote.is_automatic => "vote-passed-by-rule",
        "passed" => "vote-passed",
        "lapsed" => "vote-lapsed",
        _ => "vote-failed",
    };
    let question = self::question(texts, &vote.question, names);
    let phrase = texts
        .say(code)
        .with("question", question)
        .with("turn", vote.turn)
        .with("yes", in_favour)
        .with("of", eligible);
    Some(phrase.to_string())
}
