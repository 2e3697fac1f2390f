//! One way for a page to become a response.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::error::Error;

/// A page that is nobody else's to keep: what it shows belongs to its visitor.
///
/// # Errors
/// When the template fails, which only a fault in it can cause.
pub fn page(status: StatusCode, template: &impl Template) -> Result<HttpResponse, Error> {
    let body = template.render().map_err(Error::internal)?;
    Ok(HttpResponse::build(status)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/html; charset=utf-8")
        .body(body))
}

/// After a POST: go there and look (303), so that a reload sends nothing twice.
#[must_use]
pub fn go_to(place: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, place))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}
