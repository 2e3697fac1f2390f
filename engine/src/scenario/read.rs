//! Reading a scenario part by part, so that one slip does not hide the next: what
//! cannot be read is told, and a blank stands in for it while the rest is looked at.
//! Judges shapes alone; what they mean is `check`'s business.

use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use serde_path_to_error::{Path, Segment};

use super::fault::{Faults, quoted};
use super::flaw::Flaw;
use super::limits;
use super::{FORMAT, Options, Scenario, ScenarioMap, ScenarioSeat, ScenarioSite, ScenarioUnit};
use super::{SIZE_MOST, VictoryCondition};
use crate::command::Task;
use crate::ids::Pos;
use crate::json::{self, Node, PLACE_MOST, Unsound, join};
use malformed::Malformed;

mod malformed;

/// Faults that are told of one part: whoever has more of them has another file.
const PART_MOST: usize = 32;
/// Objects and lists in each other. A scenario needs a dozen, conditions included.
pub(crate) const DEPTH_MOST: usize = 32;

/// A scenario as far as it could be read.
#[derive(Debug)]
pub(super) struct Reading {
    /// With blanks where something could not be read.
    pub(super) scenario: Scenario,
    /// The fields and entries that are blank, or of which something was told.
    pub(super) told: BTreeSet<String>,
    pub(super) faults: Faults,
    /// The sites that have no field for an output, by their places.
    pub(super) silent_sites: BTreeSet<usize>,
    /// Whether a list of ways of winning is written, and empty.
    pub(super) has_empty_victory: bool,
}

/// A scenario out of its text.
///
/// # Errors
/// Where the text is no JSON that this program reads.
pub(super) fn text(text: &str) -> Result<Reading, Faults> {
    if text.len() > SIZE_MOST {
        return Err(Faults::of("", Flaw::TooLarge { most: SIZE_MOST }));
    }
    let value = json::sound(text, DEPTH_MOST).map_err(|unsound| {
        let flaw = match unsound {
            Unsound::ByteOrderMark => Flaw::ByteOrderMark {},
            Unsound::EndsEarly { line } => Flaw::EndsEarly { line },
            Unsound::NotJson { line, column } => Flaw::NotJson { line, column },
            Unsound::TooDeep { most } => Flaw::TooDeep { most },
        };
        Faults::of("", flaw)
    })?;
    let mut faults = Faults::default();
    json::twice(text, &mut |path, field| {
        let field = quoted(field);
        faults.push(path, Flaw::FieldTwice { field });
    });
    self::value(value, faults)
}

/// A scenario out of a value, and what is told of it already.
///
/// # Errors
/// Where it is no object.
pub(super) fn value(mut value: Value, faults: Faults) -> Result<Reading, Faults> {
    let victory = value.pointer("/options/victory");
    let has_empty_victory = victory.and_then(Value::as_array).is_some_and(Vec::is_empty);
    let mut reader = Reader {
        told: BTreeSet::new(),
        faults,
    };
    let blank_map = json!({ "width": 8, "height": 8, "terrain": [] });
    let Value::Object(frame) = &mut value else {
        // Of no object nothing more can be said than that it is none.
        reader.part::<Scenario>("", value, &Value::Null);
        return Err(reader.faults);
    };
    reader.lists(frame);
    let map = frame.get_mut("map").map(Value::take);
    let seats = entries(frame, "seats");
    let sites = entries(frame, "sites");
    let silent = |site: &Value| site.get("output").is_none();
    let numbered = sites.iter().flatten().enumerate();
    let silent_sites = numbered.filter(|(_, site)| silent(site));
    let silent_sites = silent_sites.map(|(index, _)| index).collect();
    let units = entries(frame, "units");
    let options = frame.remove("options");
    if map.is_some() {
        frame.insert("map".into(), blank_map.clone());
    }
    let blank = json!({
        "format": FORMAT, "name": "", "ruleset": "", "map": blank_map, "seats": [],
    });
    let Some(mut scenario) = reader.part::<Scenario>("", value, &blank) else {
        return Err(reader.faults);
    };
    if let Some(map) = map {
        let read = reader.part::<ScenarioMap>("map", map, &blank["map"]);
        scenario.map = read.unwrap_or(scenario.map);
    }
    let blank = json!({ "name": "" });
    scenario.seats = reader.each::<ScenarioSeat>("seats", seats, &blank);
    let blank = json!({ "kind": "depot", "at": [0, 0] });
    scenario.sites = reader.each::<ScenarioSite>("sites", sites, &blank);
    let blank = json!({ "class": "", "at": [0, 0] });
    scenario.units = reader.each::<ScenarioUnit>("units", units, &blank);
    if let Some(options) = options {
        let read = reader.part::<Options>("options", options, &json!({}));
        scenario.options = read.unwrap_or_default();
    }
    Ok(Reading {
        scenario,
        told: reader.told,
        faults: reader.faults,
        silent_sites,
        has_empty_victory,
    })
}

/// The entries of a list, which is empty behind this; `None` where there is none.
fn entries(frame: &mut Map<String, Value>, field: &str) -> Option<Vec<Value>> {
    match frame.get_mut(field)? {
        Value::Array(entries) => Some(core::mem::take(entries)),
        _ => None,
    }
}

/// A value as a type, or what is wrong and the way to it.
fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, (Path, Flaw)> {
    serde_path_to_error::deserialize(Node::new(value)).map_err(|error| {
        let path = error.path().clone();
        let Malformed(flaw) = error.into_inner();
        (path, flaw)
    })
}

struct Reader {
    told: BTreeSet<String>,
    faults: Faults,
}

impl Reader {
    /// Tells of what is wrong, and notes which field of its part is to blame.
    fn tell(&mut self, part: &str, field: Option<&str>, inner: &Path, flaw: Flaw) {
        let mut place = String::from(part);
        for segment in inner.iter().take(PLACE_MOST) {
            match segment {
                Segment::Map { key } => join::key(&mut place, key),
                Segment::Seq { index } => join::index(&mut place, *index),
                Segment::Enum { variant } => join::key(&mut place, variant),
                Segment::Unknown => {}
            }
        }
        let mut blamed = String::from(part);
        if let Some(field) = field {
            join::key(&mut blamed, field);
        }
        self.told.insert(blamed);
        let flaw = match flaw {
            // The path names it already, cut and cleaned.
            Flaw::UnknownField { field, known } => Flaw::UnknownField {
                field: quoted(&field),
                known,
            },
            Flaw::OutOfRange { given, low, high } => {
                let (low, high) = limits::of(&place).unwrap_or((low, high));
                Flaw::OutOfRange { given, low, high }
            }
            flaw => flaw,
        };
        self.faults.push(place, flaw);
    }

    /// Reads one part: a field that is at fault is told, a blank takes its place, and
    /// the rest is read again. `None` where nothing of it can be read.
    fn part<T: DeserializeOwned>(
        &mut self,
        path: &str,
        mut value: Value,
        blank: &Value,
    ) -> Option<T> {
        for _ in 0..PART_MOST {
            let (inner, flaw) = match typed::<T>(&value) {
                Ok(read) => return Some(read),
                Err(wrong) => wrong,
            };
            let field = match (inner.iter().next(), &flaw) {
                (Some(Segment::Map { key }), _) => Some(key.clone()),
                (_, Flaw::UnknownField { field, .. } | Flaw::MissingField { field }) => {
                    Some(field.clone())
                }
                _ => None,
            };
            self.tell(path, field.as_deref(), &inner, flaw);
            let (Some(fields), Some(field)) = (value.as_object_mut(), field) else {
                break;
            };
            let has_changed = match blank.get(&field) {
                Some(blank) => fields.insert(field, blank.clone()).as_ref() != Some(blank),
                None => fields.remove(&field).is_some(),
            };
            if !has_changed {
                break;
            }
        }
        self.told.insert(path.to_string());
        typed(blank).ok()
    }

    /// Reads a list of parts; what cannot be read keeps its place.
    fn each<T: DeserializeOwned>(
        &mut self,
        path: &str,
        list: Option<Vec<Value>>,
        blank: &Value,
    ) -> Vec<T> {
        let entries = list.unwrap_or_default().into_iter().enumerate();
        entries
            .filter_map(|(index, entry)| self.part(&format!("{path}[{index}]"), entry, blank))
            .collect()
    }

    /// The lists within parts, entry by entry.
    fn lists(&mut self, frame: &mut Map<String, Value>) {
        if let Some(Value::Object(map)) = frame.get_mut("map") {
            self.list::<String>("map", map, "terrain", &json!(""));
            self.list::<Pos>("map", map, "roads", &json!([0, 0]));
        }
        if let Some(Value::Object(options)) = frame.get_mut("options") {
            self.list::<VictoryCondition>(
                "options",
                options,
                "victory",
                &json!({ "last_standing": {} }),
            );
        }
        for (index, site) in objects(frame, "sites") {
            self.list::<String>(&format!("sites[{index}]"), site, "queue", &json!(""));
        }
        for (index, unit) in objects(frame, "units") {
            let path = format!("units[{index}].task");
            if let Some(task @ Value::Object(_)) = unit.get_mut("task") {
                let blank = json!({ "do": "Brace" });
                let before = self.told.len();
                let read = self.part::<Task>(&path, task.clone(), &blank);
                if read.is_none() || self.told.len() > before {
                    self.told.insert(path);
                    *task = Value::Null;
                }
            }
        }
    }

    /// A list within a part: what cannot be read is told and made blank.
    fn list<T: DeserializeOwned>(
        &mut self,
        part: &str,
        fields: &mut Map<String, Value>,
        field: &str,
        blank: &Value,
    ) {
        let Some(Value::Array(entries)) = fields.get_mut(field) else {
            return;
        };
        for (index, entry) in entries.iter_mut().enumerate() {
            if let Err((inner, flaw)) = typed::<T>(entry) {
                self.tell(&format!("{part}.{field}[{index}]"), None, &inner, flaw);
                entry.clone_from(blank);
            }
        }
    }
}

/// The entries of a list that are objects.
fn objects<'a>(
    frame: &'a mut Map<String, Value>,
    field: &str,
) -> impl Iterator<Item = (usize, &'a mut Map<String, Value>)> {
    let entries = frame.get_mut(field).and_then(Value::as_array_mut);
    let entries = entries.into_iter().flatten().enumerate();
    entries.filter_map(|(index, entry)| Some((index, entry.as_object_mut()?)))
}
