//! How a fight went as a whole: who broke by what, and when the balance of
//! losses swung for good.

use fieldpost_engine::engagement::Deed;
use fieldpost_engine::event::EngagementResult;
use fieldpost_engine::ruleset::tactics::Act;

use super::Told;

/// What a log comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// In the order in which they broke.
    pub breaks: Vec<Break>,
    /// When the side that came out on top went ahead for good.
    pub turned: Turned,
    /// The last tick on which anything was done.
    pub last_tick: u32,
}

/// Somebody's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    pub tick: u32,
    pub who: usize,
    pub by: usize,
    /// The blow that did it.
    pub act: Act,
}

/// The turning point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The winner led from the first blow.
    AtOnce,
    /// It led for good from that tick on.
    Swung(u32),
    /// It never led in losses: the break decided.
    ByTheBreak,
}

impl Course {
    /// Reads a log.
    #[must_use]
    pub fn of(told: &Told<'_>) -> Self {
        let mut breaks: Vec<Break> = Vec::new();
        // A break follows a blow, always.
        let mut blow = Act::Melee;
        // What the defenders have lost more than the attackers.
        let mut balance = 0_i64;
        // The balance behind each blow that cost something.
        let mut swings: Vec<(u32, i64)> = Vec::new();
        for entry in told.log {
            match entry.what {
                Deed::Lost { points, act, .. } => {
                    blow = act;
                    let points = i64::from(points);
                    balance += if told.attacks(entry.who) {
                        -points
                    } else {
                        points
                    };
                    if points > 0 {
                        swings.push((entry.tick, balance));
                    }
                }
                Deed::Broke { by } => breaks.push(Break {
                    tick: entry.tick,
                    who: entry.who,
                    by,
                    act: blow,
                }),
                _ => {}
            }
        }
        let winner = match told.result {
            EngagementResult::AttackerWon => 1,
            EngagementResult::DefenderWon => -1,
            EngagementResult::StandOff => balance.signum(),
        };
        Self {
            breaks,
            turned: turned(&swings, winner),
            last_tick: told.log.last().map_or(0, |entry| entry.tick),
        }
    }
}

fn turned(swings: &[(u32, i64)], winner: i64) -> Turned {
    let leads = |(_, balance): &(u32, i64)| balance.signum() == winner;
    match swings.iter().rposition(|swing| !leads(swing)) {
        None => Turned::AtOnce,
        Some(last) => match swings.get(last + 1) {
            Some((tick, _)) => Turned::Swung(*tick),
            None => Turned::ByTheBreak,
        },
    }
}
