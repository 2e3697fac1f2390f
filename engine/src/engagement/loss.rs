//! The loss formula (EN-090): `stat × strength × A × roll` over
//! `guard × D × 100`, rounded half up, the factors applied one by one.

use super::{Combatant, Role};
use crate::event::EngagementKind;
use crate::map::Mobility;
use crate::num::{DeterminismError, per_mille};
use crate::rng::Draws;
use crate::ruleset::tactics::Act;
use crate::ruleset::{Class, Family};
use crate::stance::Stance;

/// One blow: with what, in what kind of fight, from how far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    pub(super) act: Act,
    /// The action's ‰.
    pub(super) power: i64,
    pub(super) kind: EngagementKind,
    pub(super) role: Role,
    /// Dealt by the side that began: it attacks, the other defends.
    pub(super) dealer_attacks: bool,
    pub(super) distance: u32,
    pub(super) luck: i64,
    pub(super) halved: bool,
    /// Strength of the dealer as it is now.
    pub(super) strength: u32,
}

/// The most that defence can come to, per mille.
const DEFENCE_MOST: i64 = 2500;

/// Strength lost by the taker; draws one roll.
///
/// # Errors
/// On overflow.
pub(super) fn points<D: Draws>(
    (dealer, dealing): (&Combatant, &Class),
    (taker, taking): (&Combatant, &Class),
    blow: &Blow,
    stream: &mut D,
) -> Result<u32, DeterminismError> {
    let stat = if blow.act.is_shock() {
        dealing.shock
    } else {
        dealing.fire
    };
    let attack = attack(blow, dealer, taker, dealing, taking)?;
    let defence = defence(blow, dealing, taker)?;
    let roll = i64::from(80 + stream.below(41));
    let overflow = DeterminismError::Overflow { what: "a loss" };
    let over = i64::from(stat)
        .checked_mul(i64::from(blow.strength))
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
    per_mille(
        1000,
        &[
            blow.power,
            kind(blow, taking),
            blow.luck,
            1000 + 50 * i64::from(dealer.veterancy),
            when(dealer.disrupted, 800),
            when(!dealer.supplied, 700),
            when(dealer.on_crossing, 750),
            stance_column(blow, dealing, taking, taker),
            matchup(blow, dealing, taking),
            when(blow.halved, 500),
        ],
    )
}

/// EN-010: support at half; EN-018: a reactor's fire and shock at 800 ‰, its
/// fire on ships at 400 ‰.
fn kind(blow: &Blow, taking: &Class) -> i64 {
    let reacts = blow.kind == EngagementKind::Reaction && blow.dealer_attacks;
    match blow.role {
        Role::Support => 500,
        _ if reacts && taking.mobility == Mobility::Ship && !blow.act.is_shock() => 400,
        _ if reacts => 800,
        _ => 1000,
    }
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

/// D, from 1000, capped. The Stance counts for whoever is attacked (TM-640); the
/// ground and works for everybody but the side that assaults ([`shelter`]).
fn defence(blow: &Blow, dealing: &Class, taker: &Combatant) -> Result<i64, DeterminismError> {
    let siege = is_siege(dealing);
    let stance = match taker.stance {
        _ if !blow.dealer_attacks => 1000,
        Stance::Entrench if siege => Stance::Hold.defence(0),
        stance => stance.defence(taker.entrenchment),
    };
    let (terrain, works) = shelter(blow.kind, !blow.dealer_attacks, taker);
    let works = if siege { 1000 } else { works };
    let veterancy = 1000 + 25 * i64::from(taker.veterancy);
    Ok(per_mille(1000, &[stance, terrain, works, veterancy])?.min(DEFENCE_MOST))
}

/// What the ground and works of a combatant are worth to it, per mille each: it has
/// left them if it assaults, and has them in every other fight (EN-090).
pub(super) fn shelter(kind: EngagementKind, attacking: bool, of: &Combatant) -> (i64, i64) {
    if attacking && kind == EngagementKind::Assault {
        (1000, 1000)
    } else {
        (of.terrain, of.works)
    }
}
