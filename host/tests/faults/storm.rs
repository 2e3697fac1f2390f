//! What is done to the hosts, their database, their wires, their mail server and
//! their clock: drawn by chance, several at once, and written down with its time.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use diesel_async::SimpleAsyncConnection;
use futures_util::future::join_all;

use super::{
    dice::Dice,
    machines::{Machine, Server},
    sink::{Mood, Sink},
};

/// One thing that goes wrong. Machines by index, times in milliseconds.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Kill(usize),
    Freeze(usize, u64),
    Database { immediately: bool, down: u64 },
    Cut(usize),
    Swallow(usize, u64),
    Delay(usize, u64, u64),
    Hold(usize, u64),
    Mail(Mood, u64),
    Clock { seconds: u64 },
}

impl Fault {
    fn draw(dice: &mut Dice, machines: usize) -> Self {
        let host = dice.between(0, machines as u64) as usize;
        match dice.between(0, 20) {
            0..=3 => Self::Kill(host),
            // Now and then longer than the database lets anybody hold a lock.
            4..=5 if dice.one_in(20) => Self::Freeze(host, 11_500),
            4..=5 => Self::Freeze(host, dice.between(100, 1500)),
            6..=7 => Self::Database {
                immediately: dice.one_in(2),
                down: dice.between(0, 500),
            },
            8..=9 => Self::Cut(host),
            10..=11 => Self::Swallow(host, dice.between(20, 300)),
            12 => Self::Delay(host, dice.between(5, 120), dice.between(200, 900)),
            13 => Self::Hold(host, dice.between(100, 1200)),
            14..=16 => {
                let moods = [Mood::Busy, Mood::HangsUp, Mood::TakesAndHangsUp, Mood::Slow];
                Self::Mail(*dice.pick(&moods), dice.between(200, 1500))
            }
            _ => Self::Clock {
                seconds: dice.between(1, 140),
            },
        }
    }

    /// Its name, for the count at the end.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kill(_) => "kill",
            Self::Freeze(..) => "freeze",
            Self::Database {
                immediately: true, ..
            } => "database immediate",
            Self::Database { .. } => "database fast",
            Self::Cut(_) => "cut",
            Self::Swallow(..) => "swallow",
            Self::Delay(..) => "delay",
            Self::Hold(..) => "hold",
            Self::Mail(..) => "mail",
            Self::Clock { .. } => "clock",
        }
    }

    /// Whether a process may have died, or been taken for dead, between sending
    /// a mail and writing that down.
    fn parts_send_from_mark(self) -> bool {
        !matches!(self, Self::Delay(..) | Self::Mail(..))
    }
}

/// After so many faults the run says how far it has come.
const TOLD: usize = 100;

/// All that is there to go wrong.
#[derive(Debug)]
pub struct Storm {
    pub server: Server,
    pub machines: Vec<Machine>,
    pub sink: Sink,
    pub happened: Mutex<Vec<(Fault, Instant, Instant)>>,
}

impl Storm {
    /// Draws and does so many things.
    pub async fn rage(&self, dice: &mut Dice, faults: usize) {
        let began = Instant::now();
        let mut done = 0;
        while done < faults {
            let at_once = dice.between(1, 4).min((faults - done) as u64);
            let drawn: Vec<Fault> = (0..at_once)
                .map(|_| Fault::draw(dice, self.machines.len()))
                .collect();
            join_all(drawn.iter().map(|fault| self.inflict(*fault))).await;
            let before = done / TOLD;
            done += drawn.len();
            if done / TOLD > before {
                println!("{done} of {faults} faults in {:.0?}", began.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(dice.between(50, 700))).await;
        }
    }

    async fn inflict(&self, fault: Fault) {
        let began = Instant::now();
        let time = Duration::from_millis;
        match fault {
            Fault::Kill(host) => self.machines[host].kill().await,
            Fault::Freeze(host, for_ms) => self.machines[host].freeze(time(for_ms)).await,
            Fault::Database { immediately, down } => {
                self.server.restart(immediately, time(down)).await;
            }
            Fault::Cut(host) => self.machines[host].wire.cut(),
            Fault::Swallow(host, for_ms) => {
                let wire = &self.machines[host].wire;
                wire.swallow(true);
                tokio::time::sleep(time(for_ms)).await;
                wire.cut();
                wire.swallow(false);
            }
            Fault::Delay(host, by_ms, for_ms) => {
                let wire = &self.machines[host].wire;
                wire.delay(time(by_ms));
                tokio::time::sleep(time(for_ms)).await;
                wire.delay(Duration::ZERO);
            }
            Fault::Hold(host, for_ms) => {
                let wire = &self.machines[host].wire;
                wire.hold(true);
                tokio::time::sleep(time(for_ms)).await;
                wire.hold(false);
            }
            Fault::Mail(mood, for_ms) => {
                self.sink.turn(mood);
                tokio::time::sleep(time(for_ms)).await;
                self.sink.turn(Mood::Willing);
            }
            Fault::Clock { seconds } => self.advance(seconds).await,
        }
        let mut happened = self.happened.lock().expect("nobody panicked");
        happened.push((fault, began, Instant::now()));
    }

    /// Lets time pass in the database, as if the hosts had lived through it: the
    /// guard over the clock would take the leap for an outage.
    pub async fn advance(&self, seconds: u64) {
        let step = format!(
            "BEGIN; \
             UPDATE clock_offset SET \"offset\" = \"offset\" + interval '{seconds} seconds'; \
             UPDATE clock_guard SET epoch = epoch + 1, \
                 beat_at = beat_at + interval '{seconds} seconds'; \
             COMMIT"
        );
        // The database may be on its way down; a step that was lost is none.
        let _ = self.server.connect().await.batch_execute(&step).await;
    }

    /// Everything works again.
    pub fn heal(&self) {
        self.sink.turn(Mood::Willing);
        for machine in &self.machines {
            machine.wire.heal();
        }
    }

    /// Whether something may have come between a mail's two deliveries.
    pub fn excuses(&self, first: Instant, second: Instant) -> bool {
        let happened = self.happened.lock().expect("nobody panicked");
        happened
            .iter()
            .filter(|(fault, ..)| fault.parts_send_from_mark())
            .any(|(_, began, ended)| *began <= second && *ended + Duration::from_secs(5) >= first)
    }
}
