//! What is selected: an own unit with its orders, somebody else's unit as far
//! as it is known, or a site. Forms are filled with what stands in the game, or
//! with what was typed where that was refused.

mod chances;
mod choices;
mod forms;
mod supply;

pub use chances::{Chance, chances};
pub use choices::Choices;
pub use forms::{Choice, StanceChoice, classes};

use fieldpost_engine::{
    event::Skipped,
    ids::Seq,
    ruleset::{Class, Ruleset},
    view::{KnownSite, OtherUnit, OwnUnit, SeatView},
};

use super::{
    city::CityPanel,
    fields::{Fields, Form, Trouble},
    map::{Selected, band_code},
    names::Names,
    orders::{read, write},
    outlook::{Outlook, UnitOutlook},
    story::{Term, terms},
};

/// What a page shows beside the map.
#[derive(Debug)]
pub enum Panel {
    /// Nothing is selected.
    Nothing,
    /// What was asked for is not known to the seat, or not any more.
    Gone,
    /// An own unit.
    Unit(Box<UnitPanel>),
    /// Somebody else's unit.
    Other(OtherPanel),
    /// A site.
    Site(Box<SitePanel>),
}

/// An own unit.
#[derive(Debug)]
pub struct UnitPanel {
    pub number: u32,
    pub name: String,
    pub class: String,
    pub at: String,
    pub strength: u32,
    pub veterancy: u8,
    pub entrenchment: u8,
    pub is_disrupted: bool,
    /// How it stands to supply, by its text.
    pub supply: &'static str,
    pub carrier: Option<String>,
    pub allowance: u32,
    pub vision: u32,
    pub reach: u32,
    pub reaction_capacity: u8,
    pub reactions_spent: u8,
    /// Why it had no turn in the Cascade just past (TM-2350).
    pub skipped: Option<&'static str>,
    /// The Stance it will have, and the one it would have without the override.
    pub stance: String,
    pub derived: String,
    pub is_overridden: bool,
    pub score: i32,
    pub band: String,
    pub terms: Vec<Term>,
    /// Its place among the seat's units, from 1, and how many there are.
    pub place: usize,
    pub units: usize,
    pub task: Option<String>,
    pub posture: String,
    /// What the previous and next unit in the order is.
    pub previous: Option<String>,
    pub next: Option<String>,
    pub stance_form: Form,
    pub stances: Vec<StanceChoice>,
    pub task_form: Form,
    /// Whether the form holds the task that the unit has.
    pub changes_task: bool,
    /// How many clauses stand in the form; one more is open to be filled.
    pub clauses_used: usize,
    pub posture_form: Form,
    pub sanction_forms: Vec<SanctionForm>,
    pub choices: Choices,
    /// What attacks on the enemies near it would come to; empty while no orders
    /// are taken.
    pub chances: Vec<Chance>,
    /// Whether it has room for others.
    pub carries: bool,
    /// Its orders as the order pad has them.
    pub lines: Vec<String>,
    /// What they would come to.
    pub outlook: Option<UnitOutlook>,
}

impl UnitPanel {
    /// Whether one of the sanctions' forms was refused.
    #[must_use]
    pub fn has_sanction_trouble(&self) -> bool {
        self.sanction_forms
            .iter()
            .any(|sanction| sanction.form.trouble.is_some())
    }
}

/// The form of one sanction.
#[derive(Debug)]
pub struct SanctionForm {
    pub name: &'static str,
    pub label: String,
    pub choices: Vec<Choice>,
    /// What the number means, where the sanction has one.
    pub number_label: Option<String>,
    pub form: Form,
}

/// Somebody else's unit.
#[derive(Debug)]
pub struct OtherPanel {
    pub number: u32,
    pub name: String,
    pub class: String,
    pub owner: String,
    pub at: String,
    pub band: String,
    pub reach: u32,
    pub is_hostile: bool,
    pub is_stale: bool,
    pub seen_turn: u32,
}

/// A site.
#[derive(Debug)]
pub struct SitePanel {
    pub number: u32,
    pub name: String,
    pub kind: String,
    pub owner: String,
    pub at: String,
    pub is_observed: bool,
    /// An own city, once the page has put it in.
    pub city: Option<CityPanel>,
}

/// What a panel is made from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The board.
    pub names: Names<'a>,
    /// How many terms count.
    pub tier: u8,
    /// Every class there is.
    pub ruleset: &'a Ruleset,
    /// Whether the task's form is to hold the task that stands, not a new one.
    pub changes_task: bool,
    /// A form that was refused, and why.
    pub refused: Option<(&'a Fields, &'a Trouble)>,
    /// The page that links stay on.
    pub page: &'a str,
}

impl Source<'_> {
    /// The panel of a selection.
    #[must_use]
    pub fn panel(&self, selected: Selected) -> Panel {
        let view = self.names.view;
        match selected {
            Selected::Nothing => Panel::Nothing,
            Selected::Unit(unit) => {
                if let Some(own) = view.units.iter().find(|own| own.unit == unit) {
                    return Panel::Unit(Box::new(self.unit(own)));
                }
                let other = view.others.iter().find(|other| other.unit == unit);
                other.map_or(Panel::Gone, |other| Panel::Other(self.other(other)))
            }
            Selected::Site(site) => {
                let known = view.sites.iter().find(|known| known.site == site);
                known.map_or(Panel::Gone, |known| Panel::Site(Box::new(self.site(known))))
            }
        }
    }

    fn unit(&self, unit: &OwnUnit) -> UnitPanel {
        let names = self.names;
        let shown = unit.task.as_ref().filter(|_| self.changes_task);
        let task_form = self.form("SetTask", write::task(shown));
        let clauses_used = read::CLAUSES
            .iter()
            .rposition(|prefix| !task_form.value(prefix, "a_kind").is_empty())
            .map_or(0, |last| last + 1);
        UnitPanel {
            number: unit.unit.0,
            name: names.own_short(unit),
            class: names.class(&unit.class),
            at: unit.at.to_string(),
            strength: unit.strength,
            veterancy: unit.veterancy,
            entrenchment: unit.entrenchment,
            is_disrupted: unit.disrupted,
            supply: supply::code(names.view, self.ruleset, unit),
            carrier: unit.carrier.map(|carrier| names.unit(carrier)),
            allowance: unit.allowance,
            vision: unit.vision,
            reach: unit.reach,
            reaction_capacity: unit.reaction_capacity,
            reactions_spent: unit.reactions_spent,
            skipped: unit.skipped.map(Skipped::code),
            stance: names.stance(unit.stance),
            derived: names.stance(unit.derived_stance),
            is_overridden: unit.override_stance.is_some(),
            score: unit.initiative.score,
            band: names.texts.t(band_code(unit.band)),
            terms: terms(names.texts, &unit.initiative.terms, self.tier),
            place: unit.place + 1,
            units: names.view.units.len(),
            task: unit.task.as_ref().map(|task| names.task(task)),
            posture: names.posture(&unit.posture),
            previous: unit.place.checked_sub(1).and_then(|place| self.at(place)),
            next: self.at(unit.place + 1),
            stance_form: self.form("SetStance", Fields::default()),
            stances: forms::stances(names, unit, self.typed("SetStance", "stance")),
            clauses_used,
            choices: Choices::of(names, self.ruleset, unit, &task_form),
            task_form,
            changes_task: shown.is_some(),
            posture_form: self.form("SetPosture", write::posture(&unit.posture)),
            sanction_forms: self.sanctions(unit),
            carries: self
                .class(&unit.class)
                .is_some_and(|class| class.carries > 0),
            chances: Vec::new(),
            lines: Vec::new(),
            outlook: None,
        }
    }

    fn class(&self, name: &str) -> Option<&Class> {
        let found = self.ruleset.find(name);
        found.map(|class| self.ruleset.class(class))
    }

    /// The address of the own unit at a place in the order.
    fn at(&self, place: usize) -> Option<String> {
        let unit = self
            .names
            .view
            .units
            .iter()
            .find(|unit| unit.place == place)?;
        Some(format!("{}?unit={}#selected", self.page, unit.unit.0))
    }

    /// A form with what was typed, if it is the one that was refused.
    fn form(&self, kind: &str, stands: Fields) -> Form {
        match self.refused {
            Some((typed, trouble)) if trouble.form == kind => Form {
                fields: typed.clone(),
                trouble: Some(trouble.clone()),
            },
            _ => Form {
                fields: stands,
                trouble: None,
            },
        }
    }

    fn typed(&self, kind: &str, field: &str) -> Option<&str> {
        let (typed, trouble) = self.refused?;
        (trouble.form == kind).then(|| typed.get(field))
    }

    fn sanctions(&self, unit: &OwnUnit) -> Vec<SanctionForm> {
        unit.sanctions
            .list()
            .into_iter()
            .map(|sanction| {
                let (stands, number) = write::sanction(sanction);
                let mut fields = Fields::default();
                fields.set("sanction", stands);
                if let Some(number) = number {
                    fields.set("n", number);
                }
                let name = stands.split('-').next().unwrap_or(stands);
                let refused = self.typed("SetSanction", "sanction");
                let is_refused = refused.is_some_and(|typed| typed.starts_with(name));
                let form = if is_refused {
                    self.form("SetSanction", fields)
                } else {
                    Form {
                        fields,
                        trouble: None,
                    }
                };
                forms::sanction(self.names.texts, stands, form)
            })
            .collect()
    }

    fn other(&self, unit: &OtherUnit) -> OtherPanel {
        let names = self.names;
        OtherPanel {
            number: unit.unit.0,
            name: names.other(unit),
            class: names.class(&unit.class),
            owner: names.owner(unit.owner),
            at: unit.at.to_string(),
            band: names.texts.t(band_code(unit.band)),
            reach: unit.reach,
            is_hostile: unit.hostile,
            is_stale: unit.stale,
            seen_turn: unit.seen_turn,
        }
    }

    fn site(&self, site: &KnownSite) -> SitePanel {
        let names = self.names;
        SitePanel {
            number: site.site.0,
            name: names.site(site.site),
            kind: names.site_kind(site.kind),
            owner: names.owner(site.owner),
            at: site.at.to_string(),
            is_observed: site.observed,
            city: None,
        }
    }
}

/// What an address selects, of what there is.
#[must_use]
pub fn selected(unit: Option<u32>, site: Option<u32>) -> Selected {
    match (unit, site) {
        (Some(unit), _) => Selected::Unit(Seq(unit)),
        (None, Some(site)) => Selected::Site(Seq(site)),
        (None, None) => Selected::Nothing,
    }
}

/// The line of one own unit in the order list.
#[derive(Debug)]
pub struct RosterLine {
    pub number: u32,
    pub href: String,
    pub name: String,
    pub class: String,
    pub at: String,
    pub strength: u32,
    pub stance: String,
    pub is_overridden: bool,
    pub score: i32,
    pub terms: Vec<Term>,
    pub job: String,
    /// What it would come to, in a few words.
    pub outlook: Option<String>,
    pub is_selected: bool,
}

/// The seat's units in the order in which they will act.
#[must_use]
pub fn roster(
    names: Names<'_>,
    tier: u8,
    page: &str,
    selected: Selected,
    outlook: Option<&Outlook>,
) -> Vec<RosterLine> {
    let view: &SeatView = names.view;
    let mut units: Vec<&OwnUnit> = view.units.iter().collect();
    units.sort_by_key(|unit| unit.place);
    let line = |unit: &OwnUnit| RosterLine {
        number: unit.unit.0,
        href: format!("{page}?unit={}#selected", unit.unit.0),
        name: names.own_short(unit),
        class: names.class(&unit.class),
        at: unit.at.to_string(),
        strength: unit.strength,
        stance: names.stance(unit.stance),
        is_overridden: unit.override_stance.is_some(),
        score: unit.initiative.score,
        terms: terms(names.texts, &unit.initiative.terms, tier),
        job: match &unit.task {
            Some(task) => names.task(task),
            None => names.posture(&unit.posture),
        },
        outlook: outlook.and_then(|outlook| outlook.unit(names, unit.unit)?.short),
        is_selected: selected == Selected::Unit(unit.unit),
    };
    units.into_iter().map(line).collect()
}
