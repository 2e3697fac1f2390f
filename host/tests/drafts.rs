//! What was typed into a form that is refused is given back, to a browser without
//! scripts too; and no form with free text gets round what keeps drafts.

mod support;

use std::{fs, path::Path};

use support::html::{assert_sound, text_of};
use support::pad::{pad, send};
use support::people::{Browser, Page};
use support::table::{entered, player, status};
use support::{TestApp, TestGame};

use fieldpost::pages::fields;

/// What stands in the page's first field of several lines, as a reader sees it.
fn given_back(page: &Page) -> String {
    let (_, rest) = page.body.split_once("<textarea").expect("a text");
    let (_, rest) = rest.split_once(">\n").expect("its begin");
    let (text, _) = rest.split_once("</textarea>").expect("its end");
    text.replace("&#34;", "\"")
        .replace("&#38;", "&")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_form_gives_back_what_was_typed_and_leads_back() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let page = ada.get(&format!("{address}?unit=601")).await;
    let text = pad(&page) + "#670 advance\n-- <b>a \"note\"</b>\n";

    // 403: the form is of another sign-in.
    let ben = player(&app, &game, 1).await;
    let answer = send(&ben, &game, &page, &text, "").await;
    assert_eq!(status(&answer), 403);
    assert_sound(&answer.body);
    assert_eq!(given_back(&answer).replace("\r\n", "\n"), text);
    assert!(
        answer
            .body
            .contains(&format!("href=\"{address}?unit=601\"")),
        "{}",
        answer.body
    );

    // 401: the sign-in has ended meanwhile. Signing in leads back to the page.
    let nobody = Browser::at(&app);
    let answer = send(&nobody, &game, &page, &text, "commit").await;
    assert_eq!(status(&answer), 401);
    assert_eq!(given_back(&answer).replace("\r\n", "\n"), text);
    let sign_in = format!("/sign-in?next={address}%3Funit%3D601");
    assert!(answer.body.contains(&sign_in), "{}", answer.body);
    assert!(entered(&app, &game, 0).await.is_empty() && entered(&app, &game, 1).await.is_empty());

    // The same of every other form: a profile, a task.
    let answer = nobody
        .post(
            "/account",
            &[("name", "Ada of the Ford"), ("time_zone", "Europe/Vienna")],
        )
        .await;
    assert_eq!(status(&answer), 401);
    let says = text_of(&answer.body);
    assert!(
        says.contains("Ada of the Ford") && says.contains("Europe/Vienna"),
        "{says}"
    );
    let task = [
        ("kind", "SetTask"),
        ("unit", "601"),
        ("do_kind", "MoveTo"),
        ("do_tile", "15,9"),
        ("via", "13,9 14,9"),
    ];
    let answer = nobody.post(&format!("{address}/orders"), &task).await;
    let says = text_of(&answer.body);
    assert!(
        says.contains("15,9") && says.contains("13,9 14,9"),
        "{says}"
    );
    assert!(!says.contains("MoveTo"), "what was not typed: {says}");
    // And of one that a file may be among: what was pasted.
    let parts = [
        ("csrf", "none"),
        ("file", "{ a file }"),
        ("pasted", "{ half a scenario"),
    ];
    let answer = nobody.post_parts("/games/new/upload", &parts).await;
    assert_eq!(status(&answer), 401);
    let says = text_of(&answer.body);
    assert!(
        says.contains("{ half a scenario") && !says.contains("a file"),
        "{says}"
    );
    assert!(
        answer.body.contains("/sign-in?next=/games/new\""),
        "{}",
        answer.body
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_too_long_gives_its_text_back() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    // Three bytes a character, and each byte is sent as three.
    let text = pad(&page) + "-- " + &"長".repeat(240_000) + "\n";
    let answer = send(&ada, &game, &page, &text, "").await;
    assert_eq!(status(&answer), 413);
    assert_sound(&answer.body);
    assert_eq!(given_back(&answer).replace("\r\n", "\n"), text);
    assert!(
        text_of(&answer.body).contains("That is too long"),
        "a reason"
    );
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let text = pad(&page) + "-- " + &"長".repeat(10_000) + "\n#670 advance\n";
    assert_eq!(
        status(&send(&ada, &game, &page, &text, "").await),
        303,
        "90 KB as sent"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_form_that_went_through_is_confirmed() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get("/account").await;
    let confirms = |page: &Page| {
        page.cookies()
            .iter()
            .any(|line| line.starts_with("fieldpost-kept-abc123=1;"))
    };
    let fields = [("name", "Ada"), ("time_zone", "UTC")];
    let answer = ada.submit(&page, "/account?draft=abc123", &fields).await;
    assert_eq!(status(&answer), 303);
    assert!(confirms(&answer), "{:?}", answer.cookies());
    for (path, fields) in [
        (
            "/account?draft=abc123",
            [("name", "Ada"), ("time_zone", "Nowhere")],
        ),
        ("/account?draft=abc;123", fields),
        ("/account", fields),
    ] {
        let answer = ada.submit(&page, path, &fields).await;
        assert!(
            !answer.cookies().iter().any(|line| line.contains("kept")),
            "{path}: {:?}",
            answer.cookies()
        );
    }
    let answer = ada.post("/account?draft=abc123", &fields).await;
    assert_eq!(status(&answer), 403);
    assert!(!confirms(&answer));
}

/// Every template's forms that change something: the tag and what is in it.
fn forms() -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            let text = with_parts(&entry);
            for (at, _) in text.match_indices("<form ") {
                let rest = &text[at..];
                let (tag, inside) = rest.split_once(">\n").expect("a form's tag ends its line");
                let inside = inside.split("</form>").next().expect("a form ends");
                if tag.contains("method=\"post\"") {
                    found.push((
                        entry.display().to_string(),
                        tag.to_owned(),
                        inside.to_owned(),
                    ));
                }
            }
        }
    }
    found
}

/// A template with the parts that it includes, and those that they include.
fn with_parts(path: &Path) -> String {
    let mut text = fs::read_to_string(path).expect("a template");
    while let Some(at) = text.find("{% include \"") {
        let end = at + text[at..].find("%}").expect("it ends") + 2;
        let name = text[at..end].split('"').nth(1).expect("a name").to_owned();
        let part = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../templates")
            .join(name);
        let part = fs::read_to_string(part).expect("a part");
        text.replace_range(at..end, &part);
    }
    text
}

/// The tags of fields into which anything can be typed.
fn free_fields(inside: &str) -> Vec<String> {
    let tags = inside
        .split('<')
        .filter_map(|piece| Some(piece.split_once('>')?.0));
    let is_free = |tag: &&str| {
        let kind = tag
            .split("type=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        let is_typed = matches!(
            kind,
            None | Some(
                "text"
                    | "email"
                    | "number"
                    | "search"
                    | "url"
                    | "tel"
                    | "date"
                    | "time"
                    | "datetime-local"
            )
        );
        (tag.starts_with("input ") && is_typed)
            || (tag.starts_with("textarea ") && !tag.contains("readonly"))
    };
    tags.filter(is_free).map(str::to_owned).collect()
}

#[test]
fn no_form_with_free_text_gets_round_what_keeps_drafts() {
    let mut count = 0;
    for (file, tag, inside) in forms() {
        // Who signs in is nobody yet, and types nothing but an address.
        if file.ends_with("sign_in/ask.html") {
            continue;
        }
        for field in free_fields(&inside) {
            let name = field
                .split("name=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let name = name.unwrap_or_else(|| panic!("{file}: a field without a name: {field}"));
            if field.contains("data-secret") {
                continue;
            }
            count += 1;
            assert!(
                tag.contains("data-draft=\"") && tag.contains("data-owner=\"{{ csrf.owner() }}\""),
                "{file}: {name} can be typed into, and the form keeps no draft: {tag}"
            );
            // A part of a name that the page puts in counts as a word of its own.
            let name = name
                .replace("{{ prefix }}", "x_")
                .replace("{{ unit }}", "x_days")
                .replace("{{ field }}", "x_days");
            assert!(
                fields::is_free(&name),
                "{file}: what is typed into {name} is not given back: see fields::FREE"
            );
        }
    }
    assert!(count > 20, "the templates are read: {count}");
    let layout =
        with_parts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/layout.html"));
    assert!(
        layout.contains("url(\"drafts.js\")"),
        "every page keeps drafts"
    );
}
