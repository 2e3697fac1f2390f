//! Who did what that no player did (HO-160): every act of an operator, of a
//! game master and of the host on its own account, in a table that the database
//! refuses to change.
//!
//! An act is recorded in the transaction that does it. The list names accounts
//! by number: no address, no token and no order may ever enter it.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use crate::{error::Error, schema::audit};

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// An operator, signed in, by account.
    Operator(i64),
    /// The game master of the game in question, by account.
    Master(i64),
    /// Whoever sits at the command line of the host.
    Console,
    /// The host by itself, such as after a gap in its own life.
    Host,
}

impl Actor {
    fn parts(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Operator(account) => ("operator", Some(account)),
            Self::Master(account) => ("master", Some(account)),
            Self::Console => ("console", None),
            Self::Host => ("host", None),
        }
    }
}

/// One act, as it is about to be recorded.
#[derive(Clone, Debug)]
pub struct Act {
    /// Who does it.
    pub actor: Actor,
    /// What, in kebab case: `pause`, `replace-seat`.
    pub act: &'static str,
    /// The game it is done to.
    pub game_id: Option<i64>,
    /// The seat of that game.
    pub seat: Option<i16>,
    /// The person it is done to.
    pub account_id: Option<i64>,
    /// What else must be known of it: plain values, no addresses.
    pub detail: Value,
}

impl Act {
    /// An act that is about nothing in particular yet.
    #[must_use]
    pub fn new(actor: Actor, act: &'static str) -> Self {
        Self {
            actor,
            act,
            game_id: None,
            seat: None,
            account_id: None,
            detail: Value::Object(serde_json::Map::new()),
        }
    }

    /// Done to a game.
    #[must_use]
    pub fn game(self, game_id: i64) -> Self {
        Self {
            game_id: Some(game_id),
            ..self
        }
    }

    /// Done to a seat of a game.
    #[must_use]
    pub fn seat(self, game_id: i64, seat: i16) -> Self {
        Self {
            seat: Some(seat),
            ..self.game(game_id)
        }
    }

    /// Done to a person.
    #[must_use]
    pub fn account(self, account_id: i64) -> Self {
        Self {
            account_id: Some(account_id),
            ..self
        }
    }

    /// With further values.
    #[must_use]
    pub fn detail(self, detail: Value) -> Self {
        Self { detail, ..self }
    }
}

/// Records an act. Call it in the transaction that does it, so that neither
/// stands without the other. Yields its number.
///
/// # Errors
/// The database's.
pub async fn record(conn: &mut AsyncPgConnection, act: &Act) -> Result<i64, Error> {
    let (actor, account) = act.actor.parts();
    let id = diesel::insert_into(audit::table)
        .values((
            audit::actor.eq(actor),
            audit::actor_account.eq(account),
            audit::act.eq(act.act),
            audit::game_id.eq(act.game_id),
            audit::seat.eq(act.seat),
            audit::account_id.eq(act.account_id),
            audit::detail.eq(&act.detail),
        ))
        .returning(audit::id)
        .get_result(conn)
        .await?;
    tracing::info!(actor, act = act.act, game_id = act.game_id, "recorded");
    Ok(id)
}

/// An act that was recorded.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct Recorded {
    /// Its number.
    pub id: i64,
    /// When, by the database's clock.
    pub at: DateTime<Utc>,
    /// `operator`, `master`, `console` or `host`.
    pub actor: String,
    /// The account of an operator or a game master.
    pub actor_account: Option<i64>,
    /// What was done.
    pub act: String,
    /// To which game.
    pub game_id: Option<i64>,
    /// To which seat.
    pub seat: Option<i16>,
    /// To whom.
    pub account_id: Option<i64>,
    /// What else must be known of it.
    pub detail: Value,
}

/// The newest acts first, of one game or of all.
///
/// # Errors
/// The database's.
pub async fn newest(
    conn: &mut AsyncPgConnection,
    game_id: Option<i64>,
    most: i64,
) -> Result<Vec<Recorded>, Error> {
    let mut query = audit::table
        .select(Recorded::as_select())
        .order(audit::id.desc())
        .limit(most)
        .into_boxed();
    if let Some(game_id) = game_id {
        query = query.filter(audit::game_id.eq(game_id));
    }
    Ok(query.load(conn).await?)
}

/// Whether the newest act of a kind on a game was this one's.
///
/// # Errors
/// The database's.
pub async fn was_by(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    act: &str,
    game_id: i64,
) -> Result<bool, Error> {
    let newest: Option<(String, Option<i64>)> = audit::table
        .filter(audit::game_id.eq(game_id))
        .filter(audit::act.eq(act))
        .order(audit::id.desc())
        .select((audit::actor, audit::actor_account))
        .first(conn)
        .await
        .optional()?;
    let (kind, account) = actor.parts();
    Ok(newest.is_some_and(|newest| newest == (kind.to_owned(), account)))
}
