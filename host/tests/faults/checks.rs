//! What must hold however it went: looked up in the database with the owner's
//! eyes, and computed anew from the log alone.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost::{
    deadline::{PhaseClock, SeatClock},
    schema::{alarms, clock_pauses, clocks, games, idempotency, log, outbox, seats, witnesses},
};
use fieldpost_engine::{
    log::{
        GameFile, Hash, Header, OrderRecord, Witness, file::Line, order_from_value, order_to_value,
        receipt,
    },
    order::Order,
    verify::verify,
};

use super::{players::Player, sink::Delivery, storm::Storm};

/// One game as the database has it.
pub struct Kept {
    id: i64,
    seed: [u8; 32],
    file: GameFile,
    recorded_at: Vec<DateTime<Utc>>,
    reserve_seconds: i32,
    pub turn: i32,
    pub phase: String,
}

impl Kept {
    pub async fn read(conn: &mut AsyncPgConnection, id: i64) -> Self {
        let (header, seed, turn, phase, reserve, head_seq, head_chain) = games::table
            .find(id)
            .select((
                games::header,
                games::seed,
                games::turn,
                games::phase,
                games::reserve_seconds,
                games::head_seq,
                games::head_chain,
            ))
            .first::<(String, Vec<u8>, i32, String, i32, i32, Vec<u8>)>(conn)
            .await
            .expect("a game");
        let records: Vec<(String, Vec<u8>, DateTime<Utc>)> = log::table
            .filter(log::game_id.eq(id))
            .order(log::seq)
            .select((log::record, log::chain, log::recorded_at))
            .load(conn)
            .await
            .expect("its log");
        let seen: Vec<(i32, String, String, String)> = witnesses::table
            .filter(witnesses::game_id.eq(id))
            .order(witnesses::turn)
            .select((
                witnesses::turn,
                witnesses::activation,
                witnesses::state,
                witnesses::turn_hash,
            ))
            .load(conn)
            .await
            .expect("its witnesses");
        let hash = |hex: &str| Hash::from_hex(hex).expect("a hash");
        let seed: [u8; 32] = seed.try_into().expect("a seed");
        let mut header = Header::parse(&header).expect("a header");
        header.seed = Some(seed);
        let lines: Vec<Line> = records
            .iter()
            .map(|(record, chain, _)| Line {
                record: OrderRecord::parse(record).expect("a record"),
                chain: Some(Hash(chain.clone().try_into().expect("a chain value"))),
            })
            .collect();
        let last = lines.last().and_then(|line| line.chain);
        assert_eq!(
            head_seq as usize,
            lines.len(),
            "game {id}: the head's number"
        );
        if let Some(last) = last {
            assert_eq!(head_chain, last.0, "game {id}: the head's chain");
        }
        let witnesses = seen
            .iter()
            .map(|(turn, activation, state, turn_hash)| Witness {
                turn: *turn as u32,
                activation: hash(activation),
                state: hash(state),
                turn_hash: hash(turn_hash),
            });
        Self {
            id,
            seed,
            file: GameFile {
                header,
                witnesses: witnesses.collect(),
                lines,
                table: None,
            },
            recorded_at: records.iter().map(|(_, _, at)| *at).collect(),
            reserve_seconds: reserve,
            turn,
            phase,
        }
    }

    /// Turns that are closed in the log.
    pub fn closes(&self) -> u32 {
        let closes = self.file.lines.iter().filter(|line| is_close(line));
        u32::try_from(closes.count()).expect("a few turns")
    }

    /// Each turn is closed once, in order, with nothing behind; numbers, chain
    /// and every hash are what a replay from nothing finds.
    pub fn check_log(&self) {
        let mut turn = 1;
        for line in &self.file.lines {
            let seq = line.record.seq;
            assert_eq!(line.record.turn, turn, "game {}: record {seq}", self.id);
            turn += u32::from(is_close(line));
        }
        let over = u32::from(self.phase == "ended");
        assert_eq!(self.turn as u32 + over, turn, "game {}: its turn", self.id);
        assert_eq!(self.file.witnesses.len() as u32, self.closes());
        assert_eq!(verify(&self.file), [], "game {}", self.id);
    }

    /// Whatever a player was told is in is in, once, as it was sent.
    pub async fn check_player(&self, conn: &mut AsyncPgConnection, player: &Player) -> usize {
        let who = format!("game {}, seat {}", self.id, player.seat);
        assert_eq!(player.complaints, Vec::<String>::new(), "{who}");
        let own: Vec<&Line> = self
            .file
            .lines
            .iter()
            .filter(|line| line.record.seat.map(|seat| i16::from(seat.0)) == Some(player.seat))
            .collect();
        let receipts = player.receipts();
        for (count, (turn, order, told)) in &receipts {
            let line = own.get(*count as usize - 1);
            let line = line.unwrap_or_else(|| panic!("{who}: order {count} is lost: {order}"));
            assert_eq!(line.record.turn, *turn, "{who}: order {count}");
            let sent = order_from_value(order.clone()).expect("it was taken");
            let (sent, kept) = (order_to_value(&sent), order_to_value(&line.record.order));
            assert_eq!(sent, kept, "{who}: order {count}");
            let mac = receipt(&self.seed, line.chain.expect("it was read"));
            assert_eq!(told["mac"], mac.to_string(), "{who}: order {count}");
        }
        // Without an answer nobody knows whether they are in: all of them or none.
        let mut unanswered = 0;
        for sent in player.sent.iter().filter(|sent| sent.answers.is_none()) {
            let kept: Option<serde_json::Value> = idempotency::table
                .find((self.id, player.seat, &sent.key))
                .select(idempotency::answer)
                .first(conn)
                .await
                .optional()
                .expect("kept answers");
            let kept = kept.map(|kept| kept.to_string()).unwrap_or_default();
            unanswered += kept.matches("\"mac\"").count();
        }
        assert_eq!(
            own.len(),
            receipts.len() + unanswered,
            "{who}: orders in the log"
        );
        receipts.len()
    }

    /// No phase ended early, and each reserve is what was given less what was
    /// drawn.
    pub async fn check_clocks(&self, conn: &mut AsyncPgConnection) {
        let phases: Vec<PhaseRow> = clocks::table
            .filter(clocks::game_id.eq(self.id))
            .order(clocks::turn)
            .select((
                clocks::turn,
                clocks::deadline_at,
                clocks::closed_at,
                clocks::expected,
            ))
            .load(conn)
            .await
            .expect("its clocks");
        let left: Vec<i32> = seats::table
            .filter(seats::game_id.eq(self.id))
            .order(seats::seat)
            .select(seats::reserve_seconds_left)
            .load(conn)
            .await
            .expect("its seats");
        let mut reserves = vec![self.reserve_seconds; left.len()];
        for (turn, deadline_at, closed_at, expected) in phases {
            let Some(closed_at) = closed_at else { continue };
            let seats = expected.iter().map(|seat| SeatClock {
                seat: *seat as u8,
                reserve_seconds: reserves[*seat as usize] as u32,
                is_person: true,
                leaves: Vec::new(),
                commits: self.commits(turn as u32, *seat),
            });
            let pauses = clock_pauses::table
                .filter(clock_pauses::game_id.eq(self.id))
                .filter(clock_pauses::turn.eq(turn))
                .order(clock_pauses::from_at)
                .select((clock_pauses::from_at, clock_pauses::until_at))
                .load(conn)
                .await
                .expect("its pauses");
            let clock = PhaseClock {
                deadline_at,
                pauses,
                needs_person: true,
                seats: seats.collect(),
                ..PhaseClock::default()
            };
            assert!(
                clock.is_over(closed_at),
                "game {}: turn {turn} was closed early: {clock:?}, at {closed_at}",
                self.id
            );
            for standing in clock.standings(closed_at) {
                reserves[usize::from(standing.seat)] -= standing.drawn_seconds as i32;
            }
        }
        assert_eq!(left, reserves, "game {}: reserves", self.id);
    }

    fn commits(&self, turn: u32, seat: i16) -> Vec<(DateTime<Utc>, bool)> {
        let lines = self.file.lines.iter().zip(&self.recorded_at);
        let own = lines.filter(|(line, _)| {
            line.record.turn == turn && line.record.seat.map(|s| i16::from(s.0)) == Some(seat)
        });
        own.filter_map(|(line, at)| match line.record.order {
            Order::CommitOrders {} => Some((*at, true)),
            Order::RevokeCommit {} => Some((*at, false)),
            _ => None,
        })
        .collect()
    }

    /// A mail for each seat and turn.
    pub async fn check_owed(&self, conn: &mut AsyncPgConnection) {
        let mut owed: Vec<(String, i32, i16)> = Vec::new();
        for seat in 0..self.file.header.scenario.seats.len() as i16 {
            owed.push(("game_started".into(), 1, seat));
            for turn in 1..=self.closes() as i32 {
                let is_last = self.phase == "ended" && turn == self.turn;
                let kind = if is_last { "game_over" } else { "turn_ready" };
                owed.push((kind.into(), turn, seat));
            }
        }
        owed.sort();
        let mut kept: Vec<(String, Option<i32>, Option<i16>)> = outbox::table
            .filter(outbox::game_id.eq(self.id))
            .select((outbox::kind, outbox::turn, outbox::seat))
            .load(conn)
            .await
            .expect("its mails");
        kept.retain(|(kind, ..)| KINDS.contains(&kind.as_str()));
        let mut kept: Vec<_> = kept
            .into_iter()
            .map(|(kind, turn, seat)| (kind, turn.unwrap_or(-1), seat.unwrap_or(-1)))
            .collect();
        kept.sort();
        assert_eq!(kept, owed, "game {}", self.id);
    }
}

/// Turn, deadline, close, and the seats that were waited for.
type PhaseRow = (i32, Option<DateTime<Utc>>, Option<DateTime<Utc>>, Vec<i16>);

/// Kinds that every turn must bring; others come and go with settings.
const KINDS: [&str; 3] = ["game_started", "turn_ready", "game_over"];

fn is_close(line: &Line) -> bool {
    matches!(line.record.order, Order::CloseOrders { .. })
}

/// Nobody computed anything else than somebody else, and nothing is stalled.
pub async fn check_alarms(conn: &mut AsyncPgConnection) {
    let raised: Vec<(i64, i32, String, String)> = alarms::table
        .select((alarms::game_id, alarms::turn, alarms::kind, alarms::detail))
        .load(conn)
        .await
        .expect("the alarms");
    assert_eq!(raised, [], "alarms");
}

/// Each mail that is owed went out once, but for what a death in between
/// excuses, and then under the same name; only what asks for something may come to
/// nothing, when it is done or decided meanwhile. Looks at mails up to number `owed`, and of later ones
/// only at those that went out. Yields how many did, and how many went out again.
pub async fn check_mails(conn: &mut AsyncPgConnection, storm: &Storm, owed: i64) -> (usize, usize) {
    let rows: Vec<(i64, String, String, Option<String>)> = outbox::table
        .order(outbox::id)
        .select((outbox::id, outbox::kind, outbox::state, outbox::message_id))
        .load(conn)
        .await
        .expect("the outbox");
    let mut taken: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for delivery in storm.sink.taken() {
        let name = delivery.message_id.clone();
        taken.entry(name).or_default().push(delivery);
    }
    let (mut sent, mut again, mut moot) = (0, 0, 0);
    for (id, kind, state, message_id) in rows {
        let may_be_moot =
            ["deadline_near", "deadline_hour", "vote_open", "changed"].contains(&kind.as_str());
        if (may_be_moot && state == "dropped") || (id > owed && state == "waiting") {
            taken.remove(&message_id.unwrap_or_default());
            moot += usize::from(state == "dropped");
            continue;
        }
        assert_eq!(state, "sent", "mail {id}, {kind}");
        let name = message_id.unwrap_or_else(|| panic!("mail {id} has no name"));
        let deliveries = taken.remove(&name);
        let deliveries = deliveries.unwrap_or_else(|| panic!("mail {id} was never taken"));
        sent += 1;
        for pair in deliveries.windows(2) {
            again += 1;
            assert!(
                !pair[0].was_told || storm.excuses(pair[0].at, pair[1].at),
                "mail {id} was sent twice for no reason"
            );
        }
    }
    // One may have gone out and its sender died before it knew; then it was moot.
    let unheard = |deliveries: &Vec<Delivery>| deliveries.iter().all(|one| !one.was_told);
    assert!(
        taken.len() <= moot && taken.values().all(unheard),
        "mails that nobody owed: {taken:?}"
    );
    (sent, again)
}
