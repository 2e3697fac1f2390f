//! Plays a case: sets it up, gives its orders turn by turn, closes each turn and
//! tests what the case expects; then its variants, against the main line.

use std::collections::BTreeMap;

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::SeatId;
use fieldpost_engine::language;
use fieldpost_engine::log::{Header, OrderRecord, parse_order};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::turn::TurnResult;

use crate::case::{Case, Script};
use crate::expect::{self, Placed};
use crate::facts::Source;
use crate::fight;
use crate::names::Names;
use crate::setup::{self, Setup};
use crate::text::{Fault, Line, joined, split};

/// A line that was played to its end.
struct Played {
    game: Game,
    names: Names,
    results: Vec<TurnResult>,
}

/// Every fault of a case; none where it holds.
pub(crate) fn run(case: &Case) -> Vec<Fault> {
    if case.main.setup.contains_key("fight") {
        return fight::run(case);
    }
    let last = case
        .variants
        .iter()
        .map(|variant| variant.script.last_turn());
    let last = last.chain([case.main.last_turn()]).max().unwrap_or(0);
    let (main, mut faults) = match play(&case.main, last, 0) {
        Ok(played) => played,
        Err(fault) => return vec![fault],
    };
    for variant in &case.variants {
        let script = variant.script.over(&case.main);
        // As many turns as the main line, or there is nothing to compare.
        match play(&script, last, main.results.len()) {
            Ok((played, found)) => {
                faults.extend(found);
                let claims = variant.claims.iter();
                faults.extend(claims.filter_map(|claim| {
                    compare(&main, &played, claim, &variant.head, &variant.name)
                }));
            }
            Err(fault) => faults.push(fault),
        }
    }
    faults
}

/// Plays a script to its last turn, at least so many turns.
fn play(script: &Script, last: u32, least: usize) -> Result<(Played, Vec<Fault>), Fault> {
    let Setup {
        scenario,
        names,
        seed,
    } = setup::build(script)?;
    let header = Header::new(scenario, seed, RULES_VERSION);
    let game = Game::new(&header).map_err(|error| Fault::new(1, error.to_string()))?;
    let read = |sections: &BTreeMap<u32, crate::case::Section>| {
        let read = sections
            .iter()
            .map(|(turn, section)| Ok((*turn, expect::parse(&section.body, &names)?)));
        read.collect::<Result<BTreeMap<u32, Vec<Placed>>, Fault>>()
    };
    let (open, result) = (read(&script.open)?, read(&script.result)?);
    let mut player = Player {
        game,
        names: &names,
        faults: Vec::new(),
    };
    let mut results = Vec::new();
    for turn in 1..=last {
        let mut markers = None;
        if let Some(section) = script.orders.get(&turn) {
            for line in joined(&section.body) {
                markers = player.line(&line, markers)?;
            }
        }
        player.test(open.get(&turn), None);
        let mut closed = script.result.keys().chain(script.orders.keys());
        let wanted = closed.any(|other| *other >= turn)
            || script.open.keys().any(|later| *later > turn)
            || results.len() < least;
        if !wanted {
            break;
        }
        let ran = player.close(markers)?;
        player.test(result.get(&turn), Some(&ran));
        results.push(ran);
    }
    let Player { game, faults, .. } = player;
    Ok((
        Played {
            game,
            names,
            results,
        },
        faults,
    ))
}

struct Player<'a> {
    game: Game,
    names: &'a Names,
    faults: Vec<Fault>,
}

impl Player<'_> {
    fn test(&mut self, checks: Option<&Vec<Placed>>, result: Option<&TurnResult>) {
        let source = Source {
            game: &self.game,
            result,
            names: self.names,
        };
        let faults = checks.into_iter().flatten();
        let faults: Vec<Fault> = faults
            .flat_map(|(line, check)| expect::test(check, line, &source))
            .collect();
        self.faults.extend(faults);
    }

    /// `close MARKERS`, or `SEAT [for turn N] [refused CODE]: JSON`.
    fn line(
        &mut self,
        line: &Line,
        markers: Option<(usize, Vec<Marker>)>,
    ) -> Result<Option<(usize, Vec<Marker>)>, Fault> {
        if markers.is_some() {
            return Err(line.fault("expected nothing behind `close`"));
        }
        if let Some(words) = line.text.strip_prefix("close") {
            return Ok(Some((line.number, close_markers(line, words)?)));
        }
        let (head, json) = split(&line.text, ":").ok_or_else(|| {
            line.fault("expected `SEAT: {…}`, `SEAT refused CODE: {…}` or `close …`")
        })?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let seat = match words[0] {
            "authority" => None,
            name => Some(SeatId(self.names.seat(line, name)?)),
        };
        let mut turn = self.game.turn();
        let mut refused = None;
        let mut rest = &words[1..];
        while !rest.is_empty() {
            rest = match rest {
                ["for", "turn", number, rest @ ..] => {
                    turn = number
                        .parse()
                        .map_err(|_| line.fault("expected a turn's number"))?;
                    rest
                }
                ["refused", code, rest @ ..] => {
                    refused = Some(*code);
                    rest
                }
                _ => {
                    return Err(
                        line.fault("expected `for turn N` or `refused CODE` before the colon")
                    );
                }
            };
        }
        let order = match seat {
            Some(seat) if !json.starts_with('{') => Ok(self.in_words(line, seat, json)?),
            _ => parse_order(&self.names.resolve(line.number, json, false)?),
        };
        let verdict = order.and_then(|order| self.game.check(seat, turn, &order).map(|()| order));
        match (verdict, refused) {
            (Ok(order), None) => {
                self.record(line, seat, order)?;
            }
            (Err(refusal), Some(code)) if code == "*" || refusal.code() == code => {}
            (Err(refusal), _) => self.faults.push(line.fault(format!(
                "expected this order {}, came `{}` {:?}",
                refused.map_or("taken".into(), |code| format!("refused as `{code}`")),
                refusal.code(),
                refusal.values(),
            ))),
            (Ok(_), Some(code)) => {
                self.faults
                    .push(line.fault(format!("expected a refusal `{code}`, was taken")));
            }
        }
        Ok(None)
    }

    /// An order of the order language, as its seat would write it.
    fn in_words(&self, line: &Line, seat: SeatId, text: &str) -> Result<Order, Fault> {
        let text = self.names.resolve(line.number, text, true)?;
        let view = self
            .game
            .view(seat)
            .ok_or_else(|| line.fault("expected a seat"))?;
        let names = language::Names::of_view(&view, &self.game.state().rules.ruleset);
        let parsed = language::parse(&text, &names);
        let orders: Vec<&Order> = parsed.orders().map(|(_, order)| order).collect();
        match (orders.as_slice(), parsed.faults().next()) {
            ([order], None) => Ok((*order).clone()),
            (_, Some(fault)) => Err(line.fault(format!("expected an order, came {fault:?}"))),
            _ => Err(line.fault("expected one order on this line")),
        }
    }

    fn record(
        &mut self,
        line: &Line,
        seat: Option<SeatId>,
        order: Order,
    ) -> Result<Option<TurnResult>, Fault> {
        let record = OrderRecord {
            seq: self.game.head() + 1,
            turn: self.game.turn(),
            seat,
            order,
        };
        self.game
            .apply(&record)
            .map_err(|error| line.fault(error.to_string()))
    }

    /// Without markers every seat that is expected to act commits.
    fn close(&mut self, markers: Option<(usize, Vec<Marker>)>) -> Result<TurnResult, Fault> {
        let number = markers.as_ref().map_or(1, |(number, _)| *number);
        let line = Line {
            number,
            indent: 0,
            text: String::new(),
        };
        let markers = match markers {
            Some((_, markers)) => markers,
            None => self.commit_all(&line)?,
        };
        let ran = self.record(&line, None, Order::CloseOrders { markers })?;
        ran.ok_or_else(|| line.fault("closing the phase ran no turn"))
    }

    fn commit_all(&mut self, line: &Line) -> Result<Vec<Marker>, Fault> {
        let mut markers = Vec::new();
        for seat in self.game.seats().collect::<Vec<_>>() {
            let state = self.game.state().seat(seat);
            let marker = match state {
                Some(seat) if seat.out => Marker::Absent,
                Some(seat) if seat.substituted => Marker::Substituted,
                _ => Marker::Committed,
            };
            if marker == Marker::Committed && !self.game.is_committed(seat) {
                self.record(line, Some(seat), Order::CommitOrders {})?;
            }
            markers.push(marker);
        }
        Ok(markers)
    }
}

fn close_markers(line: &Line, words: &str) -> Result<Vec<Marker>, Fault> {
    let marker = |word: &str| match word {
        "Committed" => Ok(Marker::Committed),
        "TimedOut" => Ok(Marker::TimedOut),
        "Absent" => Ok(Marker::Absent),
        "Substituted" => Ok(Marker::Substituted),
        _ => Err(line.fault("expected Committed, TimedOut, Absent or Substituted for each seat")),
    };
    words.split_whitespace().map(marker).collect()
}

/// What a variant claims of itself and the main line.
fn compare(main: &Played, other: &Played, claim: &str, head: &Line, name: &str) -> Option<Fault> {
    let words: Vec<&str> = claim.split_whitespace().collect();
    let hashes = |played: &Played| -> Vec<_> {
        played
            .results
            .iter()
            .map(|r| (r.activation, r.state, r.turn_hash))
            .collect()
    };
    let holds = match words.as_slice() {
        ["same", "hashes"] => hashes(main) == hashes(other),
        ["other", "hashes"] => hashes(main)
            .iter()
            .zip(hashes(other))
            .all(|(a, b)| a.2 != b.2),
        ["same", "events"] => main
            .results
            .iter()
            .map(|r| &r.events)
            .eq(other.results.iter().map(|r| &r.events)),
        ["same", part @ ("stream" | "view" | "dispatch"), "of", seat] => {
            let seat = match main.names.seat(head, seat) {
                Ok(seat) => seat,
                Err(fault) => return Some(fault),
            };
            let ix = usize::from(seat);
            let (ours, theirs) = (&main.results, &other.results);
            match *part {
                "stream" => ours
                    .iter()
                    .map(|r| &r.streams[ix])
                    .eq(theirs.iter().map(|r| &r.streams[ix])),
                "dispatch" => ours
                    .iter()
                    .map(|r| &r.dispatch[ix])
                    .eq(theirs.iter().map(|r| &r.dispatch[ix])),
                _ => main.game.view(SeatId(seat)) == other.game.view(SeatId(seat)),
            }
        }
        _ => {
            return Some(head.fault(
                "expected `same hashes`, `other hashes`, `same events` or \
                 `same stream|view|dispatch of SEAT`",
            ));
        }
    };
    (!holds).then(|| {
        head.fault(format!(
            "expected {claim} in `{name}` and in the main line, came otherwise"
        ))
    })
}
