//! Pages for people: routes and the page an error is shown as.

pub mod about;
pub mod account;
pub mod admin;
pub mod assets;
pub mod board;
pub mod bounced;
pub mod chart;
pub mod city;
pub mod clock_box;
pub mod concede;
pub mod drill;
pub mod end;
pub mod feed;
pub mod fields;
pub mod game;
pub mod gathering;
pub mod history;
pub mod home;
pub mod invitation;
pub mod keep;
pub mod lobby;
pub mod mailbox;
pub mod map;
pub mod master;
pub mod names;
pub mod new_game;
pub mod orders;
pub mod outlook;
pub mod pad;
pub mod panel;
pub mod preview;
mod problem;
pub mod profile;
pub mod respond;
pub mod seated;
pub mod sign_in;
pub mod sitting;
pub mod story;
pub mod terms;
pub mod timeline;
pub mod watch;
mod words;
pub mod world;

use actix_web::web::ServiceConfig;

use crate::error::{Back, Problem};

/// Adds the routes of all pages.
pub fn routes(config: &mut ServiceConfig) {
    config
        .configure(assets::routes)
        .configure(home::routes)
        .configure(lobby::routes)
        .configure(gathering::routes)
        .configure(about::routes)
        .configure(profile::routes)
        .configure(master::routes)
        // Before the games' own pages: `new` is no key.
        .configure(new_game::routes)
        .configure(invitation::routes)
        .configure(game::routes)
        .configure(concede::routes)
        .configure(sitting::routes)
        .configure(feed::routes)
        .configure(history::routes)
        .configure(end::routes)
        .configure(watch::routes)
        .configure(keep::routes)
        .configure(drill::routes)
        .configure(sign_in::routes)
        .configure(account::routes)
        .configure(admin::routes)
        .configure(mailbox::routes);
}

/// The page that tells a person of a failed request and gives back what they had
/// typed; `None` leaves the problem document in place. Gets no cause: that is for the
/// log alone.
pub fn error_page(problem: &Problem, back: Back) -> Option<String> {
    problem::page(problem, back)
}
