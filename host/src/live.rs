//! The live part of a game's page as server-sent events: presence, commits,
//! time left, and that a turn is ready. Never anything of the board (HO-120).

use std::{collections::VecDeque, time::Duration};

use actix_web::{HttpResponse, http::header, web::Bytes};
use chrono::SecondsFormat;
use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Bytea, SmallInt},
};
use diesel_async::RunQueryDsl;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::broadcast::{
    Receiver,
    error::{RecvError, TryRecvError},
};

use crate::{
    app::State,
    auth::HashedToken,
    bus::{Notice, Open, REPEAT, notify},
    db::prepared,
    error::Error,
    log::SITS,
    phases,
};

/// How old the connection of a page may grow; then the browser connects again by
/// itself, perhaps to a process that has less to do.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

#[derive(Serialize)]
struct PresenceEvent {
    turn: u32,
    phase: String,
    deadline_at: Option<String>,
    seconds_left: Option<i64>,
    seats: Vec<SeatEvent>,
}

#[derive(Serialize)]
struct SeatEvent {
    seat: u8,
    committed: bool,
    connected: bool,
    reserve_seconds: u32,
}

#[derive(Serialize)]
struct TurnEvent {
    turn: u32,
    phase: String,
}

/// How long notices are gathered before a page is told.
const FLURRY: std::time::Duration = std::time::Duration::from_millis(100);

/// How long a page hears nothing at most. That its reader has gone is noticed when
/// something is written, and until then the reader looks connected to the others.
const PROBE: Duration = Duration::from_secs(3);

/// Whose page it is. The line ends when that is no longer so.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The game's row.
    pub game_id: i64,
    /// The seat.
    pub seat: u8,
    /// The session it was opened by.
    pub session: HashedToken,
}

struct Live {
    state: State,
    reader: Reader,
    /// Whether the page is no longer its reader's.
    is_over: bool,
    open: Open,
    notices: Receiver<Notice>,
    queue: VecDeque<Bytes>,
    /// Turn and phase as last told.
    told: Option<(u32, String)>,
    /// When the page hears a sign of life next, whatever else happens.
    next_probe: tokio::time::Instant,
    /// When other processes are told of this page again.
    next_word: tokio::time::Instant,
    ends_at: tokio::time::Instant,
}

/// The stream for one seat's page, for as long as the reader is that seat's player
/// and no newer page needs its place.
///
/// # Errors
/// [`AuthError::TooMany`](crate::auth::AuthError::TooMany) for an account that opens
/// pages faster than anybody reads them.
pub fn stream(state: &State, account_id: i64, reader: Reader) -> Result<HttpResponse, Error> {
    state.auth.limits.open_live(account_id)?;
    let now = tokio::time::Instant::now();
    let live = Live {
        state: state.clone(),
        reader,
        is_over: false,
        notices: state.bus.subscribe(),
        open: state.bus.presence.open(reader.game_id, reader.seat),
        queue: VecDeque::from([Bytes::from_static(b"retry: 3000\n\n")]),
        told: None,
        next_probe: now + PROBE,
        next_word: now + REPEAT,
        ends_at: now + LIFETIME,
    };
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        // A compressor would hold back what is meant to be seen at once.
        .insert_header(header::ContentEncoding::Identity)
        .streaming(stream::try_unfold(live, |mut live| async move {
            Ok::<_, Error>(live.next().await.map(|bytes| (bytes, live)))
        })))
}

#[derive(QueryableByName)]
struct Standing {
    #[diesel(sql_type = Bool)]
    is_theirs: bool,
}

impl Live {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.queue.pop_front() {
                return Some(bytes);
            }
            if self.is_over {
                return None;
            }
            if self.told.is_none() {
                self.announce().await;
                self.tell().await;
                continue;
            }
            // Each kind of waiting is for an instant or an event that stays: no stream of
            // notices, however thick, puts off the others.
            tokio::select! {
                notice = self.notices.recv() => match notice {
                    Ok(Notice::WhoIsHere) => self.announce().await,
                    Ok(notice) if notice.concerns(self.reader.game_id) => {
                        self.settle(notice).await;
                    }
                    Ok(_) => {}
                    Err(RecvError::Lagged(_)) => self.settle(Notice::Resync).await,
                    Err(RecvError::Closed) => return None,
                },
                () = tokio::time::sleep_until(self.next_probe) => self.probe().await,
                () = self.open.gave_way() => {
                    // It must not come back by itself and push out the next.
                    self.queue.push_back(Bytes::from_static(b"event: aside\ndata: {}\n\n"));
                    self.is_over = true;
                }
                () = tokio::time::sleep_until(self.ends_at) => return None,
            }
        }
    }

    /// Writes something, so that both ends learn whether the line is still up, and says
    /// every now and then who is here.
    async fn probe(&mut self) {
        let now = tokio::time::Instant::now();
        self.next_probe = now + PROBE;
        if self.next_word <= now {
            self.next_word = now + REPEAT;
            self.is_over = matches!(self.is_theirs().await, Ok(false));
            self.announce().await;
        }
        self.queue.push_back(Bytes::from_static(b":\n\n"));
    }

    /// Lets a flurry of notices pass, and tells once how things stand behind it.
    async fn settle(&mut self, first: Notice) {
        tokio::time::sleep(FLURRY).await;
        let game_id = self.reader.game_id;
        let (mut asked, mut changed) = (false, false);
        let mut next = Ok(first);
        loop {
            match next {
                Ok(Notice::WhoIsHere) => asked = true,
                Ok(Notice::Turn { game_id: of }) => changed |= of == game_id,
                Ok(Notice::Resync) | Err(TryRecvError::Lagged(_)) => changed = true,
                Ok(_) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
            next = self.notices.try_recv();
        }
        if asked {
            self.announce().await;
        }
        let before = self.told.clone();
        self.tell().await;
        // Of the clock, a vote, a seat: the page looks for itself what it is.
        if changed && before == self.told && !self.is_over {
            self.queue
                .push_back(Bytes::from_static(b"event: look\ndata: {}\n\n"));
        }
    }

    /// Tells other processes who is here.
    async fn announce(&self) {
        announce(&self.state, self.reader.game_id).await;
    }

    /// Reads how things stand and queues what the page should know.
    async fn tell(&mut self) {
        let clock = match self.read().await {
            Ok(Some(clock)) => clock,
            Ok(None) => {
                self.is_over = true;
                return;
            }
            Err(error) => {
                tracing::warn!(?error, "a live page could not be brought up to date");
                self.told.get_or_insert((0, String::new()));
                return;
            }
        };
        let now = (clock.turn, clock.phase.clone());
        if self
            .told
            .as_ref()
            .is_some_and(|told| *told != now && told.0 != 0)
        {
            let event = TurnEvent {
                turn: clock.turn,
                phase: clock.phase.clone(),
            };
            self.push("turn", &event);
        }
        self.told = Some(now);
        let connected = self.state.bus.presence.seats(self.reader.game_id);
        let event = PresenceEvent {
            turn: clock.turn,
            phase: clock.phase.clone(),
            deadline_at: clock
                .phase_clock
                .deadline_at
                .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)),
            seconds_left: clock
                .phase_clock
                .left(clock.now)
                .map(|left| left.num_seconds()),
            seats: clock
                .phase_clock
                .standings(clock.now)
                .into_iter()
                .zip(&clock.phase_clock.seats)
                .map(|(standing, seat)| SeatEvent {
                    seat: standing.seat,
                    committed: standing.is_committed,
                    connected: connected.contains(&standing.seat),
                    reserve_seconds: seat.reserve_seconds - standing.drawn_seconds,
                })
                .collect(),
        };
        self.push("presence", &event);
    }

    /// How things stand, if the page is still its reader's.
    async fn read(&self) -> Result<Option<phases::GameClock>, Error> {
        if !self.is_theirs().await? {
            return Ok(None);
        }
        let mut conn = self.state.db.get().await?;
        phases::read(&mut conn, self.reader.game_id).await.map(Some)
    }

    /// A session may be revoked, an account shown out and a seat given to another
    /// while the page stands open.
    async fn is_theirs(&self) -> Result<bool, Error> {
        let Reader {
            game_id,
            seat,
            session,
        } = self.reader;
        let asked = diesel::sql_query(format!(
            "SELECT {SITS} AS is_theirs \
             FROM (SELECT $1 AS game_id, $2 AS seat, $3 AS session, fieldpost_now() AS at) q"
        ))
        .bind::<BigInt, _>(game_id)
        .bind::<SmallInt, _>(i16::from(seat))
        .bind::<Bytea, _>(session.as_bytes());
        let mut conn = self.state.db.get().await?;
        let Standing { is_theirs } = prepared(asked).get_result(&mut conn).await?;
        Ok(is_theirs)
    }

    fn push(&mut self, event: &str, data: &impl Serialize) {
        let data = serde_json::to_string(data).unwrap_or_default();
        self.queue
            .push_back(Bytes::from(format!("event: {event}\ndata: {data}\n\n")));
    }
}

impl Drop for Live {
    /// Says at once that the page is closed, so that it does not look open
    /// until the other processes forget it.
    fn drop(&mut self) {
        self.open.leave();
        let (state, game_id) = (self.state.clone(), self.reader.game_id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { announce(&state, game_id).await });
        }
    }
}

/// Tells other processes who has this game's page open here. One at a time and each
/// to its end, also when the page that asked for it is closed meanwhile: whoever tells
/// last looked last, so no older word overtakes a newer one.
async fn announce(state: &State, game_id: i64) {
    let state = state.clone();
    let telling = tokio::spawn(async move {
        let _turn = state.bus.presence.turn().await;
        let mut conn = state.db.get().await?;
        notify(&mut conn, &state.bus.presence.notice(game_id)).await
    });
    let told = telling.await.map_err(Error::internal);
    if let Err(error) = told.and_then(|told| told) {
        tracing::debug!(?error, "presence was not told");
    }
}
