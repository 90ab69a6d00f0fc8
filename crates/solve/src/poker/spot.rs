//! A public state of a real deal, as a policy sees it: what each seat may hold there, and what it does.

use croupier_rules::poker::{Round, SEATS};

use super::gate::{DEALT, Gate, OtherBids, add, multiply};
use super::grid::{Due, State};
use super::lottery::Lottery;
use super::policy::{Forest, Policy};
use super::reading::{deviator, read};
use super::showdown::{End, HANDS, Range, Ranges, total};
use crate::cfr::{IDLE, Node, Place};

/// A public state of a real deal, and where the policy sees it.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'p> {
    pub(super) policy: &'p Policy,
    pub(super) forest: &'p Forest,
    /// Where the policy is; none if the real deal has left everything that it knows.
    pub(super) place: Option<Place<SEATS>>,
    /// The real deal.
    pub(super) real: State,
    /// The deal as the policy sees it: the same seats with bids that it knows.
    pub(super) seen: State,
    /// The chance of each card of each seat to come here.
    pub(super) ranges: Ranges,
}

/// A bid of a seat: chips, or none for a foul, which pays the minimum and is out.
pub type Bid = Option<u16>;

/// The chances of paying in the last check, by seat; none for a seat that is not asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastCheck {
    /// The deal after the bids.
    pub state: State,
    /// By seat and card.
    pub pays: [Option<Range>; SEATS],
}

impl<'p> Spot<'p> {
    /// The real deal.
    pub fn state(&self) -> &State {
        &self.real
    }

    /// The chance of each card of each seat to come here, as the policy plays; all alike for a seat that bid otherwise.
    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// With other ranges.
    pub(super) fn with_ranges(self, ranges: Ranges) -> Self {
        Self { ranges, ..self }
    }

    /// The rows of a seat that decides here, as the policy sees it: folding and paying, or the sizes of round 2.
    pub fn rows(&self, seat: usize) -> Option<&'p [Range]> {
        let place = self.place?;
        let Node::Decision(decision) = self.forest.tree.node(place.node) else { return None };
        let at = place.place(seat);
        decision.asks(at).then(|| self.forest.rows(decision, at))
    }

    /// The chance of paying by card in the first check.
    pub fn pays(&self, seat: usize) -> Range {
        if self.is_trifle(seat) {
            return [1.0; HANDS];
        }
        if self.place.is_none() {
            return by_price(&self.real, seat);
        }
        let rows = if matches!(self.seen.due, Due::Calls(_)) { self.rows(seat) } else { None };
        // A seat that it sees at the level lacks a few chips in truth, and pays them.
        rows.map_or([1.0; HANDS], |rows| rows[1])
    }

    /// Whether a seat is asked for next to nothing: whatever it believes of the others, it pays.
    fn is_trifle(&self, seat: usize) -> bool {
        let State { stakes, .. } = self.real;
        let pot: u32 = stakes.iter().map(|&stake| u32::from(stake)).sum();
        let price = u32::from(self.real.level().saturating_sub(stakes[seat]));
        self.real.is_below(seat) && TRIFLE * price <= pot
    }

    /// After the answers of the first check: who pays.
    #[must_use]
    pub fn called(&self, pays: [bool; SEATS]) -> Self {
        let max = self.policy.limits().max;
        let mut next = *self;
        if self.real.due == Due::Calls(Round::First) {
            next.real = self.real.with_calls(Round::First, |seat| pays[seat], max);
        }
        if self.seen.due != Due::Calls(Round::First) {
            return next.checked();
        }
        let asked: [bool; SEATS] = std::array::from_fn(|seat| self.seen.is_below(seat));
        // Who stands at the level in truth has nothing to pay.
        let answers: [bool; SEATS] =
            std::array::from_fn(
                |seat| if self.real.is_below(seat) { pays[seat] } else { self.real.is_live[seat] },
            );
        for seat in (0..SEATS).filter(|&seat| asked[seat]) {
            let paying = self.pays(seat);
            let chance = if answers[seat] { paying } else { paying.map(|paying| 1.0 - paying) };
            multiply(&mut next.ranges[seat], &chance);
        }
        let acts = std::array::from_fn(|seat| if asked[seat] { u8::from(answers[seat]) } else { IDLE });
        next.place = self.place.map(|place| self.forest.tree.follow(&place, &acts));
        next.seen = self.seen.with_calls(Round::First, |seat| answers[seat], max);
        next.checked()
    }

    /// Loses its place where the seats that are live in truth are not those that it sees.
    pub(super) fn checked(mut self) -> Self {
        let sees_all_in = self.seen.due == Due::Over;
        if self.real.is_live != self.seen.is_live || (self.real.due != self.seen.due && !sees_all_in) {
            self.place = None;
        }
        self
    }

    /// The bids of round 2 that the policy knows, on the real level: the level first, the greatest bid last. Only the level
    /// where the policy is lost.
    pub fn sizes(&self) -> Vec<u16> {
        let (level, max) = (self.real.level(), self.policy.limits().max);
        if self.place.is_none() || self.seen.due != Due::Bids(Round::Second) {
            return vec![level];
        }
        let known = self.policy.grid.second(self.seen.level(), self.seen.live());
        if self.seen.level() == level {
            return known;
        }
        let scale = f32::from(level) / f32::from(self.seen.level());
        let last = known.len() - 1;
        let mut sizes = vec![level];
        for (at, &size) in known.iter().enumerate().take(last).skip(1) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "sizes are below 2^16"
            )]
            let scaled = (f32::from(size) * scale).round().min(f32::from(max)) as u16;
            let room = max - u16::try_from(last - at).expect("few sizes");
            sizes.push(scaled.max(sizes[at - 1] + 1).min(room));
        }
        sizes.push(max);
        sizes
    }

    /// Whether the real deal has left everything that the policy knows.
    pub(super) fn is_lost(&self) -> bool {
        self.place.is_none()
    }

    /// Whether the policy takes the deal for one in which everything is in, though there is more to bid.
    pub(super) fn sees_all_in(&self) -> bool {
        self.seen.due == Due::Over && self.real.due != Due::Over
    }

    /// The joint bids of all but one seat in round 2, as the policy makes them.
    pub(super) fn others(&self, deviator: usize) -> Vec<OtherBids> {
        let sizes = self.sizes();
        let mut joint =
            vec![OtherBids { acts: [IDLE; SEATS], stakes: self.real.stakes, ranges: self.ranges }];
        for seat in (0..SEATS).filter(|&seat| seat != deviator && self.real.is_live[seat]) {
            let Some(rows) = self.rows(seat) else { return Vec::new() };
            let mut longer = Vec::with_capacity(joint.len() * sizes.len());
            for bids in &joint {
                for (at, &size) in sizes.iter().enumerate() {
                    let mut bids = *bids;
                    bids.acts[seat] = u8::try_from(at).expect("few sizes");
                    bids.stakes[seat] = size;
                    multiply(&mut bids.ranges[seat], &rows[at]);
                    if total(&bids.ranges[seat]) > NEVER {
                        longer.push(bids);
                    }
                }
            }
            joint = longer;
        }
        joint
    }

    /// The place of known bids of round 2, and what is due there.
    fn bid_on_grid(&self, acts: &[u8; SEATS], stakes: [u16; SEATS]) -> Self {
        let max = self.policy.limits().max;
        let real = State::after_bids(Round::Second, stakes, self.real.is_live, max);
        let place = self.place.map(|place| self.forest.tree.follow(&place, acts));
        Self { real, seen: real, place, ..*self }
    }

    /// What a seat wins by card with each of the known bids of round 2, the others playing the policy.
    pub(super) fn worth_of_sizes(&self, deviator: usize, others: &[OtherBids]) -> Vec<Range> {
        let mut worths = Vec::new();
        for (at, &size) in self.sizes().iter().enumerate() {
            let mut worth = [0.0; HANDS];
            for bids in others {
                let (mut acts, mut stakes) = (bids.acts, bids.stakes);
                acts[deviator] = u8::try_from(at).expect("few sizes");
                stakes[deviator] = size;
                let mut spot = self.bid_on_grid(&acts, stakes);
                spot.ranges = bids.ranges;
                add(&mut worth, &spot.best_of_last_check(deviator));
            }
            worths.push(worth);
        }
        worths
    }

    /// With the best of them.
    fn taken(&self, deviator: usize, others: &[OtherBids]) -> Range {
        let least = [f32::NEG_INFINITY; HANDS];
        self.worth_of_sizes(deviator, others).iter().fold(least, |best, worth| best_of(true, &[best, *worth]))
    }

    /// What a seat wins by card with its best answer in the last check.
    fn best_of_last_check(&self, deviator: usize) -> Range {
        let own = self.real.due == Due::Calls(Round::Second) && self.real.is_below(deviator);
        let mut values = [[0.0; HANDS]; 2];
        self.each_call(deviator, |pays, ranges| {
            let end = self.real.with_calls(Round::Second, |seat| pays[seat], self.policy.limits().max).end();
            add(&mut values[usize::from(own && pays[deviator])], &end.worth_to(deviator, ranges));
        });
        best_of(own, &values)
    }

    /// Every joint answer of a check: who pays, and the ranges of the others after it. The deviator's own range does not
    /// change; it pays or folds in turn if it is asked.
    pub(super) fn each_call(&self, deviator: usize, mut each: impl FnMut([bool; SEATS], &Ranges)) {
        let asked: Vec<usize> = match self.real.due {
            Due::Calls(_) => (0..SEATS).filter(|&seat| self.real.is_below(seat)).collect(),
            Due::Bids(_) | Due::Over => Vec::new(),
        };
        let paying: Vec<Range> = asked.iter().map(|&seat| self.pays(seat)).collect();
        for answers in 0..1_usize << asked.len() {
            let (mut pays, mut ranges) = ([false; SEATS], self.ranges);
            let mut comes = true;
            for (place, &seat) in asked.iter().enumerate() {
                pays[seat] = answers >> place & 1 == 1;
                if seat != deviator {
                    let chance =
                        if pays[seat] { paying[place] } else { paying[place].map(|paying| 1.0 - paying) };
                    multiply(&mut ranges[seat], &chance);
                    comes &= total(&ranges[seat]) > NEVER;
                }
            }
            if comes {
                each(pays, &ranges);
            }
        }
    }

    /// The last check after the bids of round 2.
    pub fn last_check(&self, bids: [Bid; SEATS]) -> LastCheck {
        let real = self.real.with_last_bids(bids, self.policy.limits().max);
        let asks = |seat: usize| real.due == Due::Calls(Round::Second) && real.is_below(seat);
        let rows = self.answers(&real.stakes);
        LastCheck {
            state: real,
            pays: std::array::from_fn(|seat| {
                asks(seat).then(|| rows(seat).unwrap_or_else(|| by_price(&real, seat)))
            }),
        }
    }

    /// About the bids of a seat with a card in round 2, among the known [`Self::sizes`].
    pub(super) fn lottery(&self, sizes: &[u16], seat: usize, card: usize) -> Lottery {
        let rows = self.rows(seat).filter(|rows| rows.len() == sizes.len());
        let about = rows.and_then(|rows| {
            Lottery::about(sizes.iter().zip(rows).map(|(&size, row)| (size, f64::from(row[card]))))
        });
        about.unwrap_or(Lottery::certain(self.real.level()))
    }

    /// After the bids of round 2, seen at a glance: one that is none of the known [`Self::sizes`] is read as the nearest of
    /// them, and nothing is solved.
    pub(super) fn glance(&self, sizes: &[u16], bids: [Bid; SEATS]) -> Self {
        let max = self.policy.limits().max;
        let real = self.real.with_last_bids(bids, max);
        if self.place.is_none() || self.seen.due != Due::Bids(Round::Second) {
            return Self { real, seen: State { due: Due::Over, ..self.seen }, ..*self };
        }
        let known = read(&real.stakes, sizes, &self.real.is_live, None);
        let acts = known.map(|at| at.map_or(IDLE, |at| u8::try_from(at).expect("few sizes")));
        let stakes = std::array::from_fn(|seat| known[seat].map_or(real.stakes[seat], |at| sizes[at]));
        let seen = State::after_bids(Round::Second, stakes, self.real.is_live, max);
        let place = self.place.map(|place| self.forest.tree.follow(&place, &acts));
        Self { place, real, seen, ..*self }
    }

    /// The ranges of the others after the bids of round 2. A bid that the policy does not make says nothing of the card.
    pub(super) fn ranges_after(&self, seat: usize, stakes: &[u16; SEATS]) -> Ranges {
        let sizes = self.sizes();
        let mut ranges = self.ranges;
        for other in (0..SEATS).filter(|&other| other != seat && self.real.is_live[other]) {
            let bid = sizes.binary_search(&stakes[other]).ok();
            if let (Some(at), Some(rows)) = (bid, self.rows(other).filter(|rows| rows.len() == sizes.len())) {
                multiply(&mut ranges[other], &rows[at]);
            }
        }
        ranges
    }

    /// The chance of paying by seat, after these bids of round 2.
    fn answers(&self, stakes: &[u16; SEATS]) -> Box<dyn Fn(usize) -> Option<Range> + '_> {
        if self.place.is_none() {
            return Box::new(|_| None);
        }
        if self.seen.due != Due::Bids(Round::Second) {
            // It sees everything in: it bids the level and pays anything.
            return Box::new(|_| Some([1.0; HANDS]));
        }
        let sizes = self.sizes();
        let bids = self.real.is_live;
        let deviator = deviator(stakes, &sizes, &bids);
        let known = read(stakes, &sizes, &bids, deviator);
        let act = |at: Option<usize>| at.map_or(IDLE, |at| u8::try_from(at).expect("few sizes"));
        let acts: [u8; SEATS] = known.map(act);
        let Some(deviator) = deviator else {
            let spot = self.bid_on_grid(&acts, *stakes);
            return Box::new(move |seat| Some(spot.pays(seat)));
        };
        let others = self.others(deviator);
        let gate = self.gate(deviator, stakes[deviator], &others);
        let same =
            |bids: &OtherBids| (0..SEATS).all(|seat| seat == deviator || bids.acts[seat] == acts[seat]);
        let cell = others.iter().position(same);
        Box::new(move |seat| gate.pays(cell?, seat))
    }

    /// The last check after a bid that the policy does not know.
    pub(super) fn gate(&self, deviator: usize, bid: u16, others: &[OtherBids]) -> Gate {
        let taken = self.taken(deviator, others);
        self.gate_against(deviator, bid, others, &taken)
    }

    /// The same, when what the known bids are worth is known.
    pub(super) fn gate_against(
        &self,
        deviator: usize,
        bid: u16,
        others: &[OtherBids],
        taken: &Range,
    ) -> Gate {
        Gate::solve(&self.real, deviator, bid, others, taken, self.policy.gate_passes)
    }
}

/// The greater of folding and paying by card, if the seat has the choice.
pub(super) fn best_of(has_choice: bool, values: &[Range; 2]) -> Range {
    if has_choice { std::array::from_fn(|card| values[0][card].max(values[1][card])) } else { values[0] }
}

/// A range that is as good as none.
pub(super) const NEVER: f32 = 1e-9;

/// A price is next to nothing if the pot holds so many times as much.
const TRIFLE: u32 = 200;

/// Where the policy is lost: pays with the cards that win by it when the others hold anything, and pay too.
fn by_price(check: &State, seat: usize) -> Range {
    let level = check.level();
    let stakes = std::array::from_fn(|at| if check.is_live[at] { level } else { check.stakes[at] });
    let worth = End::new(stakes, check.is_live).worth_to(seat, &[[DEALT; HANDS]; SEATS]);
    worth.map(|worth| if worth > -f32::from(check.stakes[seat]) { 1.0 } else { 0.0 })
}
