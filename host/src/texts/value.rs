//! What can be put into a text: whole numbers and strings, owned or borrowed.
//!
//! Templates pass references to their fields and code passes values; both read
//! the same because a reference to a value is a value.

use std::borrow::Cow;

use fluent_bundle::FluentValue;

/// A value that a text can hold.
pub trait TextValue {
    /// The value as the catalogue wants it; it owns what it needs.
    fn into_fluent(self) -> FluentValue<'static>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl TextValue for $number {
            fn into_fluent(self) -> FluentValue<'static> {
                FluentValue::from(self)
            }
        }
        impl TextValue for &$number {
            fn into_fluent(self) -> FluentValue<'static> {
                FluentValue::from(*self)
            }
        }
        impl TextValue for &&$number {
            fn into_fluent(self) -> FluentValue<'static> {
                FluentValue::from(**self)
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, usize, i16, i32, i64);

impl TextValue for String {
    fn into_fluent(self) -> FluentValue<'static> {
        FluentValue::String(Cow::Owned(self))
    }
}

impl TextValue for &String {
    fn into_fluent(self) -> FluentValue<'static> {
        self.clone().into_fluent()
    }
}

impl TextValue for &&String {
    fn into_fluent(self) -> FluentValue<'static> {
        (*self).clone().into_fluent()
    }
}

impl TextValue for &str {
    fn into_fluent(self) -> FluentValue<'static> {
        self.to_owned().into_fluent()
    }
}

impl TextValue for &&str {
    fn into_fluent(self) -> FluentValue<'static> {
        (*self).to_owned().into_fluent()
    }
}
