//! What every instant in the tables is: one list, and the statements that move
//! those that run when time is given back or a clock was set back.
//!
//! A column of instants that is not in the list fails a test, so none is forgotten.
//! Decides nothing about whether time is to be given back.

use std::collections::BTreeMap;

use diesel::sql_types::{BigInt, Double, Nullable, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{clock::Instant, error::Error};

/// What becomes of an instant in time that nobody could use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Something happens then, and what lies before it is time that people have: it
    /// moves by an outage.
    Runs(Runs),
    /// Follows from another column of its row, in the database.
    Follows,
    /// Named by a calendar, or promised by the wall clock: it stays.
    Promised,
    /// Written down when it was, and nothing happens by it.
    Past,
    /// Written down when it was, but measured from while its row is open: a clock that
    /// is set back takes it along. In SQL: which rows are open.
    Begun(&'static str),
}

/// An instant that moves. Everything is SQL over its table's row; `$1` and `$2` are the
/// beginning and end of the time that is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Since when the time before it runs.
    since: &'static str,
    /// Which rows it can still happen in.
    is_open: &'static str,
    /// Which of them the given span moves.
    moves: &'static str,
    /// Whether a clock that is set back takes it along.
    goes_back: bool,
    /// The row's game and turn, where it stands still with that turn's own clock.
    stands_with: Option<(&'static str, &'static str)>,
}

use Treatment::{Begun, Follows, Past, Promised};

const OPEN_PHASE: &str = "closed_at IS NULL";
const OPEN_NOTICE: &str = "cause = 'notice' AND EXISTS (SELECT FROM clocks c \
     WHERE c.game_id = t.game_id AND c.turn = t.turn AND c.closed_at IS NULL)";

const DEADLINE: Treatment = Treatment::Runs(Runs {
    since: "opened_at",
    is_open: OPEN_PHASE,
    moves: "deadline_at > greatest($1, opened_at)",
    goes_back: true,
    stands_with: Some(("game_id", "turn")),
});

/// Three days' notice are three days in which the player could have come back.
const NOTICE: Treatment = Treatment::Runs(Runs {
    since: "made_at",
    is_open: OPEN_NOTICE,
    moves: "from_at > greatest($1, made_at)",
    goes_back: true,
    stands_with: Some(("game_id", "turn")),
});

/// A vote goes on while its game stands still: it may be what lets the game go on.
const COUNT: Treatment = Treatment::Runs(Runs {
    since: "opened_at",
    is_open: "outcome IS NULL",
    moves: "counted_from > greatest($1, opened_at)",
    goes_back: true,
    stands_with: None,
});

/// Three days behind it an adjourned game may go on without the rest.
const READY: Treatment = Treatment::Runs(Runs {
    since: "ready_at",
    is_open: "ready_at IS NOT NULL",
    moves: "ready_at < $2",
    goes_back: true,
    stands_with: None,
});

/// A beginning is an appointment by the calendar. Only where it fell into the outage
/// do those who wanted to come get the time that they had left.
const BEGINNING: Treatment = Treatment::Runs(Runs {
    since: "(SELECT g.created_at FROM games g WHERE g.id = t.game_id)",
    is_open: "called_off_at IS NULL AND EXISTS (SELECT FROM games g \
         WHERE g.id = t.game_id AND g.phase = 'gathering')",
    moves: "starts_at > $1 AND starts_at <= $2",
    goes_back: false,
    stands_with: None,
});

/// Every column of instants: its table, its name, and what it is.
pub const INSTANTS: &[(&str, &str, Treatment)] = &[
    ("accounts", "blocked_at", Past),
    ("accounts", "created_at", Past),
    ("absences", "from_at", NOTICE),
    // A player's own days away are days of the calendar.
    ("absences", "until_at", Promised),
    ("absences", "made_at", Begun(OPEN_NOTICE)),
    ("alarms", "created_at", Past),
    ("audit", "at", Past),
    ("ballots", "cast_at", Past),
    ("calendar_feeds", "created_at", Past),
    ("calendar_feeds", "revoked_at", Past),
    ("changes", "at", Past),
    ("clock_events", "from_at", Past),
    ("clock_events", "happened_at", Past),
    ("clock_events", "until_at", Past),
    ("clock_guard", "beat_at", Past),
    ("clock_guard", "halted_at", Past),
    ("clock_pauses", "from_at", Past),
    ("clock_pauses", "until_at", Past),
    ("clocks", "closed_at", Past),
    ("clocks", "deadline_at", DEADLINE),
    ("clocks", "deadline_moved_at", Past),
    // Whoever looks writes it anew; triggers put it back to now.
    ("clocks", "due_at", Follows),
    // How long a phase has been open is asked without the spans in which it stood.
    ("clocks", "opened_at", Begun(OPEN_PHASE)),
    ("clocks", "over_at", Past),
    ("clocks", "remind_at", Follows),
    ("clocks", "stopped_at", Begun(OPEN_PHASE)),
    ("clocks", "timed_from", Begun(OPEN_PHASE)),
    ("games", "adjourned_at", Past),
    ("games", "created_at", Past),
    ("idempotency", "created_at", Past),
    ("kicked", "kicked_at", Past),
    ("lobby", "called_off_at", Past),
    ("lobby", "starts_at", BEGINNING),
    ("log", "recorded_at", Past),
    ("outbox", "created_at", Past),
    ("outbox", "leased_until", Promised),
    ("outbox", "not_before", Promised),
    ("outbox", "sent_at", Past),
    ("seats", "ready_at", READY),
    ("seats", "resume_wanted_at", Past),
    ("seats", "standby_since", Past),
    ("seats", "taken_at", Past),
    ("seats", "watching_agreed_at", Past),
    ("sessions", "created_at", Past),
    // How long a key opens a door does not get longer because nobody tried it.
    ("sessions", "expires_at", Promised),
    ("sessions", "revoked_at", Past),
    ("set_aside", "first_at", Past),
    ("set_aside", "last_at", Past),
    ("set_aside", "next_try_at", Promised),
    ("sign_in_tokens", "created_at", Past),
    ("sign_in_tokens", "expires_at", Promised),
    ("sign_in_tokens", "used_at", Past),
    ("uploads", "created_at", Past),
    ("votes", "counted_from", COUNT),
    ("votes", "decided_at", Past),
    ("votes", "opened_at", Begun("outcome IS NULL")),
    ("watched", "watched_at", Past),
];

/// Moves everything that runs by a span in which nobody could use it: of all games,
/// or what stands still with one game's clock. The span is in `clock_pauses` by then,
/// since reminders are told by it.
///
/// # Errors
/// The database's.
pub(crate) async fn credit(
    conn: &mut AsyncPgConnection,
    game_id: Option<i64>,
    from: Instant,
    until: Instant,
) -> Result<(), Error> {
    for (table, column, treatment) in INSTANTS {
        let Treatment::Runs(runs) = treatment else {
            continue;
        };
        let Runs {
            since,
            is_open,
            moves,
            ..
        } = runs;
        let of = match (game_id, runs.stands_with) {
            // Whose clock stands is given all of it when it goes on.
            (None, Some((game, turn))) => format!(
                "AND EXISTS (SELECT FROM clocks k WHERE k.game_id = t.{game} \
                     AND k.turn = t.{turn} AND k.closed_at IS NULL AND k.stopped_at IS NULL)"
            ),
            (Some(_), None) => continue,
            _ => String::new(),
        };
        diesel::sql_query(format!(
            "UPDATE {table} t SET {column} = {column} + ($2 - greatest($1, {since})) \
             WHERE {is_open} AND {moves} AND {since} < $2 \
               AND ($3 IS NULL OR t.game_id = $3) {of}"
        ))
        .bind::<Timestamptz, _>(from)
        .bind::<Timestamptz, _>(until)
        .bind::<Nullable<BigInt>, _>(game_id)
        .execute(conn)
        .await?;
    }
    Ok(())
}

/// The clock was set back: what runs, and what it is measured from, lies in what is the
/// future now, and goes back with it.
///
/// # Errors
/// The database's.
pub(crate) async fn turn_back(conn: &mut AsyncPgConnection, seconds: f64) -> Result<(), Error> {
    // A row's columns go back together: its trigger looks at all of them.
    let mut rows: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for (table, column, treatment) in INSTANTS {
        let is_open = match treatment {
            Treatment::Runs(runs) if runs.goes_back => runs.is_open,
            Begun(is_open) => is_open,
            _ => continue,
        };
        let set = format!("{column} = {column} - make_interval(secs => $1)");
        rows.entry((table, is_open)).or_default().push(set);
    }
    for ((table, is_open), sets) in rows {
        let sets = sets.join(", ");
        diesel::sql_query(format!("UPDATE {table} t SET {sets} WHERE {is_open}"))
            .bind::<Double, _>(seconds)
            .execute(conn)
            .await?;
    }
    Ok(())
}
