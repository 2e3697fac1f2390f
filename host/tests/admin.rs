//! What operators may do, and the list of what they did.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{
    audit::{self, Act, Actor},
    db,
};
use support::{TestApp, TestGame};

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
