//! Times of the calendar, for people.

/// Seconds since 1970 as a time for people, to the minute: `2026-11-29 21:46`.
pub(crate) fn to_the_minute(seconds: i64) -> String {
    let (days, minutes) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400) / 60);
    // Years begin in March, so that a leap day is the last of its year; 400 years have 146,097 days.
    let day = days + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (date, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::to_the_minute;

    #[test]
    fn seconds_are_told_as_dates() {
        let times = [0, 951_782_399, 951_782_400, 951_868_800, 1_796_075_162].map(to_the_minute);
        assert_eq!(
            times,
            [
                "1970-01-01 00:00",
                "2000-02-28 23:59",
                "2000-02-29 00:00",
                "2000-03-01 00:00",
                "2026-11-30 21:46"
            ]
        );
    }
}
