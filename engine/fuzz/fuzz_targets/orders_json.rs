//! The JSON door for orders under any text: it answers, and what it lets in
//! survives its own JSON and can be printed.
#![no_main]

use fieldpost_engine::language::{Names, parse, print};
use fieldpost_engine::log::{OrderRecord, order_from_value, order_to_value, parse_order};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(record) = OrderRecord::parse(text) {
        let canonical = record.canonical_json();
        assert_eq!(OrderRecord::parse(&canonical).as_ref(), Ok(&record));
    }
    if let Ok(order) = parse_order(text) {
        assert_eq!(order_from_value(order_to_value(&order)).as_ref(), Ok(&order));
        // Longer and deeper than any rule allows, it need not read back, but what
        // reads back is the same.
        let names = Names::default();
        let printed = parse(&print(&order, &names), &names);
        for (_, again) in printed.orders() {
            assert_eq!(*again, order);
        }
    }
});
