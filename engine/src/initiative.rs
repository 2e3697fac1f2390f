//! Initiative: seven integer terms, summed left to right, frozen for one
//! Cascade (TM-890…1120). A sort key and nothing else (TM-920).

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::num::DeterminismError;
use crate::stance::Stance;

/// What the seven terms are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    pub base: i32,
    pub stance: Stance,
    pub age: u8,
    pub veterancy: u8,
    pub disrupted: bool,
    pub in_command: bool,
    pub supplied: bool,
}

/// A score and the terms it is made of, in the order of TM-900; a term that is
/// inactive at the game's tier is 0 (TM-1060).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initiative {
    pub terms: [i32; 7],
    pub score: i32,
}

/// How many terms count at a tier (TM-1040).
pub fn active_terms(tier: u8) -> usize {
    match tier {
        0 | 1 => 3,
        2 => 5,
        _ => 7,
    }
}

impl Initiative {
    /// Computes the score.
    ///
    /// # Errors
    /// [`DeterminismError::Initiative`] outside of −64…128 (TM-910).
    pub fn of(inputs: &Inputs, tier: u8) -> Result<Self, DeterminismError> {
        let mut terms = [
            inputs.base,
            inputs.stance.initiative(),
            forming_up(inputs.age),
            2 * i32::from(inputs.veterancy),
            if inputs.disrupted { -8 } else { 0 },
            if inputs.in_command { 4 } else { 0 },
            if inputs.supplied { 0 } else { -10 },
        ];
        terms[active_terms(tier)..].fill(0);
        let score = terms.iter().sum();
        if (-64..=128).contains(&score) {
            Ok(Self { terms, score })
        } else {
            Err(DeterminismError::Initiative { score })
        }
    }
}

/// Term 3: −8, −6, −4, −2, 0 (TM-960).
fn forming_up(age: u8) -> i32 {
    -(8 - 2 * i32::from(age)).max(0)
}

impl Serialize for Initiative {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Initiative", 2)?;
        object.serialize_field("score", &self.score)?;
        object.serialize_field("terms", &self.terms)?;
        object.end()
    }
}
