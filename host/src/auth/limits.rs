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

use super::email::Email;
use super::error::AuthError;

type Buckets = RateLimiter<u16, HashMapStateStore<u16>, DefaultClock>;

/// The limits around what anybody may do without an account.
pub struct Limits {
    key: [u8; 32],
    clock: DefaultClock,
    asked_from: Buckets,
    asked_for: Buckets,
    spent_from: Buckets,
    drilled_from: Buckets,
    weighed_by: Buckets,
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
            // Nobody's mailbox is to be filled through us.
            asked_for: buckets(5, Duration::from_secs(120)),
            // Guessing 256 bits is hopeless anyway; this keeps it quiet.
            spent_from: buckets(60, Duration::from_secs(2)),
            // A drill costs a few milliseconds; somebody who steps is quick.
            drilled_from: buckets(120, Duration::from_millis(500)),
            // A page asks at most twice a second while somebody types.
            weighed_by: buckets(40, Duration::from_millis(500)),
        }
    }

    /// One request for a link. The answer is the same whether or not the
    /// address has an account.
    ///
    /// # Errors
    /// [`AuthError::TooMany`] with the seconds to wait.
    pub fn ask_for_link(&self, from: IpAddr, email: &Email) -> Result<(), AuthError> {
        self.check(&self.asked_from, &network(from))?;
        self.check(&self.asked_for, email.as_str().as_bytes())
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

/// Who an address stands for: itself in IPv4, its /64 in IPv6, where one
/// customer has that many to choose from.
fn network(address: IpAddr) -> Vec<u8> {
    match address.to_canonical() {
        IpAddr::V4(four) => four.octets().to_vec(),
        IpAddr::V6(six) => six.octets()[..8].to_vec(),
    }
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
    fn one_mail_address_is_written_to_five_times_and_then_not() {
        let limits = Limits::new([1; 32]);
        let ann = email("ann");
        for last in 1..=5u8 {
            let from = IpAddr::from([10, 0, 0, last]);
            assert!(limits.ask_for_link(from, &ann).is_ok());
        }
        let refused = limits.ask_for_link(IpAddr::from([10, 0, 0, 9]), &ann);
        assert!(matches!(
            refused,
            Err(AuthError::TooMany {
                retry_after_seconds: 1..=121
            })
        ));
        assert!(
            limits
                .ask_for_link(IpAddr::from([10, 0, 0, 9]), &email("bob"))
                .is_ok()
        );
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
