//! Style sheet and scripts, built into the program and served from it alone.
//!
//! Their address holds a hash of them all, so browsers may keep them for ever
//! and scripts can import one another by plain relative paths. Nothing a player
//! may not see goes in here: whoever asks gets them.

use std::sync::LazyLock;

use actix_web::{
    HttpResponse,
    http::header,
    web::{Path, ServiceConfig, get},
};
use rust_embed::RustEmbed;

use crate::error::Error;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// Over every file's name and content; the first 16 digits are plenty.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    for name in names {
        if let Some(file) = Files::get(&name) {
            hasher.update(name.as_bytes());
            hasher.update(blake3::hash(&file.data).as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
});

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/assets/{version}/{name}", get().to(serve));
}

/// The address of a file, for templates.
#[must_use]
pub fn url(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

async fn serve(path: Path<(String, String)>) -> Result<HttpResponse, Error> {
    let (version, name) = path.into_inner();
    let kind = match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return Err(Error::NotFound),
    };
    let file = Files::get(&name).ok_or(Error::NotFound)?;
    // While versions change, one process may be asked for what another's page
    // names. It gives what it has, and nobody is to keep that.
    let keep = if version == *VERSION {
        "public, max-age=31536000, immutable"
    } else {
        "no-store"
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, keep))
        .content_type(kind)
        .body(file.data.into_owned()))
}
