//! That a player's mail does not arrive, in words for their own pages (HO-090). Shows
//! nobody else's.

use diesel_async::AsyncPgConnection;

use crate::{error::Error, outbox, texts::Texts};

/// What is said to an account whose newest letter came back; nothing where it went out.
///
/// # Errors
/// The database's.
pub async fn of(conn: &mut AsyncPgConnection, account_id: i64) -> Result<Option<String>, Error> {
    let bounced = outbox::bounced(conn, account_id).await?;
    Ok(bounced.map(|(email, why)| {
        let phrase = Texts::english().say("mail-bounced").with("email", &email);
        phrase.with("why", &why).to_string()
    }))
}
