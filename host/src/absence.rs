//! Who is away: announced by the player, or marked so after a notice where a
//! game has no deadline (HO-070). An absent seat is not waited for; its units
//! carry on with their orders (TM-610). The rules count it, not this.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    changes::{self, Change},
    clock::{self, Instant},
    error::Error,
    outbox::{self, Kind, Owed, To},
    phases,
    schema::{absences, games},
};

pub mod held;

/// The longest absence that can be announced, and how far ahead.
pub const LONGEST: TimeDelta = TimeDelta::days(60);
/// How many announcements a seat may have standing.
const MOST: i64 = 10;

/// How long a phase without a deadline must have been open before those who wait
/// in it may give notice.
pub const WAIT: TimeDelta = TimeDelta::days(7);
/// How long a notice runs.
pub const NOTICE: TimeDelta = TimeDelta::hours(72);

/// An absence that is coming or under way.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct Absence {
    /// Its number in the game.
    pub id: i64,
    /// Whose.
    pub seat: i16,
    /// From when the seat is not waited for.
    pub from: Instant,
    /// Until when; `None`: until its turn closes.
    pub until: Option<Instant>,
    /// As in the table: `announced`, `notice`, `vote`.
    pub cause: String,
}

/// A player announces to be away.
///
/// # Errors
/// [`Error::BadRequest`] for times that are past, the wrong way round or too
/// long, or too many of them.
pub async fn announce(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    from: Instant,
    until: Instant,
) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    if until <= from || until <= now {
        return Err(Error::BadRequest("absence-ends-first"));
    }
    // One that has begun counts from now on.
    let from = from.max(now);
    if until - from > LONGEST || from - now > LONGEST {
        return Err(Error::BadRequest("absence-too-long"));
    }
    let standing: i64 = absences::table
        .filter(absences::game_id.eq(game_id))
        .filter(absences::seat.eq(seat))
        .filter(absences::cause.eq("announced"))
        .filter(absences::until_at.gt(now))
        .count()
        .get_result(conn)
        .await?;
    if standing >= MOST {
        return Err(Error::BadRequest("absence-too-many"));
    }
    diesel::insert_into(absences::table)
        .values((
            absences::game_id.eq(game_id),
            absences::seat.eq(seat),
            absences::from_at.eq(from),
            absences::until_at.eq(until),
            absences::cause.eq("announced"),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// A player takes an announcement back: one that has begun ends now.
///
/// # Errors
/// [`Error::NotFound`] for one that is not the seat's or is over.
pub async fn take_back(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    id: i64,
) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    let own = || {
        absences::table
            .filter(absences::game_id.eq(game_id))
            .filter(absences::id.eq(id))
            .filter(absences::seat.eq(seat))
            .filter(absences::cause.eq("announced"))
    };
    let ended = diesel::update(own().filter(absences::from_at.lt(now)))
        .filter(absences::until_at.gt(now))
        .set(absences::until_at.eq(now))
        .execute(conn)
        .await?;
    let dropped = diesel::delete(own().filter(absences::from_at.ge(now)))
        .execute(conn)
        .await?;
    match ended + dropped {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// What of absences is coming or under way in a game, the earliest first.
///
/// # Errors
/// The database's.
pub async fn standing(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: u32,
    now: Instant,
) -> Result<Vec<Absence>, Error> {
    Ok(absences::table
        .filter(absences::game_id.eq(game_id))
        .filter(absences::until_at.is_null().or(absences::until_at.gt(now)))
        .filter(
            absences::turn
                .is_null()
                .or(absences::turn.eq(turn.cast_signed())),
        )
        .order((absences::from_at, absences::id))
        .select((
            absences::id,
            absences::seat,
            absences::from_at,
            absences::until_at,
            absences::cause,
        ))
        .load(conn)
        .await?)
}

/// Gives notice to a player whom others have waited for long: after it he is
/// absent for this turn, unless he has committed. Whoever gives it has committed
/// himself.
///
/// # Errors
/// [`Error::Conflict`] where it is not time, or notice was given.
pub async fn give_notice(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    by: u8,
    about: u8,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        // One after the other, and none beside a close.
        let _: i64 = games::table
            .find(game_id)
            .select(games::id)
            .for_no_key_update()
            .first(conn)
            .await?;
        let clock = phases::read(conn, game_id).await?;
        let given = standing(conn, game_id, clock.turn, clock.now).await?;
        if !may_give_notice(&clock, &given, by, about) {
            return Err(Error::Conflict("notice-not-now"));
        }
        let turn = clock.turn.cast_signed();
        diesel::insert_into(absences::table)
            .values((
                absences::game_id.eq(game_id),
                absences::seat.eq(i16::from(about)),
                absences::from_at.eq(clock.now + NOTICE),
                absences::cause.eq("notice"),
                absences::turn.eq(turn),
            ))
            .execute(conn)
            .await?;
        let seats = [i16::from(about)];
        let owed = Owed::of_game(Kind::Notice, game_id, To::Seats(&seats));
        outbox::owe(conn, &owed.turn(turn)).await?;
        let others: Vec<i16> = clock
            .phase_clock
            .seats
            .iter()
            .filter(|seat| ![by, about].contains(&seat.seat))
            .map(|seat| i16::from(seat.seat))
            .collect();
        let (seat, from) = (about, clock.now + NOTICE);
        let noticed = Change::Noticed { seat, from };
        changes::tell(conn, game_id, &noticed, To::Seats(&others)).await?;
        Ok(())
    })
    .await
}

/// Whether a seat may give another notice now.
#[must_use]
pub fn may_give_notice(clock: &phases::GameClock, given: &[Absence], by: u8, about: u8) -> bool {
    let phase = &clock.phase_clock;
    let standings = phase.standings(clock.now);
    let standing = |seat: u8| standings.iter().find(|standing| standing.seat == seat);
    let is_person = phase
        .seats
        .iter()
        .any(|seat| seat.seat == about && seat.is_person);
    clock.phase == "orders"
        && phase.deadline_at.is_none()
        && phase.stopped_at.is_none()
        && !clock.is_halted
        && clock
            .opened_at
            .is_some_and(|at| phase.running(at, clock.now) >= WAIT)
        && is_person
        && standing(by).is_some_and(|own| own.is_committed)
        && standing(about).is_some_and(|other| other.is_waited_for(clock.now))
        && !given
            .iter()
            .any(|one| one.cause == "notice" && one.seat == i16::from(about))
}
