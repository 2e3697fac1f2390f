//! From a scenario to the state at the opening of turn 1 (WO-600, TM-850).

use alloc::{string::String, sync::Arc, vec::Vec};

use crate::command::Sanctions;
use crate::event::Band;
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::map::{Grid, Map, Terrain};
use crate::num::DeterminismError;
use crate::ruleset::Ruleset;
use crate::scenario::{Scenario, ScenarioSite, ScenarioUnit, VictoryCondition};
use crate::stance::Stance;
use crate::state::{Knowledge, Phase, Relations, Rules, Seat, Site, State, TaskState, Unit};
use crate::world::World;

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("this build has rules version {have}, the game wants {want}; use a build that has it")]
    RulesVersion { want: u32, have: u32 },
    #[error("this build has no ruleset `{0}`; use a build that has it")]
    Ruleset(String),
    #[error("the seed of this game is not known; it is revealed when the game ends")]
    NoSeed,
    #[error(transparent)]
    Determinism(#[from] DeterminismError),
}

/// Sets up a checked scenario.
///
/// # Errors
/// Where the build does not have the rules that the game wants.
pub(crate) fn world(
    scenario: &Scenario,
    version: u32,
    seed: [u8; 32],
) -> Result<World, SetupError> {
    let have = crate::ruleset::RULES_VERSION;
    if version != have {
        return Err(SetupError::RulesVersion {
            want: version,
            have,
        });
    }
    let ruleset = Ruleset::shipped(&scenario.ruleset)
        .ok_or_else(|| SetupError::Ruleset(scenario.ruleset.clone()))?;
    let map = ground(scenario);
    let teams: Vec<Option<String>> = scenario
        .seats
        .iter()
        .map(|seat| seat.team.clone())
        .collect();
    let options = &scenario.options;
    let mut victory = options.victory.clone();
    if victory.is_empty() {
        victory.push(VictoryCondition::LastStanding {});
    }
    let rules = Rules {
        version,
        tier: options.initiative_tier,
        ranked: options.ranked,
        shared_sight: options.shared_sight,
        victory,
        seed,
        relations: Relations::new(&teams, options.shared_sight),
        ruleset,
    };
    let numbers = Numbers::of(scenario, map.grid);
    let groups = scenario.seats.len() + 1;
    let tiles = map.grid.tiles();
    let mut state = State {
        adjourned: false,
        turn: 1,
        phase: Phase::Orders,
        next_seq: numbers.next,
        seats: scenario.seats.iter().map(seat).collect(),
        units: units(scenario, &rules.ruleset, map.grid, &numbers.units),
        sites: sites(scenario, &rules.ruleset, map.grid, &numbers.sites),
        knowledge: alloc::vec![Knowledge::nothing(tiles); groups].into(),
        outcome: None,
        map: map.into(),
        rules: Arc::new(rules),
    };
    for ix in 0..state.units.len() {
        let stance = crate::turn::commit::committed_stance(&state, &state.units[ix]);
        state.units[ix].committed_stance = stance;
        state.units[ix].effective_stance = stance;
    }
    let bands = crate::turn::commit::initiatives(&state)?;
    for (unit, initiative) in state.units.iter_mut().zip(bands) {
        unit.band = Band::of(initiative.score);
    }
    let mut world = World::new(state);
    for group in 0..groups {
        for tile in (0..tiles).map(Tile) {
            if world.observes(group, tile) {
                world.learn_tile(group, tile, None);
            }
        }
    }
    Ok(world)
}

fn ground(scenario: &Scenario) -> Map {
    let map = &scenario.map;
    let grid = Grid {
        width: map.width,
        height: map.height,
        wrap_x: map.wrap_x,
        wrap_y: map.wrap_y,
    };
    // The check has seen every glyph.
    let glyphs = map.terrain.iter().flat_map(|row| row.chars());
    let terrain = glyphs.map(|glyph| Terrain::from_glyph(glyph).unwrap_or(Terrain::Plain));
    let mut roads = alloc::vec![false; grid.tiles() as usize];
    for at in &map.roads {
        roads[grid.tile(*at).ix()] = true;
    }
    Map {
        grid,
        terrain: terrain.collect(),
        roads,
    }
}

fn seat(seat: &crate::scenario::ScenarioSeat) -> Seat {
    let (name, team) = (seat.name.clone(), seat.team.clone());
    Seat::new(name, team, seat.controller, seat.treasury)
}

/// The creation sequence of a scenario's entities, by their place in its lists.
struct Numbers {
    sites: Vec<Seq>,
    units: Vec<Seq>,
    next: u32,
}

impl Numbers {
    /// As stated, or else Neutral's sites and units, then each seat's sites and
    /// units, each by tile, ties as the scenario lists them (TM-850, WO-520).
    fn of(scenario: &Scenario, grid: Grid) -> Self {
        let (sites, units) = (&scenario.sites, &scenario.units);
        let stated = sites
            .iter()
            .map(|site| site.seq)
            .chain(units.iter().map(|unit| unit.seq));
        if let Some(stated) = stated.collect::<Option<Vec<Seq>>>() {
            let next = stated.iter().map(|seq| seq.0).max().unwrap_or(0) + 1;
            let (sites, units) = stated.split_at(sites.len());
            return Self {
                sites: sites.to_vec(),
                units: units.to_vec(),
                next,
            };
        }
        /// Neutral before the seats; sites before units; by tile; as listed.
        type Key = (Option<u8>, bool, Tile, usize);
        let mut all: Vec<Key> = Vec::new();
        all.extend(
            sites
                .iter()
                .enumerate()
                .map(|(i, s)| (s.owner, false, grid.tile(s.at), i)),
        );
        all.extend(
            units
                .iter()
                .enumerate()
                .map(|(i, u)| (u.owner, true, grid.tile(u.at), i)),
        );
        all.sort_unstable();
        let mut numbers = Self {
            sites: alloc::vec![Seq(0); sites.len()],
            units: alloc::vec![Seq(0); units.len()],
            next: 1,
        };
        for (_, is_unit, _, index) in all {
            let list = if is_unit {
                &mut numbers.units
            } else {
                &mut numbers.sites
            };
            list[index] = Seq(numbers.next);
            numbers.next += 1;
        }
        numbers
    }
}

/// The numbers that a checked scenario's sites and units are born with, in its order.
pub(crate) fn numbers(scenario: &Scenario) -> (Vec<Seq>, Vec<Seq>) {
    let map = &scenario.map;
    let grid = Grid {
        width: map.width,
        height: map.height,
        wrap_x: map.wrap_x,
        wrap_y: map.wrap_y,
    };
    let numbers = Numbers::of(scenario, grid);
    (numbers.sites, numbers.units)
}

fn owner(owner: Option<u8>) -> Owner {
    owner.map(SeatId)
}

fn sites(scenario: &Scenario, ruleset: &Ruleset, grid: Grid, numbers: &[Seq]) -> Vec<Site> {
    let build = |(site, seq): (&ScenarioSite, &Seq)| Site {
        seq: *seq,
        kind: site.kind,
        name: site.name.clone(),
        tile: grid.tile(site.at),
        owner: owner(site.owner),
        output: site.output,
        queue: site
            .queue
            .iter()
            .filter_map(|class| ruleset.find(class))
            .collect(),
        progress: site.progress,
        paid_for: site.queue.first().and_then(|class| ruleset.find(class)),
    };
    let mut sites: Vec<Site> = scenario.sites.iter().zip(numbers).map(build).collect();
    sites.sort_unstable_by_key(|site| site.seq);
    sites
}

fn units(scenario: &Scenario, ruleset: &Ruleset, grid: Grid, numbers: &[Seq]) -> Vec<Unit> {
    let build = |(unit, seq): (&ScenarioUnit, &Seq)| {
        // The check has found the class.
        let class = ruleset.find(&unit.class)?;
        let mut placed = new_unit(
            *seq,
            class,
            owner(unit.owner),
            grid.tile(unit.at),
            unit.posture.clone(),
        );
        placed.name.clone_from(&unit.name);
        placed.strength = unit.strength;
        placed.veterancy = unit.veterancy;
        placed.experience = crate::engagement::grade_threshold(unit.veterancy);
        placed.age = unit.age;
        placed.entrenchment = unit.entrenchment;
        // Set by a fight in the turn before the first: it clears at step 6 of turn 1.
        placed.disrupted = unit.disrupted.then_some(0);
        placed.stance_override = unit.stance;
        placed.task = unit.task.clone().map(|task| TaskState::new(task, 1));
        if placed.owner.is_none() {
            placed.stance_override = Some(Stance::Hold);
        }
        Some(placed)
    };
    let mut units: Vec<Unit> = scenario
        .units
        .iter()
        .zip(numbers)
        .filter_map(build)
        .collect();
    units.sort_unstable_by_key(|unit| unit.seq);
    units
}

/// A unit as it enters play: full strength, age 0, nothing behind it (TM-950).
pub(crate) fn new_unit(
    seq: Seq,
    class: crate::ruleset::ClassId,
    owner: Owner,
    tile: Tile,
    posture: crate::command::Posture,
) -> Unit {
    Unit {
        seq,
        name: String::new(),
        class,
        owner,
        tile,
        alive: true,
        carrier: None,
        strength: 100,
        veterancy: 0,
        experience: 0,
        age: 0,
        entrenchment: 0,
        disrupted: None,
        supplied: true,
        unsupplied_for: 0,
        band: Band::Slow,
        stance_override: None,
        task: None,
        posture,
        patrol_place: 0,
        sanctions: Sanctions::default(),
        reflex: None,
        banked: 0,
        work_done: 0,
        opening: None,
        committed_stance: Stance::Advance,
        effective_stance: Stance::Advance,
        reaction_capacity: 0,
        reactions_spent: 0,
        spent: None,
        activated: false,
        moved: false,
        fought: false,
        broken: false,
        losses: 0,
        experience_won: 0,
    }
}
