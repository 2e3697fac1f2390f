//! Hazards of reactions: who is chosen, and what must bring none about.

use super::*;

#[test]
fn reaction_choice() {
    let hold = json!({ "stance": "Hold" });
    let units = [
        with(unit(8, 1, "line_infantry", [2, 2]), &hold),
        with(unit(6, 1, "line_infantry", [4, 2]), &hold),
        with(unit(3, 1, "militia", [3, 3]), &hold),
        with(
            unit(9, 0, "light_infantry", [3, 0]),
            &json!({ "task": { "do": { "MoveTo": [3, 1] } } }),
        ),
    ];
    for units in permutations(&units) {
        let (_, result) = first_turn(&plain(&json!(units)));
        assert_eq!(reactions(&result), [(Some(Seq(6)), Some(Seq(9)))]);
    }
}

#[test]
fn reaction_chain() {
    // The wagon is broken and retreats to a tile next to 4, who is in Hold.
    let header = header(
        &json!([
            with(
                unit(2, 0, "heavy_horse", [3, 3]),
                &json!({ "task": { "do": { "Attack": { "unit": 3 } } } })
            ),
            unit(3, 1, "wagon", [4, 3]),
            with(
                unit(4, 0, "line_infantry", [6, 1]),
                &json!({ "stance": "Hold" })
            ),
        ]),
        &json!([{ "kind": "city", "seq": 1, "owner": 1, "output": 4, "at": [7, 3] }]),
        &[],
        1,
    );
    let (game, result) = first_turn(&header);
    assert_eq!(at(&game, 3), Pos::new(5, 2));
    assert_eq!(reactions(&result), []);
    // And whatever else happens, one reaction at most on a mover.
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        for result in play(&header, &records) {
            let mut movers: Vec<_> = reactions(&result).into_iter().map(|(_, on)| on).collect();
            let all = movers.len();
            movers.sort_unstable();
            movers.dedup();
            assert_eq!(movers.len(), all, "game {seed}, turn {}", result.turn);
        }
    }
}

#[test]
fn starting_tile() {
    let leaving = json!({ "task": { "do": { "MoveTo": [0, 4] } } });
    let (game, result) = first_turn(&plain(&json!([
        unit(1, 0, "line_infantry", [2, 1]),
        with(unit(2, 0, "line_infantry", [2, 2]), &leaving),
        with(
            unit(3, 1, "line_infantry", [3, 1]),
            &json!({ "stance": "Hold" })
        ),
    ])));
    assert_eq!(at(&game, 2), Pos::new(0, 4));
    assert_eq!(reactions(&result), []);
}

#[test]
fn effective_stance() {
    // A gun at two tiles shoots at 1, who cannot answer and has acted: it takes
    // cover, which is to stand as in Hold. 4, another gun, then comes next to it.
    let header = plain(&json!([
        unit(1, 0, "line_infantry", [5, 3]),
        with(
            unit(3, 1, "field_gun", [7, 3]),
            &json!({ "task": { "do": { "Attack": { "unit": 1 } } } })
        ),
        with(
            unit(4, 1, "field_gun", [7, 5]),
            &json!({ "task": { "do": { "MoveTo": [6, 4] } } })
        ),
    ]));
    let mut game = Game::new(&header).expect("a game");
    let record = closing(&game);
    let mut covered = false;
    let result = game.apply_watched(&record, &mut |world| {
        let unit = world.state.unit(Seq(1)).expect("it lives");
        covered |= unit
            .reflex
            .is_some_and(|reflex| reflex.kind == ReflexKind::TakeCover)
            && unit.effective_stance == Stance::Hold;
        assert_eq!(unit.reaction_capacity, 0);
    });
    let result = result.expect("a turn").expect("its result");
    assert!(covered, "1 has taken cover");
    assert_eq!(at(&game, 4), Pos::new(6, 4));
    assert_eq!(reactions(&result), []);
    assert_eq!(order_of(&result), [(1, 40), (3, 24), (4, 24)]);
}

/// CM-300, CM-1400: to brace and to take cover raise a defence and lower none. Who
/// advances stands as in Hold then; who digs in goes on as in Entrench.
#[test]
fn who_is_dug_in_stays_so() {
    let brace = json!({ "do": "Brace", "until": { "Turn": 9 } });
    let dug_in = json!({ "stance": "Entrench", "entrenchment": 1 });
    let header = plain(&json!([
        with(
            unit(1, 0, "line_infantry", [1, 1]),
            &json!({ "task": brace })
        ),
        with(
            unit(2, 0, "line_infantry", [3, 1]),
            &json!({ "stance": "Entrench", "entrenchment": 1, "task": brace })
        ),
        with(unit(3, 0, "line_infantry", [5, 5]), &dug_in),
        with(
            unit(4, 1, "field_gun", [7, 5]),
            &json!({ "task": { "do": { "Attack": { "unit": 3 } } } })
        ),
    ]));
    let mut game = Game::new(&header).expect("a game");
    let record = closing(&game);
    let mut behind = Vec::new();
    let watched = game.apply_watched(&record, &mut |world| {
        let stance = |seq| {
            let unit = world.state.unit(Seq(seq)).expect("it lives");
            (unit.reflex.map(|reflex| reflex.kind), unit.effective_stance)
        };
        behind = [1, 2, 3].map(stance).to_vec();
    });
    watched.expect("a turn").expect("its result");
    assert_eq!(
        behind,
        [
            (None, Stance::Hold),
            (None, Stance::Entrench),
            (Some(ReflexKind::TakeCover), Stance::Entrench)
        ]
    );
}

/// TM-1570, clause 7, and EN-100: who has broken in this Cascade neither reacts
/// nor starts a fight. Broken by hand here: which fight breaks whom is chance.
#[test]
fn the_broken_do_nothing_more() {
    let units = json!([
        with(
            unit(1, 0, "scout", [1, 1]),
            &json!({ "task": { "do": { "MoveTo": [1, 2] } } })
        ),
        with(
            unit(2, 1, "line_infantry", [5, 2]),
            &json!({ "stance": "Hold", "task": { "do": { "Attack": { "unit": 3 } } } })
        ),
        with(
            unit(3, 0, "light_horse", [5, 0]),
            &json!({ "task": { "do": { "MoveTo": [5, 1] } } })
        ),
    ]);
    let run = |breaks: bool| {
        let mut game = Game::new(&plain(&units)).expect("a game");
        let record = closing(&game);
        let result = game.apply_watched(&record, &mut |world| {
            let unit = world.state.units.iter_mut().find(|unit| unit.seq == Seq(2));
            unit.expect("it lives").broken |= breaks;
        });
        let result = result.expect("a turn").expect("its result");
        let fights = result
            .events
            .iter()
            .filter(|event| matches!(event, Event::Engagement { .. }));
        (reactions(&result).len(), fights.count())
    };
    // Whole, it reacts on the horse and attacks it at its own slot.
    assert_eq!(run(false), (1, 2));
    assert_eq!(run(true), (0, 0));
}

/// EN-100: who has broken is the front only where it is alone.
#[test]
fn the_broken_stand_behind() {
    let units = json!([
        with(
            unit(1, 0, "scout", [1, 1]),
            &json!({ "task": { "do": { "MoveTo": [1, 2] } } })
        ),
        with(
            unit(2, 0, "line_infantry", [5, 3]),
            &json!({ "task": { "do": { "Attack": { "tile": [6, 3] } } } })
        ),
        unit(3, 1, "guard_infantry", [6, 3]),
        unit(4, 1, "militia", [6, 3]),
    ]);
    let front = |breaks: bool| {
        let mut game = Game::new(&plain(&units)).expect("a game");
        let record = closing(&game);
        let result = game.apply_watched(&record, &mut |world| {
            let acted = world
                .state
                .units
                .iter()
                .any(|unit| unit.seq == Seq(2) && unit.activated);
            let guards = world.state.units.iter_mut().find(|unit| unit.seq == Seq(3));
            guards.expect("they live").broken |= breaks && !acted;
        });
        let result = result.expect("a turn").expect("its result");
        result.events.into_iter().find_map(|event| match event {
            Event::Engagement { defender, .. } => defender,
            _ => None,
        })
    };
    assert_eq!(front(false), Some(Seq(3)));
    assert_eq!(front(true), Some(Seq(4)));
}
