//! The sums and factors of the rules, on 64-bit integers, checked.
//!
//! The value of a hand of at most 60 cards stays below a million, so that a check that fails is a bug.

const FITS: &str = "the value of a hand of at most 60 cards fits in 64 bits";

pub(super) fn more(value: i64, by: i64) -> i64 {
    value.checked_add(by).expect(FITS)
}

pub(super) fn less(value: i64, by: i64) -> i64 {
    value.checked_sub(by).expect(FITS)
}

pub(super) fn twice(value: i64) -> i64 {
    value.checked_mul(2).expect(FITS)
}

/// Returns the sum of all divisors of a positive number, 1 and the number itself included.
pub(super) fn divisor_sum(number: i64) -> i64 {
    let small =
        (1..).take_while(|divisor| divisor * divisor <= number).filter(|divisor| number % divisor == 0);
    small
        .map(|divisor| {
            let partner = number / divisor;
            if partner == divisor { divisor } else { divisor + partner }
        })
        .fold(0, more)
}

/// Returns the superfactors of a positive number: for each prime that divides it, the highest power that does.
pub(super) fn superfactors(number: i64) -> impl Iterator<Item = i64> {
    let mut left = number;
    let mut prime = 2;
    std::iter::from_fn(move || {
        if left == 1 {
            return None;
        }
        while left % prime != 0 {
            prime += 1;
            if prime * prime > left {
                prime = left;
            }
        }
        let mut power = 1;
        while left % prime == 0 {
            left /= prime;
            power *= prime;
        }
        Some(power)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_divisors_is_that_of_trying_every_number() {
        for number in 1..=2000 {
            let tried: i64 = (1..=number).filter(|divisor| number % divisor == 0).sum();
            assert_eq!(divisor_sum(number), tried, "{number}");
        }
    }

    #[test]
    fn superfactors_are_powers_of_different_primes_and_multiply_to_the_number() {
        assert_eq!(superfactors(1).count(), 0);
        assert_eq!(superfactors(85).collect::<Vec<_>>(), [5, 17]);
        assert_eq!(superfactors(360).collect::<Vec<_>>(), [8, 9, 5]);
        assert_eq!(superfactors(337).collect::<Vec<_>>(), [337]);
        for number in 1..=2000 {
            assert_eq!(superfactors(number).product::<i64>(), number);
            for factor in superfactors(number) {
                let prime = (2..=factor).find(|divisor| factor % divisor == 0).unwrap();
                let power = (1..=11).map(|exponent| prime.pow(exponent)).find(|&power| power >= factor);
                assert_eq!(power, Some(factor), "{factor} of {number} is a power of {prime}");
                assert_ne!(
                    number / factor % prime,
                    0,
                    "{factor} of {number} is the highest power of {prime}"
                );
            }
        }
    }
}
