//! Invitation links to seats.
//!
//! Made like sign-in links: the row of the seat holds the hash, the link
//! follows from a nonce under the host's key. Who opens one signs in first and
//! comes back; taking the seat is the business of `games`. A game has a shared
//! link too, which opens its door and takes no seat by itself.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use super::Auth;
use super::email::Email;
use super::error::AuthError;
use super::token::PlainToken;
use crate::error::Error;
use crate::outbox::{self, Kind, Owed, To};
use crate::schema::seats;

/// The path that an invitation opens.
#[must_use]
pub fn path(token: &PlainToken) -> String {
    format!("/invitations/{}", token.reveal())
}

/// Offers a free seat by a new link; one that was out before opens nothing from
/// here on. With an address the link is mailed there. Returns it either way,
/// for whoever offers the seat to pass on.
///
/// # Errors
/// [`Error::NotFound`] where there is no such free seat; the database's.
pub async fn offer(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    game_id: i64,
    seat: i16,
    email: Option<&Email>,
) -> Result<PlainToken, Error> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(AuthError::from)?;
    let nonce = URL_SAFE_NO_PAD.encode(nonce);
    let token = auth.invitation_token(&nonce);
    let hash = token.hashed();
    conn.transaction::<_, Error, _>(async |conn| {
        let offered = diesel::update(seats::table.find((game_id, seat)))
            .filter(
                seats::account_id
                    .is_null()
                    .and(seats::ai.is_null())
                    .or(seats::standby_since
                        .is_not_null()
                        .and(seats::next_account_id.is_null())),
            )
            .set((
                seats::invite_hash.eq(hash.as_bytes()),
                seats::invite_email.eq(email.map(Email::as_str)),
            ))
            .execute(conn)
            .await?;
        if offered == 0 {
            return Err(Error::NotFound);
        }
        if let Some(email) = email {
            let params = serde_json::json!({ "nonce": nonce });
            let to = To::Address(email.as_str(), Some(seat));
            let owed = Owed::of_game(Kind::Invitation, game_id, to);
            outbox::owe(conn, &owed.params(params)).await?;
        }
        Ok(())
    })
    .await?;
    Ok(token)
}

impl Auth {
    /// The token that belongs to an invitation's nonce.
    pub(crate) fn invitation_token(&self, nonce: &str) -> PlainToken {
        PlainToken::derive(&self.keys.invitation, nonce.as_bytes())
    }

    /// A game's shared link; whoever shows it is let in to choose a seat. It
    /// follows from the nonce of the game's row and is in no table.
    #[must_use]
    pub fn game_link(&self, nonce: &str) -> PlainToken {
        // Nonces of seats have no space in them.
        PlainToken::derive(&self.keys.invitation, format!("game {nonce}").as_bytes())
    }

    /// What is kept of a game's password: a hash under the host's secret, bound
    /// to the game. A copy of the database gives nothing to guess from.
    #[must_use]
    pub fn game_password(&self, game_key: &str, typed: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.keys.game_password);
        hasher.update(game_key.as_bytes());
        hasher.update(typed.trim().as_bytes());
        *hasher.finalize().as_bytes()
    }
}
