//! `game new`, `game list`, `game invite`: what an operator does with games.

use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use diesel_async::AsyncPgConnection;
use fieldpost_engine::scenario::{Controller, ScenarioSeat};

use super::{scenario::find, terms::TermsOptions, told};
use crate::{
    auth::{Auth, Email, invitations},
    calendar::Rule,
    config::{Config, ConfigArgs},
    db, games,
    games::{GameRow, NewGame},
};

/// What can be done with games.
#[derive(Debug, Subcommand)]
pub(super) enum GameCommand {
    /// Make a game and offer its seats
    #[command(
        after_help = "Example:\n  fieldpost game new kelsey-ford --invite ada@example.org --invite ben@example.org --invite cleo@example.org\n  fieldpost game new kelsey-ford --deadline 'Europe/Vienna mon,thu 20:00' --reserve 172800 --anonymous"
    )]
    New(Box<NewOptions>),
    /// List all games
    #[command(after_help = "Example:\n  fieldpost game list")]
    List(Box<ConfigArgs>),
    /// Offer a free seat by a new link; the old one is void
    #[command(after_help = "Example:\n  fieldpost game invite abcde23456 1 ben@example.org")]
    Invite(Box<InviteOptions>),
}

#[derive(Args, Debug)]
pub(super) struct NewOptions {
    /// A scenario that ships with the program, or a file
    scenario: String,
    /// The game's name; the scenario's if left out
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    terms: TermsOptions,
    /// A player's mail address, one for each seat, in order
    #[arg(long)]
    invite: Vec<String>,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Args, Debug)]
pub(super) struct InviteOptions {
    /// The game's key, as in its address
    game: String,
    /// The seat's index, from 0
    seat: i16,
    /// Where to mail the link; left out, it is only printed
    address: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) async fn game(command: GameCommand) -> anyhow::Result<ExitCode> {
    match command {
        GameCommand::New(options) => new(*options).await?,
        GameCommand::List(args) => list(*args).await?,
        GameCommand::Invite(options) => invite(*options).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn new(options: NewOptions) -> anyhow::Result<()> {
    let scenario = find(&options.scenario)?;
    let people = |seat: &&ScenarioSeat| seat.controller == Controller::Human;
    let seats = scenario.seats.iter().filter(people).count();
    if options.invite.len() > seats {
        bail!("the scenario has {seats} seats for people; leave out some of the addresses");
    }
    let addresses: Vec<Email> = options
        .invite
        .iter()
        .map(|text| address(text))
        .collect::<anyhow::Result<_>>()?;
    let reserve_seconds = match options.terms.reserves()?[..] {
        [] => 0,
        [seconds] => seconds,
        _ => bail!("--reserve: one number of seconds, the same for every player"),
    };
    let mut terms = options.terms.terms()?;
    terms.is_ranked = scenario.options.ranked;
    let deadline_seconds = match options.terms.rule()? {
        None if reserve_seconds > 0 => bail!("--reserve without --deadline: say both, or neither"),
        None | Some(Rule::Open) => None,
        Some(Rule::Period(seconds)) => Some(seconds.cast_signed()),
        Some(Rule::Calendar(calendar)) => {
            terms.calendar = Some(calendar);
            None
        }
    };
    let (config, mut conn) = open(options.config).await?;
    let new = NewGame {
        name: options.name,
        scenario,
        deadline_seconds,
        reserve_seconds,
        created_by: None,
    };
    let auth = Auth::new(&config)?;
    let game = games::create_with(&mut conn, &auth, new, &terms).await;
    let game = game.map_err(told)?;
    println!("{}  {}", game.key, game.name);
    let mut addresses = addresses.iter();
    for seat in games::seats_of(&mut conn, game.id).await.map_err(told)? {
        if seat.is_ai() {
            continue;
        }
        let to = addresses.next();
        offer(
            &mut conn,
            &config,
            &auth,
            &game,
            (seat.seat, &seat.name),
            to,
        )
        .await?;
    }
    Ok(())
}

async fn list(args: ConfigArgs) -> anyhow::Result<()> {
    let (_, mut conn) = open(args).await?;
    for game in games::all(&mut conn).await.map_err(told)? {
        println!(
            "{}  turn {:>3}  {:<9}  {}",
            game.key, game.turn, game.phase, game.name
        );
    }
    Ok(())
}

async fn invite(options: InviteOptions) -> anyhow::Result<()> {
    let to = options.address.as_deref().map(address).transpose()?;
    let (config, mut conn) = open(options.config).await?;
    let game = games::find(&mut conn, &options.game)
        .await
        .map_err(|_| anyhow!("no game {}; see: fieldpost game list", options.game))?;
    let auth = Auth::new(&config)?;
    let seats = games::seats_of(&mut conn, game.id).await.map_err(told)?;
    let seat = seats
        .iter()
        .find(|seat| seat.seat == options.seat && !seat.is_filled())
        .ok_or_else(|| anyhow!("seat {} is taken or not there", options.seat))?;
    offer(
        &mut conn,
        &config,
        &auth,
        &game,
        (seat.seat, &seat.name),
        to.as_ref(),
    )
    .await
}

/// Offers one seat and prints the link, for whoever passes it on by hand.
pub(super) async fn offer(
    conn: &mut AsyncPgConnection,
    config: &Config,
    auth: &Auth,
    game: &GameRow,
    (seat, name): (i16, &str),
    to: Option<&Email>,
) -> anyhow::Result<()> {
    let token = invitations::offer(conn, auth, game.id, seat, to)
        .await
        .map_err(told)?;
    let link = config.public_url.join(&invitations::path(&token));
    match to {
        Some(to) => println!("  seat {seat} {name}: {link}  (mailed to {})", to.as_str()),
        None => println!("  seat {seat} {name}: {link}"),
    }
    Ok(())
}

pub(super) async fn open(args: ConfigArgs) -> anyhow::Result<(Config, AsyncPgConnection)> {
    let config = Config::check(args)?;
    let conn = db::establish(config.database_url.0.clone())
        .await
        .context("FIELDPOST_DATABASE_URL: the database does not answer")?;
    Ok((config, conn))
}

pub(super) fn address(text: &str) -> anyhow::Result<Email> {
    Email::parse(text).ok_or_else(|| anyhow!("{text:?} is no mail address"))
}
