//! Orders that are many, in parts: a pad shows one of them, and a part is a pad of its
//! own, since what it was made from is its own lines. Cuts between lines alone.

/// Bytes of a part. As much again, and more, may be written beside it.
const MOST: usize = 24 * 1024;

/// A part to choose.
#[derive(Debug)]
pub struct Part {
    /// Counted from 1.
    pub number: usize,
    /// The unit or thing that its first line is about, as it is written there.
    pub first: String,
    /// Whether it is the one that is shown.
    pub is_shown: bool,
}

/// The part of a text that is asked for, or that holds a line which begins so, or the
/// first; and all parts, where there is more than one.
#[must_use]
pub(super) fn part(text: &str, asked: Option<usize>, begin: Option<&str>) -> (String, Vec<Part>) {
    let mut parts: Vec<String> = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let last = parts.last().map_or(0, String::len);
        if last > 0 && last + line.len() > MOST {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
    }
    let holds =
        |part: &String| begin.is_some_and(|begin| part.lines().any(|l| l.starts_with(begin)));
    let shown = asked
        .and_then(|number| number.checked_sub(1))
        .filter(|at| *at < parts.len())
        .or_else(|| parts.iter().position(holds))
        .unwrap_or(0);
    let first = |part: &String| {
        let mut words = part.split_whitespace();
        let word = words.next().unwrap_or_default();
        match word.starts_with('#') {
            true => word.to_owned(),
            false => format!("{word} {}", words.next().unwrap_or_default()),
        }
    };
    let listed = parts.iter().enumerate().map(|(at, part)| Part {
        number: at + 1,
        first: first(part),
        is_shown: at == shown,
    });
    let listed: Vec<Part> = if parts.len() > 1 {
        listed.collect()
    } else {
        Vec::new()
    };
    (parts.swap_remove(shown), listed)
}

#[cfg(test)]
mod tests {
    use super::{MOST, part};

    #[test]
    fn every_line_is_in_one_part_and_no_part_is_too_long() {
        let text: String = (1..=3000)
            .map(|unit| format!("#{unit} move to 15,9\n"))
            .collect();
        let (first, parts) = part(&text, None, None);
        assert_eq!(parts.len(), text.len().div_ceil(MOST), "{parts:?}");
        assert!(parts[0].is_shown && first.starts_with("#1 move"));
        let all = (1..=parts.len()).map(|number| part(&text, Some(number), None).0);
        let all: Vec<String> = all.collect();
        assert!(all.iter().all(|part| part.len() <= MOST));
        assert_eq!(all.concat(), text);
        let (shown, parts) = part(&text, None, Some("#2990 "));
        assert!(shown.contains("#2990 move") && parts.last().is_some_and(|part| part.is_shown));
        let (shown, _) = part(&text, Some(99), None);
        assert_eq!(shown, first, "a part that there is not");
    }

    #[test]
    fn a_few_lines_are_in_no_parts() {
        let text = "#601 hold\n#402 march\n";
        let (shown, parts) = part(text, Some(1), None);
        assert_eq!((shown.as_str(), parts.len()), (text, 0));
        assert!(part("", None, None).0.is_empty());
    }
}
