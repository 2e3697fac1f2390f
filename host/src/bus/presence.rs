//! Who has which game's page open. Ephemeral and of no authority (TM-440): it
//! is kept in memory alone, told to other processes, and forgotten by itself.

use std::{
    collections::{HashMap, VecDeque},
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use super::Notice;
use crate::error::Error;

/// How often a process says again who is here.
pub const REPEAT: Duration = Duration::from_secs(15);

/// How long another process's word is believed.
const BELIEVED: Duration = Duration::from_secs(40);

/// Pages of one seat that are kept up to date at one process. Each is told of
/// every other's coming and going, so their number has to stay small.
const PAGES_A_SEAT: usize = 8;

/// The open pages of a seat here, oldest first. A page whose end of the channel is
/// dropped from here has made way for another.
type Pages = VecDeque<oneshot::Sender<Infallible>>;

/// When another process last spoke, and of which seats.
type Word = (Instant, Vec<u8>);

/// Open pages, here and at other processes.
#[derive(Debug)]
pub struct Presence {
    host: String,
    here: Mutex<HashMap<(i64, u8), Pages>>,
    elsewhere: Mutex<HashMap<(i64, String), Word>>,
    telling: tokio::sync::Mutex<()>,
}

impl Presence {
    pub(super) fn new() -> Result<Self, Error> {
        let mut name = [0; 8];
        getrandom::fill(&mut name).map_err(|error| Error::internal(error.to_string()))?;
        let host = name.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self {
            host,
            here: Mutex::default(),
            elsewhere: Mutex::default(),
            telling: tokio::sync::Mutex::default(),
        })
    }

    /// Waits until nobody else here is telling other processes, and keeps them from it
    /// until the returned value is dropped.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.telling.lock().await
    }

    /// Counts one page as open until the returned value is dropped. Where the seat has
    /// as many open here as anybody needs, the oldest makes way: see [`Open::gave_way`].
    pub fn open(self: &Arc<Self>, game_id: i64, seat: u8) -> Open {
        let (page, way) = oneshot::channel();
        let mut here = locked(&self.here);
        let pages = here.entry((game_id, seat)).or_default();
        pages.retain(|page| !page.is_closed());
        while pages.len() >= PAGES_A_SEAT {
            pages.pop_front();
        }
        pages.push_back(page);
        Open {
            presence: Arc::clone(self),
            game_id,
            seat,
            way,
        }
    }

    /// What to tell other processes of a game.
    pub fn notice(&self, game_id: i64) -> Notice {
        let here = locked(&self.here);
        let mut seats: Vec<u8> = here
            .keys()
            .filter(|(game, _)| *game == game_id)
            .map(|(_, seat)| *seat)
            .collect();
        seats.sort_unstable();
        Notice::Present {
            game_id,
            host: self.host.clone(),
            seats,
        }
    }

    pub(super) fn hear(&self, game_id: i64, host: &str, seats: &[u8]) {
        if host == self.host {
            return;
        }
        let mut elsewhere = locked(&self.elsewhere);
        elsewhere.retain(|_, (heard, _)| heard.elapsed() < BELIEVED);
        elsewhere.insert((game_id, host.to_owned()), (Instant::now(), seats.to_vec()));
    }

    /// The seats of a game that have its page open somewhere, in order.
    pub fn seats(&self, game_id: i64) -> Vec<u8> {
        let mut seats = match self.notice(game_id) {
            Notice::Present { seats, .. } => seats,
            _ => Vec::new(),
        };
        for ((game, _), (heard, there)) in locked(&self.elsewhere).iter() {
            if *game == game_id && heard.elapsed() < BELIEVED {
                seats.extend(there);
            }
        }
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}

/// One open page.
#[derive(Debug)]
pub struct Open {
    presence: Arc<Presence>,
    game_id: i64,
    seat: u8,
    way: oneshot::Receiver<Infallible>,
}

impl Open {
    /// Waits until the page has to make way for a newer one of its seat. May be
    /// waited for again and again, also after it has come.
    pub async fn gave_way(&mut self) {
        if !self.way.is_terminated() {
            let _ = (&mut self.way).await;
        }
    }

    /// Counts the page no longer, before the value is dropped.
    pub fn leave(&mut self) {
        self.way.close();
        let mut here = locked(&self.presence.here);
        let key = (self.game_id, self.seat);
        if let Some(pages) = here.get_mut(&key) {
            pages.retain(|page| !page.is_closed());
            if pages.is_empty() {
                here.remove(&key);
            }
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Every step leaves the maps whole, so a panic elsewhere spoils nothing.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
