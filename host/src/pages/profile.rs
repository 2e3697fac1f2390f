//! A player as others see them: name, reliability, rating, and how their public
//! games ended. No address, and nothing of a game that others may not know of.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, ServiceConfig, get},
};
use askama::Template;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{
    gathering::chairs,
    respond::{go_to, page},
};
use crate::{
    app::State,
    auth::SignedIn,
    error::Error,
    lobby::{self, Person},
    ratings, results,
    schema::accounts,
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/players/me", get().to(own))
        .route("/players/{profile}", get().to(show));
}

#[derive(Template)]
#[template(path = "lobby/profile.html")]
struct ProfilePage {
    texts: Texts,
    name: String,
    is_own: bool,
    reliability: String,
    rating: String,
    games: Vec<Finished>,
}

struct Finished {
    href: String,
    name: String,
    seat: String,
    result: String,
    has_won: bool,
}

async fn own(state: Data<State>, who: SignedIn) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    let people = lobby::people(&mut conn, vec![who.id]).await?;
    let own = people.get(&who.id).ok_or(Error::NotFound)?;
    Ok(go_to(&format!("/players/{}", own.profile)))
}

async fn find(conn: &mut AsyncPgConnection, profile: &str) -> Result<Person, Error> {
    let row = accounts::table
        .filter(accounts::profile.eq(profile))
        .select(Person::as_select());
    Ok(row.first(conn).await?)
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    profile: Path<String>,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let (person, reliability, finished) = {
        let mut conn = state.db.get().await?;
        let person = find(&mut conn, &profile).await?;
        let id = person.account_id;
        let reliability = ratings::reliability(&mut conn, &[id]).await?;
        let finished = lobby::finished_in_public(&mut conn, id).await?;
        (person, reliability, finished)
    };
    let mut games = Vec::new();
    for (game, seat) in finished {
        let places = results::of(&state, game.id).await?;
        let place = places.iter().find(|(index, _)| *index == seat.seat);
        let Some((_, place)) = place else { continue };
        let result = texts.say("about-place").with("place", *place);
        games.push(Finished {
            href: format!("/games/{}/about", game.key),
            name: game.name,
            seat: seat.name,
            result: result.to_string(),
            has_won: *place == 1,
        });
    }
    let rating = ratings::all(&state).await?;
    let shown = ProfilePage {
        texts,
        name: match person.name.trim() {
            "" => texts.t("profile-nameless"),
            name => name.to_owned(),
        },
        is_own: person.account_id == who.id,
        reliability: chairs::reliability(reliability.get(&person.account_id)),
        rating: chairs::rating(rating.get(&person.account_id)),
        games,
    };
    page(StatusCode::OK, &shown)
}
