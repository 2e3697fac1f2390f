//! Every text for people, by code: one Fluent catalogue, embedded in the binary.
//!
//! Pages, mails and errors ask here for their words and nowhere else, so that a
//! second language is a second file. This module knows no page and no mail; it
//! must not decide anything and never fails: a code that is missing prints
//! itself in brackets and is logged, and a test finds it before that happens.

mod language;
mod scenario;
mod time;
mod value;

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

pub use time::{duration, instant, rule};
pub use value::TextValue;

/// The files of `host/texts/en/`, one for each place where people read.
const ENGLISH: &str = concat!(
    include_str!("../texts/en/everywhere.ftl"),
    "\n",
    include_str!("../texts/en/people.ftl"),
    "\n",
    include_str!("../texts/en/lobby.ftl"),
    "\n",
    include_str!("../texts/en/mailbox.ftl"),
    "\n",
    include_str!("../texts/en/game.ftl"),
    "\n",
    include_str!("../texts/en/orders.ftl"),
    "\n",
    include_str!("../texts/en/language.ftl"),
    "\n",
    include_str!("../texts/en/changes.ftl"),
    "\n",
    include_str!("../texts/en/clocks.ftl"),
    "\n",
    include_str!("../texts/en/world.ftl"),
    "\n",
    include_str!("../texts/en/mail.ftl"),
    "\n",
    include_str!("../texts/en/report.ftl"),
    "\n",
    include_str!("../texts/en/drill.ftl"),
    "\n",
    include_str!("../texts/en/admin.ftl"),
    "\n",
    include_str!("../texts/en/refusals.ftl"),
    "\n",
    include_str!("../texts/en/scenarios.ftl"),
    "\n",
    include_str!("../texts/en/lessons.ftl"),
    "\n",
);

static ENGLISH_BUNDLE: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| {
    let resource = match FluentResource::try_new(ENGLISH.to_owned()) {
        Ok(whole) => whole,
        // Fluent keeps what it could read; the test below refuses such a file.
        Err((readable, faults)) => {
            tracing::error!(count = faults.len(), "the text catalogue has faults");
            readable
        }
    };
    let english: LanguageIdentifier = "en".parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![english]);
    // Isolation marks are for mixed scripts on screens; in a plain text mail
    // they show up as stray boxes.
    bundle.set_use_isolating(false);
    if let Err(faults) = bundle.add_resource(resource) {
        tracing::error!(
            count = faults.len(),
            "the text catalogue defines a code twice"
        );
    }
    bundle
});

/// The catalogue in one language. Cheap to copy: templates hold it by value.
///
/// ```
/// let texts = fieldpost::texts::Texts::english();
/// assert_eq!(texts.t("product-name"), "Fieldpost");
/// assert_eq!(texts.say("turn-title").with("turn", 4).to_string(), "Turn 4");
/// ```
#[derive(Clone, Copy)]
pub struct Texts {
    bundle: &'static FluentBundle<FluentResource>,
}

impl Texts {
    /// The English catalogue, the only one so far.
    #[must_use]
    pub fn english() -> Self {
        Self {
            bundle: &ENGLISH_BUNDLE,
        }
    }

    /// The text of a code that takes no values.
    #[must_use]
    pub fn t(&self, code: &str) -> String {
        self.say(code).to_string()
    }

    /// The text of a code, to be completed with [`Phrase::with`].
    #[must_use]
    pub fn say<'a>(&self, code: &'a str) -> Phrase<'a> {
        Phrase {
            texts: *self,
            code,
            args: FluentArgs::new(),
        }
    }

    /// What to tell somebody whose order was refused: the text of
    /// `refusal-CODE` with the refusal's values put in.
    #[must_use]
    pub fn refusal<N: AsRef<str>>(&self, code: &str, values: &[(N, String)]) -> String {
        self.filled(&format!("refusal-{code}"), values)
    }

    /// The text of a code with values put in that come as text.
    fn filled<N: AsRef<str>>(&self, code: &str, values: &[(N, String)]) -> String {
        let mut phrase = self.say(code);
        for (name, value) in values {
            let name = name.as_ref();
            let number = value.parse::<i64>().ok();
            phrase = match number.filter(|number| number.to_string() == *value) {
                // Numbers take part in plural forms.
                Some(number) => phrase.with(name, number),
                // Fluent has no way to ask whether a string is empty.
                None if value.is_empty() => phrase.with(name, "blank"),
                None => phrase.with(name, value),
            };
        }
        phrase.to_string()
    }

    /// Whether the catalogue has a text for the code.
    #[must_use]
    pub fn has(&self, code: &str) -> bool {
        self.bundle
            .get_message(code)
            .is_some_and(|message| message.value().is_some())
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Texts(en)")
    }
}

/// A text on its way: a code and the values it needs. Printing it looks it up.
pub struct Phrase<'a> {
    texts: Texts,
    code: &'a str,
    args: FluentArgs<'a>,
}

impl<'a> Phrase<'a> {
    /// Gives the text one of its values. Numbers take part in plural forms.
    #[must_use]
    pub fn with(mut self, name: &'a str, value: impl TextValue) -> Self {
        self.args.set(name, value.into_fluent());
        self
    }
}

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bundle = self.texts.bundle;
        let pattern = bundle
            .get_message(self.code)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            tracing::error!(code = self.code, "no text for this code");
            return write!(f, "[{}]", self.code);
        };
        let mut faults = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&self.args), &mut faults);
        if !faults.is_empty() {
            // Values may be names or addresses, so only the code is logged.
            tracing::error!(code = self.code, "a text lacks a value");
        }
        f.write_str(&text)
    }
}

impl fmt::Debug for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phrase({})", self.code)
    }
}

#[cfg(test)]
mod tests;
