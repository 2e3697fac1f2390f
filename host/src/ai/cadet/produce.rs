//! What the cities build: a militiaman where nobody is at home, then what the
//! army lacks most, as long as the books can bear its upkeep (WO-410).

use std::collections::BTreeMap;

use fieldpost_engine::{map::Mobility, order::Order, ruleset::Class};

use super::{
    Plan,
    board::{City, Side},
    guard, sea,
};

/// Shares of an army, in parts.
const MIX: &[(&str, u32)] = &[
    ("line_infantry", 12),
    ("light_infantry", 3),
    ("heavy_horse", 2),
    ("light_horse", 2),
    ("field_gun", 1),
    ("siege_gun", 2),
    ("scout", 1),
];

/// Militia that a city wants at most.
const HOME_GUARD: usize = 2;

/// Entries that a queue is filled up to.
const AHEAD: usize = 2;

/// Fills the queues that run short.
pub(super) fn queues(plan: &Plan<'_>, orders: &mut Vec<Order>) {
    let by_sea = wants_ships(plan);
    let mut books = Books::of(plan);
    let mut cities: Vec<&City<'_>> = plan.board.own_cities().collect();
    // Where most can be spent the best is built.
    cities.sort_by_key(|city| (std::cmp::Reverse(city.site.output), city.site.site));
    for city in cities {
        let mut queue = city.site.queue.clone();
        let militia = home_guard(plan, city);
        if let Some(militia) = militia.filter(|militia| !queue.contains(&militia.name)) {
            queue.insert(0, militia.name.clone());
        }
        if by_sea && queue.len() < AHEAD && is_port(plan, city) {
            queue.extend(books.ship(plan));
        }
        while queue.len() < AHEAD {
            let Some(class) = books.choose(plan) else {
                break;
            };
            queue.push(class);
        }
        if queue != city.site.queue {
            orders.push(Order::SetProduction {
                city: city.site.site,
                queue,
            });
        }
    }
}

/// The class that lives in a city for nothing, while the city lacks it.
fn home_guard<'a>(plan: &Plan<'a>, city: &City<'_>) -> Option<&'a Class> {
    let at_home = plan.board.men.iter().filter(|man| man.tile == city.tile);
    let militia = at_home.filter(|man| guard::is_militia(man)).count();
    if militia >= guard::wanted(plan, city.tile).clamp(1, HOME_GUARD) {
        return None;
    }
    let classes = plan.board.ruleset.classes.iter();
    classes
        .filter(|class| class.free_in_city)
        .min_by_key(|class| class.cost)
}

/// Whether it has to go to sea: what it wants lies there, or it knows of
/// nothing to want and of a coast.
fn wants_ships(plan: &Plan<'_>) -> bool {
    let wanted = |city: &City<'_>| matches!(city.side, Side::Neutral | Side::Theirs);
    let beyond = sea::beyond_the_sea(plan).len();
    let known = plan.board.cities.iter().filter(|city| wanted(city)).count();
    // While there is something on this side, that comes first; and that there is nothing
    // is known when all of it was seen.
    if known == 0 {
        plan.board.view.turn > 12 && !sea::dark_on_this_side(plan)
    } else {
        beyond == known && plan.board.view.turn > 3
    }
}

fn is_port(plan: &Plan<'_>, city: &City<'_>) -> bool {
    let mut around = plan.board.ways.grid.neighbours(city.tile);
    around.any(|tile| sea::is_sea(plan, tile))
}

/// Transports that are enough.
const SHIPS: u32 = 3;

/// What comes in and goes out a turn, with what is ordered already.
struct Books {
    slack: i64,
    /// Units by class, those in queues too.
    counts: BTreeMap<String, u32>,
}

impl Books {
    fn of(plan: &Plan<'_>) -> Self {
        let board = &plan.board;
        let income: u32 = board.own_cities().map(|city| city.site.output).sum();
        let mut upkeep = 0;
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for man in &board.men {
            let free =
                man.class.free_in_city && board.own_cities().any(|city| city.tile == man.tile);
            upkeep += if free { 0 } else { man.class.upkeep };
            *counts.entry(man.class.name.clone()).or_default() += 1;
        }
        for name in board.own_cities().flat_map(|city| &city.site.queue) {
            let class = board
                .ruleset
                .classes
                .iter()
                .find(|class| &class.name == name);
            upkeep += class.map_or(0, |class| if class.free_in_city { 0 } else { class.upkeep });
            *counts.entry(name.clone()).or_default() += 1;
        }
        // A hoard bears a bigger army for a while.
        let slack =
            i64::from(income) - i64::from(upkeep) + i64::from(plan.board.view.treasury / 12);
        Self { slack, counts }
    }

    /// A transport, if there are not enough.
    fn ship(&mut self, plan: &Plan<'_>) -> Option<String> {
        let classes = plan.board.ruleset.classes.iter();
        let class = classes
            .filter(|class| class.mobility == Mobility::Ship && class.carries > 0)
            .min_by_key(|class| class.cost)?;
        let count = self.counts.entry(class.name.clone()).or_default();
        if *count >= SHIPS || i64::from(class.upkeep) > self.slack + 2 {
            return None;
        }
        *count += 1;
        self.slack -= i64::from(class.upkeep);
        Some(class.name.clone())
    }

    /// What is lacking most of what can be kept.
    fn choose(&mut self, plan: &Plan<'_>) -> Option<String> {
        let class = MIX
            .iter()
            .filter_map(|(name, share)| {
                let id = plan.board.ruleset.find(name)?;
                let class = plan.board.ruleset.class(id);
                let fits =
                    i64::from(class.upkeep) <= self.slack && class.mobility != Mobility::Ship;
                let count = self.counts.get(*name).copied().unwrap_or(0);
                fits.then_some((count * 100 / share, class))
            })
            .min_by_key(|(filled, class)| (*filled, class.cost))
            .map(|(_, class)| class)?;
        self.slack -= i64::from(class.upkeep);
        *self.counts.entry(class.name.clone()).or_default() += 1;
        Some(class.name.clone())
    }
}
