//! What a fight would come to: the game's own predictor, asked with what the
//! seat knows (EN-140). What it cannot know is supposed, a little on the dark
//! side: whoever stands on a site is taken to have dug in.

use fieldpost_engine::{
    engagement::{Combatant, Role, Setup, predict::Memo},
    event::EngagementKind,
    ids::{Seq, Tile},
    map::Terrain,
    ruleset::{ClassId, Ruleset},
    scenario::SiteKind,
    stance::Stance,
    view::SeatView,
};

use super::board::{Board, Foe, Man};

/// What a place needs, for each unit that holds it, if a line wins half of the time.
const EVEN: u32 = 100;

/// The chance, per mille, that a unit beats whoever is known on a tile.
pub(super) fn chance(board: &Board<'_>, memo: &Memo, man: &Man<'_>, tile: Tile) -> u32 {
    let attacker = Combatant {
        strength: man.unit.strength,
        veterancy: man.unit.veterancy,
        disrupted: man.unit.disrupted,
        supplied: man.unit.supplied,
        ..plain(man.seq(), man.id, board.ruleset)
    };
    let far = board.ways.apart(man.tile, tile) > 1;
    let foes = board
        .foes_at(tile)
        .map(|foe| supposed(board, foe))
        .collect();
    predict(board.ruleset, memo, attacker, foes, far)
}

/// The weight it takes to clear a tile: about 100 for each fresh line that is
/// likely to be used up. Empty tiles need none.
pub(super) fn need(board: &Board<'_>, memo: &Memo, tile: Tile) -> u32 {
    let Some(line) = storm_class(board.ruleset) else {
        return 0;
    };
    let of = |foe: &Foe<'_>| {
        let attacker = plain(Seq(0), line, board.ruleset);
        let chance = predict(
            board.ruleset,
            memo,
            attacker,
            vec![supposed(board, foe)],
            false,
        );
        // Who loses wears the defender down all the same.
        if chance >= 500 {
            EVEN * (1500 - chance) / 1000
        } else {
            EVEN + (500 - chance) * 150 / 500
        }
    };
    board.foes_at(tile).map(of).sum()
}

/// The class by which weights are measured.
fn storm_class(ruleset: &Ruleset) -> Option<ClassId> {
    ruleset.find("line_infantry").or_else(|| {
        let foot = ruleset
            .classes
            .iter()
            .find(|class| class.is_foot() && class.drill > 5);
        foot.and_then(|class| ruleset.find(&class.name))
    })
}

fn predict(
    ruleset: &Ruleset,
    memo: &Memo,
    attacker: Combatant,
    mut foes: Vec<Combatant>,
    far: bool,
) -> u32 {
    let class = ruleset.class(attacker.class);
    if foes.is_empty() || class.fire + class.shock == 0 {
        return 0;
    }
    let bombards = class.range > 1;
    foes.sort_by_key(|foe| (std::cmp::Reverse(ruleset.class(foe.class).guard), foe.seq));
    foes.iter_mut()
        .skip(1)
        .for_each(|foe| foe.role = Role::Support);
    if bombards {
        foes.truncate(1);
    }
    let setup = Setup {
        kind: if bombards {
            EngagementKind::Bombardment
        } else {
            EngagementKind::Assault
        },
        distance: if bombards && far { 4 } else { 2 },
        can_close: !bombards,
        attackers: vec![attacker],
        defenders: foes,
    };
    // Out of range only for absurd rules; then nothing is promised.
    memo.chance(ruleset, &setup).unwrap_or(0)
}

fn plain(seq: Seq, class: ClassId, ruleset: &Ruleset) -> Combatant {
    Combatant {
        seq,
        class,
        role: Role::Full,
        neutral: false,
        strength: 100,
        veterancy: 0,
        initiative: ruleset.class(class).base,
        unseen: false,
        stance: Stance::Advance,
        entrenchment: 0,
        disrupted: false,
        supplied: true,
        lost_before: 0,
        on_crossing: false,
        terrain: 1000,
        works: 1000,
    }
}

/// A foreign unit as it must be supposed to stand.
fn supposed(board: &Board<'_>, foe: &Foe<'_>) -> Combatant {
    let (terrain, works) = ground(board.view, foe.tile, board);
    let class = board.ruleset.class(foe.id);
    let dug_in = works > 1000 && foe.other.owner.is_some() && class.allows(Stance::Entrench);
    Combatant {
        neutral: foe.other.owner.is_none(),
        stance: if dug_in {
            Stance::Entrench
        } else {
            Stance::Hold
        },
        entrenchment: if dug_in { 2 } else { 0 },
        terrain,
        works,
        ..plain(foe.other.unit, foe.id, board.ruleset)
    }
}

/// Defence of a tile's ground and of the works on it, per mille each.
fn ground(view: &SeatView, tile: Tile, board: &Board<'_>) -> (i64, i64) {
    let known = view.tiles[tile.ix()];
    let terrain = match known.terrain {
        Some(Terrain::River) | None => 1000,
        Some(terrain) => terrain.defence(),
    };
    let sites = view
        .sites
        .iter()
        .filter(|site| board.ways.tile(site.at) == tile);
    let works = sites.map(|site| SiteKind::defence(site.kind)).max();
    (terrain, works.unwrap_or(1000))
}
