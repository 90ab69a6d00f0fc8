//! The engines, and which of them this processor can run.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::simd;
use super::tokens::Supply;
use super::{Game, State, scalar};

/// A way to play many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Eight games a register, face by face, on processors with AVX-512 VBMI2 and VPOPCNTDQ. It knows the number of
    /// faces only roughly, so it sifts; where exact counts are asked for, AVX2 makes them.
    Avx512,
    /// Two games a register, trick by trick, with exact counts, on processors with AVX2, BMI1 and BMI2.
    Avx2,
    /// Trick by trick in plain registers, with exact counts, on every processor.
    Scalar,
}

impl Engine {
    /// Returns the engines that this processor can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Avx512, Self::Avx2, Self::Scalar].into_iter().filter(|engine| engine.is_available())
    }

    /// Returns the fastest engine that this processor can run.
    pub fn best() -> Self {
        Self::available().next().expect("the scalar engine runs everywhere")
    }

    /// Plays games to their ends, or until a state comes again, as [`play`](super::play) does. Their counts come in the
    /// order of the states, in place of what `games` held.
    ///
    /// It is fastest for the deals of a pack one after the other, with up to 16 faces; others are played one by one.
    pub fn play_each(self, states: &[State], games: &mut Vec<Game>) {
        games.clear();
        games.resize(states.len(), Game::default());
        let supply = Supply::new(states, games);
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 | Self::Avx2 => simd::avx2::run(supply),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => unreachable!("the engine is chosen among those that are available"),
            Self::Scalar => scalar::run(supply),
        }
    }

    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => simd::avx512::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => simd::avx2::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Scalar => true,
        }
    }

    /// Returns the name by which a user chooses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Scalar => "scalar",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
