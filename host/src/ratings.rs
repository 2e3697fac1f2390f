//! What is known of players: deadlines kept of deadlines due, and for ranked
//! games a rating by the method of Weng and Lin.
//!
//! Neither is stored. Reliability is counted from clocks and logs when it is
//! asked for; ratings are computed from all finished ranked games in the order in
//! which they ended, and kept by the process until another one ends.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use diesel::{
    QueryableByName,
    sql_types::{Array, BigInt, Nullable, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use crate::{app::State, error::Error, results};

/// Deadlines that a player had, and those that were kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, QueryableByName)]
pub struct Reliability {
    /// Whose.
    #[diesel(sql_type = BigInt)]
    pub account_id: i64,
    /// Turns with a deadline that closed while they held the seat.
    #[diesel(sql_type = BigInt)]
    pub due: i64,
    /// Those of them in which they had committed.
    #[diesel(sql_type = BigInt)]
    pub met: i64,
}

/// The reliability of players, by account; those who never had a deadline are
/// left out. Announced absences count neither way. A running anonymous game
/// counts when it is over: until then nobody may learn from it who is in it.
///
/// # Errors
/// The database's.
pub async fn reliability(
    conn: &mut AsyncPgConnection,
    accounts: &[i64],
) -> Result<BTreeMap<i64, Reliability>, Error> {
    let rows: Vec<Reliability> = diesel::sql_query(
        "SELECT account_id, count(*) AS due, count(*) FILTER (WHERE marker = 'Committed') AS met \
         FROM (SELECT s.account_id, l.record::jsonb -> 'markers' ->> s.seat::int AS marker \
             FROM seats s \
             JOIN games g ON g.id = s.game_id \
             JOIN lobby b ON b.game_id = s.game_id \
             JOIN clocks c ON c.game_id = s.game_id AND s.seat = ANY (c.expected) \
             JOIN log l ON l.game_id = c.game_id AND l.turn = c.turn AND l.kind = 'CloseOrders' \
             WHERE s.account_id = ANY ($1) AND c.deadline_at IS NOT NULL \
               AND c.closed_at IS NOT NULL AND c.opened_at >= s.taken_at \
               AND NOT s.seat = ANY (c.substituted) \
               AND (g.phase = 'ended' OR NOT b.is_anonymous)) AS turns \
         WHERE marker IN ('Committed', 'TimedOut') GROUP BY account_id",
    )
    .bind::<Array<BigInt>, _>(accounts)
    .load(conn)
    .await?;
    let by_account = rows.into_iter().map(|row| (row.account_id, row));
    Ok(by_account.collect())
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength that the results point to; everybody begins at 25.
    pub strength: f64,
    /// How far it may be off: one standard deviation.
    pub uncertainty: f64,
    /// Finished ranked games.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Self {
        let WengLinRating {
            rating,
            uncertainty,
        } = WengLinRating::new();
        Self {
            strength: rating,
            uncertainty,
            games: 0,
        }
    }
}

/// All players' ratings, by account.
pub type Ratings = BTreeMap<i64, Rating>;

/// The last ratings that were computed. Dropping them costs time and nothing else.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Option<Computed>>>);

/// Out of how many games, and what came out.
type Computed = (i64, Arc<Ratings>);

#[derive(QueryableByName)]
struct Ended {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Everybody's ratings.
///
/// # Errors
/// The database's, or that of a log that cannot be replayed.
pub async fn all(state: &State) -> Result<Arc<Ratings>, Error> {
    let ended: Vec<Ended> = {
        let mut conn = state.db.get().await?;
        diesel::sql_query(
            "SELECT g.id FROM games g JOIN lobby l ON l.game_id = g.id \
             LEFT JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
             WHERE g.phase = 'ended' AND l.is_ranked ORDER BY c.closed_at, g.id",
        )
        .load(&mut conn)
        .await?
    };
    // Finished games stay finished, so their number tells whether any is new.
    let count = i64::try_from(ended.len()).map_err(Error::internal)?;
    let kept = state.ratings.0.lock();
    let kept = kept.unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, ratings)) = kept.filter(|(games, _)| *games == count) {
        return Ok(ratings);
    }
    let mut ratings = Ratings::new();
    for Ended { id } in ended {
        // Fills in what the cache of results lacks.
        results::of(state, id).await?;
        let mut conn = state.db.get().await?;
        let seats = table(&mut conn, id).await?;
        rate(&mut ratings, &seats);
    }
    let ratings = Arc::new(ratings);
    let mut keep = state
        .ratings
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    *keep = Some((count, Arc::clone(&ratings)));
    Ok(ratings)
}

/// A seat of a finished game.
#[derive(Debug, QueryableByName)]
struct Seat {
    #[diesel(sql_type = SmallInt)]
    place: i16,
    /// Nobody where the account is gone.
    #[diesel(sql_type = Nullable<BigInt>)]
    account_id: Option<i64>,
    /// Its side: the team's name, or the seat's own number.
    #[diesel(sql_type = Text)]
    side: String,
}

async fn table(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Vec<Seat>, Error> {
    Ok(diesel::sql_query(
        "SELECT r.place, s.account_id, coalesce( \
             g.header::jsonb #>> ARRAY['scenario', 'seats', r.seat::text, 'team'], \
             '#' || r.seat) AS side \
         FROM results r JOIN games g ON g.id = r.game_id \
         JOIN seats s ON s.game_id = r.game_id AND s.seat = r.seat \
         WHERE r.game_id = $1 ORDER BY r.seat",
    )
    .bind::<BigInt, _>(game_id)
    .load(conn)
    .await?)
}

/// One game more. A side's place is its best seat's.
fn rate(ratings: &mut Ratings, seats: &[Seat]) {
    let mut sides: BTreeMap<&str, Vec<&Seat>> = BTreeMap::new();
    for seat in seats {
        sides.entry(&seat.side).or_default().push(seat);
    }
    if sides.len() < 2 {
        return;
    }
    let known = |seat: &&Seat| {
        let rating = seat.account_id.and_then(|account| ratings.get(&account));
        let rating = rating.copied().unwrap_or_default();
        WengLinRating {
            rating: rating.strength,
            uncertainty: rating.uncertainty,
        }
    };
    let before: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
        .values()
        .map(|side| {
            let place = side.iter().map(|seat| seat.place).min().unwrap_or(1);
            let rank = usize::try_from(place).unwrap_or(1);
            let members = side.iter().map(known).collect();
            (members, MultiTeamOutcome::new(rank))
        })
        .collect();
    let given: Vec<_> = before
        .iter()
        .map(|(side, place)| (side.as_slice(), *place))
        .collect();
    let after = weng_lin_multi_team(&given, &WengLinConfig::new());
    for (side, new) in sides.values().zip(after) {
        for (seat, new) in side.iter().zip(new) {
            let Some(account) = seat.account_id else {
                continue;
            };
            let rating = ratings.entry(account).or_default();
            rating.strength = new.rating;
            rating.uncertainty = new.uncertainty;
            rating.games += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rating, Ratings, Seat, rate};

    fn seat(account: i64, place: i16, side: &str) -> Seat {
        Seat {
            place,
            account_id: Some(account),
            side: side.to_owned(),
        }
    }

    #[test]
    fn who_wins_gains_and_who_beats_the_stronger_gains_more() {
        let mut ratings = Ratings::new();
        rate(
            &mut ratings,
            &[seat(1, 1, "a"), seat(2, 2, "b"), seat(3, 3, "c")],
        );
        let first = |account: i64| ratings[&account].strength;
        assert!(first(1) > 25.0 && first(3) < 25.0 && first(1) > first(2) && first(2) > first(3));
        assert!(ratings[&1].uncertainty < Rating::default().uncertainty);
        // Against the winner, a newcomer wins more than against the last.
        let gain = |loser: i64| {
            let mut after = ratings.clone();
            rate(&mut after, &[seat(9, 1, "a"), seat(loser, 2, "b")]);
            assert_eq!(after[&9].games, 1);
            after[&9].strength - 25.0
        };
        assert!(gain(1) > gain(3));
    }

    #[test]
    fn allies_rise_together_a_draw_between_equals_moves_nobody_and_one_side_is_no_game() {
        let mut ratings = Ratings::new();
        rate(
            &mut ratings,
            &[
                seat(1, 1, "a"),
                seat(2, 1, "a"),
                seat(3, 3, "b"),
                seat(4, 3, "b"),
            ],
        );
        assert!(ratings[&1].strength > 25.0 && ratings[&1] == ratings[&2]);
        let mut drawn = Ratings::new();
        rate(&mut drawn, &[seat(1, 1, "a"), seat(2, 1, "b")]);
        assert!((drawn[&1].strength - 25.0).abs() < 1e-9);
        let before = drawn.clone();
        rate(&mut drawn, &[seat(1, 1, "a"), seat(2, 1, "a")]);
        assert_eq!(drawn, before);
    }
}
