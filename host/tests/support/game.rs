//! A game of Kelsey Ford whose three seats are held, for tests of what follows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost::{
    app::State,
    auth::invitations,
    error::Error,
    games::{self, NewGame},
    log::{Append, ChainedRecord},
    orders::{self, Answer, Submission},
    schema,
};
use fieldpost_engine::{
    ids::SeatId,
    log::{Hash, Header, OrderRecord, chain_next, chain_start, parse_order},
    scenario::{Scenario, shipped},
};

use super::TestApp;

/// A started game and what its players would hold.
pub struct TestGame {
    pub id: i64,
    pub key: String,
    /// The accounts, by seat.
    pub accounts: Vec<i64>,
}

/// One line of the stored log.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct LogLine {
    pub seq: i32,
    pub turn: i32,
    pub seat: Option<i16>,
    pub kind: String,
    pub record: String,
    pub chain: Vec<u8>,
    pub recorded_at: DateTime<Utc>,
}

/// The scenario of all these games.
pub fn kelsey_ford() -> Scenario {
    Scenario::parse(shipped("kelsey-ford").expect("it ships")).expect("it is sound")
}

impl TestGame {
    /// Turn 1 is open, without any clock.
    pub async fn start(app: &TestApp) -> Self {
        Self::with_clock(app, None, 0).await
    }

    /// A game in which one person plays, at the first seat, and has begun by taking it.
    pub async fn of_one_person(app: &TestApp, scenario: Scenario) -> Self {
        let mut conn = app.state.db.get().await.unwrap();
        let new = NewGame {
            name: None,
            scenario,
            deadline_seconds: None,
            reserve_seconds: 0,
            created_by: None,
        };
        let game = games::create(&mut conn, new).await.unwrap();
        let person = account(app, &format!("seat0.{}@example.org", game.key)).await;
        let token = invitations::offer(&mut conn, &app.state.auth, game.id, 0, None)
            .await
            .unwrap();
        let taken = games::take_seat(&mut conn, &token, person).await.unwrap();
        assert!(taken.has_started, "nobody else is waited for");
        Self {
            id: game.id,
            key: game.key,
            accounts: vec![person],
        }
    }

    /// Turn 1 is open until a deadline, and so many seconds more for each seat.
    pub async fn with_clock(app: &TestApp, deadline_seconds: Option<i32>, reserve: i32) -> Self {
        Self::of(app, kelsey_ford(), deadline_seconds, reserve).await
    }

    /// The same of any scenario.
    pub async fn of(
        app: &TestApp,
        scenario: Scenario,
        deadline_seconds: Option<i32>,
        reserve: i32,
    ) -> Self {
        let seats = i16::try_from(scenario.seats.len()).unwrap();
        let mut conn = app.state.db.get().await.unwrap();
        let new = NewGame {
            name: None,
            scenario,
            deadline_seconds,
            reserve_seconds: reserve,
            created_by: None,
        };
        let game = games::create(&mut conn, new).await.unwrap();
        let mut accounts = Vec::new();
        for seat in 0..seats {
            let account = account(app, &format!("seat{seat}.{}@example.org", game.key)).await;
            let token = invitations::offer(&mut conn, &app.state.auth, game.id, seat, None)
                .await
                .unwrap();
            let taken = games::take_seat(&mut conn, &token, account).await.unwrap();
            assert_eq!(taken.has_started, seat + 1 == seats);
            accounts.push(account);
        }
        Self {
            id: game.id,
            key: game.key,
            accounts,
        }
    }

    /// Sends orders as JSON for a seat, through any host.
    pub async fn send(
        &self,
        state: &State,
        seat: u8,
        turn: u32,
        orders: &[&str],
    ) -> Result<Vec<Answer>, Error> {
        self.send_once(state, seat, turn, orders, None).await
    }

    /// The same under an idempotency key.
    pub async fn send_once(
        &self,
        state: &State,
        seat: u8,
        turn: u32,
        orders: &[&str],
        key: Option<&str>,
    ) -> Result<Vec<Answer>, Error> {
        let orders = orders.iter().map(|text| parse_order(text)).collect();
        let submission = Submission {
            game_id: self.id,
            seat: SeatId(seat),
            by: orders::Sender::Player,
            turn,
            orders,
            key,
            session: None,
        };
        orders::submit(state, &submission).await
    }

    /// Sends one order that must be taken.
    pub async fn take(&self, state: &State, seat: u8, turn: u32, order: &str) {
        let answers = self.send(state, seat, turn, &[order]).await.unwrap();
        assert!(
            matches!(answers[..], [Answer::Taken(_)]),
            "{order}: {answers:?}"
        );
    }

    /// Commits a seat.
    pub async fn commit(&self, state: &State, seat: u8, turn: u32) {
        self.take(state, seat, turn, r#"{"kind":"CommitOrders"}"#)
            .await;
    }

    /// What would put one order of turn 1 behind the log as it is, and nothing sent yet.
    pub async fn append(&self, app: &TestApp, seat: u8, order: &str) -> Append {
        let head = app.state.replays.head(&app.state.db, self.id).await;
        let head = head.unwrap();
        let record = OrderRecord {
            seq: head.seq + 1,
            turn: 1,
            seat: Some(SeatId(seat)),
            order: parse_order(order).unwrap(),
        };
        Append {
            game_id: self.id,
            head_seq: head.seq.cast_signed(),
            head_chain: head.chain,
            turn: 1,
            seat: i16::from(seat),
            session: None,
            within_deadline: true,
            records: vec![ChainedRecord::behind(head.chain, record)],
            touches_commit: false,
            keep: None,
        }
    }

    /// The whole log, in order.
    pub async fn log(&self, app: &TestApp) -> Vec<LogLine> {
        use schema::log;
        log::table
            .filter(log::game_id.eq(self.id))
            .order(log::seq)
            .select((
                log::seq,
                log::turn,
                log::seat,
                log::kind,
                log::record,
                log::chain,
                log::recorded_at,
            ))
            .load(&mut app.database.connect().await)
            .await
            .unwrap()
    }

    /// Asserts that numbers, chain and the game's head all agree.
    pub async fn assert_sound(&self, app: &TestApp) -> Vec<LogLine> {
        use schema::games;
        let lines = self.log(app).await;
        let (header, head_seq, head_chain): (String, i32, Vec<u8>) = games::table
            .find(self.id)
            .select((games::header, games::head_seq, games::head_chain))
            .first(&mut app.database.connect().await)
            .await
            .unwrap();
        let mut chain = chain_start(&Header::parse(&header).unwrap());
        for (expected, line) in (1..).zip(&lines) {
            assert_eq!(line.seq, expected);
            chain = chain_next(chain, &line.record);
            assert_eq!(Hash(line.chain.clone().try_into().unwrap()), chain);
        }
        assert_eq!(
            (head_seq as usize, head_chain),
            (lines.len(), chain.0.to_vec())
        );
        lines
    }

    /// Turn and phase as the table has them.
    pub async fn standing(&self, app: &TestApp) -> (i32, String) {
        use schema::games;
        games::table
            .find(self.id)
            .select((games::turn, games::phase))
            .first(&mut app.database.connect().await)
            .await
            .unwrap()
    }

    /// The game's secret, which no player is shown before its end.
    pub async fn seed(&self, app: &TestApp) -> [u8; 32] {
        use schema::games;
        let seed: Vec<u8> = games::table
            .find(self.id)
            .select(games::seed)
            .first(&mut app.database.connect().await)
            .await
            .unwrap();
        seed.try_into().unwrap()
    }

    /// What is left of each seat's reserve.
    pub async fn reserves(&self, app: &TestApp) -> Vec<i32> {
        use schema::seats;
        seats::table
            .filter(seats::game_id.eq(self.id))
            .order(seats::seat)
            .select(seats::reserve_seconds_left)
            .load(&mut app.database.connect().await)
            .await
            .unwrap()
    }

    /// Rows of the outbox of one kind: (seat, turn), in order.
    pub async fn owed(&self, app: &TestApp, kind: &str) -> Vec<(Option<i16>, Option<i32>)> {
        use schema::outbox;
        outbox::table
            .filter(outbox::game_id.eq(self.id))
            .filter(outbox::kind.eq(kind))
            .order((outbox::turn, outbox::seat, outbox::id))
            .select((outbox::seat, outbox::turn))
            .load(&mut app.database.connect().await)
            .await
            .unwrap()
    }
}

/// A person, without the mail that would make one.
pub async fn account(app: &TestApp, email: &str) -> i64 {
    use schema::accounts;
    diesel::insert_into(accounts::table)
        .values((accounts::email.eq(email), accounts::name.eq("")))
        .returning(accounts::id)
        .get_result(&mut app.database.connect().await)
        .await
        .unwrap()
}

/// A game whose seats are all free.
pub async fn gathering(app: &TestApp) -> games::GameRow {
    let new = NewGame {
        name: None,
        scenario: kelsey_ford(),
        deadline_seconds: None,
        reserve_seconds: 0,
        created_by: None,
    };
    let mut conn = app.state.db.get().await.unwrap();
    games::create(&mut conn, new).await.unwrap()
}
