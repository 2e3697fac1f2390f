//! Background work of which one row may fail without the others noticing: each row is
//! a job, done by [`Asides::isolated`], the one way in which steps do what is due.
//!
//! A job that fails is tried again after growing pauses; one that has failed
//! [`ATTEMPTS`] times is set aside with an alarm, which an operator sees until it works
//! or the operator has it tried again. That is kept in the table `set_aside`, so that
//! every process leaves the same jobs alone. Must not know what any job does.

use std::{any::Any, future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Integer, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::FutureExt;

use crate::{db::Db, error::Error, metrics::Metrics, schema::set_aside};

mod list;

pub use list::{Failing, count, failing, retry, retry_game};

/// After so many failures in a row a job is set aside and an operator is alarmed.
pub const ATTEMPTS: i32 = 5;

/// Seconds until the next attempt, by how many have failed; the last holds for all
/// further ones, so that what was fixed meanwhile goes on by itself.
const PAUSES: &str = "(ARRAY[2, 10, 60, 300, 3600])";

/// No job takes longer. The largest turn takes half a minute.
const PATIENCE: Duration = Duration::from_secs(300);

/// Bytes of a cause that are kept.
const CAUSE_BYTES: usize = 500;

/// SQL, for a query that joins its jobs' rows as `f`: whether the job may be tried now.
pub const MAY_TRY: &str = "(f.next_try_at IS NULL OR f.next_try_at <= (SELECT fieldpost_now()))";

/// A kind of background work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Games that begin.
    Begin,
    /// Turns that close.
    Close,
    /// Votes that are counted, and adjourned games that go on.
    Vote,
    /// Letters about a deadline that is near.
    Remind,
    /// What commanders enter.
    Command,
    /// What commanders think.
    Think,
    /// Outgoing mail.
    Mail,
    /// Sums over games that ended.
    Count,
    /// What is too old to be kept.
    Retain,
    /// The guard over the database's clock.
    Beat,
    /// News of other processes.
    Listen,
    /// Whether the database answers.
    Probe,
}

impl Step {
    /// As it is in the table, in metrics and in logs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Close => "close",
            Self::Vote => "vote",
            Self::Remind => "remind",
            Self::Command => "command",
            Self::Think => "think",
            Self::Mail => "mail",
            Self::Count => "count",
            Self::Retain => "retain",
            Self::Beat => "beat",
            Self::Listen => "listen",
            Self::Probe => "probe",
        }
    }

    /// SQL that joins, as `f`, what failed of this step before; `subject` is SQL for
    /// the job's subject. Goes with [`MAY_TRY`].
    #[must_use]
    pub fn join(self, subject: &str) -> String {
        let step = self.as_str();
        format!("LEFT JOIN set_aside f ON f.step = '{step}' AND f.subject = {subject}")
    }

    /// The whole step as a job: what fails before its rows are known.
    #[must_use]
    pub fn whole(self, attempts: i32) -> Job {
        Job {
            step: self,
            subject: String::new(),
            game_id: None,
            attempts,
        }
    }

    /// A game's part of it. `attempts` is how often it has failed, as the table has it.
    #[must_use]
    pub fn of_game(self, game_id: i64, attempts: i32) -> Job {
        Job {
            step: self,
            subject: game_id.to_string(),
            game_id: Some(game_id),
            attempts,
        }
    }
}

/// A row of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Of which step.
    pub step: Step,
    /// Which one, within its step.
    pub subject: String,
    /// The game it belongs to, where it belongs to one.
    pub game_id: Option<i64>,
    /// How often it has failed in a row.
    pub attempts: i32,
}

/// A game that a step may have something to do with, as its query yields it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, QueryableByName)]
pub struct DueGame {
    /// The game's row.
    #[diesel(sql_type = BigInt)]
    pub game_id: i64,
    /// How often the step has failed on it in a row.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
}

/// How a job went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done<T> {
    /// It is done.
    Well(T),
    /// It failed, which is written down.
    Failed {
        /// So often in a row.
        attempts: i32,
        /// What is told of it.
        cause: String,
    },
}

impl<T> Done<T> {
    /// What it yielded, if it did.
    pub fn well(self) -> Option<T> {
        match self {
            Self::Well(value) => Some(value),
            Self::Failed { .. } => None,
        }
    }
}

/// Does jobs, and remembers in the database which fail. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Asides {
    db: Db,
    metrics: Arc<Metrics>,
    /// How long a job may take.
    pub patience: Duration,
}

impl Asides {
    /// With the usual patience.
    #[must_use]
    pub fn new(db: &Db, metrics: &Arc<Metrics>) -> Self {
        Self {
            db: db.clone(),
            metrics: Arc::clone(metrics),
            patience: PATIENCE,
        }
    }

    /// Does one job. A failure, a panic and a job that does not end are written down
    /// and are no error of the step.
    ///
    /// # Errors
    /// What went wrong, where it could not even be written down: then the database is
    /// away, which is not the job's fault.
    pub async fn isolated<T>(
        &self,
        job: &Job,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<Done<T>, Error> {
        let caught = AssertUnwindSafe(work).catch_unwind();
        let error = match tokio::time::timeout(self.patience, caught).await {
            Ok(Ok(Ok(value))) => {
                if job.attempts > 0 {
                    self.forget(job).await?;
                }
                return Ok(Done::Well(value));
            }
            Ok(Ok(Err(error))) => error,
            Ok(Err(panic)) => Error::internal(panicked(panic.as_ref())),
            Err(_) => Error::internal(format!("no end within {} s", self.patience.as_secs())),
        };
        let cause = told(&error);
        match self.note(job, &cause).await {
            Ok(attempts) => Ok(Done::Failed { attempts, cause }),
            Err(unwritten) => {
                tracing::error!(
                    step = job.step.as_str(),
                    ?unwritten,
                    "a failure is not noted"
                );
                Err(error)
            }
        }
    }

    /// Does the first of several games' jobs that has something to do. Yields whether
    /// one had; one that failed counts, as the next look passes it over.
    ///
    /// # Errors
    /// As for [`Self::isolated`].
    pub async fn first_of<F>(
        &self,
        step: Step,
        due: Vec<DueGame>,
        work: impl Fn(i64) -> F,
    ) -> Result<bool, Error>
    where
        F: Future<Output = Result<bool, Error>>,
    {
        for DueGame { game_id, attempts } in due {
            let job = step.of_game(game_id, attempts);
            match self.isolated(&job, work(game_id)).await? {
                Done::Well(false) => {}
                Done::Well(true) | Done::Failed { .. } => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Writes down that a job has failed once more. Yields how often in a row.
    ///
    /// # Errors
    /// The database's.
    pub async fn note(&self, job: &Job, cause: &str) -> Result<i32, Error> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Integer)]
            attempts: i32,
        }
        let mut conn = self.db.get().await?;
        let row: Row = diesel::sql_query(format!(
            "INSERT INTO set_aside AS s (step, subject, game_id, cause, next_try_at) \
             VALUES ($1, $2, $3, $4, fieldpost_now() + {PAUSES}[1] * interval '1 second') \
             ON CONFLICT (step, subject) DO UPDATE SET \
                 attempts = s.attempts + 1, cause = excluded.cause, last_at = fieldpost_now(), \
                 next_try_at = fieldpost_now() \
                     + {PAUSES}[least(s.attempts + 1, {ATTEMPTS})] * interval '1 second' \
             RETURNING attempts"
        ))
        .bind::<Text, _>(job.step.as_str())
        .bind::<Text, _>(&job.subject)
        .bind::<Nullable<BigInt>, _>(job.game_id)
        .bind::<Text, _>(short(cause))
        .get_result(&mut conn)
        .await?;
        let (step, subject, attempts) = (job.step.as_str(), &job.subject, row.attempts);
        let label = format!("step=\"{step}\"");
        self.metrics.count("fieldpost_job_failures_total", &label);
        if attempts == ATTEMPTS {
            tracing::error!(step, %subject, attempts, cause, "set aside: see fieldpost admin alarms");
        } else {
            tracing::error!(step, %subject, attempts, cause, "background work failed");
        }
        Ok(attempts)
    }

    /// A job that failed before is done, or nobody's any more.
    ///
    /// # Errors
    /// The database's.
    pub async fn forget(&self, job: &Job) -> Result<(), Error> {
        let mut conn = self.db.get().await?;
        forget(&mut conn, job).await
    }
}

async fn forget(conn: &mut AsyncPgConnection, job: &Job) -> Result<(), Error> {
    diesel::delete(set_aside::table)
        .filter(set_aside::step.eq(job.step.as_str()))
        .filter(set_aside::subject.eq(&job.subject))
        .execute(conn)
        .await?;
    Ok(())
}

/// What an operator is told of an error: its cause, which no player ever sees.
fn told(error: &Error) -> String {
    match error {
        Error::Internal(cause) => cause.to_string(),
        other => other.to_string(),
    }
}

/// What a panic said.
#[must_use]
pub fn panicked(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().copied();
    let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("stopped at a fault of the program: {}", said.unwrap_or("?"))
}

fn short(cause: &str) -> &str {
    cause
        .get(..cause.floor_char_boundary(CAUSE_BYTES))
        .unwrap_or(cause)
}
