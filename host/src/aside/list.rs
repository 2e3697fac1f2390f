//! Jobs that fail, for the operator: how many, which, and another try.

use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use super::ATTEMPTS;
use crate::{
    audit::{self, Act, Actor},
    clock::Instant,
    error::Error,
    schema::set_aside,
};

/// A job that has failed and did not succeed since.
#[derive(Clone, Debug, QueryableByName)]
pub struct Failing {
    /// Its number.
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    /// The step, as in the table.
    #[diesel(sql_type = Text)]
    pub step: String,
    /// Which one of it; empty for the step itself.
    #[diesel(sql_type = Text)]
    pub subject: String,
    /// The game's name in addresses, where it belongs to one.
    #[diesel(sql_type = Nullable<Text>)]
    pub key: Option<String>,
    /// How often in a row.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
    /// What was said the last time.
    #[diesel(sql_type = Text)]
    pub cause: String,
    /// Since when.
    #[diesel(sql_type = Timestamptz)]
    pub first_at: Instant,
    /// When it is tried again by itself.
    #[diesel(sql_type = Timestamptz)]
    pub next_try_at: Instant,
    /// Whether it has failed so often that it is set aside.
    #[diesel(sql_type = Bool)]
    pub is_aside: bool,
}

impl Failing {
    /// Which one of its step, as it is shown: a game is shown by its key already.
    #[must_use]
    pub fn shown(&self) -> &str {
        match &self.key {
            None if self.subject.is_empty() => "none",
            None => &self.subject,
            // A seat's index stands behind the game's number.
            Some(_) => self
                .subject
                .split_once('/')
                .map_or("none", |(_, seat)| seat),
        }
    }

    /// How it goes on with it: `aside` or `again`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        if self.is_aside { "aside" } else { "again" }
    }
}

/// Jobs that fail, of one game or of all: those that are set aside first.
///
/// # Errors
/// The database's.
pub async fn failing(
    conn: &mut AsyncPgConnection,
    game_id: Option<i64>,
    most: i64,
) -> Result<Vec<Failing>, Error> {
    Ok(diesel::sql_query(
        "SELECT s.id, s.step, s.subject, g.key, s.attempts, s.cause, s.first_at, \
             s.next_try_at, s.attempts >= $1 AS is_aside \
         FROM set_aside s LEFT JOIN games g ON g.id = s.game_id \
         WHERE ($2::bigint IS NULL OR s.game_id = $2) \
         ORDER BY s.attempts >= $1 DESC, s.first_at, s.id LIMIT $3",
    )
    .bind::<Integer, _>(ATTEMPTS)
    .bind::<Nullable<BigInt>, _>(game_id)
    .bind::<BigInt, _>(most)
    .load(conn)
    .await?)
}

/// How many jobs of each step fail, and how many of them are set aside, by step.
///
/// # Errors
/// The database's.
pub async fn count(conn: &mut AsyncPgConnection) -> Result<Vec<(String, i64, i64)>, Error> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        step: String,
        #[diesel(sql_type = BigInt)]
        failing: i64,
        #[diesel(sql_type = BigInt)]
        aside: i64,
    }
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT step, count(*) AS failing, count(*) FILTER (WHERE attempts >= $1) AS aside \
         FROM set_aside GROUP BY step ORDER BY step",
    )
    .bind::<Integer, _>(ATTEMPTS)
    .load(conn)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.step, row.failing, row.aside)).collect())
}

/// Has a job tried at once, as if it had never failed.
///
/// # Errors
/// [`Error::NotFound`] for no such job: it may have succeeded meanwhile.
pub async fn retry(conn: &mut AsyncPgConnection, actor: Actor, id: i64) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let (step, subject, game_id): (String, String, Option<i64>) =
            diesel::delete(set_aside::table.find(id))
                .returning((set_aside::step, set_aside::subject, set_aside::game_id))
                .get_result(conn)
                .await?;
        let detail = serde_json::json!({ "step": step, "subject": subject });
        let act = Act::new(actor, "retry-job").detail(detail);
        let act = game_id.map_or(act.clone(), |game_id| act.game(game_id));
        audit::record(conn, &act).await?;
        Ok(())
    })
    .await
}

/// Has all that fails of a game tried at once. Yields how many jobs that were. Part of
/// the caller's transaction, which records the act.
///
/// # Errors
/// The database's.
pub async fn retry_game(conn: &mut AsyncPgConnection, game_id: i64) -> Result<usize, Error> {
    Ok(
        diesel::delete(set_aside::table.filter(set_aside::game_id.eq(game_id)))
            .execute(conn)
            .await?,
    )
}
