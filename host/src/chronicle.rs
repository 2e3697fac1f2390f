//! A game that is over, turn by turn: what every seat held and lost, for all its
//! players to see (HO-170). Computed from the game's own file and kept in a bounded
//! cache that may be dropped at any time; of a running game there is none.

use std::{collections::BTreeMap, sync::Arc};

use fieldpost_engine::{
    event::{Event, Loss},
    game::Game,
    ids::{Owner, SeatId, Seq},
    log::{GameFile, Hash},
    replay::replay,
    turn::TurnResult,
    view::Tally,
};
use moka::future::Cache;

use crate::{db::Db, error::Error, export, games::GameRow};

/// How many are kept. One is a few kilobytes.
const KEPT: u64 = 64;

/// A finished game's figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chronicle {
    /// By turn from 0, the beginning, and then by seat.
    pub turns: Vec<Vec<Standing>>,
    /// What all its chances came from.
    pub seed: Hash,
}

/// One seat behind one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub tally: Tally,
    /// Units destroyed or captured in the turn.
    pub units_lost: u32,
    /// Strength lost to fights in the turn.
    pub strength_lost: u32,
}

/// The cache. Cloning it is cheap and gives the same cache.
#[derive(Clone, Debug)]
pub struct Chronicles(Cache<i64, Arc<Chronicle>>);

impl Default for Chronicles {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl Chronicles {
    /// A game's chronicle.
    ///
    /// # Errors
    /// [`Error::NotFound`] while the game is not over; else where its log cannot be
    /// read or replayed.
    pub async fn of(&self, db: &Db, game: &GameRow) -> Result<Arc<Chronicle>, Error> {
        if game.phase != "ended" {
            return Err(Error::NotFound);
        }
        if let Some(found) = self.0.get(&game.id).await {
            return Ok(found);
        }
        let text = {
            let mut conn = db.get().await?;
            export::game_file(&mut conn, game).await?
        };
        // A long game takes a while; the web worker has others to serve.
        let written = tokio::task::spawn_blocking(move || write(&text));
        let written = Arc::new(written.await.map_err(Error::internal)??);
        self.0.insert(game.id, Arc::clone(&written)).await;
        Ok(written)
    }
}

/// Writes the chronicle of a game file that is played to its end.
fn write(text: &str) -> Result<Chronicle, Error> {
    let broken = |what: String| Error::internal(what);
    let file = GameFile::parse(text).map_err(|faults| broken(format!("{faults:?}")))?;
    let seed = file.header.seed.ok_or(Error::NotFound)?;
    let beginning = Game::new(&file.header).map_err(|fault| broken(fault.to_string()))?;
    let mut owners = owners(&beginning);
    let seats = file.header.scenario.seats.len();
    let mut turns = vec![standings(&beginning, Losses::none(seats))];
    let game = replay(&file, |result, game| {
        let losses = Losses::of(result, &mut owners, seats);
        turns.push(standings(game, losses));
        owners = self::owners(game);
    })
    .map_err(|stop| broken(stop.to_string()))?;
    game.outcome().ok_or(Error::NotFound)?;
    let turns = turns.into_iter().collect::<Option<_>>();
    Ok(Chronicle {
        turns: turns.ok_or_else(|| broken("a number left its range".to_owned()))?,
        seed: Hash(seed),
    })
}

fn standings(game: &Game, losses: Losses) -> Option<Vec<Standing>> {
    let tallies = game.tallies().ok()?;
    let standing = |(tally, (units_lost, strength_lost))| Standing {
        tally,
        units_lost,
        strength_lost,
    };
    Some(tallies.into_iter().zip(losses.0).map(standing).collect())
}

fn owners(game: &Game) -> BTreeMap<Seq, Owner> {
    let units = game.state().units.iter();
    units.map(|unit| (unit.seq, unit.owner)).collect()
}

/// Units and strength lost, by seat.
struct Losses(Vec<(u32, u32)>);

impl Losses {
    fn none(seats: usize) -> Self {
        Self(vec![(0, 0); seats])
    }

    /// `owners` are those of the turn's beginning and are kept up: who was captured
    /// may be lost again.
    fn of(result: &TurnResult, owners: &mut BTreeMap<Seq, Owner>, seats: usize) -> Self {
        let mut losses = Self::none(seats);
        for event in &result.events {
            match event {
                Event::Destroyed { unit, .. } => {
                    losses.add(owners.remove(unit).flatten(), 1, 0);
                }
                Event::UnitCaptured { unit, by } => {
                    losses.add(owners.insert(*unit, *by).flatten(), 1, 0);
                }
                Event::Engagement {
                    attacker,
                    defender,
                    losses: (theirs, others),
                    ..
                } => {
                    for (unit, loss) in [(attacker, theirs), (defender, others)] {
                        let owner = unit.and_then(|unit| owners.get(&unit).copied());
                        if let Loss::Points(points) = loss {
                            losses.add(owner.flatten(), 0, *points);
                        }
                    }
                }
                _ => {}
            }
        }
        losses
    }

    fn add(&mut self, owner: Owner, units: u32, strength: u32) {
        let Some(SeatId(seat)) = owner else { return };
        if let Some(line) = self.0.get_mut(usize::from(seat)) {
            line.0 += units;
            line.1 += strength;
        }
    }
}
