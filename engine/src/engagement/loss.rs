//! The loss formula (EN-090): `stat × strength × A × roll` over
//! `guard × D × 100`, rounded half up, the factors applied one by one.

use super::Combatant;
use crate::event::EngagementKind;
use crate::num::{DeterminismError, per_mille};
use crate::rng::Stream;
use crate::ruleset::{Class, Family, Ruleset};
use crate::stance::Stance;

/// The stat a blow is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    Fire,
    Shock,
}

/// One blow: by what, in what kind of fight, from how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub weapon: Weapon,
    pub kind: EngagementKind,
    /// Dealt by the side that began: it attacks, the other defends.
    pub dealer_attacks: bool,
    pub distance: u32,
    pub luck: i64,
}

/// The most that defence can come to, per mille.
const DEFENCE_MOST: i64 = 2500;

/// Strength lost by the taker.
///
/// # Errors
/// On overflow.
pub(super) fn points(
    ruleset: &Ruleset,
    blow: &Blow,
    dealer: &Combatant,
    taker: &Combatant,
    stream: &mut Stream,
) -> Result<u32, DeterminismError> {
    let (dealing, taking) = (ruleset.class(dealer.class), ruleset.class(taker.class));
    let stat = match blow.weapon {
        Weapon::Fire => dealing.fire,
        Weapon::Shock => dealing.shock,
    };
    let attack = attack(blow, dealer, taker, dealing, taking)?;
    let defence = defence(blow, dealing, taker)?;
    let roll = i64::from(80 + stream.below(41));
    let overflow = DeterminismError::Overflow { what: "a loss" };
    let over = i64::from(stat)
        .checked_mul(i64::from(dealer.strength))
        .and_then(|x| x.checked_mul(attack))
        .and_then(|x| x.checked_mul(roll))
        .ok_or(overflow)?;
    let under = i64::from(taking.guard)
        .checked_mul(defence)
        .and_then(|x| x.checked_mul(100))
        .ok_or(overflow)?;
    let rounded = over.checked_add(under / 2).ok_or(overflow)? / under;
    u32::try_from(rounded).map_err(|_| overflow)
}

/// A, from 1000, each factor in the order stated.
fn attack(
    blow: &Blow,
    dealer: &Combatant,
    taker: &Combatant,
    dealing: &Class,
    taking: &Class,
) -> Result<i64, DeterminismError> {
    let when = |holds: bool, factor: i64| if holds { factor } else { 1000 };
    let kind = match (blow.kind, taking.family) {
        (EngagementKind::Reaction, Family::Transports | Family::Warships) => {
            if blow.weapon == Weapon::Fire && is_ship(taking) {
                400
            } else {
                800
            }
        }
        (EngagementKind::Reaction, _) => 800,
        _ => 1000,
    };
    per_mille(
        1000,
        &[
            kind,
            blow.luck,
            1000 + 50 * i64::from(dealer.veterancy),
            when(dealer.disrupted, 800),
            when(!dealer.supplied, 700),
            when(dealer.on_crossing, 750),
            stance_column(blow, dealing, taking, taker),
            matchup(blow, dealing, taking),
        ],
    )
}

fn is_ship(class: &Class) -> bool {
    class.mobility == crate::map::Mobility::Ship
}

/// The two right-hand columns of TM-640; they count for who is attacked.
fn stance_column(blow: &Blow, dealing: &Class, taking: &Class, taker: &Combatant) -> i64 {
    if !blow.dealer_attacks {
        return 1000;
    }
    if dealing.is_horse() && taking.is_foot() {
        return taker.stance.horse_against_foot();
    }
    if dealing.family == Family::Artillery && !is_siege(dealing) {
        return taker.stance.artillery_against(taker.entrenchment);
    }
    1000
}

/// A siege gun: artillery of reach above one; works are no shelter from it.
fn is_siege(class: &Class) -> bool {
    class.family == Family::Artillery && class.reach > 1
}

fn matchup(blow: &Blow, dealing: &Class, taking: &Class) -> i64 {
    match taking.family {
        Family::Artillery if dealing.is_horse() => 1500,
        Family::Artillery if dealing.is_foot() && blow.distance <= 1 => 1300,
        Family::Transports => 1300,
        _ => 1000,
    }
}

/// D, from 1000, capped; the assaulting side has no shelter.
fn defence(blow: &Blow, dealing: &Class, taker: &Combatant) -> Result<i64, DeterminismError> {
    let siege = is_siege(dealing);
    let stance = match taker.stance {
        _ if !blow.dealer_attacks => 1000,
        Stance::Entrench if siege => Stance::Hold.defence(0),
        stance => stance.defence(taker.entrenchment),
    };
    let sheltered = blow.dealer_attacks;
    let terrain = if sheltered { taker.terrain } else { 1000 };
    let works = if sheltered && !siege {
        taker.works
    } else {
        1000
    };
    let veterancy = 1000 + 25 * i64::from(taker.veterancy);
    Ok(per_mille(1000, &[stance, terrain, works, veterancy])?.min(DEFENCE_MOST))
}
