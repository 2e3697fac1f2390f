//! The drill ground (EN-160): the command, the table that the book quotes, and
//! the page, which has no account, no memory and no script.

mod support;

use std::process::{Command, Output};

use support::TestApp;
use support::html::{assert_sound, text_of};
use support::people::Browser;
use support::table::status;

const HORSE_ON_LINE: &str = r#"{
    "format": "fieldpost-drill/1", "kind": "Assault", "seed": 7,
    "attackers": { "units": [{ "class": "heavy_horse", "name": "Red Lancers" }] },
    "defenders": { "ground": { "terrain": "hill" },
                   "units": [{ "class": "line_infantry", "stance": "Hold" }] }
}"#;

fn drill(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command.arg("drill").args(args).env_clear();
    command.output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_file_is_fought_tick_by_tick() {
    let output = drill(&[&file("drill-words.json", HORSE_ON_LINE)]);
    let text = said(&output);
    assert!(output.status.success());
    assert!(
        text.starts_with("An assault from 2 steps away, seed 7."),
        "{text}"
    );
    assert!(
        text.contains("Red Lancers (A1) prepares its charge"),
        "{text}"
    );
    assert!(
        text.contains("Red Lancers attacked the line infantry"),
        "{text}"
    );
    assert_eq!(
        text,
        said(&drill(&[&file("drill-words.json", HORSE_ON_LINE)]))
    );
}

#[test]
fn as_json_it_is_a_line_a_deed_and_how_it_ended() {
    let text = said(&drill(&["--json", &file("drill-json.json", HORSE_ON_LINE)]));
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (last, log) = lines.split_last().expect("lines");
    assert!(
        log.iter()
            .all(|line| line["tick"].is_u64() && line["what"].is_object())
    );
    assert!(
        last["result"].is_string() && last["chance"].is_u64(),
        "{last}"
    );
}

#[test]
fn it_asks_when_somebody_decides() {
    let asking = HORSE_ON_LINE.replace("\"seed\": 7", "\"seed\": 7, \"decides\": \"attackers\"");
    let text = said(&drill(&[&file("drill-asks.json", &asking)]));
    assert!(
        text.contains("Possible: charge, close, fall_back, wait, profile"),
        "{text}"
    );
    let answered = asking.replace(
        "\"attackers\",",
        "\"attackers\", \"decisions\": [\"charge\"],",
    );
    let text = said(&drill(&["--json", &file("drill-answered.json", &answered)]));
    let last = text.lines().last().expect("a line");
    // Line closes in on the horse while it readies its charge: the next question.
    assert!(
        last.contains("\"asks\"") && last.contains("\"reaction\":true"),
        "{last}"
    );
}

#[test]
fn faults_are_told_by_their_paths() {
    let bad = HORSE_ON_LINE
        .replace("heavy_horse", "field_gun")
        .replace("Hold", "Dance");
    let output = drill(&[&file("drill-bad.json", &bad)]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told.contains("defenders.units[0].stance: unknown variant"),
        "{told}"
    );
    assert_eq!(
        drill(&[]).status.code(),
        Some(2),
        "nothing to do is wrong usage"
    );
}

/// `docs/BALANCE.md` quotes the table as it is drawn, between two marks.
#[test]
fn the_book_quotes_the_table_as_it_is_drawn() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/BALANCE.md");
    let page = std::fs::read_to_string(page).expect("docs/BALANCE.md");
    let quoted = page
        .split_once("<!-- fieldpost drill --table -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- end of the table -->"))
        .map(|(table, _)| table.trim())
        .expect("the marks around the table");
    let drawn = said(&drill(&["--table"]));
    assert!(
        quoted == drawn.trim(),
        "docs/BALANCE.md is behind; put in what `fieldpost drill --table` prints:\n{drawn}"
    );
}

const FORCES: &str = "/drill?kind=Assault&seed=3&a_terrain=plain&a1_class=heavy_horse\
                      &d_terrain=hill&d1_class=line_infantry&d1_stance=Hold";

#[tokio::test(flavor = "multi_thread")]
async fn anybody_may_fight_and_the_address_is_the_whole_drill() {
    let app = TestApp::start().await;
    let visitor = Browser::at(&app);
    let home = visitor.get("/").await;
    assert!(home.body.contains("href=\"/drill\""));
    let empty = visitor.get("/drill").await;
    assert_eq!(status(&empty), 200);
    assert_sound(&empty.body);
    let scripts: Vec<_> = empty.body.match_indices("<script").collect();
    assert_eq!(
        scripts.len(),
        1,
        "the one that keeps drafts: it works without"
    );

    let fought = visitor.get(&format!("{FORCES}&tick=64")).await;
    assert_eq!(status(&fought), 200);
    assert_sound(&fought.body);
    let text = text_of(&fought.body);
    assert!(text.contains("The predictor gives the attackers"), "{text}");
    assert!(text.contains("opened with a charge"), "{text}");
    for shape in [
        "t-preparation",
        "t-execution",
        "t-recovery",
        "url(#hatch-drill)",
        "t-loss",
    ] {
        assert!(fought.body.contains(shape), "{shape}");
    }
    assert!(!fought.body.contains(" style="), "the policy allows none");
    let policy = fought.headers["content-security-policy"]
        .to_str()
        .expect("a policy");
    assert!(policy.contains("default-src 'none'"));
    // Anywhere, any time, for anybody.
    let again = Browser::at(&app).get(&format!("{FORCES}&tick=64")).await;
    assert_eq!(again.body, fought.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_steps_and_says_who_is_next() {
    let app = TestApp::start().await;
    let visitor = Browser::at(&app);
    let before = text_of(&visitor.get(&format!("{FORCES}&tick=0")).await.body);
    assert!(before.contains("Before the first tick"), "{before}");
    // Speeds 10 and 8: due at 1.6 and 2 sixteenths of the cadence, both on tick 2.
    assert!(before.contains("Whose turn comes next"), "{before}");
    assert!(before.contains("Tick 2 heavy horse (A1)"), "{before}");
    let after = text_of(&visitor.get(&format!("{FORCES}&tick=4")).await.body);
    assert!(after.contains("Tick 4 of 64"), "{after}");
    assert!(!after.contains("Tick 2 heavy horse (A1) Tick"), "{after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_travel_in_the_form() {
    let app = TestApp::start().await;
    let visitor = Browser::at(&app);
    let forces = format!("{FORCES}&decides=attackers&tick=64");
    let asked = visitor.get(&forces).await;
    assert_sound(&asked.body);
    assert!(text_of(&asked.body).contains("what does heavy horse (A1) begin"));
    for option in ["charge", "close", "fall_back", "wait"] {
        assert!(
            asked
                .body
                .contains(&format!("name=\"answer\" value=\"{option}\"")),
            "{option}"
        );
    }
    let one = visitor.get(&format!("{forces}&answer=charge")).await;
    assert!(
        one.body.contains("name=\"decisions\" value=\"charge\""),
        "{}",
        one.body
    );
    let two = visitor
        .get(&format!("{forces}&decisions=charge&answer=wait"))
        .await;
    assert_eq!(status(&two), 200);
    assert!(
        two.body
            .contains("name=\"decisions\" value=\"charge wait\"")
    );
    assert!(
        two.body.contains("name=\"decisions\" value=\"charge\""),
        "it can be taken back"
    );
    // One that does not fit is told, and nothing is fought.
    let wrong = visitor.get(&format!("{forces}&decisions=melee")).await;
    assert_eq!(status(&wrong), 422);
    assert!(text_of(&wrong.body).contains("One of the decisions does not fit"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_told_at_its_field() {
    let app = TestApp::start().await;
    let visitor = Browser::at(&app);
    for (change, told) in [
        ("&a1_class=field_gun", "only guns and warships bombard"),
        ("&a1_stance=March", "this Stance does not fit"),
        ("&a1_strength=five", "out of bounds"),
        ("&d1_class=", "Choose one to three defenders"),
        ("&d1_class=lancers", "no such class"),
        (
            "&d1_entrenchment=2",
            "only who is in Entrench is entrenched",
        ),
        ("&seed=-1", ""),
    ] {
        // The later of two equal fields counts.
        let page = visitor.get(&format!("{FORCES}&tick=64{change}")).await;
        let wanted = if told.is_empty() { 200 } else { 422 };
        assert_eq!(status(&page), wanted, "{change}");
        assert_sound(&page.body);
        let text = text_of(&page.body);
        assert!(text.contains(told), "{change}: {text}");
    }
    for odd in [
        "?kind=Brawl",
        "?kind=Assault&tick=x",
        "?%00=%ff",
        "?kind=Assault&a1_class=%3Cb%3E&tick=1",
    ] {
        let page = visitor.get(&format!("/drill{odd}")).await;
        assert!(status(&page) < 500, "{odd}");
        assert!(!page.body.contains("<b>"), "{odd}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_keeps_the_host_busy_with_it() {
    let app = TestApp::start().await;
    let visitor = Browser::at(&app);
    let mut refused = None;
    for _ in 0..400 {
        let page = visitor.get("/drill").await;
        if status(&page) == 429 {
            refused = Some(page);
            break;
        }
    }
    let refused = refused.expect("there is a limit");
    assert!(text_of(&refused.body).contains("Wait"), "{}", refused.body);
    assert_eq!(status(&visitor.get("/healthz").await), 200);
}
