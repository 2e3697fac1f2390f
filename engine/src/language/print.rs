//! Records as text: what [`super::parse`] reads back to the same record. One
//! spelling for each order, the one that the players' page teaches.

use alloc::{format, string::String};
use core::fmt::Write;

use super::grammar::percent;
use super::names::Names;
use crate::command::{Engage, Pace, Posture, Pursue, Retire, Sanction, SeizeSites, Station};
use crate::ids::Seq;
use crate::order::{Order, StanceChoice};
use crate::stance::Stance;

/// A player's order in one line. An authority record has no text form and is
/// told as a comment.
pub fn print(order: &Order, names: &Names) -> String {
    let mut printer = Printer {
        names,
        out: String::new(),
    };
    printer.order(order);
    printer.out
}

/// Appends formatted text; a `String` takes all of it.
macro_rules! put {
    ($printer:expr, $($text:tt)*) => {{
        let written = write!($printer.out, $($text)*);
        debug_assert!(written.is_ok());
    }};
}

mod task;

struct Printer<'a> {
    names: &'a Names,
    out: String,
}

impl Printer<'_> {
    fn order(&mut self, order: &Order) {
        match order {
            Order::SetStance { unit, stance } => put!(self, "{unit} {}", choice(*stance)),
            Order::SetTask { unit, task } => {
                put!(self, "{unit} ");
                self.task(task);
            }
            Order::ClearTask { unit } => put!(self, "{unit} clear task"),
            Order::SetPosture { unit, posture } => {
                put!(self, "{unit} posture ");
                self.posture(posture);
            }
            Order::SetSanction { unit, sanction } => {
                put!(self, "{unit} sanction ");
                self.sanction(sanction);
            }
            Order::SetConsignment { unit, from, to } => {
                put!(self, "{unit} consignment ");
                self.site_or_none(*from);
                if from.is_some() || to.is_some() {
                    put!(self, " to ");
                    self.site_or_none(*to);
                }
            }
            Order::OfferDraw {} => put!(self, "offer draw"),
            Order::WithdrawDraw {} => put!(self, "withdraw draw"),
            Order::Concede {} => put!(self, "concede"),
            Order::CommitOrders {} => put!(self, "commit"),
            Order::RevokeCommit {} => put!(self, "revoke"),
            other => self.arrangement(other),
        }
    }

    fn arrangement(&mut self, order: &Order) {
        match order {
            Order::SetDoctrine {
                class,
                posture,
                sanctions,
            } => {
                put!(self, "doctrine ");
                self.names.class(class, &mut self.out);
                put!(self, " posture ");
                self.posture(posture);
                for sanction in sanctions {
                    put!(self, "; ");
                    self.sanction(sanction);
                }
            }
            Order::SetGroup { name, units } => {
                put!(self, "group ");
                self.names.group(name, &mut self.out);
                self.units("", units);
            }
            Order::SetPosting {
                city,
                posture,
                task,
                formation,
            } => {
                put!(self, "city ");
                self.names.site(*city, &mut self.out);
                put!(self, " posting");
                let mut between = " ";
                if let Some(posture) = posture {
                    put!(self, "{between}");
                    self.posture(posture);
                    between = "; ";
                }
                if let Some(formation) = formation {
                    put!(self, "{between}formation ");
                    self.names.formation(formation, &mut self.out);
                    between = "; ";
                }
                if let Some(task) = task {
                    put!(self, "{between}task ");
                    self.task(task);
                    between = "; ";
                }
                if between == " " {
                    put!(self, " none");
                }
            }
            Order::SetRequisition { class, count, to } => {
                put!(self, "requisition ");
                self.names.class(class, &mut self.out);
                put!(self, " x{count} to ");
                self.names.site(*to, &mut self.out);
            }
            Order::SetProduction { city, queue } => {
                put!(self, "city ");
                self.names.site(*city, &mut self.out);
                put!(self, " build ");
                self.queue(queue);
            }
            Order::CreateFormation { .. }
            | Order::EditFormation { .. }
            | Order::DisbandFormation { .. } => self.formation(order),
            // Authority records: of the game's own book-keeping.
            other => put!(self, "-- {}", other.kind()),
        }
    }

    fn formation(&mut self, order: &Order) {
        match order {
            Order::CreateFormation {
                name,
                commander,
                members,
                pace,
            } => {
                put!(self, "formation ");
                self.names.formation(name, &mut self.out);
                put!(self, " commander {commander}");
                self.units(" members", members);
                put!(self, " pace {}", pace_word(*pace));
            }
            Order::EditFormation {
                name,
                add,
                remove,
                commander,
                pace,
            } => {
                put!(self, "formation ");
                self.names.formation(name, &mut self.out);
                if let Some(commander) = commander {
                    put!(self, " commander {commander}");
                }
                let nothing = remove.is_empty() && commander.is_none() && pace.is_none();
                if !add.is_empty() || nothing {
                    self.units(" add", add);
                }
                if !remove.is_empty() {
                    self.units(" remove", remove);
                }
                if let Some(pace) = pace {
                    put!(self, " pace {}", pace_word(*pace));
                }
            }
            Order::DisbandFormation { name } => {
                put!(self, "formation ");
                self.names.formation(name, &mut self.out);
                put!(self, " disband");
            }
            _ => {}
        }
    }

    fn units(&mut self, word: &str, units: &[Seq]) {
        put!(self, "{word}");
        if units.is_empty() {
            put!(self, " none");
        }
        for unit in units {
            put!(self, " {unit}");
        }
    }

    /// A queue, runs of one class with their length.
    fn queue(&mut self, queue: &[String]) {
        if queue.is_empty() {
            put!(self, "nothing");
        }
        for (index, run) in queue.chunk_by(|a, b| a == b).enumerate() {
            if index > 0 {
                put!(self, ", ");
            }
            self.names.class(&run[0], &mut self.out);
            if run.len() > 1 {
                put!(self, " x{}", run.len());
            }
        }
    }

    fn site_or_none(&mut self, site: Option<Seq>) {
        match site {
            Some(site) => self.names.site(site, &mut self.out),
            None => put!(self, "none"),
        }
    }

    fn posture(&mut self, posture: &Posture) {
        match posture {
            Posture::Reserve => put!(self, "reserve"),
            Posture::Garrison(station) => put!(self, "garrison {}", station_text(*station)),
            Posture::Picket(station) => put!(self, "picket {}", station_text(*station)),
            Posture::Patrol(patrol) => {
                put!(self, "patrol");
                self.tiles(&patrol.tiles);
            }
            Posture::Explore(None) => put!(self, "explore"),
            Posture::Explore(Some(area)) => {
                put!(self, "explore within {} of {}", area.r, area.tile)
            }
            Posture::Attach(attach) => {
                put!(self, "attach ");
                self.names.formation(&attach.formation, &mut self.out);
            }
        }
    }

    fn sanction(&mut self, sanction: &Sanction) {
        match sanction {
            Sanction::Engage(Engage::Never) => put!(self, "engage never"),
            Sanction::Engage(Engage::Winning(chance)) => {
                put!(self, "engage winning {}", percent(*chance))
            }
            Sanction::Engage(Engage::Always) => put!(self, "engage always"),
            Sanction::Seize(SeizeSites::Never) => put!(self, "seize never"),
            Sanction::Seize(SeizeSites::Undefended) => put!(self, "seize undefended"),
            Sanction::Pursue(Pursue::Never) => put!(self, "pursue never"),
            Sanction::Pursue(Pursue::Once) => put!(self, "pursue once"),
            Sanction::Retire(Retire::Never) => put!(self, "retire never"),
            Sanction::Retire(Retire::Below(strength)) => put!(self, "retire below {strength}"),
        }
    }
}

fn station_text(station: Station) -> String {
    match station {
        Station::Tile(tile) => format!("{tile}"),
        Station::Here => "here".into(),
    }
}

fn choice(choice: StanceChoice) -> &'static str {
    choice.stance().map_or("stance derived", stance_word)
}

fn stance_word(stance: Stance) -> &'static str {
    match stance {
        Stance::March => "march",
        Stance::Advance => "advance",
        Stance::Hold => "hold",
        Stance::Entrench => "entrench",
    }
}

fn pace_word(pace: Pace) -> &'static str {
    match pace {
        Pace::Column => "column",
        Pace::Line => "line",
        Pace::Dispersed => "dispersed",
    }
}
