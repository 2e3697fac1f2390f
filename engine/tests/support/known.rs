//! A seat's names, with all that makes names hard: shared beginnings, words of the
//! language, marks within them, none at all.

use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::language::Names;
use fieldpost_engine::ruleset::Ruleset;

/// What a seat knows in these tests.
pub(crate) fn names() -> Names {
    let ruleset = Ruleset::shipped("standard/1").expect("the ruleset");
    let mut names = Names::of_ruleset(&ruleset);
    for (unit, name) in [
        (601, "Meridian Lancers"),
        (402, "3rd Foot"),
        (403, "3rd Horse"),
        (104, "St. Mary’s Own"),
        (670, "Watch"),
        (212, ""),
        (300, "Road to Vell"),
    ] {
        names.add_unit(Seq(unit), name);
    }
    for (site, name, x, y) in [
        (12, "Vell", 10, 9),
        (13, "Ostry", 20, 4),
        (14, "Kelsey Ford", 15, 9),
        (15, "Vell Heights", 11, 8),
        (16, "", 3, 3),
    ] {
        names.add_site(Seq(site), name, Pos::new(x, y));
    }
    names.add_formation("Left");
    names.add_formation("Left Wing");
    names.add_group("Scouts");
    names
}
