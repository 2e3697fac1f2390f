//! The page that tells a person of a request that failed: what happened and
//! what to do. It gets a code and values, never a cause.

use askama::Template;

use crate::{
    auth::NextPath,
    error::{Back, Problem},
    texts::Texts,
};

#[derive(Template)]
#[template(path = "error/error.html")]
struct ErrorPage {
    texts: Texts,
    status: u16,
    title: String,
    text: String,
    /// Where to sign in and come back to what was being done.
    sign_in: String,
    back: Back,
}

/// The page of a problem; `None` only where the template fails.
#[must_use]
pub(super) fn page(problem: &Problem, back: Back) -> Option<String> {
    let texts = Texts::english();
    let status = problem.status.as_u16();
    let title = texts.t(match status {
        401 => "error-title-sign-in",
        403 => "error-title-forbidden",
        404 => "error-title-not-found",
        409 => "error-title-conflict",
        413 => "error-title-too-large",
        422 => "error-title-refused",
        429 => "error-title-too-many",
        400..500 => "error-title-bad-request",
        _ => "error-title-internal",
    });
    let shown = ErrorPage {
        texts,
        status,
        title,
        text: text(texts, problem),
        sign_in: match &back.place {
            Some(place) => format!("/sign-in?next={}", NextPath::parse(place).as_query_value()),
            None => "/sign-in".to_owned(),
        },
        back,
    };
    shown.render().ok()
}

fn text(texts: Texts, problem: &Problem) -> String {
    let code = problem.code;
    if texts.has(&format!("refusal-{code}")) {
        return texts.refusal(code, &problem.values);
    }
    // Codes of sign-in carry their own prefix.
    for code in [format!("error-{code}"), code.to_owned()] {
        if texts.has(&code) {
            let mut phrase = texts.say(&code);
            for (name, value) in &problem.values {
                phrase = match value.parse::<i64>() {
                    Ok(number) => phrase.with(name, number),
                    Err(_) => phrase.with(name, value),
                };
            }
            return phrase.to_string();
        }
    }
    match problem.status.as_u16() {
        404 => texts.t("error-not-found"),
        400..500 => texts.t("error-bad-request"),
        _ => texts.t("error-internal"),
    }
}
