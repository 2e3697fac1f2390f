//! One host process from its first request to its last: the web server and the
//! background work beside it, until somebody says stop.

use std::{net::TcpListener, time::Duration};

use crate::{
    app::{self, State},
    worker::Workers,
};

/// How long background work may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// The sockets of a process, bound already.
#[derive(Debug)]
pub struct Listeners {
    /// For everybody.
    pub public: TcpListener,
    /// For operators, if they are to have one.
    pub operator: Option<TcpListener>,
}

/// Serves until Ctrl-C or SIGTERM.
///
/// # Errors
/// The system's, on sockets and signals.
pub async fn until_stopped(state: State, listeners: Listeners) -> std::io::Result<()> {
    let Listeners { public, operator } = listeners;
    if let Some(listener) = operator {
        // It goes down with the process, whatever is still under way there.
        tokio::spawn(app::operator_server(state.clone(), listener)?);
    }
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().min(8));
    let server = app::server(state.clone(), public, threads)?;
    let handle = server.handle();
    let workers = Workers::start(&state);
    let server = tokio::spawn(server);
    stop_signal().await?;
    tracing::info!("stopping");
    handle.stop(true).await;
    workers.stop(PATIENCE).await;
    // It was told to stop, so all that is left to see is how it went.
    server
        .await
        .unwrap_or_else(|panic| Err(std::io::Error::other(panic)))
}

/// Waits for whichever comes first. Once this was polled, neither signal ends
/// the process by itself any more.
async fn stop_signal() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

/// Logs to standard error: lines for people on a terminal, JSON elsewhere.
/// `RUST_LOG` chooses what; requests, addresses and tokens are never in it.
pub fn log_to_stderr(default: &str) {
    use std::io::IsTerminal;
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second initialisation in one process is refused, and harmless.
    let _ = if std::io::stderr().is_terminal() {
        logs.with_target(false).try_init()
    } else {
        logs.json().try_init()
    };
}
