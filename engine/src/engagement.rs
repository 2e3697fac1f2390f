//! What happens when units meet. A fight is a function of who is in it, the
//! ground, and its own stream; it knows no map, no seats and no orders.
//!
//! This is the first form of it: one exchange by the loss formula. The setup
//! that goes in and the report that comes out are those of the whole.

use alloc::vec::Vec;

use crate::event::{EngagementKind, EngagementResult};
use crate::ids::Seq;
use crate::num::DeterminismError;
use crate::rng::Stream;
use crate::ruleset::{ClassId, Ruleset};
use crate::stance::Stance;

mod loss;
pub mod predict;

pub use loss::{Blow, Weapon};

/// One unit as it goes into a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    pub seq: Seq,
    pub class: ClassId,
    pub neutral: bool,
    pub strength: u32,
    pub veterancy: u8,
    /// Frozen for this Cascade.
    pub initiative: i32,
    /// The other side's owner did not observe it when the fight began (EN-030).
    pub unseen: bool,
    /// Effective Stance (TM-760).
    pub stance: Stance,
    pub entrenchment: u8,
    pub disrupted: bool,
    pub supplied: bool,
    /// Strength lost earlier in this Cascade (EN-100).
    pub lost_before: u32,
    /// It stands on a ford or bridge (WO-120).
    pub on_crossing: bool,
    /// Defence of its ground and works, per mille each.
    pub terrain: i64,
    pub works: i64,
}

/// A fight to be fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub kind: EngagementKind,
    /// Opening distance on the line (EN-010, EN-015, EN-018).
    pub distance: u32,
    /// Whether a step between the tiles is legal for the attacker (EN-010).
    pub can_close: bool,
    /// The acting unit, or the reactor.
    pub attacker: Combatant,
    /// The front unit, or the mover; then those that support it.
    pub defenders: Vec<Combatant>,
}

/// How a fight went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub result: EngagementResult,
    /// Strength lost, by participant, those without loss too.
    pub losses: Vec<(Seq, u32)>,
    /// Who broke, and by whom, in the order in which they broke.
    pub broken: Vec<(Seq, Seq)>,
    /// Whether the front defender dealt back at all.
    pub answered: bool,
}

impl Report {
    pub fn loss_of(&self, seq: Seq) -> u32 {
        self.losses
            .iter()
            .find(|(other, _)| *other == seq)
            .map_or(0, |(_, loss)| *loss)
    }
}

/// Experience at which a grade begins (EN-120).
pub fn grade_threshold(grade: u8) -> u32 {
    match grade {
        0 => 0,
        1 => 2,
        2 => 5,
        _ => 9,
    }
}

/// The grade that an amount of experience makes.
pub fn grade_of(experience: u32) -> u8 {
    match experience {
        0..2 => 0,
        2..5 => 1,
        5..9 => 2,
        _ => 3,
    }
}

/// Losses at which a unit breaks (EN-100).
pub fn nerve(ruleset: &Ruleset, combatant: &Combatant) -> u32 {
    ruleset.class(combatant.class).nerve + 5 * u32::from(combatant.veterancy)
}

/// Strength at or below which a unit is at its end (EN-100).
pub const LAST_STRENGTH: u32 = 10;

/// What is drawn for each combatant at the start (EN-020).
struct Draws {
    roll: i32,
    luck: i64,
}

/// Fights.
///
/// # Errors
/// Where a number leaves its range.
pub fn fight(
    ruleset: &Ruleset,
    setup: &Setup,
    stream: &mut Stream,
) -> Result<Report, DeterminismError> {
    let Some(front) = setup.defenders.first() else {
        return Err(DeterminismError::Invariant {
            what: "a fight against nobody",
        });
    };
    let draws = draw(setup, stream);
    let luck_of = |seq| {
        draws
            .iter()
            .find(|(s, _)| *s == seq)
            .map_or(1000, |(_, d)| d.luck)
    };
    let mut sides = [
        Side {
            fighter: &setup.attacker,
            lost: 0,
            luck: luck_of(setup.attacker.seq),
        },
        Side {
            fighter: front,
            lost: 0,
            luck: luck_of(front.seq),
        },
    ];
    let order = opening_order(setup, front, &draws);
    let mut broken: Vec<(Seq, Seq)> = Vec::new();
    let mut answered = false;
    for weapon in weapons(setup) {
        for dealer in order {
            let taker = 1 - dealer;
            let reaction = setup.kind == EngagementKind::Reaction;
            if sides[0].is_broken(ruleset) || sides[1].is_broken(ruleset) {
                break;
            }
            if dealer == 1 && (reaction || !reaches(ruleset, setup, front)) {
                continue;
            }
            let blow = Blow {
                weapon,
                kind: setup.kind,
                dealer_attacks: dealer == 0,
                distance: setup.distance,
                luck: sides[dealer].luck,
            };
            let points = loss::points(
                ruleset,
                &blow,
                &sides[dealer].now(),
                &sides[taker].now(),
                stream,
            )?;
            answered |= dealer == 1 && points > 0;
            sides[taker].lost += points.min(sides[taker].strength());
            if sides[taker].is_broken(ruleset) {
                broken.push((sides[taker].fighter.seq, sides[dealer].fighter.seq));
            }
        }
    }
    let result = match (sides[0].is_broken(ruleset), sides[1].is_broken(ruleset)) {
        (false, true) => EngagementResult::AttackerWon,
        (true, false) => EngagementResult::DefenderWon,
        _ => EngagementResult::StandOff,
    };
    let mut losses: Vec<(Seq, u32)> = sides
        .iter()
        .map(|side| (side.fighter.seq, side.lost))
        .collect();
    losses.extend(setup.defenders[1..].iter().map(|support| (support.seq, 0)));
    Ok(Report {
        result,
        losses,
        broken,
        answered,
    })
}

/// Roll, coin and luck, in ascending number (EN-020).
fn draw(setup: &Setup, stream: &mut Stream) -> Vec<(Seq, Draws)> {
    let mut all: Vec<Seq> = setup.defenders.iter().map(|c| c.seq).collect();
    all.push(setup.attacker.seq);
    all.sort_unstable();
    let mut draws = Vec::with_capacity(all.len());
    for seq in all {
        // At most ten, one of two, at most 601: all fit.
        let roll = stream.below(10) as i32;
        let _coin = stream.below(2);
        let luck = 700 + i64::from(stream.below(601));
        draws.push((seq, Draws { roll, luck }));
    }
    draws
}

/// Who strikes first: by initiative and roll, then drill, veterancy, a seat's
/// unit over a neutral one, and the lower number (EN-030).
fn opening_order(setup: &Setup, front: &Combatant, draws: &[(Seq, Draws)]) -> [usize; 2] {
    let key = |c: &Combatant| {
        let roll = draws
            .iter()
            .find(|(s, _)| *s == c.seq)
            .map_or(0, |(_, d)| d.roll);
        let unseen = if c.unseen { 5 } else { 0 };
        (
            c.initiative + roll + unseen,
            c.veterancy,
            !c.neutral,
            core::cmp::Reverse(c.seq),
        )
    };
    if key(&setup.attacker) >= key(front) {
        [0, 1]
    } else {
        [1, 0]
    }
}

/// A volley, and a clash where the sides can come to it.
fn weapons(setup: &Setup) -> impl Iterator<Item = Weapon> {
    let clash = setup.kind == EngagementKind::Assault && setup.can_close;
    [Some(Weapon::Fire), clash.then_some(Weapon::Shock)]
        .into_iter()
        .flatten()
}

/// Whether the front unit can answer at that distance (EN-015).
fn reaches(ruleset: &Ruleset, setup: &Setup, front: &Combatant) -> bool {
    setup.distance <= 2 * ruleset.class(front.class).range
}

/// One of the two that fight in full.
struct Side<'a> {
    fighter: &'a Combatant,
    lost: u32,
    luck: i64,
}

impl Side<'_> {
    fn strength(&self) -> u32 {
        self.fighter.strength.saturating_sub(self.lost)
    }

    /// The fighter as it is now.
    fn now(&self) -> Combatant {
        Combatant {
            strength: self.strength(),
            ..self.fighter.clone()
        }
    }

    fn is_broken(&self, ruleset: &Ruleset) -> bool {
        self.fighter.lost_before + self.lost >= nerve(ruleset, self.fighter)
            || self.strength() <= LAST_STRENGTH
    }
}
