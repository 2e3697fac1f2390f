//! `export` and `import`: a game leaves this host as a file, or comes in as one.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, anyhow};
use clap::Args;

use super::{game, scenario::game_file, terms, terms::TermsOptions, told};
use crate::{
    admin,
    audit::{self, Act, Actor},
    auth::{Auth, Email},
    config::ConfigArgs,
    error::Error,
    export::{self, table::Table},
    games::{
        self,
        import::{self, ImportError, Settings},
    },
};

/// What to export.
#[derive(Args, Debug)]
pub(super) struct ExportOptions {
    /// The game's key, as in its address
    game: String,
    /// To go on with it on another host: stops its clock here, and puts the seed
    /// into the file although the game runs. Whoever reads it knows every die
    #[arg(long)]
    moving: bool,
    #[command(flatten)]
    config: ConfigArgs,
}

/// What to import, and on what terms.
#[derive(Args, Debug)]
pub(super) struct ImportOptions {
    /// The game file
    file: PathBuf,
    /// The game's name; the scenario's if left out
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    terms: TermsOptions,
    /// A player's mail address, one for each seat that people play, in order
    #[arg(long)]
    invite: Vec<String>,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) async fn export(options: ExportOptions) -> anyhow::Result<ExitCode> {
    let (_, mut conn) = game::open(options.config).await?;
    let key = &options.game;
    let found = games::find(&mut conn, key)
        .await
        .map_err(|_| anyhow!("no game {key}; see: fieldpost game list"))?;
    if !options.moving {
        let file = export::game_file(&mut conn, &found).await.map_err(told)?;
        print!("{file}");
        return Ok(ExitCode::SUCCESS);
    }
    match admin::games::pause(&mut conn, Actor::Console, found.id).await {
        // It may stand already.
        Ok(()) | Err(Error::Conflict("already-paused")) => {}
        Err(other) => return Err(told(other)).context("the game has no open turn to stop"),
    }
    let act = Act::new(Actor::Console, "export-with-seed").game(found.id);
    audit::record(&mut conn, &act).await.map_err(told)?;
    let mut file = export::read(&mut conn, found.id).await.map_err(told)?;
    let terms = terms::of_game(&mut conn, &found).await.map_err(told)?;
    let table = Table::read(&mut conn, &found).await.map_err(told)?;
    file.table = table.line();
    print!("{}", file.print(true));
    eprintln!(
        "fieldpost: the clock of {key} stands. If the game stays here after all: fieldpost admin resume {key}\nTo go on with it elsewhere as it is here: fieldpost import FILE {terms}"
    );
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn import(options: ImportOptions) -> anyhow::Result<ExitCode> {
    let file = game_file(&options.file)?;
    let addresses: Vec<Email> = options
        .invite
        .iter()
        .map(|text| game::address(text))
        .collect::<anyhow::Result<_>>()?;
    let settings = Settings {
        name: options.name,
        rule: options.terms.rule()?,
        reserves: options.terms.reserves()?,
        terms: options.terms.terms()?,
        table: Table::of(file.table.as_ref())?,
    };
    let (config, mut conn) = game::open(options.config).await?;
    let made = import::import(&mut conn, &file, settings).await;
    let made = made.map_err(|error| match error {
        ImportError::Host(error) => told(error),
        other => other.into(),
    })?;
    println!(
        "{}  turn {}  {}  {}",
        made.key, made.turn, made.phase, made.name
    );
    if made.phase != "orders" {
        return Ok(ExitCode::SUCCESS);
    }
    let auth = Auth::new(&config)?;
    let mut addresses = addresses.iter();
    for seat in games::seats_of(&mut conn, made.id).await.map_err(told)? {
        // One that an AI holds for its player is offered too.
        if !seat.is_filled() {
            let to = addresses.next();
            let seat = (seat.seat, seat.name.as_str());
            game::offer(&mut conn, &config, &auth, &made, seat, to).await?;
        }
    }
    println!(
        "Its clock stands. When everybody is there: fieldpost admin resume {}",
        made.key
    );
    Ok(ExitCode::SUCCESS)
}
