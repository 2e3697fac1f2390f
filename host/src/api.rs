//! The JSON door: what a player can see and do, for programs (HO-145).
//!
//! It reads and writes through the same ways as the pages, so an order entered
//! here is the same record. Failures are problem documents with the refusal's
//! code. A browser session opens it; whatever changes something carries the
//! CSRF token in the header `x-csrf-token`.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::header,
    web::{self, Data, Path, ServiceConfig, get, post},
};
use fieldpost_engine::{log::order_to_value, order::Order, view::SeatView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    app::State,
    auth::{Csrf, HashedToken, SignedIn, csrf, visitor::Visitor},
    bodies,
    error::Error,
    orders::{self, Answer, Sender, Submission, standings::Standing},
    pages::seated::{self, Seated},
};

mod sent;

use sent::Sent;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/api/v1/games/{key}/view", get().to(view))
        .route("/api/v1/games/{key}/orders", post().to(enter));
}

/// A game as its seat knows it.
#[derive(Serialize)]
struct Viewed {
    game: String,
    name: String,
    /// `gathering`, `orders`, `closing`, `ended` or `stalled`.
    phase: String,
    /// What a request that changes something has to carry.
    csrf: String,
    /// Nothing until the game has begun.
    view: Option<SeatView>,
    /// Doctrines, postings, consignments and requisitions, each as the record that
    /// would set it: `{"kind":"SetDoctrine",…}`.
    arrangements: Vec<Value>,
    /// All of the seat's present orders as records, in the order of its pad.
    orders: Vec<Value>,
    /// The units' sanctions, by unit.
    sanctions: Vec<UnitSanctions>,
}

#[derive(Serialize)]
struct UnitSanctions {
    unit: u32,
    sanctions: [fieldpost_engine::command::Sanction; 4],
}

async fn view(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.enter(who.id)?;
    let seated = seated::find(&state, &who, &key).await?;
    let view = open_view(&state, &seated).await?;
    let units = view.iter().flat_map(|view| &view.units);
    let sanctions = units.map(|unit| UnitSanctions {
        unit: unit.unit.0,
        sanctions: unit.sanctions.list(),
    });
    let records = |orders: &[Order]| orders.iter().map(order_to_value).collect();
    let viewed = Viewed {
        arrangements: records(view.as_ref().map_or(&[], |view| &view.arrangements)),
        orders: records(&view.as_ref().map_or_else(Vec::new, orders::lines::present)),
        sanctions: sanctions.collect(),
        game: seated.game.key.clone(),
        name: seated.game.name.clone(),
        phase: seated.game.phase.clone(),
        csrf: csrf.token(),
        view,
    };
    Ok(answer(&viewed))
}

/// The view, while a turn takes orders or the game is over. In between nothing
/// is shown, so that no turn is seen before it is closed for good.
async fn open_view(state: &State, seated: &Seated) -> Result<Option<SeatView>, Error> {
    if !matches!(seated.game.phase.as_str(), "orders" | "ended") {
        return Ok(None);
    }
    let replayed = seated.now(state).await?;
    Ok(Some(seated.view(&replayed)?))
}

/// Orders as a program sends them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    turn: u32,
    /// Each as in a record of the log: `{"kind":"SetStance",…}`.
    orders: Vec<Sent>,
    /// Makes a request that is sent twice enter once.
    #[serde(default)]
    key: Option<String>,
}

async fn find(state: &State, session: HashedToken, key: &str) -> Result<Standing, Error> {
    let mut conn = state.db.get().await?;
    let standing = Standing::find(&mut conn, session, key).await?;
    state.standings.keep(session, key, standing).await;
    Ok(standing)
}

/// How many bytes one request may have.
const LONGEST: usize = 256 * 1024;

/// How many orders one request may hold.
const MOST_AT_ONCE: usize = 500;

/// What a body says, if it is said to be JSON and is.
fn read(request: &HttpRequest, body: &[u8]) -> Option<Entry> {
    let kind = request.mime_type().ok()??;
    let is_json = kind.subtype() == "json" || kind.suffix().is_some_and(|it| it == "json");
    is_json.then(|| serde_json::from_slice(body).ok())?
}

#[derive(Serialize)]
struct Entered {
    /// One for each order, in order; those taken are in the log.
    answers: Vec<Answer>,
}

async fn enter(
    request: HttpRequest,
    state: Data<State>,
    key: Path<String>,
    body: web::Payload,
) -> Result<HttpResponse, Error> {
    let session = Visitor::of(&request)?.session();
    let session = session.ok_or(Error::SignInNeeded)?;
    csrf::check(&request, "")?;
    let remembered = state.standings.recall(session, &key).await;
    let standing = match remembered {
        Some(standing) => standing,
        None => find(&state, session, &key).await?,
    };
    state.auth.limits.enter(standing.account_id)?;
    // Whoever may not enter anything is not listened to any longer.
    let body = bodies::read(body.into_inner(), LONGEST).await?;
    let entry = read(&request, &body).ok_or(Error::BadRequest("bad-request"))?;
    if entry.orders.is_empty() || entry.orders.len() > MOST_AT_ONCE {
        return Err(Error::BadRequest("bad-request"));
    }
    let mut submission = Submission {
        game_id: standing.game_id,
        seat: standing.seat,
        by: Sender::Player,
        turn: entry.turn,
        orders: entry.orders.into_iter().map(Sent::order).collect(),
        key: entry.key.as_deref(),
        session: Some(session),
    };
    let answers = match orders::submit(&state, &submission).await {
        // It was so once: what it is now decides, and says what is wrong.
        Err(Error::NotFound) if remembered.is_some() => {
            state.standings.forget(session, &key).await;
            let standing = find(&state, session, &key).await?;
            (submission.game_id, submission.seat) = (standing.game_id, standing.seat);
            orders::submit(&state, &submission).await?
        }
        answers => answers?,
    };
    let is_single = submission.orders.len() == 1;
    match answers.as_slice() {
        // One order is one question: its refusal is the answer to the request.
        [Answer::Refused(refused)] if is_single => Ok(problem(refused)),
        _ => Ok(answer(&Entered { answers })),
    }
}

fn answer(body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body)
}

/// RFC 9457, with the code, the field and the values of the refusal.
fn problem(refused: &orders::Refused) -> HttpResponse {
    #[derive(Serialize)]
    struct Document<'a> {
        r#type: &'static str,
        title: &'static str,
        status: u16,
        detail: String,
        code: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        field: Option<&'a str>,
        values: serde_json::Map<String, Value>,
    }
    let document = Document {
        r#type: "about:blank",
        title: "Order refused",
        status: 422,
        detail: crate::texts::Texts::english().refusal(&refused.code, &refused.values),
        code: &refused.code,
        field: refused.field.as_deref(),
        values: refused
            .values
            .iter()
            .map(|(name, value)| (name.clone(), value.clone().into()))
            .collect(),
    };
    HttpResponse::UnprocessableEntity()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/problem+json")
        .body(serde_json::to_string(&document).unwrap_or_default())
}
