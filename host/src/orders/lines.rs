//! Order lines on their way in: from a text to records, with an answer for each
//! line. The order pad, mail and whoever else has text come through here, and
//! from here on through the one door for orders (HO-058, HO-100, HO-110).
//!
//! What a line says is for the engine's language to tell, whether it may be
//! ordered for the engine's rules; this only keeps the two and the lines together.

use diesel::{OptionalExtension, QueryDsl};
use diesel_async::RunQueryDsl;
use fieldpost_engine::{
    game::Game, ids::SeatId, language::Names, order::Order, refusal::Refusal, view::SeatView,
};

use super::{Answer, Refused, Sender, Submission, answer, is_held, submit};
use crate::{app::State, error::Error, replays::Replayed, schema::idempotency};

mod judge;
mod plan;
mod subject;
#[cfg(test)]
mod tests;
mod told;

use judge::Verdict;
use plan::{Plan, Step};
pub use plan::{present, present_text};
pub use told::{LineTold, Outcome, Told};

/// Lines as somebody wrote them.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The game's row.
    pub game_id: i64,
    /// Whose orders they are. The caller has made sure that it is the sender's.
    pub seat: SeatId,
    /// The turn they were written for.
    pub turn: u32,
    /// The lines.
    pub text: &'a str,
    /// The seat's orders as the writer was shown them, where the text is those,
    /// edited: lines that are gone are taken back then, and lines that have not
    /// changed mean nothing. `None` for a message, whose every line is an order.
    pub base: Option<&'a str>,
    /// Whether those are only a part of the seat's orders: what is not in it has been
    /// shown to its writer elsewhere.
    pub is_part: bool,
    /// Whether to commit behind the last line, if all goes well.
    pub commits: bool,
    /// Whether its writer has said that they are sure of what can never be taken back.
    /// A text alone never says so: it may have been pasted, or quoted by a mail program.
    pub is_sure: bool,
    /// Makes a text that is sent twice enter once; it must be of the text, so that
    /// another text has another key. 1 to 100 characters.
    pub key: Option<&'a str>,
}

/// Enters what a text says. Its lines are judged by what they come to together, in
/// whatever order they stand. Good ones are taken although others are bad, unless its
/// first line asks for all or nothing; a commit goes in only if every line could be read
/// and none was refused, and so does what can never be taken back, if its writer is sure.
///
/// # Errors
/// Internal ones alone: what is wrong with the text is in the answer.
pub async fn enter(state: &State, written: Written<'_>) -> Result<Told, Error> {
    if is_kept(state, &written).await? {
        let (told, _) = weigh(state, written).await?;
        let is_repeat = true;
        return Ok(Told { is_repeat, ..told });
    }
    let before = state.replays.head(&state.db, written.game_id).await?;
    let Weighed { steps, told, .. } = work_out(&before, &written)?;
    if steps.is_empty() {
        return Ok(told);
    }
    let submission = Submission {
        game_id: written.game_id,
        seat: written.seat,
        by: Sender::Player,
        turn: written.turn,
        orders: steps.iter().map(|step| Ok(step.order.clone())).collect(),
        key: written.key,
        session: None,
    };
    let answers = match submit(state, &submission).await {
        Ok(answers) if answers.len() == steps.len() => answers,
        // The same text, sent twice at once, won the race.
        Ok(_) | Err(Error::Conflict(_)) => {
            let (told, _) = weigh(state, written).await?;
            let is_repeat = true;
            return Ok(Told { is_repeat, ..told });
        }
        Err(error) => return Err(error),
    };
    Ok(answered(told, &steps, answers))
}

/// What would become of a text, and the game as it would stand then. Enters nothing.
///
/// # Errors
/// Internal ones alone.
pub async fn weigh(state: &State, written: Written<'_>) -> Result<(Told, Game), Error> {
    let before = state.replays.head(&state.db, written.game_id).await?;
    let Weighed { told, after, .. } = work_out(&before, &written)?;
    Ok((told, after))
}

/// The base for a text that is shown again as it was typed, with what stands now.
#[must_use]
pub fn rebase(view: &SeatView, names: &Names, text: &str, base: &str) -> String {
    plan::rebase(view, names, text, base)
}

/// The names that a seat may use now.
#[must_use]
pub fn names(game: &Game, view: &SeatView) -> Names {
    Names::of_view(view, &game.state().rules.ruleset)
}

/// What a text comes to.
struct Weighed {
    /// What is to be entered, in an order in which the rules take it.
    steps: Vec<Step>,
    told: Told,
    /// The game as it would stand then.
    after: Game,
}

fn work_out(before: &Replayed, written: &Written<'_>) -> Result<Weighed, Error> {
    let view = before.game.view(written.seat);
    let view = view.ok_or_else(|| Error::internal("a seat that its game does not have"))?;
    let names = names(&before.game, &view);
    let mut plan = plan::plan(&view, &names, written);
    if written.commits && !plan.steps.iter().any(Step::is_commit) {
        let order = Order::CommitOrders {};
        plan.steps.push(Step { line: None, order });
    }
    Ok(weigh_plan(&before.game, written, &plan))
}

fn weigh_plan(game: &Game, written: &Written<'_>, plan: &Plan) -> Weighed {
    let late = late(game, written);
    let judged = match late {
        Some(_) => judge::unasked(&plan.steps),
        None => judge::judge(game, written, plan),
    };
    let outcomes = outcomes(plan, &judged.verdicts, late.is_some(), written.is_sure);
    let is_taken = |at: &usize| matches!(outcomes.get(*at), Some(Outcome::Taken(_)));
    let given = judged.given.into_iter().filter(is_taken);
    let steps: Vec<Step> = given.map(|at| plan.steps[at].clone()).collect();
    // What is held or waits is no part of what would be.
    let after = judge::after(game, written, &steps);
    let told = tell(plan, outcomes, late);
    Weighed { steps, told, after }
}

/// Why nothing of the turn the text was written for can be entered any more.
fn late(game: &Game, written: &Written<'_>) -> Option<Refused> {
    let any = Order::RevokeCommit {};
    let seat = written.seat;
    let refusal = game.check(Some(seat), written.turn, &any).err();
    let held = is_held(game, seat).then_some(Refusal::SeatHeldByAi { seat });
    let refusal = refusal.or(held)?;
    let refusal = match refusal {
        // Its phase was open once: whoever was late is told just that.
        Refusal::WrongTurn { given, current } if given < current => {
            Refusal::PhaseClosed { turn: given }
        }
        other => other,
    };
    Some(Refused::of(&refusal))
}

/// What becomes of each step, now that the rules have judged all of them.
fn outcomes(plan: &Plan, verdicts: &[Verdict], is_late: bool, is_sure: bool) -> Vec<Outcome> {
    let is_final = |step: &Step| subject::is_final(&step.order);
    let is_unsure = !is_sure && plan.steps.iter().any(is_final);
    let is_refused = |verdict: &Verdict| matches!(verdict, Verdict::Refused(..));
    let is_wrong = verdicts.iter().any(is_refused)
        || !plan.faults.is_empty()
        || !plan.overtaken.is_empty()
        || plan.cut_at.is_some();
    let is_nothing = plan.all_or_nothing && (is_wrong || is_unsure);
    let steps = plan.steps.iter().zip(verdicts);
    let outcome = |(step, verdict): (&Step, &Verdict)| match verdict {
        Verdict::Refused(refusal, with) => Outcome::Refused(Refused::of(refusal), *with),
        Verdict::Holds if is_late => Outcome::Held,
        Verdict::Holds if is_final(step) && !is_sure => Outcome::Unsure,
        Verdict::Holds if is_nothing => Outcome::Held,
        Verdict::Holds if is_final(step) && is_wrong => Outcome::Held,
        Verdict::Holds if step.is_commit() && (is_wrong || is_unsure) => Outcome::Held,
        Verdict::Holds => Outcome::Taken(None),
    };
    steps.map(outcome).collect()
}

fn tell(plan: &Plan, outcomes: Vec<Outcome>, late: Option<Refused>) -> Told {
    let line = |line: Option<u32>, order: &Order, outcome: Outcome| LineTold {
        line,
        order: Some(order.clone()),
        outcome,
    };
    let is_good = |outcome: &Outcome| matches!(outcome, Outcome::Taken(_));
    let is_nothing = plan.all_or_nothing
        && late.is_none()
        && !(plan.is_readable() && outcomes.iter().all(is_good));
    let kept = plan.kept.iter();
    let mut lines: Vec<LineTold> = kept.map(|order| line(None, order, Outcome::Held)).collect();
    let steps = plan.steps.iter().zip(outcomes);
    lines.extend(steps.map(|(step, outcome)| line(step.line, &step.order, outcome)));
    let overtaken = plan.overtaken.iter();
    lines.extend(overtaken.map(|one| {
        let outcome = Outcome::Overtaken(one.now.clone());
        line(one.line, &one.order, outcome)
    }));
    let idle = plan.idle.iter();
    lines.extend(idle.map(|(at, order)| line(Some(*at), order, Outcome::Stands)));
    let faults = plan.faults.iter().map(|fault| LineTold {
        line: Some(fault.line),
        order: None,
        outcome: Outcome::Unreadable(fault.clone()),
    });
    lines.extend(faults);
    lines.sort_by_key(|line| line.line);
    Told {
        lines,
        late,
        is_nothing,
        cut_at: plan.cut_at,
        elsewhere: plan.elsewhere.clone(),
        is_repeat: false,
    }
}

/// Puts the answers of the door where the lines were only weighed.
fn answered(mut told: Told, steps: &[Step], answers: Vec<Answer>) -> Told {
    for (step, answer) in steps.iter().zip(answers) {
        let said = told.lines.iter_mut().find(|told| {
            let fits = told.line == step.line && told.order.as_ref() == Some(&step.order);
            fits && told.outcome == Outcome::Taken(None)
        });
        if let Some(said) = said {
            said.outcome = match answer {
                Answer::Taken(receipt) => Outcome::Taken(Some(receipt)),
                Answer::Refused(refused) => Outcome::Refused(refused, None),
            };
        }
    }
    told
}

/// Whether something was entered under the key already.
async fn is_kept(state: &State, written: &Written<'_>) -> Result<bool, Error> {
    let Some(key) = written.key else {
        return Ok(false);
    };
    answer::check_key(key)?;
    let mut conn = state.db.get().await?;
    let seat = i16::from(written.seat.0);
    let kept = idempotency::table
        .find((written.game_id, seat, key))
        .select(idempotency::seat)
        .first::<i16>(&mut conn)
        .await
        .optional()?;
    Ok(kept.is_some())
}
