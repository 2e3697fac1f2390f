//! A game out of the database, as a game file (formats, HO-160, HO-170). What it
//! prints is what is stored: nothing is computed, and a running game's seed stays
//! where it is.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::log::{GameFile, Hash, Header, OrderRecord, Witness, file::Line};

use crate::{
    error::Error,
    games::GameRow,
    replays::unsigned,
    schema::{games, log, witnesses},
};

/// The phase of a game whose seed may be seen.
const ENDED: &str = "ended";

/// The game file of a game, with its seed if the game is over.
///
/// # Errors
/// Where the database does not answer, or holds what no host has written.
pub async fn game_file(conn: &mut AsyncPgConnection, game: &GameRow) -> Result<String, Error> {
    let (header, seed): (String, Vec<u8>) = games::table
        .find(game.id)
        .select((games::header, games::seed))
        .first(conn)
        .await?;
    let mut header = Header::parse(&header).map_err(|error| Error::internal(error.to_string()))?;
    let over = game.phase == ENDED;
    header.seed = seed.try_into().ok().filter(|_| over);
    let records: Vec<String> = log::table
        .filter(log::game_id.eq(game.id))
        .order(log::seq)
        .select(log::record)
        .load(conn)
        .await?;
    let lines = records.iter().map(|record| {
        let record = OrderRecord::parse(record).map_err(|why| Error::internal(why.to_string()))?;
        Ok(Line {
            record,
            chain: None,
        })
    });
    let lines = lines.collect::<Result<_, Error>>()?;
    let seen: Vec<(i32, String, String, String)> = witnesses::table
        .filter(witnesses::game_id.eq(game.id))
        .order(witnesses::turn)
        .select((
            witnesses::turn,
            witnesses::activation,
            witnesses::state,
            witnesses::turn_hash,
        ))
        .load(conn)
        .await?;
    let witnesses = seen
        .into_iter()
        .map(|(turn, activation, state, turn_hash)| {
            let hash = |hex: String| {
                Hash::from_hex(&hex).ok_or_else(|| Error::internal(format!("{hex} is no hash")))
            };
            Ok(Witness {
                turn: unsigned(turn),
                activation: hash(activation)?,
                state: hash(state)?,
                turn_hash: hash(turn_hash)?,
            })
        });
    let witnesses = witnesses.collect::<Result<_, Error>>()?;
    Ok(GameFile {
        header,
        lines,
        witnesses,
    }
    .print(over))
}
