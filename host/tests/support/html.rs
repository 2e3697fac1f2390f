//! Just enough of HTML for tests: whether it is well-formed, what it says, and
//! what its forms would send.

/// Elements that have no end tag.
const VOID: [&str; 7] = ["area", "br", "hr", "img", "input", "link", "meta"];

/// One tag: its name, what is in it, whether it ends or closes itself.
struct Tag<'a> {
    name: &'a str,
    inside: &'a str,
    is_end: bool,
    is_closed: bool,
}

/// Tags and the text between them.
fn pieces(html: &str) -> impl Iterator<Item = (Option<Tag<'_>>, &str)> {
    html.split('<').enumerate().map(|(at, piece)| {
        if at == 0 {
            return (None, piece);
        }
        let mut quoted = false;
        let end = piece.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = end.unwrap_or_else(|| panic!("a tag does not end: <{piece}"));
        let inside = &piece[..end];
        let is_end = inside.starts_with('/');
        let inside = inside.trim_start_matches('/');
        let is_closed = inside.ends_with('/');
        let name = inside
            .split([' ', '\n', '/'])
            .next()
            .expect("a tag has a name");
        let tag = Tag {
            name,
            inside,
            is_end,
            is_closed,
        };
        (Some(tag), &piece[end + 1..])
    })
}

/// The attributes of a tag, as written.
fn attributes(inside: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = inside.split_once([' ', '\n']).map_or("", |(_, rest)| rest);
    loop {
        rest = rest.trim_start().trim_end_matches('/');
        let Some(end) = rest.find(['=', ' ', '\n']) else {
            if !rest.is_empty() {
                found.push((rest.to_owned(), String::new()));
            }
            return found;
        };
        let name = rest[..end].to_owned();
        match rest[end..].strip_prefix("=\"") {
            Some(value) => {
                let close = value.find('"').expect("a value ends");
                found.push((name, unescape(&value[..close])));
                rest = &value[close + 1..];
            }
            None => {
                assert!(
                    !rest[end..].starts_with('='),
                    "an unquoted value in <{inside}>"
                );
                found.push((name, String::new()));
                rest = &rest[end..];
            }
        }
    }
}

fn attribute(tag: &Tag<'_>, name: &str) -> Option<String> {
    let all = attributes(tag.inside);
    all.into_iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value)
}

fn unescape(text: &str) -> String {
    text.replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#38;", "&")
        .replace("&amp;", "&")
}

/// Every tag closed in order, every attribute once, every id once, every label
/// and description leading somewhere.
pub fn assert_sound(html: &str) {
    let mut open = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut wanted = Vec::new();
    for (tag, _) in pieces(html) {
        let Some(tag) = tag else { continue };
        if tag.name.starts_with('!') {
            continue;
        }
        if tag.is_end {
            let last = open.pop();
            assert_eq!(
                last,
                Some(tag.name),
                "</{}> closes {last:?}\n{html}",
                tag.name
            );
            continue;
        }
        let mut names = std::collections::BTreeSet::new();
        for (name, value) in attributes(tag.inside) {
            if name == "id" {
                assert!(ids.insert(value.clone()), "id {value} stands twice");
            } else if matches!(
                name.as_str(),
                "for" | "aria-describedby" | "aria-labelledby"
            ) {
                wanted.extend(value.split(' ').map(str::to_owned));
            }
            assert!(
                names.insert(name.clone()),
                "{name} twice in <{}>",
                tag.inside
            );
        }
        if !tag.is_closed && !VOID.contains(&tag.name) {
            open.push(tag.name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    for id in wanted {
        assert!(ids.contains(&id), "nothing has the id {id}");
    }
}

/// What a page says, one line a block: without its map's drawing, the entries
/// of its lists, and what is hidden.
pub fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut open: Vec<bool> = Vec::new();
    for (tag, after) in pieces(html) {
        if let Some(tag) = &tag {
            let is_void = tag.is_closed || VOID.contains(&tag.name) || tag.name.starts_with('!');
            if tag.is_end {
                open.pop();
            } else if !is_void {
                let is_shut = tag.name == "dialog" && attribute(tag, "open").is_none();
                let is_silent =
                    is_shut || matches!(tag.name, "head" | "select" | "svg" | "template");
                open.push(is_silent || attribute(tag, "hidden").is_some());
            }
            if !matches!(tag.name, "a" | "b" | "strong" | "span" | "small" | "input") {
                text.push('\n');
            }
        }
        if !open.contains(&true) {
            text.push_str(&unescape(after));
        }
    }
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// The key of the first form that has one.
pub fn form_key(html: &str) -> &str {
    super::people::field(html, "key")
}

/// What a form would send, as a browser without scripts reads it.
pub fn form(html: &str, id: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut inside = false;
    // The list that is open, and whether a choice in it is marked.
    let mut select: Option<(String, Option<String>, Option<String>)> = None;
    for (tag, after) in pieces(html) {
        let Some(tag) = tag else { continue };
        match (tag.name, tag.is_end) {
            ("form", false) => inside = attribute(&tag, "id").as_deref() == Some(id),
            ("form", true) => inside = false,
            _ if !inside => {}
            ("input", _) => {
                let kind = attribute(&tag, "type").unwrap_or_default();
                let is_sent = match kind.as_str() {
                    "checkbox" | "radio" => attribute(&tag, "checked").is_some(),
                    _ => true,
                };
                if let (true, Some(name)) = (is_sent, attribute(&tag, "name")) {
                    fields.push((name, attribute(&tag, "value").unwrap_or_default()));
                }
            }
            ("textarea", false) => {
                // The first line break behind the tag is none of its own.
                let text = unescape(after.strip_prefix('\n').unwrap_or(after));
                fields.extend(attribute(&tag, "name").map(|name| (name, text)));
            }
            ("select", false) => {
                select = attribute(&tag, "name").map(|name| (name, None, None));
            }
            ("option", false) => {
                if let Some((_, first, chosen)) = &mut select {
                    let value = attribute(&tag, "value");
                    if attribute(&tag, "selected").is_some() {
                        chosen.clone_from(&value);
                    }
                    if first.is_none() {
                        *first = value;
                    }
                }
            }
            ("select", true) => {
                if let Some((name, first, chosen)) = select.take() {
                    fields.push((name, chosen.or(first).unwrap_or_default()));
                }
            }
            _ => {}
        }
    }
    assert!(!fields.is_empty(), "no form {id}");
    fields
}
