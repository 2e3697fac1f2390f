//! A game that moves by the command line, as its operator at a shell does it: what
//! stands around it goes along, and what is wrong is said in words.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

use fieldpost::games;
use fieldpost::votes::{self, Question};
use support::clocks::announce;
use support::{TestApp, TestGame};

fn fieldpost(app: &TestApp, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command.args(args).env_clear();
    command.env("FIELDPOST_DATABASE_URL", &app.database.url);
    command.env("FIELDPOST_SECRET", "07".repeat(32));
    command.output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_with_its_absences_and_votes_and_is_named_as_on_the_page() {
    let (mut here, mut there) = (TestApp::start().await, TestApp::start().await);
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::with_clock(&here, Some(3600), 0).await;
    announce(&here, &game, 1, 2, 50).await;
    let mut conn = here.database.connect().await;
    votes::ask(&mut conn, game.id, 0, &Question::Adjourn)
        .await
        .unwrap();
    let public = fieldpost(&here, &["export", &game.key]);
    assert!(public.status.success(), "{}", said(&public));
    assert!(!String::from_utf8_lossy(&public.stdout).contains("\"table\""));
    let moved = fieldpost(&here, &["export", &game.key, "--moving"]);
    assert!(moved.status.success(), "{}", said(&moved));
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.fieldpost", game.key));
    std::fs::write(&file, &moved.stdout).unwrap();
    let file = file.to_str().unwrap();
    // For whoever reads game files it is one still.
    let verified = fieldpost(&there, &["verify", file]);
    assert!(verified.status.success(), "{}", said(&verified));

    let import = ["import", file, "--deadline", "3600"];
    let name = "a\u{202E}b";
    let refused = fieldpost(&there, &[&import[..], &["--name", name]].concat());
    assert_eq!(refused.status.code(), Some(1));
    let told = said(&refused);
    assert!(told.contains("A game's name has at most 60"), "{told}");
    let refused = fieldpost(&there, &["game", "new", "kelsey-ford", "--name", name]);
    assert_eq!(refused.status.code(), Some(1));
    let told = said(&refused);
    assert!(told.contains("A game's name has at most 60"), "{told}");
    let came = fieldpost(&there, &import);
    assert!(came.status.success(), "{}", said(&came));
    let line = String::from_utf8_lossy(&came.stdout).into_owned();
    let key = line.split_whitespace().next().unwrap();
    let mut conn = there.database.connect().await;
    let row = games::find(&mut conn, key).await.unwrap();
    let asked = votes::of_game(&mut conn, row.id, 0).await.unwrap();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].question, Question::Adjourn);
    let own = votes::ballots_of(&mut conn, row.id, 0).await.unwrap();
    assert_eq!(own, [(asked[0].id, true)]);
    let away = format!(
        "SELECT count(*) AS n FROM absences WHERE game_id = {} AND seat = 1",
        row.id
    );
    assert_eq!(there.number(&away).await, 1);
}
