//! How paths into a JSON value are written: `units[3].at`.

use alloc::string::String;
use core::fmt::Write as _;

use super::quoted;

/// Adds a field. Its name is the file's, so it is cut and cleaned.
pub(crate) fn key(path: &mut String, key: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&quoted(key));
}

/// Adds a place in a list.
pub(crate) fn index(path: &mut String, index: usize) {
    // A string takes whatever is written into it.
    let _ = write!(path, "[{index}]");
}
