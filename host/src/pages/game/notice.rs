//! Word of what was just done, on the page that follows a form. What stands in
//! an address is anybody's to write: only known words and numbers become text.

use fieldpost_engine::view::SeatView;

use super::Asked;
use crate::{
    pages::{
        clock_box::ClockBox,
        fields::{Fields, Trouble},
        panel::Panel,
    },
    texts::Texts,
};

/// What was done, for those orders that a page can enter. A turn that has closed
/// since is said to have, for nothing else of it holds any more.
pub(super) fn notice(
    texts: Texts,
    asked: &Asked,
    view: &SeatView,
    clock: &ClockBox,
) -> Option<String> {
    let turn = view.turn;
    let done = asked.done.as_deref()?;
    let code = code(done)?;
    if let Some(of) = asked
        .of
        .filter(|of| *of < turn || (*of == turn && !clock.is_open))
    {
        let closed = if view.outcome.is_some() {
            "done-over"
        } else if clock.is_open {
            "done-closed"
        } else {
            "done-closing"
        };
        let closed = texts.say(closed).with("turn", of).with("now", turn);
        return Some(closed.to_string());
    }
    let commit = || {
        let others = clock.waiting_for_others;
        texts
            .say("done-CommitOrders")
            .with("count", others)
            .with("clock", clock.runs())
            .to_string()
    };
    Some(match code {
        "done-CommitOrders" => commit(),
        "done-lines" | "done-lines-committed" => {
            let lines = texts
                .say("done-lines")
                .with("entered", asked.entered.unwrap_or(0))
                .with("back", asked.back.unwrap_or(0));
            let said = match code {
                "done-lines" => lines.to_string(),
                // The commit stands among what was entered.
                _ => format!("{lines} {}", commit()),
            };
            match clock.concedes {
                true => format!("{said} {}", texts.t("concede-stands")),
                false => said,
            }
        }
        other => texts.t(other),
    })
}

fn code(done: &str) -> Option<&'static str> {
    Some(match done {
        "SetStance" => "done-SetStance",
        "SetTask" => "done-SetTask",
        "ClearTask" => "done-ClearTask",
        "SetPosture" => "done-SetPosture",
        "SetSanction" => "done-SetSanction",
        "SetProduction" => "done-SetProduction",
        "CommitOrders" => "done-CommitOrders",
        "Concede" => "done-Concede",
        "RevokeCommit" => "done-RevokeCommit",
        "lines" => "done-lines",
        "lines-committed" => "done-lines-committed",
        "again" => "done-again",
        "undone" => "done-undone",
        "undone-commit" => "done-undone-commit",
        "redone" => "done-redone",
        "nothing-undone" => "done-nothing-undone",
        "nothing-redone" => "done-nothing-redone",
        "undo-overtaken" => "done-undo-overtaken",
        _ => return None,
    })
}

/// A receipt as `orders` writes it: a count and a hash.
pub(super) fn receipt(asked: &Asked) -> Option<String> {
    let text = asked.receipt.as_ref()?;
    let (count, mac) = text.split_once('.')?;
    let is_receipt = count.parse::<u32>().is_ok()
        && mac.len() == 64
        && mac.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_receipt.then(|| text.clone())
}

/// The anchor of the form that was refused, where the panel shows it.
pub(super) fn place_of(panel: &Panel, refused: Option<(&Fields, &Trouble)>) -> Option<String> {
    let (typed, trouble) = refused?;
    let form = trouble.form.as_str();
    match (panel, form) {
        (Panel::Unit(_), "SetStance" | "SetTask" | "SetPosture") => Some(format!("form-{form}")),
        (Panel::Unit(unit), "SetSanction") => {
            let sanction = typed.get("sanction");
            let shown = unit.sanction_forms.iter();
            let own = shown
                .map(|shown| shown.name)
                .find(|name| sanction.starts_with(name));
            own.map(|name| format!("form-{name}"))
        }
        (Panel::Site(site), "SetProduction") if site.city.is_some() => {
            Some("form-SetProduction".to_owned())
        }
        _ => None,
    }
}
