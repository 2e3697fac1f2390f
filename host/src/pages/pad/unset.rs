//! The question before a commit from a page without scripts: a form beside the map was
//! open there, and what was chosen in it and not set cannot be told from here.

use actix_web::{HttpResponse, http::StatusCode};
use askama::Template;

use crate::{
    auth::Csrf,
    error::Error,
    pages::{fields::Fields, orders::Key, respond::page, seated::Seated},
    texts::Texts,
};

#[derive(Template)]
#[template(path = "game/unset.html")]
struct UnsetPage {
    texts: Texts,
    csrf: Csrf,
    key: String,
    name: String,
    address: String,
    turn: u32,
    /// The page whose form was open.
    place: String,
    /// What the pad held, to be sent along.
    fields: Vec<(&'static str, String)>,
}

/// Whether a pad that commits comes from a page that could hold something unset. A page
/// with scripts has looked by itself, and says so.
pub(super) fn is_to_be_asked(form: &Fields) -> bool {
    let has = |name: &str| !form.get(name).is_empty();
    form.get("asked") != "yes" && (has("unit") || has("site"))
}

/// Asks. Nothing is entered yet; all that was sent goes along with the answer.
pub(super) fn ask(
    csrf: Csrf,
    seated: &Seated,
    form: &Fields,
    turn: u32,
) -> Result<HttpResponse, Error> {
    let names = ["text", "base", "part", "unit", "site", "sure"];
    let fields = names.map(|name| (name, form.whole(name).to_owned()));
    let place = match (
        form.get("unit").parse::<u32>(),
        form.get("site").parse::<u32>(),
    ) {
        (Ok(unit), _) => format!("{}?unit={unit}#selected", seated.address()),
        (_, Ok(site)) => format!("{}?site={site}#selected", seated.address()),
        _ => seated.address(),
    };
    let shown = UnsetPage {
        texts: Texts::english(),
        csrf,
        key: Key::fresh(),
        name: seated.game.name.clone(),
        address: seated.address(),
        turn,
        place,
        fields: fields
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .collect(),
    };
    page(StatusCode::OK, &shown)
}
