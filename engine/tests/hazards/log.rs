//! Hazards of the log: interleaving, lateness, and replays wherever and whenever.

use super::*;

#[test]
fn interleaving() {
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        let mut dice = Dice::new(seed);
        let (mut shuffled, mut waiting): (Vec<OrderRecord>, Vec<OrderRecord>) = Default::default();
        for record in &records {
            if record.seat.is_some() {
                waiting.push(record.clone());
                continue;
            }
            while !waiting.is_empty() {
                let seat = waiting[dice.below(waiting.len())].seat;
                let next = waiting
                    .iter()
                    .position(|other| other.seat == seat)
                    .expect("that seat");
                shuffled.push(waiting.remove(next));
            }
            shuffled.push(record.clone());
        }
        for (index, record) in shuffled.iter_mut().enumerate() {
            record.seq = index as u32 + 1;
        }
        let hashes = |records: &[OrderRecord]| -> Vec<_> {
            play(&header, records)
                .into_iter()
                .map(|r| (r.activation, r.state, r.turn_hash))
                .collect()
        };
        assert_eq!(hashes(&records), hashes(&shuffled), "game {seed}");
    }
}

#[test]
fn late_order() {
    let mut game = Game::new(&plain(&json!(many_equals()))).expect("a game");
    let order = parse_order(r#"{"kind":"SetTask","unit":9,"task":{"do":{"MoveTo":[3,1]}}}"#);
    let order = order.expect("an order");
    for turn in [0, 2] {
        let refusal = Refusal::WrongTurn {
            given: turn,
            current: 1,
        };
        assert_eq!(
            game.check(Some(SeatId(0)), turn, &order),
            Err(refusal.clone())
        );
        let record = OrderRecord {
            seq: 1,
            turn,
            seat: Some(SeatId(0)),
            order: order.clone(),
        };
        let verdict = game.clone().apply(&record);
        assert_eq!(verdict, Err(ReplayError::Refused { seq: 1, refusal }));
    }
    close(&mut game);
    close(&mut game);
    assert_eq!(
        at(&game, 9),
        Pos::new(1, 1),
        "what was refused was not kept for later"
    );
}

#[test]
fn random_draws() {
    let fighters = [
        with(
            unit(1, 0, "line_infantry", [3, 3]),
            &json!({ "task": { "do": { "Attack": { "unit": 2 } } } }),
        ),
        unit(2, 1, "line_infantry", [4, 3]),
    ];
    // It acts before both of them, and shifts every index.
    let far = with(
        unit(9, 1, "scout", [11, 7]),
        &json!({ "task": { "do": { "MoveTo": [11, 2] } } }),
    );
    let fights = |units: Value| {
        let (_, result) = first_turn(&plain(&units));
        let fights = result.events.into_iter();
        fights
            .filter(|event| matches!(event, Event::Engagement { .. }))
            .collect::<Vec<_>>()
    };
    let alone = fights(json!(fighters));
    assert_eq!(alone.len(), 1);
    assert_eq!(fights(json!([fighters[0], fighters[1], far])), alone);
}

#[test]
fn substituted_seat() {
    // A substitute's orders stand in the log like anybody's; nothing thinks here.
    let mut game = Game::new(&plain(&json!(many_equals()))).expect("a game");
    give(&mut game, None, r#"{"kind":"SubstitutePlayer","about":1}"#);
    close(&mut game);
    assert!(game.state().seats[1].substituted);
    give(
        &mut game,
        Some(1),
        r#"{"kind":"SetTask","unit":4,"task":{"do":{"MoveTo":[9,3]}}}"#,
    );
    close(&mut game);
    assert_eq!(at(&game, 4), Pos::new(9, 3));
}

#[test]
fn wall_clock() {
    let (header, records) = random_game(3);
    let quick = play(&header, &records);
    let mut game = Game::new(&header).expect("a game");
    let mut slow = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if index % 20 == 0 {
            std::thread::sleep(std::time::Duration::from_millis(3));
        }
        slow.extend(game.apply(record).expect("a record"));
    }
    assert_eq!(quick, slow);
}

#[test]
fn worker_thread() {
    let (header, records) = random_game(5);
    let here = play(&header, &records);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| play(&header, &records)))
            .collect();
        for worker in workers {
            assert_eq!(worker.join().expect("a thread that ends"), here);
        }
    });
}

#[test]
fn log_only() {
    for seed in 0..GAMES {
        let (header, records) = random_game(seed);
        let played = play(&header, &records);
        // Nothing is left of the game but its text.
        let seed_of_game = header.seed.expect("a seed");
        let scenario = serde_json::to_string(&header.scenario).expect("plain data");
        let text: Vec<String> = records.iter().map(OrderRecord::canonical_json).collect();
        let scenario = Scenario::parse(&scenario).expect("the same scenario");
        let header = Header::new(scenario, seed_of_game, RULES_VERSION);
        let records: Vec<OrderRecord> = text
            .iter()
            .map(|line| OrderRecord::parse(line).expect("a record"))
            .collect();
        assert_eq!(play(&header, &records), played, "game {seed}");
    }
}

/// TM-2460: what this build cannot replay exactly it does not replay.
#[test]
fn another_rules_version() {
    let mut header = plain(&json!(many_equals()));
    header.rules_version = RULES_VERSION + 1;
    assert!(Game::new(&header).is_err());
}
