//! What a seat has ordered so far, printed for its order pad, reads back to the
//! very same: over random games, with the names that the seat really knows.

use fieldpost_engine::game::Game;
use fieldpost_engine::language::{Names, parse, print};
use fieldpost_engine::order::Order;
use fieldpost_engine::ruleset::Ruleset;
use proptest::prelude::*;

#[path = "support/random.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod random;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn present_orders_print_and_read_back(seed: u64) {
        let mut dice = random::Dice::new(seed);
        let header = random::header(random::scenario(&mut dice));
        let ruleset = Ruleset::shipped(&header.scenario.ruleset).expect("the ruleset");
        let records = random::log(&mut dice, &header, 3);
        let mut game = Game::new(&header).expect("a game").without_streams();
        for record in &records {
            game.apply(record).expect("a record");
        }
        for seat in game.seats() {
            let view = game.view(seat).expect("a seat");
            let names = Names::of_view(&view, &ruleset);
            let orders = view.orders();
            let text: Vec<String> = orders.iter().map(|order| print(order, &names)).collect();
            let parsed = parse(&text.join("\n"), &names);
            let again: Vec<Order> = parsed.orders().map(|(_, order)| order.clone()).collect();
            prop_assert_eq!(again, orders, "{}", text.join("\n"));
        }
    }
}
