//! Hazards of the order and of its slots: sorting, tombstones, second turns, and
//! what lasts for just one Cascade.

use super::*;

#[test]
fn comparator_less_sort() {
    for units in permutations(&many_equals()) {
        let (_, result) = first_turn(&plain(&json!(units)));
        assert_eq!(
            order_of(&result),
            [(5, 60), (7, 60), (2, 40), (4, 40), (9, 40)]
        );
    }
}

#[test]
fn hash_map_order() {
    let sites = [
        json!({ "kind": "city", "seq": 20, "owner": 0, "output": 4, "at": [1, 3] }),
        json!({ "kind": "depot", "seq": 11, "owner": 1, "at": [9, 3] }),
    ];
    let there = header(&json!(many_equals()), &json!(sites), &[], 3);
    let (units, places): (Vec<Value>, Vec<Value>) = (
        many_equals().into_iter().rev().collect(),
        sites.into_iter().rev().collect(),
    );
    let back = header(&json!(units), &json!(places), &[], 3);
    let hashes = |header: &Header| {
        let (_, result) = first_turn(header);
        (result.activation, result.state, result.turn_hash)
    };
    assert_eq!(hashes(&there), hashes(&back));
}

#[test]
fn mid_cascade_re_sort() {
    let header = header(&json!(many_equals()), &json!([]), &[], 3);
    let (_, undisturbed) = first_turn(&header);
    let mut game = Game::new(&header).expect("a game");
    let mut acted: Vec<Seq> = Vec::new();
    let record = closing(&game);
    let result = game.apply_watched(&record, &mut |world| {
        for unit in &mut world.state.units {
            if unit.activated && !acted.contains(&unit.seq) {
                acted.push(unit.seq);
            }
            // Everything that a score is made of, turned upside down.
            unit.veterancy = 3 - unit.veterancy;
            unit.disrupted = if unit.disrupted.is_some() {
                None
            } else {
                Some(1)
            };
            unit.supplied = !unit.supplied;
            unit.age = 4 - unit.age;
            unit.committed_stance = match unit.committed_stance {
                Stance::March => Stance::Entrench,
                _ => Stance::March,
            };
        }
    });
    let result = result.expect("a turn").expect("its result");
    assert_eq!(result.order, undisturbed.order);
    let slots: Vec<Seq> = undisturbed.order.iter().map(|slot| slot.seq).collect();
    assert_eq!(acted, slots);
}

#[test]
fn tombstones() {
    // 3 falls to 1 before its slot; 4 and 5 act in theirs all the same.
    let killing = json!({ "task": { "do": { "Attack": { "unit": 3 } } } });
    let going = |to: [u16; 2]| json!({ "task": { "do": { "MoveTo": to } } });
    let units = |killer: Value| {
        json!([
            killer,
            with(unit(3, 1, "militia", [2, 1]), &json!({ "strength": 5 })),
            with(unit(4, 1, "field_gun", [9, 1]), &going([9, 2])),
            with(unit(5, 0, "field_gun", [9, 6]), &going([9, 7])),
        ])
    };
    let killer = unit(1, 0, "line_infantry", [1, 1]);
    let (_, quiet) = first_turn(&plain(&units(killer.clone())));
    let (game, result) = first_turn(&plain(&units(with(killer, &killing))));
    assert!(
        game.state().unit(Seq(3)).is_none(),
        "3 is dead and gone at the Reckoning's end"
    );
    assert_eq!(result.order, quiet.order);
    assert_eq!(
        (at(&game, 4), at(&game, 5)),
        (Pos::new(9, 2), Pos::new(9, 7))
    );
}

#[test]
fn second_activation() {
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        for result in play(&header, &records) {
            let mut movers: Vec<Seq> = result
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Moved { unit, .. } => Some(*unit),
                    _ => None,
                })
                .collect();
            // One unit's steps stand together; a second activation would part them.
            movers.dedup();
            let runs = movers.len();
            movers.sort_unstable();
            movers.dedup();
            assert_eq!(movers.len(), runs, "game {seed}, turn {}", result.turn);
        }
    }
}

#[test]
fn ageing_off_by_one() {
    let city = json!([{ "kind": "city", "seq": 1, "owner": 0, "output": 4, "at": [1, 1], "queue": ["militia"], "progress": 3 }]);
    let header = header(&json!([unit(2, 0, "line_infantry", [9, 1])]), &city, &[], 1);
    let mut game = Game::new(&header).expect("a game");
    close(&mut game);
    let forming_up: Vec<i32> = (0..6)
        .map(|_| {
            let result = close(&mut game);
            let slot = result
                .order
                .iter()
                .find(|slot| slot.seq == Seq(3))
                .expect("the militia");
            slot.initiative.terms[2]
        })
        .collect();
    assert_eq!(forming_up, [-8, -6, -4, -2, 0, 0]);
}

#[test]
fn disruption_lifetime() {
    let units = json!([unit(1, 0, "line_infantry", [1, 1])]);
    let header = header(&units, &json!([]), &[], 2);
    let mut game = Game::new(&header).expect("a game");
    // As step 1 of turn 1 would set it, if the unit had been broken.
    let record = closing(&game);
    let watched = game.apply_watched(&record, &mut |world| world.state.units[0].broken = true);
    watched.expect("a turn");
    let disruption: Vec<i32> = (0..3)
        .map(|_| close(&mut game).order[0].initiative.terms[4])
        .collect();
    assert_eq!(disruption, [-8, 0, 0]);
}

#[test]
fn entrenchment_reset() {
    let dug_in = json!({ "stance": "Entrench", "entrenchment": 2, "strength": 20 });
    let header = header(
        &json!([
            with(unit(2, 0, "line_infantry", [3, 3]), &dug_in),
            unit(3, 1, "line_infantry", [3, 4]),
        ]),
        &json!([{ "kind": "city", "seq": 1, "owner": 0, "output": 4, "at": [3, 0] }]),
        &[],
        1,
    );
    let mut game = Game::new(&header).expect("a game");
    let mut seen = Vec::new();
    let record = closing(&game);
    let watched = game.apply_watched(&record, &mut |world| {
        let unit = world.state.unit(Seq(2)).expect("it lives");
        seen.push((unit.moved, unit.entrenchment));
    });
    watched.expect("a turn");
    // The reflex moved it, and it was 0 at once, not at the Reckoning only.
    assert!(seen.contains(&(true, 0)), "{seen:?}");
    assert!(
        seen.iter()
            .all(|(moved, entrenchment)| *moved == (*entrenchment == 0)),
        "{seen:?}"
    );
    assert_eq!(one(&game, 2).entrenchment, 0);
}

#[test]
fn owner_change() {
    let woods: Vec<(usize, usize, char)> = (2..5)
        .flat_map(|x| (2..5).map(move |y| (x, y, 'f')))
        .filter(|(x, y, _)| (*x, *y) != (3, 3))
        .collect();
    let units = json!([
        with(
            unit(1, 0, "heavy_horse", [2, 3]),
            &json!({ "task": { "do": { "Attack": { "unit": 2 } } } })
        ),
        with(
            unit(2, 1, "wagon", [3, 3]),
            &json!({ "task": { "do": { "MoveTo": [9, 6] } } })
        ),
    ]);
    let header = header(&units, &json!([]), &woods, 1);
    let mut game = Game::new(&header).expect("a game");
    let mut young = false;
    let record = closing(&game);
    let result = game.apply_watched(&record, &mut |world| {
        let wagon = world.state.unit(Seq(2)).expect("it keeps its number");
        young |= wagon.owner == Some(SeatId(0)) && wagon.age == 0;
    });
    let result = result.expect("a turn").expect("its result");
    let wagon = one(&game, 2);
    assert!(young, "its age is 0 at once");
    assert_eq!((wagon.owner, &wagon.task), (Some(SeatId(0)), &None));
    assert_eq!(
        (wagon.reaction_capacity, wagon.spent),
        (0, Some(Spent::ChangedSides))
    );
    assert!(
        !result
            .events
            .iter()
            .any(|event| matches!(event, Event::Moved { unit: Seq(2), .. }))
    );
}

#[test]
fn landing() {
    // 1 is aboard from turn 1 on; in turn 2 it is set down in the wagon's
    // activation, does not act again, and, being in Hold, still reacts.
    let board = json!({ "task": { "do": { "Board": 2 } } });
    let mut game = Game::new(&plain(&json!([
        with(unit(1, 0, "line_infantry", [1, 1]), &board),
        unit(2, 0, "wagon", [2, 1]),
        unit(3, 1, "field_gun", [8, 3]),
    ])))
    .expect("a game");
    close(&mut game);
    for (seat, order) in [
        (
            0,
            r#"{"kind":"SetPosture","unit":1,"posture":{"Picket":{"tile":[6,2]}}}"#,
        ),
        (0, r#"{"kind":"SetStance","unit":1,"stance":"Hold"}"#),
        (
            0,
            r#"{"kind":"SetTask","unit":2,"task":{"do":{"Unload":{"unit":1,"tile":[6,1]}}}}"#,
        ),
        (
            1,
            r#"{"kind":"SetTask","unit":3,"task":{"do":{"MoveTo":[7,2]}}}"#,
        ),
    ] {
        give(&mut game, Some(seat), order);
    }
    let result = close(&mut game);
    assert_eq!(at(&game, 1), Pos::new(6, 1));
    assert_eq!(one(&game, 1).spent, Some(Spent::Landed));
    assert!(!order_of(&result).iter().any(|(seq, _)| *seq == 1));
    let moves = |event: &Event| matches!(event, Event::Moved { unit: Seq(1), .. });
    assert!(!result.events.iter().any(moves));
    assert_eq!(reactions(&result), [(Some(Seq(1)), Some(Seq(3)))]);
}

/// TM-1970: behind the last activation nobody is moved and nothing changes hands.
#[test]
fn the_reckoning_moves_nobody() {
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let (mut places, mut holders) = (Vec::new(), Vec::new());
            let watched = game.apply_watched(record, &mut |world| {
                let units = world.state.units.iter();
                places = units
                    .map(|unit| (unit.seq, unit.owner, unit.tile))
                    .collect();
                holders = world
                    .state
                    .sites
                    .iter()
                    .map(|site| (site.seq, site.owner))
                    .collect();
            });
            watched.expect("a record");
            for (seq, owner, tile) in places {
                if let Some(unit) = game.state().unit(seq) {
                    assert_eq!((unit.owner, unit.tile), (owner, tile), "game {seed}");
                }
            }
            for (seq, owner) in holders {
                assert_eq!(
                    game.state().site(seq).expect("a site").owner,
                    owner,
                    "game {seed}"
                );
            }
        }
    }
}
