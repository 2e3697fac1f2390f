//! Forms that enter one order each. A form becomes a record, or comes back with
//! what was typed and what to do about it.

mod queue;
pub mod read;
pub mod write;

use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldpost_engine::{log::order_to_value, order::Order};

use super::{
    fields::{Fields, Trouble},
    game::{self, Sent},
    respond::go_to,
    seated::{self, Seated},
};
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, SignedIn},
    error::Error,
    orders::{self, Answer, Receipt, Refused, Sender, Submission},
    texts::Texts,
};

/// The key by which a form is known when it is sent again.
#[derive(Debug)]
pub struct Key;

impl Key {
    /// A new one for a form that is being shown. Empty if there is no
    /// randomness; sending such a form twice enters it twice, no more.
    #[must_use]
    pub fn fresh() -> String {
        let mut bytes = [0; 12];
        match getrandom::fill(&mut bytes) {
            Ok(()) => URL_SAFE_NO_PAD.encode(bytes),
            Err(_) => String::new(),
        }
    }

    /// The key of a submission: of the form and of what it says, so that a form
    /// gone back to and changed is a new one.
    fn of(form: &Fields, order: &Order) -> Option<String> {
        let shown = form.get("key");
        if shown.is_empty() || shown.len() > 100 {
            return None;
        }
        let said = format!("{shown} {}", order_to_value(order));
        Some(blake3::hash(said.as_bytes()).to_hex().to_string())
    }
}

/// Takes a form in.
///
/// # Errors
/// [`Error::NotFound`] for who has no seat in the game, else internal ones. What
/// is wrong with the form is shown on its page.
pub async fn enter(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.enter(who.id)?;
    let form = Fields::from(form.into_inner());
    let seated = seated::find(&state, &who, &key).await?;
    let entered = match read::order(&form) {
        Ok(order) => submit(&state, &seated, &form, order).await?,
        Err(unreadable) => Err(Trouble {
            form: form.get("kind").to_owned(),
            text: Texts::english().t(unreadable.code),
            field: Some(unreadable.field),
        }),
    };
    match entered {
        Ok(receipt) => {
            let selected = match (form.get("unit"), form.get("city")) {
                ("", "") => String::new(),
                ("", city) => format!("site={}&", digits(city)),
                (unit, _) => format!("unit={}&", digits(unit)),
            };
            Ok(go_to(&place(
                &seated,
                &selected,
                form.get("kind"),
                &receipt,
            )))
        }
        Err(trouble) => {
            let sent = Sent::Form(&form, &trouble);
            game::again(&state, &who, csrf, &seated, &form, sent).await
        }
    }
}

/// Enters the order of a form, once for each form that was shown.
///
/// # Errors
/// Internal ones, and a form without its turn; what the player can mend is a trouble.
pub(super) async fn submit(
    state: &State,
    seated: &Seated,
    form: &Fields,
    order: Order,
) -> Result<Result<Receipt, Trouble>, Error> {
    let texts = Texts::english();
    let turn = form.get("turn").parse();
    let turn = turn.map_err(|_| Error::BadRequest("auth-form-unreadable"))?;
    let key = Key::of(form, &order);
    let submission = Submission {
        game_id: seated.game.id,
        seat: seated.seat,
        by: Sender::Player,
        turn,
        orders: vec![Ok(order)],
        key: key.as_deref(),
        session: None,
    };
    let answers = orders::submit(state, &submission).await?;
    match answers.into_iter().next() {
        Some(Answer::Taken(receipt)) => Ok(Ok(receipt)),
        Some(Answer::Refused(refused)) => Ok(Err(Trouble {
            form: form.get("kind").to_owned(),
            field: blame(&refused, form),
            text: texts.refusal(&refused.code, &refused.values),
        })),
        None => Err(Error::internal("an order without an answer")),
    }
}

/// Where to go on: to what was selected, with word of what was done.
pub(super) fn place(seated: &Seated, selected: &str, done: &str, receipt: &Receipt) -> String {
    let anchor = if selected.is_empty() {
        "clock"
    } else {
        "selected"
    };
    format!(
        "{}?{selected}of={}&done={done}&receipt={}.{}#{anchor}",
        seated.address(),
        receipt.turn,
        receipt.count,
        receipt.mac
    )
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The field that a refusal is about, found by what it names: the engine knows
/// orders, not forms. `None` puts the text at the head of the form.
fn blame(refused: &Refused, form: &Fields) -> Option<String> {
    let value = |name: &str| {
        let found = refused.values.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.trim_start_matches('#'))
    };
    let is_stance = form.get("kind") == "SetStance";
    let named = |name: &str| Some(name.to_owned());
    match refused.code.as_str() {
        "task-without-end" => named("until_a_kind"),
        "too-many-waypoints" => named("via"),
        "patrol-length" | "patrol-stands" => named("tiles"),
        "unknown-formation" => named("formation"),
        "stance-not-allowed" | "march-without-movement" | "march-with-attack" if is_stance => {
            named("stance")
        }
        "stance-not-allowed" => named("task_stance"),
        "march-with-attack" | "cannot-build" | "cannot-carry" | "site-in-the-way" => {
            named("do_kind")
        }
        "off-map" => form.holding(&["tile", "via", "tiles"], value("tile")),
        "out-of-range" => form.holding(&["n", "r"], value("given")),
        "not-observed" => form.holding(&["unit", "target"], value("what")),
        "unknown-unit" | "not-your-unit" | "not-a-transport" | "not-embarked" => {
            form.holding(&["_unit", "_carrier", "_cargo"], value("unit"))
        }
        "unknown-site" | "not-your-site" => form.holding(&["site"], value("site")),
        "unknown-class" => form.holding(&["queue"], value("class")),
        _ => None,
    }
}
