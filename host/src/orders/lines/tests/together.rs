//! Lines against one another, against what was ordered elsewhere, and against the word
//! of their writer: what is judged of a text as a whole.

use fieldpost_engine::ids::SeatId;

use super::{
    super::{Outcome, Written, names, rebase},
    Table, letter,
};

#[test]
fn lines_are_judged_by_what_they_come_to_together_in_whatever_order() {
    let mut table = Table::new();
    table.give("#402 hold\n#402 attack 15,9");
    let shown = table.pad();
    let (hold, attack) = ("#402 hold\n", "#402 attack 15,9\n");
    assert!(shown.contains(hold) && shown.contains(attack), "{shown}");
    let rest = shown.replace(hold, "").replace(attack, "");
    for new in [
        "#402 march\n#402 move to 14,9\n",
        "#402 move to 14,9\n#402 march\n",
    ] {
        let text = format!("{rest}{new}commit\n");
        let told = table.told(&text, Some(&shown));
        assert!(
            told.iter().all(|(_, letter)| matches!(letter, 't' | 's')),
            "{new}: {told:?}"
        );
    }
}

#[test]
fn of_two_lines_that_cannot_both_hold_neither_does_and_each_names_the_other() {
    let table = Table::new();
    let letters = table.told("#402 march\n#670 advance\n#402 attack 15,9\ncommit", None);
    assert_eq!(letters, [(1, 'r'), (2, 't'), (3, 'r'), (4, 'h')]);
    let against = |text: &str, base: Option<&str>| {
        let lines = table.lines(text, base).into_iter();
        let refused = lines.filter_map(|line| match line.outcome {
            Outcome::Refused(refused, with) => Some((line.line?, refused.code, with)),
            _ => None,
        });
        refused.collect::<Vec<_>>()
    };
    let code = || "march-with-attack".to_owned();
    for text in [
        "#402 march\n#402 attack 15,9",
        "#402 attack 15,9\n#402 march",
    ] {
        let both = [(1, code(), Some(2)), (2, code(), Some(1))];
        assert_eq!(against(text, None), both, "{text}");
    }
    // Of two about one thing the later one holds: there is no contradiction.
    assert_eq!(against("#402 march\n#402 hold\n#402 attack 15,9", None), []);
    // What is wrong by itself names no other line.
    let alone = against("#402 move to 99,9\n#402 hold", None);
    assert_eq!(alone, [(1, "off-map".to_owned(), None)]);
}

#[test]
fn a_line_names_the_one_that_stands_against_it_untouched() {
    let mut table = Table::new();
    table.give("#402 hold\n#402 attack 15,9");
    let shown = table.pad();
    let attack = 1 + shown
        .lines()
        .position(|line| line == "#402 attack 15,9")
        .expect("a line");
    let text = shown.replace("#402 hold", "#402 march");
    let lines = table.lines(&text, Some(&shown)).into_iter();
    let with = lines.filter_map(|line| match line.outcome {
        Outcome::Refused(_, with) => Some(with),
        _ => None,
    });
    assert_eq!(with.collect::<Vec<_>>(), [u32::try_from(attack).ok()]);
}

#[test]
fn what_was_changed_elsewhere_is_neither_taken_back_nor_replaced_without_a_word() {
    let mut table = Table::new();
    table.give("#601 move to 12,7\n#402 brace; until turn 9");
    let shown = table.pad();
    // In another window: one task is another, one is gone, one is new.
    table.give("#601 move to 14,9\n#402 clear task\n#104 move to 13,9");
    let outcome = |text: &str| table.told(text, Some(&shown));
    let line = |text: &str| {
        1 + text
            .lines()
            .position(|line| line.starts_with("#601 move"))
            .expect("a line")
    };
    // Taken out here: not taken back.
    let out = shown.replace("#601 move to 12,7\n", "");
    assert!(outcome(&out).contains(&(0, 'o')), "{:?}", outcome(&out));
    // Changed here as well: not replaced. The commit waits.
    let changed = shown.replace("12,7", "11,7") + "commit\n";
    let at = u32::try_from(line(&changed)).expect("a number");
    let last = u32::try_from(changed.lines().count()).expect("a number");
    let told = outcome(&changed);
    assert!(
        told.contains(&(at, 'o')) && told.contains(&(last, 'h')),
        "{told:?}"
    );
    // Given here as well as there.
    let given = format!("{shown}#104 move to 12,9\n");
    assert!(
        outcome(&given).iter().any(|told| told.1 == 'o'),
        "{:?}",
        outcome(&given)
    );
    // The same in both: nothing to say. Untouched here: left alone.
    for text in [shown.replace("12,7", "14,9"), shown.clone()] {
        let told = outcome(&text);
        assert!(told.iter().all(|told| told.1 == 's'), "{told:?}");
    }
    // All of it that is left alone is told.
    let elsewhere = table
        .weigh(&table.written(&shown, Some(&shown)))
        .told
        .elsewhere;
    assert_eq!(elsewhere.len(), 3, "{elsewhere:?}");
    // Sent again by who has seen it, it takes its place.
    let view = table.game.view(SeatId(0)).expect("a seat");
    let base = rebase(&view, &names(&table.game, &view), &changed, &shown);
    let told = table.told(&changed, Some(&base));
    assert!(
        told.contains(&(at, 't')) && told.contains(&(last, 't')),
        "{told:?}"
    );
    let base = rebase(&view, &names(&table.game, &view), &out, &shown);
    assert_eq!(table.comes_to(&out, Some(&base)), ["#601 clear task"]);
}

#[test]
fn what_can_never_be_taken_back_waits_for_a_word_and_for_every_other_line() {
    let table = Table::new();
    let told = |text: &str, is_sure: bool| {
        let written = Written {
            is_sure,
            ..table.written(text, None)
        };
        table
            .weigh(&written)
            .told
            .lines
            .into_iter()
            .map(|line| letter(&line.outcome))
            .collect::<String>()
    };
    // A text alone never says that its writer is sure.
    assert_eq!(told("#601 hold\nconcede\ncommit", false), "t?h");
    assert_eq!(told("#601 hold\nconcede\ncommit", true), "ttt");
    // Beside a line that cannot be read or is refused it is not entered at all.
    for bad in ["#601 hodl", "#601 move to 99,9"] {
        let letters = told(&format!("{bad}\nconcede"), true);
        assert!(letters.ends_with('h'), "{bad}: {letters}");
        assert!(
            told(&format!("{bad}\nconcede"), false).ends_with('?'),
            "{bad}"
        );
    }
    assert_eq!(told("all or nothing\n#601 hold\nconcede", false), "h?");
}
