//! One body on its way in: counted, timed and cut off. It keeps none of what it passes.

use std::{
    cell::RefCell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::{
    body::{BodySize, BoxBody, MessageBody},
    dev::Payload,
    error::PayloadError,
    rt::time::{Instant, Sleep, sleep},
    web::Bytes,
};
use futures_util::{FutureExt as _, Stream, StreamExt as _};

use super::tally::Slot;
use crate::error::Error;

/// How long nothing at all may come.
const SILENCE: Duration = Duration::from_secs(10);

/// How long the whole of it may take: two megabytes by a poor line.
const WHOLE: Duration = Duration::from_secs(60);

/// A body.
pub(super) struct Coming {
    /// What the server reads it from.
    payload: Payload,
    slot: Option<Slot>,
    length: usize,
    most: usize,
    is_whole: bool,
    /// Why it was refused or stopped; taken by the answer that says so.
    failure: Option<Error>,
    has_failed: bool,
    /// Until when more has to come, and until when all of it. None before it was
    /// waited for.
    clock: Option<(Alarm, Alarm)>,
}

/// An instant that is waited for.
type Alarm = Pin<Box<Sleep>>;

impl Coming {
    pub(super) fn open(payload: Payload, slot: Slot, most: usize) -> Self {
        Self {
            payload,
            slot: Some(slot),
            length: 0,
            most,
            is_whole: false,
            failure: None,
            has_failed: false,
            clock: None,
        }
    }

    /// One that nobody is to read.
    pub(super) fn refused(payload: Payload, why: Error) -> Self {
        Self {
            payload,
            slot: None,
            length: 0,
            most: 0,
            is_whole: false,
            failure: Some(why),
            has_failed: true,
            clock: None,
        }
    }

    /// What readers read it by.
    pub(super) fn reader(coming: &Rc<RefCell<Self>>) -> Payload {
        let stream: Pin<Box<dyn Stream<Item = _>>> = Box::pin(Reader(Rc::clone(coming)));
        Payload::from(stream)
    }

    /// Why it was refused or stopped, told once.
    pub(super) fn failure(&mut self) -> Option<Error> {
        self.failure.take()
    }

    /// The request has been answered: nothing is waited for any more. Yields whether
    /// the body was read to its end.
    pub(super) fn settle(&mut self) -> bool {
        self.slot = None;
        self.clock = None;
        self.is_whole
    }

    fn fail(&mut self, why: Error) -> Poll<Option<Result<Bytes, PayloadError>>> {
        self.slot = None;
        self.clock = None;
        self.failure = Some(why);
        self.has_failed = true;
        Poll::Ready(Some(Err(PayloadError::Incomplete(None))))
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, PayloadError>>> {
        if self.has_failed {
            return Poll::Ready(Some(Err(PayloadError::Incomplete(None))));
        }
        if self.is_whole {
            return Poll::Ready(None);
        }
        match self.payload.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(chunk))) => {
                self.length += chunk.len();
                let held = self.slot.as_mut().map_or(Ok(()), |it| it.hold(chunk.len()));
                if self.length > self.most {
                    return self.fail(Error::TooLarge);
                }
                if let Err(full) = held {
                    return self.fail(full);
                }
                if let Some((silence, _)) = &mut self.clock {
                    silence.as_mut().reset(Instant::now() + SILENCE);
                }
                Poll::Ready(Some(Ok(chunk)))
            }
            Poll::Ready(None) => {
                self.is_whole = true;
                self.clock = None;
                if let Some(slot) = &mut self.slot {
                    slot.arrived();
                }
                Poll::Ready(None)
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error))),
            Poll::Pending => {
                let begin = || (Box::pin(sleep(SILENCE)), Box::pin(sleep(WHOLE)));
                let (silence, whole) = self.clock.get_or_insert_with(begin);
                let is_silent = silence.poll_unpin(context).is_ready();
                let is_late = whole.poll_unpin(context).is_ready();
                match is_silent || is_late {
                    true => self.fail(Error::TooSlow),
                    false => Poll::Pending,
                }
            }
        }
    }
}

struct Reader(Rc<RefCell<Coming>>);

impl Stream for Reader {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll(context)
    }
}

/// An answer's body, and behind it the request's, which nobody reads any more.
pub(super) struct Unread {
    answer: BoxBody,
    _request: Rc<RefCell<Coming>>,
}

impl Unread {
    pub(super) fn behind(answer: BoxBody, request: Rc<RefCell<Coming>>) -> Self {
        Self {
            answer,
            _request: request,
        }
    }
}

impl MessageBody for Unread {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.answer.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.answer).poll_next(context)
    }
}
