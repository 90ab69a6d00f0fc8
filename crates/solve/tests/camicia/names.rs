//! Names of deals.

use croupier_rules::camicia::Deal;
use croupier_solve::camicia::{Composition, CompositionError, DealName, NameError, State};

use crate::splitmix::SplitMix;
use crate::{random_deal, state};

fn name(text: &str) -> String {
    DealName::of(&state(text)).to_string()
}

/// Names are promised to be stable.
#[test]
fn names_never_change() {
    for (deal, expected) in [
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "d52-3x5rr7bdtrqt2h8"),
        ("J--/-J-", "d3+3+2+0+0+0-66"),
        ("-/-", "d1+1+0+0+0+0-00"),
    ] {
        assert_eq!(name(deal), expected);
    }
}

#[test]
fn every_small_deal_has_a_number_of_its_own_and_its_name_is_read_back() {
    let composition = Composition::new([3, 4], [1, 0, 2, 1]).unwrap();
    let mut deals = std::collections::BTreeSet::new();
    for rank in 0..composition.deals() {
        let name = DealName::new(composition, rank).unwrap();
        let state = name.state();
        assert_eq!(DealName::of(&state), name);
        assert_eq!(name.to_string().parse(), Ok(name));
        deals.insert(state.deal().to_string());
    }
    // 7! / (3! 2!)
    assert_eq!(deals.len(), 420);
    assert_eq!(DealName::new(composition, 420), None);
}

#[test]
fn random_deals_and_the_largest_compositions_are_named_and_read_back() {
    let mut random = SplitMix(8);
    for _ in 0..1000 {
        let state = random_deal(&mut random);
        let name = DealName::of(&state).to_string();
        assert_eq!(name.len(), "d52-".len() + 15, "{name}");
        assert_eq!(name.parse::<DealName>().unwrap().state(), state, "{name}");
    }
    for (hands, faces) in
        [([63, 0], [8; 4]), ([0, 32], [8; 4]), ([31, 32], [8; 4]), ([31, 32], [0, 0, 0, 32])]
    {
        let composition = Composition::new(hands, faces).unwrap();
        for rank in [0, composition.deals() / 3, composition.deals() - 1] {
            let name = DealName::new(composition, rank).unwrap();
            assert_eq!(DealName::of(&name.state()), name);
            assert_eq!(name.to_string().parse(), Ok(name));
        }
    }
}

#[test]
fn a_slip_in_a_name_is_found() {
    let text = "d52-3x5rr7bdtrqt2h8";
    assert!(text.parse::<DealName>().is_ok());
    let (mut slips, mut unseen) = (0, 0);
    let signs: Vec<char> = text.chars().collect();
    for place in 4..signs.len() {
        for sign in "0123456789abcdefghjkmnpqrstvwxyz".chars().filter(|&sign| sign != signs[place]) {
            let mut slip = signs.clone();
            slip[place] = sign;
            slips += 1;
            unseen += u32::from(slip.iter().collect::<String>().parse::<DealName>().is_ok());
        }
        let mut slip = signs.clone();
        slip.swap(place - 1, place);
        assert!(slip == signs || slip.iter().collect::<String>().parse::<DealName>().is_err(), "{slip:?}");
    }
    // Digits that differ by 29 look alike.
    assert!(unseen * 100 < slips * 2, "{unseen} of {slips}");
}

/// A sign that was dropped or typed twice must not lead to another deal, nor a deal have two names.
#[test]
fn a_name_has_exactly_the_signs_that_are_written() {
    let whole = "d52-3x5rr7bdtrqt2h8";
    assert!(whole.parse::<DealName>().is_ok());
    for place in "d52-".len()..whole.len() {
        let (head, tail) = whole.split_at(place);
        for (text, signs) in
            [(format!("{head}{}", &tail[1..]), 14), (format!("{head}{}{tail}", &tail[..1]), 16)]
        {
            let error = text.parse::<DealName>().unwrap_err();
            assert_eq!(error, NameError::Length { name: text, found: signs, expected: 15 });
        }
    }
    for (text, found, expected) in [
        ("d52-", 0, 15),
        ("d52-0", 1, 15),
        ("d52-00", 2, 15),
        ("d52-0000", 4, 15),
        ("d3+3+2+0+0+0-066", 3, 2),
    ] {
        let error = text.parse::<DealName>().unwrap_err();
        assert_eq!(error, NameError::Length { name: text.to_owned(), found, expected });
    }
    let error = "d52-00".parse::<DealName>().unwrap_err().to_string();
    assert_eq!(error, "`d52-00`: 2 signs behind the dash; names of this pack have 15");
    let first = DealName::new(Composition::PACK_52, 0).unwrap();
    assert_eq!("d52-000000000000000".parse(), Ok(first));
}

#[test]
fn compositions_are_read_by_their_names_and_by_numbers() {
    assert_eq!("13+13+2+2+2+2".parse(), Ok(Composition::HALF_26));
    let odd = Composition::new([3, 4], [1, 0, 2, 1]).unwrap();
    for pack in [Composition::PACK_52, Composition::ITALIAN_40, Composition::HALF_26, odd] {
        assert_eq!(pack.to_string().parse(), Ok(pack));
    }
    for text in ["", "53", "13+13", "13+13+2+2+2+2+2", "a+b+c+d+e+f", "13 + 13+2+2+2+2"] {
        assert_eq!(text.parse::<Composition>(), Err(CompositionError::Form), "{text}");
    }
    let error = "1+1+1+1+1+1".parse::<Composition>();
    assert_eq!(error, Err(CompositionError::TooFewCards { faces: 4, cards: 2 }));
    assert_eq!("40+40+0+0+0+0".parse::<Composition>(), Err(CompositionError::Cards(80)));
}

#[test]
fn what_is_no_name_is_said() {
    for text in ["", "d", "52-00", "d52", "d53-00", "d3+3+2+0+0-41", "d-", "dx+3+2+0+0+0-41"] {
        assert!(matches!(text.parse::<DealName>(), Err(NameError::Form(_))), "{text}");
    }
    let error = |text: &str| text.parse::<DealName>().unwrap_err().to_string();
    assert_eq!(error("d52-i0"), "`d52-i0`: `i` is no digit; expected 0-9 and a-z without i, l, o, u");
    assert_eq!(
        error("d3+3+2+0+0+0-42"),
        "`d3+3+2+0+0+0-42`: the last sign does not fit the others: a slip of the pen?"
    );
    assert_eq!(
        error("d3+3+2+0+0+0-z0"),
        "`d3+3+2+0+0+0-z0`: the number is too large: there are 15 such deals"
    );
    assert_eq!(error("d40+40+0+0+0+0-00"), "`d40+40+0+0+0+0-00`: 80 cards: expected 1 to 63");
    assert_eq!(Composition::new([1, 1], [1; 4]), Err(CompositionError::TooFewCards { faces: 4, cards: 2 }));
    assert_eq!(Composition::new([0, 0], [0; 4]), Err(CompositionError::Cards(0)));
    assert_eq!(Composition::new([u32::MAX, 9], [0; 4]), Err(CompositionError::Cards(u32::MAX)));
    assert_eq!(Composition::new([30, 30], [9; 4]), Err(CompositionError::Faces(36)));
    let many = "A".repeat(33) + "/-";
    let error = State::of(&many.parse::<Deal>().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "34 cards with 33 faces: the laboratory takes at most 63 cards and 32 faces");
}
