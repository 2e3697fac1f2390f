//! A game comes in from another host as its game file: header, log, witnesses.
//! Seats are empty and offered anew; the clock stands until an operator lets it
//! run. Nothing is believed that a replay does not bear out.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    game::Game,
    log::{GameFile, Hash, chain_next, chain_start},
    order::Order,
    replay::{Stop, replay},
    ruleset::RULES_VERSION,
    turn::TurnResult,
    verify::{Fault, verify},
};

use super::{
    GameRow, create,
    terms::{Maker, Terms},
};
use crate::{
    ai,
    audit::{self, Act, Actor},
    calendar::{RESERVE_SECONDS, Rule},
    clock,
    deadline::default_clock,
    error::Error,
    export::table::{self, TableError},
    phases::{self, Opening},
    schema::{clocks, games, log, seats, witnesses},
};

/// Log records in one statement: well below the most parameters it may have.
const RECORDS_AT_ONCE: usize = 1000;

/// Why a file cannot become a game here.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Without it no further turn can be computed.
    #[error("the file has no seed; export the game with --moving on the host that it comes from")]
    NoSeed,
    /// This program has other rules.
    #[error("the game has rules version {0}, this program has {RULES_VERSION}")]
    Version(u32),
    /// The file is not what it says.
    #[error("the file does not verify; see: fieldpost verify ({0})")]
    Fault(Fault),
    /// It cannot be replayed, which verifying should have shown.
    #[error("the file cannot be replayed: {0}")]
    Stop(#[from] Stop),
    /// It is here already.
    #[error("this game is on this host already, as {0}")]
    Known(String),
    /// What stands around the game in it is no such thing.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Neither one nor one a seat.
    #[error("say one reserve for all seats, or one for each of the {0}")]
    Reserves(usize),
    /// The database, or what stands around it.
    #[error(transparent)]
    Host(#[from] Error),
}

impl From<diesel::result::Error> for ImportError {
    fn from(cause: diesel::result::Error) -> Self {
        Self::Host(cause.into())
    }
}

/// What the file leaves open.
#[derive(Debug, Default)]
pub struct Settings {
    /// What players call it; the scenario's name if there is none.
    pub name: Option<String>,
    /// When phases end; `None`: as the players last agreed, or by the usual clock
    /// of the terms.
    pub rule: Option<Rule>,
    /// Seconds beyond it from here on: one for all seats, or one each, in order.
    /// Left out, those of the usual clock, or none.
    pub reserves: Vec<i32>,
    /// What else the file does not say. That the game is ranked it does say.
    pub terms: Terms,
    /// Who is away and what is asked, as the file's last line says.
    pub table: table::Table,
}

/// Takes a game in, all or nothing.
///
/// # Errors
/// Whatever in the file does not hold, or the database's.
pub async fn import(
    conn: &mut AsyncPgConnection,
    file: &GameFile,
    settings: Settings,
) -> Result<GameRow, ImportError> {
    let seed = file.header.seed.ok_or(ImportError::NoSeed)?;
    if file.header.rules_version != RULES_VERSION {
        return Err(ImportError::Version(file.header.rules_version));
    }
    if let Some(fault) = verify(file).into_iter().next() {
        return Err(ImportError::Fault(fault));
    }
    let clock = Clock::of(file, &settings)?;
    let mut turns = Vec::new();
    let game = replay(file, |result, _| turns.push(Turn::of(result)))?;
    let seat_count = i16::try_from(file.header.scenario.seats.len()).map_err(Error::internal)?;
    let turn = game.turn().cast_signed();
    settings.table.check(seat_count, turn)?;
    let name = settings.name.as_deref();
    let name = create::named(name, &file.header.scenario)?;
    conn.transaction(async |conn| {
        let commitment = file.header.seed_commitment.to_string();
        let known: Option<String> = games::table
            .filter(games::seed_commitment.eq(&commitment))
            .select(games::key)
            .first(conn)
            .await
            .optional()?;
        if let Some(key) = known {
            return Err(ImportError::Known(key));
        }
        let row = add(conn, file, &game, seed, (&name, &settings, &clock)).await?;
        // The clock first: a commit of the open turn is noted there as it is written.
        if row.phase == "orders" {
            open_stopped(conn, &row, &game).await?;
            settings.table.put(conn, row.id).await?;
        }
        add_log(conn, row.id, file).await?;
        add_witnesses(conn, row.id, turns).await?;
        audit::record(conn, &Act::new(Actor::Console, "import").game(row.id)).await?;
        Ok(row)
    })
    .await
}

async fn add(
    conn: &mut AsyncPgConnection,
    file: &GameFile,
    game: &Game,
    seed: [u8; 32],
    (name, settings, clock): (&str, &Settings, &Clock),
) -> Result<GameRow, Error> {
    let scenario = &file.header.scenario;
    let phase = if game.outcome().is_some() {
        "ended"
    } else {
        "orders"
    };
    let chain = file
        .lines
        .iter()
        .fold(chain_start(&file.header), |chain, line| {
            chain_next(chain, &line.record.canonical_json())
        });
    let row: GameRow = diesel::insert_into(games::table)
        .values((
            games::key.eq(super::key()?),
            games::name.eq(name),
            games::header.eq(&file.header.public_line),
            games::seed.eq(seed.as_slice()),
            games::seed_commitment.eq(file.header.seed_commitment.to_string()),
            games::rules_version.eq(file.header.rules_version.cast_signed()),
            games::phase.eq(phase),
            games::turn.eq(game.turn().cast_signed()),
            games::head_seq.eq(game.head().cast_signed()),
            games::head_chain.eq(chain.0.as_slice()),
            games::reserve_seconds.eq(clock.reserves.iter().copied().max().unwrap_or(0)),
        ))
        .returning(GameRow::as_returning())
        .get_result(conn)
        .await?;
    phases::set_rule(conn, row.id, &clock.rule).await?;
    create::add_seats(conn, &row, scenario).await?;
    for (seat, reserve) in (0_i16..).zip(&clock.reserves) {
        diesel::update(seats::table.find((row.id, seat)))
            .set(seats::reserve_seconds_left.eq(reserve))
            .execute(conn)
            .await?;
    }
    let terms = Terms {
        is_ranked: scenario.options.ranked,
        maker: Maker::Away,
        is_ground_hidden: true,
        usual_pace: None,
        starts_at: None,
        password: None,
        calendar: None,
        ..settings.terms.clone()
    };
    create::add_terms(conn, &row, scenario, &terms, None).await?;
    Ok(row)
}

/// The clock that a game goes on with.
struct Clock {
    rule: Rule,
    /// What each seat has.
    reserves: Vec<i32>,
}

impl Clock {
    fn of(file: &GameFile, settings: &Settings) -> Result<Self, ImportError> {
        let scenario = &file.header.scenario;
        let mut lines = file.lines.iter().rev();
        // The log says seconds alone, of fixed times their longest period.
        let agreed = lines.find_map(|line| match line.record.order {
            Order::SetDeadline { seconds } => Some(seconds.0.map_or(Rule::Open, Rule::Period)),
            _ => None,
        });
        let usual = settings.terms.usual_pace;
        let usual = usual.map(|pace| default_clock(pace, create::people(scenario)));
        let (seconds, reserve) = usual.unwrap_or_default();
        let by_default =
            || seconds.map_or(Rule::Open, |seconds| Rule::Period(seconds.unsigned_abs()));
        let count = scenario.seats.len();
        let reserves = match settings.reserves[..] {
            [] => vec![reserve; count],
            [one] => vec![one; count],
            ref each if each.len() == count => each.to_vec(),
            _ => return Err(ImportError::Reserves(count)),
        };
        if reserves.iter().any(|one| !RESERVE_SECONDS.contains(one)) {
            return Err(Error::BadRequest("bad-reserve").into());
        }
        Ok(Self {
            rule: settings.rule.clone().or(agreed).unwrap_or_else(by_default),
            reserves,
        })
    }
}

async fn add_log(conn: &mut AsyncPgConnection, game_id: i64, file: &GameFile) -> Result<(), Error> {
    let mut chain = chain_start(&file.header);
    for lines in file.lines.chunks(RECORDS_AT_ONCE) {
        let rows: Vec<_> = lines
            .iter()
            .map(|line| {
                let record = &line.record;
                let canonical = record.canonical_json();
                chain = chain_next(chain, &canonical);
                (
                    log::game_id.eq(game_id),
                    log::seq.eq(record.seq.cast_signed()),
                    log::turn.eq(record.turn.cast_signed()),
                    log::seat.eq(record.seat.map(|seat| i16::from(seat.0))),
                    log::kind.eq(record.order.kind()),
                    log::record.eq(canonical),
                    log::chain.eq(chain.0.to_vec()),
                )
            })
            .collect();
        diesel::insert_into(log::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// The hashes of a turn as the replay has them; the file's own were compared.
struct Turn {
    turn: u32,
    activation: Hash,
    state: Hash,
    turn_hash: Hash,
}

impl Turn {
    fn of(result: &TurnResult) -> Self {
        Self {
            turn: result.turn,
            activation: result.activation,
            state: result.state,
            turn_hash: result.turn_hash,
        }
    }
}

async fn add_witnesses(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turns: Vec<Turn>,
) -> Result<(), Error> {
    let rows: Vec<_> = turns
        .iter()
        .map(|turn| {
            (
                witnesses::game_id.eq(game_id),
                witnesses::turn.eq(turn.turn.cast_signed()),
                witnesses::activation.eq(turn.activation.to_string()),
                witnesses::state.eq(turn.state.to_string()),
                witnesses::turn_hash.eq(turn.turn_hash.to_string()),
            )
        })
        .collect();
    diesel::insert_into(witnesses::table)
        .values(rows)
        .execute(conn)
        .await?;
    Ok(())
}

/// The open phase, with its clock standing: nobody sits there yet.
async fn open_stopped(
    conn: &mut AsyncPgConnection,
    row: &GameRow,
    game: &Game,
) -> Result<(), Error> {
    // As at any boundary, a commander's orders are waited for too (TM-410).
    let state = (0_i16..).zip(&game.state().seats);
    let playing = state.filter(|(_, seat)| !seat.out);
    let mut opening = Opening::default();
    for (index, seat) in playing {
        opening.expected.push(index);
        if seat.substituted {
            opening.substituted.push(index);
        }
    }
    let now = clock::now(conn).await?;
    // A commander goes on with what it held; whoever takes the seat has it from
    // the next turn on.
    diesel::update(seats::table)
        .filter(seats::game_id.eq(row.id))
        .filter(seats::seat.eq_any(&opening.substituted))
        .set((seats::ai.eq(ai::STANDARD), seats::standby_since.eq(now)))
        .execute(conn)
        .await?;
    phases::open(conn, row.id, row.turn, opening).await?;
    diesel::update(clocks::table.find((row.id, row.turn)))
        .set(clocks::stopped_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}
