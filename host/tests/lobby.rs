//! Games made, found, joined and left by page, and what strangers see of them.

mod support;

use fieldpost::worker;
use support::TestApp;
use support::html::text_of;
use support::lobby::{act, make, send, somebody, text_at};
use support::people::{Browser, Page, deliver, mails_to, newest_mail};
use support::table::status;

#[tokio::test(flavor = "multi_thread")]
async fn a_public_game_is_made_found_and_filled_and_begins() {
    let app = TestApp::start().await;
    let ada = somebody(&app, "ada").await;
    let (ben, cleo) = (somebody(&app, "ben").await, somebody(&app, "cleo").await);
    let choose = text_at(&ada, "/games/new").await;
    assert!(choose.contains("Kelsey Ford") && choose.contains("24 × 18 tiles"));
    let preview = ada.get("/games/new?scenario=kelsey-ford").await;
    let page = text_of(&preview.body);
    assert!(page.contains("Be the last who is still standing"), "{page}");
    assert!(preview.body.contains("class=\"river\"") && preview.body.contains(">Vell<"));
    assert!(
        !preview.body.contains("class=\"counter"),
        "no unit is shown"
    );

    let key = make(
        &ada,
        &[("name", "  The   ford "), ("pace", "weekly"), ("seat", "1")],
    )
    .await;
    let lobby = text_at(&ben, "/lobby").await;
    for part in [
        "The ford",
        "7 days a turn, and 7 days in reserve",
        "2 seats of 3 are free",
    ] {
        assert!(lobby.contains(part), "{part} in {lobby}");
    }
    let taken = act(&ben, &key, "join", &[("seat", "1")]).await;
    assert_eq!(status(&taken), 409, "Ada has it");
    assert!(text_of(&taken.body).contains("Somebody else took that seat first"));
    assert_eq!(
        status(&act(&ben, &key, "join", &[("seat", "0")]).await),
        303
    );
    // A seat may be changed while the game gathers, and nobody has two.
    assert_eq!(
        status(&act(&ben, &key, "join", &[("seat", "2")]).await),
        303
    );
    assert!(
        text_at(&cleo, "/lobby")
            .await
            .contains("One seat of 3 is free")
    );
    deliver(&app).await;
    let mails = mails_to(&app, "ada@example.org").await;
    // A letter says what is so when it is sent: he has moved on since.
    let told = mails
        .iter()
        .find(|mail| mail.item.subject == "The ford: the seat of Ostry is taken");
    let told = told.expect("a letter to the maker");
    assert!(
        told.text
            .contains("somebody without a name has taken the seat of Ostry")
    );
    let begun = act(&cleo, &key, "join", &[("seat", "0")]).await;
    assert_eq!(begun.location(), format!("/games/{key}"));
    deliver(&app).await;
    for name in ["ada", "ben", "cleo"] {
        let mails = mails_to(&app, &format!("{name}@example.org")).await;
        let begun = mails
            .iter()
            .filter(|mail| mail.text.contains("the game begins"));
        assert_eq!(begun.count(), 1, "{name}");
    }
    assert!(!text_at(&ada, "/lobby").await.contains("The ford"));
    assert_eq!(
        ada.get(&format!("/lobby/{key}")).await.location(),
        format!("/games/{key}")
    );
    assert_eq!(
        status(&act_begun(&ben, &key).await),
        409,
        "seats change no more"
    );
    let about = text_at(&ada, &format!("/games/{key}/about")).await;
    assert!(about.contains("Turn 1 is being played") && about.contains("The seal on the dice"));
}

/// Leaves a game that has begun, from the page of another.
async fn act_begun(browser: &Browser, key: &str) -> Page {
    let page = browser.get("/games/new").await;
    browser
        .submit(&page, &format!("/lobby/{key}/leave"), &[])
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_nowhere_for_strangers_and_its_link_opens_it() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let key = make(&ada, &[("name", "Secret"), ("door", "private")]).await;
    assert!(!text_at(&ben, "/lobby").await.contains("Secret"));
    let unknown = ben.get("/lobby/aaaaaaaaaa").await;
    for path in [
        format!("/lobby/{key}"),
        format!("/games/{key}"),
        format!("/games/{key}/about"),
    ] {
        let page = ben.get(&path).await;
        assert_eq!((status(&page), &page.body), (404, &unknown.body), "{path}");
    }
    let other = ben.get("/games/new").await;
    for act in ["join", "leave", "kick", "invite", "controller", "call-off"] {
        let fields = [("seat", "1"), ("email", "x@example.org"), ("by", "ai")];
        let tried = ben
            .submit(&other, &format!("/lobby/{key}/{act}"), &fields)
            .await;
        assert_eq!(status(&tried), 404, "{act}");
    }
    let page = ada.get(&format!("/lobby/{key}")).await;
    let path = support::people::link_in(&app, &text_of(&page.body), &format!("/lobby/{key}/with/"));
    let bent = format!("{}A", &path[..path.len() - 1]);
    assert!(bent == path || status(&ben.get(&bent).await) == 404);
    let shown = ben.get(&path).await;
    assert_eq!(status(&shown), 200);
    assert!(
        !shown.body.contains("/with/"),
        "only its maker passes it on"
    );
    let link = path.rsplit('/').next().unwrap();
    let fields = [("seat", "1"), ("link", link)];
    let joined = ben
        .submit(&shown, &format!("/lobby/{key}/join"), &fields)
        .await;
    assert_eq!(status(&joined), 303);
    assert!(text_at(&ben, "/").await.contains("Secret"));
    // Whoever leaves it does not see it any more.
    assert_eq!(act(&ben, &key, "leave", &[]).await.location(), "/");
    assert_eq!(status(&ben.get(&format!("/lobby/{key}")).await), 404);
    deliver(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_opens_a_public_game_and_tries_are_few() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let key = make(&ada, &[("door", "password"), ("password", "Mud and rain")]).await;
    assert!(text_at(&ben, "/lobby").await.contains("With a password"));
    let wrong = act(&ben, &key, "join", &[("seat", "1"), ("password", "mud")]).await;
    assert_eq!(status(&wrong), 422);
    assert!(text_of(&wrong.body).contains("That is not the password"));
    let right = [("seat", "1"), ("password", "Mud and rain")];
    assert_eq!(status(&act(&ben, &key, "join", &right).await), 303);
    assert_eq!(status(&act(&ben, &key, "leave", &[]).await), 303);
    let mut tries = Vec::new();
    for _ in 0..12 {
        let tried = act(&ben, &key, "join", &[("seat", "1"), ("password", "x")]).await;
        tries.push(status(&tried));
    }
    assert_eq!(tries.last(), Some(&429), "{tries:?}");
    let hash = "SELECT count(*) AS n FROM lobby WHERE length(password_hash) = 32";
    assert_eq!(app.number(hash).await, 1);
    deliver(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_anonymous_game_names_nobody_and_a_watched_one_asks_for_consent() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    for (browser, name) in [(&ada, "Ada the Bold"), (&ben, "Ben")] {
        let page = browser.get("/account").await;
        let fields = [("name", name), ("time_zone", "Europe/Vienna")];
        assert_eq!(
            status(&browser.submit(&page, "/account", &fields).await),
            303
        );
    }
    let watched = [
        ("anonymous", "yes"),
        ("spectators", "delayed"),
        ("spectator_delay", "5"),
    ];
    let key = make(&ada, &watched).await;
    let lobby = text_at(&ben, "/lobby").await;
    assert!(!lobby.contains("Ada") && lobby.contains("A player, not named until the end"));
    let page = text_at(&ben, &format!("/lobby/{key}")).await;
    assert!(
        !page.contains("Ada") && page.contains("Everybody, 5 turns late"),
        "{page}"
    );
    let silent = act(&ben, &key, "join", &[("seat", "1")]).await;
    assert_eq!(status(&silent), 422);
    let agreed = [("seat", "1"), ("consent", "yes")];
    assert_eq!(status(&act(&ben, &key, "join", &agreed).await), 303);
    deliver(&app).await;
    let told = newest_mail(&app, "ada@example.org").await;
    assert!(
        !told.text.contains("Ben") && told.text.contains("Karsk"),
        "{}",
        told.text
    );
    assert!(
        !text_at(&ada, &format!("/lobby/{key}"))
            .await
            .contains("Ben")
    );
    // In a game with names they stand there.
    let open = make(&ada, &[("name", "Open")]).await;
    assert!(
        text_at(&ben, &format!("/lobby/{open}"))
            .await
            .contains("Ada the Bold")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_invites_takes_out_hands_over_and_calls_off() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let page = ada.get("/account").await;
    let fields = [("name", "Ada the Bold"), ("time_zone", "UTC")];
    ada.submit(&page, "/account", &fields).await;
    let key = make(&ada, &[("pace", "weekly")]).await;
    assert_eq!(
        status(&act(&ben, &key, "join", &[("seat", "1")]).await),
        303
    );
    assert_eq!(
        status(&act(&ada, &key, "kick", &[("seat", "1")]).await),
        303
    );
    deliver(&app).await;
    let told = newest_mail(&app, "ben@example.org").await;
    assert!(
        told.item.subject.contains("you are not in it any more"),
        "{}",
        told.item.subject
    );
    let refused = act(&ben, &key, "join", &[("seat", "1")]).await;
    assert_eq!(status(&refused), 409);
    assert!(text_of(&refused.body).contains("has taken you out"));
    // By an invitation of his own he comes back.
    let invite = [("seat", "1"), ("email", "ben@example.org")];
    assert_eq!(status(&act(&ada, &key, "invite", &invite).await), 303);
    assert!(
        text_at(&ada, &format!("/lobby/{key}"))
            .await
            .contains("Offered to ben@example.org")
    );
    let mine = text_at(&ben, &format!("/lobby/{key}")).await;
    assert!(
        !mine.contains("Offered to"),
        "addresses are the maker's business"
    );
    deliver(&app).await;
    let mail = newest_mail(&app, "ben@example.org").await;
    let asked = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Ada the Bold asks you to play Karsk",
        "Pace: 7 days a turn",
        "Ranking: not ranked",
    ] {
        assert!(asked.contains(part), "{part} in {asked}");
        assert!(text_of(&mail.html).contains(part), "{part} in the HTML");
    }
    let path = support::people::link_in(&app, &mail.text, "/invitations/");
    let offer = ben.get(&path).await;
    assert_eq!(status(&ben.submit(&offer, &path, &[]).await), 303);
    // The last seat goes to a program, and that is the last thing it waited for.
    let invalid = act(&ada, &key, "invite", &[("seat", "2"), ("email", "nobody")]).await;
    assert_eq!(status(&invalid), 422);
    let handed = act(&ada, &key, "controller", &[("seat", "2"), ("by", "ai")]).await;
    assert_eq!(handed.location(), format!("/games/{key}"));
    let in_header = "SELECT count(*) AS n FROM games WHERE header::jsonb #>> \
        '{scenario,seats,2,controller}' = 'ai' AND phase = 'orders'";
    assert_eq!(app.number(in_header).await, 1);
    // The chain begins behind the header as it is now.
    assert_eq!(status(&ada.get(&format!("/games/{key}")).await), 200);
    let table = text_at(&ben, &format!("/games/{key}")).await;
    assert!(
        table.contains("Ada the Bold") && table.contains("played by a program"),
        "{table}"
    );
    assert_eq!(table.matches("\nwriting").count(), 2, "{table}");
    // Who comes back to where the pad was sent finds it.
    let pad = format!("/games/{key}/pad");
    let led = ben.get(&pad).await;
    assert_eq!(led.location(), format!("/games/{key}#pad"));
    let stranger = somebody(&app, "dora").await;
    assert_eq!(status(&stranger.get(&pad).await), 404);

    let other = make(&ada, &[("name", "Rained off")]).await;
    let invited = [("seat", "2"), ("email", "fay@example.org")];
    act(&ada, &other, "invite", &invited).await;
    let eve = somebody(&app, "eve").await;
    act(&eve, &other, "join", &[("seat", "1")]).await;
    deliver(&app).await;
    let stranger = act(&ben, &other, "call-off", &[]).await;
    assert_eq!(status(&stranger), 404);
    assert_eq!(status(&act(&ada, &other, "call-off", &[]).await), 303);
    assert!(!text_at(&ben, "/lobby").await.contains("Rained off"));
    // He still has the page of another game open.
    let page = ben.get("/games/new").await;
    let join = format!("/lobby/{other}/join");
    let late = ben.submit(&page, &join, &[("seat", "1")]).await;
    assert_eq!(status(&late), 409);
    deliver(&app).await;
    // Those who had joined and who were asked are told, and its maker is not.
    for (name, says) in [
        ("eve", "has called it off. Nothing more"),
        ("fay", "is void"),
    ] {
        let mails = mails_to(&app, &format!("{name}@example.org")).await;
        let told = mails.iter().filter(|mail| {
            let words: Vec<_> = mail.text.split_whitespace().collect();
            mail.item.subject == "Rained off is called off" && words.join(" ").contains(says)
        });
        assert_eq!(told.count(), 1, "{name}");
    }
    let own = mails_to(&app, "ada@example.org").await;
    assert!(
        own.iter()
            .all(|mail| !mail.item.subject.contains("called off"))
    );
    // The invitation's page says so too, before anything is pressed.
    let asked = mails_to(&app, "fay@example.org").await;
    let asked = asked
        .iter()
        .find(|mail| mail.text.contains("/invitations/"));
    let link = support::people::link_in(&app, &asked.expect("one").text, "/invitations/");
    let fay = somebody(&app, "fay").await;
    assert_eq!(status(&fay.get(&link).await), 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_at_its_time_and_free_seats_go_to_a_program() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let past = send(
        &ada,
        &[("start", "time"), ("starts_at", "2020-01-01T10:00")],
    )
    .await;
    assert_eq!(status(&past), 422);
    assert!(text_of(&past.body).contains("still to come"));
    let at = chrono::Utc::now() + chrono::TimeDelta::days(2);
    let at = at.format("%Y-%m-%dT%H:%M").to_string();
    let timed = [("start", "time"), ("starts_at", at.as_str())];
    let key = make(&ada, &timed).await;
    let ranked: Vec<_> = timed.into_iter().chain([("ranked", "yes")]).collect();
    make(&ada, &ranked).await;
    assert_eq!(
        status(&act(&ben, &key, "join", &[("seat", "2")]).await),
        303
    );
    app.work().await;
    let begun = "SELECT count(*) AS n FROM games WHERE phase = 'orders'";
    assert_eq!(app.number(begun).await, 0);
    app.advance_seconds(2.0 * 86_400.0).await;
    assert!(worker::step(&app.state).await.unwrap());
    app.work().await;
    // The ranked one waits for people.
    assert_eq!(app.number(begun).await, 1);
    let ai = "SELECT count(*) AS n FROM seats WHERE ai IS NOT NULL AND account_id IS NULL";
    assert_eq!(app.number(ai).await, 1);
    assert_eq!(status(&ben.get(&format!("/games/{key}")).await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_directs_a_game_is_led_to_the_masters_page_by_letter_too() {
    let app = TestApp::start().await;
    let (gwen, ben) = (somebody(&app, "gwen").await, somebody(&app, "ben").await);
    let key = make(&gwen, &[("part", "master")]).await;
    let joined = act(&ben, &key, "join", &[("seat", "1")]).await;
    assert_eq!(status(&joined), 303);
    deliver(&app).await;
    let told = newest_mail(&app, "gwen@example.org").await;
    let master = format!("/games/{key}/master");
    assert!(told.text.contains(&app.url(&master)), "{}", told.text);
    // Until it begins, that is the page on which it gathers.
    let lobby = format!("/lobby/{key}");
    assert_eq!(gwen.get(&master).await.location(), lobby);
    for seat in ["0", "2"] {
        let form = [("seat", seat), ("by", "ai")];
        assert_eq!(status(&act(&gwen, &key, "controller", &form).await), 303);
    }
    assert_eq!(gwen.get(&lobby).await.location(), master);
    let text = text_at(&gwen, &master).await;
    assert_eq!(text.matches("played by a program").count(), 2, "{text}");
    assert_eq!(text.matches("\nwriting").count(), 1, "{text}");
    deliver(&app).await;
}
