//! Where an answer's own lines end and the mail that it answers begins, for programs
//! that quote without a mark before each line. Nothing behind that is an order of the
//! writer's: it may be a line that they only read. Judges by shape, in any language.

/// Whether a line, with the ones behind it, is where a quoted mail begins: a rule as
/// Outlook draws it, `-----Original Message-----`, a line that names who wrote and ends
/// in a colon, or the head of a mail.
pub(super) fn begins_here<'t>(line: &str, mut behind: impl Iterator<Item = &'t str>) -> bool {
    let line = line.trim();
    is_rule(line)
        || names_its_writer(line)
        || (is_head(line) && {
            let (second, third) = (behind.next(), behind.next());
            let is_whole = |line: Option<&str>| line.is_some_and(|line| is_head(line.trim()));
            is_whole(second) && is_whole(third)
        })
}

/// `________________________________`, or words between five dashes or more.
fn is_rule(line: &str) -> bool {
    let (long, dashes) = (line.chars().count() >= 10, "-----");
    long && (line.chars().all(|c| c == '_')
        || (line.starts_with(dashes)
            && line.ends_with(dashes)
            && line.contains(char::is_alphabetic)))
}

/// `On Tuesday Ada <ada@example.org> wrote:`, in whatever language.
fn names_its_writer(line: &str) -> bool {
    line.ends_with(':') && line.contains('@') && line.contains(' ')
}

/// `From: Fieldpost`, as the first lines of a mail are.
fn is_head(line: &str) -> bool {
    let Some((name, value)) = line.split_once([':', '：']) else {
        return false;
    };
    let name = name.trim();
    let is_name = name
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '*'));
    is_name && (1..=24).contains(&name.chars().count()) && !value.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::begins_here;

    #[test]
    fn mails_that_are_quoted_without_a_mark_are_known_by_their_shape() {
        for text in [
            "Fra: Fieldpost <fieldpost@example.org>\nSendt: 1. december 2026 12:00\nTil: Ada\nEmne: Turn 3",
            "*From:* Fieldpost\n*Date:* Tuesday, 1 December\n*To:* ada@example.org",
            "差出人：Fieldpost\n送信日時：2026年12月1日\n宛先：Ada",
            "-----Oprindelig meddelelse-----",
            "________________________________",
            "Den tirs. 1. dec. 2026 skrev Fieldpost <fieldpost@example.org>:",
        ] {
            let mut lines = text.lines();
            let first = lines.next().expect("a line");
            assert!(begins_here(first, lines), "{text}");
        }
        for text in [
            "#601 move to 15,9",
            "#601: hold",
            "formation Left: add #212\n#601 hold\n#402 hold",
            "until: turn 4\n#601 hold",
            "-- a note",
            "----------",
            "hello there:",
        ] {
            let mut lines = text.lines();
            let first = lines.next().expect("a line");
            assert!(!begins_here(first, lines), "{text}");
        }
    }
}
