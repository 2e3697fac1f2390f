//! `fieldpost play`: everything on one machine, with nothing to set up.
//!
//! A private database, a mailbox with a page, a game of the scenario asked for,
//! and the ordinary host on top. All of it lives in one folder; started again, it goes
//! on from there. Must not do anything that a real host does otherwise.

use std::{
    fs,
    io::{ErrorKind, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, anyhow};
use clap::Args;
use diesel_async::AsyncPgConnection;
use fieldpost_engine::scenario::Controller;
use tokio::sync::oneshot;

use crate::{
    app::State,
    auth::{Email, invitations},
    cluster::{Cluster, Durability},
    config::{Access, Config, DatabaseUrl, PublicUrl, Secret},
    db, games,
    games::{GameRow, NewGame},
    serve::{self, Listeners},
};

use super::{scenario::find, told};

/// What `play` is told.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Folder that everything is kept in
    #[arg(long, env = "FIELDPOST_PLAY_FOLDER", default_value = ".play")]
    folder: PathBuf,
    /// Port to serve on; another one is taken if it is in use
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// What to play: a scenario that ships with the program, or a file
    #[arg(long, default_value = "first-steps")]
    scenario: String,
    /// Seats that people take; the others get commanders. As the scenario says, if left out
    #[arg(long)]
    people: Option<usize>,
}

/// Players' addresses, in seat order. They reach nobody: mail stays here.
const PLAYERS: [&str; 8] = [
    "ada@fieldpost.test",
    "ben@fieldpost.test",
    "cleo@fieldpost.test",
    "dora@fieldpost.test",
    "emil@fieldpost.test",
    "fritz@fieldpost.test",
    "greta@fieldpost.test",
    "hugo@fieldpost.test",
];

/// Runs until Ctrl-C.
///
/// # Errors
/// Whatever keeps it from starting, with what to do.
pub(super) async fn play(options: Options) -> anyhow::Result<ExitCode> {
    serve::log_to_stderr("warn");
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let cluster_folder = options.folder.join("postgres");
    let cluster = tokio::task::spawn_blocking(move || {
        Cluster::start(&cluster_folder, Durability::Safe, &program)
    })
    .await??;
    let cluster = Arc::new(cluster);
    let (over, is_over) = oneshot::channel();
    let keeper = tokio::spawn(keep_alive(Arc::clone(&cluster), is_over));
    let served = serve_in(&options, &cluster).await;
    // To its end, or it might start what is stopped here.
    drop(over);
    keeper.await?;
    let stopped = tokio::task::spawn_blocking(move || cluster.stop()).await?;
    served?;
    stopped?;
    Ok(ExitCode::SUCCESS)
}

/// A server that the system or its user killed is started again: there is nobody else
/// here to do it, and nothing is lost by it.
async fn keep_alive(cluster: Arc<Cluster>, mut is_over: oneshot::Receiver<()>) {
    loop {
        tokio::select! {
            _ = &mut is_over => return,
            () = tokio::time::sleep(Duration::from_secs(2)) => {}
        }
        let cluster = Arc::clone(&cluster);
        let revive = move || cluster.revive(Durability::Safe);
        match tokio::task::spawn_blocking(revive).await {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) => tracing::warn!("the database had stopped and was started again"),
            Ok(Err(cause)) => tracing::error!(%cause, "the database cannot be started again"),
            Err(cause) => tracing::error!(%cause, "the database was not looked after"),
        }
    }
}

async fn serve_in(options: &Options, cluster: &Cluster) -> anyhow::Result<()> {
    let url = cluster.url("postgres");
    db::migrate(&url)
        .await
        .map_err(told)
        .context("cannot bring the database up to date")?;
    let mailbox = options.folder.join("mailbox");
    // Sign-in links lie in it.
    let mut private = fs::DirBuilder::new();
    private
        .recursive(true)
        .mode(0o700)
        .create(&mailbox)
        .with_context(|| format!("cannot make the folder {}", mailbox.display()))?;
    let listener = free_port(options.port)?;
    let listen = listener.local_addr()?;
    let public_url =
        PublicUrl::parse(&format!("http://{listen}")).map_err(|fault| anyhow!(fault))?;
    let state = State::connect(Config {
        database_url: DatabaseUrl(url),
        listen,
        public_url,
        secret: secret(&options.folder)?,
        smtp_url: None,
        mailbox,
        mail_from: "Fieldpost <fieldpost@fieldpost.test>".parse()?,
        operator_listen: None,
        access: Access::default(),
    })
    .await
    .map_err(told)?;
    let game = {
        let mut conn = state.db.get().await.map_err(told)?;
        the_game(&mut conn, &state, options).await?
    };
    if listen.port() != options.port {
        println!(
            "Port {} is in use; taking {} instead.",
            options.port,
            listen.port()
        );
    }
    welcome(&state, &game.0, &game.1, &options.folder);
    serve::until_stopped(
        state,
        Listeners {
            public: listener,
            operator: None,
        },
    )
    .await?;
    println!(
        "Stopped. Everything is kept in {}.",
        options.folder.display()
    );
    Ok(())
}

/// The port asked for, else any that is free.
fn free_port(port: u16) -> anyhow::Result<TcpListener> {
    let at = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    match at(port) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => at(0),
        other => other,
    }
    .context("cannot serve on this machine")
}

/// Made once and kept, so that whoever is signed in stays so.
fn secret(folder: &Path) -> anyhow::Result<Secret> {
    let path = folder.join("secret");
    let told = || format!("cannot keep the secret in {}", path.display());
    match fs::read(&path) {
        Ok(bytes) if bytes.len() == 32 => return Ok(Secret::new(&bytes)),
        Ok(_) => fs::remove_file(&path).with_context(told)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(told),
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness: {error}"))?;
    let mut file = fs::File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)
        .with_context(told)?;
    file.write_all(&bytes).with_context(told)?;
    Ok(Secret::new(&bytes))
}

/// Finds the game, or makes it and mails the invitations. A start that was cut
/// off in between leaves seats without one; they are invited now. Yields the
/// addresses of its players too.
async fn the_game(
    conn: &mut AsyncPgConnection,
    state: &State,
    options: &Options,
) -> anyhow::Result<(GameRow, Vec<&'static str>)> {
    let mut scenario = find(&options.scenario)?;
    if let Some(people) = options.people {
        for (index, seat) in scenario.seats.iter_mut().enumerate() {
            seat.controller = if index < people {
                Controller::Human
            } else {
                Controller::Ai
            };
        }
    }
    let mut games = games::all(conn).await.map_err(told)?.into_iter();
    // What goes on is gone on with, before anything new is begun.
    let running = games.find(|game| game.name == scenario.name && game.phase != "ended");
    let game = match running {
        Some(game) => game,
        None => {
            let new = NewGame {
                name: None,
                scenario,
                deadline_seconds: None,
                reserve_seconds: 0,
                created_by: None,
            };
            games::create(conn, new).await.map_err(told)?
        }
    };
    let seats = games::seats_of(conn, game.id).await.map_err(told)?;
    let seats = seats.iter().filter(|seat| seat.ai.is_none());
    let mut players = Vec::new();
    for (seat, player) in seats.zip(PLAYERS) {
        players.push(player);
        if seat.account_id.is_none() && seat.invite_email.is_none() {
            let email = Email::parse(player).ok_or_else(|| anyhow!("no address: {player}"))?;
            invitations::offer(conn, &state.auth, game.id, seat.seat, Some(&email))
                .await
                .map_err(told)?;
        }
    }
    Ok((game, players))
}

fn welcome(state: &State, game: &GameRow, players: &[&str], folder: &Path) {
    let url = &state.config.public_url;
    let whom = match players {
        [_] => "its player, against the machine".to_owned(),
        many => format!("its {} players", many.len()),
    };
    println!();
    println!("Fieldpost is ready: {}", url.join("/"));
    println!();
    println!("  A game of {} waits for {whom}.", game.name);
    println!(
        "  The mail, with invitations and sign-in links, is at {}",
        url.join("/mailbox")
    );
    println!();
    for player in players {
        println!("    {player}");
    }
    println!();
    if players.len() > 1 {
        println!("  Open each player in a browser profile or private window of its own.");
    }
    println!(
        "  Everything is kept in {}. Ctrl-C stops it all.",
        folder.display()
    );
    println!();
}
