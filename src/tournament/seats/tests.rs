use super::*;
use crate::tests::{Chance, entrant, trials};

const SIDES: [&str; 2] = ["allies", "axis"];

fn terms() -> Terms {
    Terms { step: Halves(1), most: Halves(40), price: Price::Second }
}

fn bid(text: &str) -> Option<Bid> {
    let (side, points) = text.split_once(' ')?;
    Some(Bid { side: side.to_owned(), points: points.parse().unwrap() })
}

/// What is decided of two bids, as `anna has the allies for 2 (bid)`: by the board, so that the lot is the
/// same.
fn decided(price: Price, anna: &str, bert: &str) -> String {
    let [one, other] = [entrant("anna"), entrant("bert")];
    let key = DrawKey::from_bytes([3; 32]);
    let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &key };
    let bids = [bid(anna), bid(bert)];
    let seats = decide(&table, &Terms { price, ..terms() }, [bids[0].as_ref(), bids[1].as_ref()]);
    let named = seats.handicap.as_ref().map_or(0, |it| table.side(&it.0).unwrap());
    let points = seats.handicap.as_ref().map_or(Halves::ZERO, |it| it.1);
    format!("{} has the {} for {points}, {:?}", seats.seats[named], SIDES[named], seats.how)
}

/// The table: step 0.5, the second price.
#[test]
fn sealed_bids_are_decided_as_the_table_says() {
    for (anna, bert, expected) in [
        ("allies 2", "allies 1.5", "anna has the allies for 2, Bid"),
        ("allies 3", "allies 1", "anna has the allies for 1.5, Bid"),
        ("allies 1", "allies 3", "bert has the allies for 1.5, Bid"),
        ("axis 3", "axis 0", "anna has the axis for 0.5, Bid"),
        ("axis 0", "allies 1", "bert has the allies for 0, Wishes"),
        ("allies 7", "axis 7", "anna has the allies for 0, Wishes"),
        ("axis 5", "", "bert has the allies for 0, OneBid"),
        ("", "axis 5", "anna has the allies for 0, OneBid"),
    ] {
        assert_eq!(decided(Price::Second, anna, bert), expected, "{anna} / {bert}");
    }
    assert_eq!(decided(Price::Own, "allies 3", "allies 1"), "anna has the allies for 3, Bid");
}

/// Whoever wins pays no more than he bid, however large a step is.
#[test]
fn nobody_pays_more_than_he_bid() {
    let [one, other] = [entrant("anna"), entrant("bert")];
    let key = DrawKey::from_bytes([3; 32]);
    let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &key };
    let bids = [bid("axis 1.5"), bid("axis 1")];
    let seats = decide(&table, &Terms { step: Halves(2), ..terms() }, [bids[0].as_ref(), bids[1].as_ref()]);
    assert_eq!(seats.handicap, Some(("axis".to_owned(), Halves(3))));
}

/// Equal bids and no bids are for the lot, which favours nobody.
#[test]
fn the_lot_decides_between_equals() {
    let mut chance = Chance::new(1);
    let [one, other] = [entrant("anna"), entrant("bert")];
    let mut firsts = [0; 2];
    for _ in 0..400 {
        let key = chance.key();
        let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &key };
        let equal = bid("axis 1");
        let seats = decide(&table, &terms(), [equal.as_ref(), equal.as_ref()]);
        assert_eq!((seats.how, seats.handicap.as_ref()), (How::Lot, Some(&("axis".to_owned(), Halves(2)))));
        firsts[0] += usize::from(seats.seats[1] == one);
        let none = decide(&table, &terms(), [None, None]);
        assert_eq!((none.how, &none.handicap), (How::Lot, &None));
        assert_eq!(none, table.by_lot());
        firsts[1] += usize::from(none.seats[0] == one);
        let free = bid("axis 0");
        assert_eq!(decide(&table, &terms(), [free.as_ref(), free.as_ref()]).handicap, None);
    }
    assert!(firsts.iter().all(|it| (150..250).contains(it)), "{firsts:?}");
}

/// Exchanging the two changes nothing but the names; and nobody pays more than he bid.
#[test]
fn bids_by_chance() {
    let mut chance = Chance::new(2);
    let [one, other] = [entrant("anna"), entrant("bert")];
    for _ in 0..trials(10_000, 2_000) {
        let key = chance.key();
        let terms = Terms {
            price: *chance.one_of(&[Price::Own, Price::Second]),
            step: Halves(1 + chance.below(4) as i64),
            ..terms()
        };
        let bids = [0; 2].map(|_| {
            let points = Halves(chance.below(8) as i64 * terms.step.0);
            let side = (*chance.one_of(&SIDES)).to_owned();
            (!chance.once_in(6)).then_some(Bid { side, points })
        });
        let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &key };
        let seats = decide(&table, &terms, [bids[0].as_ref(), bids[1].as_ref()]);
        let exchanged = Table { entrants: [&other, &one], ..table };
        assert_eq!(decide(&exchanged, &terms, [bids[1].as_ref(), bids[0].as_ref()]), seats);
        for (bid, who) in bids.iter().zip([&one, &other]) {
            let Some(bid) = bid else { continue };
            let has = &seats.seats[table.side(&bid.side).unwrap()] == who;
            let pays = seats.handicap.as_ref().filter(|it| has && it.0 == bid.side);
            assert!(pays.is_none_or(|it| it.1 <= bid.points && it.1.0 % terms.step.0 == 0));
            let higher = bids.iter().flatten().all(|it| it.side != bid.side || it.points <= bid.points);
            assert!(has || bids.iter().flatten().count() == 2 && (!higher || seats.how == How::Lot));
        }
    }
}

#[test]
fn what_may_not_be_bid_is_refused_with_the_nearest() {
    let refused = |text: &str| terms().read(text).map_err(|it| (it.why, it.nearest.map(|it| it.to_string())));
    let near = |why, text: &str| Err((why, Some(text.to_owned())));
    assert_eq!(refused("1.5"), Ok(Halves(3)));
    assert_eq!(refused("20"), Ok(Halves(40)));
    assert_eq!(refused("1.25"), near(Why::NoStep, "1"));
    assert_eq!(refused("-1"), near(Why::Negative, "0"));
    assert_eq!(refused("-0.25"), near(Why::Negative, "0"));
    assert_eq!(refused("20.5"), near(Why::TooMuch, "20"));
    assert_eq!(refused("20.25"), near(Why::TooMuch, "20"));
    assert_eq!(refused("1000000000"), near(Why::TooMuch, "20"));
    assert_eq!(refused("-1000000000"), near(Why::Negative, "0"));
    for none in ["1e9", "allies", "", "\u{7}", "1\n", "+1", " 1", "1,5", &"9.".repeat(1 << 20)] {
        assert_eq!(refused(none), Err((Why::NoNumber, None)), "{:.9}", none);
    }
    let whole = Terms { step: Halves(4), most: Halves(21), price: Price::Second };
    for (text, nearest) in
        [("1", "0"), ("1.25", "2"), ("1.5", "2"), ("3", "2"), ("3.25", "4"), ("10.5", "10"), ("11", "10")]
    {
        assert_eq!(whole.read(text).unwrap_err().nearest.unwrap().to_string(), nearest, "{text}");
    }
    assert_eq!(whole.read("10"), Ok(Halves(20)));
    for halves in -60..100 {
        if let Err(Refused { nearest: Some(nearest), .. }) = whole.check(Halves(halves)) {
            let all = (0..=5).map(|it| Halves(it * 4));
            let distance = |it: &Halves| (it.0 - halves).abs();
            assert_eq!(Some(nearest), all.min_by_key(|it| (distance(it), it.0)), "{halves}");
        }
    }
}

/// Sides without bids.
#[test]
fn seats_as_they_were_paired() {
    let [one, other] = [entrant("anna"), entrant("bert")];
    let key = DrawKey::from_bytes([3; 32]);
    let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &key };
    let plain = table.as_paired(None);
    assert_eq!((plain.seats, plain.handicap, plain.how), ([one.clone(), other.clone()], None, How::Paired));
    let fixed = table.as_paired(Some(("axis", Halves(3))));
    assert_eq!(
        (fixed.seats, fixed.handicap),
        ([one.clone(), other.clone()], Some(("axis".to_owned(), Halves(3))))
    );
}

struct Bidding {
    key: DrawKey,
    now: Opening,
}

impl Bidding {
    fn take(&mut self, by: Seat, what: Move) -> Result<Option<Seats>, Refusal> {
        let [one, other] = [entrant("anna"), entrant("bert")];
        let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &self.key };
        match self.now.take(&table, &terms(), by, what)? {
            Waiting::For(now) => {
                self.now = now;
                Ok(None)
            }
            Waiting::Over(seats) => Ok(Some(seats)),
        }
    }

    fn bid(&mut self, by: Seat, text: &str) -> Result<Option<Seats>, Refusal> {
        self.take(by, Move::Bid(bid(text).unwrap()))
    }
}

fn bidding() -> Bidding {
    Bidding { key: DrawKey::from_bytes([3; 32]), now: Opening::begun_by(Seat::First) }
}

#[test]
fn open_bids_rise_until_one_accepts() {
    use Seat::{First, Second};
    let mut it = bidding();
    assert_eq!(it.bid(Second, "allies 1"), Err(Refusal::NotYourTurn));
    assert_eq!(it.take(First, Move::Accept), Err(Refusal::NothingToAccept));
    assert_eq!(it.bid(First, "neutrals 1"), Err(Refusal::NoSuchSide));
    assert_eq!(it.bid(First, "allies 1"), Ok(None));
    assert_eq!(it.bid(Second, "axis 2"), Err(Refusal::OtherSide("allies".to_owned())));
    assert_eq!(it.bid(Second, "allies 1"), Err(Refusal::TooLow(Some(Halves(3)))));
    assert_eq!(it.bid(Second, "allies 2.5"), Ok(None));
    assert_eq!(it.now.stands(), Some(&(Second, bid("allies 2.5").unwrap())));
    let over = it.take(First, Move::Accept).unwrap().unwrap();
    assert_eq!((over.seats, over.how), ([entrant("bert"), entrant("anna")], How::Accepted));
    assert_eq!(over.handicap, Some(("allies".to_owned(), Halves(5))));
}

#[test]
fn no_more_than_the_most_may_be_bid_in_the_open() {
    let mut it = bidding();
    let refused = it.bid(Seat::First, "axis 20.5");
    assert_eq!(refused, Err(Refusal::Number(Refused { why: Why::TooMuch, nearest: Some(Halves(40)) })));
    assert_eq!(it.bid(Seat::First, "axis 19.5"), Ok(None));
    assert_eq!(it.bid(Seat::Second, "axis 19"), Err(Refusal::TooLow(Some(Halves(40)))));
    assert_eq!(it.bid(Seat::Second, "axis 20"), Ok(None));
    assert_eq!(it.bid(Seat::First, "axis 20"), Err(Refusal::TooLow(None)));
}

#[test]
fn silence_accepts() {
    let mut it = bidding();
    it.bid(Seat::First, "axis 0").unwrap();
    let over = it.take(Seat::Second, Move::Silence).unwrap().unwrap();
    assert_eq!((over.seats, over.handicap), ([entrant("bert"), entrant("anna")], None));
    let mut it = bidding();
    assert_eq!(it.take(Seat::First, Move::Silence), Ok(None), "the other may begin");
    assert_eq!(it.now.turn(), Seat::Second);
    assert_eq!(it.take(Seat::Second, Move::Silence).unwrap().unwrap().how, How::Lot);
}

/// Who knows what a side is worth to him bids up to it, a step at a time. The sealed bid with the second
/// price comes to the same side, and within a step to the same handicap, in one mail each.
#[test]
fn the_second_price_is_open_bidding_in_one_mail() {
    for (anna, bert) in (0..12).flat_map(|one| (0..12).map(move |other| (one, other))) {
        if anna == bert {
            continue;
        }
        let limits = [Halves(anna), Halves(bert)];
        let mut it = bidding();
        let mut next = Halves(0);
        let open = loop {
            let by = it.now.turn();
            let what = match next <= limits[by.index()] {
                true => Move::Bid(Bid { side: "axis".to_owned(), points: next }),
                false => Move::Accept,
            };
            next.0 += 1;
            if let Some(over) = it.take(by, what).unwrap() {
                break over;
            }
        };
        let [one, other] = [entrant("anna"), entrant("bert")];
        let table = Table { board: 1, entrants: [&one, &other], sides: SIDES, key: &it.key };
        let bids = limits.map(|points| Bid { side: "axis".to_owned(), points });
        let sealed = decide(&table, &terms(), [Some(&bids[0]), Some(&bids[1])]);
        assert_eq!(open.seats, sealed.seats, "{anna} {bert}");
        let points = |it: &Seats| it.handicap.as_ref().map_or(0, |it| it.1.0);
        assert!((points(&sealed) - points(&open)).abs() <= 1, "{anna} {bert}");
    }
}
