//! Game files on the command line: what `replay` and `verify` say of them, and what of
//! files that are not whole.

#[path = "support/program.rs"]
#[allow(unreachable_pub)]
mod program;

use std::process::Output;

use fieldpost_engine::{
    game::Game,
    log::{GameFile, Header, OrderRecord, Witness, file::Line},
    order::{Marker, Order},
    ruleset::RULES_VERSION,
    scenario::{Scenario, shipped},
};
use program::{fieldpost, file, said};
use serde_json::Value;

/// Three turns that nobody gives an order in, with their witnesses.
fn game_file() -> GameFile {
    let scenario = Scenario::parse(shipped("kelsey-ford").unwrap()).unwrap();
    let header = Header::new(scenario, [7; 32], RULES_VERSION);
    let mut game = Game::new(&header).unwrap();
    let mut file = GameFile {
        header,
        lines: Vec::new(),
        witnesses: Vec::new(),
        table: None,
    };
    for turn in 1..=3 {
        let order = Order::CloseOrders {
            markers: vec![Marker::TimedOut; 3],
        };
        let record = OrderRecord {
            seq: turn,
            turn,
            seat: None,
            order,
        };
        let result = game.apply(&record).unwrap().unwrap();
        file.lines.push(Line {
            record,
            chain: None,
        });
        file.witnesses.push(Witness {
            turn,
            activation: result.activation,
            state: result.state,
            turn_hash: result.turn_hash,
        });
    }
    file
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn fields(line: &Value) -> Vec<&str> {
    line.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn replay_prints_a_line_a_turn_and_of_a_seat_no_more_than_its_own() {
    let game = game_file();
    let path = file("sound.fieldpost", &game.print(true));
    let path = path.to_str().unwrap();
    let all = fieldpost(&["replay", path, "--json"], &[]);
    assert!(all.status.success(), "{}", said(&all));
    let turns = lines(&all);
    assert_eq!(turns.len(), 3);
    assert_eq!(
        fields(&turns[0]),
        [
            "activation",
            "events",
            "fallbacks",
            "order",
            "phase",
            "stances",
            "state",
            "turn",
            "turn_hash"
        ]
    );
    assert_eq!(
        turns[2]["turn_hash"],
        game.witnesses[2].turn_hash.to_string()
    );
    assert_eq!(turns[0]["order"][0]["terms"].as_array().unwrap().len(), 7);
    // Another process, the same bytes.
    assert_eq!(
        fieldpost(&["replay", path, "--json"], &[]).stdout,
        all.stdout
    );

    let seat = fieldpost(
        &["replay", path, "--json", "--seat", "0", "--turn", "2"],
        &[],
    );
    let seat = lines(&seat);
    assert_eq!(seat.len(), 1);
    assert_eq!(
        fields(&seat[0]),
        ["events", "fallbacks", "order", "phase", "turn"]
    );
    assert_eq!(seat[0]["turn"], 2);
    assert!(
        seat[0]["order"]
            .as_array()
            .unwrap()
            .iter()
            .all(|slot| slot["seat"] == 0)
    );

    let summary = fieldpost(&["replay", path], &[]);
    assert!(
        String::from_utf8(summary.stdout)
            .unwrap()
            .starts_with("turn 1: ")
    );
    for wrong in [["--seat", "3"], ["--turn", "4"]] {
        let output = fieldpost(&[&["replay", path], &wrong[..]].concat(), &[]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{wrong:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn replay_tells_a_changed_hash_and_unknown_rules_apart() {
    let mut game = game_file();
    game.witnesses[1].state = game.witnesses[0].state;
    let changed = file("changed.fieldpost", &game.print(true));
    let output = fieldpost(&["replay", changed.to_str().unwrap(), "--json"], &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        said(&output).contains("turn 2: the state hash"),
        "{}",
        said(&output)
    );
    assert_eq!(lines(&output).len(), 1);

    let other_rules =
        game_file()
            .print(true)
            .replacen("\"rules_version\":1", "\"rules_version\":99", 1);
    let other_rules = file("other-rules.fieldpost", &other_rules);
    let output = fieldpost(&["replay", other_rules.to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));

    for (name, text) in [
        ("seedless", game_file().print(false)),
        ("empty", String::new()),
        ("cut off", game_file().print(true)[..1_000].to_owned()),
    ] {
        let path = file("bad.fieldpost", &text);
        let output = fieldpost(&["replay", path.to_str().unwrap()], &[]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", said(&output));
        assert_eq!(said(&output).lines().count(), 1, "{name}");
    }
}

#[test]
fn a_trace_has_a_line_an_event_and_two_runs_the_same() {
    let path = file("traced.fieldpost", &game_file().print(true));
    let replay = |more: &[&str]| {
        let output = fieldpost(&[&["replay", path.to_str().unwrap()], more].concat(), &[]);
        assert!(output.status.success(), "{}", said(&output));
        output
    };
    let events: usize = lines(&replay(&["--json"]))
        .iter()
        .map(|turn| turn["events"].as_array().unwrap().len())
        .sum();
    let trace = replay(&["--trace"]).stdout;
    let text = String::from_utf8(trace.clone()).unwrap();
    assert!(events > 0);
    assert_eq!(text.lines().count(), events);
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        assert!(words.next().unwrap().parse::<u32>().is_ok(), "{line}");
        let (phase, place) = (words.next().unwrap(), words.next().unwrap());
        let is_placed = match phase {
            "Cascade" => place.parse::<usize>().is_ok(),
            "Reckoning" => place == "-",
            _ => false,
        };
        assert!(is_placed, "{line}");
        let event: Value = serde_json::from_str(words.next().unwrap()).unwrap();
        assert!(event.is_object() || event.is_string(), "{line}");
    }
    assert_eq!(replay(&["--trace"]).stdout, trace);
}

#[test]
fn verify_says_what_it_could_check_and_what_lacks() {
    let verify = |name: &str, text: &str| {
        let path = file(name, text);
        let output = fieldpost(&["verify", path.to_str().unwrap()], &[]);
        let told = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), told)
    };
    let text = game_file().print(true);
    let (code, told) = verify("whole.fieldpost", &text);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("3 records and 3 witnesses, all as they should be\n"),
        "{told}"
    );
    // While a game runs its seed is kept: then the chain alone is held to itself.
    let (code, told) = verify("open.fieldpost", &game_file().print(false));
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("under way in turn 4") && told.contains("the chain are as"),
        "{told}"
    );
    let (code, told) = verify("cut.fieldpost", &text[..text.len() - 5]);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("line 8: the file ends here"), "{told}");
    let mut less: Vec<&str> = text.lines().collect();
    less.remove(2);
    less.remove(4);
    let (code, told) = verify("less.fieldpost", &format!("{}\n", less.join("\n")));
    assert_eq!(code, Some(3), "{told}");
    let each: Vec<&str> = told.lines().collect();
    assert!(each[0].ends_with(": record 2 is missing"), "{told}");
    assert!(
        each[1].ends_with(": the witness of turn 2 is missing"),
        "{told}"
    );
    // A fault of the scenario has its place and the words that its check has.
    let (code, told) = verify(
        "class.fieldpost",
        &text.replacen("\"field_gun\"", "\"feild_gun\"", 1),
    );
    assert_eq!(code, Some(3), "{told}");
    assert!(
        told.contains("line 1: scenario.units[") && told.contains("has no class “feild_gun”"),
        "{told}"
    );
}
