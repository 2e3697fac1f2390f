//! The `fieldpost` program: reads the command line and calls the library.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    fieldpost::cli::run().await
}
