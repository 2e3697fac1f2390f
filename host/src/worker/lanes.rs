//! Jobs side by side: so many at a time, and none of them twice in this process. One
//! that takes long takes up its own lane and keeps nobody else waiting.

use std::{
    collections::BTreeSet,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lanes of one kind of work. Cloning it gives the same lanes.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    most: u32,
    free: Arc<Semaphore>,
    busy: Arc<Mutex<BTreeSet<String>>>,
}

/// What came of asking for a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The work is under way.
    Begun,
    /// The same is under way already.
    Busy,
    /// All lanes are taken.
    Full,
}

impl Lanes {
    pub(super) fn new(most: u32) -> Self {
        Self {
            most,
            // A u32 fits wherever this runs.
            free: Arc::new(Semaphore::new(most as usize)),
            busy: Arc::default(),
        }
    }

    /// Begins work on a subject in a free lane.
    pub(super) fn begin(
        &self,
        subject: String,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> Entry {
        let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() else {
            return Entry::Full;
        };
        let is_new = self.lock().insert(subject.clone());
        if !is_new {
            return Entry::Busy;
        }
        let lane = Lane {
            lanes: self.clone(),
            subject,
            permit: Some(permit),
        };
        tokio::spawn(async move {
            // Given back at the end, a panic's too.
            let _lane = lane;
            work.await;
        });
        Entry::Begun
    }

    /// Waits until nothing is under way any more.
    pub(super) async fn emptied(&self) {
        // Fails only if the lanes are closed, which nobody does.
        let _ = self.free.acquire_many(self.most).await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lane that is taken.
struct Lane {
    lanes: Lanes,
    subject: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.lanes.lock().remove(&self.subject);
        // Only now: whoever gets the lane must not find the subject taken.
        self.permit = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Lanes};
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn no_subject_twice_no_more_than_there_are_lanes_and_a_panic_gives_back() {
        let lanes = Lanes::new(2);
        let (end, ended) = oneshot::channel::<()>();
        let waits = async move { drop(ended.await) };
        assert_eq!(lanes.begin("one".to_owned(), waits), Entry::Begun);
        assert_eq!(lanes.begin("one".to_owned(), async {}), Entry::Busy);
        let fails = async { panic!("on purpose") };
        assert_eq!(lanes.begin("two".to_owned(), fails), Entry::Begun);
        assert_eq!(lanes.begin("three".to_owned(), async {}), Entry::Full);
        drop(end);
        lanes.emptied().await;
        assert_eq!(lanes.begin("one".to_owned(), async {}), Entry::Begun);
        lanes.emptied().await;
    }
}
