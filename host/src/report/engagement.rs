//! A fight of a game in sentences: who met whom and how it ended, how it went
//! as far as the seat is told, and what it cost.

use fieldpost_engine::event::{EngagementKind, EngagementResult, Event};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::turn::account::{FightView, Participant};

use super::Line;
use super::fight::{self, Person, Told};
use super::words::{Writer, line, sentence};

impl Writer<'_> {
    /// An engagement with what the seat is told of its course.
    pub(super) fn fight(&self, event: &Event, place: usize, view: Option<&FightView>) -> Line {
        let mut line = self.engagement(event, view);
        line.fight = view.filter(|view| view.course.is_some()).map(|_| place);
        line
    }

    pub(super) fn engagement(&self, event: &Event, view: Option<&FightView>) -> Line {
        let Event::Engagement {
            kind,
            attacker,
            defender,
            at,
            result,
            losses,
        } = event
        else {
            return self.event(event);
        };
        let first = self
            .texts
            .say("report-fight")
            .with("attacker", self.unit_or_unseen(*attacker))
            .with("defender", self.unit_or_unseen(*defender))
            .with("at", at.to_string())
            .with("kind", kind_word(*kind))
            .with("result", result_word(*result));
        let cost = self
            .texts
            .say("report-cost")
            .with("attacker", self.loss(losses.0))
            .with("defender", self.loss(losses.1));
        let mut sentences = vec![sentence(first)];
        if let Some((view, course)) = view.and_then(|view| Some((view, view.course.as_ref()?))) {
            let people = self.people(view);
            let told = Told {
                kind: view.kind,
                result: view.result,
                people: &people,
                log: &course.log,
            };
            sentences.extend(fight::story(self.texts, &told));
        }
        sentences.push(sentence(cost));
        let own = [*attacker, *defender]
            .into_iter()
            .flatten()
            .find(|unit| self.cast.is_own(*unit));
        line(sentences.join(" "), *at, own.or(*defender).or(*attacker))
    }

    /// Who takes part, by the names that the seat has for them.
    pub(super) fn people(&self, view: &FightView) -> Vec<Person> {
        let (mut attackers, mut defenders) = (0, 0);
        let person = |one: &Participant| {
            let (count, side) = if one.attacking {
                (&mut attackers, 'A')
            } else {
                (&mut defenders, 'D')
            };
            *count += 1;
            Person {
                name: self.unit_or_unseen(one.unit),
                short: self.short(one, view),
                letter: format!("{side}{count}"),
                attacking: one.attacking,
            }
        };
        view.participants.iter().map(person).collect()
    }

    /// What to call somebody who has been named: by the own name, or by what it
    /// is, and where the other side has the same, by its part in the fight too.
    fn short(&self, one: &Participant, view: &FightView) -> String {
        let named = |unit: Seq| self.cast.own(unit).filter(|own| !own.name.is_empty());
        if let Some(own) = one.unit.and_then(named) {
            return own.name.clone();
        }
        let Some(class) = &one.class else {
            return self.texts.t("short-unseen");
        };
        let twice = view
            .participants
            .iter()
            .any(|other| other.attacking != one.attacking && other.class.as_ref() == Some(class));
        let code = match (twice, one.attacking) {
            (false, _) => "short-unit",
            (true, true) => "short-attacking",
            (true, false) => "short-defending",
        };
        let phrase = self.texts.say(code).with("class", self.class(class));
        phrase.to_string()
    }
}

fn kind_word(kind: EngagementKind) -> &'static str {
    match kind {
        EngagementKind::Assault => "assault",
        EngagementKind::Bombardment => "bombardment",
        EngagementKind::Reaction => "reaction",
    }
}

fn result_word(result: EngagementResult) -> &'static str {
    match result {
        EngagementResult::AttackerWon => "won",
        EngagementResult::DefenderWon => "lost",
        EngagementResult::StandOff => "even",
    }
}
