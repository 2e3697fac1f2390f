//! Boards of any size with much on them, for looking at pages and timing them. They
//! are the same every time.

use fieldpost_engine::scenario::Scenario;
use serde_json::{Value, json};

/// A board of two seats with so many units each, on two halves of a square.
pub fn board(side: u16, units: usize) -> Scenario {
    let mut dice = Dice(u64::from(side));
    let mut rows: Vec<Vec<char>> = (0..side).map(|y| row(side, y)).collect();
    let mut sites: Vec<Value> = Vec::new();
    let mut armies: Vec<Value> = Vec::new();
    let mut roads: Vec<[u16; 2]> = Vec::new();
    let step = (side / 6).max(6);
    for y in (3..side - 2).step_by(usize::from(step)) {
        for x in (3..side - 2).step_by(usize::from(step)) {
            let owner = [Some(0), None, Some(1)][usize::from(x * 3 / side)];
            rows[usize::from(y)][usize::from(x)] = '.';
            let name = format!(
                "{}{}",
                NAMES[sites.len() % NAMES.len()],
                sites.len() / NAMES.len()
            );
            sites.push(json!({ "kind": "city", "name": name.trim_end_matches('0'), "at": [x, y],
                "owner": owner, "output": 4,
                "queue": if owner.is_some() { json!(["line_infantry", "field_gun"]) } else { json!([]) } }));
            roads.extend((x..(x + step).min(side)).map(|x| [x, y]));
        }
    }
    for owner in 0..2_u16 {
        let mut placed = 0;
        while placed < units {
            let x = (dice.below(side / 2) + owner * side / 2).min(side - 1);
            let y = dice.below(side);
            let stack = 1 + dice.below(3);
            if matches!(rows[usize::from(y)][usize::from(x)], '~' | 'r' | '^' | 'm')
                || armies.iter().any(|unit| unit["at"] == json!([x, y]))
                || sites
                    .iter()
                    .any(|site| site["at"] == json!([x, y]) && site["owner"] != json!(owner))
            {
                continue;
            }
            for _ in 0..stack {
                let class = CLASSES[usize::from(dice.below(CLASSES.len() as u16))];
                if class.contains("gun") && rows[usize::from(y)][usize::from(x)] != '.' {
                    continue;
                }
                placed += 1;
                armies.push(json!({ "class": class, "owner": owner, "at": [x, y],
                    "strength": 40 + dice.below(61), "name": format!("{placed}. {}", REGIMENTS[placed % 5]) }));
            }
        }
    }
    let terrain: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let value = json!({
        "format": "fieldpost-scenario/1", "name": "The Long March", "ruleset": "standard/1",
        "map": { "width": side, "height": side, "terrain": terrain, "roads": roads },
        "seats": [{ "name": "Meridian", "treasury": 60 }, { "name": "Karsk", "treasury": 60 }],
        "sites": sites, "units": armies,
        "options": { "initiative_tier": 2, "victory": [{ "last_standing": {} },
            { "cities": { "count": sites.len() / 2, "reckonings": 2 } }, { "turn_limit": { "turn": 60 } }] },
    });
    Scenario::from_value(value).expect("a playable board")
}

const NAMES: [&str; 9] = [
    "Vell",
    "Ostry",
    "Harrowgate",
    "Lindmark",
    "Sarn",
    "Brightwater",
    "Kolm",
    "Tessaly",
    "Osk",
];
const REGIMENTS: [&str; 5] = ["Foot", "Grenadiers", "Lancers", "Rifles", "Horse"];
const CLASSES: [&str; 8] = [
    "line_infantry",
    "line_infantry",
    "light_infantry",
    "light_horse",
    "scout",
    "field_gun",
    "militia",
    "heavy_horse",
];

fn row(side: u16, y: u16) -> Vec<char> {
    (0..side).map(|x| ground(side, x, y)).collect()
}

/// Blobs of woods and hills, a river from north to south, sea in a corner.
fn ground(side: u16, x: u16, y: u16) -> char {
    let (x, y, side) = (i32::from(x), i32::from(y), i32::from(side));
    let river = side / 2 + (y / 3) % 3;
    if x == river || (x == river - 1 && y % 3 == 0 && y > 0) {
        return if y % 9 == 4 { '=' } else { 'r' };
    }
    if x + y < side / 6 {
        return '~';
    }
    let wave = (x * 7 + y * 3) % 23 + (x * x / 5 + y * y / 7) % 13;
    match wave {
        0..=7 => 'f',
        12..=14 => 'h',
        20 => 'm',
        27 => '^',
        _ => '.',
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u16) -> u16 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((self.0 >> 33) % u64::from(n)).unwrap_or(0)
    }
}
