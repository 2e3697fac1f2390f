//! The table of class against class, as Markdown for the book.

use fieldpost_engine::engagement::drill::table::{Tally, table};
use fieldpost_engine::event::EngagementKind;
use fieldpost_engine::ruleset::Ruleset;

use crate::texts::Texts;

/// Two tables, assaults and bombardments: wins per mille, and the mean losses of
/// attacker and defender.
pub(super) fn markdown(
    texts: Texts,
    ruleset: &Ruleset,
    fights: u32,
) -> anyhow::Result<Vec<String>> {
    let rows = table(ruleset, fights)?;
    let class = |name: &str| texts.t(&format!("class-{name}"));
    let mut lines = Vec::new();
    for (kind, code) in [
        (EngagementKind::Assault, "drill-table-assault"),
        (EngagementKind::Bombardment, "drill-table-bombardment"),
    ] {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(texts.say(code).with("fights", fights).to_string());
        lines.push(String::new());
        let heads: Vec<String> = ruleset.classes.iter().map(|one| class(&one.name)).collect();
        lines.push(format!("| | {} |", heads.join(" | ")));
        lines.push(format!("|---|{}", "--:|".repeat(heads.len())));
        for row in rows.iter().filter(|row| row.kind == kind) {
            let cells: Vec<String> = row.against.iter().map(cell).collect();
            lines.push(format!(
                "| **{}** | {} |",
                class(&row.attacker),
                cells.join(" | ")
            ));
        }
    }
    Ok(lines)
}

/// `512 · 31/33`.
fn cell(tally: &Tally) -> String {
    let fights = tally.fights.max(1);
    // Half up, in whole points.
    let mean = |sum: u32| (2 * sum + fights) / (2 * fights);
    format!(
        "{} · {}/{}",
        tally.attacker_won * 1000 / fights,
        mean(tally.attacker_lost),
        mean(tally.defender_lost),
    )
}
