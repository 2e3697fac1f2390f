//! How units, sites, owners and losses are called in a report.

use fieldpost_engine::event::{Loss, LossWord};
use fieldpost_engine::ids::{Owner, Pos, Seq};
use fieldpost_engine::scenario::SiteKind;

use super::words::Writer;
use crate::texts::{Phrase, Texts};

impl Writer<'_> {
    pub(super) fn unit_at<'c>(&self, code: &'c str, unit: Seq, at: Pos) -> Phrase<'c> {
        self.texts
            .say(code)
            .with("unit", self.unit(unit))
            .with("at", at.to_string())
    }

    pub(super) fn site_at<'c>(&self, code: &'c str, site: Seq, at: Pos) -> Phrase<'c> {
        self.texts
            .say(code)
            .with("site", self.site(site))
            .with("at", at.to_string())
    }

    /// A unit by the name its owner gave it, or by whose and what it is.
    pub(super) fn unit(&self, unit: Seq) -> String {
        let texts = self.texts;
        if let Some(own) = self.cast.own(unit) {
            let name = if own.name.is_empty() {
                self.class(&own.class)
            } else {
                own.name.clone()
            };
            return texts
                .say("unit-named")
                .with("name", name)
                .with("number", unit.0.to_string())
                .to_string();
        }
        match self.cast.other(unit) {
            Some(other) => texts
                .say("unit-foreign")
                .with("owner", self.owner(other.owner))
                .with("class", self.class(&other.class))
                .with("number", unit.0.to_string())
                .to_string(),
            None => texts
                .say("unit-numbered")
                .with("number", unit.0.to_string())
                .to_string(),
        }
    }

    pub(super) fn unit_or_unseen(&self, unit: Option<Seq>) -> String {
        unit.map_or_else(|| self.texts.t("unit-unseen"), |unit| self.unit(unit))
    }

    pub(super) fn built(&self, entity: Seq) -> String {
        match self.cast.site(entity) {
            Some(_) => self.site(entity),
            None => self.unit(entity),
        }
    }

    pub(super) fn site(&self, site: Seq) -> String {
        let number = site.0.to_string();
        let phrase = match self.cast.site(site) {
            Some((_, name)) if !name.is_empty() => return name.to_owned(),
            // What pioneers build has no name, and goes by what it is, as units do.
            Some((kind, _)) => {
                let kind = match kind {
                    SiteKind::City => "site-city",
                    SiteKind::Depot => "site-depot",
                    SiteKind::Fort => "site-fort",
                };
                let kind = self.texts.t(kind);
                self.texts.say("unit-named").with("name", kind)
            }
            None => self.texts.say("site-numbered"),
        };
        phrase.with("number", number).to_string()
    }

    pub(super) fn owner(&self, owner: Owner) -> String {
        match owner.and_then(|seat| self.cast.seat(seat)) {
            Some(name) => name.to_owned(),
            None => self.texts.t("owner-neutral"),
        }
    }

    pub(super) fn class(&self, class: &str) -> String {
        class_name(self.texts, class)
    }

    pub(super) fn loss(&self, loss: Loss) -> String {
        match loss {
            Loss::Points(points) => self
                .texts
                .say("report-loss-points")
                .with("points", points)
                .to_string(),
            Loss::Words(LossWord::Light) => self.texts.t("report-loss-light"),
            Loss::Words(LossWord::Heavy) => self.texts.t("report-loss-heavy"),
            Loss::Words(LossWord::Shattered) => self.texts.t("report-loss-shattered"),
        }
    }

    /// `A at 1,2, B at 3,4 and C at 5,6`.
    pub(super) fn all_at(&self, units: &[(Seq, Pos)]) -> String {
        let mut items = units
            .iter()
            .map(|(unit, at)| self.unit_at("report-unit-at", *unit, *at).to_string());
        let mut text = items.next_back().unwrap_or_default();
        for (index, item) in items.rev().enumerate() {
            let code = if index == 0 { "list-last" } else { "list-more" };
            text = self
                .texts
                .say(code)
                .with("one", item)
                .with("rest", text)
                .to_string();
        }
        text
    }
}

/// What people call a class: the catalogue's word, or for a ruleset of
/// somebody's own, its name without underscores.
#[must_use]
pub(super) fn class_name(texts: Texts, class: &str) -> String {
    let code = format!("class-{class}");
    if texts.has(&code) {
        texts.t(&code)
    } else {
        class.replace('_', " ")
    }
}
