//! A city's queue as its form sends it: the queue as it was shown, and which button
//! was pressed. What comes out is the whole new queue, for that is what an order says.

use super::read::{QUEUE_PLACES, Unreadable, unreadable};
use crate::pages::fields::Fields;

/// The queue that a form asks for. Without a button it is what its places say.
pub(super) fn queue(form: &Fields) -> Result<Vec<String>, Unreadable> {
    let mut queue: Vec<String> = (1..=QUEUE_PLACES)
        .map(|place| form.get(&format!("queue{place}")).to_owned())
        .filter(|class| !class.is_empty())
        .collect();
    let edit = form.get("edit");
    let digits = edit.find(|c: char| c.is_ascii_digit());
    let (button, place) = edit.split_at(digits.unwrap_or(edit.len()));
    let at = place.parse::<usize>().ok();
    let at = at.and_then(|place| place.checked_sub(1));
    match (button, at.filter(|at| *at < queue.len())) {
        ("", _) if place.is_empty() => {}
        ("add", _) if place.is_empty() => match form.get("add") {
            "" => return unreadable("add", "form-choose"),
            class => queue.push(class.to_owned()),
        },
        ("remove", Some(at)) => {
            queue.remove(at);
        }
        ("up", Some(at)) if at > 0 => queue.swap(at, at - 1),
        ("down", Some(at)) if at + 1 < queue.len() => queue.swap(at, at + 1),
        _ => return unreadable("edit", "form-kind-unknown"),
    }
    Ok(queue)
}

#[cfg(test)]
mod tests {
    use super::queue;
    use crate::pages::fields::Fields;

    fn asked(edit: &str, add: &str) -> Option<String> {
        let mut form = Fields::default();
        for (name, value) in [
            ("queue1", "scout"),
            ("queue2", "militia"),
            ("queue4", "wagon"),
            ("edit", edit),
            ("add", add),
        ] {
            form.set(name, value);
        }
        queue(&form).ok().map(|queue| queue.join(" "))
    }

    #[test]
    fn each_button_makes_a_whole_queue() {
        for (edit, expected) in [
            ("", "scout militia wagon"),
            ("add", "scout militia wagon frigate"),
            ("remove2", "scout wagon"),
            ("up3", "scout wagon militia"),
            ("down1", "militia scout wagon"),
        ] {
            assert_eq!(asked(edit, "frigate").as_deref(), Some(expected), "{edit}");
        }
    }

    #[test]
    fn buttons_that_no_page_has_are_refused() {
        for edit in [
            "up1", "down3", "remove0", "remove9", "remove", "burn1", "add2", "7",
        ] {
            assert_eq!(asked(edit, "scout"), None, "{edit}");
        }
        assert_eq!(asked("add", ""), None);
    }
}
