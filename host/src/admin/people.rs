//! People: who may come in, who holds a seat from the next turn on, whose address
//! moves, who is shown out.
//!
//! What changes hands is announced to every player of the game and takes effect
//! when the open turn has closed, so that nobody's turn is taken from under them.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    audit::{self, Act, Actor},
    auth::Email,
    changes::{self, Change},
    clock,
    config::Access,
    error::Error,
    games::if_ready,
    lobby::watching,
    outbox::{self, Kind, Owed, To},
    phases,
    schema::{accounts, games, lobby, seats, sessions},
};

/// The account of an address.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub async fn find(conn: &mut AsyncPgConnection, email: &Email) -> Result<i64, Error> {
    let id = accounts::table
        .filter(accounts::email.eq(email.as_str()))
        .select(accounts::id);
    Ok(id.first(conn).await?)
}

/// Whether an account may act as an operator: by its own mark, or because the
/// configuration names its address, which is how the first one comes to be.
///
/// # Errors
/// [`Error::NotFound`] for no such account.
pub async fn is_operator(
    conn: &mut AsyncPgConnection,
    access: &Access,
    account_id: i64,
) -> Result<bool, Error> {
    let (email, marked): (String, bool) = accounts::table
        .find(account_id)
        .select((accounts::email, accounts::is_operator))
        .first(conn)
        .await?;
    Ok(marked || access.operators.contains(&email))
}

/// Makes an account an operator, or no more.
///
/// # Errors
/// The database's.
pub async fn set_operator(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    account_id: i64,
    is_operator: bool,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        diesel::update(accounts::table.find(account_id))
            .set(accounts::is_operator.eq(is_operator))
            .execute(conn)
            .await?;
        let act = if is_operator {
            "make-operator"
        } else {
            "unmake-operator"
        };
        audit::record(conn, &Act::new(actor, act).account(account_id))
            .await
            .map(drop)
    })
    .await
}

/// Shows somebody out: all sessions end, and no link lets them in again. Seats
/// they hold stay theirs in name until they are given to somebody else; the log
/// stands as it is.
///
/// # Errors
/// The database's.
pub async fn remove(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    account_id: i64,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let now = clock::now(conn).await?;
        diesel::update(accounts::table.find(account_id))
            .set((
                accounts::blocked_at.eq(now),
                accounts::is_operator.eq(false),
            ))
            .execute(conn)
            .await?;
        end_sessions(conn, account_id).await?;
        audit::record(conn, &Act::new(actor, "remove").account(account_id)).await?;
        let playing: Vec<(i64, i16)> = seats::table
            .inner_join(games::table)
            .filter(seats::account_id.eq(account_id))
            .filter(games::phase.eq_any(["orders", "closing", "stalled"]))
            .order((games::id, seats::seat))
            .select((games::id, seats::seat))
            .load(conn)
            .await?;
        for (game_id, seat) in playing {
            let removed = Change::Removed {
                seat: phases::index(seat),
            };
            changes::tell(conn, game_id, &removed, To::Table).await?;
        }
        Ok(())
    })
    .await
}

/// Lets somebody in again.
///
/// # Errors
/// The database's.
pub async fn readmit(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    account_id: i64,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        diesel::update(accounts::table.find(account_id))
            .set(accounts::blocked_at.eq(None::<clock::Instant>))
            .execute(conn)
            .await?;
        audit::record(conn, &Act::new(actor, "readmit").account(account_id))
            .await
            .map(drop)
    })
    .await
}

/// Gives a seat to somebody else from the next turn on; in a game that has not
/// begun, at once. An account is made where there is none yet.
///
/// # Errors
/// [`Error::NotFound`] for no such seat; [`Error::Conflict`] if the game is over,
/// they hold another seat of it, direct it, or have watched it.
pub async fn replace_seat(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    game_id: i64,
    seat: i16,
    to: &Email,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let (turn, phase): (i32, String) = games::table
            .find(game_id)
            .select((games::turn, games::phase))
            .for_no_key_update()
            .first(conn)
            .await?;
        if phase == "ended" {
            return Err(Error::Conflict("game-over"));
        }
        let account_id = account(conn, to).await?;
        let others: i64 = seats::table
            .filter(seats::game_id.eq(game_id))
            .filter(
                seats::account_id
                    .eq(account_id)
                    .or(seats::next_account_id.eq(account_id)),
            )
            .count()
            .get_result(conn)
            .await?;
        if others > 0 {
            return Err(Error::Conflict("already-seated"));
        }
        // Whoever directs a game may see what no player may.
        let directs: bool = diesel::select(diesel::dsl::exists(
            lobby::table
                .find(game_id)
                .filter(lobby::master_id.eq(account_id)),
        ))
        .get_result(conn)
        .await?;
        if directs {
            return Err(Error::Conflict("master-plays-not"));
        }
        watching::must_not_have(conn, game_id, account_id).await?;
        let changed = diesel::update(seats::table.find((game_id, seat)))
            .set(seats::next_account_id.eq(account_id))
            .execute(conn)
            .await?;
        if changed == 0 {
            return Err(Error::NotFound);
        }
        let act = Act::new(actor, "replace-seat").seat(game_id, seat);
        let act = act.account(account_id);
        let detail = serde_json::json!({ "turn": turn });
        let act = audit::record(conn, &act.detail(detail)).await?;
        let owed = Owed::of_game(
            Kind::SeatGiven,
            game_id,
            To::Account(account_id, Some(seat)),
        );
        outbox::owe(conn, &owed.turn(turn).matter(act)).await?;
        if phase == "gathering" {
            hand_over(conn, game_id).await?;
            if_ready(conn, game_id).await.map(drop)
        } else {
            let replaced = Change::Replaced {
                seat: phases::index(seat),
            };
            changes::tell(conn, game_id, &replaced, To::Table).await
        }
    })
    .await
}

/// Moves an account to another address when the open turn of any of its games
/// has closed; at once where it plays none. Its sessions end with that.
///
/// # Errors
/// [`Error::Conflict`] if the address is somebody's already.
pub async fn move_address(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    account_id: i64,
    to: &Email,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        if find(conn, to).await.is_ok() {
            return Err(Error::Conflict("address-taken"));
        }
        let moved = diesel::update(accounts::table.find(account_id))
            .set(accounts::next_email.eq(to.as_str()))
            .execute(conn)
            .await?;
        if moved == 0 {
            return Err(Error::NotFound);
        }
        audit::record(conn, &Act::new(actor, "move-address").account(account_id)).await?;
        let playing: Vec<(i64, i16, i32)> = seats::table
            .inner_join(games::table)
            .filter(seats::account_id.eq(account_id))
            .filter(games::phase.eq_any(["orders", "closing", "stalled"]))
            .select((games::id, seats::seat, games::turn))
            .load(conn)
            .await?;
        if playing.is_empty() {
            return arrive(conn, &[account_id]).await;
        }
        for (game_id, seat, turn) in playing {
            let act = Act::new(actor, "announce-address").seat(game_id, seat);
            let detail = serde_json::json!({ "turn": turn });
            audit::record(conn, &act.account(account_id).detail(detail)).await?;
            let moving = Change::Moving {
                seat: phases::index(seat),
            };
            changes::tell(conn, game_id, &moving, To::Table).await?;
        }
        Ok(())
    })
    .await
}

/// What was announced comes true: called where a turn's close moves a game on, in
/// its transaction, before the mails of the new turn are owed.
///
/// # Errors
/// The database's.
pub async fn hand_over(conn: &mut AsyncPgConnection, game_id: i64) -> Result<(), Error> {
    diesel::sql_query(
        "UPDATE seats SET account_id = next_account_id, next_account_id = NULL, \
             taken_at = fieldpost_now(), watching_agreed_at = NULL, invite_hash = NULL, \
             invite_email = NULL, ai = NULL, standby_since = NULL \
         WHERE game_id = $1 AND next_account_id IS NOT NULL",
    )
    .bind::<BigInt, _>(game_id)
    .execute(conn)
    .await?;
    let moving: Vec<i64> = seats::table
        .inner_join(accounts::table)
        .filter(seats::game_id.eq(game_id))
        .filter(accounts::next_email.is_not_null())
        .select(accounts::id)
        .load(conn)
        .await?;
    if moving.is_empty() {
        return Ok(());
    }
    arrive(conn, &moving).await
}

/// Accounts get the address that they were to get, unless somebody came first.
async fn arrive(conn: &mut AsyncPgConnection, moving: &[i64]) -> Result<(), Error> {
    for account_id in moving {
        let moved = diesel::sql_query(
            "UPDATE accounts a SET email = next_email, next_email = NULL \
             WHERE id = $1 AND next_email IS NOT NULL \
               AND NOT EXISTS (SELECT FROM accounts b WHERE b.email = a.next_email)",
        )
        .bind::<BigInt, _>(account_id)
        .execute(conn)
        .await?;
        if moved == 1 {
            end_sessions(conn, *account_id).await?;
        }
    }
    Ok(())
}

async fn end_sessions(conn: &mut AsyncPgConnection, account_id: i64) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    diesel::update(sessions::table)
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::revoked_at.is_null())
        .set(sessions::revoked_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}

async fn account(conn: &mut AsyncPgConnection, email: &Email) -> Result<i64, Error> {
    diesel::sql_query(
        "INSERT INTO accounts (email, name) VALUES ($1, '') ON CONFLICT (email) DO NOTHING",
    )
    .bind::<Text, _>(email.as_str())
    .execute(conn)
    .await?;
    find(conn, email).await
}
