//! What a case may ask of the state, of a seat, or of the game as a whole, and
//! the text in which the answer comes. A table of names first, so that a word
//! that is not in it is a fault of the file and not of the engine.

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::state::{Site, Unit};
use fieldpost_engine::turn::TurnResult;
use fieldpost_engine::view::{OwnUnit, SeatView};
use serde::Serialize;

use crate::names::Names;
use crate::words;

/// What may be asked of a unit.
pub(crate) const OF_UNIT: &[&str] = &[
    "alive",
    "at",
    "owner",
    "strength",
    "veterancy",
    "experience",
    "age",
    "entrenchment",
    "disrupted",
    "supplied",
    "unsupplied-for",
    "override",
    "committed",
    "effective",
    "capacity",
    "spent-reactions",
    "task",
    "posture",
    "reflex",
    "banked",
    "carrier",
    "spent",
    "skipped",
    "part",
    "band",
    // As its owner's page shows it for the coming Cascade.
    "coming",
    "derived",
    "initiative",
    "terms",
    "place",
    "allowance",
    "reach",
    "coming-capacity",
    // In the Cascade that was run.
    "acted-with",
];
/// What may be asked of a site.
pub(crate) const OF_SITE: &[&str] = &["owner", "at", "queue", "progress", "kind", "output"];
/// What may be asked of a seat; `#` where an entity follows, `,` where a tile does.
pub(crate) const OF_SEAT: &[&str] = &[
    "treasury",
    "fallbacks",
    "missed",
    "substituted",
    "out",
    "committed",
    "expected",
    "knows #",
    "band #",
    "reach #",
    "site #",
    "tile ,",
];
/// What may be asked of the game.
pub(crate) const OF_GAME: &[&str] = &[
    "turn",
    "phase",
    "outcome",
    "next-number",
    "roster",
    "activation-hash",
    "state-hash",
    "turn-hash",
    "marched",
    "advanced",
    "held",
    "entrenched",
    "unit-at ,",
    "site-at ,",
];

/// Where answers come from.
pub(crate) struct Source<'a> {
    pub(crate) game: &'a Game,
    pub(crate) result: Option<&'a TurnResult>,
    pub(crate) names: &'a Names,
}

fn yes(value: bool) -> String {
    if value { "yes" } else { "no" }.into()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn or_none<T: std::fmt::Debug>(value: Option<T>) -> String {
    value.map_or_else(|| "none".into(), |value| words::word(&value))
}

impl Source<'_> {
    pub(crate) fn entity(&self, number: u32, attribute: &str) -> Option<String> {
        let seq = Seq(number);
        match (self.game.state().unit(seq), self.game.state().site(seq)) {
            (Some(unit), _) => self.unit(unit, attribute),
            (None, Some(site)) => self.site(site, attribute),
            // The dead leave the lists at the Reckoning's end.
            (None, None) if attribute == "alive" => Some("no".into()),
            (None, None) if attribute == "acted-with" => self.acted_with(seq),
            (None, None) if attribute == "part" => self.part(seq),
            (None, None) => Some("gone".into()),
        }
    }

    fn acted_with(&self, seq: Seq) -> Option<String> {
        let slot = self.result?.order.iter().find(|slot| slot.seq == seq);
        Some(slot.map_or_else(|| "none".into(), |slot| slot.initiative.score.to_string()))
    }

    /// What its slot came to, its JSON without the marks.
    fn part(&self, seq: Seq) -> Option<String> {
        let mut seats = self.game.seats();
        let part = seats.find_map(|seat| {
            let mut parts = self.result?.parts_of(seat);
            parts.find(|(unit, ..)| *unit == seq).map(|(.., part)| part)
        });
        let words = part.map_or_else(|| "none".into(), |part| json(&part));
        let words = words
            .split(|c| "{}:\"".contains(c))
            .filter(|word| !word.is_empty());
        Some(words.collect::<Vec<_>>().join(" "))
    }

    fn unit(&self, unit: &Unit, attribute: &str) -> Option<String> {
        let state = self.game.state();
        Some(match attribute {
            "alive" => yes(unit.alive),
            "at" => state.map.grid.pos(unit.tile).to_string(),
            "owner" => words::owner(unit.owner, &self.names.seats),
            "strength" => unit.strength.to_string(),
            "veterancy" => unit.veterancy.to_string(),
            "experience" => unit.experience.to_string(),
            "age" => unit.age.to_string(),
            "entrenchment" => unit.entrenchment.to_string(),
            "disrupted" => yes(unit.disrupted.is_some()),
            "supplied" => yes(unit.supplied),
            "unsupplied-for" => unit.unsupplied_for.to_string(),
            "override" => or_none(unit.stance_override),
            "committed" => words::word(&unit.committed_stance),
            "effective" => words::word(&unit.effective_stance),
            "capacity" => unit.reaction_capacity.to_string(),
            "spent-reactions" => unit.reactions_spent.to_string(),
            "task" => unit
                .task
                .as_ref()
                .map_or_else(|| "none".into(), |task| json(&task.task)),
            "posture" => json(&unit.posture),
            "reflex" => or_none(unit.reflex.map(|reflex| reflex.kind)),
            "banked" => unit.banked.to_string(),
            "carrier" => unit
                .carrier
                .map_or_else(|| "none".into(), |seq| seq.to_string()),
            "spent" => yes(unit.spent.is_some()),
            "band" => words::word(&unit.band),
            "acted-with" => return self.acted_with(unit.seq),
            "part" => return self.part(unit.seq),
            _ => return self.panel(unit, attribute),
        })
    }

    /// What stands on the owner's unit panel (TM-1090).
    fn panel(&self, unit: &Unit, attribute: &str) -> Option<String> {
        let view = self.view(unit.owner?)?;
        let panel: &OwnUnit = view.units.iter().find(|own| own.unit == unit.seq)?;
        Some(match attribute {
            "coming" => words::word(&panel.stance),
            "derived" => words::word(&panel.derived_stance),
            "initiative" => panel.initiative.score.to_string(),
            "terms" => panel
                .initiative
                .terms
                .map(|term| term.to_string())
                .join(" "),
            "place" => panel.place.to_string(),
            "allowance" => panel.allowance.to_string(),
            "reach" => panel.reach.to_string(),
            "skipped" => panel.skipped.map_or("none", |why| why.code()).into(),
            "coming-capacity" => panel.reaction_capacity.to_string(),
            _ => return None,
        })
    }

    fn site(&self, site: &Site, attribute: &str) -> Option<String> {
        let state = self.game.state();
        Some(match attribute {
            "owner" => words::owner(site.owner, &self.names.seats),
            "at" => state.map.grid.pos(site.tile).to_string(),
            "queue" if site.queue.is_empty() => "empty".into(),
            "queue" => {
                let classes = site
                    .queue
                    .iter()
                    .map(|class| &state.rules.ruleset.class(*class).name);
                classes.cloned().collect::<Vec<_>>().join(",")
            }
            "progress" => site.progress.to_string(),
            "kind" => words::word(&site.kind).to_lowercase(),
            "output" => site.output.to_string(),
            _ => return None,
        })
    }

    fn view(&self, seat: SeatId) -> Option<SeatView> {
        self.game.view(seat)
    }

    pub(crate) fn seat(&self, index: u8, attribute: &str, argument: &str) -> Option<String> {
        let id = SeatId(index);
        let seat = self.game.state().seat(id)?;
        let number = || argument.trim_start_matches('#').parse().ok().map(Seq);
        Some(match attribute {
            "treasury" => seat.treasury.to_string(),
            "fallbacks" => self.result?.fallbacks.get(usize::from(index))?.to_string(),
            "missed" => seat.missed_turns.to_string(),
            "substituted" => yes(seat.substituted),
            "out" => yes(seat.out),
            "committed" => yes(self.game.is_committed(id)),
            "expected" => yes(self.game.is_expected(id)),
            "knows" => self.contact(id, number()?)?,
            "band" => {
                let view = self.view(id)?;
                let other = view
                    .others
                    .iter()
                    .find(|other| Some(other.unit) == number());
                other.map_or_else(|| "unknown".into(), |other| words::word(&other.band))
            }
            "reach" => {
                let view = self.view(id)?;
                let other = view
                    .others
                    .iter()
                    .find(|other| Some(other.unit) == number());
                other.map_or_else(|| "unknown".into(), |other| other.reach.to_string())
            }
            "site" => {
                let view = self.view(id)?;
                let known = view.sites.iter().find(|site| Some(site.site) == number());
                known.map_or_else(
                    || "unknown".into(),
                    |site| words::owner(site.owner, &self.names.seats),
                )
            }
            "tile" => self.tile(id, argument)?,
            _ => return None,
        })
    }

    /// `unknown`, `seen at x,y` or `remembered at x,y since turn n`.
    fn contact(&self, seat: SeatId, unit: Seq) -> Option<String> {
        let view = self.view(seat)?;
        let known = view.others.iter().find(|other| other.unit == unit);
        Some(match known {
            None => "unknown".into(),
            Some(other) if other.stale => {
                format!("remembered at {} since turn {}", other.at, other.seen_turn)
            }
            Some(other) => format!("seen at {}", other.at),
        })
    }

    fn tile(&self, seat: SeatId, argument: &str) -> Option<String> {
        let view = self.view(seat)?;
        let (x, y) = argument.split_once(',')?;
        let (x, y): (usize, usize) = (x.parse().ok()?, y.parse().ok()?);
        let tile = view.tiles.get(y * usize::from(view.width) + x)?;
        Some(match (tile.observed, tile.terrain) {
            (true, _) => "observed".into(),
            (false, Some(_)) => "explored".into(),
            (false, None) => "unknown".into(),
        })
    }

    pub(crate) fn game(&self, attribute: &str, argument: &str) -> Option<String> {
        let state = self.game.state();
        let count = |stance: usize| Some(self.result?.stances[stance].to_string());
        Some(match attribute {
            "turn" => state.turn.to_string(),
            "phase" => words::word(&state.phase),
            "outcome" => words::outcome(state.outcome.as_ref(), &self.names.seats),
            "next-number" => state.next_seq.to_string(),
            "roster" => self.result?.order.len().to_string(),
            "activation-hash" => self.result?.activation.to_string(),
            "state-hash" => self.result?.state.to_string(),
            "turn-hash" => self.result?.turn_hash.to_string(),
            "marched" => count(0)?,
            "advanced" => count(1)?,
            "held" => count(2)?,
            "entrenched" => count(3)?,
            "unit-at" | "site-at" => {
                let (x, y) = argument.split_once(',')?;
                let pos = Pos::new(x.parse().ok()?, y.parse().ok()?);
                let tile = state.map.grid.tile(pos);
                let units = state
                    .units
                    .iter()
                    .filter(|unit| unit.in_play() && unit.tile == tile);
                let sites = state.sites.iter().filter(|site| site.tile == tile);
                let found: Vec<String> = if attribute == "unit-at" {
                    units.map(|unit| unit.seq.to_string()).collect()
                } else {
                    sites.map(|site| site.seq.to_string()).collect()
                };
                if found.is_empty() {
                    "nothing".into()
                } else {
                    found.join(" ")
                }
            }
            _ => return None,
        })
    }
}
