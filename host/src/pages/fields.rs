//! A form as it was typed: names and texts, nothing understood yet.
//!
//! The same value fills a form that is shown, whether it comes from what stands
//! in the game or from a form that was refused, so nothing typed is lost.

use std::collections::BTreeMap;

use fieldpost_engine::ids::Pos;

/// What the names of fields end in that take free text, whatever their form. What has
/// another name is not given back when a form is refused; a test looks at every template.
pub const FREE: [&str; 22] = [
    "text",
    "pasted",
    "name",
    "time_zone",
    "zone",
    "times",
    "email",
    "address",
    "to",
    "tile",
    "tiles",
    "via",
    "n",
    "r",
    "count",
    "days",
    "hours",
    "minutes",
    "spectator_delay",
    "starts_at",
    "from",
    "until",
];

/// What was typed into the free fields of a form, in its order. Passwords are not shown
/// again.
#[must_use]
pub fn texts(pairs: Vec<(String, String)>) -> Vec<String> {
    let typed = pairs
        .into_iter()
        .filter(|(name, value)| is_free(name) && !value.trim().is_empty());
    typed.map(|(_, value)| value).collect()
}

/// Whether a field takes free text: its name, or the last word of it, is one of [`FREE`].
#[must_use]
pub fn is_free(name: &str) -> bool {
    FREE.iter().any(|free| {
        let rest = name.strip_suffix(free);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    })
}

/// The fields of one form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    /// What stands in a field; nothing where there is no such field.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |value| value.trim())
    }

    /// The same as it was typed, blanks around it and all: for texts of several lines.
    #[must_use]
    pub fn whole(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// All fields with what stands in them.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.0.iter();
        fields.map(|(name, value)| (name.as_str(), value.trim()))
    }

    /// Puts a value into a field.
    pub fn set(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    /// The first field of one of these kinds that holds a value, alone or in a
    /// list. Kinds are what names end in, or for numbered fields begin with.
    #[must_use]
    pub fn holding(&self, kinds: &[&str], value: &str) -> Option<String> {
        let is_kind = |name: &str| {
            kinds
                .iter()
                .any(|kind| name.ends_with(kind) || name.starts_with(kind))
        };
        let holds = |text: &str| {
            text.split_whitespace()
                .any(|word| word.trim_start_matches('#') == value)
        };
        self.0
            .iter()
            .find(|(name, text)| is_kind(name) && holds(text))
            .map(|(name, _)| name.clone())
    }

    /// Puts a tile into a field, as it is typed.
    pub fn set_tile(&mut self, name: impl Into<String>, tile: Pos) {
        self.set(name, tile);
    }
}

impl From<Vec<(String, String)>> for Fields {
    fn from(pairs: Vec<(String, String)>) -> Self {
        Self(pairs.into_iter().collect())
    }
}

/// Where something in a form stands in the way, and the text that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The order kind whose form it is.
    pub form: String,
    /// The field's name, where one is to blame.
    pub field: Option<String>,
    /// What to do about it.
    pub text: String,
}

/// A form to be shown: what stands in it and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// What stands in it.
    pub fields: Fields,
    /// What is wrong with it.
    pub trouble: Option<Trouble>,
}

impl Form {
    /// The value of the field `prefix` + `name`.
    #[must_use]
    pub fn value(&self, prefix: &str, name: &str) -> &str {
        self.fields.get(&format!("{prefix}{name}"))
    }

    /// Whether a choice is made.
    #[must_use]
    pub fn is(&self, prefix: &str, name: &str, value: &str) -> bool {
        self.value(prefix, name) == value
    }

    /// What is wrong with a field.
    #[must_use]
    pub fn wrong(&self, prefix: &str, name: &str) -> Option<&str> {
        let trouble = self.trouble.as_ref()?;
        let field = trouble.field.as_deref()?;
        (field == format!("{prefix}{name}")).then_some(trouble.text.as_str())
    }

    /// What is wrong with the form as a whole.
    #[must_use]
    pub fn wrong_at_all(&self) -> Option<&str> {
        let trouble = self.trouble.as_ref()?;
        trouble.field.is_none().then_some(trouble.text.as_str())
    }
}
