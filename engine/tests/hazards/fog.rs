//! Hazards of sight: what is known at an instant, and what must not leak.

use super::*;

#[test]
fn fog_at_the_instant() {
    // 2 stands in a wood: at 1,1 its enemy knows nothing of it, at 3,1 it does.
    let task = json!({ "task": {
        "do": { "MoveTo": [5, 1] }, "via": [[4, 1]],
        "when": [{ "if": { "EnemyAt": { "tile": [4, 1] } }, "then": "Halt" }],
    } });
    let blind = json!({ "task": { "do": { "MoveTo": [5, 1] }, "via": [[4, 1]] } });
    for (orders, halts) in [(task, 0), (blind, 1)] {
        let units = json!([
            with(unit(1, 0, "light_infantry", [1, 1]), &orders),
            unit(2, 1, "line_infantry", [4, 1]),
        ]);
        let (game, result) = first_turn(&header(&units, &json!([]), &[(4, 1, 'f')], 1));
        assert_eq!(at(&game, 1), Pos::new(3, 1));
        let met = result
            .events
            .iter()
            .filter(|event| matches!(event, Event::Halted { .. }));
        assert_eq!(met.count(), halts);
    }
}

#[test]
fn incremental_fog() {
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let watched = game.apply_watched(record, &mut |world| {
                assert!(world.is_consistent(), "game {seed}, record {}", record.seq);
            });
            watched.expect("a record");
        }
    }
}

#[test]
fn fog_leak() {
    let header = plain(&json!([
        unit(1, 0, "line_infantry", [1, 1]),
        with(
            unit(2, 0, "light_horse", [10, 6]),
            &json!({ "task": { "do": { "MoveTo": [10, 2] } } })
        ),
        unit(3, 1, "line_infantry", [3, 1]),
    ]));
    let run = |meddle: &dyn Fn(&mut Unit)| {
        let mut game = Game::new(&header).expect("a game");
        let mut told = Vec::new();
        for _ in 0..3 {
            let record = closing(&game);
            let result = game.apply_watched(&record, &mut |world| {
                let hidden = world.state.units.iter_mut().find(|unit| unit.seq == Seq(2));
                meddle(hidden.expect("it lives"));
            });
            let mut result = result.expect("a turn").expect("its result");
            told.push((
                result.streams.swap_remove(1),
                result.dispatch.swap_remove(1),
            ));
        }
        serde_json::to_vec(&(told, game.view(SeatId(1)))).expect("plain data")
    };
    let truth = run(&|_| {});
    let meddling: [&dyn Fn(&mut Unit); 6] = [
        &|unit| unit.strength = 40,
        &|unit| unit.veterancy = 3,
        &|unit| unit.stance_override = Some(Stance::Hold),
        &|unit| unit.task = None,
        &|unit| unit.disrupted = Some(1),
        &|unit| unit.name = "Other".into(),
    ];
    for meddle in meddling {
        assert_eq!(run(meddle), truth);
    }
}
