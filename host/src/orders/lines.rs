//! Order lines on their way in: from a text to records, with an answer for each
//! line. The order pad, mail and whoever else has text come through here, and
//! from here on through the one door for orders (HO-058, HO-100, HO-110).
//!
//! What a line says is for the engine's language to tell, whether it may be
//! ordered for the engine's rules; this only keeps the two and the lines together.

use diesel::{OptionalExtension, QueryDsl};
use diesel_async::RunQueryDsl;
use fieldpost_engine::{
    game::Game,
    ids::{SeatId, Seq},
    language::{Fault, Names},
    log::OrderRecord,
    order::Order,
    refusal::Refusal,
    view::SeatView,
};

use super::{Answer, Receipt, Refused, Sender, Submission, answer, is_held, submit};
use crate::{app::State, error::Error, replays::Replayed, schema::idempotency};

mod plan;
mod subject;
#[cfg(test)]
mod tests;

use plan::{Plan, Step};
pub use plan::{present, present_text};

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
    /// Whether to commit behind the last line, if all goes well.
    pub commits: bool,
    /// Makes a text that is sent twice enter once; it must be of the text, so that
    /// another text has another key. 1 to 100 characters.
    pub key: Option<&'a str>,
}

/// What became of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What its lines came to, from top to bottom; what was taken back stands first.
    pub lines: Vec<LineTold>,
    /// Why nothing at all could be entered, if so.
    pub late: Option<Refused>,
    /// All or nothing was asked for, and it was nothing.
    pub is_nothing: bool,
    /// The line behind which a pad was not read, for it looks like a signature.
    pub cut_at: Option<u32>,
    /// It had been sent before; the lines tell how they stand now.
    pub is_repeat: bool,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTold {
    /// Counted from 1; `None` for what was not said on any line.
    pub line: Option<u32>,
    /// The order, where the line is one.
    pub order: Option<Order>,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was entered, or would be where nothing was asked but that.
    Taken(Option<Receipt>),
    /// It changes nothing, so nothing was entered.
    Stands,
    /// It could not be read.
    Unreadable(Fault),
    /// The rules refuse it.
    Refused(Refused),
    /// It was left for want of something else: a commit among lines that went
    /// wrong, a line that is gone while another cannot be read, all or nothing.
    Held,
}

impl Told {
    /// How many orders were entered that stand on a line.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.count(|line| line.line.is_some() && matches!(line.outcome, Outcome::Taken(_)))
    }

    /// How many were entered because their line was gone.
    #[must_use]
    pub fn taken_back(&self) -> usize {
        self.count(|line| {
            let is_commit = matches!(line.order, Some(Order::CommitOrders {}));
            line.line.is_none() && !is_commit && matches!(line.outcome, Outcome::Taken(_))
        })
    }

    /// Whether a commit is among what was entered.
    #[must_use]
    pub fn commits(&self) -> bool {
        self.lines.iter().any(|line| {
            matches!(line.order, Some(Order::CommitOrders {}))
                && matches!(line.outcome, Outcome::Taken(_))
        })
    }

    /// Whether its writer need do nothing about it.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let is_fine = |line: &LineTold| matches!(line.outcome, Outcome::Taken(_) | Outcome::Stands);
        self.late.is_none() && self.cut_at.is_none() && self.lines.iter().all(is_fine)
    }

    /// The receipt of the last order that was entered: it covers all before it.
    #[must_use]
    pub fn receipt(&self) -> Option<&Receipt> {
        let mut lines = self.lines.iter().rev();
        lines.find_map(|line| match &line.outcome {
            Outcome::Taken(receipt) => receipt.as_ref(),
            _ => None,
        })
    }

    /// The units that what was entered is about, each once.
    #[must_use]
    pub fn units(&self) -> Vec<Seq> {
        let taken = self
            .lines
            .iter()
            .filter(|line| matches!(line.outcome, Outcome::Taken(_)));
        let mut units: Vec<Seq> = Vec::new();
        for order in taken.filter_map(|line| line.order.as_ref()) {
            units.extend(subject::units(order));
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    fn count(&self, fits: impl Fn(&LineTold) -> bool) -> usize {
        self.lines.iter().filter(|line| fits(line)).count()
    }
}

/// Enters what a text says. Good lines are taken although others are bad, unless
/// its first line asks for all or nothing; a commit goes in only if every line
/// could be read and none was refused.
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
    let (plan, weighed, _) = work_out(&before, &written)?;
    if weighed.late.is_some() || weighed.is_nothing {
        return Ok(weighed);
    }
    let is_held = |step: &Step| step.is_commit() && !weighed.commits();
    let steps: Vec<&Step> = plan.steps.iter().filter(|step| !is_held(step)).collect();
    if steps.is_empty() {
        return Ok(weighed);
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
    Ok(answered(weighed, &steps, answers))
}

/// What would become of a text, and the game as it would stand then. Enters nothing.
///
/// # Errors
/// Internal ones alone.
pub async fn weigh(state: &State, written: Written<'_>) -> Result<(Told, Game), Error> {
    let before = state.replays.head(&state.db, written.game_id).await?;
    let (_, told, after) = work_out(&before, &written)?;
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

/// What a text comes to, each order tried on a copy of the game, and that copy.
fn work_out(before: &Replayed, written: &Written<'_>) -> Result<(Plan, Told, Game), Error> {
    let view = before.game.view(written.seat);
    let view = view.ok_or_else(|| Error::internal("a seat that its game does not have"))?;
    let names = names(&before.game, &view);
    let mut plan = plan::plan(&view, &names, written.text, written.base);
    if written.commits && !plan.steps.iter().any(Step::is_commit) {
        let order = Order::CommitOrders {};
        plan.steps.push(Step { line: None, order });
    }
    let mut after = before.game.clone();
    let late = late(&after, written);
    let verdicts = match late {
        Some(_) => vec![Ok(()); plan.steps.len()],
        None => dry_run(&mut after, written, &plan.steps),
    };
    let told = tell(&plan, verdicts, late);
    if told.is_nothing {
        after = before.game.clone();
    }
    Ok((plan, told, after))
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

/// Gives the orders one after the other; a commit changes nothing that matters here.
fn dry_run(game: &mut Game, written: &Written<'_>, steps: &[Step]) -> Vec<Result<(), Refusal>> {
    let mut verdicts = Vec::with_capacity(steps.len());
    for step in steps {
        let verdict = game.check(Some(written.seat), written.turn, &step.order);
        if verdict.is_ok() {
            let record = OrderRecord {
                seq: game.head() + 1,
                turn: written.turn,
                seat: Some(written.seat),
                order: step.order.clone(),
            };
            // It was just found valid, and nothing but a close can fail.
            let applied = game.apply(&record);
            debug_assert!(applied.is_ok(), "{applied:?}");
        }
        verdicts.push(verdict);
    }
    verdicts
}

fn tell(plan: &Plan, verdicts: Vec<Result<(), Refusal>>, late: Option<Refused>) -> Told {
    let refused = verdicts.iter().any(Result::is_err);
    let is_troubled = refused || !plan.faults.is_empty() || plan.cut_at.is_some();
    let is_nothing = plan.all_or_nothing && is_troubled;
    let mut lines: Vec<LineTold> = Vec::new();
    let kept = plan.kept.iter().map(|order| LineTold {
        line: None,
        order: Some(order.clone()),
        outcome: Outcome::Held,
    });
    lines.extend(kept);
    for (step, verdict) in plan.steps.iter().zip(verdicts) {
        let outcome = match verdict {
            Err(refusal) => Outcome::Refused(Refused::of(&refusal)),
            Ok(()) if late.is_some() || is_nothing => Outcome::Held,
            Ok(()) if step.is_commit() && is_troubled => Outcome::Held,
            Ok(()) => Outcome::Taken(None),
        };
        let (line, order) = (step.line, Some(step.order.clone()));
        lines.push(LineTold {
            line,
            order,
            outcome,
        });
    }
    let idle = plan.idle.iter().map(|(line, order)| LineTold {
        line: Some(*line),
        order: Some(order.clone()),
        outcome: Outcome::Stands,
    });
    lines.extend(idle);
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
        is_repeat: false,
    }
}

/// Puts the answers of the door where the lines were only weighed.
fn answered(mut told: Told, steps: &[&Step], answers: Vec<Answer>) -> Told {
    for (step, answer) in steps.iter().zip(answers) {
        let said = told.lines.iter_mut().find(|told| {
            let fits = told.line == step.line && told.order.as_ref() == Some(&step.order);
            fits && matches!(told.outcome, Outcome::Taken(None) | Outcome::Refused(_))
        });
        if let Some(said) = said {
            said.outcome = match answer {
                Answer::Taken(receipt) => Outcome::Taken(Some(receipt)),
                Answer::Refused(refused) => Outcome::Refused(refused),
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
