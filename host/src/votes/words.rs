//! What is asked, in words, for pages and letters.

use super::Question;
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
