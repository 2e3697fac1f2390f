//! A game out of the database, as a game file (formats, HO-160, HO-170), and what
//! a player may keep of it while it runs. What is printed is what is stored:
//! nothing is computed, and a running game's seed stays where it is.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::log::{
    GameFile, Hash, Header, Held, OrderRecord, Witness, blinded_witness,
    file::Line,
    held::{BlindedWitness, HeldOrder, Receipt},
    order_to_value, receipt,
};

use crate::{
    error::Error,
    games::GameRow,
    replays::unsigned,
    schema::{games, log, witnesses},
};

pub mod table;

/// The phase of a game whose seed may be seen.
const ENDED: &str = "ended";

/// The game file of a game, with its seed if the game is over.
///
/// # Errors
/// Where the database does not answer, or holds what no host has written.
pub async fn game_file(conn: &mut AsyncPgConnection, game: &GameRow) -> Result<String, Error> {
    Ok(read(conn, game.id).await?.print(game.phase == ENDED))
}

/// All that is stored of a game, its seed included: for checks on this host, and
/// not to be handed to anybody while the game runs.
///
/// # Errors
/// Where the database does not answer, or holds what no host has written.
pub async fn read(conn: &mut AsyncPgConnection, game_id: i64) -> Result<GameFile, Error> {
    let (header, seed): (String, Vec<u8>) = games::table
        .find(game_id)
        .select((games::header, games::seed))
        .first(conn)
        .await?;
    let mut header = Header::parse(&header).map_err(|error| Error::internal(error.to_string()))?;
    header.seed = Some(as_seed(seed)?);
    let records: Vec<(String, Vec<u8>)> = log::table
        .filter(log::game_id.eq(game_id))
        .order(log::seq)
        .select((log::record, log::chain))
        .load(conn)
        .await?;
    let lines = records.into_iter().map(|(record, chain)| {
        Ok(Line {
            record: as_record(&record)?,
            chain: Some(as_chain(chain)?),
        })
    });
    let lines = lines.collect::<Result<_, Error>>()?;
    let seen: Vec<(i32, String, String, String)> = witnesses::table
        .filter(witnesses::game_id.eq(game_id))
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
            Ok(Witness {
                turn: unsigned(turn),
                activation: as_hash(&activation)?,
                state: as_hash(&state)?,
                turn_hash: as_hash(&turn_hash)?,
            })
        });
    let witnesses = witnesses.collect::<Result<_, Error>>()?;
    Ok(GameFile {
        header,
        lines,
        witnesses,
        table: None,
    })
}

/// What the player of a seat may keep of a game to hold the host to it when the
/// seed is out: a receipt for every order of the seat's own, and the blinded
/// hash of every turn. Its length tells nothing of anybody else.
///
/// # Errors
/// Where the database does not answer, or holds what no host has written.
pub async fn held(conn: &mut AsyncPgConnection, game: &GameRow, seat: i16) -> Result<Held, Error> {
    let seed: Vec<u8> = games::table
        .find(game.id)
        .select(games::seed)
        .first(conn)
        .await?;
    let seed = as_seed(seed)?;
    let own: Vec<(String, Vec<u8>)> = log::table
        .filter(log::game_id.eq(game.id))
        .filter(log::seat.eq(seat))
        .order(log::seq)
        .select((log::record, log::chain))
        .load(conn)
        .await?;
    let orders = (1..).zip(own).map(|(count, (record, chain))| {
        let record = as_record(&record)?;
        Ok(HeldOrder {
            receipt: Receipt {
                game: game.key.clone(),
                turn: record.turn,
                count,
                mac: receipt(&seed, as_chain(chain)?),
            },
            order: Some(order_to_value(&record.order)),
        })
    });
    let orders = orders.collect::<Result<_, Error>>()?;
    let turns: Vec<(i32, String)> = witnesses::table
        .filter(witnesses::game_id.eq(game.id))
        .order(witnesses::turn)
        .select((witnesses::turn, witnesses::turn_hash))
        .load(conn)
        .await?;
    let witnesses = turns.into_iter().map(|(turn, turn_hash)| {
        Ok(BlindedWitness {
            turn: unsigned(turn),
            hash: blinded_witness(&seed, as_hash(&turn_hash)?),
        })
    });
    let witnesses = witnesses.collect::<Result<_, Error>>()?;
    Ok(Held { orders, witnesses })
}

fn as_seed(bytes: Vec<u8>) -> Result<[u8; 32], Error> {
    bytes
        .try_into()
        .map_err(|_| Error::internal("the seed is not 32 bytes"))
}

fn as_record(text: &str) -> Result<OrderRecord, Error> {
    OrderRecord::parse(text).map_err(|why| Error::internal(why.to_string()))
}

fn as_chain(bytes: Vec<u8>) -> Result<Hash, Error> {
    let bytes = bytes
        .try_into()
        .map_err(|_| Error::internal("a chain value is not 32 bytes"))?;
    Ok(Hash(bytes))
}

fn as_hash(hex: &str) -> Result<Hash, Error> {
    Hash::from_hex(hex).ok_or_else(|| Error::internal(format!("{hex} is no hash")))
}
