//! The dispatch as sentences.

use fieldpost_engine::event::Attention;

use super::Line;
use super::words::{Writer, halt, line, sentence};

impl Writer<'_> {
    /// One item of the dispatch.
    pub(super) fn attention(&self, item: &Attention) -> Line {
        let (phrase, at, unit) = match item {
            Attention::UnitLost { unit, at } => {
                (self.unit_at("report-destroyed", *unit, *at), at, unit)
            }
            Attention::UnitEngaged { unit, at } => {
                (self.unit_at("wants-engaged", *unit, *at), at, unit)
            }
            Attention::ReactionFired { unit, at } => {
                (self.unit_at("wants-reaction", *unit, *at), at, unit)
            }
            Attention::Halted { unit, at, why } => (
                self.unit_at("report-halted", *unit, *at)
                    .with("halt", halt(*why)),
                at,
                unit,
            ),
            Attention::Threatened { unit, by, at } => (
                self.unit_at("wants-threatened", *unit, *at)
                    .with("by", self.unit(*by)),
                at,
                unit,
            ),
            Attention::TaskDone { unit, at } => {
                (self.unit_at("wants-task-done", *unit, *at), at, unit)
            }
            Attention::Impossible { unit, at } => {
                (self.unit_at("wants-impossible", *unit, *at), at, unit)
            }
            Attention::Fallback { unit, at, why } => (
                self.unit_at("wants-fallback", *unit, *at)
                    .with("why", why.code()),
                at,
                unit,
            ),
            Attention::EnemySighted { unit, at } => {
                (self.unit_at("wants-sighted", *unit, *at), at, unit)
            }
            Attention::SiteLost { site, at } => {
                return line(
                    sentence(self.site_at("wants-site-lost", *site, *at)),
                    *at,
                    None,
                );
            }
            Attention::SiteTaken { site, at } => {
                return line(
                    sentence(self.site_at("wants-site-taken", *site, *at)),
                    *at,
                    None,
                );
            }
            Attention::Built { entity, at } => (
                self.texts
                    .say("wants-built")
                    .with("what", self.built(*entity))
                    .with("at", at.to_string()),
                at,
                entity,
            ),
            Attention::OutOfSupply { unit, at } => {
                (self.unit_at("wants-supply", *unit, *at), at, unit)
            }
            Attention::Unpaid { unit, at } => (self.unit_at("wants-pay", *unit, *at), at, unit),
            Attention::Idle { unit, at } => (self.unit_at("wants-idle", *unit, *at), at, unit),
            Attention::CommanderLost {
                formation,
                unit,
                at,
            } => (
                self.unit_at("wants-commander", *unit, *at)
                    .with("formation", formation),
                at,
                unit,
            ),
        };
        line(sentence(phrase), *at, Some(*unit))
    }
}
