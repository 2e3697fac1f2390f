//! From an invitation to the game's page, and the start page on the way.

mod support;

use fieldpost::auth::invitations;
use fieldpost::games::{self, NewGame};
use support::html::{assert_sound, text_of};
use support::people::{Browser, deliver};
use support::table::status;
use support::{TestApp, kelsey_ford};

/// A game whose three seats are offered: its key and the invitations' paths.
async fn offered(app: &TestApp) -> (String, Vec<String>) {
    let mut conn = app.state.db.get().await.expect("a connection");
    let new = NewGame {
        name: Some("The ford".to_owned()),
        scenario: kelsey_ford(),
        deadline_seconds: Some(86_400),
        reserve_seconds: 3_600,
        created_by: None,
    };
    let game = games::create(&mut conn, new).await.expect("a game");
    let mut paths = Vec::new();
    for seat in 0..3 {
        let offer = invitations::offer(&mut conn, &app.state.auth, game.id, seat, None);
        paths.push(invitations::path(&offer.await.expect("a free seat")));
    }
    (game.key, paths)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_leads_through_sign_in_to_the_seat_and_the_last_one_starts_the_game() {
    let app = TestApp::start().await;
    let (key, invitations) = offered(&app).await;
    let address = format!("/games/{key}");
    let mut players = Vec::new();
    for (name, invitation) in ["ada", "ben", "cleo"].iter().zip(&invitations) {
        let browser = Browser::at(&app);
        let before = browser.get(invitation).await;
        assert_eq!(status(&before), 303);
        assert_eq!(before.location(), format!("/sign-in?next={invitation}"));
        browser.sign_in(&app, &format!("{name}@example.org")).await;
        let offer = browser.get(invitation).await;
        assert_eq!(status(&offer), 200);
        assert_sound(&offer.body);
        let taken = browser.submit(&offer, invitation, &[]).await;
        assert_eq!((status(&taken), taken.location()), (303, address.as_str()));
        // Opened again, or pressed again, it leads to the game.
        assert_eq!(browser.get(invitation).await.location(), address);
        assert_eq!(status(&browser.submit(&offer, invitation, &[]).await), 303);
        players.push(browser);
        if players.len() < 3 {
            let page = players[0].get(&address).await;
            assert_sound(&page.body);
            let text = text_of(&page.body);
            assert_eq!(text.matches("\ntaken").count(), players.len(), "{text}");
            assert!(
                !page.body.contains("class=\"counter"),
                "no unit before the game"
            );
            let home = players[0].get("/").await;
            assert!(text_of(&home.body).contains("Not begun yet"));
        }
    }
    deliver(&app).await;
    let page = players[0].get(&address).await;
    assert_sound(&page.body);
    let text = text_of(&page.body);
    assert!(
        text.contains("Commit turn 1") && text.contains("reserve one hour"),
        "{text}"
    );
    assert!(text.contains("one day left") || text.contains("23 hours and 59 minutes left"));
    let home = text_of(&players[0].get("/").await.body);
    assert!(
        home.contains("Waiting for you") && home.contains("Due by"),
        "{home}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_or_taken_invitation_gives_nothing() {
    let app = TestApp::start().await;
    let (key, invitations) = offered(&app).await;
    let (ada, ben) = (Browser::at(&app), Browser::at(&app));
    ada.sign_in(&app, "ada@example.org").await;
    ben.sign_in(&app, "ben@example.org").await;
    for void in ["/invitations/x", &format!("{}x", invitations[0])] {
        assert_eq!(status(&ada.get(void).await), 404, "{void}");
    }
    let offer = ada.get(&invitations[0]).await;
    ada.submit(&offer, &invitations[0], &[]).await;
    let late = ben.get(&invitations[0]).await;
    assert!(text_of(&late.body).contains("Somebody else has taken the seat of Meridian"));
    let pressed = ben.get(&invitations[1]).await;
    let refused = ben.submit(&pressed, &invitations[0], &[]).await;
    assert_eq!(status(&refused), 409);
    // Nobody holds two.
    let second = ada.get(&invitations[1]).await;
    let refused = ada.submit(&second, &invitations[1], &[]).await;
    assert_eq!(status(&refused), 409);
    assert!(text_of(&refused.body).contains("nobody may hold two"));
    // Not pressed with its token, it takes nothing.
    assert_eq!(status(&ben.post(&invitations[1], &[]).await), 403);
    assert_eq!(status(&ben.get(&format!("/games/{key}")).await), 404);
}
