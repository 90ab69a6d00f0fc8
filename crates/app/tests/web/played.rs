//! Nights that were played: house players alone, so that no tool is needed.

use crate::night::{BLACKJACK, Night, POKER};

/// Four house players at poker: four matches of 50 deals.
pub(crate) fn poker() -> Night {
    let four = POKER.replace("[\"odds\", \"random\"]", "[\"odds\", \"random\", \"rock\", \"maniac\"]");
    played(Night::new(&four, &[]))
}

/// Two house players at blackjack, beside the committee's.
pub(crate) fn blackjack() -> Night {
    played(Night::new(BLACKJACK, &[]))
}

/// A night with somebody who leaves at once, and whose name is markup.
pub(crate) fn strange() -> Night {
    let night = Night::new(&POKER.replace("\"Night\"", "\"<i>Night</i> & more\""), &[]);
    night.enter(
        "<b onclick=alert(1)>/bot.toml",
        "command = [\"sh\", \"-c\", \"echo '<script>alert(2)</script>' >&2\"]",
    );
    played(night)
}

pub(crate) fn played(night: Night) -> Night {
    let done = night.play(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    night
}
