//! What changes hands between two turns: seats that an AI takes over or gives
//! back, and the question whether it shall (TM-580, TM-590, TM-600). The state
//! behind the turn says what is so; the tables follow it.

use diesel::{
    prelude::*,
    sql_types::{Array, BigInt, Integer, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    ai,
    changes::{self, Change},
    error::Error,
    phases::{self, Opening},
    replays::Replayed,
    schema::clocks,
    votes::{self, MISSES, Question},
};

/// Who the next phase is for.
pub(super) fn opening(replayed: &Replayed) -> Opening {
    let mut opening = Opening::default();
    let seats = (0_i16..).zip(&replayed.game.state().seats);
    for (index, seat) in seats.filter(|(_, seat)| !seat.out) {
        // A commander's orders are waited for like anybody's (TM-410).
        opening.expected.push(index);
        if seat.substituted {
            opening.substituted.push(index);
        }
    }
    opening
}

/// Brings the tables over the boundary behind `closed_turn`, once the next phase
/// is open. Part of the transaction that moves the game on.
pub(super) async fn cross(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    closed_turn: i32,
    replayed: &Replayed,
) -> Result<(), Error> {
    let before: Vec<i16> = substituted(conn, game_id, closed_turn).await?;
    let after: Vec<i16> = substituted(conn, game_id, closed_turn + 1).await?;
    if before != after {
        hand_over(conn, game_id, closed_turn + 1, &after).await?;
        let seat = |seat: &i16| phases::index(*seat);
        let came = after.iter().filter(|seat| !before.contains(seat));
        let went = before.iter().filter(|seat| !after.contains(seat));
        let came = came.map(|own| Change::Substituted { seat: seat(own) });
        let went = went.map(|own| Change::Returned { seat: seat(own) });
        for change in came.chain(went) {
            changes::with_turn(conn, game_id, closed_turn, &change).await?;
        }
    }
    ask_about_the_missing(conn, game_id, replayed).await
}

async fn substituted(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
) -> Result<Vec<i16>, Error> {
    Ok(clocks::table
        .find((game_id, turn))
        .select(clocks::substituted)
        .first(conn)
        .await?)
}

/// A seat that an AI takes over is given to a commander, which commits in its
/// first turn and plays from its second (CM-2010); one that came back is a
/// person's again.
async fn hand_over(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    substituted: &[i16],
) -> Result<(), Error> {
    diesel::sql_query(
        "UPDATE seats SET ai = $4, ai_from_turn = $3 + 1 \
         WHERE game_id = $1 AND seat = ANY ($2) AND ai IS NULL",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Array<SmallInt>, _>(substituted)
    .bind::<Integer, _>(turn)
    .bind::<Text, _>(ai::STANDARD)
    .execute(conn)
    .await?;
    // A commander's own seat has no account.
    diesel::sql_query(
        "UPDATE seats SET ai = NULL, standby_since = NULL \
         WHERE game_id = $1 AND seat <> ALL ($2) AND ai IS NOT NULL AND account_id IS NOT NULL",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Array<SmallInt>, _>(substituted)
    .execute(conn)
    .await?;
    Ok(())
}

/// Asks the others about whoever has missed too many turns; in a ranked game it
/// is no question.
async fn ask_about_the_missing(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    replayed: &Replayed,
) -> Result<(), Error> {
    let state = replayed.game.state();
    let seats = (0_u8..).zip(&state.seats);
    let missing: Vec<u8> = seats
        .filter(|(_, seat)| !seat.out && !seat.substituted && seat.missed_turns >= MISSES)
        .map(|(index, _)| index)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let clock = phases::read(conn, game_id).await?;
    for seat in missing {
        let question = Question::Substitute(seat);
        let own = clock.phase_clock.seats.iter().find(|own| own.seat == seat);
        // A commander's seat is nobody's to miss, and with nobody left to ask the
        // game waits for its player.
        if own.is_some_and(|own| own.is_person) && !votes::electorate(&clock, &question).is_empty()
        {
            votes::open(conn, game_id, &clock, &question, state.rules.ranked).await?;
        }
    }
    Ok(())
}
