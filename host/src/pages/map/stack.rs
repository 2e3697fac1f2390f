//! Who else stands where the selection does: the list that a stack opens into.

use fieldpost_engine::ids::Pos;

use super::Selected;
use crate::pages::names::Names;

/// One thing on the tile of the selection.
#[derive(Debug)]
pub struct Here {
    pub name: String,
    pub facts: String,
    pub href: String,
    pub is_selected: bool,
}

/// All that is known on the tile of the selection: own units, others, a site. Empty
/// where nothing is selected, or it stands alone.
#[must_use]
pub fn here(names: Names<'_>, page: &str, selected: Selected) -> Vec<Here> {
    let Some(at) = place(names, selected) else {
        return Vec::new();
    };
    let view = names.view;
    let texts = names.texts;
    let unit_line = |number: u32, name: String, facts: String| Here {
        name,
        facts,
        href: format!("{page}?unit={number}#selected"),
        is_selected: matches!(selected, Selected::Unit(unit) if unit.0 == number),
    };
    let own = view.units.iter().filter(|unit| unit.at == at).map(|unit| {
        let facts = texts
            .say("here-own")
            .with("class", names.class(&unit.class))
            .with("strength", unit.strength)
            .with("stance", names.stance(unit.stance));
        unit_line(unit.unit.0, names.own(unit), facts.to_string())
    });
    let others = view.others.iter().filter(|unit| unit.at == at).map(|unit| {
        let facts = if unit.stale {
            let seen = texts.say("board-seen-in").with("turn", unit.seen_turn);
            seen.to_string()
        } else {
            texts.t("board-seen-now")
        };
        unit_line(unit.unit.0, names.other(unit), facts)
    });
    let sites = view
        .sites
        .iter()
        .filter(|site| site.at == at)
        .map(|site| Here {
            name: names.site(site.site),
            facts: names.site_kind(site.kind),
            href: format!("{page}?site={}#selected", site.site.0),
            is_selected: selected == Selected::Site(site.site),
        });
    let all: Vec<Here> = own.chain(others).chain(sites).collect();
    if all.len() > 1 { all } else { Vec::new() }
}

fn place(names: Names<'_>, selected: Selected) -> Option<Pos> {
    let view = names.view;
    match selected {
        Selected::Nothing => None,
        Selected::Unit(unit) => {
            let own = view.units.iter().find(|own| own.unit == unit);
            let other = view.others.iter().find(|other| other.unit == unit);
            own.map(|own| own.at).or(other.map(|other| other.at))
        }
        Selected::Site(site) => view
            .sites
            .iter()
            .find(|known| known.site == site)
            .map(|s| s.at),
    }
}
