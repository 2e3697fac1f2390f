//! A game is made by page: choose or upload a scenario, look at it, say on what
//! terms it is played. Nothing is made before the last button.

mod draw;
mod form;
pub mod pace;
mod upload;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Query, ServiceConfig, get, post},
};
use askama::Template;
use fieldpost_engine::scenario::{SHIPPED, Scenario, ScenarioFault, shipped};
use serde::Deserialize;

use super::{
    fields::{Fields, Form, Trouble},
    preview::{self, Preview},
    respond::{go_to, page},
    terms,
};
use crate::{
    app::State,
    auth::{Account, Csrf, CsrfForm, SignedIn},
    deadline::{Pace, default_clock},
    error::Error,
    games::{self, terms::LEAST_DELAY, uploads},
    lobby::watching,
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/new", get().to(show))
        .route("/games/new", post().to(make))
        .route("/games/new/format", get().to(format))
        .route("/games/new/upload", post().to(upload::take));
}

/// Which scenario a page is about.
#[derive(Clone, Debug, Default, Deserialize)]
struct Source {
    /// One that ships with the program.
    #[serde(default)]
    scenario: String,
    /// One of the account's uploads.
    #[serde(default)]
    upload: String,
    /// The size of a map that is drawn with the game.
    #[serde(default)]
    draw: String,
    #[serde(default)]
    seats: String,
    #[serde(default)]
    wrap: String,
    #[serde(default)]
    islands: String,
}

#[derive(Template)]
#[template(path = "lobby/choose.html")]
struct ChoosePage {
    texts: Texts,
    csrf: Csrf,
    shipped: Vec<Offered>,
    faults: Vec<ScenarioFault>,
    /// How many there are, of which not all may be listed.
    count: usize,
    problem: Option<String>,
    pasted: String,
}

/// A scenario on the list.
struct Offered {
    code: &'static str,
    name: String,
    facts: String,
    about: Option<String>,
}

#[derive(Template)]
#[template(path = "lobby/new.html")]
struct NewPage {
    texts: Texts,
    csrf: Csrf,
    source: Source,
    preview: Preview,
    form: Form,
    zone: String,
    least_delay: i32,
    usual: Vec<Usual>,
    presets: Vec<(&'static str, String)>,
}

/// The usual clock of a pace, as it is offered.
struct Usual {
    code: &'static str,
    name: String,
    /// What it is for which number of people, and for as many as the form has.
    about: Vec<String>,
}

/// How a scenario is written, as the text that the repository has of it.
async fn format(_who: SignedIn) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(include_str!("../../../docs/SCENARIOS.md"))
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    Query(source): Query<Source>,
) -> Result<HttpResponse, Error> {
    if source.scenario.is_empty() && source.upload.is_empty() && source.draw.is_empty() {
        return choose(csrf, Vec::new(), None, String::new());
    }
    let texts = Texts::english();
    if let Err(code) = source.settings() {
        return choose(csrf, Vec::new(), Some(texts.t(code)), String::new());
    }
    let scenario = find(&state, &who, &source).await?;
    let mut fields = form::usual(&scenario);
    if source.is_drawn() {
        fields.set("name", "");
    }
    let form = Form {
        fields,
        trouble: None,
    };
    new_page(&who, csrf, source, &scenario, form)
}

async fn make(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    let fields = Fields::from(form.into_inner());
    let source = Source {
        scenario: fields.get("scenario").to_owned(),
        upload: fields.get("upload").to_owned(),
        draw: fields.get("draw").to_owned(),
        seats: fields.get("seats").to_owned(),
        wrap: fields.get("wrap").to_owned(),
        islands: fields.get("islands").to_owned(),
    };
    let scenario = find(&state, &who, &source).await?;
    let now = {
        let mut conn = state.db.get().await?;
        crate::clock::now(&mut conn).await?
    };
    let trouble = match form::read(&fields, scenario.clone(), &who, now) {
        Ok((mut new, mut terms)) => {
            state.auth.limits.make_game(who.id)?;
            if let Ok(Some(settings)) = source.settings() {
                terms.is_ground_hidden = true;
                new.scenario = draw::on(settings, &new.scenario).await?;
            }
            let mut conn = state.db.get().await?;
            let game = games::create_with(&mut conn, &state.auth, new, &terms).await?;
            // Whoever makes a game that is watched has agreed to it.
            if terms.spectators.delay().is_some() {
                watching::agree(&mut conn, game.id, who.id).await?;
            }
            drop(conn);
            state.wake();
            return Ok(go_to(&format!("/lobby/{}?done=made", game.key)));
        }
        Err(trouble) => trouble,
    };
    let form = Form {
        fields,
        trouble: Some(trouble),
    };
    new_page(&who, csrf, source, &scenario, form)
}

/// The scenario that a form or an address names.
async fn find(state: &State, who: &Account, source: &Source) -> Result<Scenario, Error> {
    if let Ok(Some(settings)) = source.settings() {
        return draw::blank(settings).await;
    }
    let text = if source.upload.is_empty() {
        shipped(&source.scenario).ok_or(Error::NotFound)?.to_owned()
    } else {
        let mut conn = state.db.get().await?;
        uploads::find(&mut conn, who.id, &source.upload).await?
    };
    // What was kept was sound; a newer program may know better.
    Scenario::parse_playable(&text).map_err(|_| Error::Conflict("scenario-unsound"))
}

fn choose(
    csrf: Csrf,
    faults: Vec<ScenarioFault>,
    problem: Option<String>,
    pasted: String,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let shipped = SHIPPED.iter().filter_map(|(code, text)| {
        let scenario = Scenario::parse(text).ok()?;
        let about = format!("scenario-{code}");
        Some(Offered {
            code,
            facts: preview::facts(texts, &scenario),
            about: texts.has(&about).then(|| texts.t(&about)),
            name: scenario.name,
        })
    });
    let status = if faults.is_empty() && problem.is_none() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let shown = ChoosePage {
        texts,
        csrf,
        shipped: shipped.collect(),
        count: ScenarioFault::count(&faults),
        faults,
        problem,
        pasted,
    };
    page(status, &shown)
}

fn new_page(
    who: &Account,
    csrf: Csrf,
    source: Source,
    scenario: &Scenario,
    form: Form,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let status = match form.trouble {
        None => StatusCode::OK,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let presets = pace::PRESETS.iter().map(|(code, pace)| {
        let label = texts
            .say("new-pace-preset")
            .with("name", texts.t(&format!("pace-name-{code}")))
            .with(
                "pace",
                terms::pace(pace.deadline_seconds, pace.reserve_seconds),
            );
        (*code, label.to_string())
    });
    let preview = Preview::of(scenario, source.is_drawn())?;
    let people = form::people(&form.fields, scenario);
    let shown = NewPage {
        texts,
        csrf,
        source,
        preview,
        form,
        zone: who.time_zone.name().to_owned(),
        least_delay: LEAST_DELAY,
        usual: usual(people),
        presets: presets.collect(),
    };
    page(status, &shown)
}

/// The usual clocks (TM-490), told for the numbers of people at which they change.
fn usual(people: usize) -> Vec<Usual> {
    let texts = Texts::english();
    let of = |pace, people| {
        let (deadline, reserve) = default_clock(pace, people);
        terms::pace(deadline, reserve)
    };
    let clock = |pace: Pace| {
        let spans: &[usize] = match pace {
            Pace::Correspondence => &[2, 3],
            Pace::Live => &[2, 3, 5],
        };
        let line = |from: &usize| {
            let code = format!("new-usual-{}-{from}", pace.as_str());
            let line = texts.say(&code).with("pace", of(pace, *from));
            line.to_string()
        };
        let now = texts.say("new-usual-now").with("people", people);
        let now = now.with("pace", of(pace, people)).to_string();
        Usual {
            code: pace.as_str(),
            name: texts.t(&format!("new-usual-{}", pace.as_str())),
            about: spans.iter().map(line).chain([now]).collect(),
        }
    };
    Pace::ALL.map(clock).into()
}

/// What is wrong with a field of the form for a new game.
fn trouble(field: &str, code: &str) -> Trouble {
    Trouble {
        form: String::new(),
        field: Some(field.to_owned()),
        text: Texts::english().t(code),
    }
}
