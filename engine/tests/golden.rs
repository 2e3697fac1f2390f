//! Games that were played under a version of the rules, kept as files: a change
//! that moves one of their hashes changes a rule, and a rule is changed only
//! with a new version (TM-2450, HO-035).
//!
//! `FIELDPOST_BLESS=1 cargo test -p fieldpost-engine --test golden` plays them
//! anew and writes what comes out. While no game is under way anywhere that may
//! be done under the same version; once one is, raise
//! `ruleset::RULES_VERSION` first, and the files of the old version stay.

use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_engine::SetupError;
use fieldpost_engine::game::Game;
use fieldpost_engine::log::file::Line;
use fieldpost_engine::log::{GameFile, Header, Witness};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::{Scenario, shipped};
use fieldpost_engine::verify::{Fault, verify};

#[path = "support/random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

/// The games: a name, the scenario, and how many turns of it.
fn games() -> Vec<(String, Scenario, u32)> {
    let kelsey = shipped("kelsey-ford").expect("it ships");
    let mut games = vec![(
        "kelsey-ford".to_owned(),
        Scenario::parse(kelsey).expect("it is sound"),
        14,
    )];
    for seed in 1..=5 {
        let scenario = random::scenario(&mut random::Dice::new(seed));
        games.push((format!("random-{seed}"), scenario, 8));
    }
    games
}

fn folder(version: u32) -> PathBuf {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    golden.join(version.to_string())
}

/// Plays a game by chance and writes down what came of it.
fn play(scenario: Scenario, turns: u32) -> GameFile {
    let header = Header::new(scenario, [0x2a; 32], RULES_VERSION);
    let records = random::log(&mut random::Dice::new(99), &header, turns);
    let mut game = Game::new(&header).expect("a game").without_streams();
    let results: Vec<_> = records
        .iter()
        .filter_map(|record| game.apply(record).expect("a record"))
        .collect();
    let witness = |result: &fieldpost_engine::turn::TurnResult| Witness {
        turn: result.turn,
        activation: result.activation,
        state: result.state,
        turn_hash: result.turn_hash,
    };
    let line = |record| Line {
        record,
        chain: None,
    };
    GameFile {
        header,
        lines: records.into_iter().map(line).collect(),
        witnesses: results.iter().map(witness).collect(),
        table: None,
    }
}

#[test]
fn no_golden_game_has_moved() {
    let folder = folder(RULES_VERSION);
    let bless = std::env::var_os("FIELDPOST_BLESS").is_some();
    if bless {
        fs::create_dir_all(&folder).expect("a folder");
    }
    let mut faults = Vec::new();
    for (name, scenario, turns) in games() {
        let path = folder.join(format!("{name}.fieldpost"));
        if bless {
            let text = play(scenario, turns).print(true);
            fs::write(&path, text).expect("the file can be written");
        }
        let Ok(text) = fs::read_to_string(&path) else {
            faults.push(format!("{}: not there", path.display()));
            continue;
        };
        // A scenario that reads differently now is a moved game as well.
        match GameFile::parse(&text) {
            Ok(file) => {
                assert!(
                    file.witnesses.len() > 3,
                    "{name} is too short to show anything"
                );
                let found = verify(&file);
                faults.extend(found.iter().map(|fault| format!("{name}: {fault}")));
            }
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    assert!(
        faults.is_empty(),
        "games of rules version {RULES_VERSION} come out differently. If a rule was changed on \
         purpose, see the head of {}:\n{}",
        file!(),
        faults.join("\n")
    );
}

#[test]
fn games_of_other_versions_are_refused_and_not_played_by_these_rules() {
    let mut text = play(games().remove(1).1, 1).print(true);
    text = text.replacen(
        &format!("\"rules_version\":{RULES_VERSION}"),
        "\"rules_version\":4000",
        1,
    );
    let file = GameFile::parse(&text).expect("a game file");
    let refused = verify(&file).iter().any(|fault| {
        matches!(
            fault,
            Fault::Setup(SetupError::RulesVersion { want: 4000, .. })
        )
    });
    assert!(refused, "{:?}", verify(&file));
    for entry in fs::read_dir(folder(RULES_VERSION).join("..")).expect("the golden games") {
        let folder = entry.expect("a folder").path();
        let version = folder.file_name().and_then(|name| name.to_str());
        let version: u32 = version
            .and_then(|name| name.parse().ok())
            .expect("a version");
        assert!(version <= RULES_VERSION, "{}", folder.display());
    }
}
