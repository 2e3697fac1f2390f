//! Phases as the database keeps them: their clocks, and who has committed.
//!
//! Read from the tables and the log; what follows from it is for `deadline` to
//! compute and for `close` to do.

use diesel::{
    prelude::*,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, SmallInt, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    calendar::Rule,
    clock::{self, Instant},
    deadline::{PhaseClock, SeatClock},
    error::Error,
    replays::unsigned,
    schema::{absences, clock_pauses, clocks, games, log},
};

pub mod standstill;

/// A game's clock as the database has it now.
#[derive(Clone, Debug)]
pub struct GameClock {
    /// The turn that is open, or was last.
    pub turn: u32,
    /// As in the table: `gathering`, `orders`, `closing`, `ended`, `stalled`.
    pub phase: String,
    /// The database's time.
    pub now: Instant,
    /// When the phase opened; `None` before the game starts.
    pub opened_at: Option<Instant>,
    /// Deadline, reserves and commits.
    pub phase_clock: PhaseClock,
    /// Why the clock stood still, and when, in this phase.
    pub pauses: Vec<Pause>,
    /// Seats that an AI holds for their players.
    pub substituted: Vec<u8>,
    /// Whether the host closes no turn at all until an operator has looked at
    /// the database's clock.
    pub is_halted: bool,
    /// Whether the players have adjourned the game.
    pub is_adjourned: bool,
}

/// A span in which a phase's clock stood still.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Pause {
    /// Its beginning.
    pub from: Instant,
    /// Its end.
    pub until: Instant,
    /// As in the table: `downtime`, `adjourned`, `paused`.
    pub cause: String,
}

#[derive(QueryableByName)]
struct GameRow {
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Text)]
    phase: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    opened_at: Option<Instant>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    deadline_at: Option<Instant>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    stopped_at: Option<Instant>,
    #[diesel(sql_type = Array<SmallInt>)]
    expected: Vec<i16>,
    #[diesel(sql_type = Array<SmallInt>)]
    substituted: Vec<i16>,
    #[diesel(sql_type = Bool)]
    is_halted: bool,
    #[diesel(sql_type = Bool)]
    is_adjourned: bool,
    #[diesel(sql_type = Timestamptz)]
    now: Instant,
}

#[derive(QueryableByName)]
struct SeatRow {
    #[diesel(sql_type = SmallInt)]
    seat: i16,
    #[diesel(sql_type = Integer)]
    reserve: i32,
    #[diesel(sql_type = Bool)]
    is_person: bool,
}

/// Reads a game's clock.
///
/// # Errors
/// [`Error::NotFound`] for no such game, else the database's.
pub async fn read(conn: &mut AsyncPgConnection, game_id: i64) -> Result<GameClock, Error> {
    let row: GameRow = diesel::sql_query(
        "SELECT g.turn, g.phase, c.opened_at, c.deadline_at, c.stopped_at, \
             coalesce(c.expected, '{}') AS expected, \
             coalesce(c.substituted, '{}') AS substituted, \
             (SELECT halted_at IS NOT NULL FROM clock_guard) AS is_halted, \
             g.adjourned_at IS NOT NULL AS is_adjourned, \
             (SELECT fieldpost_now()) AS now \
         FROM games g LEFT JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
         WHERE g.id = $1",
    )
    .bind::<BigInt, _>(game_id)
    .get_result(conn)
    .await?;
    let seats = seats(conn, game_id, &row).await?;
    let pauses: Vec<Pause> = clock_pauses::table
        .filter(clock_pauses::game_id.eq(game_id))
        .filter(clock_pauses::turn.eq(row.turn))
        .order(clock_pauses::from_at)
        .select((
            clock_pauses::from_at,
            clock_pauses::until_at,
            clock_pauses::cause,
        ))
        .load(conn)
        .await?;
    let phase_clock = PhaseClock {
        deadline_at: row.deadline_at,
        pauses: pauses
            .iter()
            .map(|pause| (pause.from, pause.until))
            .collect(),
        stopped_at: row.stopped_at,
        needs_person: !row.substituted.is_empty() || seats.iter().any(|seat| seat.is_person),
        seats,
    };
    Ok(GameClock {
        turn: unsigned(row.turn),
        phase: row.phase,
        now: row.now,
        opened_at: row.opened_at,
        phase_clock,
        pauses,
        substituted: row.substituted.into_iter().map(index).collect(),
        is_halted: row.is_halted,
        is_adjourned: row.is_adjourned,
    })
}

/// The seats that the phase waits for, with what each of them did.
async fn seats(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    row: &GameRow,
) -> Result<Vec<SeatClock>, Error> {
    if row.expected.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<SeatRow> = diesel::sql_query(
        "SELECT s.seat, s.reserve_seconds_left AS reserve, \
             s.account_id IS NOT NULL AND s.ai IS NULL AS is_person \
         FROM seats s WHERE s.game_id = $1 AND s.seat = ANY($2) ORDER BY s.seat",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Array<SmallInt>, _>(&row.expected)
    .load(conn)
    .await?;
    let leaves: Vec<(i16, Instant, Option<Instant>)> = absences::table
        .filter(absences::game_id.eq(game_id))
        .filter(absences::turn.is_null().or(absences::turn.eq(row.turn)))
        .filter(
            absences::until_at
                .is_null()
                .or(absences::until_at.gt(row.opened_at)),
        )
        .order((absences::from_at, absences::id))
        .select((absences::seat, absences::from_at, absences::until_at))
        .load(conn)
        .await?;
    let commits = commits(conn, game_id, row.turn).await?;
    let seats = rows.into_iter().map(|seat| SeatClock {
        seat: index(seat.seat),
        reserve_seconds: unsigned(seat.reserve),
        is_person: seat.is_person,
        leaves: leaves
            .iter()
            .filter(|(of, ..)| *of == seat.seat)
            .map(|&(_, from, until)| (from, until))
            .collect(),
        commits: commits
            .iter()
            .filter(|(by, ..)| *by == Some(seat.seat))
            // Of a clock that was set back since, they lie in the future.
            .map(|(_, kind, at)| ((*at).min(row.now), kind == "CommitOrders"))
            .collect(),
    });
    Ok(seats.collect())
}

async fn commits(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
) -> Result<Vec<(Option<i16>, String, Instant)>, Error> {
    Ok(log::table
        .filter(log::game_id.eq(game_id))
        .filter(log::turn.eq(turn))
        .filter(log::kind.eq_any(["CommitOrders", "RevokeCommit"]))
        .order(log::seq)
        .select((log::seat, log::kind, log::recorded_at))
        .load(conn)
        .await?)
}

/// Who a phase that opens is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The seats that it waits for.
    pub expected: Vec<i16>,
    /// Those of them that an AI holds for their players.
    pub substituted: Vec<i16>,
}

/// Opens a turn's phase: its clock begins now, or stands still where the game
/// is adjourned. The caller sets the game's turn.
///
/// # Errors
/// The database's.
pub async fn open(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    opening: Opening,
) -> Result<(), Error> {
    let opened_at = clock::now(conn).await?;
    let deadline_at = rule(conn, game_id).await?.deadline(opened_at);
    let adjourned_at: Option<Instant> = games::table
        .find(game_id)
        .select(games::adjourned_at)
        .first(conn)
        .await?;
    diesel::insert_into(clocks::table)
        .values((
            clocks::game_id.eq(game_id),
            clocks::turn.eq(turn),
            clocks::opened_at.eq(opened_at),
            clocks::deadline_at.eq(deadline_at),
            clocks::stopped_at.eq(adjourned_at.map(|_| opened_at)),
            clocks::expected.eq(opening.expected),
            clocks::substituted.eq(opening.substituted),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// How the phases of a game end.
///
/// # Errors
/// The database's; a calendar that this program cannot read.
pub async fn rule(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Rule, Error> {
    let (seconds, calendar): (Option<i32>, Option<String>) = games::table
        .find(game_id)
        .select((games::deadline_seconds, games::deadline_calendar))
        .first(conn)
        .await?;
    match calendar {
        Some(text) => text.parse().map_err(Error::internal),
        None => Ok(seconds.map_or(Rule::Open, |seconds| Rule::Period(unsigned(seconds)))),
    }
}

/// Changes how the phases of a game end, from the next one on.
///
/// # Errors
/// The database's.
pub async fn set_rule(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    rule: &Rule,
) -> Result<(), Error> {
    let (seconds, calendar) = match rule {
        Rule::Open => (None, None),
        Rule::Period(seconds) => (Some(seconds.cast_signed()), None),
        Rule::Calendar(calendar) => (None, Some(calendar.to_string())),
    };
    diesel::update(games::table.find(game_id))
        .set((
            games::deadline_seconds.eq(seconds),
            games::deadline_calendar.eq(calendar),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// A seat's index as the engine has it; the table holds no others.
pub(crate) fn index(seat: i16) -> u8 {
    u8::try_from(seat).unwrap_or(u8::MAX)
}
