//! A finished draft as a scenario: troops, names and the ways to win (WO-610,
//! WO-500). The ground is not touched any more.

use alloc::{format, string::String, vec::Vec};

use super::draft::Draft;
use super::number::number;
use super::{names, ways};
use crate::command::Posture;
use crate::ids::{Pos, Tile};
use crate::map::Mobility;
use crate::scenario::{
    Controller, FORMAT, Options, Scenario, ScenarioMap, ScenarioSeat, ScenarioSite, ScenarioUnit,
    SiteKind, VictoryCondition,
};

/// Reckonings for which the cities must be held, and the last turn (WO-500).
const HELD: u32 = 2;
const LAST_TURN: u32 = 60;
/// Line infantry that a seat begins with.
const LINE: usize = 8;
const TREASURY: u32 = 20;
/// Units of one side on one tile (WO-140).
const STACK: usize = 3;

/// `None` where a seat's troops find no room.
pub(super) fn scenario(mut draft: Draft) -> Option<Scenario> {
    let names = names::cities(&mut draft.draws, draft.cities.len() + 1);
    let realms = dealt(&mut draft);
    let seat_of = |realm: u8| realms.iter().position(|own| *own == usize::from(realm));
    let grid = draft.grid();
    let site = |(city, name): (&super::draft::City, &String)| ScenarioSite {
        kind: SiteKind::City,
        name: name.clone(),
        at: grid.pos(city.tile),
        owner: city.owner.and_then(seat_of).map(|seat| seat as u8),
        output: city.output,
        seq: None,
        queue: Vec::new(),
        progress: 0,
    };
    let sites = draft.cities.iter().zip(&names).map(site).collect();
    let mut units = Vec::new();
    for (city, name) in draft
        .cities
        .iter()
        .zip(&names)
        .filter(|(city, _)| city.militia)
    {
        units.push(unit(
            "militia",
            format!("{name} Watch"),
            None,
            grid.pos(city.tile),
        ));
    }
    for (seat, realm) in realms.iter().enumerate() {
        let own = troops(&draft, *realm)?.into_iter();
        units.extend(own.map(|unit| ScenarioUnit {
            owner: Some(seat as u8),
            ..unit
        }));
    }
    let seats = names::SEATS.iter().take(draft.seats());
    let cities = draft.cities.len() as u32;
    let mut scenario = Scenario {
        format: FORMAT.into(),
        name: title(&draft, names.last()?),
        ruleset: "standard/1".into(),
        map: drawn(&draft),
        seats: seats.map(|name| seat(name)).collect(),
        sites,
        units,
        options: Options {
            victory: alloc::vec![
                VictoryCondition::LastStanding {},
                VictoryCondition::Cities {
                    // More than half, so that no two sides can hold them at once.
                    count: cities / 2 + 1,
                    reckonings: HELD,
                },
                VictoryCondition::TurnLimit { turn: LAST_TURN },
            ],
            ..Options::default()
        },
    };
    number(&mut scenario);
    Some(scenario)
}

/// Which realm each seat begins in: by lot, so that no seat has the same corner in
/// every game, and whatever a corner is worth evens out (WO-610).
fn dealt(draft: &mut Draft) -> Vec<usize> {
    let mut realms: Vec<usize> = (0..draft.seats()).collect();
    for place in (1..realms.len()).rev() {
        realms.swap(place, draft.between(0, place as u32) as usize);
    }
    realms
}

fn title(draft: &Draft, place: &str) -> String {
    match (draft.settings.islands, draft.settings.wrap) {
        (true, _) => format!("The {place} Isles"),
        (false, true) => format!("The {place} Round"),
        (false, false) => format!("The {place} Marches"),
    }
}

fn seat(name: &str) -> ScenarioSeat {
    ScenarioSeat {
        name: name.into(),
        team: None,
        controller: Controller::Human,
        treasury: TREASURY,
    }
}

fn drawn(draft: &Draft) -> ScenarioMap {
    let grid = draft.grid();
    let rows = draft.map.terrain.chunks(usize::from(grid.width));
    let row = |tiles: &[crate::map::Terrain]| tiles.iter().map(|t| t.glyph()).collect();
    let roads = draft.all_tiles().filter(|tile| draft.map.has_road(*tile));
    ScenarioMap {
        width: grid.width,
        height: grid.height,
        wrap_x: grid.wrap_x,
        wrap_y: grid.wrap_y,
        terrain: rows.map(row).collect(),
        roads: roads.map(|tile| grid.pos(tile)).collect(),
    }
}

fn unit(class: &str, name: String, owner: Option<u8>, at: Pos) -> ScenarioUnit {
    ScenarioUnit {
        class: class.into(),
        name,
        owner,
        at,
        seq: None,
        age: 4,
        veterancy: 0,
        strength: 100,
        entrenchment: 0,
        disrupted: false,
        stance: None,
        posture: Posture::Reserve,
        task: None,
    }
}

/// Two of foot in every city but the capital, where the gun stands with one; the
/// rest camp before its gates, the horse on the side of the nearest rival.
fn troops(draft: &Draft, seat: usize) -> Option<Vec<ScenarioUnit>> {
    let grid = draft.grid();
    let capital = draft.capitals[seat];
    let owner = Some(seat as u8);
    let mut foot: Vec<Tile> = alloc::vec![capital];
    let own = draft.cities.iter().filter(|city| city.owner == owner);
    for city in own.filter(|city| city.tile != capital) {
        foot.extend([city.tile; 2]);
    }
    let mut camp = camp(draft, seat)?.into_iter();
    foot.truncate(LINE);
    while foot.len() < LINE {
        foot.push(camp.next()?);
    }
    let horse = camp.next_back()?;
    let mut units = Vec::new();
    let mut add = |class: &str, name: String, tile: Tile| {
        units.push(unit(class, name, owner, grid.pos(tile)));
    };
    for (number, tile) in (1..).zip(foot) {
        add(
            "line_infantry",
            format!("{} Foot", names::ordinal(number)),
            tile,
        );
    }
    add("light_horse", "1st Horse".into(), horse);
    add("light_horse", "2nd Horse".into(), horse);
    add("field_gun", "Battery".into(), capital);
    add("pioneers", "Pioneers".into(), capital);
    Some(units)
}

/// Places next to a capital where anybody can stand, each as often as a stack has
/// room, the side of the nearest rival last.
fn camp(draft: &Draft, seat: usize) -> Option<Vec<Tile>> {
    let grid = draft.grid();
    let cities = draft.city_flags();
    let capital = draft.capitals[seat];
    let stands = |tile: &Tile| {
        ways::entry(&draft.map, &cities, *tile, Mobility::Horse).is_some() && !cities[tile.ix()]
    };
    if draft.symmetry.is_exact() && seat > 0 {
        let first = camp(draft, 0)?.into_iter();
        return first.map(|tile| draft.image(seat, tile)).collect();
    }
    let rivals = draft.capitals.iter().filter(|tile| **tile != capital);
    let rival = rivals.min_by_key(|tile| grid.distance(capital, **tile))?;
    let mut near: Vec<Tile> = grid.neighbours(capital).filter(stands).collect();
    near.sort_by_key(|tile| core::cmp::Reverse(grid.distance(*tile, *rival)));
    let front = near.pop()?;
    let rear = near.into_iter().flat_map(|tile| [tile; STACK - 1]);
    Some(rear.chain([front]).collect())
}
