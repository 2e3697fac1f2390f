//! From a case's board, seats, units, sites and options to a scenario, and to
//! the names by which the rest of the case speaks of them.

use std::collections::BTreeMap;

use fieldpost_engine::scenario::{Scenario, shipped};
use serde_json::{Map, Value, json};

use crate::case::Script;
use crate::names::Names;
use crate::text::{Fault, Line};

/// A scenario, its names, and the seed to play it with.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) scenario: Scenario,
    pub(crate) names: Names,
    pub(crate) seed: [u8; 32],
}

pub(crate) fn build(script: &Script) -> Result<Setup, Fault> {
    let mut builder = Builder {
        script,
        names: Names::default(),
        drawn: BTreeMap::new(),
        seed: 0,
    };
    let mut value = builder.scenario()?;
    builder.options(&mut value)?;
    let line = script
        .setup
        .values()
        .map(|section| section.head.number)
        .min()
        .unwrap_or(1);
    let scenario = Scenario::from_value(value).map_err(|faults| {
        let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Fault::new(
            line,
            format!("expected a board that can be played: {}", list.join("; ")),
        )
    })?;
    Ok(Setup {
        scenario,
        names: builder.names,
        seed: [builder.seed; 32],
    })
}

struct Builder<'a> {
    script: &'a Script,
    names: Names,
    /// Letters on the board.
    drawn: BTreeMap<char, [usize; 2]>,
    seed: u8,
}

/// Letters of a drawing by tile, and its rows with plain under them.
pub(crate) fn drawing(lines: &[Line]) -> (BTreeMap<char, [usize; 2]>, Vec<String>) {
    let mut drawn = BTreeMap::new();
    let rows = lines.iter().enumerate().map(|(y, line)| {
        let glyphs = line
            .text
            .chars()
            .filter(|glyph| !glyph.is_whitespace())
            .enumerate();
        glyphs
            .map(|(x, glyph)| {
                if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() {
                    drawn.insert(glyph, [x, y]);
                    '.'
                } else {
                    glyph
                }
            })
            .collect()
    });
    let rows = rows.collect();
    (drawn, rows)
}

impl Builder<'_> {
    fn lines(&self, kind: &str) -> &[Line] {
        self.script
            .setup
            .get(kind)
            .map_or(&[], |section| &section.body)
    }

    fn scenario(&mut self) -> Result<Value, Fault> {
        if let Some(section) = self.script.setup.get("scenario") {
            let words = section.head.words();
            let name = words.get(1).map_or("", String::as_str);
            let text = shipped(name).ok_or_else(|| {
                section
                    .head
                    .fault("expected the name of a shipped scenario")
            })?;
            let value: Value = serde_json::from_str(text)
                .map_err(|error| section.head.fault(error.to_string()))?;
            let seats = value["seats"].as_array().cloned().unwrap_or_default();
            self.names.seats = seats
                .iter()
                .map(|seat| seat["name"].as_str().unwrap_or("?").into())
                .collect();
            return Ok(value);
        }
        let mut map = self.map()?;
        let seats = self.seats()?;
        let numbered = !self
            .lines("options")
            .iter()
            .any(|line| line.text == "numbers by setup");
        if numbered {
            // First, so that a Task may name a unit that is listed below it.
            self.number("sites")?;
            self.number("units")?;
        }
        let sites = self.entities("sites", numbered)?;
        let units = self.entities("units", numbered)?;
        for entity in sites.iter().chain(&units) {
            self.put_ground(&mut map, entity);
        }
        let strip = |entities: Vec<Map<String, Value>>| -> Vec<Value> {
            let bare = entities.into_iter().map(|mut entity| {
                entity.remove("on");
                Value::Object(entity)
            });
            bare.collect()
        };
        Ok(json!({
            "format": "fieldpost-scenario/1", "name": "A case", "ruleset": "standard/1",
            "map": map, "seats": seats, "sites": strip(sites), "units": strip(units),
            "options": {},
        }))
    }

    fn map(&mut self) -> Result<Value, Fault> {
        let section = self.script.setup.get("board").ok_or_else(|| {
            Fault::new(
                1,
                "expected a section `board`, or `scenario` with a shipped one's name",
            )
        })?;
        let is_roads = |line: &&Line| line.text.starts_with("roads");
        let rows: Vec<Line> = section
            .body
            .iter()
            .filter(|line| !is_roads(line))
            .cloned()
            .collect();
        let roads = section.body.iter().filter(is_roads);
        let roads: Vec<[usize; 2]> = roads
            .flat_map(|line| {
                line.words()
                    .into_iter()
                    .skip(1)
                    .map(|word| tile(line, &word))
            })
            .collect::<Result<_, _>>()?;
        let (drawn, terrain) = drawing(&rows);
        self.drawn = drawn;
        let head = section.head.words();
        let wrap = |axis: &str| head.iter().any(|word| word == axis);
        let width = terrain.first().map_or(0, |row| row.chars().count());
        Ok(json!({
            "width": width, "height": terrain.len(), "wrap_x": wrap("wrap-x"),
            "wrap_y": wrap("wrap-y"), "terrain": terrain, "roads": roads,
        }))
    }

    /// `on f` puts the ground under a letter of the drawing.
    fn put_ground(&self, map: &mut Value, entity: &Map<String, Value>) {
        let Some(glyph) = entity.get("on").and_then(Value::as_str) else {
            return;
        };
        let (x, y) = (&entity["at"][0], &entity["at"][1]);
        let (Some(x), Some(y)) = (x.as_u64(), y.as_u64()) else {
            return;
        };
        let row = map["terrain"][y as usize]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let glyphs = row.chars().enumerate();
        let row: String = glyphs
            .map(|(at, old)| {
                if at as u64 == x {
                    glyph.to_owned()
                } else {
                    old.into()
                }
            })
            .collect();
        map["terrain"][y as usize] = row.into();
    }

    fn seats(&mut self) -> Result<Vec<Value>, Fault> {
        let mut seats = Vec::new();
        for line in self.lines("seats").to_vec() {
            let words = line.words();
            let mut seat = Map::new();
            seat.insert("name".into(), words[0].clone().into());
            let mut rest = words[1..].iter();
            while let Some(word) = rest.next() {
                let mut value = || {
                    rest.next()
                        .ok_or_else(|| line.fault(format!("expected a value for `{word}`")))
                };
                match word.as_str() {
                    "ai" => seat.insert("controller".into(), "ai".into()),
                    "team" => seat.insert("team".into(), value()?.clone().into()),
                    "treasury" => seat.insert("treasury".into(), number(&line, value()?)?),
                    _ => return Err(line.fault("expected: NAME [ai] [team NAME] [treasury N]")),
                };
            }
            self.names.seats.push(words[0].clone());
            seats.push(Value::Object(seat));
        }
        Ok(seats)
    }

    /// Numbers a list's entities as they come, or as `number N` says.
    fn number(&mut self, list: &str) -> Result<(), Fault> {
        for line in self.lines(list).to_vec() {
            let words = line.words();
            let given = words.iter().position(|word| word == "number");
            let seq = match given.and_then(|at| words.get(at + 1)) {
                Some(word) => number(&line, word)?.as_u64().unwrap_or(0) as u32,
                None => self
                    .names
                    .entities
                    .values()
                    .max()
                    .map_or(1, |most| most + 1),
            };
            if self.names.entities.insert(words[0].clone(), seq).is_some() {
                return Err(line.fault(format!("`{}` stands twice; choose another name", words[0])));
            }
        }
        Ok(())
    }

    /// `LETTER SEAT KIND [at x,y] [number n] [on GLYPH] …`, units and sites alike.
    fn entities(&mut self, list: &str, numbered: bool) -> Result<Vec<Map<String, Value>>, Fault> {
        let mut entities = Vec::new();
        for line in self.lines(list).to_vec() {
            let words = line.words();
            let [name, seat, kind, rest @ ..] = words.as_slice() else {
                return Err(
                    line.fault("expected: NAME SEAT KIND, then what differs from the default")
                );
            };
            let mut entity = Map::new();
            let what = if list == "units" { "class" } else { "kind" };
            entity.insert(what.into(), kind.clone().into());
            let owner = if seat == "Neutral" {
                Value::Null
            } else {
                self.names.seat(&line, seat)?.into()
            };
            entity.insert("owner".into(), owner);
            let letter = name.chars().next().filter(|_| name.len() == 1);
            if let Some(at) = letter.and_then(|letter| self.drawn.get(&letter)) {
                entity.insert("at".into(), json!(at));
            }
            if list == "sites" && kind == "city" {
                entity.insert("output".into(), 4.into());
            }
            let mut rest = rest.iter();
            while let Some(word) = rest.next() {
                if word == "disrupted" {
                    entity.insert("disrupted".into(), true.into());
                    continue;
                }
                let value = rest
                    .next()
                    .ok_or_else(|| line.fault(format!("expected a value for `{word}`")))?;
                if word != "number" {
                    let (field, value) = self.field(&line, word, value)?;
                    entity.insert(field, value);
                }
            }
            if !entity.contains_key("at") {
                return Err(line.fault(format!("expected `{name}` on the board, or `at x,y`")));
            }
            if numbered {
                entity.insert("seq".into(), self.names.entities[name].into());
            }
            entities.push(entity);
        }
        Ok(entities)
    }

    fn field(&self, line: &Line, word: &str, value: &str) -> Result<(String, Value), Fault> {
        let text = value.trim_matches('"');
        let value = match word {
            "at" => json!(tile(line, value)?),
            "on" | "stance" | "name" => text.into(),
            "queue" => text.split(',').collect::<Vec<_>>().into(),
            "posture" | "task" => {
                let text = self.names.resolve(line.number, value, false)?;
                serde_json::from_str(&text).unwrap_or_else(|_| text.into())
            }
            "age" | "veterancy" | "strength" | "entrenchment" | "output" | "progress" => {
                number(line, value)?
            }
            _ => {
                return Err(line.fault(format!(
                    "expected at, on, number, name, stance, posture, task, age, veterancy, \
                     strength, entrenchment, disrupted, output, queue or progress, not `{word}`"
                )));
            }
        };
        Ok((word.to_owned(), value))
    }

    fn options(&mut self, value: &mut Value) -> Result<(), Fault> {
        let mut victory = Vec::new();
        for line in self.lines("options").to_vec() {
            let words = line.words();
            let second = words.get(1).map_or("", String::as_str);
            let options = &mut value["options"];
            match words[0].as_str() {
                "tier" => options["initiative_tier"] = number(&line, second)?,
                "shared-sight" => options["shared_sight"] = true.into(),
                "ranked" => options["ranked"] = true.into(),
                "victory" => victory.push(
                    serde_json::from_str::<Value>(second)
                        .map_err(|error| line.fault(format!("expected JSON: {error}")))?,
                ),
                "seed" => self.seed = number(&line, second)?.as_u64().unwrap_or(0) as u8,
                "numbers" if second == "by" => {}
                _ => {
                    return Err(line.fault(
                        "expected tier N, shared-sight, ranked, victory JSON, seed N \
                         or numbers by setup",
                    ));
                }
            }
        }
        if !victory.is_empty() {
            value["options"]["victory"] = victory.into();
        }
        Ok(())
    }
}

fn number(line: &Line, word: &str) -> Result<Value, Fault> {
    let number: u32 = word
        .parse()
        .map_err(|_| line.fault(format!("expected a number, not `{word}`")))?;
    Ok(number.into())
}

/// `x,y`.
pub(crate) fn tile(line: &Line, word: &str) -> Result<[usize; 2], Fault> {
    let parts = word
        .split_once(',')
        .and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    parts.ok_or_else(|| line.fault(format!("expected a tile, as in 3,5, not `{word}`")))
}
