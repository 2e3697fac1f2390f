//! Many games, some at once. A game is kept when it is over and not before, so
//! that a batch can be cut off at any time: started again it plays what lacks.

use std::{
    fs,
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use anyhow::{Context, anyhow, bail};
use fieldpost_engine::{
    log::{GameFile, Header},
    replay,
};

use super::{
    Plan,
    one::{self, Timings},
    place::{Place, places},
    tally::Tally,
};
use crate::ai::{self, Commander};

/// A game of the batch. One that was found as a file has no timings.
#[derive(Debug)]
pub(super) struct Entry {
    /// By seat: where on the map it began.
    pub(super) places: Vec<Option<Place>>,
    pub(super) tally: Tally,
    pub(super) timings: Option<Timings>,
}

/// What the threads of a batch share.
struct Desk<'a> {
    plan: &'a Plan,
    games: u32,
    next: AtomicU32,
    done: Mutex<Vec<Option<Entry>>>,
    began: Instant,
}

/// Plays a batch, and yields its games in order.
///
/// # Errors
/// The first game that could not be played, read or written.
pub(super) fn play(plan: &Plan, games: u32, jobs: usize) -> anyhow::Result<Vec<Entry>> {
    let desk = Desk {
        plan,
        games,
        next: AtomicU32::new(0),
        done: Mutex::new((0..games).map(|_| None).collect()),
        began: Instant::now(),
    };
    std::thread::scope(|scope| {
        let work = |_| scope.spawn(|| desk.work());
        let threads: Vec<_> = (0..jobs.min(games as usize)).map(work).collect();
        for thread in threads {
            thread
                .join()
                .map_err(|_| anyhow!("a game stopped the program"))??;
        }
        anyhow::Ok(())
    })?;
    if games > 1 {
        eprintln!();
    }
    let done = desk
        .done
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(done.into_iter().flatten().collect())
}

impl Desk<'_> {
    fn work(&self) -> anyhow::Result<()> {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return Ok(());
            }
            // New ones for each game: what one remembers of another would make a game
            // depend on which was played before it.
            let commanders = self.plan.commanders.iter();
            let mut commanders: Vec<_> =
                commanders.filter_map(|name| ai::commander(name)).collect();
            let path = self.plan.file(index);
            let entry = if path.exists() {
                from_file(&path, &self.plan.header(index)?, self.plan.turns)?
            } else {
                self.play_one(index, &path, &mut commanders)?
            };
            self.keep(index, entry);
        }
    }

    fn play_one(
        &self,
        index: u32,
        path: &Path,
        commanders: &mut [Box<dyn Commander>],
    ) -> anyhow::Result<Entry> {
        let mut tally = Tally::default();
        let header = self.plan.header(index)?;
        let played = one::play(&header, commanders, self.plan.turns, |result, game| {
            tally.watch(result, game);
        })
        .with_context(|| format!("game {index}"))?;
        // Whole or not at all, whenever the program is stopped.
        let part = path.with_extension("part");
        fs::write(&part, played.file.print(true))
            .and_then(|()| fs::rename(&part, path))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Entry {
            places: places(&header.scenario),
            tally,
            timings: Some(played.timings),
        })
    }

    fn keep(&self, index: u32, entry: Entry) {
        let mut done = self.locked();
        if let Some(place) = done.get_mut(index as usize) {
            *place = Some(entry);
        }
        let count = done.iter().flatten().count();
        let deaths: usize = done.iter().flatten().map(|e| e.tally.deaths()).sum();
        let units: usize = done.iter().flatten().map(|e| e.tally.units()).sum();
        if self.games > 1 {
            eprint!(
                "\r{count} of {} games, {} s, {:.1} % of units lost   ",
                self.games,
                self.began.elapsed().as_secs(),
                deaths as f64 * 100.0 / units.max(1) as f64,
            );
        }
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Option<Entry>>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The figures of a game that was played before, if it is the one that is asked for.
fn from_file(path: &Path, header: &Header, turns: u32) -> anyhow::Result<Entry> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let file = GameFile::read(&bytes)
        .with_context(|| format!("{name} is no sound game file; delete it"))?;
    let mut tally = Tally::default();
    let played = replay::replay(&file, |result, game| tally.watch(result, game));
    let played = played.with_context(|| {
        format!("{name} does not replay; delete it and it will be played again")
    })?;
    let is_whole = played.outcome().is_some() || file.witnesses.len() == turns as usize;
    if file.header != *header || !is_whole {
        bail!(
            "{name} is a game of another batch, with another scenario, seed or number of turns; \
             give this one a folder of its own by --out"
        );
    }
    Ok(Entry {
        places: places(&file.header.scenario),
        tally,
        timings: None,
    })
}
