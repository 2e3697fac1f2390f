//! Whether the orders of a text can be given together. They are judged by what they
//! come to, not one after the other: a march that waits for its attack to be taken off
//! is as good above that line as below it. Enters nothing and reads no text.

use fieldpost_engine::{game::Game, log::OrderRecord, order::Order, refusal::Refusal};

use super::{
    Written,
    plan::{Plan, Step},
    subject::{self, Subject},
};

/// What the rules say of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Holds,
    /// Refused; with the line that it does not go together with, where it is that.
    Refused(Refusal, Option<u32>),
}

/// What the rules say of all of them.
#[derive(Debug)]
pub(super) struct Judged {
    /// One for each step.
    pub(super) verdicts: Vec<Verdict>,
    /// The steps that hold, in an order in which each is taken.
    pub(super) given: Vec<usize>,
}

/// Of steps that come too late to be judged.
pub(super) fn unasked(steps: &[Step]) -> Judged {
    Judged {
        verdicts: vec![Verdict::Holds; steps.len()],
        given: Vec::new(),
    }
}

/// Judges a text's steps as one. Where two of its lines cannot both hold, neither does:
/// which of them was meant is for their writer to say.
pub(super) fn judge(game: &Game, written: &Written<'_>, plan: &Plan) -> Judged {
    let steps = &plan.steps;
    let mut out: Vec<(usize, Refusal, Option<u32>)> = Vec::new();
    loop {
        let left: Vec<usize> = (0..steps.len())
            .filter(|at| out.iter().all(|(known, ..)| known != at))
            .collect();
        let (given, refused) = give(game, written, steps, &left);
        if refused.is_empty() {
            return Judged {
                verdicts: verdicts(steps.len(), out),
                given,
            };
        }
        for (at, refusal) in refused {
            let other = given.iter().copied().find(|other| {
                are_near(&steps[at].order, &steps[*other].order)
                    && steps[*other].line.is_some()
                    && holds_without(game, written, steps, &given, at, *other)
            });
            let with = match other {
                Some(other) => {
                    let known = out.iter().any(|(known, ..)| *known == other);
                    if !known {
                        out.push((other, refusal.clone(), steps[at].line));
                    }
                    steps[other].line
                }
                None => stands_against(game, written, plan, &steps[at].order),
            };
            out.push((at, refusal, with));
        }
    }
}

/// The game behind orders that it takes one after the other.
pub(super) fn after(game: &Game, written: &Written<'_>, steps: &[Step]) -> Game {
    let mut game = game.clone();
    for step in steps {
        let _ = take(&mut game, written, &step.order);
    }
    game
}

fn verdicts(count: usize, out: Vec<(usize, Refusal, Option<u32>)>) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Holds; count];
    for (at, refusal, with) in out {
        verdicts[at] = Verdict::Refused(refusal, with);
    }
    verdicts
}

/// Gives steps, in rounds: what is refused is tried again once something else was
/// taken. Of several about one thing the later waits for the earlier.
fn give(
    game: &Game,
    written: &Written<'_>,
    steps: &[Step],
    left: &[usize],
) -> (Vec<usize>, Vec<(usize, Refusal)>) {
    let mut game = game.clone();
    let (mut given, mut refused) = (Vec::new(), Vec::new());
    // Whether the turn is committed is said last, in whatever line it stands.
    let is_last = |at: &usize| subject::of(&steps[*at].order) == Some(Subject::Commit);
    let (last, first): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(is_last);
    for waiting in [first, last] {
        give_all(&mut game, written, steps, waiting, &mut given, &mut refused);
    }
    (given, refused)
}

fn give_all(
    game: &mut Game,
    written: &Written<'_>,
    steps: &[Step],
    mut waiting: Vec<usize>,
    given: &mut Vec<usize>,
    refused: &mut Vec<(usize, Refusal)>,
) {
    while !waiting.is_empty() {
        let mut later: Vec<(usize, Option<Refusal>)> = Vec::new();
        for at in &waiting {
            let about = subject::of(&steps[*at].order);
            let waits = |(other, _): &(usize, _)| about == subject::of(&steps[*other].order);
            if about.is_some() && later.iter().any(waits) {
                later.push((*at, None));
                continue;
            }
            match take(game, written, &steps[*at].order) {
                Ok(()) => given.push(*at),
                Err(refusal) => later.push((*at, Some(refusal))),
            }
        }
        if later.len() == waiting.len() {
            // Nothing moves any more: what was asked and refused is out, and what
            // waited for it has its turn.
            refused.extend(later.iter().filter_map(|(at, no)| Some((*at, no.clone()?))));
            later.retain(|(_, no)| no.is_none());
        }
        waiting = later.into_iter().map(|(at, _)| at).collect();
    }
}

fn take(game: &mut Game, written: &Written<'_>, order: &Order) -> Result<(), Refusal> {
    game.check(Some(written.seat), written.turn, order)?;
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: written.turn,
        seat: Some(written.seat),
        order: order.clone(),
    };
    // It was just found valid, and nothing but a close can fail.
    let applied = game.apply(&record);
    debug_assert!(applied.is_ok(), "{applied:?}");
    Ok(())
}

/// Whether two orders are about one unit, but not about the same thing of it.
fn are_near(one: &Order, other: &Order) -> bool {
    let units = subject::units(one);
    subject::of(one) != subject::of(other)
        && subject::units(other)
            .iter()
            .any(|unit| units.contains(unit))
}

/// Whether a step would hold if another were not there. Only what is about the same
/// units is tried: nothing else has a say in it.
fn holds_without(
    game: &Game,
    written: &Written<'_>,
    steps: &[Step],
    given: &[usize],
    at: usize,
    other: usize,
) -> bool {
    let mut game = game.clone();
    for near in given.iter().filter(|near| **near != other) {
        if are_near(&steps[at].order, &steps[*near].order) {
            let _ = take(&mut game, written, &steps[*near].order);
        }
    }
    take(&mut game, written, &steps[at].order).is_ok()
}

/// The line of an order that stands, and that nobody has touched, against which
/// another one is refused.
fn stands_against(game: &Game, written: &Written<'_>, plan: &Plan, order: &Order) -> Option<u32> {
    let near = plan.idle.iter().filter(|(_, idle)| are_near(order, idle));
    let mut near = near.filter_map(|(line, idle)| Some((*line, subject::undo(idle)?)));
    near.find_map(|(line, undo)| {
        let mut game = game.clone();
        take(&mut game, written, &undo).ok()?;
        take(&mut game, written, order).is_ok().then_some(line)
    })
}
