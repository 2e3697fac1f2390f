//! Letters that bring somebody in: the sign-in link and the invitation; and
//! what happens around a game before it begins.
//!
//! Their links are secrets that no table holds; they follow from the row's
//! nonce and the host's key (see `auth::links` and `auth::invitations`).

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Undelivered;
use crate::app::State;
use crate::auth::{invitations, links};
use crate::games::{GameRow, terms::TermsRow};
use crate::mail::letter::{Block, Letter};
use crate::outbox::{Dropped, Row};
use crate::pages::terms::pace_of;
use crate::schema::{accounts, games, lobby, seats};
use crate::texts::Texts;

/// A link that waited for longer than this gets its time anew, and its reader a word
/// about it.
const LATE: TimeDelta = TimeDelta::minutes(5);

/// After this nobody waits for a link any more.
const LATEST: TimeDelta = TimeDelta::hours(20);

pub(super) async fn sign_in(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let nonce = nonce(row)?;
    let waited = row.leased_at - row.created_at;
    let is_late = waited > LATE;
    if waited > LATEST {
        return Err(Undelivered::Dropped(Dropped::TooLate));
    }
    if is_late && links::was_asked_again(conn, &row.email, row.id).await? {
        return Err(Undelivered::Dropped(Dropped::Overtaken));
    }
    let access = &state.config.access;
    if !links::may_come_in(conn, &state.auth, access, &row.email, nonce).await? {
        return Err(Undelivered::Dropped(Dropped::NotLetIn));
    }
    let token = state.auth.sign_in_token(nonce);
    // Nobody has seen the link yet: its time begins when it is sent.
    if is_late && !links::lengthen(conn, &token).await? {
        return Err(Undelivered::Dropped(Dropped::Settled));
    }
    let late = is_late.then(|| Block::Say(texts.t("mail-sign-in-late")));
    let path = format!("/sign-in/link/{}", token.reveal());
    Ok(Letter {
        subject: texts.t("mail-sign-in-subject"),
        blocks: [Block::Say(texts.t("mail-sign-in-lead"))]
            .into_iter()
            .chain(late)
            .chain([
                Block::Link {
                    label: texts.t("mail-sign-in-action"),
                    url: state.config.public_url.join(&path),
                },
                Block::Say(texts.t("mail-sign-in-limits")),
                Block::Say(texts.t("mail-sign-in-ignore")),
            ])
            .collect(),
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
    let (game, terms, seat, expected): (GameRow, TermsRow, String, Option<Vec<u8>>) = seats::table
        .inner_join(games::table.inner_join(lobby::table))
        .filter(seats::game_id.eq(game_id))
        .filter(seats::seat.eq(seat))
        .select((
            GameRow::as_select(),
            TermsRow::as_select(),
            seats::name,
            seats::invite_hash,
        ))
        .first(conn)
        .await?;
    let token = state.auth.invitation_token(nonce(row)?);
    // Taken meanwhile, or asked for anew: the old link opens nothing.
    if expected.as_deref() != Some(token.hashed().as_bytes()) {
        return Err(Undelivered::Dropped(Dropped::Overtaken));
    }
    let maker = maker_named(conn, &game, &terms).await?;
    let lead = match &maker {
        Some(maker) => texts.say("mail-invitation-lead-by").with("who", maker),
        None => texts.say("mail-invitation-lead"),
    };
    let ranked = match terms.is_ranked {
        true => "terms-ranked-yes",
        false => "terms-ranked-no",
    };
    let fact = |name, value: String| {
        let fact = texts
            .say("mail-invitation-fact")
            .with("name", texts.t(name));
        fact.with("value", value).to_string()
    };
    Ok(Letter {
        subject: texts
            .say("mail-invitation-subject")
            .with("game", &game.name)
            .to_string(),
        blocks: vec![
            Block::Say(
                lead.with("seat", &seat)
                    .with("game", &game.name)
                    .to_string(),
            ),
            Block::List(vec![
                fact("terms-pace", pace_of(&game)),
                fact("terms-ranked", texts.t(ranked)),
            ]),
            Block::Say(texts.t("mail-invitation-how")),
            Block::Link {
                label: texts.t("mail-invitation-action"),
                url: state.config.public_url.join(&invitations::path(&token)),
            },
        ],
        footer: footer(state, texts),
    })
}

/// Who asks somebody into a game: its maker, while it has not begun, unless nobody in
/// it is named. Into one that runs it is the operator who asks.
async fn maker_named(
    conn: &mut AsyncPgConnection,
    game: &GameRow,
    terms: &TermsRow,
) -> Result<Option<String>, Undelivered> {
    if terms.is_anonymous || game.phase != "gathering" {
        return Ok(None);
    }
    let name: Option<String> = accounts::table
        .filter(accounts::id.nullable().eq(game.created_by))
        .select(accounts::name)
        .first(conn)
        .await
        .optional()?;
    let name = name.map(|name| name.trim().to_owned());
    Ok(name.filter(|name| !name.is_empty()))
}

/// To the maker of a game: somebody has taken a seat.
pub(super) async fn joined(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let broken = || Undelivered::Never("the row names no game and player".to_owned());
    let game_id = row.game_id.ok_or_else(broken)?;
    let account = row
        .params
        .get("account")
        .and_then(serde_json::Value::as_i64);
    let account = account.ok_or_else(broken)?;
    let (row, terms, seat, name): (GameRow, TermsRow, String, String) = seats::table
        .inner_join(games::table.inner_join(lobby::table))
        .inner_join(accounts::table)
        // They may have changed to another one since.
        .filter(seats::game_id.eq(game_id))
        .filter(seats::account_id.eq(account))
        .select((
            GameRow::as_select(),
            TermsRow::as_select(),
            seats::name,
            accounts::name,
        ))
        .first(conn)
        .await
        .optional()?
        .ok_or(Undelivered::Dropped(Dropped::Settled))?;
    // Not even the maker of an anonymous game is told who it is.
    let who = match name.trim() {
        "" => texts.t("lobby-somebody"),
        _ if terms.is_anonymous => texts.t("lobby-somebody"),
        name => name.to_owned(),
    };
    let say = |code| {
        let phrase = texts.say(code).with("who", &who);
        phrase
            .with("seat", &seat)
            .with("game", &row.name)
            .to_string()
    };
    // Who directs a game without playing has a page of their own.
    let directs = terms.master_id.is_some() && terms.master_id == row.created_by;
    let path = match directs {
        true => format!("/games/{}/master", row.key),
        false => format!("/games/{}", row.key),
    };
    Ok(Letter {
        subject: say("mail-joined-subject"),
        blocks: vec![
            Block::Say(say("mail-joined-lead")),
            Block::Link {
                label: texts.t("mail-joined-action"),
                url: state.config.public_url.join(&path),
            },
        ],
        footer: footer(state, texts),
    })
}

/// To somebody whom the maker of a game has taken out of it.
pub(super) async fn kicked(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let game: String = games::table
        .filter(games::id.nullable().eq(row.game_id))
        .select(games::name)
        .first(conn)
        .await?;
    let say = |code| texts.say(code).with("game", &game).to_string();
    Ok(Letter {
        subject: say("mail-kicked-subject"),
        blocks: vec![
            Block::Say(say("mail-kicked-lead")),
            Block::Link {
                label: texts.t("mail-kicked-action"),
                url: state.config.public_url.join("/lobby"),
            },
        ],
        footer: footer(state, texts),
    })
}

/// To whoever had a seat of a game that was called off, or was asked to take one.
pub(super) async fn called_off(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let game: String = games::table
        .filter(games::id.nullable().eq(row.game_id))
        .select(games::name)
        .first(conn)
        .await?;
    let say = |code| texts.say(code).with("game", &game).to_string();
    let lead = match row.account_id.is_some() {
        true => "mail-called-off-lead",
        false => "mail-called-off-invited",
    };
    Ok(Letter {
        subject: say("mail-called-off-subject"),
        blocks: vec![
            Block::Say(say(lead)),
            Block::Link {
                label: texts.t("mail-kicked-action"),
                url: state.config.public_url.join("/lobby"),
            },
        ],
        footer: footer(state, texts),
    })
}

/// A game's key, name, phase and turn; its seat's name, and who holds it.
type Given = (String, String, String, i32, String, Option<i64>);

/// To somebody to whom the operator gave a seat.
pub(super) async fn seat_given(
    state: &State,
    conn: &mut AsyncPgConnection,
    row: &Row,
    texts: Texts,
) -> Result<Letter, Undelivered> {
    let broken = || Undelivered::Never("the row names no seat and player".to_owned());
    let (game_id, seat) = row.game_id.zip(row.seat).ok_or_else(broken)?;
    let account = row.account_id.ok_or_else(broken)?;
    let (key, game, phase, turn, seat, holder): Given = seats::table
        .inner_join(games::table)
        .filter(seats::game_id.eq(game_id))
        .filter(seats::seat.eq(seat))
        .filter(
            seats::account_id
                .eq(account)
                .or(seats::next_account_id.eq(account)),
        )
        .select((
            games::key,
            games::name,
            games::phase,
            games::turn,
            seats::name,
            seats::account_id,
        ))
        .first(conn)
        .await
        .optional()?
        .ok_or(Undelivered::Dropped(Dropped::ChangedHands))?;
    // It is theirs already, and the letter of its turn says so.
    if holder == Some(account) && phase != "gathering" {
        return Err(Undelivered::Dropped(Dropped::Settled));
    }
    // Until the boundary the seat's page is not theirs to open.
    let (lead, path) = match phase.as_str() {
        "gathering" => ("mail-seat-given-gathering", format!("/lobby/{key}")),
        _ => ("mail-seat-given-next", "/".to_owned()),
    };
    let say = |code| {
        let phrase = texts.say(code).with("game", &game).with("seat", &seat);
        phrase.with("turn", turn).with("next", turn + 1).to_string()
    };
    Ok(Letter {
        subject: say("mail-seat-given-subject"),
        blocks: vec![
            Block::Say(say(lead)),
            Block::Say(say("mail-seat-given-how")),
            Block::Link {
                label: say("mail-seat-given-action"),
                url: state.config.public_url.join(&path),
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
