//! The buttons by which a seat's last change is undone, and brought back. What that
//! comes to is `orders::undo`'s business.

use actix_web::{
    HttpResponse,
    web::{Data, Path},
};

use super::Kept;
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, SignedIn},
    error::Error,
    orders::{
        lines,
        undo::{self, Undo, Undone, Way},
    },
    pages::{
        fields::Fields,
        game::{self, Sent},
        respond::go_to,
        seated::{self, Seated},
    },
};

/// What is sent.
type Form = CsrfForm<Vec<(String, String)>>;

/// Undoes the seat's last change of the turn.
///
/// # Errors
/// [`Error::NotFound`] for who has no seat in the game, else internal ones.
pub async fn undo(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: Form,
) -> Result<HttpResponse, Error> {
    go(state, who, csrf, key, form, Way::Undo).await
}

/// Brings back the last change that was undone.
///
/// # Errors
/// As for [`undo`].
pub async fn redo(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: Form,
) -> Result<HttpResponse, Error> {
    go(state, who, csrf, key, form, Way::Redo).await
}

async fn go(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: Form,
    way: Way,
) -> Result<HttpResponse, Error> {
    let form = Fields::from(form.into_inner());
    state.auth.limits.enter(who.id)?;
    let seated = seated::find(&state, &who, &key).await?;
    let number = |name| form.get(name).parse();
    let unreadable = |_| Error::BadRequest("auth-form-unreadable");
    let undo = Undo {
        game_id: seated.game.id,
        seat: seated.seat,
        turn: number("turn").map_err(unreadable)?,
        seen: number("seen").map_err(unreadable)?,
        way,
    };
    let is_late = seated.game.phase != "orders" || undo.turn.cast_signed() != seated.game.turn;
    if is_late {
        return Ok(back(&seated, undo.turn, "nothing-undone", ""));
    }
    let (told, revoked) = match undo::undo(&state, undo).await? {
        Undone::Overtaken => return Ok(back(&seated, undo.turn, "undo-overtaken", "")),
        Undone::Nothing => {
            let done = match way {
                Way::Undo => "nothing-undone",
                Way::Redo => "nothing-redone",
            };
            return Ok(back(&seated, undo.turn, done, ""));
        }
        Undone::Told { told, revoked } => (told, revoked),
    };
    if told.is_clean() {
        let done = match (way, revoked) {
            (Way::Undo, true) => "undone-commit",
            (Way::Undo, false) => "undone",
            (Way::Redo, _) => "redone",
        };
        let receipt = told.receipt();
        let receipt = receipt.map(|r| format!("&receipt={}.{}", r.count, r.mac));
        let receipt = receipt.unwrap_or_default();
        return Ok(back(&seated, undo.turn, done, &receipt));
    }
    // Some of it is refused by now; it is told like any other lines.
    let seated = seated::find(&state, &who, &key).await?;
    let now = seated.now(&state).await?;
    let view = seated.view(&now)?;
    let text = lines::present_text(&view, &lines::names(&now.game, &view));
    let kept = Kept {
        base: text.clone(),
        text,
        told,
    };
    game::again(&state, &who, csrf, &seated, &form, Sent::Lines(&kept)).await
}

/// To the pad, with word of what was done.
fn back(seated: &Seated, turn: u32, done: &str, receipt: &str) -> HttpResponse {
    let address = seated.address();
    go_to(&format!("{address}?of={turn}&done={done}{receipt}#pad"))
}
