//! What the operator's forms ask for, and the one function of `crate::admin` behind
//! each. A form asks for one act, so that a key pressed in a field does nothing else;
//! what cannot well be undone asks for a mark besides.

use diesel_async::AsyncPgConnection;
use serde::Deserialize;

use crate::{
    admin::{games, mails, people},
    aside,
    audit::{self, Act, Actor},
    auth::Email,
    error::Error,
    heartbeat,
};

/// Every form: which act, and what it needs.
#[derive(Deserialize)]
pub(super) struct Wish {
    act: String,
    #[serde(default)]
    pub(super) game: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    hours: String,
    #[serde(default)]
    mail: String,
    #[serde(default)]
    job: String,
    #[serde(default)]
    address: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    sure: String,
}

/// Does it.
///
/// # Errors
/// What stands in the way, by code; else internal ones.
pub(super) async fn perform(
    conn: &mut AsyncPgConnection,
    me: Actor,
    wish: &Wish,
) -> Result<(), Error> {
    let asks_twice = ["replace-seat", "move-address", "remove", "make-operator"];
    if asks_twice.contains(&wish.act.as_str()) && wish.sure != "yes" {
        return Err(Error::BadRequest("admin-unsure"));
    }
    match wish.act.as_str() {
        "accept-clock" => {
            if heartbeat::accept(conn).await?.is_some() {
                audit::record(conn, &Act::new(me, "accept-clock")).await?;
            }
            Ok(())
        }
        "retry" => {
            let id = game(conn, wish).await?;
            games::retry(conn, me, id).await
        }
        "pause" => {
            let id = game(conn, wish).await?;
            games::pause(conn, me, id).await
        }
        "resume" => {
            let id = game(conn, wish).await?;
            games::resume(conn, me, id).await
        }
        "extend" => {
            let id = game(conn, wish).await?;
            let hours: i32 = number(&wish.hours)?;
            let seconds = hours.checked_mul(3600);
            let seconds = seconds.ok_or(Error::BadRequest("bad-deadline"))?;
            games::extend(conn, me, id, seconds).await
        }
        "replace-seat" => {
            let id = game(conn, wish).await?;
            let to = email(&wish.to)?;
            people::replace_seat(conn, me, id, number(&wish.seat)?, &to).await
        }
        "retry-job" => aside::retry(conn, me, number(&wish.job)?).await,
        "retry-mail" => mails::retry(conn, me, number(&wish.mail)?).await,
        "bury-mail" => mails::bury(conn, me, number(&wish.mail)?).await,
        "move-address" => {
            let id = people::find(conn, &email(&wish.address)?).await?;
            people::move_address(conn, me, id, &email(&wish.to)?).await
        }
        "remove" => {
            let id = people::find(conn, &email(&wish.address)?).await?;
            people::remove(conn, me, id).await
        }
        "readmit" => {
            let id = people::find(conn, &email(&wish.address)?).await?;
            people::readmit(conn, me, id).await
        }
        "make-operator" => {
            let id = people::find(conn, &email(&wish.address)?).await?;
            people::set_operator(conn, me, id, true).await
        }
        _ => Err(Error::BadRequest("bad-request")),
    }
}

async fn game(conn: &mut AsyncPgConnection, wish: &Wish) -> Result<i64, Error> {
    Ok(crate::games::find(conn, wish.game.trim()).await?.id)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Error> {
    text.trim()
        .parse()
        .map_err(|_| Error::BadRequest("bad-request"))
}

fn email(text: &str) -> Result<Email, Error> {
    Email::parse(text).ok_or(Error::BadRequest("bad-request"))
}
