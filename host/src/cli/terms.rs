//! The terms of a game as options: its clock, its messages, who may watch. The
//! same for a game that is made and for one that comes from another host, which
//! prints them when it lets the game go.

use anyhow::{Context, anyhow, bail};
use clap::Args;
use diesel_async::AsyncPgConnection;

use crate::{
    calendar::Rule,
    deadline::Pace,
    error::Error,
    games::{
        self, GameRow,
        terms::{self, LEAST_DELAY, Press, Spectators, Terms},
    },
    phases,
};

/// On what terms a game is played.
#[derive(Args, Debug)]
pub(super) struct TermsOptions {
    /// When a turn ends: seconds after it began (30 to 5184000), fixed times as
    /// "Europe/Vienna mon,thu 20:00" (or "… daily 08:00,20:00"), or none to wait for
    /// everybody. Left out, the usual clock for as many people as play: none for up
    /// to two, then that of --pace
    #[arg(long, value_name = "RULE")]
    deadline: Option<String>,
    /// Which usual clock: live or correspondence
    #[arg(long, default_value = "correspondence")]
    pace: String,
    /// Seconds each player has beyond the deadlines, for the whole game. Left out,
    /// that of the usual clock, or none beside a --deadline
    #[arg(long)]
    reserve: Option<String>,
    /// Which messages players may send one another, once the host carries them: all,
    /// public or none
    #[arg(long, default_value = "all")]
    press: String,
    /// Who may watch: none, after-end, or delayed:N for N turns late, 5 at least
    #[arg(long, default_value = "none")]
    spectators: String,
    /// Players do not learn who the others are before the end
    #[arg(long)]
    anonymous: bool,
    /// Everybody finds the game in the lobby
    #[arg(long)]
    public: bool,
}

impl TermsOptions {
    /// When turns end, if that is said.
    pub(super) fn rule(&self) -> anyhow::Result<Option<Rule>> {
        let parse = |text: &String| text.parse().with_context(|| format!("--deadline {text:?}"));
        self.deadline.as_ref().map(parse).transpose()
    }

    /// The reserves that are said: one for all, or one a seat.
    pub(super) fn reserves(&self) -> anyhow::Result<Vec<i32>> {
        let texts = self.reserve.iter().flat_map(|text| text.split(','));
        let seconds = texts.map(|text| {
            let read = text.trim().parse();
            read.map_err(|_| anyhow!("--reserve {text:?}: write whole seconds"))
        });
        seconds.collect()
    }

    /// All that is no clock, and the pace whose usual one it is where none is said.
    pub(super) fn terms(&self) -> anyhow::Result<Terms> {
        let pace = Pace::parse(&self.pace);
        let pace = pace.ok_or_else(|| anyhow!("--pace {:?}: live or correspondence", self.pace))?;
        let press = Press::parse(&self.press);
        Ok(Terms {
            press: press.ok_or_else(|| anyhow!("--press {:?}: all, public or none", self.press))?,
            spectators: spectators(&self.spectators)?,
            is_anonymous: self.anonymous,
            is_public: self.public,
            usual_pace: self.deadline.is_none().then_some(pace),
            ..Terms::default()
        })
    }
}

fn spectators(text: &str) -> anyhow::Result<Spectators> {
    let (kind, delay) = match text.split_once(':') {
        Some((kind, turns)) => (kind, turns.parse().ok()),
        None => (text, None),
    };
    match Spectators::parse(&kind.replace('-', "_"), delay) {
        Some(spectators) => Ok(spectators),
        None => bail!(
            "--spectators {text:?}: none, after-end, or delayed:N with N at least {LEAST_DELAY}"
        ),
    }
}

/// The options with which another host goes on with a game on the terms that it
/// has here, with what is left of every seat's reserve.
pub(super) async fn of_game(conn: &mut AsyncPgConnection, game: &GameRow) -> Result<String, Error> {
    let rule = phases::rule(conn, game.id).await?.to_string();
    let clock = phases::read(conn, game.id).await?;
    let drawn = clock.phase_clock.standings(clock.now);
    let left = games::seats_of(conn, game.id)
        .await?
        .into_iter()
        .map(|seat| {
            let standing = drawn.iter().find(|one| i16::from(one.seat) == seat.seat);
            let drawn = standing.map_or(0, |one| one.drawn_seconds.cast_signed());
            (seat.reserve_seconds_left - drawn).to_string()
        });
    let left: Vec<String> = left.collect();
    let terms = terms::of(conn, game.id).await?;
    let watched = match terms.spectators() {
        Spectators::Delayed(turns) => format!("delayed:{turns}"),
        other => other.as_str().replace('_', "-"),
    };
    let mut line = format!(
        "--deadline {} --reserve {} --press {} --spectators {watched}",
        if rule.contains(' ') {
            format!("'{rule}'")
        } else {
            rule
        },
        left.join(","),
        terms.press().as_str(),
    );
    for (is_so, option) in [
        (terms.is_anonymous, " --anonymous"),
        (terms.is_public, " --public"),
    ] {
        line.push_str(if is_so { option } else { "" });
    }
    Ok(line)
}
