//! Pages for people: routes and the page an error is shown as.

use actix_web::{HttpRequest, web::ServiceConfig};

use crate::error::Problem;

/// Adds the routes of all pages.
pub fn routes(_config: &mut ServiceConfig) {}

/// The page that tells a person of a failed request; `None` leaves the
/// problem document in place. Gets no cause: that is for the log alone.
pub fn error_page(_request: &HttpRequest, _problem: &Problem) -> Option<String> {
    None
}
