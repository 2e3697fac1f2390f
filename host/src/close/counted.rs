//! What is counted of closes, and of games that are over (HO-150): sums for the
//! operator. Of a game that runs nothing of its play is counted.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::replay;

use crate::{app::State, clock::Instant, error::Error, export, replays::Replayed, schema::clocks};

/// Counts a close of this process, and the whole game if it ended with it.
///
/// # Errors
/// The database's.
pub(super) async fn close(
    state: &State,
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    replayed: &Replayed,
) -> Result<(), Error> {
    state.metrics.count("fieldpost_closes_total", "");
    let clock: Option<(Option<Instant>, Option<Instant>)> = clocks::table
        .find((game_id, turn))
        .select((clocks::over_at, clocks::closed_at))
        .first(conn)
        .await
        .optional()?;
    if let Some((Some(over_at), Some(closed_at))) = clock {
        let late = (closed_at - over_at).max(TimeDelta::zero());
        state.metrics.time(
            "fieldpost_close_late_seconds_sum",
            "fieldpost_close_late_seconds_count",
            late.to_std().unwrap_or_default(),
        );
    }
    if replayed.game.outcome().is_some() {
        let state = state.clone();
        tokio::spawn(async move {
            if let Err(error) = game(&state, game_id).await {
                tracing::warn!(game_id, ?error, "a game that is over was not counted");
            }
        });
    }
    Ok(())
}

/// Fallbacks and Stances of a whole game (TM-1440, TM-1750), by another replay.
async fn game(state: &State, game_id: i64) -> Result<(), Error> {
    let file = {
        let mut conn = state.db.get().await?;
        export::read(&mut conn, game_id).await?
    };
    let metrics = state.metrics.clone();
    let played = tokio::task::spawn_blocking(move || {
        replay::replay(&file, |turn, _| {
            let activations = turn.order.len() as f64;
            metrics.add("fieldpost_finished_activations_total", "", activations);
            let fallbacks = turn.fallbacks.iter().sum::<u32>();
            metrics.add("fieldpost_finished_fallbacks_total", "", fallbacks.into());
            for (stance, count) in turn.stance_counts() {
                let label = format!("stance=\"{stance:?}\"");
                metrics.add("fieldpost_finished_stances_total", &label, count.into());
            }
        })
        .map(drop)
    });
    played
        .await
        .map_err(Error::internal)?
        .map_err(|stop| Error::internal(stop.to_string()))
}
