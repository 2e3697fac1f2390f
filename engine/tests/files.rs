//! Files that end: what is cut off a game file or a file of receipts is missed at
//! whatever byte, what lacks or stands twice in it is told, and nothing is taken that the
//! format does not have.

use fieldpost_engine::ids::SeatId;
use fieldpost_engine::log::{
    GameFile, GameFileError, Gap, Hash, Held, LinesError, OrderRecord, Standing, Witness,
};
use fieldpost_engine::order::Marker;
use fieldpost_engine::replay::{Stop, replay};
use fieldpost_engine::verify::{Fault, verify};
use support::{held, honest, lines, refused, small, text};

#[path = "support/files.rs"]
#[allow(dead_code, unreachable_pub)]
mod support;

#[test]
fn a_game_file_cut_anywhere_is_told_to_be_cut() {
    let mut file = small();
    file.table = Some(serde_json::json!({ "votes": [], "absences": [] }));
    let text = file.print(true);
    assert!(GameFile::read(text.as_bytes()).is_ok());
    for cut in 0..text.len() {
        let error = GameFile::read(&text.as_bytes()[..cut]).expect_err("it is cut");
        let is_told = match &error {
            GameFileError::Lines(LinesError::Empty) => cut == 0,
            GameFileError::Lines(LinesError::CutShort { .. }) => true,
            _ => false,
        };
        assert!(is_told, "cut at {cut} of {}: {error}", text.len());
    }
}

#[test]
fn receipts_cut_anywhere_are_told_to_be_cut() {
    let text = held(&small()).print();
    assert!(Held::read(text.as_bytes()).is_ok());
    for cut in 0..text.len() {
        let error = Held::read(&text.as_bytes()[..cut]).expect_err("it is cut");
        let is_told = match &error {
            LinesError::Empty => cut == 0,
            LinesError::CutShort { .. } => true,
            _ => false,
        };
        assert!(is_told, "cut at {cut} of {}: {error}", text.len());
    }
}

#[test]
fn what_lacks_in_a_game_file_or_stands_twice_is_told_by_its_number() {
    let file = honest();
    let whole = lines(&file.print(true));
    let records = file.lines.len();
    for at in 1..whole.len() - 1 {
        let (what, number) = if at <= records {
            ("record", at)
        } else {
            ("the witness of turn", at - records)
        };
        let number = u32::try_from(number).expect("a few");
        let mut less = whole.clone();
        less.remove(at);
        let (first, last) = (number, number);
        let missing = Gap::Missing { what, first, last };
        let wanted = GameFileError::Lines(LinesError::Incomplete(vec![missing]));
        assert_eq!(refused(&text(&less)), wanted);
        let mut more = whole.clone();
        more.insert(at, whole[at].clone());
        let wanted = LinesError::Incomplete(vec![Gap::Twice { what, number }]);
        assert_eq!(refused(&text(&more)), GameFileError::Lines(wanted));
        // And what was taken out to make room for it.
        if at > 1 && at != records + 1 {
            more.remove(at - 1);
            let told = refused(&text(&more)).to_string();
            let earlier = number - 1;
            let wanted = format!("{what} {earlier} is missing; {what} {number} stands more than");
            assert!(told.starts_with(&wanted), "{told}");
        }
    }
    let mut runs = whole.clone();
    runs.drain(2..4);
    let told = refused(&text(&runs)).to_string();
    assert_eq!(told, "record 2 to 3 are missing");
}

/// A second, false witness of a turn in the place of another.
#[test]
fn a_witness_under_another_turns_number_is_told() {
    let file = honest();
    let mut false_one = file.clone();
    false_one.witnesses[2] = Witness {
        turn: 1,
        state: Hash::ZERO,
        ..file.witnesses[2]
    };
    let told = refused(&false_one.print(true)).to_string();
    assert_eq!(
        told,
        "the witness of turn 1 stands more than once; the witness of turn 3 is missing"
    );
    // Also where the file was not read but put together.
    let faults = verify(&false_one);
    let state = Fault::Witness {
        turn: 1,
        hash: "state",
    };
    assert!(faults.contains(&state), "{faults:?}");
    assert!(faults.contains(&Fault::WitnessTwice { turn: 1 }));
    assert!(faults.contains(&Fault::WitnessMissing { turn: 3 }));

    let mut short = file.clone();
    short.witnesses.pop();
    assert_eq!(verify(&short), [Fault::WitnessMissing { turn: 3 }]);
    let stop = replay(&short, |_, _| {}).expect_err("a witness lacks");
    assert_eq!(stop, Stop::WitnessMissing { turn: 3 });
    // None at all is no fault: nobody says that there were any.
    short.witnesses.clear();
    assert_eq!(verify(&short), []);
}

#[test]
fn what_lacks_in_a_file_of_receipts_or_stands_twice_is_told_by_its_number() {
    let held = held(&honest());
    let whole = lines(&held.print());
    let receipts = held.orders.len();
    for at in 0..whole.len() - 1 {
        let (what, number) = if at < receipts {
            ("receipt", at + 1)
        } else {
            ("the hash of turn", at - receipts + 1)
        };
        let mut less = whole.clone();
        less.remove(at);
        let error = Held::parse(&text(&less)).expect_err("it is at fault");
        assert_eq!(error.to_string(), format!("{what} {number} is missing"));
        let mut more = whole.clone();
        more.insert(at, whole[at].clone());
        let error = Held::parse(&text(&more)).expect_err("it is at fault");
        let wanted = format!("{what} {number} stands more than once");
        assert_eq!(error.to_string(), wanted);
    }
    let other = whole[1].replace("abcdefghij", "jihgfedcba");
    let mixed = text(&[whole[0].clone(), other]);
    let error = Held::parse(&(mixed + &whole[receipts..].join("\n") + "\n")).expect_err("two");
    assert_eq!(
        error.to_string(),
        "line 2: receipt.game: this receipt is of another game"
    );
}

/// TM-2470.
#[test]
fn turn_and_markers_are_read_from_the_log_alone() {
    use Marker::{Absent, Committed, TimedOut};
    let record = |text: &str| OrderRecord::parse(text).expect("a record");
    let mut log: Vec<OrderRecord> = [
        r#"{"seq":1,"turn":1,"seat":0,"kind":"CommitOrders"}"#,
        r#"{"seq":2,"turn":1,"seat":null,"kind":"TurnTimeout","about":1}"#,
        r#"{"seq":3,"turn":1,"seat":null,"kind":"CloseOrders","markers":["Committed","TimedOut","Absent"]}"#,
        r#"{"seq":4,"turn":2,"seat":2,"kind":"CommitOrders"}"#,
        r#"{"seq":5,"turn":2,"seat":0,"kind":"CommitOrders"}"#,
        r#"{"seq":6,"turn":2,"seat":2,"kind":"RevokeCommit"}"#,
        r#"{"seq":7,"turn":2,"seat":null,"kind":"Adjourn"}"#,
    ]
    .map(record)
    .into();
    let first = Standing::of(&log[..2]);
    assert_eq!((first.turn(), first.closed.len()), (1, 0));
    let standing = Standing::of(&log);
    assert_eq!(standing.turn(), 2);
    assert_eq!(standing.closed, [[Committed, TimedOut, Absent]]);
    assert_eq!(standing.committed, [SeatId(0)].into());
    assert!(standing.is_adjourned);
    log.push(record(
        r#"{"seq":8,"turn":2,"seat":null,"kind":"Reconvene"}"#,
    ));
    assert!(!Standing::of(&log).is_adjourned);
    // As a replay has it.
    let file = honest();
    let game = replay(&file, |_, _| {}).expect("it replays");
    assert_eq!(file.standing().turn(), game.turn());
}

/// As while a game runs: numbers, chain and witnesses are looked at, and no order.
#[test]
fn without_the_seed_the_chain_is_checked_all_the_same() {
    let text = honest().print(false);
    let open = GameFile::parse(&text).expect("a file");
    assert!(!fieldpost_engine::verify::is_replayed(&open));
    assert_eq!(verify(&open), []);
    let mut forged = open.clone();
    forged.lines[3].record.turn = 2;
    assert_eq!(verify(&forged), [Fault::Chain { seq: 4 }]);
    let mut more = open.clone();
    more.witnesses.push(Witness {
        turn: 4,
        ..open.witnesses[0]
    });
    assert_eq!(verify(&more), [Fault::WitnessWithoutTurn { turn: 4 }]);
}

/// What one host tells another of the players is no part of the game.
#[test]
fn the_line_about_the_table_is_passed_over_and_counted() {
    let mut file = honest();
    file.table = Some(serde_json::json!({ "votes": [] }));
    let text = file.print(true);
    let read = GameFile::parse(&text).expect("a file");
    assert_eq!(read.table, file.table);
    assert_eq!(verify(&read), []);
    let table = "{\"table\":{\"votes\":[]}}\n";
    let told = refused(&text.replace(table, "")).to_string();
    assert!(
        told.contains("the line about the table is missing"),
        "{told}"
    );
    let told = refused(&text.replace(table, &table.repeat(2))).to_string();
    assert!(told.contains("the last before the end mark"), "{told}");
}
