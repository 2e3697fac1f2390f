//! What the order language says to its writers: chances with their sign, names by a
//! word of them, the cause and the cure where something else is wrong than a slip of the
//! finger, and nothing at all to a mail that is only quoted.

use fieldpost_engine::language::{Code, Fault, parse, print};

#[path = "support/known.rs"]
mod known;

use known::names;

/// The one fault of a text.
fn fault(text: &str) -> Fault {
    let parsed = parse(text, &names());
    let faults: Vec<&Fault> = parsed.faults().collect();
    match &faults[..] {
        [fault] => (*fault).clone(),
        _ => panic!("{text:?}: {parsed:#?}"),
    }
}

/// All these lines are the same order.
fn same(texts: &[&str]) {
    let names = names();
    let read = |text: &str| {
        let parsed = parse(text, &names);
        let orders: Vec<_> = parsed.orders().map(|(_, order)| order.clone()).collect();
        assert_eq!(orders.len(), 1, "{text:?}: {parsed:#?}");
        orders
    };
    for text in texts {
        assert_eq!(read(text), read(texts[0]), "{text:?}");
    }
}

#[test]
fn a_chance_is_said_in_per_cent_and_printed_so() {
    for (text, printed) in [
        (
            "#601 engage winning 60%",
            "#601 sanction engage winning 60%",
        ),
        (
            "#601 engage winning 34.5 %",
            "#601 sanction engage winning 34.5%",
        ),
        (
            "#601 engage winning 0,5%",
            "#601 sanction engage winning 0.5%",
        ),
        (
            "#601 engage winning 100%",
            "#601 sanction engage winning 100%",
        ),
        (
            "#402 attack 15,9; if win chance >= 60% then brace",
            "#402 attack 15,9; if win chance >= 60% then brace",
        ),
    ] {
        let names = names();
        let parsed = parse(text, &names);
        let (_, order) = parsed
            .orders()
            .next()
            .unwrap_or_else(|| panic!("{text}: {parsed:#?}"));
        assert_eq!(print(order, &names), printed);
    }
    // Without its sign it may be either of two: asked, not guessed.
    for (text, meant) in [
        ("#601 engage winning 60", vec!["60%"]),
        ("#601 engage winning 600", vec!["60%"]),
        (
            "#402 attack 15,9; if win chance >= 605 then brace",
            vec!["60.5%"],
        ),
        ("#601 engage winning 5000", vec![]),
    ] {
        let fault = fault(text);
        assert_eq!(
            (fault.code, fault.among),
            (
                Code::WantsPercent,
                meant.into_iter().map(String::from).collect()
            ),
            "{text}"
        );
    }
    assert_eq!(
        fault("#601 engage winning 70000%").code,
        Code::NumberTooLarge
    );
}

#[test]
fn what_people_write_first_is_answered_with_its_cause() {
    for (text, code, among, meant) in [
        ("#601 #402 move to 15,9", Code::OneUnit, "#601 #402", None),
        ("#601, #402 move to 15,9", Code::OneUnit, "#601 #402", None),
        ("#601 and 3rd Foot hold", Code::OneUnit, "#601 #402", None),
        ("move Lancers to 15,9", Code::UnitFirst, "#601 move", None),
        ("attack 15,9", Code::UnitFirst, "", None),
        ("go to 15,9", Code::UnitFirst, "", None),
        ("all move to 15,9", Code::NotAll, "", None),
        ("everybody hold", Code::NotAll, "", None),
        ("cavalry move to 15,9", Code::UnknownUnit, "", None),
        ("north", Code::Direction, "", None),
        ("#601 north", Code::Direction, "", None),
        ("#601 move north", Code::Direction, "", None),
        ("#601 move to north", Code::Direction, "", None),
        ("#601 go to 15,9", Code::Unexpected, "", Some("move")),
        ("#601 retreat", Code::Unexpected, "", Some("withdraw")),
        ("#601 capture Ostry", Code::Unexpected, "", Some("seize")),
    ] {
        let fault = fault(text);
        let told = (fault.code, fault.among.join(" "), fault.meant.as_deref());
        assert_eq!(told, (code, among.to_owned(), meant), "{text}");
    }
}

#[test]
fn a_unit_is_found_by_a_further_word_of_its_name_if_only_one_has_it() {
    same(&["#601 hold", "Lancers hold", "lanc hold", "\"Lancers\" hold"]);
    assert_eq!(fault("Dragoons hold").code, Code::UnknownUnit);
}

/// An answer by a program that marks no line of what it quotes.
#[test]
fn nothing_is_ordered_by_a_mail_that_is_quoted() {
    for quoted in [
        "Fra: Fieldpost <fieldpost@example.org>\nSendt: 1. december 2026\nTil: Ada\nEmne: Turn 3",
        "-----Original Message-----",
        "________________________________",
        "On Tuesday Fieldpost <fieldpost@example.org> wrote:",
    ] {
        let text = format!("#601 march\n\n{quoted}\n\n#402 march\ncommit\nconcede\n");
        let parsed = parse(&text, &names());
        assert_eq!(
            parsed.orders().map(|(line, _)| line).collect::<Vec<_>>(),
            [1],
            "{quoted}"
        );
        assert_eq!(parsed.signature, Some(3), "{quoted}");
        assert_eq!(parsed.faults().count(), 0, "{quoted}");
    }
}
