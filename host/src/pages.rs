//! Pages for people: routes and the page an error is shown as.

pub mod account;
pub mod mailbox;
pub mod respond;
pub mod sign_in;

use actix_web::{HttpRequest, web::ServiceConfig};

use crate::error::Problem;

/// Adds the routes of all pages.
pub fn routes(config: &mut ServiceConfig) {
    config
        .configure(sign_in::routes)
        .configure(account::routes)
        .configure(mailbox::routes);
}

/// The page that tells a person of a failed request; `None` leaves the
/// problem document in place. Gets no cause: that is for the log alone.
pub fn error_page(_request: &HttpRequest, _problem: &Problem) -> Option<String> {
    None
}
