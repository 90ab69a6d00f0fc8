//! Moving the bits of words: one instruction (BMI2), or several.

/// A way to gather bits and to scatter bytes.
pub(in super::super) trait Bits: Copy {
    /// Returns the bits of `word` where `mask` is set, moved together at the low end.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// Returns the lower four bytes of two words by turns, the lowest of `even` first.
    fn interleave(self, even: u64, odd: u64) -> u64;
}

/// Work that is compiled once for each way.
pub(in super::super) trait BitTask {
    /// What comes of it.
    type Output;

    /// Does it. An implementation is `#[inline(always)]`, so that it is compiled with the features of its caller.
    fn run<B: Bits>(self, bits: B) -> Self::Output;
}

/// Does the work in the best way that this processor has.
#[inline]
pub(in super::super) fn run<T: BitTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if x86::is_available() {
        // SAFETY: the processor has just said that it has the features.
        return unsafe { x86::run(task) };
    }
    task.run(Portable)
}

/// Works on every processor.
#[derive(Clone, Copy)]
struct Portable;

impl Bits for Portable {
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn gather(self, word: u64, mut mask: u64) -> u64 {
        let mut gathered = 0;
        let mut place = 0;
        while mask != 0 {
            // A run of set bits at a time.
            let low = mask.trailing_zeros();
            let run = (mask >> low).trailing_ones();
            let ones = u64::MAX >> (64 - run);
            gathered |= (word >> low & ones) << place;
            place += run;
            mask &= !(ones << low);
        }
        gathered
    }

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn interleave(self, even: u64, odd: u64) -> u64 {
        let apart = |word: u64| {
            let pairs = (word | word << 16) & 0x0000_ffff_0000_ffff;
            (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff
        };
        apart(even & 0xffff_ffff) | apart(odd & 0xffff_ffff) << 8
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::{BitTask, Bits};

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    /// The instructions `pext` and `pdep`. Only [`run`] makes one.
    #[derive(Clone, Copy)]
    struct Pext(());

    impl Bits for Pext {
        #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
        #[inline(always)]
        fn gather(self, word: u64, mask: u64) -> u64 {
            // SAFETY: a `Pext` is made in `run` alone, whose caller has asked the processor.
            unsafe { _pext_u64(word, mask) }
        }

        #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
        #[inline(always)]
        fn interleave(self, even: u64, odd: u64) -> u64 {
            // SAFETY: a `Pext` is made in `run` alone, whose caller has asked the processor.
            unsafe { _pdep_u64(even, 0x00ff_00ff_00ff_00ff) | _pdep_u64(odd, 0xff00_ff00_ff00_ff00) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<T: BitTask>(task: T) -> T::Output {
        task.run(Pext(()))
    }
}

#[cfg(test)]
mod tests {
    use super::{BitTask, Bits, Portable, run};

    struct Gather(u64, u64);

    impl BitTask for Gather {
        type Output = u64;

        #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
        #[inline(always)]
        fn run<B: Bits>(self, bits: B) -> u64 {
            bits.gather(self.0, self.1)
        }
    }

    struct Interleave(u64, u64);

    impl BitTask for Interleave {
        type Output = u64;

        #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
        #[inline(always)]
        fn run<B: Bits>(self, bits: B) -> u64 {
            bits.interleave(self.0, self.1)
        }
    }

    #[test]
    fn both_ways_move_the_same_bits() {
        let (mut word, mut mask) = (0x0123_4567_89ab_cdef_u64, u64::MAX);
        for _ in 0..1000 {
            assert_eq!(Portable.gather(word, mask), run(Gather(word, mask)), "{word:x} {mask:x}");
            assert_eq!(Portable.interleave(word, mask), run(Interleave(word, mask)), "{word:x} {mask:x}");
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            mask = (mask ^ word).rotate_left(7) & (word | mask);
        }
        assert_eq!(Portable.gather(0b1101_0110, 0b1111_0000), 0b1101);
        assert_eq!(Portable.gather(u64::MAX, 0), 0);
        assert_eq!(Portable.interleave(0x9_4433_2211, 0x9_8877_6655), 0x8844_7733_6622_5511);
    }
}
