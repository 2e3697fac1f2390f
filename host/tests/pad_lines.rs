//! What order lines come to at the pad when they are more than plain: two windows, lines
//! that belong together, what can never be taken back, orders that are very many.

mod support;

use support::html::{assert_sound, text_of};
use support::pad::{follow, pad, send, send_sure};
use support::people::Page;
use support::table::{entered, player, status};
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn a_march_may_stand_above_the_line_that_takes_its_attack_off() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let text = pad(&page) + "#402 hold\n#402 attack 15,9\n";
    let page = follow(&ada, &send(&ada, &game, &page, &text, "").await).await;
    let (hold, attack) = ("#402 hold\n", "#402 attack 15,9\n");
    let text = pad(&page)
        .replace(hold, "#402 march\n")
        .replace(attack, "#402 move to 14,9\n");
    let page = follow(&ada, &send(&ada, &game, &page, &text, "commit").await).await;
    assert!(pad(&page).contains("#402 march\n") && pad(&page).contains("#402 move to 14,9\n"));
    assert!(
        entered(&app, &game, 0)
            .await
            .last()
            .is_some_and(|last| last.contains("CommitOrders"))
    );

    // An attack beside the march that stands: refused, and it names that line.
    let text = pad(&page).replace("#402 move to 14,9", "#402 attack 15,9");
    let before = entered(&app, &game, 0).await.len();
    let answer = send(&ada, &game, &page, &text, "").await;
    assert_eq!(status(&answer), 422);
    let says = text_of(&answer.body);
    let march = 1 + text
        .lines()
        .position(|line| line == "#402 march")
        .expect("a line");
    let against = format!("It does not go together with line {march}");
    assert!(says.contains(&against), "{against}: {says}");
    assert_eq!(entered(&app, &game, 0).await.len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_take_nothing_from_one_another_without_a_word() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let text = pad(&page) + "#402 move to 15,9\n";
    follow(&ada, &send(&ada, &game, &page, &text, "").await).await;
    let (one, other) = (ada.get(&address).await, ada.get(&address).await);
    let changed = pad(&one).replace("#402 move to 15,9", "#402 move to 14,9");
    follow(&ada, &send(&ada, &game, &one, &changed, "").await).await;

    // Taken out in the other window: the newer order stays, and it is told.
    let out = pad(&other).replace("#402 move to 15,9\n", "");
    let answer = send(&ada, &game, &other, &out, "commit").await;
    assert_eq!(status(&answer), 422);
    assert_sound(&answer.body);
    let says = text_of(&answer.body);
    assert!(
        says.contains(
            "it is now “#402 move to 14,9”. Enter the lines again to take that back too."
        ),
        "{says}"
    );
    let stands = ada.get(&address).await;
    assert!(pad(&stands).contains("#402 move to 14,9\n"));
    assert!(
        !entered(&app, &game, 0)
            .await
            .iter()
            .any(|record| record.contains("CommitOrders"))
    );

    // Changed in the other window too: told, and taken once its writer has seen it.
    let both = pad(&other).replace("#402 move to 15,9", "#402 move to 13,9");
    let answer = send(&ada, &game, &other, &both, "").await;
    assert_eq!(status(&answer), 422);
    let says = text_of(&answer.body);
    assert!(
        says.contains("changed this since this page was opened: it is now “#402 move to 14,9”."),
        "{says}"
    );
    let page = follow(&ada, &send(&ada, &game, &answer, &both, "").await).await;
    assert!(pad(&page).contains("#402 move to 13,9\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_concession_by_a_line_waits_for_a_word_and_for_every_other_line() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let concedes = |log: &[String]| log.iter().any(|record| record.contains("Concede"));
    // As a mail program quotes, with what it makes of the rest.
    let pasted = pad(&page) + "#670 march\nconcede\nOn Tuesday Ada wrote\n";
    for is_sure in [false, true] {
        let answer = match is_sure {
            false => send(&ada, &game, &page, &pasted, "commit").await,
            true => send_sure(&ada, &game, &page, &pasted).await,
        };
        assert_eq!(status(&answer), 422);
        assert!(
            !concedes(&entered(&app, &game, 0).await),
            "beside a line that cannot be read"
        );
    }
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let text = pad(&page) + "concede\n";
    let answer = send(&ada, &game, &page, &text, "commit").await;
    assert_eq!(status(&answer), 422);
    assert_sound(&answer.body);
    let says = text_of(&answer.body);
    assert!(
        says.contains("can never be taken back, so it waits for your word."),
        "{says}"
    );
    assert!(says.contains("I am sure: concede"), "{says}");
    let log = entered(&app, &game, 0).await;
    assert!(
        !concedes(&log) && !log.iter().any(|record| record.contains("Commit")),
        "{log:?}"
    );
    let page = follow(&ada, &send_sure(&ada, &game, &answer, &text).await).await;
    assert!(concedes(&entered(&app, &game, 0).await));
    assert!(text_of(&page.body).contains("You concede"), "told");
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_are_very_many_come_in_parts_and_each_can_be_changed() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let groups = |from: usize| {
        let lines = (from..from + 900).map(|n| format!("group Scouts{n:04} #601 #402 #104 #670\n"));
        lines.collect::<String>()
    };
    let first = ada.get(&address).await;
    let all = |page: &Page| -> usize {
        let text = text_of(&page.body);
        let count = text
            .split("so they stand here in ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        count.and_then(|count| count.parse().ok()).unwrap_or(1)
    };
    assert_eq!(all(&first), 1);
    let mut page = first;
    for from in [1000, 2000] {
        let text = pad(&page) + &groups(from);
        page = follow(&ada, &send(&ada, &game, &page, &text, "").await).await;
    }
    // More than a message may hold.
    let parts = all(&page);
    let mut whole = String::new();
    for number in 1..=parts {
        whole += &pad(&ada.get(&format!("{address}?part={number}")).await);
    }
    assert!(
        whole.len() > 65_536 && parts >= 3,
        "{} bytes in {parts} parts",
        whole.len()
    );
    assert_eq!(whole.matches("group Scouts").count(), 1800);

    // In the last one a line is taken out, one changed, one added: those three alone.
    let last = ada.get(&format!("{address}?part={parts}")).await;
    let text = pad(&last)
        .replace("group Scouts2890 #601 #402 #104 #670\n", "")
        .replace(
            "group Scouts2891 #601 #402 #104 #670",
            "group Scouts2891 #601",
        )
        + "#670 march\n";
    let before = entered(&app, &game, 0).await.len();
    let page = follow(&ada, &send(&ada, &game, &last, &text, "").await).await;
    assert_eq!(entered(&app, &game, 0).await.len(), before + 3);
    assert!(
        text_of(&page.body).contains("2 orders are entered, and one is taken back"),
        "{}",
        text_of(&page.body)
    );
    assert!(
        pad(&page).contains("group Scouts2891 #601\n"),
        "the same part again"
    );
    assert!(!pad(&page).contains("Scouts2890"));
    // A unit that is chosen brings up its part.
    let page = ada.get(&format!("{address}?unit=670")).await;
    assert!(pad(&page).contains("#670 march\n"));
}
