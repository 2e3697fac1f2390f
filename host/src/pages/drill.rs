//! The drill ground (EN-160): two forces set against each other, for anybody. It
//! has no account and no memory and touches no game: the whole drill, decisions
//! included, stands in the address, and the same address shows the same fight.

mod read;
mod show;

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Query, ServiceConfig, get},
};
use askama::Template;
use fieldpost_engine::engagement::drill::{Drill, DrillError};

use self::{read::Asked, show::Shown};
use super::{fields::Fields, panel::Choice, respond::page};
use crate::auth::address::visitor_address;
use crate::{app::State, error::Error, texts::Texts};

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/drill", get().to(show));
}

#[derive(Template)]
#[template(path = "drill/drill.html")]
struct DrillPage {
    texts: Texts,
    form: Fields,
    sides: Vec<SideForm>,
    choices: Choices,
    problems: Vec<Problem>,
    shown: Option<Shown>,
}

/// The fields of one side.
#[derive(Debug)]
struct SideForm {
    /// What its fields' names begin with.
    key: &'static str,
    title: String,
    /// What the names of its units' fields begin with.
    units: Vec<String>,
}

/// What can be chosen.
#[derive(Debug)]
struct Choices {
    kinds: Vec<Choice>,
    classes: Vec<Choice>,
    stances: Vec<Choice>,
    terrains: Vec<Choice>,
    sites: Vec<Choice>,
}

/// Something that does not fit, and the field that it stands in.
#[derive(Debug)]
struct Problem {
    field: String,
    text: String,
}

impl DrillPage {
    fn wrong(&self, field: &str) -> bool {
        self.problems.iter().any(|problem| problem.field == field)
    }

    /// The field `prefix` + `name`.
    fn value(&self, prefix: &str, name: &str) -> &str {
        self.form.get(&format!("{prefix}{name}"))
    }

    fn is(&self, prefix: &str, name: &str, value: &str) -> bool {
        self.value(prefix, name) == value
    }
}

async fn show(
    request: HttpRequest,
    state: Data<State>,
    fields: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.drill(visitor_address(&request))?;
    let texts = Texts::english();
    let form = Fields::from(fields.into_inner());
    let (mut problems, mut shown) = (Vec::new(), None);
    if form.get("kind").is_empty() {
        return page(
            StatusCode::OK,
            &drill_page(texts, read::example(), problems, None),
        );
    }
    let asked = read::asked(&form);
    let fields = asked.fields.clone();
    match fought(texts, asked)? {
        Ok(fight) => shown = Some(fight),
        Err(faults) => {
            let problem = |fault| read::problem(texts, &fields, &fault);
            problems = faults.into_iter().map(problem).collect();
        }
    }
    let status = if problems.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    page(status, &drill_page(texts, fields, problems, shown))
}

type Faults = Vec<fieldpost_engine::engagement::drill::DrillFault>;

fn fought(texts: Texts, asked: Asked) -> Result<Result<Shown, Faults>, Error> {
    let drill = match Drill::of(asked.file) {
        Ok(drill) => drill,
        Err(faults) => return Ok(Err(faults)),
    };
    match show::fight(texts, &drill, asked.tick, &asked.fields) {
        Ok(shown) => Ok(Ok(shown)),
        Err(DrillError::Decision(fault)) => Ok(Err(vec![fault])),
        Err(DrillError::Determinism(error)) => Err(Error::internal(error)),
    }
}

fn drill_page(
    texts: Texts,
    form: Fields,
    problems: Vec<Problem>,
    shown: Option<Shown>,
) -> DrillPage {
    let side = |key, code: &str| SideForm {
        key,
        title: texts.t(code),
        units: (1..=3).map(|place| format!("{key}{place}_")).collect(),
    };
    DrillPage {
        texts,
        form,
        sides: vec![side("a", "drill-attackers"), side("d", "drill-defenders")],
        choices: choices(texts),
        problems,
        shown,
    }
}

fn choices(texts: Texts) -> Choices {
    let named = |value: &str, code: String| Choice {
        value: value.to_owned(),
        label: texts.t(&code),
    };
    let all = |values: &[&str], prefix: &str| {
        let one = |value: &&str| named(value, format!("{prefix}{value}"));
        values.iter().map(one).collect::<Vec<_>>()
    };
    let classes: Vec<String> = read::classes();
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    Choices {
        kinds: all(&["Assault", "Bombardment", "Reaction"], "drill-kind-"),
        classes: all(&classes, "class-"),
        stances: all(&["March", "Advance", "Hold", "Entrench"], "stance-"),
        terrains: all(
            &[
                "plain", "forest", "hill", "marsh", "mountain", "ford", "sea",
            ],
            "terrain-",
        ),
        sites: all(&["city", "depot", "fort"], "site-"),
    }
}
