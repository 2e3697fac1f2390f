//! Texts against a real board: what a line, a changed line and a line that is
//! gone come to. The door and the database are for `host/tests/pad.rs`.

use fieldpost_engine::{
    game::Game,
    ids::SeatId,
    language::print,
    log::{Header, OrderRecord},
    ruleset::RULES_VERSION,
    scenario::{Scenario, shipped},
};

use super::{LineTold, Outcome, Weighed, Written, names, plan, present_text, weigh_plan};

mod together;

/// Seat 0 of Kelsey Ford in its first turn.
struct Table {
    game: Game,
}

impl Table {
    fn new() -> Self {
        let text = shipped("kelsey-ford").expect("it ships");
        let scenario = Scenario::parse(text).expect("it is sound");
        let header = Header::new(scenario, [7; 32], RULES_VERSION);
        let game = Game::new(&header).expect("a game");
        Self { game }
    }

    /// What the pad shows.
    fn pad(&self) -> String {
        let view = self.game.view(SeatId(0)).expect("a seat");
        present_text(&view, &names(&self.game, &view))
    }

    /// The orders that a text comes to, as lines.
    fn comes_to(&self, text: &str, base: Option<&str>) -> Vec<String> {
        let view = self.game.view(SeatId(0)).expect("a seat");
        let names = names(&self.game, &view);
        let plan = plan::plan(&view, &names, &self.written(text, base));
        let steps = plan.steps.iter();
        steps.map(|step| print(&step.order, &names)).collect()
    }

    /// Gives the orders of a message, which must all be taken.
    fn give(&mut self, text: &str) {
        let view = self.game.view(SeatId(0)).expect("a seat");
        let plan = plan::plan(&view, &names(&self.game, &view), &self.written(text, None));
        assert!(plan.faults.is_empty(), "{:?}", plan.faults);
        for step in plan.steps {
            let record = OrderRecord {
                seq: self.game.head() + 1,
                turn: 1,
                seat: Some(SeatId(0)),
                order: step.order,
            };
            self.game.apply(&record).expect("a good order");
        }
    }

    /// A text as somebody wrote it, who is not asked whether they are sure.
    fn written<'a>(&self, text: &'a str, base: Option<&'a str>) -> Written<'a> {
        Written {
            game_id: 1,
            seat: SeatId(0),
            turn: 1,
            text,
            base,
            is_part: false,
            commits: false,
            is_sure: false,
            key: None,
        }
    }

    fn weigh(&self, written: &Written<'_>) -> Weighed {
        let view = self.game.view(SeatId(0)).expect("a seat");
        let names = names(&self.game, &view);
        let plan = plan::plan(&view, &names, written);
        weigh_plan(&self.game, written, &plan)
    }

    /// What becomes of each line.
    fn lines(&self, text: &str, base: Option<&str>) -> Vec<LineTold> {
        self.weigh(&self.written(text, base)).told.lines
    }

    /// The same as the line's number and a letter.
    fn told(&self, text: &str, base: Option<&str>) -> Vec<(u32, char)> {
        let lines = self.lines(text, base).into_iter();
        lines
            .map(|line| (line.line.unwrap_or(0), letter(&line.outcome)))
            .collect()
    }
}

fn letter(outcome: &Outcome) -> char {
    match outcome {
        Outcome::Taken(_) => 't',
        Outcome::Stands => 's',
        Outcome::Unreadable(_) => 'u',
        Outcome::Refused(..) => 'r',
        Outcome::Overtaken(_) => 'o',
        Outcome::Unsure => '?',
        Outcome::Held => 'h',
    }
}

#[test]
fn a_pad_that_nobody_has_changed_comes_to_nothing() {
    let mut table = Table::new();
    table.give(
        "formation Left commander #402 members #601 #402 pace line\n\
         group Scouts #601\n#402 sanction engage winning 60%\n\
         doctrine line_infantry posture explore\ncity #11 build scout x2\n\
         city #11 posting garrison 10,9; formation Left\n\
         requisition scout x2 to #11",
    );
    let pad = table.pad();
    assert!(
        pad.contains("formation Left commander #402 members"),
        "{pad}"
    );
    // The formation's line says it: no line of a member's own does.
    assert!(!pad.contains("attach"), "{pad}");
    assert_eq!(table.comes_to(&pad, Some(&pad)), Vec::<String>::new());
    assert_eq!(table.comes_to(&pad, None), Vec::<String>::new());
    let last = u32::try_from(pad.lines().count()).expect("a few lines");
    let told = table.told(&pad, Some(&pad));
    assert_eq!(told, (1..=last).map(|line| (line, 's')).collect::<Vec<_>>());
}

#[test]
fn every_line_that_is_gone_is_taken_back_and_then_stands_nowhere() {
    let mut table = Table::new();
    table.give(
        "#601 stance derived\n#601 move to 12,7\n#601 posture picket 12,8\n#601 hold\n\
         #601 sanction retire never\n#402 sanction pursue once\n\
         formation Left commander #402 members #402 pace line\n\
         group Scouts #601\ndoctrine line_infantry posture explore\ncity #11 build scout x2\n\
         city #11 posting garrison 10,9\nrequisition scout x2 to #11",
    );
    let pad = table.pad();
    let back = table.comes_to("", Some(&pad));
    assert_eq!(back.len(), pad.lines().count(), "{pad}\n{back:#?}");
    table.give(&back.join("\n"));
    assert_eq!(table.pad(), "");
    // And each of them alone.
    for gone in pad.lines() {
        let rest = pad.replace(&format!("{gone}\n"), "");
        assert_eq!(table.comes_to(&rest, Some(&rest)).len(), 0, "{gone}");
    }
}

#[test]
fn only_what_was_changed_is_entered_whatever_was_ordered_elsewhere() {
    let mut table = Table::new();
    table.give("#601 move to 12,7\n#402 brace; until turn 9");
    let shown = table.pad();
    // Meanwhile, at the panel.
    table.give("#402 clear task\n#601 hold");
    let edited = shown.replace("move to 12,7", "move to 13,7");
    let orders = table.comes_to(&edited, Some(&shown));
    assert_eq!(orders, ["#601 move to 13,7"]);
    // A changed line goes before one about the same that nobody has touched.
    let both = format!("#601 advance\n{}", table.pad());
    assert_eq!(table.comes_to(&both, Some(&table.pad())), ["#601 advance"]);
}

#[test]
fn in_a_message_the_later_of_two_lines_holds() {
    let mut table = Table::new();
    table.give("#601 hold");
    assert_eq!(table.comes_to("#601 hold", None), Vec::<String>::new());
    let twice = table.comes_to("#601 march\n#601 hold", None);
    assert_eq!(twice, ["#601 march", "#601 hold"]);
}

#[test]
fn a_bad_line_takes_no_order_away_and_holds_the_commit_back() {
    let mut table = Table::new();
    table.give("#601 move to 12,7\n#402 brace; until turn 9");
    let shown = table.pad();
    let edited = shown
        .replace("#601 move to 12,7", "#601 mvoe to 13,7")
        .replace("#402 brace; until turn 9\n", "#402 march\ncommit\n");
    let told = table.told(&edited, Some(&shown));
    let places: Vec<(&str, u32)> = edited.lines().zip(1..).collect();
    let at = |text: &str| {
        places
            .iter()
            .find(|(line, _)| *line == text)
            .expect("a line")
            .1
    };
    for (line, letter) in [
        ("#601 mvoe to 13,7", 'u'),
        ("#402 march", 't'),
        ("commit", 'h'),
    ] {
        assert!(told.contains(&(at(line), letter)), "{line}: {told:?}");
    }
    // Both tasks stay: one line is mistyped, the other gone.
    assert_eq!(told.iter().filter(|told| **told == (0, 'h')).count(), 2);
    // A refusal holds a commit back as well, and all or nothing all of it.
    assert_eq!(
        table.told("#601 move to 99,9\ncommit", None),
        [(1, 'r'), (2, 'h')]
    );
    let strict = table.told("all or nothing\n#402 march\n#601 mvoe", None);
    assert_eq!(strict, [(2, 'h'), (3, 'u')]);
}

#[test]
fn a_formation_that_is_founded_again_is_changed_to_what_the_line_says() {
    let mut table = Table::new();
    table.give("formation Left commander #402 members #601 pace line");
    let shown = table.pad();
    let founded = "formation Left commander #402 members #601 pace line";
    let changed = "formation Left commander #601 members #402 pace column";
    assert!(shown.contains(founded), "{shown}");
    let orders = table.comes_to(&shown.replace(founded, changed), Some(&shown));
    assert_eq!(
        orders,
        ["formation Left commander #601 add #402 remove #601 pace column"]
    );
    // Renamed, it is ended first: a unit commands one formation.
    let renamed = shown.replace("Left", "Right");
    let orders = table.comes_to(&renamed, Some(&shown));
    assert_eq!(orders[0], "formation Left disband");
    let told = table.told(&renamed, Some(&shown));
    let taken: Vec<_> = told.iter().filter(|told| told.1 != 's').collect();
    assert!(matches!(taken[..], [(0, 't'), (1.., 't')]), "{told:?}");
}

#[test]
fn a_text_that_comes_back_knows_what_was_entered_of_it() {
    let mut table = Table::new();
    let shown = table.pad();
    let text = format!("{shown}#402 march\n#402 mvoe\n");
    table.give("#402 march");
    // Ordered elsewhere, and never seen by who writes.
    table.give("#104 sanction pursue once");
    let view = table.game.view(SeatId(0)).expect("a seat");
    let base = super::rebase(&view, &names(&table.game, &view), &text, &shown);
    assert!(base.contains("#402 march\n"), "{base}");
    assert!(!base.contains("pursue"), "{base}");
    // The line that had been entered is taken out again: it is taken back.
    let orders = table.comes_to(&shown, Some(&base));
    assert_eq!(orders, ["#402 stance derived"]);
}

#[test]
fn a_line_that_stood_before_a_change_does_not_undo_it_when_the_text_comes_back() {
    let mut table = Table::new();
    let shown = table.pad();
    assert!(shown.contains("#670 hold\n"), "{shown}");
    let text = format!("{shown}#670 advance\n#601 mvoe\n");
    assert_eq!(table.comes_to(&text, Some(&shown)), ["#670 advance"]);
    table.give("#670 advance");
    let view = table.game.view(SeatId(0)).expect("a seat");
    let base = super::rebase(&view, &names(&table.game, &view), &text, &shown);
    let mended = text.replace("mvoe", "hold");
    assert_eq!(table.comes_to(&mended, Some(&base)), ["#601 hold"]);
    // Take out the later one, and the earlier one is what is meant.
    let earlier = mended.replace("#670 advance\n", "");
    let orders = table.comes_to(&earlier, Some(&base));
    assert_eq!(orders, ["#670 hold", "#601 hold"]);
}

#[test]
fn what_looks_like_a_signature_in_a_pad_takes_nothing_back() {
    let table = Table::new();
    let shown = table.pad();
    let cut = format!("#601 hold\n-- \n{shown}");
    assert_eq!(table.comes_to(&cut, Some(&shown)), ["#601 hold"]);
    let told = table.told(&cut, Some(&shown));
    assert!(told.contains(&(0, 'h')), "{told:?}");
    // In a message it ends the message.
    assert_eq!(table.told("#601 hold\n-- \nAda", None), [(1, 't')]);
}
