//! What is counted of games that are over (HO-150): sums for the operator. Of a game
//! that runs nothing of its play is counted.

use fieldpost_engine::replay;

use crate::{
    app::State,
    aside::{Job, Step},
    error::Error,
    export,
};

/// Counts one game that ended here, by another replay. Yields whether there was one.
///
/// # Errors
/// Only those of a database that is away: a game that cannot be counted is left out.
pub(super) async fn step(state: &State) -> Result<bool, Error> {
    let Some(game_id) = state.metrics.owed_game() else {
        return Ok(false);
    };
    let job: Job = Step::Count.of_game(game_id, 0);
    state.asides.isolated(&job, game(state, game_id)).await?;
    Ok(true)
}

/// Fallbacks and Stances of a whole game (TM-1440, TM-1750).
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
