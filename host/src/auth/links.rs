//! Sign-in links: asked for, mailed, spent once.
//!
//! Asking does the same work for every address, so neither answer nor time
//! tells whether there is an account; the account is made when a link is spent.
//!
//! The plain token is in no table. The outbox row carries a random nonce, the
//! token is the keyed hash of that nonce under a key of the host's secret, and
//! is made again each time the mail is sent: a copy of the database opens no
//! account, and a mail that is sent twice after a crash has the same link. The
//! path to come back to may hold an invitation, so it is stored sealed.

use actix_web::cookie::{Cookie, CookieJar};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;
use diesel::sql_types::{Bytea, Integer, Text};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use super::Auth;
use super::email::Email;
use super::error::AuthError;
use super::next::NextPath;
use super::sessions;
use super::token::{HashedToken, PlainToken};
use crate::clock::{self, Instant};
use crate::config::{Access, Registration};
use crate::error::Error;
use crate::outbox::{Kind, Owed, To, owe};
use crate::schema::{accounts, fieldpost_now, outbox, seats, sign_in_tokens};

/// How long a link can be spent, by the database's clock.
pub const MINUTES: i32 = 20;

/// Somebody who has just signed in.
#[derive(Debug)]
pub struct Arrived {
    /// The id for the session cookie.
    pub session: PlainToken,
    /// Where the link was to lead.
    pub next: NextPath,
}

/// Puts a link on its way to an address: the hashed token and the mail that
/// will carry the plain one, in one transaction.
///
/// # Errors
/// The database's, or no randomness.
pub async fn ask(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    email: &Email,
    next: &NextPath,
) -> Result<(), AuthError> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce)?;
    let nonce = URL_SAFE_NO_PAD.encode(nonce);
    let hash = auth.sign_in_token(&nonce).hashed();
    let sealed = auth.seal(next.as_str());
    conn.transaction::<_, AuthError, _>(async |conn| {
        // Those long past are of no more use to anybody.
        diesel::sql_query(
            "DELETE FROM sign_in_tokens \
                 WHERE expires_at < (SELECT fieldpost_now()) - interval '1 day'",
        )
        .execute(conn)
        .await?;
        diesel::sql_query(
            "INSERT INTO sign_in_tokens (hash, email, next_path, expires_at) \
                 VALUES ($1, $2, $3, fieldpost_now() + make_interval(mins => $4))",
        )
        .bind::<Bytea, _>(hash.as_bytes())
        .bind::<Text, _>(email.as_str())
        .bind::<Text, _>(sealed)
        .bind::<Integer, _>(MINUTES)
        .execute(conn)
        .await?;
        let owed = Owed::new(Kind::SignIn, To::Address(email.as_str(), None));
        owe(conn, &owed.params(serde_json::json!({ "nonce": nonce }))).await?;
        Ok(())
    })
    .await
}

/// Spends a link: marks it used, makes the account if there is none, begins a
/// session. All or nothing, and at most once however many try.
///
/// # Errors
/// [`AuthError::LinkSpent`] for a link that is used, over, or none of ours.
pub async fn spend(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    token: &PlainToken,
    agent: &str,
    replaced: Option<HashedToken>,
) -> Result<Arrived, AuthError> {
    let hash = token.hashed();
    let (session, sealed) = conn
        .transaction::<_, AuthError, _>(async |conn| {
            let (email, sealed): (String, String) = diesel::update(sign_in_tokens::table)
                .filter(sign_in_tokens::hash.eq(hash.as_bytes()))
                .filter(sign_in_tokens::used_at.is_null())
                .filter(sign_in_tokens::expires_at.gt(fieldpost_now()))
                .set(sign_in_tokens::used_at.eq(fieldpost_now().nullable()))
                .returning((sign_in_tokens::email, sign_in_tokens::next_path))
                .get_result(conn)
                .await
                .optional()?
                .ok_or(AuthError::LinkSpent)?;
            let account_id = account(conn, &email).await?;
            let session = sessions::begin(conn, account_id, agent, replaced).await?;
            Ok((session, sealed))
        })
        .await?;
    let next = auth
        .unseal(&sealed)
        .map_or_else(NextPath::home, |path| NextPath::parse(&path));
    Ok(Arrived { session, next })
}

/// Whether a link was asked for by the same address after the outbox's `row` was
/// added: that one goes out.
///
/// # Errors
/// The database's.
pub async fn was_asked_again(
    conn: &mut AsyncPgConnection,
    email: &str,
    row: i64,
) -> Result<bool, Error> {
    let later = outbox::table
        .filter(outbox::kind.eq(Kind::SignIn.as_str()))
        .filter(outbox::email.eq(email))
        .filter(outbox::id.gt(row));
    Ok(diesel::select(diesel::dsl::exists(later))
        .get_result(conn)
        .await?)
}

/// Gives a link that is not spent its whole time again, as it is about to be sent.
/// Yields whether there is such a link.
///
/// # Errors
/// The database's.
pub async fn lengthen(conn: &mut AsyncPgConnection, token: &PlainToken) -> Result<bool, Error> {
    let lengthened = diesel::sql_query(
        "UPDATE sign_in_tokens SET expires_at = fieldpost_now() + make_interval(mins => $2) \
         WHERE hash = $1 AND used_at IS NULL",
    )
    .bind::<Bytea, _>(token.hashed().as_bytes())
    .bind::<Integer, _>(MINUTES)
    .execute(conn)
    .await?;
    Ok(lengthened == 1)
}

/// For how many minutes the oldest link has waited to be sent, where that is long. Of
/// all addresses alike, so that it tells nothing of any.
///
/// # Errors
/// The database's.
pub async fn minutes_late(conn: &mut AsyncPgConnection) -> Result<Option<i64>, Error> {
    let oldest: Option<Instant> = outbox::table
        .filter(outbox::kind.eq(Kind::SignIn.as_str()))
        .filter(outbox::state.eq("waiting"))
        .select(diesel::dsl::min(outbox::created_at))
        .first(conn)
        .await?;
    let now = clock::now(conn).await?;
    let minutes = oldest.map(|at| (now - at).num_minutes());
    Ok(minutes.filter(|minutes| *minutes >= 1))
}

async fn account(conn: &mut AsyncPgConnection, email: &str) -> Result<i64, AuthError> {
    diesel::insert_into(accounts::table)
        .values((accounts::email.eq(email), accounts::name.eq("")))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    // Somebody who was shown out is told what any old link tells.
    accounts::table
        .filter(accounts::email.eq(email))
        .filter(accounts::blocked_at.is_null())
        .select(accounts::id)
        .first(conn)
        .await
        .optional()?
        .ok_or(AuthError::LinkSpent)
}

/// Whether a link may go to an address. Asked when its mail is sent and not when
/// it is asked for, so that asking takes as long for everybody.
///
/// # Errors
/// The database's.
pub async fn may_come_in(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    access: &Access,
    email: &str,
    nonce: &str,
) -> Result<bool, Error> {
    let blocked: Option<bool> = accounts::table
        .filter(accounts::email.eq(email))
        .select(accounts::blocked_at.is_not_null())
        .first(conn)
        .await
        .optional()?;
    if let Some(blocked) = blocked {
        return Ok(!blocked);
    }
    if access.operators.iter().any(|operator| operator == email) {
        return Ok(true);
    }
    match access.registration {
        Registration::Open => Ok(true),
        Registration::Closed => Ok(false),
        Registration::Invited => is_invited(conn, auth, email, nonce).await,
    }
}

/// By a mail to that address, or by a link that leads to an offered seat.
async fn is_invited(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    email: &str,
    nonce: &str,
) -> Result<bool, Error> {
    let sealed: Option<String> = sign_in_tokens::table
        .find(auth.sign_in_token(nonce).hashed().as_bytes().to_vec())
        .select(sign_in_tokens::next_path)
        .first(conn)
        .await
        .optional()?;
    let path = sealed.and_then(|sealed| auth.unseal(&sealed));
    let link = path.and_then(|path| PlainToken::parse(path.strip_prefix("/invitations/")?));
    let link = link.map(|link| link.hashed().as_bytes().to_vec());
    let offers: i64 = seats::table
        .filter(
            seats::invite_email
                .eq(email)
                .or(seats::invite_hash.eq(link)),
        )
        .count()
        .get_result(conn)
        .await?;
    Ok(offers > 0)
}

const SEAL_NAME: &str = "next";

impl Auth {
    /// The token that belongs to a sign-in mail's nonce.
    pub(crate) fn sign_in_token(&self, nonce: &str) -> PlainToken {
        PlainToken::derive(&self.keys.sign_in, nonce.as_bytes())
    }

    /// Encrypts a text that a row must carry. The cookie library's sealed jar
    /// is authenticated encryption under a random nonce, which is all this is.
    fn seal(&self, text: &str) -> String {
        let mut jar = CookieJar::new();
        jar.private_mut(&self.keys.cookies)
            .add(Cookie::new(SEAL_NAME, text.to_owned()));
        jar.get(SEAL_NAME)
            .map(|sealed| sealed.value().to_owned())
            .unwrap_or_default()
    }

    fn unseal(&self, sealed: &str) -> Option<String> {
        let cookie = Cookie::new(SEAL_NAME, sealed.to_owned());
        let opened = CookieJar::new()
            .private(&self.keys.cookies)
            .decrypt(cookie)?;
        Some(opened.value().to_owned())
    }
}
