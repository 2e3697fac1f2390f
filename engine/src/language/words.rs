//! The words of the language, and what can stand where: the lists that errors
//! speak of. Which record a word makes is the grammar's business.

use super::fault::Expected::{self, Class, End, Name, Number, Percent, Site, Tile, Unit, Word};

/// A name that is one of these words must stand in quotation marks.
pub(super) fn is_reserved(key: &str) -> bool {
    RESERVED.binary_search(&key).is_ok()
}

/// In alphabetical order.
const RESERVED: &[&str] = &[
    "add",
    "advance",
    "after",
    "all",
    "always",
    "and",
    "any",
    "arrived",
    "at",
    "attach",
    "attack",
    "below",
    "board",
    "brace",
    "build",
    "by",
    "cancel",
    "cautious",
    "chance",
    "city",
    "clear",
    "column",
    "command",
    "commander",
    "commit",
    "concede",
    "consignment",
    "depot",
    "derived",
    "disband",
    "dispersed",
    "doctrine",
    "draw",
    "else",
    "enemies",
    "enemy",
    "engage",
    "entrench",
    "explore",
    "fallback",
    "follow",
    "formation",
    "fort",
    "from",
    "garrison",
    "group",
    "halt",
    "held",
    "here",
    "hold",
    "if",
    "in",
    "least",
    "line",
    "lost",
    "march",
    "members",
    "move",
    "never",
    "nobody",
    "none",
    "not",
    "nothing",
    "of",
    "offer",
    "on",
    "once",
    "or",
    "pace",
    "patrol",
    "picket",
    "posting",
    "posture",
    "pursue",
    "remove",
    "requisition",
    "reserve",
    "retire",
    "revoke",
    "road",
    "sanction",
    "seize",
    "site",
    "stance",
    "strength",
    "supplied",
    "supply",
    "task",
    "than",
    "them",
    "then",
    "to",
    "turn",
    "turns",
    "undefended",
    "unit",
    "unload",
    "until",
    "us",
    "via",
    "when",
    "win",
    "winning",
    "with",
    "withdraw",
    "within",
];

/// What people say instead of a word of the language, in alphabetical order.
const SAID_FOR: &[(&str, &str)] = &[
    ("assault", "attack"),
    ("bombard", "attack"),
    ("capture", "seize"),
    ("conquer", "seize"),
    ("defend", "hold"),
    ("dig", "entrench"),
    ("embark", "board"),
    ("fire", "attack"),
    ("flee", "withdraw"),
    ("fortify", "entrench"),
    ("go", "move"),
    ("guard", "garrison"),
    ("join", "follow"),
    ("kill", "attack"),
    ("load", "board"),
    ("occupy", "seize"),
    ("produce", "build"),
    ("recruit", "build"),
    ("retreat", "withdraw"),
    ("ride", "move"),
    ("run", "move"),
    ("scout", "explore"),
    ("shoot", "attack"),
    ("stay", "hold"),
    ("stop", "halt"),
    ("take", "seize"),
    ("train", "build"),
    ("wait", "hold"),
    ("walk", "move"),
];

/// The language's word for what somebody said.
pub(super) fn said_for(word: &str) -> Option<&'static str> {
    let at = SAID_FOR
        .binary_search_by_key(&word, |(said, _)| said)
        .ok()?;
    SAID_FOR.get(at).map(|(_, word)| *word)
}

/// Whether a word can begin what a unit is to do.
pub(super) fn is_verb(word: &str) -> bool {
    VERB.contains(&Word(word_of(word).unwrap_or_default()))
}

fn word_of(word: &str) -> Option<&'static str> {
    let at = RESERVED.binary_search(&word).ok()?;
    RESERVED.get(at).copied()
}

/// Words for directions: there are none in the language, since tiles have names.
pub(super) fn is_direction(word: &str) -> bool {
    const DIRECTIONS: &[&str] = &[
        "north",
        "south",
        "east",
        "west",
        "northeast",
        "northwest",
        "southeast",
        "southwest",
        "north-east",
        "north-west",
        "south-east",
        "south-west",
        "left",
        "right",
        "up",
        "down",
        "forward",
        "forwards",
        "back",
        "backwards",
    ];
    DIRECTIONS.contains(&word)
}

/// Words for all units at once.
pub(super) fn is_everybody(word: &str) -> bool {
    matches!(
        word,
        "all" | "each" | "every" | "everybody" | "everyone" | "everything" | "units"
    )
}

pub(super) const ORDER: &[Expected] = &[
    Unit,
    Word("city"),
    Word("doctrine"),
    Word("formation"),
    Word("group"),
    Word("requisition"),
    Word("commit"),
    Word("revoke"),
    Word("concede"),
    Word("offer"),
    Word("withdraw"),
];
pub(super) const VERB: &[Expected] = &[
    Word("march"),
    Word("advance"),
    Word("hold"),
    Word("entrench"),
    Word("stance"),
    Word("move"),
    Word("attack"),
    Word("seize"),
    Word("halt"),
    Word("brace"),
    Word("withdraw"),
    Word("follow"),
    Word("board"),
    Word("unload"),
    Word("build"),
    Word("disband"),
    Word("clear"),
    Word("posture"),
    Word("sanction"),
    Word("consignment"),
    Word("reserve"),
    Word("garrison"),
    Word("picket"),
    Word("patrol"),
    Word("explore"),
    Word("attach"),
    Word("engage"),
    Word("pursue"),
    Word("retire"),
    Word("task"),
];
pub(super) const STANCE: &[Expected] = &[
    Word("march"),
    Word("advance"),
    Word("hold"),
    Word("entrench"),
    Word("derived"),
];
pub(super) const TASK_STANCE: &[Expected] = &[
    Word("march"),
    Word("advance"),
    Word("hold"),
    Word("entrench"),
];
pub(super) const ACTION: &[Expected] = &[
    Word("move"),
    Word("attack"),
    Word("seize"),
    Word("halt"),
    Word("brace"),
    Word("withdraw"),
    Word("follow"),
    Word("board"),
    Word("unload"),
    Word("build"),
    Word("disband"),
];
pub(super) const TARGET: &[Expected] = &[Tile, Unit];
pub(super) const CARGO: &[Expected] = &[Word("all"), Unit];
pub(super) const WORK: &[Expected] = &[Word("depot"), Word("fort"), Word("road")];
pub(super) const CLAUSE: &[Expected] = &[
    Word("if"),
    Word("until"),
    Word("via"),
    Word("cautious"),
    Word("stance"),
    Word("fallback"),
    End,
];
pub(super) const POSTURE: &[Expected] = &[
    Word("reserve"),
    Word("garrison"),
    Word("picket"),
    Word("patrol"),
    Word("explore"),
    Word("attach"),
];
pub(super) const STATION: &[Expected] = &[Tile, Word("here")];
pub(super) const SANCTION: &[Expected] = &[
    Word("engage"),
    Word("seize"),
    Word("pursue"),
    Word("retire"),
];
pub(super) const ENGAGE: &[Expected] = &[Word("never"), Word("winning"), Word("always")];
pub(super) const SEIZE: &[Expected] = &[Word("never"), Word("undefended")];
pub(super) const PURSUE: &[Expected] = &[Word("never"), Word("once")];
pub(super) const RETIRE: &[Expected] = &[Word("never"), Word("below")];
pub(super) const CONDITION: &[Expected] = &[
    Word("enemy"),
    Word("held"),
    Unit,
    Word("strength"),
    Word("supplied"),
    Word("in"),
    Word("win"),
    Word("turn"),
    Word("after"),
    Word("arrived"),
    Word("not"),
    Word("all"),
    Word("any"),
    Word("("),
];
pub(super) const ENEMY: &[Expected] = &[Word("at"), Word("within")];
pub(super) const HOLDER: &[Expected] = &[Word("us"), Word("them"), Word("nobody")];
pub(super) const UNIT_STATE: &[Expected] = &[Word("at"), Word("lost")];
pub(super) const UNITS: &[Expected] = &[Unit, Word("none")];
pub(super) const CITY: &[Expected] = &[Word("build"), Word("posting")];
pub(super) const QUEUE: &[Expected] = &[Class, Word("nothing")];
pub(super) const POSTING: &[Expected] = &[
    Word("reserve"),
    Word("garrison"),
    Word("picket"),
    Word("patrol"),
    Word("explore"),
    Word("attach"),
    Word("formation"),
    Word("task"),
    Word("none"),
];
pub(super) const DOCTRINE: &[Expected] = &[
    Word("engage"),
    Word("seize"),
    Word("pursue"),
    Word("retire"),
    End,
];
pub(super) const FORMATION: &[Expected] = &[
    Word("commander"),
    Word("members"),
    Word("pace"),
    Word("add"),
    Word("remove"),
    Word("disband"),
];
pub(super) const PACE: &[Expected] = &[Word("column"), Word("line"), Word("dispersed")];
pub(super) const ENDS: &[Expected] = &[Site, Word("none")];
pub(super) const MORE_UNITS: &[Expected] = &[Unit, End];
pub(super) const MORE_TILES: &[Expected] = &[Tile, End];
pub(super) const MORE_CLASSES: &[Expected] = &[Word(","), Class, End];
pub(super) const NAME_OR_NONE: &[Expected] = &[Name];
pub(super) const COUNT: &[Expected] = &[Number];
pub(super) const CHANCE: &[Expected] = &[Percent];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserved_words_are_sorted_and_hold_every_expected_word() {
        assert!(RESERVED.is_sorted());
        assert!(SAID_FOR.is_sorted());
        let lists = [
            ORDER, VERB, STANCE, ACTION, CARGO, WORK, CLAUSE, POSTURE, STATION, SANCTION, ENGAGE,
            SEIZE, PURSUE, RETIRE, CONDITION, ENEMY, HOLDER, UNIT_STATE, UNITS, CITY, QUEUE,
            POSTING, FORMATION, PACE,
        ];
        for expected in lists.concat() {
            if let Word(word) = expected {
                assert!(word == "(" || is_reserved(word), "{word}");
            }
        }
    }
}
