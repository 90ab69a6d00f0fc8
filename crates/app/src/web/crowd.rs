//! Visitors: how much each asks for at a time, so that none keeps others out.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Mutex as Turn;

use super::refusal::Refusal;
use super::site::locked;

/// Somebody who asks, by his address; in IPv6 by the network, of which one machine has many addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Visitor(IpAddr);

/// Spectators of all visitors together: fewer than there are connections, so that whoever asks for a page is answered.
const LISTENERS_MAX: usize = 900;

/// How many requests of each visitor are being answered.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    asking: Mutex<BTreeMap<Visitor, usize>>,
    listening: AtomicUsize,
}

/// A spectator, until it is dropped.
#[derive(Debug)]
pub(super) struct Listener(Arc<Crowd>);

/// A request that is being answered, until it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    crowd: Arc<Crowd>,
    visitor: Visitor,
}

impl Visitor {
    pub(super) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => Self(Ipv6Addr::from(u128::from(address) >> 64 << 64).into()),
        }
    }
}

impl Crowd {
    /// Lets a request in, unless its visitor has so many already.
    pub(super) fn enter(self: &Arc<Self>, visitor: Visitor, most: usize) -> Option<Seat> {
        let mut asking = locked(&self.asking);
        let count = asking.entry(visitor).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Seat { crowd: Arc::clone(self), visitor })
    }

    fn listen(self: &Arc<Self>) -> Option<Listener> {
        let one_more = |count| (count < LISTENERS_MAX).then_some(count + 1);
        self.listening.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more).ok()?;
        Some(Listener(Arc::clone(self)))
    }
}

impl Seat {
    /// A place among the spectators, unless there are too many.
    pub(super) fn listens(&self) -> Option<Listener> {
        self.crowd.listen()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.listening.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut asking = locked(&self.crowd.asking);
        if let Some(count) = asking.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                asking.remove(&self.visitor);
            }
        }
    }
}

/// Turns of visitors at what few can do at a time: each waits for its own last one, and takes no place meanwhile.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    of: Arc<Mutex<BTreeMap<Visitor, Arc<Turn<()>>>>>,
}

impl Turns {
    fn of(&self, visitor: Visitor) -> Arc<Turn<()>> {
        let mut turns = locked(&self.of);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(visitor).or_default())
    }
}

/// Lets each visitor ask for one thing after the other. Whoever goes away meanwhile has his turn until it is done.
pub(super) async fn in_turn(
    State(turns): State<Turns>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    let turn = turns.of(visitor).lock_owned().await;
    let answering = tokio::spawn(async move {
        let answer = next.run(request).await;
        drop(turn);
        answer
    });
    match answering.await {
        Ok(answer) => answer,
        Err(_) => Refusal::bug().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{Crowd, LISTENERS_MAX, Turns, Visitor};

    #[test]
    fn a_visitor_asks_for_so_much_at_a_time_and_keeps_nobody_out() {
        let crowd = Arc::new(Crowd::default());
        let [one, other] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(|address| Visitor::of(IpAddr::from(address)));
        let seats: Vec<_> = (0..3).filter_map(|_| crowd.enter(one, 2)).collect();
        assert_eq!(seats.len(), 2);
        assert!(crowd.enter(other, 2).is_some());
        drop(seats);
        assert!(crowd.enter(one, 1).is_some());
        assert!(super::locked(&crowd.asking).is_empty(), "nobody is remembered");
    }

    #[test]
    fn spectators_leave_places_for_those_who_ask() {
        let crowd = Arc::new(Crowd::default());
        let mut listeners: Vec<_> = std::iter::from_fn(|| crowd.listen()).collect();
        assert_eq!(listeners.len(), LISTENERS_MAX);
        listeners.pop();
        assert!(crowd.listen().is_some());
    }

    #[test]
    fn a_visitor_waits_for_his_own_turn_and_for_nobody_elses() {
        let turns = Turns::default();
        let [one, other] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(|address| Visitor::of(IpAddr::from(address)));
        let first = turns.of(one).try_lock_owned().unwrap();
        assert!(turns.of(one).try_lock_owned().is_err());
        assert!(turns.of(other).try_lock_owned().is_ok());
        drop(first);
        assert!(turns.of(one).try_lock_owned().is_ok());
    }

    #[test]
    fn a_network_of_ipv6_is_one_visitor() {
        let of = |text: &str| Visitor::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::2:3"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }
}
