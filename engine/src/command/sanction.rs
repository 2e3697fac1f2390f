//! Sanctions: what a unit may do without a fresh order (CM-58x).

use serde::{Deserialize, Serialize};

/// One of a unit's four sanctions with its value (CM-58x).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sanction {
    Engage(Engage),
    Seize(SeizeSites),
    Pursue(Pursue),
    Retire(Retire),
}

/// Starting combat on contact under an order that is no `Attack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Engage {
    Never,
    /// If the predictor gives at least so many per mille.
    Winning(u16),
    Always,
}

/// Capturing an undefended hostile or neutral site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeizeSites {
    Never,
    Undefended,
}

/// Advancing into the tile it has just cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pursue {
    Never,
    Once,
}

/// The Withdraw reflex at a strength below so many of 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Retire {
    Never,
    Below(u16),
}

/// A unit's sanctions, all four (CM-58x).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sanctions {
    pub engage: Engage,
    pub seize: SeizeSites,
    pub pursue: Pursue,
    pub retire: Retire,
}

impl Default for Sanctions {
    fn default() -> Self {
        Self {
            engage: Engage::Never,
            seize: SeizeSites::Undefended,
            pursue: Pursue::Never,
            retire: Retire::Below(30),
        }
    }
}

impl Sanctions {
    pub fn set(&mut self, sanction: Sanction) {
        match sanction {
            Sanction::Engage(value) => self.engage = value,
            Sanction::Seize(value) => self.seize = value,
            Sanction::Pursue(value) => self.pursue = value,
            Sanction::Retire(value) => self.retire = value,
        }
    }

    /// The four, in their stated order.
    pub fn list(&self) -> [Sanction; 4] {
        [
            Sanction::Engage(self.engage),
            Sanction::Seize(self.seize),
            Sanction::Pursue(self.pursue),
            Sanction::Retire(self.retire),
        ]
    }
}
