//! A game that comes out of the database is the game that was played.

mod support;

use fieldpost::{export, games};
use fieldpost_engine::{log::GameFile, verify::verify};
use support::{TestApp, TestGame};

const MARCH: &str = r#"{"kind":"SetStance","unit":601,"stance":"March"}"#;
const COMMIT: &str = r#"{"kind":"CommitOrders"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_game_verifies_and_keeps_its_seed_while_it_runs() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    game.take(&app.state, 0, 1, MARCH).await;
    for seat in 0..3 {
        game.take(&app.state, seat, 1, COMMIT).await;
    }
    app.work().await;

    let mut conn = app.database.connect().await;
    let row = games::find(&mut conn, &game.key).await.unwrap();
    let text = export::game_file(&mut conn, &row).await.unwrap();
    let mut file = GameFile::parse(&text).unwrap();
    assert_eq!(file.header.seed, None, "the seed is out");
    // A march, three commits and the close; one turn was seen.
    assert_eq!((file.lines.len(), file.witnesses.len()), (5, 1));
    assert!(file.lines.iter().all(|line| line.chain.is_some()));

    // With the seed, as it is when the game is over, every word of it holds.
    file.header.seed = Some(game.seed(&app).await);
    assert_eq!(verify(&file), []);
}
