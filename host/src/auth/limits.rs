//! How often somebody may try: rate limits with a fixed amount of memory.
//!
//! Keys are folded into 65,536 buckets by a hash that is secret to the process,
//! so a flood of made-up addresses fills no memory, and nobody can choose to
//! share a bucket with a victim. The limits are each process's own: they slow
//! abuse down and decide nothing that another process would have to know.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::address::network;
use super::email::Email;
use super::error::AuthError;

type Buckets = RateLimiter<u16, HashMapStateStore<u16>, DefaultClock>;

/// The limits around what visitors and accounts may do.
pub struct Limits {
    key: [u8; 32],
    clock: DefaultClock,
    asked_from: Buckets,
    asked_for: Buckets,
    spent_from: Buckets,
    drilled_from: Buckets,
    weighed_by: Buckets,
    entered_by: Buckets,
    made_by: Buckets,
    uploaded_by: Buckets,
    joined_by: Buckets,
    invited_by: Buckets,
    invited: Buckets,
    watched_by: Buckets,
    live_by: Buckets,
}

impl Limits {
    /// Limits that begin empty. `key` only has to be unknown to visitors.
    #[must_use]
    pub fn new(key: [u8; 32]) -> Self {
        Self {
            key,
            clock: DefaultClock::default(),
            // A household or a club behind one address may sign in at once.
            asked_from: buckets(30, Duration::from_secs(10)),
            // Nobody's mailbox is to be filled through us. Counted by place and
            // address together: who asks from elsewhere must not be able to
            // lock the address for its owner.
            asked_for: buckets(5, Duration::from_secs(120)),
            // Guessing 256 bits is hopeless anyway; this keeps it quiet.
            spent_from: buckets(60, Duration::from_secs(2)),
            // A drill costs a few milliseconds; somebody who steps is quick.
            drilled_from: buckets(120, Duration::from_millis(500)),
            // A page asks at most twice a second while somebody types.
            weighed_by: buckets(40, Duration::from_millis(500)),
            // A turn of two hundred units, sent one order at a time by a program,
            // and again; nobody who writes by hand comes near it.
            entered_by: buckets(1000, Duration::from_millis(10)),
            // A club sets up an evening; a program fills no lobby.
            made_by: buckets(12, Duration::from_secs(600)),
            uploaded_by: buckets(20, Duration::from_secs(30)),
            // Passwords of games are words that people choose.
            joined_by: buckets(12, Duration::from_secs(20)),
            invited_by: buckets(24, Duration::from_secs(300)),
            invited: buckets(4, Duration::from_secs(1800)),
            // Old turns are played again to be looked at.
            watched_by: buckets(60, Duration::from_secs(1)),
            // A browser opens one for each page, and again when its line broke. Each
            // coming and going is told to all pages of the game.
            live_by: buckets(60, Duration::from_secs(2)),
        }
    }

    /// One request for a link. The answer is the same whether or not the
    /// address has an account.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn ask_for_link(&self, from: IpAddr, email: &Email) -> Result<(), AuthError> {
        let place = network(from);
        self.check(&self.asked_from, &place)?;
        let both = [place.as_slice(), b" ", email.as_str().as_bytes()].concat();
        self.check(&self.asked_for, &both)
    }

    /// One attempt to spend a link.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn spend_link(&self, from: IpAddr) -> Result<(), AuthError> {
        self.check(&self.spent_from, &network(from))
    }

    /// One look at the drill ground.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn drill(&self, from: IpAddr) -> Result<(), AuthError> {
        self.check(&self.drilled_from, &network(from))
    }

    /// One look at what order lines would come to, by an account.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn weigh_lines(&self, account: i64) -> Result<(), AuthError> {
        self.check(&self.weighed_by, &account.to_le_bytes())
    }

    /// One request that enters orders or reads by the API.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn enter(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.entered_by, &account_id.to_le_bytes())
    }

    /// One game that is made.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn make_game(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.made_by, &account_id.to_le_bytes())
    }

    /// One scenario that is uploaded.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn upload(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.uploaded_by, &account_id.to_le_bytes())
    }

    /// One attempt to join a game.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn join(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.joined_by, &account_id.to_le_bytes())
    }

    /// One look at a game that its reader does not play in.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn watch(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.watched_by, &account_id.to_le_bytes())
    }

    /// One page that is kept up to date.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn open_live(&self, account_id: i64) -> Result<(), AuthError> {
        self.check(&self.live_by, &account_id.to_le_bytes())
    }

    /// One invitation that is mailed.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn invite(&self, account_id: i64, email: &Email) -> Result<(), AuthError> {
        self.check(&self.invited_by, &account_id.to_le_bytes())?;
        self.check(&self.invited, email.as_str().as_bytes())
    }

    fn check(&self, buckets: &Buckets, who: &[u8]) -> Result<(), AuthError> {
        let hash = blake3::keyed_hash(&self.key, who);
        let bucket = u16::from_le_bytes([hash.as_bytes()[0], hash.as_bytes()[1]]);
        buckets.check_key(&bucket).map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            AuthError::TooMany {
                retry_after_seconds: wait.as_secs().saturating_add(1),
            }
        })
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Limits")
    }
}

fn buckets(burst: u32, one_per: Duration) -> Buckets {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(one_per)
        .unwrap_or_else(|| Quota::per_second(NonZeroU32::MIN))
        .allow_burst(burst);
    RateLimiter::hashmap(quota)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Limits;
    use crate::auth::email::Email;
    use crate::auth::error::AuthError;

    fn email(name: &str) -> Email {
        Email::parse(&format!("{name}@example.org")).expect("an address")
    }

    #[test]
    fn one_place_has_an_address_written_to_five_times_and_locks_it_for_nobody_else() {
        let limits = Limits::new([1; 32]);
        let ann = email("ann");
        let (here, elsewhere) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 9]));
        for _ in 1..=5 {
            assert!(limits.ask_for_link(here, &ann).is_ok());
        }
        assert!(matches!(
            limits.ask_for_link(here, &ann),
            Err(AuthError::TooMany {
                retry_after_seconds: 1..=121
            })
        ));
        assert!(limits.ask_for_link(here, &email("bob")).is_ok());
        assert!(limits.ask_for_link(elsewhere, &ann).is_ok());
    }

    #[test]
    fn one_account_is_slowed_and_another_is_not() {
        let limits = Limits::new([1; 32]);
        for _ in 0..12 {
            assert!(limits.make_game(1).is_ok() && limits.join(1).is_ok());
        }
        assert!(limits.make_game(1).is_err() && limits.join(1).is_err());
        assert!(limits.make_game(2).is_ok() && limits.join(2).is_ok());
        for _ in 0..1000 {
            assert!(limits.enter(1).is_ok());
        }
        for _ in 0..60 {
            assert!(limits.open_live(1).is_ok());
        }
        assert!(limits.open_live(1).is_err() && limits.open_live(2).is_ok());
    }

    #[test]
    fn one_place_asks_for_thirty_addresses_and_then_for_none() {
        let limits = Limits::new([1; 32]);
        let here: IpAddr = "2001:db8::1".parse().expect("an address");
        let same_house: IpAddr = "2001:db8::2:0:0:1".parse().expect("an address");
        for n in 0..30 {
            assert!(limits.ask_for_link(here, &email(&format!("n{n}"))).is_ok());
        }
        assert!(limits.ask_for_link(same_house, &email("more")).is_err());
        assert!(
            limits
                .ask_for_link(IpAddr::from([10, 0, 0, 1]), &email("else"))
                .is_ok()
        );
    }
}
