//! The order preview: what it says of the things that may come in a unit's way.

use fieldpost_engine::event::{EngagementKind, Halt, Hindrance};
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::Header;
use fieldpost_engine::order::Order;
use fieldpost_engine::preview::{Branch, Forecast, Note, Preview};
use fieldpost_engine::scenario::Scenario;
use serde_json::{Value, json};

const RED: SeatId = SeatId(0);
const TURNS: u32 = 6;

fn preview(game: &Game, seat: SeatId, draft: &[Order]) -> Preview {
    let preview = game.preview(seat, draft, TURNS).expect("numbers in range");
    preview.expect("a seat")
}

/// A board of plain, 12 by 8, with what is given on it.
fn game(units: Value, sites: Value, rows: Option<Vec<&str>>) -> Game {
    let rows = rows.unwrap_or_else(|| vec!["............"; 8]);
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Preview", "ruleset": "standard/1",
        "map": { "width": 12, "height": 8, "terrain": rows },
        "seats": [{ "name": "Red" }, { "name": "Blue" }],
        "sites": sites, "units": units,
    });
    let scenario = Scenario::from_value(scenario).expect("a scenario");
    Game::new(&Header::new(scenario, [3; 32], 1)).expect("a game")
}

fn order(value: Value) -> Order {
    let mut value = value;
    let kind = value["kind"].take();
    let fields = value.as_object_mut().expect("an object");
    fields.remove("kind");
    serde_json::from_value(json!({ kind.as_str().expect("a kind"): fields })).expect("an order")
}

fn of(preview: &Preview, unit: u32) -> &Forecast {
    let found = preview
        .units
        .iter()
        .find(|forecast| forecast.unit == Seq(unit));
    found.expect("an own unit")
}

/// Line infantry has two points: five tiles are three turns, and the third ends it.
#[test]
fn turn_marks_and_arrival() {
    let game = game(
        json!([{ "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1] }]),
        json!([]),
        None,
    );
    let draft = [order(
        json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [6, 1] } } }),
    )];
    let foretold = preview(&game, RED, &draft);
    let march = of(&foretold, 1);
    let ends: Vec<(u32, Pos)> = march
        .stages
        .iter()
        .map(|stage| (stage.turn, stage.at))
        .collect();
    assert_eq!(
        ends,
        [
            (1, Pos::new(3, 1)),
            (2, Pos::new(5, 1)),
            (3, Pos::new(6, 1))
        ]
    );
    let arrival = march.arrival.expect("it arrives");
    assert_eq!((arrival.turn, arrival.at), (3, Pos::new(6, 1)));
    // It sees two tiles far: the sixth column lies beyond.
    let known: Vec<bool> = march
        .stages
        .iter()
        .flat_map(|stage| &stage.path)
        .map(|step| step.known)
        .collect();
    assert_eq!(known, [true, true, false, false, false]);
    assert!(march.stages[2].notes.contains(&Note::TaskDone {}));
}

/// The clause asks for an enemy where one is seen: it governs from the first tile on.
#[test]
fn a_clause_and_its_branch() {
    let game = game(
        json!([
            { "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1] },
            { "seq": 2, "class": "line_infantry", "owner": 1, "at": [5, 1], "stance": "Advance" },
        ]),
        json!([]),
        None,
    );
    let task = json!({ "do": { "MoveTo": [4, 1] },
        "when": [{ "if": { "EnemyWithin": { "tile": [4, 1], "r": 1, "n": 1 } },
            "then": { "Halt": [2, 3] } }] });
    let draft = [order(json!({ "kind": "SetTask", "unit": 1, "task": task }))];
    let foretold = preview(&game, RED, &draft);
    let march = of(&foretold, 1);
    // Out of sight at first, three tiles off; one step on it is two.
    let governs: Vec<Note> = march.stages[0]
        .notes
        .iter()
        .copied()
        .filter(|note| matches!(note, Note::Governs { .. }))
        .collect();
    assert_eq!(
        governs,
        [Note::Governs {
            by: Branch::Do,
            at: Pos::new(1, 1),
            toward: Some(Pos::new(4, 1))
        }],
        "who is not seen makes no clause true"
    );
    // The supposed board has nobody there, so the clause never holds.
    assert_eq!(
        march.arrival.map(|arrival| arrival.at),
        Some(Pos::new(4, 1))
    );

    let spotter = json!([
        { "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1] },
        { "seq": 2, "class": "line_infantry", "owner": 1, "at": [5, 1], "stance": "Advance" },
        { "seq": 3, "class": "scout", "owner": 0, "at": [3, 5] },
    ]);
    let game = self::game(spotter, json!([]), None);
    let foretold = preview(&game, RED, &draft);
    let march = of(&foretold, 1);
    assert_eq!(
        march.stages[0].notes[0],
        Note::Governs {
            by: Branch::Clause(0),
            at: Pos::new(1, 1),
            toward: Some(Pos::new(2, 3))
        }
    );
    assert_eq!(march.stages[0].at, Pos::new(2, 3));
}

/// A known enemy is taken to be in Hold: it reacts, the fight is marked, and what
/// comes behind it is not foretold.
#[test]
fn a_reaction_and_an_assault_are_marked() {
    let units = json!([
        { "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1] },
        { "seq": 2, "class": "line_infantry", "owner": 1, "at": [3, 1] },
        { "seq": 3, "class": "line_infantry", "owner": 0, "at": [3, 2] },
    ]);
    let game = game(units, json!([]), None);
    let draft = [
        order(json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [6, 1] } } })),
        order(json!({ "kind": "SetTask", "unit": 3,
            "task": { "do": { "Attack": { "tile": [3, 1] } } } })),
    ];
    let foretold = preview(&game, RED, &draft);
    let march = of(&foretold, 1);
    assert_eq!(march.open_from, Some(1));
    let [stage] = march.stages.as_slice() else {
        panic!("one stage: {march:?}")
    };
    let reacts = |note: &Note| {
        matches!(
            note,
            Note::Fights {
                kind: EngagementKind::Reaction,
                with: Seq(2),
                chance: None,
                ..
            }
        )
    };
    assert!(stage.notes.iter().any(reacts), "{stage:?}");
    let assault = of(&foretold, 3);
    let [stage] = assault.stages.as_slice() else {
        panic!("one stage: {assault:?}")
    };
    let fights = |note: &&Note| matches!(note, Note::Fights { .. });
    let Some(Note::Fights {
        kind,
        with,
        at,
        chance,
    }) = stage.notes.iter().copied().find(|n| fights(&n))
    else {
        panic!("a fight: {stage:?}")
    };
    assert_eq!(
        (kind, with, at),
        (EngagementKind::Assault, Seq(2), Pos::new(3, 1))
    );
    assert_eq!(chance, game.win_chance(RED, Seq(3), Pos::new(3, 1)));
}

/// A move does not attack: it halts before who is there, and says before whom.
#[test]
fn contact_is_foretold() {
    let units = json!([
        { "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1] },
        // A gun's crew in March would not react; a wagon cannot.
        { "seq": 2, "class": "wagon", "owner": 1, "at": [3, 1] },
    ]);
    let game = game(units, json!([]), None);
    let draft = [order(
        json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [3, 1] } } }),
    )];
    let foretold = preview(&game, RED, &draft);
    let march = of(&foretold, 1);
    let halt = Note::Halts {
        why: Halt::Contact,
        at: Pos::new(2, 1),
        before: Some(Seq(2)),
    };
    assert!(march.stages[0].notes.contains(&halt), "{march:?}");
    assert_eq!(
        (march.stages[0].at, march.open_from),
        (Pos::new(2, 1), None)
    );
}

/// Told to go and told to hold: nothing, and why; told once and not six times.
#[test]
fn what_cannot_be_done_says_why() {
    let units = json!([
        { "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 1], "stance": "Hold" },
    ]);
    let game = game(units, json!([]), None);
    let draft = [
        order(json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [3, 1] } } })),
        order(json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [99, 1] } } })),
        order(json!({ "kind": "ClearTask", "unit": 77 })),
    ];
    let foretold = preview(&game, RED, &draft);
    let codes: Vec<(usize, &str)> = foretold
        .refused
        .iter()
        .map(|refused| (refused.order, refused.refusal.code()))
        .collect();
    assert_eq!(codes, [(1, "off-map"), (2, "unknown-unit")]);
    let stuck = of(&foretold, 1);
    let nothing = Note::Nothing {
        why: Hindrance::Stance,
    };
    let times = stuck
        .stages
        .iter()
        .filter(|stage| stage.notes.contains(&nothing))
        .count();
    assert!((1..=2).contains(&times), "{stuck:?}");
}

/// What a city would lose by another head is told; put back, nothing is.
#[test]
fn a_forfeit_is_foretold() {
    let units = json!([{ "seq": 1, "class": "line_infantry", "owner": 0, "at": [1, 4] }]);
    let sites = json!([{ "seq": 9, "kind": "city", "name": "Vell", "at": [0, 0], "owner": 0,
        "output": 4, "queue": ["militia"], "progress": 3 }]);
    let game = game(units, sites, None);
    let queue =
        |queue: &[&str]| order(json!({ "kind": "SetProduction", "city": 9, "queue": queue }));
    let changed = preview(&game, RED, &[queue(&["scout", "militia"])]);
    let [forfeit] = changed.forfeits.as_slice() else {
        panic!("{:?}", changed.forfeits)
    };
    let said = (forfeit.city, forfeit.points, forfeit.class.as_str());
    assert_eq!(said, (Seq(9), 3, "militia"));
    let back = preview(
        &game,
        RED,
        &[queue(&["scout"]), queue(&["militia", "scout"])],
    );
    assert_eq!(back.forfeits, []);
}

/// Members go to where their commander is bound, by the snapshot of its last turn.
#[test]
fn formations_and_completions() {
    let units = json!([
        { "seq": 1, "class": "light_horse", "owner": 0, "at": [1, 4] },
        { "seq": 2, "class": "line_infantry", "owner": 0, "at": [0, 4] },
    ]);
    let sites = json!([{ "seq": 9, "kind": "city", "name": "Vell", "at": [0, 0], "owner": 0,
        "output": 5, "queue": ["militia"], "progress": 0 }]);
    let game = game(units, sites, None);
    let draft = [
        order(
            json!({ "kind": "CreateFormation", "name": "Left", "commander": 1, "members": [2],
            "pace": "Column" }),
        ),
        order(json!({ "kind": "SetTask", "unit": 1, "task": { "do": { "MoveTo": [7, 4] } } })),
    ];
    let foretold = preview(&game, RED, &draft);
    assert_eq!(foretold.refused, []);
    let member = of(&foretold, 2);
    // Horse acts first; foot follows two tiles a turn to within one of 7,4.
    assert_eq!(
        member.stages.first().map(|stage| stage.at),
        Some(Pos::new(2, 4))
    );
    assert_eq!(
        member.arrival.map(|arrival| (arrival.turn, arrival.at)),
        Some((3, Pos::new(6, 4)))
    );
    // Five points a turn less two of upkeep: three, then the two that are missing of five.
    let [militia] = foretold.completions.as_slice() else {
        panic!("{foretold:?}")
    };
    assert_eq!((militia.turn, militia.class.as_str()), (2, "militia"));
}
