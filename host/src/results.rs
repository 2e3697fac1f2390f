//! How finished games ended, by seat. Read out of a game's own log when it is
//! first asked for, and kept in a table that may be emptied at any time.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost_engine::{event::Outcome, ids::SeatId};

use crate::{
    app::State,
    error::Error,
    replays::Replayed,
    schema::{games, results},
};

/// A seat and the place it came in, from 1; seats may share one.
pub type Place = (i16, i16);

/// The places of a finished game, by seat; nothing for one that is not over.
///
/// # Errors
/// Where the log cannot be replayed, or the database's.
pub async fn of(state: &State, game_id: i64) -> Result<Vec<Place>, Error> {
    let phase: String = {
        let mut conn = state.db.get().await?;
        let kept: Vec<Place> = results::table
            .filter(results::game_id.eq(game_id))
            .order(results::seat)
            .select((results::seat, results::place))
            .load(&mut conn)
            .await?;
        if !kept.is_empty() {
            return Ok(kept);
        }
        let phase = games::table.find(game_id).select(games::phase);
        phase.first(&mut conn).await?
    };
    if phase != "ended" {
        return Ok(Vec::new());
    }
    let replayed = state.replays.head(&state.db, game_id).await?;
    let places = places(&replayed);
    let rows: Vec<_> = places
        .iter()
        .map(|(seat, place)| {
            (
                results::game_id.eq(game_id),
                results::seat.eq(seat),
                results::place.eq(place),
            )
        })
        .collect();
    let mut conn = state.db.get().await?;
    diesel::insert_into(results::table)
        .values(rows)
        .on_conflict_do_nothing()
        .execute(&mut conn)
        .await?;
    Ok(places)
}

/// Winners first, then who was still in the game, then who was out of it. A
/// draw is shared by all who were still in it.
fn places(replayed: &Replayed) -> Vec<Place> {
    let Some(outcome) = replayed.game.outcome() else {
        return Vec::new();
    };
    let seats = &replayed.game.state().seats;
    let classes: Vec<u8> = (0..)
        .zip(seats)
        .map(|(index, seat)| match outcome {
            Outcome::Won { by, .. } if by.contains(&SeatId(index)) => 0,
            Outcome::Drawn if !seat.out => 0,
            _ if !seat.out => 1,
            _ => 2,
        })
        .collect();
    rank(&classes)
}

/// Places of the usual kind: two that share the first leave the third.
fn rank(classes: &[u8]) -> Vec<Place> {
    let place = |class: &u8| 1 + classes.iter().filter(|other| *other < class).count();
    (0..)
        .zip(classes)
        .map(|(seat, class)| (seat, i16::try_from(place(class)).unwrap_or(i16::MAX)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn seats_that_fared_alike_share_a_place_and_the_next_one_is_left_out() {
        assert_eq!(rank(&[0, 1, 2, 1]), [(0, 1), (1, 2), (2, 4), (3, 2)]);
        assert_eq!(rank(&[0, 0]), [(0, 1), (1, 1)]);
    }
}
