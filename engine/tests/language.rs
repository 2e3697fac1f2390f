//! The order language by examples: what people really write is read as they mean
//! it, and what cannot be read is told.

use fieldpost_engine::language::{Code, Fault, LINE_MOST, MESSAGE_MOST, parse};
use fieldpost_engine::log::order_to_value;
use fieldpost_engine::order::Order;
use serde_json::{Value, json};

#[path = "support/known.rs"]
mod known;

use known::names;

/// The one order of a text.
fn read(text: &str) -> Value {
    let parsed = parse(text, &names());
    let orders: Vec<&Order> = parsed.orders().map(|(_, order)| order).collect();
    match (&orders[..], parsed.faults().next()) {
        ([order], None) => order_to_value(order),
        _ => panic!("{text:?}: {parsed:#?}"),
    }
}

/// The one fault of a text.
fn fault(text: &str) -> Fault {
    let parsed = parse(text, &names());
    let faults: Vec<&Fault> = parsed.faults().collect();
    match &faults[..] {
        [fault] => (*fault).clone(),
        _ => panic!("{text:?}: {parsed:#?}"),
    }
}

fn same(texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text), read(texts[0]), "{text:?}");
    }
}

#[test]
fn every_form_of_the_language_is_read() {
    for (text, kind) in [
        ("#601 march", "SetStance"),
        ("#601 stance derived", "SetStance"),
        (
            "#601 move to 15,9; if enemy at 15,9 then halt at 14,9",
            "SetTask",
        ),
        (
            "#402 move to 15,9 via 13,9 14,9; if not held 15,9 by us then brace",
            "SetTask",
        ),
        (
            "#644 attack 15,9; if enemy at 15,9 >= 2 then halt at 16,10; until turn 44",
            "SetTask",
        ),
        ("#117 hold", "SetStance"),
        ("#670 posture picket 12,14", "SetPosture"),
        ("#670 sanction engage winning 60%", "SetSanction"),
        ("#212 board #300", "SetTask"),
        ("#300 unload #212 at 20,4", "SetTask"),
        ("#17  build depot", "SetTask"),
        ("\"3rd Foot\" move to 12,3", "SetTask"),
        (
            "city Vell build line_infantry, field_gun x2",
            "SetProduction",
        ),
        ("city Vell posting garrison 10,9", "SetPosting"),
        (
            "doctrine line_infantry posture garrison here; engage winning 60%",
            "SetDoctrine",
        ),
        (
            "formation Left commander #402 members #601 #104 pace line",
            "CreateFormation",
        ),
        ("formation Left add #212", "EditFormation"),
        ("formation Left disband", "DisbandFormation"),
        ("#601 posture attach Left", "SetPosture"),
        ("group Scouts #601 #231", "SetGroup"),
        ("#300 consignment Vell to Ostry", "SetConsignment"),
        ("requisition field_gun x2 to Vell", "SetRequisition"),
        ("commit", "CommitOrders"),
        ("revoke", "RevokeCommit"),
        ("concede", "Concede"),
        ("offer draw", "OfferDraw"),
        ("withdraw draw", "WithdrawDraw"),
    ] {
        if text.starts_with("\"3rd Foot\"") {
            assert_eq!(read(text)["unit"], 402);
        }
        assert_eq!(read(text)["kind"], kind, "{text}");
    }
}

#[test]
fn a_task_is_read_to_its_record() {
    assert_eq!(
        read(
            "#402 move to 15,9 via 13,9 14,9; if not (enemy at 15,9 >= 2 or strength below 40) and \
             supplied then attack #644; until after 3 turns; cautious; stance march; \
             fallback picket 12,14"
        ),
        json!({ "kind": "SetTask", "unit": 402, "task": {
            "do": { "MoveTo": [15, 9] }, "via": [[13, 9], [14, 9]],
            "when": [{ "if": { "All": [
                { "Not": { "Any": [
                    { "EnemyAt": { "tile": [15, 9], "n": 2 } }, { "StrengthBelow": 40 } ] } },
                "Supplied" ] },
                "then": { "Attack": { "unit": 644 } } }],
            "until": { "Turns": 3 }, "cautious": true, "stance": "March",
            "fallback": { "Picket": { "tile": [12, 14] } } } })
    );
}

#[test]
fn names_stand_for_their_things() {
    same(&[
        "#402 hold",
        "\"3rd Foot\" hold",
        "3rd Foot hold",
        "3RD FOOT HOLD",
        "“3rd Foot” hold",
        "‘3rd foot’ hold",
        "3rd F hold",
        "unit #402 hold",
        "№402 hold",
    ]);
    same(&[
        "#601 move to 10,9",
        "Meridian move to Vell",
        "Lancers move 10,9"
            .replace("Lancers", "meridian lancers")
            .as_str(),
    ]);
    same(&[
        "#104 march",
        "\"St. Mary's Own\" march",
        "\"st. mary’s own\" march",
    ]);
    same(&[
        "#601 move to 11,8",
        "#601 move to Vell Heights",
        "#601 move to vell h",
    ]);
    same(&["#601 seize #16", "#601 seize 3,3"]);
    same(&[
        "#300 consignment #12 to #13",
        "#300 consignment Vell to Ostry",
        "#300 consignment from vell to ost",
    ]);
    same(&[
        "#601 attach \"Left Wing\"",
        "#601 posture attach left wing",
        "#601 attach to LEFT WING",
    ]);
    same(&[
        "city Vell build line_infantry x2",
        "city vell build line infantry 2",
        "city vell build Line-Infantry, line_infantry",
    ]);
    assert_eq!(
        read("#601 attach left")["posture"]["Attach"]["formation"],
        "Left"
    );
    assert_eq!(
        read("#601 attach \"left\"")["posture"]["Attach"]["formation"],
        "left"
    );
    assert_eq!(
        read("#601 attach Right")["posture"]["Attach"]["formation"],
        "Right"
    );
}

#[test]
fn what_people_and_their_programs_write_is_read() {
    same(&[
        "#601 move to 15,9",
        "#601 move 15,9",
        "#601\u{a0}move\u{2003}to\u{202f}15,9",
        "\u{feff}#601 MOVE To 15,9.",
        "#601 move to 15, 9;",
        "#601 move to 15 , 9",
        "#601 move to 15.9",
        "#601 move to (15,9)",
        "#601 move to [15,9]!",
        "＃６０１ ｍｏｖｅ to １５，９",
        "#601 move to 15、9。",
        "# 601 move to 15,9\r\n",
        "   #601 move to 15,9   ",
        "- #601 move to 15,9",
        "• #601 move to 15,9",
        "#601 move to Kelsey Ford",
        "#601 move to “Kelsey Ford”",
        "\u{200f}#٦٠١ move to ١٥،٩",
    ]);
    same(&[
        "#601 attack 15,9; if enemy at 15,9 >= 2 then halt at 16,10; until turn 44",
        "#601 attack 15,9；if enemies at 15,9 ≥ 2, then halt 16,10 ; until turn >= 44",
        "#601 attack 15,9 if enemy at 15,9 at least 2 then halt on 16,10 until turn 44",
        "#601 attack 15,9\n  if enemy at 15,9 => 2 then halt at 16,10\n  until turn 44",
        "#601 attack 15,9\r\n; if enemy at 15,9 >= 2 then halt at 16,10\r\n; until turn 44\r\n",
    ]);
    same(&[
        "#601 sanction engage winning 60%",
        "#601 engage winning 60 ％",
        "#601 engage winning 60.0%",
    ]);
    same(&[
        "group Scouts #601 #402",
        "group scouts #601, #402",
        "group Scouts #601 and 3rd Foot",
    ]);
    same(&[
        "requisition field_gun x2 to Vell",
        "requisition field_gun ×2 to Vell",
        "requisition field gun 2 to vell",
    ]);
}

#[test]
fn a_message_is_read_line_by_line() {
    let text = "> On Monday Fieldpost wrote:\n> #1 march\n\n#601 march\n#601 mrach\n\
                -- not this\n— nor this\ncommit\n-- \nKarl\n#402 march";
    let parsed = parse(text, &names());
    let numbers: Vec<u32> = parsed.orders().map(|(line, _)| line).collect();
    assert_eq!(numbers, [4, 8]);
    assert_eq!(parsed.signature, Some(9));
    assert!(!parsed.all_or_nothing);
    let fault = parsed.faults().next().expect("one");
    assert_eq!((fault.line, fault.column), (5, 6));
    assert_eq!(fault.meant.as_deref(), Some("march"));

    let strict = parse(
        "> quoted\n\nAll or nothing!\n#601 march\n#601 mrach",
        &names(),
    );
    assert!(strict.all_or_nothing);
    assert_eq!(strict.orders().count(), 0);
    let strict = parse("all or nothing\n#601 march", &names());
    assert_eq!(strict.orders().count(), 1);
    let late = parse("#601 march\nall or nothing\n#601 mrach", &names());
    assert!(!late.all_or_nothing);
    assert_eq!((late.orders().count(), late.faults().count()), (1, 2));
}

#[test]
fn faults_name_their_place_and_what_was_meant() {
    let check = |text: &str, code: Code, column: u32, found: &str, meant: Option<&str>| {
        let fault = fault(text);
        let told = (
            fault.code,
            fault.column,
            fault.found.as_str(),
            fault.meant.as_deref(),
        );
        assert_eq!(told, (code, column, found, meant), "{text:?} {fault:#?}");
    };
    check(
        "#601 mvoe to 15,9",
        Code::Unexpected,
        6,
        "mvoe",
        Some("move"),
    );
    check("comit", Code::Unexpected, 1, "comit", Some("commit"));
    check("3rd Fot hold", Code::AmbiguousName, 1, "3rd", None);
    check(
        "\"3rd Fot\" hold",
        Code::UnknownName,
        1,
        "\"3rd Fot\"",
        Some("#402"),
    );
    check(
        "#601 seize Ostri",
        Code::UnknownName,
        12,
        "Ostri",
        Some("Ostry"),
    );
    check("#601 move to Kelsy", Code::UnknownName, 14, "Kelsy", None);
    check(
        "#601 seize \"Kelsy Ford\"",
        Code::UnknownName,
        12,
        "\"Kelsy Ford\"",
        Some("\"Kelsey Ford\""),
    );
    check("#601 move to", Code::Unfinished, 13, "", None);
    check(
        "#601 move to 15,9; if enemy at 14,9",
        Code::Unfinished,
        36,
        "",
        None,
    );
    check(
        "#601 move to 99999999,9",
        Code::NumberTooLarge,
        14,
        "99999999,9",
        None,
    );
    check(
        "#601 attach \"Left",
        Code::QuoteOpen,
        13,
        "\"Left",
        Some("\""),
    );
    check(
        "#601 move to 1,1; until turn 3; until turn 4",
        Code::SaidTwice,
        33,
        "until",
        None,
    );
    check("#601 march now", Code::Unexpected, 12, "now", None);
    check(
        "city Vell build line_infntry",
        Code::UnknownName,
        17,
        "line_infntry",
        Some("line_infantry"),
    );
    check(
        "city Vell build light",
        Code::AmbiguousName,
        17,
        "light",
        None,
    );
    check(
        "formation Left commander #601 members #402",
        Code::Unfinished,
        43,
        "",
        None,
    );
    check("#6O1 march", Code::Unexpected, 1, "#", None);
    // Columns count characters, whatever their bytes.
    check(
        "“3rd Foot” mvoe to 1,1",
        Code::Unexpected,
        12,
        "mvoe",
        Some("move"),
    );
    check(
        "３rd Ｆoot　mvoe",
        Code::Unexpected,
        10,
        "mvoe",
        Some("move"),
    );
    let deep = format!("#601 halt; until {}supplied", "not ".repeat(100));
    assert_eq!(fault(&deep).code, Code::TooDeep);
    assert_eq!(fault("#601 mvoe to 15,9\n  until turn 3").line, 1);
    assert_eq!(fault("#601 move to 15,9\n  untl turn 3").line, 2);
    assert_eq!(fault("#601 move to 15,9\n  until trun 3").line, 2);
    let among = fault("3rd hold").among;
    assert_eq!(among, ["#402", "#403"]);
}

#[test]
fn length_has_its_limits() {
    let long = format!("group Scouts {}\n#601 march", "#601 ".repeat(LINE_MOST / 5));
    let parsed = parse(&long, &names());
    assert_eq!(
        parsed.faults().next().map(|fault| fault.code),
        Some(Code::LineTooLong)
    );
    assert_eq!(parsed.orders().count(), 1);

    let endless = "#601 march\n".repeat(MESSAGE_MOST / 11 + 10);
    let parsed = parse(&endless, &names());
    assert_eq!(parsed.orders().count(), MESSAGE_MOST / 11);
    assert_eq!(
        parsed.faults().map(|fault| fault.code).collect::<Vec<_>>(),
        [Code::MessageTooLong]
    );
}

/// Found by fuzzing: a class that stands without its count in a queue that is full.
#[test]
fn a_queue_that_is_full_takes_no_more() {
    for text in [
        "city Vell build militia x64, militia",
        "city Vell build militia x63, militia, militia x0, militia",
    ] {
        assert_eq!(fault(text).code, Code::ListTooLong, "{text}");
    }
    let many = format!("city Vell build {}", ["militia"; 70].join(", "));
    assert_eq!(fault(&many).code, Code::ListTooLong);
}
