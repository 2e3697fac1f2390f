//! How near anybody is to winning, by what a seat knows (WO-500): the game's
//! conditions are everybody's to read, who holds what is as it was last seen.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use crate::ids::{Owner, SeatId};
use crate::ruleset::Ruleset;
use crate::scenario::{SiteKind, VictoryCondition};
use crate::view::{KnownSite, SeatView};

/// One side that is in the game, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub seats: Vec<SeatId>,
    /// The side of the seat that looks.
    pub ours: bool,
    /// Cities, as last seen.
    pub cities: u32,
    /// Units that are known.
    pub units: u32,
    /// The score of a turn limit: exact for the own seat; of other units the full
    /// cost is counted, whatever their strength.
    pub score: u64,
}

/// A condition and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Sides still in the game.
    LastStanding {
        sides: u32,
    },
    /// `running` are the own side's Reckonings so far with the cities needed.
    Cities {
        needed: u32,
        reckonings: u32,
        running: u32,
    },
    /// Turns still to be fought, this one included.
    TurnLimit {
        turn: u32,
        left: u32,
    },
    Hold {
        turn: u32,
        sites: Vec<HeldSite>,
    },
}

/// A site that a condition names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSite {
    pub name: String,
    /// Its owner as last seen; `None` where it was never seen.
    pub owner: Option<Owner>,
    pub ours: bool,
}

/// The sides still in the game, in the order of their first seats.
pub fn sides(view: &SeatView, rules: &Ruleset) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for seat in &view.seats {
        let allied = |side: &&mut Side| {
            let first = side
                .seats
                .first()
                .and_then(|first| view.seats.get(usize::from(first.0)));
            seat.team.is_some() && first.is_some_and(|first| first.team == seat.team)
        };
        match sides.iter_mut().find(allied) {
            Some(side) => side.seats.push(seat.seat),
            None => sides.push(Side {
                seats: alloc::vec![seat.seat],
                ours: view.is_ours(Some(seat.seat)),
                cities: 0,
                units: 0,
                score: 0,
            }),
        }
    }
    for side in &mut sides {
        count(view, rules, side);
    }
    let out = |seat: &SeatId| {
        let summary = view.seats.get(usize::from(seat.0));
        summary.is_none_or(|summary| summary.out)
    };
    sides.retain(|side| !side.seats.iter().all(out));
    sides
}

/// 10 × cities + Σ cost × strength / 100.
fn count(view: &SeatView, rules: &Ruleset, side: &mut Side) {
    let of_side = |owner: Owner| owner.is_some_and(|seat| side.seats.contains(&seat));
    let cost = |class: &str| {
        let class = rules.find(class).map(|id| rules.class(id).cost);
        u64::from(class.unwrap_or(0))
    };
    let cities = view
        .sites
        .iter()
        .filter(|site| site.kind == SiteKind::City && of_side(site.owner));
    let cities = cities.count() as u32;
    let (mut units, mut worth) = (0, 0);
    if side.seats.contains(&view.seat) {
        units += view.units.len() as u32;
        worth += view
            .units
            .iter()
            .map(|unit| cost(&unit.class) * u64::from(unit.strength))
            .sum::<u64>();
    }
    for other in view.others.iter().filter(|other| of_side(other.owner)) {
        units += 1;
        worth += cost(&other.class) * 100;
    }
    side.cities = cities;
    side.units = units;
    side.score = worth / 100 + 10 * u64::from(cities);
}

/// The game's conditions in their order, with how they stand.
pub fn progress(
    view: &SeatView,
    rules: &Ruleset,
    conditions: &[VictoryCondition],
) -> Vec<Progress> {
    // By their names, the first of each.
    let mut named: BTreeMap<&str, &KnownSite> = BTreeMap::new();
    for site in &view.sites {
        named.entry(site.name.as_str()).or_insert(site);
    }
    let stands = |condition: &VictoryCondition| match condition {
        VictoryCondition::LastStanding {} => Progress::LastStanding {
            sides: sides(view, rules).len() as u32,
        },
        VictoryCondition::Cities { count, reckonings } => Progress::Cities {
            needed: *count,
            reckonings: *reckonings,
            running: view.cities_held,
        },
        VictoryCondition::TurnLimit { turn } => Progress::TurnLimit {
            turn: *turn,
            left: (turn + 1).saturating_sub(view.turn),
        },
        VictoryCondition::Hold { sites, turn } => Progress::Hold {
            turn: *turn,
            sites: sites
                .iter()
                .map(|name| held(view, name, named.get(name.as_str()).copied()))
                .collect(),
        },
    };
    conditions.iter().map(stands).collect()
}

fn held(view: &SeatView, name: &str, site: Option<&KnownSite>) -> HeldSite {
    let owner = site.map(|site| site.owner);
    HeldSite {
        name: name.into(),
        owner,
        ours: owner.is_some_and(|owner| view.is_ours(owner)),
    }
}
