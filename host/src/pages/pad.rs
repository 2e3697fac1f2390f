//! The order pad: a seat's orders as lines that can be edited, on the game's page.
//! It shows what stands, takes what was changed, and says of every bad line what
//! to do about it. Reading and entering is `orders::lines`' business.

mod answer;
mod examples;
mod parts;
mod undo;
mod unset;

pub use answer::{Answer, Problem};
pub use examples::Example;
pub use parts::Part;
pub use undo::{redo, undo};

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use askama::Template;
use fieldpost_engine::{game::Game, ids::Seq, language, view::SeatView};

use super::{
    fields::Fields,
    game::{self, Sent},
    names::Names,
    outlook::{Outlook, UnitOutlook},
    respond::{go_to, page},
    seated::{self, Seated},
};
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, SignedIn},
    error::Error,
    orders::lines::{self, Told, Written},
    texts::Texts,
};

/// The pad of a page.
#[derive(Debug)]
pub struct Pad {
    /// What stands in it.
    pub text: String,
    /// What it was made from.
    pub base: String,
    /// The parts that it comes in, where the orders are many.
    pub parts: Vec<Part>,
    /// How many lines it is high.
    pub rows: usize,
    /// What became of the text, where one was sent and wants mending.
    pub answer: Option<Answer>,
    /// Lines to begin with.
    pub examples: Vec<Example>,
    /// What the orders that stand would come to, unit by unit.
    pub outlook: Vec<UnitOutlook>,
    /// How many records the seat has, where there is a change to undo.
    pub undo: Option<u32>,
    present: String,
}

/// A text that was sent and is shown again.
#[derive(Debug)]
pub struct Kept {
    /// As it was typed.
    pub text: String,
    /// What it had been made from.
    pub base: String,
    /// What became of it.
    pub told: Told,
}

/// What a pad is made for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// The selected unit.
    pub unit: Option<Seq>,
    /// The selected site.
    pub site: Option<Seq>,
    /// The kind of line to begin.
    pub new: Option<&'a str>,
    /// The part of many orders.
    pub part: Option<usize>,
    /// The text that was sent.
    pub kept: Option<&'a Kept>,
}

impl Pad {
    /// The pad of a seat.
    #[must_use]
    pub fn of(texts: Texts, game: &Game, view: &SeatView, wanted: Wanted<'_>) -> Self {
        let names = lines::names(game, view);
        let ruleset = &game.state().rules.ruleset;
        let examples = examples::examples(texts, view, ruleset, &names, wanted.unit, wanted.site);
        let present = lines::present_text(view, &names);
        let begin = wanted.unit.map(|unit| format!("{unit} "));
        let (shown, parts) = parts::part(&present, wanted.part, begin.as_deref());
        let (mut text, base, answer) = match wanted.kept {
            None => (shown.clone(), shown, None),
            Some(kept) => {
                let now = Some(view.turn);
                let answer = answer::answer(texts, &names, &kept.text, &kept.told, now);
                // Of a turn that is over, only what was written tells what was meant.
                let base = match kept.told.late {
                    Some(_) => kept.base.clone(),
                    None => lines::rebase(view, &names, &kept.text, &kept.base),
                };
                (kept.text.clone(), base, Some(answer))
            }
        };
        let mut asked = examples.iter().filter(|one| Some(one.kind) == wanted.new);
        if let Some(example) = asked.next() {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&example.line);
            text.push('\n');
        }
        Self {
            rows: (text.lines().count() + 2).clamp(6, 18),
            text,
            base,
            parts,
            answer,
            examples,
            outlook: Vec::new(),
            undo: None,
            present,
        }
    }

    /// That the lines came too late, if they did.
    #[must_use]
    pub fn late(&self) -> Option<String> {
        let answer = self.answer.as_ref().filter(|answer| answer.is_late);
        answer.map(|answer| answer.summary.clone())
    }

    /// The number of the part that is shown.
    #[must_use]
    pub fn part(&self) -> usize {
        let shown = self.parts.iter().find(|part| part.is_shown);
        shown.map_or(1, |part| part.number)
    }

    /// The lines that are about a unit.
    #[must_use]
    pub fn lines_about(&self, unit: u32) -> Vec<String> {
        let begin = format!("#{unit} ");
        let lines = self.present.lines().filter(|line| line.starts_with(&begin));
        lines.map(str::to_owned).collect()
    }
}

/// The pad has no page of its own: whoever comes back to where it was sent finds it
/// on the game's.
///
/// # Errors
/// [`Error::NotFound`] for whoever has no seat in the game.
pub async fn show(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    Ok(go_to(&format!("{}#pad", seated.address())))
}

/// What stands in a pad's form.
struct Form<'a> {
    text: &'a str,
    base: &'a str,
    is_part: bool,
    turn: u32,
    commits: bool,
    is_sure: bool,
}

impl<'a> Form<'a> {
    fn read(form: &'a Fields) -> Result<Self, Error> {
        let turn = form.get("turn").parse();
        Ok(Self {
            text: form.whole("text"),
            base: form.whole("base"),
            turn: turn.map_err(|_| Error::BadRequest("auth-form-unreadable"))?,
            is_part: !form.get("part").is_empty(),
            commits: form.get("then") == "commit",
            is_sure: form.get("sure") == "yes",
        })
    }

    fn written(&self, seated: &Seated, key: Option<&'a str>) -> Written<'a> {
        Written {
            game_id: seated.game.id,
            seat: seated.seat,
            turn: self.turn,
            text: self.text,
            base: Some(self.base),
            is_part: self.is_part,
            commits: self.commits,
            is_sure: self.is_sure,
            key,
        }
    }

    /// Of the form and of what it says, so that one that was gone back to and
    /// changed is a new one.
    fn key(&self, shown: &str) -> Option<String> {
        if shown.is_empty() || shown.len() > 100 {
            return None;
        }
        let mut hasher = blake3::Hasher::new();
        for part in [shown, self.text, self.base] {
            hasher.update(blake3::hash(part.as_bytes()).as_bytes());
        }
        hasher.update(&[u8::from(self.commits), u8::from(self.is_sure)]);
        Some(hasher.finalize().to_hex().to_string())
    }
}

/// Takes a text in.
///
/// # Errors
/// [`Error::NotFound`] for who has no seat in the game, else internal ones. What
/// is wrong with the text is shown on its page, with the text.
pub async fn enter(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    let form = Fields::from(form.into_inner());
    state.auth.limits.enter(who.id)?;
    let seated = seated::find(&state, &who, &key).await?;
    let typed = Form::read(&form)?;
    if typed.commits && unset::is_to_be_asked(&form) && seated.game.phase == "orders" {
        return unset::ask(csrf, &seated, &form, typed.turn);
    }
    let once = typed.key(form.get("key"));
    let written = typed.written(&seated, once.as_deref());
    let told = lines::enter(&state, written).await?;
    if told.is_clean() {
        return Ok(go_to(&place(&seated, &form, typed.turn, &told)));
    }
    let kept = Kept {
        text: typed.text.to_owned(),
        base: typed.base.to_owned(),
        told,
    };
    // The turn may have closed meanwhile: what is shown is how it stands now.
    let seated = seated::find(&state, &who, &key).await?;
    game::again(&state, &who, csrf, &seated, &form, Sent::Lines(&kept)).await
}

/// Where to go on when all of a text was taken.
fn place(seated: &Seated, form: &Fields, turn: u32, told: &Told) -> String {
    let done = match (told.is_repeat, told.commits()) {
        (true, _) => "again",
        (false, true) => "lines-committed",
        (false, false) => "lines",
    };
    let mut place = format!(
        "{}?of={turn}&done={done}&entered={}&back={}",
        seated.address(),
        told.entered(),
        told.taken_back()
    );
    for name in ["unit", "site", "part"] {
        if let Ok(number) = form.get(name).parse::<u32>() {
            place.push_str(&format!("&{name}={number}"));
        }
    }
    if let Some(receipt) = told.receipt() {
        place.push_str(&format!("&receipt={}.{}", receipt.count, receipt.mac));
    }
    place.push_str("#pad");
    place
}

#[derive(Template)]
#[template(path = "game/pad_answer.html")]
struct AnswerPart {
    texts: Texts,
    answer: Answer,
}

/// Says what would become of a text. Changes nothing; for scripts, as one types.
///
/// # Errors
/// [`Error::NotFound`] for who has no seat in the game, [`Error::TooMany`] for who
/// asks too often, else internal ones.
pub async fn check(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    let form = Fields::from(form.into_inner());
    let seated = seated::find(&state, &who, &key).await?;
    state.auth.limits.weigh_lines(who.id)?;
    let typed = Form::read(&form)?;
    if seated.game.phase != "orders" {
        return Err(Error::Conflict("turn-closed"));
    }
    let (told, after) = lines::weigh(&state, typed.written(&seated, None)).await?;
    let texts = Texts::english();
    let view = after.view(seated.seat);
    let view = view.ok_or_else(|| Error::internal("a seat that its game does not have"))?;
    let names: language::Names = lines::names(&after, &view);
    let mut answer = answer::answer(texts, &names, typed.text, &told, None);
    if let Some(outlook) = Outlook::of(&view, &after.terms()) {
        let names = Names { texts, view: &view };
        answer.outlook = outlook.units(names, Some(&told.units()));
    }
    page(StatusCode::OK, &AnswerPart { texts, answer })
}
