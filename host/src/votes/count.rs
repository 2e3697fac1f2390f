//! Counting: at the close of a turn, or when a vote's time is over in a turn
//! without a deadline. What passed takes effect at the boundary, as records that
//! the close puts before its own.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    ids::SeatId,
    order::{DeadlineSeconds, Order},
};

use super::{Question, Row, Vote, electorate, locked, table};
use crate::{
    app::State,
    aside::{DueGame, MAY_TRY, Step},
    bus::{self, Notice},
    changes::{self, Change},
    clock::Instant,
    error::Error,
    heartbeat,
    outbox::To,
    phases::{self, GameClock},
    schema::{absences, ballots, clocks, games, log, seats, votes},
};

/// What the table decided, as the records of a turn that closes. The caller holds
/// the game row's lock and closes the turn in this transaction.
///
/// # Errors
/// The database's.
pub async fn close(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
) -> Result<Vec<Order>, Error> {
    let mut orders = Vec::new();
    // The phase is over, so the game goes on, whoever let it: the log says so first.
    if is_adjourned(conn, game_id, clock.turn).await? {
        orders.push(Order::Reconvene {});
    }
    for vote in due(conn, game_id, None).await? {
        decide(conn, game_id, clock, &vote).await?;
        let counted = Change::Voted { vote: vote.id };
        changes::with_turn(conn, game_id, clock.turn.cast_signed(), &counted).await?;
    }
    for vote in unapplied(conn, game_id).await? {
        if let Some(order) = apply(conn, game_id, clock, &vote).await? {
            orders.push(order);
        }
    }
    orders.extend(table::returns(conn, game_id).await?);
    Ok(orders)
}

/// What the table decided that holds from the opening of a phase on: a game that is
/// adjourned halts at the boundary, before anything of the new turn (TM-620).
///
/// # Errors
/// The database's.
pub async fn at_opening(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Vec<Order>, Error> {
    let adjourned_at: Option<Instant> = games::table
        .find(game_id)
        .select(games::adjourned_at)
        .first(conn)
        .await?;
    Ok(adjourned_at
        .map(|_| Order::Adjourn {})
        .into_iter()
        .collect())
}

/// Whether the log has a game adjourned in its open turn.
async fn is_adjourned(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: u32,
) -> Result<bool, Error> {
    let last: Option<String> = log::table
        .filter(log::game_id.eq(game_id))
        .filter(log::turn.eq(turn.cast_signed()))
        .filter(log::kind.eq_any(["Adjourn", "Reconvene"]))
        .order(log::seq.desc())
        .select(log::kind)
        .first(conn)
        .await
        .optional()?;
    Ok(last.as_deref() == Some("Adjourn"))
}

/// Counts one vote whose time is over while its turn has no deadline, or lets an
/// adjourned game go on whose players wait for one of them. Yields whether there
/// was one.
///
/// # Errors
/// The database's.
pub async fn step(state: &State) -> Result<bool, Error> {
    let (due, waiting) = {
        let mut conn = state.db.get().await?;
        if !heartbeat::may_act(&mut conn).await? {
            return Ok(false);
        }
        let due: Vec<DueGame> = diesel::sql_query(format!(
            "SELECT v.game_id, coalesce(max(f.attempts), 0) AS attempts \
             FROM votes v JOIN games g ON g.id = v.game_id {failed} \
             WHERE v.outcome IS NULL AND v.counted_from <= (SELECT fieldpost_now()) \
               AND g.phase = 'orders' AND {MAY_TRY} \
             GROUP BY v.game_id ORDER BY min(v.counted_from), v.game_id LIMIT 100",
            failed = Step::Vote.join("v.game_id::text"),
        ))
        .load(&mut conn)
        .await?;
        (due, table::waiting(&mut conn).await?)
    };
    let count = |game_id| count_due(state, game_id);
    if state.asides.first_of(Step::Vote, due, count).await? {
        state.wake();
        return Ok(true);
    }
    let go_on = |game_id| table::reconvene_late(state, game_id);
    state.asides.first_of(Step::Vote, waiting, go_on).await
}

/// Counts the votes of a game whose time is over. Yields whether there was one.
async fn count_due(state: &State, game_id: i64) -> Result<bool, Error> {
    let mut conn = state.db.get().await?;
    conn.transaction::<_, Error, _>(async |conn| {
        let clock = locked(conn, game_id).await?;
        if clock.phase != "orders" {
            return Ok(false);
        }
        let due = due(conn, game_id, Some(clock.now)).await?;
        for vote in &due {
            if decide(conn, game_id, &clock, vote).await? {
                at_once(conn, game_id, &clock, &vote.question).await?;
            }
            changes::tell(conn, game_id, &Change::Voted { vote: vote.id }, To::Table).await?;
        }
        bus::notify(conn, &Notice::Turn { game_id }).await?;
        Ok(!due.is_empty())
    })
    .await
}

/// Open votes of a game: all of them, or those whose time is over.
async fn due(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    now: Option<Instant>,
) -> Result<Vec<Vote>, Error> {
    let mut rows = votes::table
        .filter(votes::game_id.eq(game_id))
        .filter(votes::outcome.is_null())
        .order(votes::id)
        .select(Row::as_select())
        .into_boxed();
    if let Some(now) = now {
        rows = rows.filter(votes::counted_from.le(now));
    }
    let rows: Vec<Row> = rows.load(conn).await?;
    rows.into_iter().map(Vote::try_from).collect()
}

async fn unapplied(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Vec<Vote>, Error> {
    let rows: Vec<Row> = votes::table
        .filter(votes::game_id.eq(game_id))
        .filter(votes::outcome.eq("passed"))
        .filter(votes::applied_turn.is_null())
        .order(votes::id)
        .select(Row::as_select())
        .load(conn)
        .await?;
    rows.into_iter().map(Vote::try_from).collect()
}

/// Counts a vote. Yields whether it passed.
async fn decide(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
    vote: &Vote,
) -> Result<bool, Error> {
    let electorate = electorate(clock, &vote.question);
    let favouring: Vec<i16> = ballots::table
        .filter(ballots::game_id.eq(game_id))
        .filter(ballots::vote_id.eq(vote.id))
        .filter(ballots::in_favour)
        .select(ballots::seat)
        .load(conn)
        .await?;
    // Only those count who are still there.
    let in_favour = favouring
        .iter()
        .filter(|seat| electorate.contains(&phases::index(**seat)))
        .count();
    let passes = vote.is_automatic || vote.question.is_carried(in_favour, electorate.len());
    let outcome = match vote.question {
        Question::Substitute(seat) if is_back(clock, seat) => "lapsed",
        _ if passes => "passed",
        _ => "failed",
    };
    let small = |count: usize| i16::try_from(count).unwrap_or(i16::MAX);
    diesel::update(votes::table.find((game_id, vote.id)))
        .set((
            votes::outcome.eq(outcome),
            votes::decided_at.eq(clock.now),
            votes::in_favour.eq(small(in_favour)),
            votes::eligible.eq(small(electorate.len())),
        ))
        .execute(conn)
        .await?;
    Ok(outcome == "passed")
}

/// Whether a player who had been away has committed, or left for good.
fn is_back(clock: &GameClock, seat: u8) -> bool {
    let standings = clock.phase_clock.standings(clock.now);
    standings
        .iter()
        .find(|standing| standing.seat == seat)
        .is_none_or(|standing| standing.is_committed)
}

/// What a vote that passed does before its turn closes, where that has no end.
async fn at_once(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
    question: &Question,
) -> Result<(), Error> {
    let turn = clock.turn.cast_signed();
    match question {
        // Nobody waits for him any longer.
        Question::Substitute(seat) => {
            diesel::insert_into(absences::table)
                .values((
                    absences::game_id.eq(game_id),
                    absences::seat.eq(i16::from(*seat)),
                    absences::from_at.eq(clock.now),
                    absences::cause.eq("vote"),
                    absences::turn.eq(turn),
                ))
                .execute(conn)
                .await?;
        }
        // What was decided for all turns holds for this one from now on.
        Question::Deadline(rule) => {
            // A clock that stands still goes on with the time that was left when it
            // stopped, so it is counted from there.
            let from = clock.phase_clock.stopped_at.unwrap_or(clock.now);
            diesel::update(clocks::table.find((game_id, turn)))
                .set(clocks::deadline_at.eq(rule.deadline(from)))
                .execute(conn)
                .await?;
        }
        Question::Standby(_) | Question::Adjourn => {}
    }
    Ok(())
}

/// What a vote that passed does at the boundary. Yields its record, if there is
/// one.
async fn apply(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
    vote: &Vote,
) -> Result<Option<Order>, Error> {
    // He came back between the count and the close.
    if let Question::Substitute(seat) = vote.question
        && is_back(clock, seat)
    {
        diesel::update(votes::table.find((game_id, vote.id)))
            .set(votes::outcome.eq("lapsed"))
            .execute(conn)
            .await?;
        return Ok(None);
    }
    diesel::update(votes::table.find((game_id, vote.id)))
        .set(votes::applied_turn.eq(clock.turn.cast_signed()))
        .execute(conn)
        .await?;
    match &vote.question {
        Question::Substitute(seat) => Ok(Some(Order::SubstitutePlayer {
            about: SeatId(*seat),
        })),
        Question::Standby(seat) => {
            diesel::update(seats::table.find((game_id, i16::from(*seat))))
                .set(seats::standby_since.eq(clock.now))
                .execute(conn)
                .await?;
            Ok(None)
        }
        Question::Deadline(rule) => {
            phases::set_rule(conn, game_id, rule).await?;
            Ok(Some(Order::SetDeadline {
                seconds: DeadlineSeconds(rule.seconds()),
            }))
        }
        Question::Adjourn => {
            diesel::update(games::table.find(game_id))
                .set(games::adjourned_at.eq(clock.now))
                .execute(conn)
                .await?;
            // Its record is the first of the next turn's.
            Ok(None)
        }
    }
}
