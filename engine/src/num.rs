//! Arithmetic that must not go wrong in silence. Overflow stops the game with a
//! typed error; nothing wraps and nothing is clamped (WO-410, TM-910).

/// A number left the range in which the rules are right. The game is stopped,
/// loudly: this is a broken invariant, never a player's mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeterminismError {
    #[error("an initiative of {score} is outside of -64 to 128")]
    Initiative { score: i32 },
    #[error("an overflow in {what}")]
    Overflow { what: &'static str },
    #[error("a state that must not be: {what}")]
    Invariant { what: &'static str },
}

/// `a × b × c …`, each by per mille, rounding toward zero after every factor
/// (EN-090).
///
/// # Errors
/// On overflow.
pub fn per_mille(start: i64, factors: &[i64]) -> Result<i64, DeterminismError> {
    factors.iter().try_fold(start, |value, factor| {
        let product = value.checked_mul(*factor);
        product.map(|p| p / 1000).ok_or(DeterminismError::Overflow {
            what: "a chain of factors",
        })
    })
}
