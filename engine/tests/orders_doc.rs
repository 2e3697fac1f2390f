//! Runs every fenced example of `docs/ORDERS.md`: what the players' page shows is
//! what the game reads. The board stands in the page too, as a table.
//!
//! Fences: `orders` – every line is read, `orders same` – every line gives the same
//! record, `orders wrong` – no line is read, each with the fault that is told above it.

use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::language::{Line, Names, parse, print};
use fieldpost_engine::ruleset::Ruleset;

const PAGE: &str = include_str!("../../docs/ORDERS.md");

/// The board of the page's table: `| #12 | Vell | city at 10,9 |`.
fn names() -> Names {
    let ruleset = Ruleset::shipped("standard/1").expect("the ruleset");
    let mut names = Names::of_ruleset(&ruleset);
    for row in PAGE.lines().filter(|line| line.starts_with("| #")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let number = Seq(cells[0][1..].parse().expect("a number"));
        match cells[2].split_once(" at ") {
            Some((_, at)) => {
                let (x, y) = at.split_once(',').expect("a tile");
                let side = |text: &str| text.parse().expect("a coordinate");
                names.add_site(number, cells[1], Pos::new(side(x), side(y)));
            }
            None => names.add_unit(number, cells[1]),
        }
    }
    names.add_formation("Left");
    names.add_group("Scouts");
    names
}

/// The examples, each with the words behind its fence and the line it begins on.
fn examples() -> Vec<(&'static str, usize, String)> {
    let mut all = Vec::new();
    let mut open: Option<(&str, usize, String)> = None;
    for (number, line) in (1..).zip(PAGE.lines()) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => all.extend(open.take()),
            (Some(words), None) => open = Some((words, number + 1, String::new())),
            (None, Some((_, _, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    all
}

#[test]
fn every_example_of_the_page_is_read_as_it_says() {
    let names = names();
    let examples = examples();
    assert!(examples.len() > 20, "{} examples", examples.len());
    for (words, begin, text) in examples {
        let parsed = parse(&text, &names);
        let place = format!("docs/ORDERS.md:{begin}");
        match words {
            "orders" => {
                assert_eq!(parsed.faults().next(), None, "{place}");
                assert!(parsed.orders().next().is_some(), "{place}");
            }
            "orders same" => {
                assert_eq!(parsed.faults().next(), None, "{place}");
                let mut orders = parsed.orders().map(|(_, order)| order);
                let first = orders.next().expect("an order");
                assert!(orders.all(|order| order == first), "{place}: {parsed:#?}");
            }
            "orders wrong" => wrong(&place, &text, &names),
            other => panic!("{place}: no fence is called `{other}`"),
        }
        for (line, order) in parsed.orders() {
            let printed = print(order, &names);
            let expected = [Line::Order {
                line: 1,
                order: order.clone(),
            }];
            let again = parse(&printed, &names).lines;
            assert_eq!(again, expected, "{place}, line {line}: {printed}");
        }
    }
}

fn wrong(place: &str, text: &str, names: &Names) {
    let mut told = "";
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("-- ") {
            told = comment;
            continue;
        }
        let parsed = parse(line, names);
        let fault = parsed
            .faults()
            .next()
            .unwrap_or_else(|| panic!("{place}: `{line}` was read"));
        let meant = fault.meant.as_ref().map(|meant| format!(", meant {meant}"));
        let said = format!(
            "{} at {}{}",
            fault.code.as_str(),
            fault.column,
            meant.unwrap_or_default()
        );
        assert_eq!(said, told, "{place}: `{line}`");
    }
}

/// Nobody who reads the page misses a kind of order or a code of a fault.
#[test]
fn the_page_shows_every_kind_and_every_code() {
    let names = names();
    let mut kinds: Vec<&str> = Vec::new();
    for (_, _, text) in examples() {
        kinds.extend(parse(&text, &names).orders().map(|(_, order)| order.kind()));
    }
    for kind in PLAYER_KINDS {
        assert!(kinds.contains(kind), "{kind} is not shown");
    }
    for code in fieldpost_engine::language::Code::ALL {
        assert!(
            PAGE.contains(code.as_str()),
            "{} is not told",
            code.as_str()
        );
    }
}

/// Every kind that a player can give.
const PLAYER_KINDS: &[&str] = &[
    "SetStance",
    "SetTask",
    "ClearTask",
    "SetPosture",
    "SetSanction",
    "SetDoctrine",
    "SetGroup",
    "SetPosting",
    "SetConsignment",
    "SetRequisition",
    "CreateFormation",
    "EditFormation",
    "DisbandFormation",
    "SetProduction",
    "OfferDraw",
    "WithdrawDraw",
    "Concede",
    "CommitOrders",
    "RevokeCommit",
];
