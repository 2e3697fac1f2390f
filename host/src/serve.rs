//! One host process from its first request to its last: the web server and the
//! background work beside it, until somebody says stop.

use std::{net::TcpListener, time::Duration};

use crate::{
    app::{self, State},
    worker::Workers,
};

/// How long background work may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves on a socket that is bound already, until Ctrl-C or SIGTERM.
///
/// # Errors
/// The system's, on sockets and signals.
pub async fn until_stopped(state: State, listener: TcpListener) -> std::io::Result<()> {
    let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().min(8));
    let server = app::server(state.clone(), listener, threads)?;
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
