//! The scenario that teaches, played by a person as it is meant to be: each of its
//! twelve turns brings its text, on the game's page and in the mail that opens it.

mod support;

use fieldpost::{ai::seats::COMMITS_AFTER_SECONDS, report, texts::Texts};
use fieldpost_engine::scenario::{Scenario, shipped};
use support::html::{assert_sound, text_of};
use support::people::{deliver, mails_to};
use support::table::player;
use support::{TestApp, TestGame};

/// Turns that have a lesson: all that the scenario has.
const LESSONS: u32 = 12;

fn first_steps() -> Scenario {
    Scenario::parse(shipped("first-steps").expect("it ships")).expect("it is sound")
}

/// A text without its line breaks, which a mail and a page put where they like.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_turn_brings_its_lesson_by_page_and_by_mail() {
    let app = TestApp::start().await;
    let scenario = first_steps();
    let game = TestGame::of_one_person(&app, scenario.clone()).await;
    let pupil = player(&app, &game, 0).await;
    let address = format!("seat0.{}@example.org", game.key);
    for turn in 1..=LESSONS {
        deliver(&app).await;
        let lesson = report::lesson(Texts::english(), &scenario, turn).expect("a lesson");
        let page = pupil.get(&format!("/games/{}", game.key)).await;
        assert_sound(&page.body);
        let shown = flat(&text_of(&page.body));
        let subject = match turn {
            1 => "begins".to_owned(),
            _ => format!("turn {} is fought", turn - 1),
        };
        let mails = mails_to(&app, &address).await;
        let mail = mails.iter().find(|mail| mail.text.contains(&subject));
        let mail = mail.unwrap_or_else(|| panic!("no mail that {subject}"));
        let text = flat(&mail.text);
        let html = flat(&text_of(&mail.html));
        for (place, told) in [("page", &shown), ("mail", &text), ("mail in HTML", &html)] {
            for says in [&lesson.title, &lesson.text]
                .into_iter()
                .chain(&lesson.orders)
            {
                assert!(
                    told.contains(&flat(says)),
                    "turn {turn}, {place}: {says}\n{told}"
                );
            }
        }
        app.work().await;
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        app.work().await;
        game.commit(&app.state, 0, turn).await;
        app.work().await;
    }
    // The last lesson's turn was the last one; nothing is taught behind it.
    deliver(&app).await;
    let phase = game.standing(&app).await.1;
    assert_eq!(phase, "ended");
    assert_eq!(
        report::lesson(Texts::english(), &scenario, LESSONS + 1),
        None
    );
}
