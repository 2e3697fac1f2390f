//! Where the Postgres programs are, and as whom they run.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::ClusterError;

/// The server programs, and how to start them as somebody they accept.
#[derive(Debug)]
pub(super) struct Programs {
    folder: PathBuf,
    run_as: RunAs,
}

/// Postgres refuses root.
#[derive(Debug)]
enum RunAs {
    /// Nobody to drop to: this is a plain user already.
    Self_,
    /// Root, dropped to a user who may enter the data folder.
    User { name: String, group: String },
    /// Root, in a namespace of its own where root's files look like another's:
    /// for data folders that only root may enter.
    Namespace { name: String, group: String },
}

impl Programs {
    /// Finds them, newest first, and decides as whom to run for `data`.
    pub(super) fn find(data: &Path) -> Result<Self, ClusterError> {
        let folder = candidates()
            .into_iter()
            .find(|folder| {
                ["initdb", "postgres", "pg_ctl"]
                    .iter()
                    .all(|name| folder.join(name).is_file())
            })
            .ok_or(ClusterError::NoPrograms)?;
        let run_as = if says("id", &["-u"]).as_deref() == Some("0") {
            drop_root(data, &folder)?
        } else {
            RunAs::Self_
        };
        Ok(Self { folder, run_as })
    }

    /// One of the programs, ready to take arguments.
    pub(super) fn command(&self, program: &str) -> Command {
        let program = self.folder.join(program);
        let mut command = self.run_as.command(&program);
        // The user may not be able to enter the folder this was started in.
        command.current_dir("/");
        command
    }

    /// Makes a folder belong to whoever the programs run as.
    pub(super) fn give(&self, folder: &Path) -> Result<(), ClusterError> {
        let RunAs::User { name, .. } = &self.run_as else {
            return Ok(());
        };
        let mut command = Command::new("chown");
        command.arg("-R").arg(name).arg(folder);
        super::finish("chown", command)
    }
}

impl RunAs {
    fn command(&self, program: &Path) -> Command {
        match self {
            Self::Self_ => Command::new(program),
            Self::User { name, group } => {
                let mut command = Command::new("setpriv");
                command.args([&format!("--reuid={name}"), &format!("--regid={group}")]);
                command.arg("--clear-groups").arg(program);
                command
            }
            Self::Namespace { name, group } => {
                let mut command = Command::new("unshare");
                command.arg("--user");
                command.args([
                    &format!("--map-user={name}"),
                    &format!("--map-group={group}"),
                ]);
                command.arg("--").arg(program);
                command
            }
        }
    }
}

fn drop_root(data: &Path, programs: &Path) -> Result<RunAs, ClusterError> {
    let name = ["postgres", "nobody"]
        .into_iter()
        .find(|name| says("id", &["-u", name]).is_some())
        .unwrap_or("nobody")
        .to_owned();
    let group = says("id", &["-gn", &name]).unwrap_or_else(|| "nogroup".to_owned());
    let user = RunAs::User {
        name: name.clone(),
        group: group.clone(),
    };
    let mut may_enter = user.command(Path::new("test"));
    may_enter
        .arg("-x")
        .arg(data)
        .arg("-a")
        .arg("-x")
        .arg(programs.join("postgres"));
    if succeeds(may_enter) {
        return Ok(user);
    }
    let namespace = RunAs::Namespace { name, group };
    let mut may_enter = namespace.command(Path::new("test"));
    may_enter.arg("-x").arg(data);
    if succeeds(may_enter) {
        return Ok(namespace);
    }
    Err(ClusterError::Root(data.to_owned()))
}

/// Where to look: what the operator says, Debian's folders newest first, the
/// search path, Homebrew, Postgres.app.
fn candidates() -> Vec<PathBuf> {
    let mut found = Vec::new();
    found.extend(std::env::var_os("FIELDPOST_PG_BIN").map(PathBuf::from));
    found.extend(versions("/usr/lib/postgresql", "bin"));
    if let Some(path) = std::env::var_os("PATH") {
        // A link on the search path leads to the folder with the rest.
        for folder in std::env::split_paths(&path) {
            found.extend(
                fs::canonicalize(folder.join("initdb"))
                    .ok()
                    .and_then(|initdb| Some(initdb.parent()?.to_owned())),
            );
        }
    }
    for cellar in [
        "/opt/homebrew/opt",
        "/usr/local/opt",
        "/home/linuxbrew/.linuxbrew/opt",
    ] {
        found.extend(
            versions(cellar, "bin")
                .into_iter()
                .filter(|folder| folder.to_string_lossy().contains("/postgresql")),
        );
    }
    found.push("/Applications/Postgres.app/Contents/Versions/latest/bin".into());
    found
}

/// `root/*/leaf`, the highest number in a name first.
fn versions(root: &str, leaf: &str) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(root)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_by_key(|name| {
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        std::cmp::Reverse(digits.parse::<u64>().unwrap_or(0))
    });
    names
        .iter()
        .map(|name| Path::new(root).join(name).join(leaf))
        .collect()
}

fn says(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(args)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn succeeds(mut command: Command) -> bool {
    command
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
