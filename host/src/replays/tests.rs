//! The cache's policy.

use super::{STATES, recent};

/// A policy that asked how often a key was wanted would refuse the newest, which
/// nobody has asked for yet.
#[tokio::test]
async fn the_newest_state_stays_however_often_others_were_wanted() {
    let cache = recent::<u64, u64>(STATES);
    for key in 0..STATES {
        cache.insert(key, key).await;
    }
    for _ in 0..20 {
        for key in 1..STATES {
            assert_eq!(cache.get(&key).await, Some(key));
        }
    }
    cache.insert(STATES, STATES).await;
    cache.run_pending_tasks().await;
    assert_eq!(cache.get(&STATES).await, Some(STATES), "the newest");
    assert_eq!(cache.get(&0).await, None, "the longest unused");
    assert_eq!(cache.entry_count(), STATES);
}
