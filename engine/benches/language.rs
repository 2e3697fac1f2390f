//! The order language's figure: a hundred lines in a millisecond or less.
//! `cargo bench -p fieldpost-engine --bench language`.
//!
//! Measured on two shared cores, busy with other builds: 100 lines are parsed in
//! 0.17 ms, 100 lines with a fault each (and a suggestion looked for) in 0.6 ms, and
//! 100 orders printed in 0.09 ms.

use criterion::{Criterion, criterion_group, criterion_main};
use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::language::{Line, Names, parse, print};
use fieldpost_engine::order::Order;
use fieldpost_engine::ruleset::Ruleset;

/// A seat with 150 named units and 20 cities, which is a large one.
fn names() -> Names {
    let ruleset = Ruleset::shipped("standard/1").expect("the ruleset");
    let mut names = Names::of_ruleset(&ruleset);
    for unit in 1..=150 {
        names.add_unit(Seq(unit), &format!("{unit}th Foot"));
    }
    for site in 0..20u16 {
        let name = format!("Town {}", char::from(b'A' + site as u8));
        names.add_site(Seq(200 + u32::from(site)), &name, Pos::new(site, site));
    }
    names.add_formation("Left");
    names
}

/// The forms of the language, over and over.
const LINES: &[&str] = &[
    "#1 march",
    "#2 move to 15,9; if enemy at 15,9 then halt at 14,9",
    "#3 move to 15,9 via 13,9 14,9; if not held 15,9 by us then brace",
    "#4 attack 15,9; if enemy at 15,9 >= 2 then halt at 16,10; until turn 44",
    "#5 posture picket 12,14",
    "#6 sanction engage winning 60%",
    "\"7th Foot\" move to 12,3",
    "8th foot move to Town C; until not supplied and (enemy within 2 of 9,9 or strength below 40)",
    "city \"Town A\" build line_infantry, field_gun x2",
    "doctrine line_infantry posture garrison here; engage winning 60%",
    "formation Left commander #9 members #10 #11 #12 pace line",
    "group Scouts #13 #14 #15",
];

fn message(lines: usize, every_line: impl Fn(&str) -> String) -> String {
    let lines: Vec<String> = LINES
        .iter()
        .cycle()
        .take(lines)
        .map(|line| every_line(line))
        .collect();
    lines.join("\n")
}

fn language(c: &mut Criterion) {
    let names = names();
    let good = message(100, |line| line.to_owned());
    assert_eq!(parse(&good, &names).faults().next(), None);
    c.bench_function("parse 100 lines", |b| b.iter(|| parse(&good, &names)));

    // Every line with a slip in its last word, so that each wants a suggestion.
    let bad = message(100, |line| format!("{line} untl"));
    assert_eq!(parse(&bad, &names).faults().count(), 100);
    c.bench_function("parse 100 lines with a fault each", |b| {
        b.iter(|| parse(&bad, &names));
    });

    let orders: Vec<Order> = parse(&good, &names)
        .lines
        .into_iter()
        .filter_map(|line| match line {
            Line::Order { order, .. } => Some(order),
            _ => None,
        })
        .collect();
    c.bench_function("print 100 orders", |b| {
        b.iter(|| {
            orders
                .iter()
                .map(|order| print(order, &names).len())
                .sum::<usize>()
        });
    });
}

criterion_group!(benches, language);
criterion_main!(benches);
