//! What the forms of the page do: each is one act of one player.

use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::super::{fields::Fields, seated::Seated};
use crate::{
    absence,
    app::State,
    auth::{Account, Email, invitations},
    calendar::{Calendar, Rule, RuleError, first_valid},
    clock::Instant,
    error::Error,
    lobby::watching,
    votes::{self, Question},
};

/// Does what a form asks for, and says what was done.
///
/// # Errors
/// What stands in the way, by code; else internal ones.
pub(super) async fn act(
    state: &State,
    who: &Account,
    seated: &Seated,
    form: &Fields,
) -> Result<&'static str, Error> {
    state.auth.limits.enter(who.id)?;
    let mut conn = state.db.get().await?;
    let (game, seat) = (seated.game.id, seated.seat.0);
    let own = i16::from(seat);
    match form.get("act") {
        "announce" => {
            let from = local(form.get("from"), who.time_zone)?;
            let until = local(form.get("until"), who.time_zone)?;
            absence::announce(&mut conn, game, own, from, until).await?;
            Ok("announce")
        }
        "return" => {
            absence::take_back(&mut conn, game, own, number(form, "id")?).await?;
            Ok("return")
        }
        "vote" => {
            let in_favour = form.get("ballot") == "yes";
            votes::cast(&mut conn, game, number(form, "id")?, seat, in_favour).await?;
            Ok("vote")
        }
        "ask-deadline" => {
            let question = Question::Deadline(rule(form)?);
            votes::ask(&mut conn, game, seat, &question).await?;
            Ok("ask")
        }
        "ask-adjourn" => {
            votes::ask(&mut conn, game, seat, &Question::Adjourn).await?;
            Ok("ask")
        }
        "ask-standby" => {
            let about = number(form, "seat")?;
            votes::ask(&mut conn, game, seat, &Question::Standby(about)).await?;
            Ok("ask")
        }
        "invite" => {
            let about: u8 = number(form, "seat")?;
            // Whoever holds two seats of a game would see two sides of the fog.
            if about == seat || seated.seat_row.is_ai() {
                return Err(Error::Forbidden("vote-no-say"));
            }
            let email =
                Email::parse(form.get("email")).ok_or(Error::BadRequest("invite-address"))?;
            state.auth.limits.invite(who.id, &email)?;
            let offered =
                invitations::offer(&mut conn, &state.auth, game, about.into(), Some(&email));
            offered.await.map_err(|error| match error {
                Error::NotFound => Error::Conflict("invite-not-now"),
                other => other,
            })?;
            Ok("invite")
        }
        "notice" => {
            absence::give_notice(&mut conn, game, seat, number(form, "seat")?).await?;
            Ok("notice")
        }
        "resume" => {
            votes::want_back(&mut conn, game, seat).await?;
            Ok("resume")
        }
        "agree-watching" => {
            watching::agree(&mut conn, game, who.id).await?;
            Ok("agree-watching")
        }
        "ready" => {
            votes::ready(&mut conn, game, seat).await?;
            Ok("ready")
        }
        _ => Err(Error::BadRequest("auth-form-unreadable")),
    }
}

fn number<T: std::str::FromStr>(form: &Fields, name: &str) -> Result<T, Error> {
    let number = form.get(name).parse();
    number.map_err(|_| Error::BadRequest("auth-form-unreadable"))
}

/// A local time as a field of its kind writes it, or a date with a time.
fn local(text: &str, zone: Tz) -> Result<Instant, Error> {
    let text = text.replacen(' ', "T", 1);
    ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        .iter()
        .find_map(|shape| NaiveDateTime::parse_from_str(&text, shape).ok())
        .map(|local| first_valid(zone, local))
        .ok_or(Error::BadRequest("absence-unreadable"))
}

/// The deadline that a form asks for.
fn rule(form: &Fields) -> Result<Rule, Error> {
    let rule = match form.get("rule") {
        "none" => Ok(Rule::Open),
        "period" => {
            let part = |name: &str, seconds: u64| {
                let text = form.get(name);
                let count = if text.is_empty() {
                    Ok(0)
                } else {
                    text.parse::<u64>()
                };
                count.ok().and_then(|count| count.checked_mul(seconds))
            };
            let seconds = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
                .into_iter()
                .try_fold(0_u64, |sum, (name, unit)| {
                    sum.checked_add(part(name, unit)?)
                });
            let seconds = seconds.ok_or(Error::BadRequest("rule-seconds"))?;
            seconds.to_string().parse()
        }
        "calendar" => {
            let days: Vec<&str> = form
                .all()
                .filter_map(|(name, _)| name.strip_prefix("day-"))
                .collect();
            Calendar::read(form.get("zone"), &days.join(","), form.get("times")).map(Rule::Calendar)
        }
        _ => Err(RuleError::Shape),
    };
    rule.map_err(|wrong| {
        Error::BadRequest(match wrong {
            RuleError::Seconds => "rule-seconds",
            RuleError::Zone => "rule-zone",
            RuleError::Days => "rule-days",
            RuleError::Times => "rule-times",
            RuleError::Shape => "rule-shape",
        })
    })
}
