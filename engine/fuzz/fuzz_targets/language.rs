//! The order language under any text: it answers, and whatever it takes for an
//! order prints to a line that reads back to the same order.
#![no_main]

use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::language::{LINE_MOST, Line, Names, parse, print};
use fieldpost_engine::ruleset::Ruleset;
use libfuzzer_sys::fuzz_target;

fn names() -> Names {
    let mut names = Ruleset::shipped("standard/1")
        .map(|ruleset| Names::of_ruleset(&ruleset))
        .unwrap_or_default();
    names.add_unit(Seq(402), "3rd Foot");
    names.add_unit(Seq(601), "Meridian Lancers");
    names.add_site(Seq(12), "Vell", Pos::new(10, 9));
    names.add_site(Seq(13), "Vell Heights", Pos::new(11, 8));
    names.add_formation("Left");
    names.add_group("Scouts");
    names
}

fuzz_target!(|text: &str| {
    let names = names();
    for (_, order) in parse(text, &names).orders() {
        let printed = print(order, &names);
        // A short form may stand for a long one, which no line has to hold.
        if printed.len() <= LINE_MOST {
            let again = Line::Order {
                line: 1,
                order: order.clone(),
            };
            assert_eq!(parse(&printed, &names).lines, [again], "{printed}");
        }
    }
});
