//! The guard over the database's clock (HO-050): every process beats, and what
//! the beats tell decides whether turns may be closed.
//!
//! A gap in the beats is time in which nobody could play: it is given back to
//! every open phase. A clock that went back, or leapt ahead while beats went on,
//! halts whatever happens by an instant until an operator has looked. Must not close
//! anything.

use std::time::Duration;

use chrono::TimeDelta;
use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{Bool, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    bus::{self, Notice},
    clock::{self, Instant},
    error::Error,
    schema::clocks,
};

pub mod instants;

/// How often a process beats.
pub const INTERVAL: Duration = Duration::from_secs(10);

/// A gap between beats that is longer was an outage.
pub const GAP: TimeDelta = TimeDelta::seconds(60);

/// How far the database's clock may run ahead of the host's monotonic one.
pub const LEAP: TimeDelta = TimeDelta::minutes(10);

/// How far it may stand behind the last beat: less than a second is two servers
/// that changed places, not a clock that was set.
const SLACK: TimeDelta = TimeDelta::seconds(1);

/// What one process remembers between its beats.
#[derive(Debug, Default)]
pub struct Pulse {
    /// The database's time and the host's at one beat, and how often the clock
    /// had been accepted by then.
    anchor: Option<(Instant, Duration, i32)>,
}

/// What a beat came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// All is well.
    Steady,
    /// Time in which no process was alive was given back to open phases.
    Credited {
        /// How much, in whole seconds.
        seconds: i64,
        /// How many phases got it.
        phases: usize,
    },
    /// No turn is closed until an operator accepts the clock.
    Halted,
}

/// The guard's row.
#[derive(Clone, Debug, QueryableByName)]
pub struct Guard {
    /// The last beat of any process; `None` before the first.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub beat_at: Option<Instant>,
    /// Since when closing is halted.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub halted_at: Option<Instant>,
    /// Why, for the operator.
    #[diesel(sql_type = Nullable<Text>)]
    pub halted_why: Option<String>,
    /// How often the clock was accepted.
    #[diesel(sql_type = Integer)]
    pub epoch: i32,
}

/// What is in the guard's row.
///
/// # Errors
/// The database's.
pub async fn guard(conn: &mut AsyncPgConnection) -> Result<Guard, Error> {
    let sql = "SELECT beat_at, halted_at, halted_why, epoch FROM clock_guard";
    Ok(diesel::sql_query(sql).get_result(conn).await?)
}

/// Whether anything may happen because an instant has come: the clock is not halted,
/// and no outage lies before this that was not given back yet. Whatever closes,
/// counts, begins or reminds by the clock asks here first.
///
/// # Errors
/// The database's.
pub async fn may_act(conn: &mut AsyncPgConnection) -> Result<bool, Error> {
    #[derive(QueryableByName)]
    struct Answer {
        #[diesel(sql_type = Bool)]
        yes: bool,
    }
    let answer: Answer = diesel::sql_query(
        "SELECT halted_at IS NULL AND coalesce(beat_at \
             BETWEEN (SELECT fieldpost_now()) - make_interval(secs => $1) \
                 AND (SELECT fieldpost_now()) + make_interval(secs => $2), true) AS yes \
         FROM clock_guard",
    )
    .bind::<diesel::sql_types::Double, _>(GAP.as_seconds_f64())
    .bind::<diesel::sql_types::Double, _>(SLACK.as_seconds_f64())
    .get_result(conn)
    .await?;
    Ok(answer.yes)
}

/// One beat. `uptime` is the host's monotonic clock, which goes on while the
/// machine sleeps; see [`uptime`].
///
/// # Errors
/// The database's.
pub async fn beat(
    conn: &mut AsyncPgConnection,
    pulse: &mut Pulse,
    uptime: Duration,
) -> Result<Beat, Error> {
    let (beat, now, epoch) = conn
        .transaction::<_, Error, _>(async |conn| {
            let guard: Guard = diesel::sql_query(
                "SELECT beat_at, halted_at, halted_why, epoch FROM clock_guard FOR UPDATE",
            )
            .get_result(conn)
            .await?;
            // Behind the lock, so that no other process beats in between.
            let now = clock::now(conn).await?;
            if guard.halted_at.is_some() {
                return Ok((Beat::Halted, now, guard.epoch));
            }
            if let Some(why) = fault(&guard, pulse, now, uptime) {
                halt(conn, &guard, now, &why).await?;
                return Ok((Beat::Halted, now, guard.epoch));
            }
            let beat = match guard.beat_at {
                Some(last) if now - last > GAP => {
                    let phases = credit(conn, last, now).await?;
                    note(conn, "credited", Some((last, now)), phases, "").await?;
                    bus::notify(conn, &Notice::Resync).await?;
                    Beat::Credited {
                        seconds: (now - last).num_seconds(),
                        phases,
                    }
                }
                _ => Beat::Steady,
            };
            diesel::sql_query("UPDATE clock_guard SET beat_at = $1")
                .bind::<Timestamptz, _>(now)
                .execute(conn)
                .await?;
            Ok((beat, now, guard.epoch))
        })
        .await?;
    match beat {
        Beat::Halted => {
            pulse.anchor = None;
            tracing::error!("no turn is closed until: fieldpost clock accept");
        }
        Beat::Credited { seconds, phases } => {
            tracing::warn!(seconds, phases, "time without a host was given back");
        }
        Beat::Steady => {}
    }
    if beat != Beat::Halted && pulse.anchor.is_none_or(|(_, _, at)| at != epoch) {
        pulse.anchor = Some((now, uptime, epoch));
    }
    Ok(beat)
}

/// What is wrong with the database's clock, if anything.
fn fault(guard: &Guard, pulse: &Pulse, now: Instant, uptime: Duration) -> Option<String> {
    if let Some(last) = guard.beat_at.filter(|last| now < *last - SLACK) {
        let seconds = (last - now).num_seconds();
        return Some(format!("it stands {seconds} s behind the last heartbeat"));
    }
    let (then, was, epoch) = pulse.anchor?;
    let passed = TimeDelta::from_std(uptime.saturating_sub(was)).ok()?;
    let ahead = (now - then) - passed;
    if epoch == guard.epoch && ahead > LEAP {
        let seconds = ahead.num_seconds();
        return Some(format!(
            "it is {seconds} s ahead of what this host's own clock says has passed"
        ));
    }
    None
}

async fn halt(
    conn: &mut AsyncPgConnection,
    guard: &Guard,
    now: Instant,
    why: &str,
) -> Result<(), Error> {
    diesel::sql_query("UPDATE clock_guard SET halted_at = $1, halted_why = $2")
        .bind::<Timestamptz, _>(now)
        .bind::<Text, _>(why)
        .execute(conn)
        .await?;
    let span = guard.beat_at.map(|last| (last, now));
    note(conn, "halted", span, 0, why).await?;
    tracing::error!(%why, "the database's clock cannot be trusted");
    bus::notify(conn, &Notice::Resync).await
}

/// Lets everything that runs stand still over a span that is past: it moves by the
/// span, and reserves are not drawn in it. Returns how many open phases that were.
async fn credit(
    conn: &mut AsyncPgConnection,
    from: Instant,
    until: Instant,
) -> Result<usize, Error> {
    let phases = diesel::sql_query(
        "INSERT INTO clock_pauses (game_id, turn, from_at, until_at, cause) \
         SELECT game_id, turn, greatest($1, opened_at), $2, 'downtime' FROM clocks \
         WHERE closed_at IS NULL AND stopped_at IS NULL AND opened_at < $2 \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Timestamptz, _>(from)
    .bind::<Timestamptz, _>(until)
    .execute(conn)
    .await?;
    instants::credit(conn, None, from, until).await?;
    Ok(phases)
}

/// What accepting the clock did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Why it had been halted.
    pub why: String,
    /// How far every open phase was moved, in whole seconds: what was left of it
    /// at the last good heartbeat is what it has left now.
    pub seconds: i64,
    /// How many phases that were.
    pub phases: usize,
}

/// An operator says that the database's clock is right now. Open phases keep the
/// time that they had left. `None` where nothing was halted.
///
/// # Errors
/// The database's.
pub async fn accept(conn: &mut AsyncPgConnection) -> Result<Option<Accepted>, Error> {
    conn.transaction(async |conn| {
        let guard: Guard = diesel::sql_query(
            "SELECT beat_at, halted_at, halted_why, epoch FROM clock_guard FOR UPDATE",
        )
        .get_result(conn)
        .await?;
        if guard.halted_at.is_none() {
            return Ok(None);
        }
        let now = clock::now(conn).await?;
        let last = guard.beat_at.unwrap_or(now);
        let phases = if now > last {
            credit(conn, last, now).await?
        } else {
            turn_back(conn, last - now).await?
        };
        diesel::sql_query(
            "UPDATE clock_guard SET halted_at = NULL, halted_why = NULL, beat_at = $1, \
                 epoch = epoch + 1",
        )
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
        let why = guard.halted_why.unwrap_or_default();
        note(conn, "accepted", Some((last, now)), phases, &why).await?;
        bus::notify(conn, &Notice::Resync).await?;
        Ok(Some(Accepted {
            why,
            seconds: (now - last).num_seconds(),
            phases,
        }))
    })
    .await
}

/// The clock was set back. Returns how many open phases went back with it.
async fn turn_back(conn: &mut AsyncPgConnection, by: TimeDelta) -> Result<usize, Error> {
    instants::turn_back(conn, by.as_seconds_f64()).await?;
    let phases: i64 = clocks::table
        .filter(clocks::closed_at.is_null())
        .count()
        .get_result(conn)
        .await?;
    Ok(usize::try_from(phases).unwrap_or_default())
}

async fn note(
    conn: &mut AsyncPgConnection,
    kind: &str,
    span: Option<(Instant, Instant)>,
    phases: usize,
    detail: &str,
) -> Result<(), Error> {
    let (from, until) = span.unzip();
    diesel::sql_query(
        "INSERT INTO clock_events (kind, from_at, until_at, phases, detail) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind::<Text, _>(kind)
    .bind::<Nullable<Timestamptz>, _>(from)
    .bind::<Nullable<Timestamptz>, _>(until)
    .bind::<Integer, _>(i32::try_from(phases).unwrap_or(i32::MAX))
    .bind::<Text, _>(detail)
    .execute(conn)
    .await?;
    Ok(())
}

/// How long the machine has been up, sleep included: what a clock that nobody
/// can set says.
#[must_use]
pub fn uptime() -> Duration {
    #[cfg(target_os = "linux")]
    let clock = rustix::time::ClockId::Boottime;
    // Elsewhere the monotonic clock does not stop when the machine sleeps.
    #[cfg(not(target_os = "linux"))]
    let clock = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(clock);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}
