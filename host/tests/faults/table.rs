//! Games for the faults to happen in, and people who are signed in.

use actix_web::cookie::{Cookie, CookieJar, Key};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost::{
    app::State,
    auth::{invitations, sessions},
    config::Secret,
    games::{self, NewGame},
    schema::accounts,
};
use fieldpost_engine::scenario::{Scenario, shipped};
use reqwest::Client;

use super::{dice::Dice, players::Player};

/// Makes a game of Kelsey Ford, with a seat for each of three players.
pub async fn game(
    state: &State,
    deadline_seconds: Option<i32>,
    reserve_seconds: i32,
    hosts: &[String],
    client: &Client,
    dice: &mut Dice,
) -> Vec<Player> {
    let mut conn = state.db.get().await.expect("the database answers");
    let scenario = Scenario::parse(shipped("kelsey-ford").expect("it ships")).expect("it is sound");
    let new = NewGame {
        name: None,
        scenario,
        deadline_seconds,
        reserve_seconds,
        created_by: None,
    };
    let game = games::create(&mut conn, new).await.expect("a game");
    let mut players = Vec::new();
    for seat in 0..3 {
        let account: i64 = diesel::insert_into(accounts::table)
            .values((
                accounts::email.eq(format!("seat{seat}.{}@example.org", game.key)),
                accounts::name.eq(""),
            ))
            .returning(accounts::id)
            .get_result(&mut conn)
            .await
            .expect("an account");
        let token = invitations::offer(&mut conn, &state.auth, game.id, seat, None);
        let token = token.await.expect("a free seat");
        games::take_seat(&mut conn, &token, account)
            .await
            .expect("a seat");
        let session = sessions::begin(&mut conn, account, "faults", None)
            .await
            .expect("a session");
        players.push(Player {
            game: game.id,
            game_key: game.key.clone(),
            seat,
            cookie: cookie(&session.reveal()),
            hosts: hosts.to_vec(),
            client: client.clone(),
            dice: dice.split(),
            sent: Vec::new(),
            complaints: Vec::new(),
        });
    }
    players
}

/// The session's cookie as a host would have signed it.
fn cookie(session: &str) -> String {
    let secret = Secret::new(&[7; 32]);
    let mut key = [0; 64];
    key[..32].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, signing"));
    key[32..].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, sealing"));
    let mut jar = CookieJar::new();
    jar.signed_mut(&Key::from(&key))
        .add(Cookie::new("fieldpost", session.to_owned()));
    let signed = jar.get("fieldpost").expect("it was added");
    format!("fieldpost={}", signed.value())
}
