//! A private Postgres in a data folder: started, found again, stopped.
//!
//! It listens on a unix socket only, without password, which is safe because
//! only its owner can reach the socket. Must not know what is stored in it.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

mod guard;
mod programs;

pub use guard::guard;
use programs::Programs;

/// What can keep a cluster from standing.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No server programs on this machine.
    #[error(
        "no PostgreSQL server programs found; install them (Debian, Ubuntu: apt install postgresql; macOS: brew install postgresql) or set FIELDPOST_PG_BIN to their folder"
    )]
    NoPrograms,
    /// Started by root, and no way to drop to another user.
    #[error(
        "PostgreSQL refuses to run as root and nobody else may enter {0}; run as a plain user or choose another folder"
    )]
    Root(PathBuf),
    /// One of the programs failed.
    #[error("{program} failed: {output}")]
    Failed {
        /// Which one.
        program: &'static str,
        /// What it said.
        output: String,
    },
    /// A file or folder could not be made, read or locked.
    #[error("{path}: {cause}")]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// What a cluster is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Games people play: survives a power cut.
    Safe,
    /// Tests: as fast as can be, and thrown away when nobody uses it.
    Throwaway,
}

/// A running cluster, in use by this process for as long as this lives.
///
/// Dropping it does not stop the server: others may use it too. Once no
/// process does, its guard stops it, even after a kill without warning.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    socket: PathBuf,
    programs: Programs,
    /// Holds a shared lock; the kernel lets go of it when the process ends.
    in_use: File,
}

impl Cluster {
    /// Starts the cluster in `folder`, or joins the one that runs there.
    ///
    /// `guard` is this program's path: it is started once beside the server as
    /// `cluster-guard FOLDER` to stop the server when nobody uses it any more.
    pub fn start(
        folder: &Path,
        durability: Durability,
        guard: &Path,
    ) -> Result<Self, ClusterError> {
        make_folder(folder, 0o755)?;
        let folder = fs::canonicalize(folder).map_err(at(folder))?;
        let starting = lock_file(&folder, "start.lock")?;
        starting.lock().map_err(at(&folder))?;
        let in_use = lock_file(&folder, "users.lock")?;
        in_use.lock_shared().map_err(at(&folder))?;

        let programs = Programs::find(&folder)?;
        let socket = socket_folder(&folder);
        let cluster = Self {
            folder,
            socket,
            programs,
            in_use,
        };
        if !cluster.is_running() {
            cluster.launch(durability)?;
        }
        guard::spawn(guard, &cluster.folder, durability)?;
        Ok(cluster)
    }

    /// Starts the server again if it died. Yields whether it had.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub fn revive(&self, durability: Durability) -> Result<bool, ClusterError> {
        if self.is_running() {
            return Ok(false);
        }
        let starting = lock_file(&self.folder, "start.lock")?;
        starting.lock().map_err(at(&self.folder))?;
        // Another of its users may have been at it.
        if self.is_running() {
            return Ok(false);
        }
        self.launch(durability)?;
        Ok(true)
    }

    /// The connection string of one of its databases.
    pub fn url(&self, database: &str) -> String {
        format!(
            "postgresql:///{database}?host={}&user={OWNER}",
            self.socket.display()
        )
    }

    /// Whether a server lives here and answers.
    fn is_running(&self) -> bool {
        server_pid(&self.folder).is_some_and(is_alive)
            && std::os::unix::net::UnixStream::connect(self.socket.join(SOCKET_NAME)).is_ok()
    }

    fn launch(&self, durability: Durability) -> Result<(), ClusterError> {
        self.clean_up_stale()?;
        make_folder(&self.socket, 0o700)?;
        self.programs.give(&self.socket)?;
        let data = self.folder.join("data");
        if !data.join("PG_VERSION").exists() {
            // A first start that was cut off leaves half a folder behind.
            let _ = fs::remove_dir_all(&data);
            make_folder(&data, 0o700)?;
            self.programs.give(&data)?;
            let mut init = self.programs.command("initdb");
            init.arg("-D")
                .arg(&data)
                .args(["-U", OWNER, "-A", "trust", "-E", "UTF8"]);
            init.args(["--locale=C", "--no-instructions"]);
            if durability == Durability::Throwaway {
                init.arg("--no-sync");
            }
            finish("initdb", init)?;
        }
        let mut start = self.programs.command("pg_ctl");
        start
            .arg("-D")
            .arg(&data)
            .args(["-s", "-w", "-t", "60", "-l"])
            .arg(data.join("server.log"));
        start
            .arg("-o")
            .arg(self.server_options(durability))
            .arg("start");
        finish("pg_ctl", start)
    }

    fn server_options(&self, durability: Durability) -> String {
        let mut options = format!(
            "-c listen_addresses='' -c unix_socket_permissions=0700 -c unix_socket_directories='{}'",
            self.socket.display()
        );
        if durability == Durability::Throwaway {
            options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
                        -c max_connections=300 -c autovacuum=off";
        }
        options
    }

    /// Takes away what a server left behind that was killed: a pid file whose
    /// process is gone or belongs to something else would stop the next start.
    fn clean_up_stale(&self) -> Result<(), ClusterError> {
        let pid_file = self.folder.join("data/postmaster.pid");
        if let Some(pid) =
            server_pid(&self.folder).filter(|pid| is_alive(*pid) && is_postgres(*pid))
        {
            // Alive, but its socket is gone (a cleaned temporary folder).
            tracing::warn!(pid, "stopping a database server that nobody can reach");
            stop(&self.programs, &self.folder)?;
        }
        for path in [pid_file, self.socket.join(SOCKET_NAME)] {
            match fs::remove_file(&path) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                    return Err(ClusterError::Io { path, cause });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Stops the server now, unless another process uses it too.
    pub fn stop(&self) -> Result<(), ClusterError> {
        let starting = lock_file(&self.folder, "start.lock")?;
        starting.lock().map_err(at(&self.folder))?;
        if self.in_use.try_lock().is_err() {
            return Ok(());
        }
        stop(&self.programs, &self.folder)?;
        let _ = fs::remove_dir_all(&self.socket);
        Ok(())
    }
}

const OWNER: &str = "fieldpost";
const SOCKET_NAME: &str = ".s.PGSQL.5432";

fn stop(programs: &Programs, folder: &Path) -> Result<(), ClusterError> {
    let Some(pid) = server_pid(folder).filter(|pid| is_alive(*pid)) else {
        return Ok(());
    };
    let mut command = programs.command("pg_ctl");
    command
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-s", "-w", "-m", "fast", "stop"]);
    finish("pg_ctl", command)?;
    let patience = Instant::now() + Duration::from_secs(5);
    while is_alive(pid) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// The server's process, from the first line of its pid file.
fn server_pid(folder: &Path) -> Option<u32> {
    let text = fs::read_to_string(folder.join("data/postmaster.pid")).ok()?;
    text.lines().next()?.trim().parse().ok()
}

/// The name of a living process. One that is dead but not yet taken note of by
/// its parent is not living, though signals still reach it.
fn process_name(pid: u32) -> Option<String> {
    let (name, state) = if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // `pid (name) state …`, and the name may hold anything.
        let (_, rest) = stat.split_once('(')?;
        let (name, rest) = rest.rsplit_once(')')?;
        (name.to_owned(), rest.trim_start().chars().next()?)
    } else {
        let mut ps = Command::new("ps");
        let output = ps
            .args(["-o", "stat=,comm=", "-p", &pid.to_string()])
            .output()
            .ok()?;
        let line = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let (stat, name) = line.split_once(char::is_whitespace)?;
        (name.trim().to_owned(), stat.chars().next()?)
    };
    (!matches!(state, 'Z' | 'X')).then_some(name)
}

fn is_alive(pid: u32) -> bool {
    process_name(pid).is_some()
}

fn is_postgres(pid: u32) -> bool {
    process_name(pid).is_some_and(|name| name.contains("postgres"))
}

/// A short path, whatever the length of `folder`: a socket's path must stay
/// under 104 bytes. The owner is part of the name, as `/tmp` is shared.
fn socket_folder(folder: &Path) -> PathBuf {
    let owner = fs::metadata(folder)
        .map(|meta| meta.uid())
        .unwrap_or_default();
    let name = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
    PathBuf::from(format!("/tmp/fieldpost-{owner}-{}", &name[..12]))
}

fn make_folder(path: &Path, mode: u32) -> Result<(), ClusterError> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(mode)
        .create(path)
        .map_err(at(path))?;
    if mode == 0o700 {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(at(path))?;
    }
    Ok(())
}

fn lock_file(folder: &Path, name: &str) -> Result<File, ClusterError> {
    let path = folder.join(name);
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(at(&path))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |cause| ClusterError::Io { path, cause }
}

/// Runs a program to its end. Its output goes to a file and not to a pipe: the
/// server inherits it and would keep a pipe open for ever.
fn finish(program: &'static str, mut command: Command) -> Result<(), ClusterError> {
    let failed = |output: String| ClusterError::Failed { program, output };
    let path = std::env::temp_dir().join(format!("fieldpost-{program}-{}.out", std::process::id()));
    let output = File::create(&path).map_err(at(&path))?;
    let errors = output.try_clone().map_err(at(&path))?;
    let status = command
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .status();
    let said = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(&path);
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!(
            "{status}: {}",
            said.trim().replace('\n', "; ")
        ))),
        Err(cause) => Err(failed(cause.to_string())),
    }
}
