//! Seats that no person holds. A commander is handed what its seat knows and
//! answers with orders, as a player would; it never sees the game itself, and
//! what it answers enters the log by the same door (CM-2020).
//!
//! A second commander is a second file and a line in [`commander`].

use fieldpost_engine::{
    game::Game, ids::SeatId, order::Order, ruleset::Ruleset, scenario::VictoryCondition,
    view::SeatView,
};

mod cadet;
pub mod seats;
mod thinking;

pub use cadet::Cadet;
pub use thinking::{Commanders, NoOrders};

/// What a commander is told: its seat's view, and what every player may read
/// before the game begins.
#[derive(Debug)]
pub struct Brief<'a> {
    /// The board as the seat knows it.
    pub view: &'a SeatView,
    /// The classes and their numbers.
    pub ruleset: &'a Ruleset,
    /// How the game is won.
    pub victory: &'a [VictoryCondition],
    /// The commander's own dice: equal briefs get equal orders.
    pub seed: u64,
}

/// Somebody who can hold a seat.
pub trait Commander: Send + std::fmt::Debug {
    /// The orders of one turn, without the commit. They must depend on the
    /// brief alone, so that two processes write the same.
    fn orders(&mut self, brief: &Brief<'_>) -> Vec<Order>;
}

/// The commander that holds a seat unless another is named.
pub const STANDARD: &str = "cadet";

/// A commander by its name.
pub fn commander(name: &str) -> Option<Box<dyn Commander>> {
    match name {
        STANDARD => Some(Box::new(Cadet::default())),
        _ => None,
    }
}

/// What a commander orders for a seat of a game. Nothing but the brief goes in,
/// and nothing that would be refused comes out.
pub fn orders_for(game: &Game, seat: SeatId, commander: &mut dyn Commander) -> Vec<Order> {
    let Some(view) = game.view(seat) else {
        return Vec::new();
    };
    let rules = &game.state().rules;
    let brief = Brief {
        view: &view,
        ruleset: &rules.ruleset,
        victory: &rules.victory,
        seed: dice(&rules.seed, seat, view.turn),
    };
    let orders = commander.orders(&brief);
    let (taken, refused): (Vec<_>, Vec<_>) = orders
        .into_iter()
        .partition(|order| game.check(Some(seat), view.turn, order).is_ok());
    for order in refused {
        tracing::debug!(%seat, turn = view.turn, ?order, "a commander's order was refused");
    }
    taken
}

/// A seat's dice in a turn: from the game's seed, which they do not betray.
fn dice(seed: &[u8; 32], seat: SeatId, turn: u32) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key("fieldpost commander v1");
    hasher
        .update(seed)
        .update(&[seat.0])
        .update(&turn.to_le_bytes());
    let mut first = [0; 8];
    hasher.finalize_xof().fill(&mut first);
    u64::from_le_bytes(first)
}
