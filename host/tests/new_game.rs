//! A game is made by page: scenarios that are uploaded, and forms with faults.

mod support;

use support::html::{assert_sound, text_of};
use support::lobby::{act, make, new_form, send, somebody, text_at};
use support::table::status;
use support::{TestApp, kelsey_ford};

#[tokio::test(flavor = "multi_thread")]
async fn a_scenario_comes_in_by_file_or_field_and_every_fault_is_told() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let page = ada.get("/games/new").await;
    let csrf = page.csrf();
    assert!(page.body.contains("href=\"/games/new/format\""));
    let format = ada.get("/games/new/format").await;
    assert_eq!(status(&format), 200);
    assert!(format.body.starts_with("# Writing a scenario"));
    let send = async |file: &str, pasted: &str| {
        let parts = [("csrf", csrf), ("file", file), ("pasted", pasted)];
        ada.post_parts("/games/new/upload", &parts).await
    };
    let mut scenario = kelsey_ford();
    scenario.name = "Home made".to_owned();
    let sound = serde_json::to_string(&scenario).unwrap();
    let kept = send(&sound, "").await;
    assert_eq!(status(&kept), 303, "{}", text_of(&kept.body));
    let place = kept.location().to_owned();
    assert!(
        text_at(&ada, &place)
            .await
            .contains("Make a game: Home made")
    );
    assert_eq!(status(&ben.get(&place).await), 404, "another's upload");
    assert_eq!(status(&send("", &sound).await), 303);

    scenario.map.terrain[0].push('x');
    scenario.units[1].at = scenario.units[0].at;
    scenario.units[1].class = "elephant".to_owned();
    let faulty = serde_json::to_string(&scenario).unwrap();
    let told = send("", &faulty).await;
    assert_eq!(status(&told), 422);
    assert_sound(&told.body);
    let text = text_of(&told.body);
    for place in ["map.terrain[0]", "units[1].class"] {
        assert!(text.contains(place), "{text}");
    }
    assert!(
        text.contains("The ruleset has no class “elephant”."),
        "{text}"
    );

    // What a position to try rules on may leave out, a game may not.
    let mut bare = kelsey_ford();
    bare.units.retain(|unit| unit.owner != Some(1));
    let told = send("", &serde_json::to_string(&bare).unwrap()).await;
    assert_eq!(status(&told), 422);
    let text = text_of(&told.body);
    assert!(text.contains("seats[1]"), "{text}");
    assert!(text.contains("The seat begins without a unit."), "{text}");

    // A file of nothing but faults: the first hundred, and how many there are.
    let many = format!("{{\"units\":[{}]}}", vec!["{}"; 300].join(","));
    let told = send(&many, "").await;
    assert_eq!(status(&told), 422);
    assert_sound(&told.body);
    let text = text_of(&told.body);
    assert!(text.contains("The scenario has 605 faults."), "{text}");
    assert!(text.contains("505 more faults are not listed."), "{text}");
    let sly = sound.replacen("Home made", "<b>Home\\u202e</b>", 1);
    let text = text_of(&send(&sly, "").await.body);
    assert!(text.contains("The name holds characters"), "{text}");

    let large = "x".repeat(1024 * 1024 + 1);
    let told = send(&large, "").await;
    assert!(text_of(&told.body).contains("more than one megabyte"));
    let told = send("", "").await;
    assert!(text_of(&told.body).contains("Nothing came with the form"));
    let without = ada
        .post_parts("/games/new/upload", &[("file", &sound)])
        .await;
    assert_eq!(status(&without), 403);
    // The file that was kept becomes a game.
    let page = ada.get(&place).await;
    let fields = new_form(&page.body);
    let fields: Vec<_> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    assert_eq!(status(&ada.post("/games/new", &fields).await), 303);
    assert!(
        text_at(&ben, "/lobby")
            .await
            .contains("Home made, 24 × 18 tiles")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_new_game_is_told_beside_its_field() {
    let app = TestApp::start().await;
    let ada = somebody(&app, "ada").await;
    let long = "x".repeat(61);
    let wrong: [(&[(&str, &str)], &str); 8] = [
        (&[("name", &long)], "at most 60 characters"),
        (&[("name", "\u{202e}drof")], "turn the text around"),
        (
            &[("pace", "custom"), ("deadline_days", "61")],
            "60 days at most",
        ),
        (
            &[("door", "password"), ("password", " ")],
            "Write a password",
        ),
        (
            &[("spectators", "delayed"), ("spectator_delay", "4")],
            "5 to 1000 turns",
        ),
        (&[("ranked", "yes"), ("by2", "ai")], "played by people"),
        (&[("by0", "ai"), ("seat", "0")], "one that a person plays"),
        (&[("tier", "4")], "Choose tier 1, 2 or 3"),
    ];
    for (changes, text) in wrong {
        let page = send(&ada, changes).await;
        assert_eq!(status(&page), 422, "{changes:?}");
        assert_sound(&page.body);
        assert!(
            text_of(&page.body).contains(text),
            "{changes:?}: {}",
            text_of(&page.body)
        );
    }
    assert_eq!(app.number("SELECT count(*) AS n FROM games").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_chose_no_clock_has_the_usual_one_for_as_many_as_play() {
    let app = TestApp::start().await;
    let ada = somebody(&app, "ada").await;
    let page = text_at(&ada, "/games/new?scenario=kelsey-ford").await;
    assert!(
        page.contains(
            "With the seats as they stand above, 3 people play: one day a turn, and 3 days"
        ),
        "{page}"
    );
    let clock = async |key: &str| {
        let seconds = format!(
            "SELECT coalesce(deadline_seconds, 0)::bigint * 1000000 + reserve_seconds AS n FROM games \
             WHERE key = '{key}'"
        );
        let of_seats = format!(
            "SELECT max(reserve_seconds_left)::bigint AS n FROM seats \
             JOIN games ON games.id = game_id WHERE key = '{key}'"
        );
        let both = app.number(&seconds).await;
        assert_eq!(app.number(&of_seats).await, both % 1_000_000);
        (both / 1_000_000, both % 1_000_000)
    };
    let three = make(&ada, &[]).await;
    assert_eq!(clock(&three).await, (86_400, 259_200));
    let live = make(&ada, &[("pace", "usual-live")]).await;
    assert_eq!(clock(&live).await, (300, 600));
    let two = make(&ada, &[("by2", "ai")]).await;
    assert_eq!(clock(&two).await, (0, 0));
    // Whoever asks for a clock gets it, however few they are.
    let asked = make(&ada, &[("by2", "ai"), ("pace", "daily")]).await;
    assert_eq!(clock(&asked).await, (86_400, 172_800));
    // It follows the number of people while the game gathers.
    act(&ada, &three, "controller", &[("seat", "2"), ("by", "ai")]).await;
    assert_eq!(clock(&three).await, (0, 0));
    act(&ada, &two, "controller", &[("seat", "2"), ("by", "human")]).await;
    assert_eq!(clock(&two).await, (86_400, 259_200));
    act(
        &ada,
        &asked,
        "controller",
        &[("seat", "2"), ("by", "human")],
    )
    .await;
    assert_eq!(clock(&asked).await, (86_400, 172_800));
}

#[tokio::test(flavor = "multi_thread")]
async fn fixed_times_have_the_reserve_that_the_maker_says() {
    let app = TestApp::start().await;
    let ada = somebody(&app, "ada").await;
    let key = make(
        &ada,
        &[
            ("pace", "calendar"),
            ("calendar_reserve_days", "0"),
            ("calendar_reserve_hours", "5"),
        ],
    )
    .await;
    let page = text_at(&ada, &format!("/lobby/{key}")).await;
    assert!(page.contains("5 hours in reserve"), "{page}");
}
