//! Properties of whole games, over random boards and random orders. A failure
//! prints the seed that makes it; proptest keeps it.

use std::collections::BTreeMap;

use fieldpost_engine::event::Event;
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::turn::TurnResult;
use fieldpost_engine::world::World;
use proptest::prelude::*;

#[path = "support/random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

use random::Dice;

const TURNS: u32 = 6;

#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask how long it may take"
)]
fn games() -> u32 {
    // The long run asks for more (see docs/TESTING.md).
    std::env::var("FIELDPOST_LONG_TESTS").map_or(64, |_| 4_000)
}

fn random_game(seed: u64) -> (Header, Vec<OrderRecord>) {
    let mut dice = Dice::new(seed);
    let header = random::header(random::scenario(&mut dice));
    let records = random::log(&mut dice, &header, TURNS);
    (header, records)
}

fn play(header: &Header, records: &[OrderRecord]) -> (Game, Vec<TurnResult>) {
    let mut game = Game::new(header).expect("a game");
    let results = records
        .iter()
        .filter_map(|record| game.apply(record).expect("a record"));
    let results = results.collect();
    (game, results)
}

/// The records of each turn dealt anew among the seats, each seat's own order
/// kept, and numbered again.
fn interleaved(records: &[OrderRecord], dice: &mut Dice) -> Vec<OrderRecord> {
    let mut out: Vec<OrderRecord> = Vec::new();
    let mut turn: Vec<OrderRecord> = Vec::new();
    for record in records {
        if record.seat.is_some() {
            turn.push(record.clone());
            continue;
        }
        while !turn.is_empty() {
            let seat = turn[dice.below(turn.len())].seat;
            let first = turn
                .iter()
                .position(|other| other.seat == seat)
                .expect("that seat");
            out.push(turn.remove(first));
        }
        out.push(record.clone());
    }
    for (index, record) in out.iter_mut().enumerate() {
        record.seq = index as u32 + 1;
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: games(), ..ProptestConfig::default() })]

    /// TM-240: how submissions interleave changes nothing.
    #[test]
    fn interleaving_changes_no_turn(seed: u64) {
        let (header, records) = random_game(seed);
        let (_, straight) = play(&header, &records);
        let shuffled = interleaved(&records, &mut Dice::new(seed ^ 1));
        let (_, other) = play(&header, &shuffled);
        prop_assert_eq!(straight, other);
    }

    /// TM-2140, WO-220: what is kept up step by step is what a full
    /// recomputation gives, after every activation.
    #[test]
    fn incremental_sight_is_full_sight(seed: u64) {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let mut consistent = true;
            game.apply_watched(record, &mut |world| consistent &= world.is_consistent())
                .expect("a record");
            prop_assert!(consistent);
        }
    }

    /// Encoded, decoded and resumed after every activation, a turn is the same.
    #[test]
    fn a_saved_and_resumed_turn_is_the_straight_one(seed: u64) {
        let (header, records) = random_game(seed);
        let (_, straight) = play(&header, &records);
        let mut game = Game::new(&header).expect("a game");
        let mut resumed = Vec::new();
        for record in &records {
            let mut resume = |world: &mut World| {
                let mut bytes = Vec::new();
                world.state.encode(&mut bytes);
                *world = World::new(world.state.decode_into(&bytes).expect("its own encoding"));
            };
            resumed.extend(game.apply_watched(record, &mut resume).expect("a record"));
        }
        prop_assert_eq!(straight, resumed);
    }

    /// TM-140, TM-1200: nobody acts twice, nobody reacts beyond its capacity.
    #[test]
    fn one_activation_and_reactions_within_capacity(seed: u64) {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let mut within = true;
            let mut acted = 0;
            let mut check = |world: &mut World| {
                let now = world.state.units.iter().filter(|unit| unit.activated).count();
                within &= now <= acted + 1;
                acted = now;
                // One that was captured has spent what it no longer has (TM-1870).
                within &= world
                    .state
                    .units
                    .iter()
                    .all(|unit| unit.spent.is_some() || unit.reactions_spent <= unit.reaction_capacity);
            };
            let result = game.apply_watched(record, &mut check).expect("a record");
            prop_assert!(within);
            if let Some(result) = result {
                let mut slots: Vec<Seq> = result.order.iter().map(|slot| slot.seq).collect();
                slots.sort_unstable();
                slots.dedup();
                prop_assert_eq!(slots.len(), result.order.len());
            }
        }
    }

    /// Units that come in are alive, destroyed or captured away: none is lost
    /// and none is made but by a city.
    #[test]
    fn units_are_conserved(seed: u64) {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        let mut alive: Vec<Seq> = game.state().units.iter().map(|unit| unit.seq).collect();
        for record in &records {
            let Some(result) = game.apply(record).expect("a record") else { continue };
            for event in &result.events {
                if let Event::Destroyed { unit, .. } = event {
                    let place = alive.iter().position(|seq| seq == unit);
                    prop_assert!(place.is_some(), "{unit} died twice or never lived");
                    alive.remove(place.expect("just asked"));
                }
            }
            let newest = alive.iter().max().copied().unwrap_or(Seq(0));
            let now: Vec<Seq> = game.state().units.iter().map(|unit| unit.seq).collect();
            let old: Vec<Seq> = now.iter().copied().filter(|seq| alive.contains(seq)).collect();
            prop_assert_eq!(&old, &alive);
            prop_assert!(now.iter().filter(|seq| !alive.contains(seq)).all(|seq| *seq > newest));
            alive = now;
        }
    }

    /// Each record changes only what belongs to its issuer: nobody else's view.
    #[test]
    fn an_order_changes_its_issuers_view_alone(seed: u64) {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let others: Vec<SeatId> =
                game.seats().filter(|seat| Some(*seat) != record.seat).collect();
            let before: Vec<_> = others.iter().map(|seat| game.view(*seat)).collect();
            game.apply(record).expect("a record");
            if record.seat.is_some() {
                let after: Vec<_> = others.iter().map(|seat| game.view(*seat)).collect();
                prop_assert_eq!(before, after);
            }
        }
    }

    /// TM-2150: who follows nothing but its stream knows where every hostile
    /// unit is that its view shows.
    #[test]
    fn a_view_built_from_the_stream_is_the_view(seed: u64) {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        let mut mirrors: Vec<Mirror> = game.seats().map(|seat| Mirror::of(&game, seat)).collect();
        for record in &records {
            let Some(result) = game.apply(record).expect("a record") else { continue };
            for seat in game.seats() {
                let mirror = &mut mirrors[usize::from(seat.0)];
                result.streams[usize::from(seat.0)].iter().for_each(|event| mirror.take(event));
                let truth = Mirror::of(&game, seat);
                prop_assert_eq!(&mirror.seen, &truth.seen, "seat {} in turn {}", seat, result.turn);
            }
        }
    }

    /// TM-2220: a unit in a pocket that nobody looks into changes no view and no
    /// stream of those who do not see it.
    #[test]
    fn what_is_unseen_leaves_no_trace(seed: u64) {
        let mut dice = Dice::new(seed);
        let (plain, peopled) = random::pairs::with_and_without_a_hidden_unit(&mut dice);
        let (plain, peopled) = (random::header(plain), random::header(peopled));
        let records = random::log(&mut dice, &plain, TURNS);
        let (mut one, mut other) =
            (Game::new(&plain).expect("a game"), Game::new(&peopled).expect("a game"));
        let keeper = random::pairs::keeper(&plain);
        for record in &records {
            let results = (one.apply(record), other.apply(record));
            let (Ok(first), Ok(second)) = results else { panic!("both take the record") };
            for seat in one.seats().filter(|seat| *seat != keeper) {
                if random::pairs::sees_the_pocket(&one, seat) {
                    continue;
                }
                prop_assert_eq!(one.view(seat), other.view(seat));
                let stream = |r: &Option<TurnResult>| r.as_ref().map(|r| {
                    let index = usize::from(seat.0);
                    (r.streams[index].clone(), r.dispatch[index].clone())
                });
                prop_assert_eq!(stream(&first), stream(&second));
            }
        }
    }

    /// TM-2220, TM-860: what others build, units and works, is in no number of a seat's
    /// own, and in nothing else that it gets.
    #[test]
    fn what_others_build_leaves_no_trace(seed: u64) {
        let mut dice = Dice::new(seed);
        let (one, other) = random::pairs::two_that_build_otherwise(&mut dice);
        let builder = random::pairs::keeper(&one);
        let (mut one, mut other) =
            (Game::new(&one).expect("a game"), Game::new(&other).expect("a game"));
        for _ in 0..TURNS {
            let order = Order::CloseOrders { markers: vec![Marker::Committed; 2] };
            let record = OrderRecord { seq: one.head() + 1, turn: one.turn(), seat: None, order };
            let first = one.apply(&record).expect("a turn").expect("its result");
            let second = other.apply(&record).expect("a turn").expect("its result");
            for seat in one.seats().filter(|seat| *seat != builder) {
                prop_assert_eq!(one.view(seat), other.view(seat));
                let index = usize::from(seat.0);
                prop_assert_eq!(&first.streams[index], &second.streams[index]);
                prop_assert_eq!(&first.dispatch[index], &second.dispatch[index]);
            }
        }
    }

    /// A log written out and read back is the same log.
    #[test]
    fn records_survive_their_json(seed: u64) {
        let (_, records) = random_game(seed);
        for record in records {
            let text = record.canonical_json();
            prop_assert_eq!(OrderRecord::parse(&text), Ok(record));
        }
    }
}

/// What a client knows that has nothing but its first view and its stream.
#[derive(Debug)]
struct Mirror {
    seen: BTreeMap<Seq, Pos>,
    /// Seats on the client's own side: of their units it is told otherwise.
    friends: Vec<SeatId>,
}

impl Mirror {
    fn of(game: &Game, seat: SeatId) -> Self {
        let view = game.view(seat).expect("a seat");
        let hostile = view
            .others
            .iter()
            .filter(|other| other.hostile && !other.stale);
        let team = |of: SeatId| view.seats[usize::from(of.0)].team.clone();
        let allied = |of: &SeatId| *of == seat || (team(*of).is_some() && team(*of) == team(seat));
        Self {
            seen: hostile.map(|other| (other.unit, other.at)).collect(),
            friends: game.seats().filter(allied).collect(),
        }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Moved { unit, to, .. } | Event::Retreated { unit, to, .. } => {
                if let Some(at) = self.seen.get_mut(unit) {
                    *at = *to;
                }
            }
            Event::Appeared {
                unit, at, owner, ..
            } if owner.is_none_or(|owner| !self.friends.contains(&owner)) => {
                self.seen.insert(*unit, *at);
            }
            Event::UnitCaptured { unit, by } if by.is_some_and(|by| self.friends.contains(&by)) => {
                self.seen.remove(unit);
            }
            Event::Vanished { unit, .. } | Event::Destroyed { unit, .. } => {
                self.seen.remove(unit);
            }
            _ => {}
        }
    }
}

/// The order of a log's last record is its closing: the generator's own promise.
#[test]
fn random_games_play_their_turns() {
    let (header, records) = random_game(1);
    let closes = records
        .iter()
        .filter(|r| matches!(r.order, Order::CloseOrders { .. }))
        .count();
    assert_eq!(closes, TURNS as usize);
    let orders = records.len() - closes;
    assert!(orders > 20, "only {orders} orders got through the door");
    let (_, results) = play(&header, &records);
    let events: usize = results.iter().map(|result| result.events.len()).sum();
    assert!(events > 50, "only {events} events");
}
