//! The guard beside a private cluster: stops the server once no process uses
//! it, so that none is left behind by a crash, a kill or a test run.
//!
//! Every user holds a shared lock on `users.lock`; the kernel frees it however
//! the user ends. Whoever can lock it alone is alone.

use std::{
    fs,
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use super::{ClusterError, Durability, Programs, at, lock_file, socket_folder, stop};

/// How often the guard looks.
const LOOK: Duration = Duration::from_secs(2);

/// How many looks in a row must find nobody. Test binaries run one after the
/// other and share a cluster, so there the guard is patient.
fn patience(durability: Durability) -> u32 {
    match durability {
        Durability::Safe => 1,
        Durability::Throwaway => 30,
    }
}

/// Starts a guard in a process group of its own, unless one is there. The
/// caller holds `start.lock`.
pub(super) fn spawn(
    program: &Path,
    folder: &Path,
    durability: Durability,
) -> Result<(), ClusterError> {
    let post = lock_file(folder, "guard.lock")?;
    if post.try_lock().is_err() {
        return Ok(());
    }
    post.unlock().map_err(at(folder))?;
    let mut command = Command::new(program);
    command.arg("cluster-guard").arg(folder);
    if durability == Durability::Throwaway {
        command.arg("--throwaway");
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C is for the one who started the cluster, not for its guard.
    command
        .process_group(0)
        .current_dir("/")
        .spawn()
        .map_err(at(program))?;
    Ok(())
}

/// Watches until nobody uses the cluster in `folder`, then stops it; one that
/// is for tests is deleted as well. Blocks.
pub fn guard(folder: &Path, durability: Durability) -> Result<(), ClusterError> {
    let post = lock_file(folder, "guard.lock")?;
    if post.try_lock().is_err() {
        return Ok(());
    }
    let mut alone = 0;
    loop {
        std::thread::sleep(LOOK);
        // Whoever deletes the folder must not find files in it again.
        let (Some(starting), Some(users)) = (
            existing(folder, "start.lock"),
            existing(folder, "users.lock"),
        ) else {
            return Ok(());
        };
        // While this is held nobody can begin to use the cluster.
        if starting.try_lock().is_err() {
            alone = 0;
            continue;
        }
        alone = if users.try_lock().is_ok() {
            alone + 1
        } else {
            0
        };
        if alone < patience(durability) {
            continue;
        }
        stop(&Programs::find(folder)?, folder)?;
        let _ = fs::remove_dir_all(socket_folder(folder));
        if durability == Durability::Throwaway {
            let data = folder.join("data");
            fs::remove_dir_all(&data).map_err(at(&data))?;
        }
        // Freed before `start.lock`: the next start must find the post empty.
        drop(post);
        drop(starting);
        return Ok(());
    }
}

fn existing(folder: &Path, name: &str) -> Option<fs::File> {
    fs::File::open(folder.join(name)).ok()
}
