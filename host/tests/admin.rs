//! What operators may do, that it is written down, and that it takes effect when
//! it may.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{
    admin::{games, mails, people},
    audit::{self, Act, Actor},
    auth::Email,
    close, db,
    error::Error,
};
use support::{
    TestApp, TestGame, account,
    people::{Browser, deliver, mails_to},
    table::{fight, player},
};

fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}

fn code<T: std::fmt::Debug>(outcome: Result<T, Error>) -> &'static str {
    outcome.unwrap_err().code()
}

async fn acts(app: &TestApp) -> Vec<String> {
    let mut conn = app.state.db.get().await.unwrap();
    let mut acts = audit::newest(&mut conn, None, 100).await.unwrap();
    acts.reverse();
    acts.into_iter().map(|act| act.act).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_acts_can_only_grow() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let mut conn = app.state.db.get().await.unwrap();
    let master = Actor::Master(game.accounts[0]);
    let pause = Act::new(master, "pause").game(game.id);
    audit::record(&mut conn, &pause).await.unwrap();
    let extend = Act::new(Actor::Console, "extend").seat(game.id, 1);
    let extend = extend.detail(serde_json::json!({ "seconds": 60 }));
    audit::record(&mut conn, &extend).await.unwrap();
    let acts = audit::newest(&mut conn, Some(game.id), 10).await.unwrap();
    assert_eq!(
        (acts[0].act.as_str(), acts[0].seat),
        ("extend", Some(1)),
        "{acts:?}"
    );
    assert_eq!(acts[1].actor_account, Some(game.accounts[0]));
    for wrong in [
        "UPDATE audit SET act = 'nothing'",
        "DELETE FROM audit",
        "TRUNCATE audit",
    ] {
        // Neither the host nor the owner of the tables.
        let mut host = db::establish(app.database.url.clone()).await.unwrap();
        assert!(host.batch_execute(wrong).await.is_err(), "{wrong}");
        let refused = app.database.connect().await.batch_execute(wrong).await;
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{wrong}: {refused}");
    }
    assert_eq!(app.number("SELECT count(*) AS n FROM audit").await, 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_stops_the_clock_and_gives_the_time_back() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let mut conn = app.state.db.get().await.unwrap();
    let me = Actor::Console;
    assert_eq!(
        code(games::resume(&mut conn, me, game.id).await),
        "not-paused"
    );
    app.advance_seconds(500.0).await;
    games::pause(&mut conn, me, game.id).await.unwrap();
    assert_eq!(
        code(games::pause(&mut conn, me, game.id).await),
        "already-paused"
    );
    app.advance_seconds(50_000.0).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert!(
        close::step(&app.state).await.unwrap().is_none(),
        "it stands still"
    );
    game.take(&app.state, 2, 1, r#"{"kind":"RevokeCommit"}"#)
        .await;
    games::resume(&mut conn, me, game.id).await.unwrap();
    assert!(
        close::step(&app.state).await.unwrap().is_none(),
        "100 s are left"
    );
    games::extend(&mut conn, me, game.id, 60).await.unwrap();
    app.advance_seconds(130.0).await;
    assert!(
        close::step(&app.state).await.unwrap().is_none(),
        "and a minute more"
    );
    app.advance_seconds(40.0).await;
    assert!(close::step(&app.state).await.unwrap().is_some());
    assert_eq!(
        code(games::extend(&mut conn, me, game.id, 0).await),
        "bad-deadline"
    );
    assert_eq!(acts(&app).await, ["pause", "resume", "extend"]);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_moves_no_clock_beyond_its_bounds_and_undoes_no_operators_pause() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let mut conn = app.state.db.get().await.unwrap();
    let master = Actor::Master(account(&app, "mia@example.org").await);
    let running = games::resume(&mut conn, master, game.id).await;
    assert_eq!(code(running), "not-paused");
    games::pause(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    let refused = games::resume(&mut conn, master, game.id).await;
    assert_eq!(code(refused), "paused-by-operator");
    games::resume(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    games::pause(&mut conn, master, game.id).await.unwrap();
    games::resume(&mut conn, master, game.id).await.unwrap();
    let month = 30 * 86_400;
    games::extend(&mut conn, master, game.id, month)
        .await
        .unwrap();
    let refused = games::extend(&mut conn, master, game.id, month).await;
    assert_eq!(code(refused), "bad-deadline", "60 days and ten minutes");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_game_tries_again_when_it_is_told_to() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let mut conn = app.state.db.get().await.unwrap();
    let retried = games::retry(&mut conn, Actor::Console, game.id).await;
    assert_eq!(code(retried), "not-stalled");
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    let mend = |chain: &str| {
        format!(
            "ALTER TABLE log DISABLE TRIGGER USER; \
             UPDATE log SET chain = {chain} WHERE game_id = {} AND seq = 1; \
             ALTER TABLE log ENABLE TRIGGER USER",
            game.id
        )
    };
    let mut owner = app.database.connect().await;
    let keep = format!(
        "CREATE TABLE kept AS SELECT chain FROM log WHERE game_id = {} AND seq = 1",
        game.id
    );
    owner.batch_execute(&keep).await.unwrap();
    owner.batch_execute(&mend("sha256('')")).await.unwrap();
    app.state.replays.clear();
    assert_eq!(close::step(&app.state).await.unwrap(), None);
    assert_eq!(game.standing(&app).await, (1, "stalled".to_owned()));
    let alarms = games::alarms(&mut conn, 10).await.unwrap();
    assert_eq!(
        (alarms[0].kind.as_str(), &alarms[0].key),
        ("stalled", &game.key)
    );

    owner
        .batch_execute(&mend("(SELECT chain FROM kept)"))
        .await
        .unwrap();
    games::retry(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    app.advance_seconds(2.0).await;
    assert!(close::step(&app.state).await.unwrap().is_some());
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_changes_hands_at_the_boundary_and_everybody_is_told() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let old = player(&app, &game, 1).await;
    app.work().await;
    let mut conn = app.state.db.get().await.unwrap();
    let me = Actor::Console;
    let dora = email("dora@example.org");
    let taken = email(&format!("seat0.{}@example.org", game.key));
    let refused = people::replace_seat(&mut conn, me, game.id, 1, &taken).await;
    assert_eq!(code(refused), "already-seated");
    people::replace_seat(&mut conn, me, game.id, 1, &dora)
        .await
        .unwrap();
    deliver(&app).await;
    for seat in 0..3 {
        let told = mails_to(&app, &format!("seat{seat}.{}@example.org", game.key)).await;
        let words: Vec<_> = told[0].text.split_whitespace().collect();
        let says = match seat {
            1 => "has given your seat, Karsk, to another player",
            _ => "has given Karsk to another player, from turn 2 on",
        };
        assert!(words.join(" ").contains(says), "{}", told[0].text);
        assert!(!told[0].text.contains("dora"), "{}", told[0].text);
    }
    // Until the turn has closed it is the old one's.
    let path = format!("/games/{}", game.key);
    assert_eq!(old.get(&path).await.status, 200);
    fight(&app, &game, 1).await;
    assert_eq!(old.get(&path).await.status, 404);
    let new = Browser::at(&app);
    new.sign_in(&app, "dora@example.org").await;
    assert_eq!(new.get(&path).await.status, 200);
    let report = mails_to(&app, "dora@example.org").await;
    let said: Vec<String> = report
        .iter()
        .map(|mail| mail.text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for part in [
        "You play it from turn 2 on. When turn 1 has closed",
        "From turn 2 on you play Karsk in Kelsey Ford: the operator of this host has given you",
        "Turn 1 was the last of the player before you.",
    ] {
        assert!(
            said.iter().any(|text| text.contains(part)),
            "{part}: {said:?}"
        );
    }
    assert_eq!(said.len(), 3, "the seat, a link, the turn");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_moves_at_the_boundary_and_sessions_end_with_it() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let mut conn = app.state.db.get().await.unwrap();
    let to = email("ada@example.net");
    let ben = email(&format!("seat1.{}@example.org", game.key));
    let me = Actor::Operator(game.accounts[2]);
    let refused = people::move_address(&mut conn, me, game.accounts[0], &ben).await;
    assert_eq!(code(refused), "address-taken");
    people::move_address(&mut conn, me, game.accounts[0], &to)
        .await
        .unwrap();
    assert_eq!(code(people::find(&mut conn, &to).await), "not-found");
    assert_eq!(ada.get("/account").await.status, 200);
    deliver(&app).await;
    let told = mails_to(&app, ben.as_str()).await;
    assert!(told[0].text.contains("another address"), "{}", told[0].text);
    fight(&app, &game, 1).await;
    assert_eq!(
        people::find(&mut conn, &to).await.unwrap(),
        game.accounts[0]
    );
    assert_eq!(ada.get("/account").await.status, 303);
    let report = mails_to(&app, to.as_str()).await;
    assert!(report[0].text.contains("turn 1 is fought"));
    // Whoever plays nothing moves at once.
    let idle = support::account(&app, "eve@example.org").await;
    people::move_address(&mut conn, me, idle, &email("eve@example.net"))
        .await
        .unwrap();
    assert!(
        people::find(&mut conn, &email("eve@example.net"))
            .await
            .is_ok()
    );
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_shown_out_stays_out() {
    let app = TestApp::start().await;
    let mallory = Browser::at(&app);
    mallory.sign_in(&app, "mallory@example.org").await;
    let mut conn = app.state.db.get().await.unwrap();
    let id = people::find(&mut conn, &email("mallory@example.org"))
        .await
        .unwrap();
    let elsewhere = Browser::at(&app);
    elsewhere.ask_for_link("mallory@example.org", "/").await;
    deliver(&app).await;
    let before = mails_to(&app, "mallory@example.org").await;
    people::remove(&mut conn, Actor::Console, id).await.unwrap();
    assert_eq!(mallory.get("/account").await.status, 303);
    // The link that is out already opens nothing, and no other one comes.
    let link = support::people::link_in(&app, &before[0].text, "/sign-in/link/");
    let page = elsewhere.spend(&link).await;
    assert_ne!(page.status, 303, "{}", page.body);
    elsewhere.ask_for_link("mallory@example.org", "/").await;
    deliver(&app).await;
    let after = mails_to(&app, "mallory@example.org").await;
    assert_eq!(after.len(), before.len());
    // It did not fail: it is dropped, and nobody has to look after it.
    assert!(mails::failed(&mut conn, 10).await.unwrap().is_empty());
    let dropped = "SELECT count(*) AS n FROM outbox \
                   WHERE state = 'dropped' AND last_error = 'its reader was shown out'";
    assert_eq!(app.number(dropped).await, 1);

    people::readmit(&mut conn, Actor::Console, id)
        .await
        .unwrap();
    mallory.sign_in(&app, "mallory@example.org").await;
    assert_eq!(mallory.get("/account").await.status, 200);
    assert_eq!(acts(&app).await, ["remove", "readmit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_letter_is_sent_again_or_buried() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    app.work().await;
    let kill = "UPDATE outbox SET state = 'dead', sent_at = NULL, last_error = '550 no' \
                WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 2)";
    app.database
        .connect()
        .await
        .batch_execute(kill)
        .await
        .unwrap();
    let mut conn = app.state.db.get().await.unwrap();
    let dead = mails::failed(&mut conn, 10).await.unwrap();
    assert_eq!((dead.len(), dead[0].key.as_ref()), (2, Some(&game.key)));
    mails::retry(&mut conn, Actor::Console, dead[0].id)
        .await
        .unwrap();
    mails::retry(&mut conn, Actor::Console, dead[1].id)
        .await
        .unwrap();
    mails::bury(&mut conn, Actor::Console, dead[1].id)
        .await
        .unwrap();
    app.work().await;
    let left = mails::failed(&mut conn, 10).await.unwrap();
    assert_eq!(
        left.iter().map(|mail| mail.id).collect::<Vec<_>>(),
        [dead[1].id]
    );
    let sent = mails::retry(&mut conn, Actor::Console, dead[0].id).await;
    assert_eq!(code(sent), "mail-not-waiting");
}
