//! `admin`: what an operator does, from the command line. Each command is one act
//! of `crate::admin`, recorded as the console's.

use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use diesel_async::AsyncPgConnection;

use super::told;
use crate::{
    admin::{games, mails, people},
    aside,
    audit::{self, Actor},
    auth::Email,
    config, db,
    error::Error,
    texts::Texts,
};

/// How many lines a list shows.
const MOST: i64 = 100;

#[derive(Args, Debug)]
pub(super) struct Database {
    /// Where the database is
    #[arg(long, env = "FIELDPOST_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub(super) enum AdminCommand {
    /// Stalled games, alarms, and background work that fails
    #[command(after_help = "Example:\n  fieldpost admin alarms")]
    Alarms(Database),
    /// Let a game try again what failed, such as the turn it is stalled in
    #[command(after_help = "Example:\n  fieldpost admin retry abcde23456")]
    Retry(Game),
    /// Have background work that failed tried at once, by its number
    #[command(after_help = "Example:\n  fieldpost admin retry-job 17")]
    RetryJob(Job),
    /// Stop the clock of a game's open turn
    #[command(after_help = "Example:\n  fieldpost admin pause abcde23456")]
    Pause(Game),
    /// Let it run again, with the time that was left
    #[command(after_help = "Example:\n  fieldpost admin resume abcde23456")]
    Resume(Game),
    /// Move the open turn's deadline
    #[command(after_help = "Example:\n  fieldpost admin extend abcde23456 86400")]
    Extend(Extend),
    /// Give a seat to somebody else from the next turn on; everybody is told
    #[command(
        after_help = "Example:\n  fieldpost admin replace-seat abcde23456 1 dora@example.org"
    )]
    ReplaceSeat(ReplaceSeat),
    /// Move an account to another address at its next boundary; its tables are told
    #[command(
        after_help = "Example:\n  fieldpost admin move-address ada@example.org ada@example.net"
    )]
    MoveAddress(MoveAddress),
    /// Show somebody out: no session, no link
    #[command(after_help = "Example:\n  fieldpost admin remove mallory@example.org")]
    Remove(Person),
    /// Let somebody in again
    #[command(after_help = "Example:\n  fieldpost admin readmit mallory@example.org")]
    Readmit(Person),
    /// Make an account an operator's
    #[command(after_help = "Example:\n  fieldpost admin operator ada@example.org")]
    Operator(Operator),
    /// Mails that did not go out
    #[command(after_help = "Example:\n  fieldpost admin mails")]
    Mails(Database),
    /// Send such a mail again, by its number
    #[command(after_help = "Example:\n  fieldpost admin retry-mail 17")]
    RetryMail(Mail),
    /// Give such a mail up
    #[command(after_help = "Example:\n  fieldpost admin bury-mail 17")]
    BuryMail(Mail),
    /// What was done, the newest first
    #[command(after_help = "Example:\n  fieldpost admin acts")]
    Acts(Database),
}

#[derive(Args, Debug)]
pub(super) struct Game {
    /// The game's key, as in its address
    game: String,
    #[command(flatten)]
    database: Database,
}

#[derive(Args, Debug)]
pub(super) struct Extend {
    #[command(flatten)]
    game: Game,
    /// By how many seconds, up to 5184000
    seconds: i32,
}

#[derive(Args, Debug)]
pub(super) struct ReplaceSeat {
    #[command(flatten)]
    game: Game,
    /// The seat's index, from 0
    seat: i16,
    /// Who is to hold it
    address: String,
}

#[derive(Args, Debug)]
pub(super) struct Person {
    /// The account's address
    address: String,
    #[command(flatten)]
    database: Database,
}

#[derive(Args, Debug)]
pub(super) struct MoveAddress {
    #[command(flatten)]
    person: Person,
    /// The new one
    to: String,
}

#[derive(Args, Debug)]
pub(super) struct Operator {
    #[command(flatten)]
    person: Person,
    /// Not any more
    #[arg(long)]
    revoke: bool,
}

#[derive(Args, Debug)]
pub(super) struct Mail {
    /// Its number, as `admin mails` lists it
    id: i64,
    #[command(flatten)]
    database: Database,
}

#[derive(Args, Debug)]
pub(super) struct Job {
    /// Its number, as `admin alarms` lists it
    id: i64,
    #[command(flatten)]
    database: Database,
}

/// Who acts here.
const ME: Actor = Actor::Console;

pub(super) async fn admin(command: AdminCommand) -> anyhow::Result<ExitCode> {
    use AdminCommand as Do;
    match command {
        Do::Alarms(database) => alarms(&mut open(database).await?).await?,
        Do::Mails(database) => letters(&mut open(database).await?).await?,
        Do::Acts(database) => acts(&mut open(database).await?).await?,
        Do::Retry(game) => {
            let (mut conn, id) = find(game).await?;
            done(games::retry(&mut conn, ME, id).await)?;
        }
        Do::RetryJob(job) => {
            let mut conn = open(job.database).await?;
            done(aside::retry(&mut conn, ME, job.id).await)?;
        }
        Do::Pause(game) => {
            let (mut conn, id) = find(game).await?;
            done(games::pause(&mut conn, ME, id).await)?;
        }
        Do::Resume(game) => {
            let (mut conn, id) = find(game).await?;
            done(games::resume(&mut conn, ME, id).await)?;
        }
        Do::Extend(extend) => {
            let (mut conn, id) = find(extend.game).await?;
            done(games::extend(&mut conn, ME, id, extend.seconds).await)?;
        }
        Do::ReplaceSeat(change) => {
            let to = email(&change.address)?;
            let (mut conn, id) = find(change.game).await?;
            done(people::replace_seat(&mut conn, ME, id, change.seat, &to).await)?;
        }
        Do::MoveAddress(change) => {
            let to = email(&change.to)?;
            let (mut conn, id) = who(change.person).await?;
            done(people::move_address(&mut conn, ME, id, &to).await)?;
        }
        Do::Remove(person) => {
            let (mut conn, id) = who(person).await?;
            done(people::remove(&mut conn, ME, id).await)?;
        }
        Do::Readmit(person) => {
            let (mut conn, id) = who(person).await?;
            done(people::readmit(&mut conn, ME, id).await)?;
        }
        Do::Operator(operator) => {
            let (mut conn, id) = who(operator.person).await?;
            done(people::set_operator(&mut conn, ME, id, !operator.revoke).await)?;
        }
        Do::RetryMail(mail) => {
            let mut conn = open(mail.database).await?;
            done(mails::retry(&mut conn, ME, mail.id).await)?;
        }
        Do::BuryMail(mail) => {
            let mut conn = open(mail.database).await?;
            done(mails::bury(&mut conn, ME, mail.id).await)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Says that it is done, or why it is not.
fn done(outcome: Result<(), Error>) -> anyhow::Result<()> {
    match outcome {
        Ok(()) => println!("done, and written down"),
        Err(Error::Internal(cause)) => bail!(cause),
        Err(error) => bail!(Texts::english().t(&format!("error-{}", error.code()))),
    }
    Ok(())
}

async fn open(database: Database) -> anyhow::Result<AsyncPgConnection> {
    let url = config::database_url(database.database_url)?;
    db::establish(url.0)
        .await
        .context("FIELDPOST_DATABASE_URL: the database does not answer")
}

async fn find(game: Game) -> anyhow::Result<(AsyncPgConnection, i64)> {
    let mut conn = open(game.database).await?;
    let found = crate::games::find(&mut conn, &game.game)
        .await
        .map_err(|_| anyhow!("no game {}; see: fieldpost game list", game.game))?;
    Ok((conn, found.id))
}

async fn who(person: Person) -> anyhow::Result<(AsyncPgConnection, i64)> {
    let address = email(&person.address)?;
    let mut conn = open(person.database).await?;
    match people::find(&mut conn, &address).await {
        Ok(id) => Ok((conn, id)),
        Err(Error::NotFound) => bail!("nobody has the address {}", person.address),
        Err(error) => Err(told(error)),
    }
}

fn email(text: &str) -> anyhow::Result<Email> {
    Email::parse(text).ok_or_else(|| anyhow!("{text:?} is no mail address"))
}

async fn alarms(conn: &mut AsyncPgConnection) -> anyhow::Result<()> {
    for alarm in games::alarms(conn, MOST).await.map_err(told)? {
        println!(
            "{}  {}  turn {:>3}  {:<9}  {}: {}",
            alarm.created_at.format("%F %T"),
            alarm.key,
            alarm.turn,
            alarm.phase,
            alarm.kind,
            alarm.detail
        );
    }
    for job in aside::failing(conn, None, MOST).await.map_err(told)? {
        println!(
            "{}  {}  job {:>5}  {:<9}  {} {}: failed {} times, {}",
            job.first_at.format("%F %T"),
            job.key.as_deref().unwrap_or("-"),
            job.id,
            if job.is_aside { "set aside" } else { "again" },
            job.step,
            job.subject,
            job.attempts,
            job.cause
        );
    }
    Ok(())
}

async fn letters(conn: &mut AsyncPgConnection) -> anyhow::Result<()> {
    for letter in mails::failed(conn, MOST).await.map_err(told)? {
        println!(
            "{:>6}  {:<7}  {:<14}  {}  tried {}: {}",
            letter.id,
            letter.state,
            letter.kind,
            letter.key.as_deref().unwrap_or("-"),
            letter.attempts,
            letter.last_error
        );
    }
    Ok(())
}

async fn acts(conn: &mut AsyncPgConnection) -> anyhow::Result<()> {
    for act in audit::newest(conn, None, MOST).await.map_err(told)? {
        let number = |what: &str, id: Option<i64>| id.map(|id| format!("  {what} {id}"));
        println!(
            "{}  {:<16}  {}{}{}{}{}  {}",
            act.at.format("%F %T"),
            act.act,
            act.actor,
            number("by", act.actor_account).unwrap_or_default(),
            number("game", act.game_id).unwrap_or_default(),
            number("seat", act.seat.map(i64::from)).unwrap_or_default(),
            number("account", act.account_id).unwrap_or_default(),
            act.detail
        );
    }
    Ok(())
}
