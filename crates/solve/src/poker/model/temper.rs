//! How a player pays on the whole: what is believed of prices that were hardly seen.

use super::calls::Answers;

/// A player that pays the likelier, the more its chance to win is above the share of the pot that it needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Temper {
    /// Added to the chance to win: what it pays too much, or too little if below 0.
    lean: f32,
    /// How sharply it tells prices apart; 0 pays half of the time.
    slope: f32,
}

const LEANS: [f32; 13] = [-1.0, -0.4, -0.3, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 1.0];
const SLOPES: [f32; 5] = [0.0, 4.0, 10.0, 25.0, 60.0];
/// A temper that is not the plain one has to make what was seen so much likelier, in nats.
const ODD: f32 = 1.0;
/// Nobody is taken to pay always, or never.
const DOUBT: f32 = 0.02;

impl Temper {
    /// Pays when its chance to win covers the price, more or less.
    pub(super) const PLAIN: Self = Self { lean: 0.0, slope: 10.0 };

    /// The likeliest one by these answers.
    pub(super) fn fit(answers: &[Answers]) -> Self {
        let mut best = (Self::PLAIN, Self::PLAIN.likelihood(answers) + ODD);
        for lean in LEANS {
            for slope in SLOPES {
                let temper = Self { lean, slope };
                let likely = temper.likelihood(answers);
                if likely > best.1 {
                    best = (temper, likely);
                }
            }
        }
        best.0
    }

    /// The chance of paying when the chance to win is so much above what is needed.
    pub(super) fn pays(self, over: f32) -> f32 {
        (1.0 / (1.0 + (-self.slope * (over + self.lean)).exp())).clamp(DOUBT, 1.0 - DOUBT)
    }

    /// The logarithm of the chance of these answers.
    fn likelihood(self, answers: &[Answers]) -> f32 {
        let of = |answers: &Answers| {
            let pays = self.pays(answers.over);
            answers.yes * pays.ln() + (answers.all - answers.yes) * (1.0 - pays).ln()
        };
        answers.iter().map(of).sum()
    }
}
