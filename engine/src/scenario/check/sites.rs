//! The checks of a scenario's sites: where they stand, whose they are, what they build.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::{Check, Flaw, quoted};
use crate::ids::Pos;
use crate::map::{Mobility, Terrain};
use crate::ruleset::Ruleset;
use crate::scenario::{ScenarioSite, SiteKind};
use crate::validate::QUEUE_MOST;

/// The classes that there are.
pub(super) fn names(ruleset: &Ruleset) -> String {
    let names = ruleset.classes.iter().map(|class| class.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

impl Check<'_> {
    pub(super) fn sites(&mut self, ruleset: Option<&Ruleset>) {
        let mut taken: BTreeMap<Pos, String> = BTreeMap::new();
        for (index, site) in self.scenario.sites.iter().enumerate() {
            let path = |field: &str| format!("sites[{index}].{field}");
            self.name_if_any(path("name"), &site.name);
            self.owner(path("owner"), site.owner);
            let is_placed = !self.is_told(&path("at"));
            if is_placed && self.on_map(path("at"), site.at) {
                let at = site.at;
                if let Some(terrain @ (Terrain::River | Terrain::Sea)) = self.terrain(at) {
                    self.fault(path("at"), Flaw::SiteOnWater { at, terrain });
                }
                if let Some(other) = taken.get(&at).cloned() {
                    self.fault(path("at"), Flaw::SitesOverlap { at, other });
                } else {
                    taken.insert(at, Self::entry("sites", index, site.seq));
                }
            }
            if site.kind == SiteKind::City {
                self.range(path("progress"), site.progress);
                if self.silent_sites.contains(&index) {
                    let field = String::from("output");
                    self.fault(format!("sites[{index}]"), Flaw::MissingField { field });
                } else {
                    self.range(path("output"), site.output);
                }
            } else if site.output != 0 || !site.queue.is_empty() || site.progress != 0 {
                self.fault(path("kind"), Flaw::NotACity {});
            }
            let is_inland = is_placed && self.is_on_the_coast(site.at) == Some(false);
            self.queue(&path("queue"), site, ruleset, is_inland);
        }
    }

    fn queue(
        &mut self,
        path: &str,
        site: &ScenarioSite,
        ruleset: Option<&Ruleset>,
        is_inland: bool,
    ) {
        if site.queue.len() > QUEUE_MOST {
            let (given, most) = (site.queue.len(), QUEUE_MOST);
            self.fault(path, Flaw::QueueTooLong { given, most });
        }
        let Some(ruleset) = ruleset else { return };
        for (entry, name) in site.queue.iter().enumerate() {
            let path = format!("{path}[{entry}]");
            let class = quoted(name);
            match ruleset.find(name).map(|id| ruleset.class(id)) {
                None => {
                    let known = names(ruleset);
                    self.fault(path, Flaw::UnknownClass { class, known });
                }
                Some(ship) if ship.mobility == Mobility::Ship && is_inland => {
                    self.fault(path, Flaw::NotAPort { class });
                }
                Some(_) => {}
            }
        }
    }
}
