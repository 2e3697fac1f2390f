//! The words for order lines that cannot be read: codes and values of the
//! engine's faults as sentences. Pages, mails and the command line say the same.
//! It reads no line itself.

use fieldpost_engine::language::{Code, Expected, Fault};

use super::{Phrase, Texts};

impl Texts {
    /// What is wrong with a line and what to write instead, without its place.
    #[must_use]
    pub fn fault(&self, fault: &Fault) -> String {
        let expected: Vec<String> = fault
            .expected
            .iter()
            .map(|one| self.expected(*one))
            .collect();
        let filled = |phrase: Phrase<'static>, name: &'static str, value: &str| {
            // Fluent has no way to ask whether a string is empty.
            phrase.with(name, if value.is_empty() { "blank" } else { value })
        };
        // To write nothing more is no word to choose.
        let code = match (fault.code, fault.expected.as_slice()) {
            (Code::Unexpected, [Expected::End]) => "order-nothing-more",
            (code, _) => code.as_str(),
        };
        let mut phrase = self.say(code);
        phrase = filled(phrase, "found", &fault.found);
        phrase = filled(phrase, "expected", &expected.join(", "));
        phrase = filled(phrase, "meant", fault.meant.as_deref().unwrap_or_default());
        phrase = filled(phrase, "among", &fault.among.join(", "));
        phrase.to_string()
    }

    /// The same with line and column before it, in one line.
    #[must_use]
    pub fn fault_with_place(&self, fault: &Fault) -> String {
        self.say("order-fault-at")
            .with("line", fault.line)
            .with("column", fault.column)
            .with("text", self.fault(fault))
            .to_string()
    }

    /// What could have stood at a place: a word as it is, a kind of thing in words.
    fn expected(&self, expected: Expected) -> String {
        let code = match expected {
            Expected::Word(word) => return word.to_owned(),
            Expected::Unit => "language-kind-unit",
            Expected::Tile => "language-kind-tile",
            Expected::Site => "language-kind-site",
            Expected::Class => "language-kind-class",
            Expected::Number => "language-kind-number",
            Expected::Percent => "language-kind-percent",
            Expected::Name => "language-kind-name",
            Expected::End => "language-kind-end",
        };
        self.t(code)
    }
}

#[cfg(test)]
mod tests {
    use fieldpost_engine::language::{Code, Expected, Fault};

    use super::Texts;

    fn fault(code: Code) -> Fault {
        Fault {
            line: 3,
            column: 6,
            code,
            found: "mvoe".to_owned(),
            expected: vec![Expected::Word("move"), Expected::End],
            meant: Some("move".to_owned()),
            among: vec!["1".to_owned(), "99".to_owned()],
        }
    }

    #[test]
    fn every_code_has_a_text_that_says_what_to_do() {
        let texts = Texts::english();
        for code in Code::ALL {
            assert!(texts.has(code.as_str()), "no text for {}", code.as_str());
            for among in [vec![], vec!["1".to_owned(), "99".to_owned()]] {
                let bare = Fault {
                    among,
                    meant: None,
                    ..fault(*code)
                };
                for fault in [fault(*code), bare] {
                    let text = texts.fault(&fault);
                    assert!(!text.contains(['[', '{', '<']), "{text}");
                    assert!(text.ends_with(['.', '?']), "{text}");
                    // What happened, and then what to do: in a sentence that begins so.
                    let mut sentences = text.split([';', '.', '?']).map(str::trim);
                    let tells = [
                        "Write", "Go on", "Use", "Close", "Make", "Leave", "Shorten", "Send",
                    ];
                    assert!(
                        sentences.any(|s| tells.iter().any(|word| s.starts_with(word))),
                        "{}: {text}",
                        code.as_str()
                    );
                }
            }
        }
    }

    #[test]
    fn every_kind_of_thing_has_words() {
        let texts = Texts::english();
        for kind in Expected::KINDS {
            let said = texts.expected(*kind);
            assert!(!said.contains(['[', '<']), "{said}");
        }
    }

    #[test]
    fn what_is_too_much_is_to_be_left_out() {
        let too_much = Fault {
            found: "now".to_owned(),
            expected: vec![Expected::End],
            meant: None,
            ..fault(Code::Unexpected)
        };
        let told = Texts::english().fault(&too_much);
        assert_eq!(
            told,
            "The order is complete before “now”. Leave out the rest."
        );
    }

    #[test]
    fn a_fault_names_its_place_and_what_was_meant() {
        let told = Texts::english().fault_with_place(&fault(Code::Unexpected));
        assert_eq!(
            told,
            "Line 3, column 6: “mvoe” cannot stand here. Did you mean “move”? \
             Write one of these: move, nothing more."
        );
    }
}
