//! The order language as a whole: every record prints and reads back to itself, and
//! every text is answered, in time that grows with its length alone.

use fieldpost_engine::language::{LINE_MOST, Line, MESSAGE_MOST, Names, parse, print};
use fieldpost_engine::log::{order_from_value, order_to_value};
use proptest::prelude::*;

#[path = "support/known.rs"]
mod known;
#[path = "support/orders.rs"]
mod orders;

use known::names;

#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask how long it should run"
)]
fn cases() -> u32 {
    // The long run asks for more (see docs/TESTING.md).
    std::env::var("FIELDPOST_LONG_TESTS").map_or(300, |_| 20_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// OL: printing a record and parsing it back gives the same record.
    #[test]
    fn every_record_prints_and_reads_back_to_itself(order in orders::order()) {
        for names in [names(), Names::default()] {
            let text = print(&order, &names);
            prop_assert!(text.len() <= LINE_MOST, "{} bytes: {}", text.len(), text);
            let parsed = parse(&text, &names);
            let expected = [Line::Order { line: 1, order: order.clone() }];
            prop_assert_eq!(&parsed.lines[..], &expected[..], "{}", text);
            // And there is one way to print it.
            prop_assert_eq!(print(&order, &names), text);
        }
    }

    /// The JSON door has the same property.
    #[test]
    fn every_record_survives_its_json(order in orders::order()) {
        prop_assert_eq!(order_from_value(order_to_value(&order)), Ok(order));
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let parsed = parse(&text, &names());
        for fault in parsed.faults() {
            let line = fault.line as usize;
            prop_assert!(line >= 1);
            prop_assert!(fault.column >= 1);
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        parse(&String::from_utf8_lossy(&bytes), &names());
    }

    /// Words of the language in a heap, which go deeper than any text of letters.
    #[test]
    fn any_heap_of_words_is_answered(words in proptest::collection::vec(
        prop_oneof![
            Just("#601"), Just("3rd Foot"), Just("15,9"), Just("move to"), Just("if"), Just("then"),
            Just("until"), Just("not"), Just("("), Just(")"), Just("and"), Just("or"), Just("all"),
            Just("any"), Just(";"), Just(","), Just("enemy at"), Just("formation Left"), Just("add"),
            Just("members"), Just("city Vell"), Just("posting"), Just("build"), Just("x2"),
            Just("line_infantry"), Just("\""), Just("\n"), Just("posture"), Just("patrol"),
            Just("via"), Just("pace"), Just("task"), Just("99999999999"), Just("turn"),
        ], 0..40)) {
        let text = words.join(" ");
        let parsed = parse(&text, &names());
        for (_, order) in parsed.orders() {
            let printed = print(order, &names());
            let again = parse(&printed, &names());
            prop_assert_eq!(&again.lines[..], &[Line::Order { line: 1, order: order.clone() }][..]);
        }
    }
}

/// Eight times the text takes about eight times as long, whatever it is made of;
/// a square would be at 64. The machine may be busy with something else in between,
/// so a shape has several goes.
#[test]
#[expect(
    clippy::disallowed_types,
    reason = "a test may look at the clock that the engine must not"
)]
fn long_texts_take_linear_time() {
    let shapes = [
        "x\n",
        "\" ",
        "' ",
        "( ",
        "not ",
        "#601 march\n",
        "1 ",
        "1,",
        "a-",
        ";",
        "\\",
        "3rd ",
        "#601 move to 1,1 if ",
        "; if\n",
        "“",
        "\u{ff11}",
        "\r",
        "all (",
        "# ",
        "until turn 1\n",
    ];
    let names = names();
    let time = |text: &str| {
        let start = std::time::Instant::now();
        std::hint::black_box(parse(std::hint::black_box(text), &names));
        start.elapsed()
    };
    for shape in shapes {
        let text = |bytes: usize| shape.repeat(bytes / shape.len());
        let (short, long) = (text(MESSAGE_MOST / 8), text(MESSAGE_MOST - 8));
        let floor = std::time::Duration::from_micros(200);
        let linear = || time(&long) < (time(&short) + floor) * 30;
        assert!(
            (0..20).any(|_| linear()),
            "{shape:?} takes more than linear time"
        );
    }
}
