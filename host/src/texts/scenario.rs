//! The words for what is wrong with a scenario: codes and values of the engine's
//! faults as sentences. Pages and the command line say the same. It checks nothing.

use fieldpost_engine::scenario::{Flaw, ScenarioFault};

use super::Texts;

impl Texts {
    /// What is wrong and what to do, without the place.
    #[must_use]
    pub fn scenario_fault(&self, fault: &ScenarioFault) -> String {
        match &fault.flaw {
            Flaw::Order(refusal) => self.refusal(refusal.code(), &refusal.values()),
            flaw => {
                let code = format!("scenario-fault-{}", flaw.code());
                self.filled(&code, &flaw.values())
            }
        }
    }

    /// Where it is: the path in the file, and the number of what stands there, if it
    /// has one. Empty for the file as a whole.
    #[must_use]
    pub fn scenario_place(&self, fault: &ScenarioFault) -> String {
        match fault.number {
            Some(number) => self
                .say("scenario-fault-place")
                .with("path", &fault.path)
                .with("number", number.0.to_string())
                .to_string(),
            None => fault.path.clone(),
        }
    }

    /// Place and words in one line.
    #[must_use]
    pub fn scenario_fault_with_place(&self, fault: &ScenarioFault) -> String {
        let text = self.scenario_fault(fault);
        let place = self.scenario_place(fault);
        if place.is_empty() {
            text
        } else {
            format!("{place}: {text}")
        }
    }
}

#[cfg(test)]
mod tests {
    use fieldpost_engine::scenario::{Flaw, Kind, Scenario};

    use super::Texts;

    #[test]
    fn every_code_has_a_text_that_says_what_to_do() {
        let texts = Texts::english();
        for code in Flaw::CODES {
            let full = format!("scenario-fault-{code}");
            assert!(texts.has(&full), "no text for {full}");
            let text = texts.t(&full);
            // What is wrong, and then what to do: two sentences at least.
            assert!(text.trim_end_matches('.').contains(". "), "{full}: {text}");
            assert!(text.ends_with('.'), "{full}: {text}");
        }
    }

    #[test]
    fn every_kind_of_thing_has_words() {
        let texts = Texts::english();
        let found = [
            Kind::Text,
            Kind::Number,
            Kind::Fraction,
            Kind::YesOrNo,
            Kind::List,
            Kind::Object,
            Kind::Nothing,
            Kind::Other,
        ];
        let expected = [
            Kind::Text,
            Kind::Number,
            Kind::YesOrNo,
            Kind::List,
            Kind::Tile,
            Kind::Object,
            Kind::Word,
            Kind::Posture,
            Kind::Action,
            Kind::Station,
            Kind::Cargo,
        ];
        let say = |found, expected| {
            let flaw = Flaw::WrongType { found, expected };
            texts.filled("scenario-fault-wrong-type", &flaw.values())
        };
        for kind in found {
            let said = say(kind, Kind::Other);
            assert_eq!(
                kind == Kind::Other,
                said.starts_with("Something else"),
                "{said}"
            );
        }
        let other = say(Kind::Text, Kind::Other);
        for kind in expected {
            assert_ne!(say(Kind::Text, kind), other, "{kind}");
        }
    }

    /// Each fault as its people read it.
    #[test]
    fn faults_read_as_sentences_with_their_place() {
        let text = r#"{
            "format": "fieldpost-scenario/1", "name": "", "ruleset": "standard/1",
            "map": {"width": 8, "height": 8, "wrap_x": 1, "terrain": [
                "r.......", "........", "........", "........",
                "........", "........", "........", "......."]},
            "seats": [{"name": "Red"}, {"name": "Red"}],
            "sites": [{"kind": "city", "at": [0, 0], "output": 1, "seq": 1}],
            "units": [
                {"class": "scout", "owner": 0, "at": [1, 1], "seq": 2, "posture": "Patrol",
                    "stance": "Sleep"},
                {"class": "scuot", "owner": 1, "at": [1, 1], "seq": 3, "strength": "90"},
                {"class": "scout", "owner": 1, "at": [1, 9], "seq": 2,
                    "posture": {"Patrol": {"tiles": [[1, 1]]}}}],
            "options": {"victory": []}
        }"#;
        let faults = Scenario::parse_playable(text).expect_err("it is at fault");
        let texts = Texts::english();
        let told: Vec<String> = faults
            .iter()
            .map(|fault| texts.scenario_fault_with_place(fault))
            .collect();
        assert_eq!(
            told,
            [
                "name: A name has 1 to 80 characters, and this one has 0. Choose another.",
                "map.wrap_x: A number stands here, and true or false belongs here. Write true or false.",
                "map.terrain[7]: The row has 7 tiles and the map is 8 wide. Write one character for each tile.",
                "seats[1].name: seats[0] has the same name. Choose another for one of the two.",
                "sites[0].output (#1): 1 is not within 2 to 6. Write a number in between.",
                "units[0].posture (#2): “Patrol” is none of the words that can stand here. Write one of these: Reserve, Explore; what needs more than a word is an object in braces.",
                "units[0].stance (#2): “Sleep” is none of the words that can stand here. Write one of these: March, Advance, Hold, Entrench.",
                "units[1].strength (#3): Text stands here, and a whole number belongs here. Write it without quotation marks.",
                "units[1].class (#3): The ruleset has no class “scuot”. Write one of these: scout, light_horse, heavy_horse, light_infantry, line_infantry, guard_infantry, militia, pioneers, field_gun, siege_gun, wagon, transport, frigate.",
                "units[1].at (#3): units[0] (#2) of another side stands on 1,1 too. Move one of them.",
                "units[2].posture (#2): A patrol goes round two to eight tiles, and this one has 1. Add some or take some out.",
                "units[2].at (#2): The tile 1,9 is off a map of 8 × 8 tiles, which are counted from 0. Choose one that is on it.",
                "units[2].seq (#2): #2 is the number of units[0] already. Give each unit and site a number of its own.",
                "options.victory: The list of ways of winning is empty. Write at least one, or leave the list out and the last side standing wins.",
            ]
        );
    }
}
