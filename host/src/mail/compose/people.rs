//! Letters that bring somebody in: the sign-in link and the invitation.
//!
//! Their links are secrets that no table holds; they follow from the row's
//! nonce and the host's key (see `auth::links` and `auth::invitations`).

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use crate::app::State;
use crate::auth::{invitations, links};
use crate::mail::letter::{Block, Letter};
use crate::mail::outbox::Row;
use crate::schema::{games, seats};
use crate::texts::Texts;

pub(super) async fn sign_in(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    if row.leased_at - row.created_at > TimeDelta::minutes(links::MINUTES.into()) {
        return Err(Undelivered::Never("its link has run out".to_owned()));
    }
    let nonce = nonce(row)?;
    let access = &state.config.access;
    if !links::may_come_in(conn, &state.auth, access, &row.email, nonce).await? {
        return Err(Undelivered::Never(
            "this host lets no such person in".to_owned(),
        ));
    }
    let token = state.auth.sign_in_token(nonce);
    let path = format!("/sign-in/link/{}", token.reveal());
    Ok(Letter {
        subject: texts.t("mail-sign-in-subject"),
        blocks: vec![
            Block::Say(texts.t("mail-sign-in-lead")),
            Block::Link {
                label: texts.t("mail-sign-in-action"),
                url: state.config.public_url.join(&path),
            },
            Block::Say(texts.t("mail-sign-in-limits")),
            Block::Say(texts.t("mail-sign-in-ignore")),
        ],
        footer: footer(state, texts),
    })
}

pub(super) async fn invitation(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let (game_id, seat) = row
        .game_id
        .zip(row.seat)
        .ok_or_else(|| Undelivered::Never("an invitation to no seat".to_owned()))?;
    let (game, seat, expected): (String, String, Option<Vec<u8>>) = seats::table
        .inner_join(games::table)
        .filter(seats::game_id.eq(game_id))
        .filter(seats::seat.eq(seat))
        .select((games::name, seats::name, seats::invite_hash))
        .first(conn)
        .await?;
    let token = state.auth.invitation_token(nonce(row)?);
    // Taken meanwhile, or asked for anew: the old link opens nothing.
    if expected.as_deref() != Some(token.hashed().as_bytes()) {
        return Err(Undelivered::Never(
            "the seat is not offered by this link any more".to_owned(),
        ));
    }
    Ok(Letter {
        subject: texts
            .say("mail-invitation-subject")
            .with("game", &game)
            .to_string(),
        blocks: vec![
            Block::Say(
                texts
                    .say("mail-invitation-lead")
                    .with("seat", &seat)
                    .with("game", &game)
                    .to_string(),
            ),
            Block::Say(texts.t("mail-invitation-how")),
            Block::Link {
                label: texts.t("mail-invitation-action"),
                url: state.config.public_url.join(&invitations::path(&token)),
            },
        ],
        footer: footer(state, texts),
    })
}

fn nonce(row: &Row) -> Result<&str, Undelivered> {
    row.params
        .get("nonce")
        .and_then(|nonce| nonce.as_str())
        .ok_or_else(|| Undelivered::Never("the row lacks its nonce".to_owned()))
}

fn footer(state: &State, texts: Texts) -> String {
    texts
        .say("mail-footer-people")
        .with("host", state.config.public_url.as_str())
        .to_string()
}
