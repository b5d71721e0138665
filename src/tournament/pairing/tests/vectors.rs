//! Rounds that were found by trying all, or worked out with pencil and paper.

use super::*;

/// Eight, of whom the better seed always wins: every round was found by trying all pairings.
#[test]
fn four_rounds_of_eight_in_which_the_better_seed_wins() {
    let rounds =
        [("1-5 2-6 3-7 4-8", 0), ("1-3 2-4 5-7 6-8", 0), ("1-2 3-5 4-6 7-8", 0), ("1-4 2-3 5-8 6-7", 8)];
    let entries: Vec<Entry> =
        entrants(8).into_iter().map(|entrant| Entry { entrant, rating: 1500 }).collect();
    let active: BTreeSet<Entrant> = entrants(8).into_iter().collect();
    let mut lines: Vec<Line> = Vec::new();
    for (round, (expected, scores)) in (1..).zip(rounds) {
        let mut field = fresh(0);
        field.round = round;
        field.contenders = contenders(&entries, &active, &lines, &Points::default(), round);
        let pairing = pair(&field).unwrap();
        assert_eq!(boards(&pairing.seating), expected, "round {round}");
        assert_eq!(pairing.cost.of(Layer::Scores), scores);
        assert_eq!(pairing.relaxed, []);
        for Board { first, second } in &pairing.seating.boards {
            let by = if first < second { Seat::First } else { Seat::Second };
            lines.push(Line::board(round, first, second, End::Won { by, margin: None }, true));
        }
    }
}

#[test]
fn the_first_round_follows_the_ranks() {
    for (ranks, expected) in
        [(Ranks::Slide, "1-4 2-5 3-6"), (Ranks::Fold, "1-6 2-5 3-4"), (Ranks::Adjacent, "1-2 3-4 5-6")]
    {
        let field = Field { format: Format::Swiss { ranks }, ..fresh(6) };
        let pairing = pair(&field).unwrap();
        assert_eq!(boards(&pairing.seating), expected);
        assert_eq!(pairing.cost.of(Layer::Ranks), 0);
    }
}

/// Seven, three with 4 points, two with 2, two with none. The bye costs its score times 32 and the rounds not
/// played; so it goes to one of the last two, to the one who has played more. The third with 4 floats down to
/// the first with 2.
#[test]
fn the_layers_of_a_round_by_pencil_and_paper() {
    let mut field = fresh(7);
    for (contender, points) in field.contenders.iter_mut().zip([4, 4, 4, 2, 2, 0, 0]) {
        contender.score = Halves::whole(points);
    }
    field.round = 3;
    field.contenders[5].unplayed = 1;
    field.contenders[2].floats = [Some(Float::Down), None];
    field.contenders[4].floats = [None, Some(Float::Up)];
    let by_hand = Seating {
        boards: [("1", "2"), ("3", "5"), ("4", "6")].map(|(one, other)| board(one, other)).to_vec(),
        byes: vec![Entrant::new("7")],
    };
    let cost = cost_of(&field, &by_hand);
    let found: Vec<(Layer, u64)> = cost.layers().iter().filter(|it| it.1 > 0).copied().collect();
    let lots = [("1", "2"), ("3", "5"), ("4", "6"), ("7", "")].map(|it| field.key.pair(it.0, it.1));
    let lot = lots.map(u64::from).iter().sum();
    // 3 is at the end of the group of three, and 5 the second of his; 4 one from the end, and 6 the first: 1
    // + 1. In the group of three 1 and 2 are one apart, as they should be.
    let expected = [(Layer::Scores, 4 + 4), (Layer::Floats, 2 + 1), (Layer::Ranks, 2), (Layer::Lot, lot)];
    assert_eq!(found, expected);
    let least = pair(&field).unwrap();
    assert_eq!(least.seating.byes, [Entrant::new("7")], "6 has missed a round, which counts above his score");
    assert!(least.cost <= cost);
    let other_bye = Seating { byes: vec![Entrant::new("6")], ..by_hand.clone() };
    assert_eq!(cost_of(&field, &other_bye).of(Layer::Bye), 1);
    field.contenders[6].score = Halves::whole(3);
    assert_eq!(cost_of(&field, &by_hand).of(Layer::Bye), 3 * 32);
}

fn board(first: &str, second: &str) -> Board {
    Board { first: Entrant::new(first), second: Entrant::new(second) }
}

#[test]
fn a_cost_is_printed_layer_by_layer() {
    let pairing = pair(&fresh(4)).unwrap();
    let lot = pairing.cost.of(Layer::Lot);
    assert_eq!(
        pairing.cost.to_string(),
        format!(
            "forbidden 0, rematches 0, byes again 0, sides 0, bye 0, scores 0, floats 0, wishes 0, ranks 0, lot {lot}"
        )
    );
}

#[test]
fn rematches_begin_when_all_have_met() {
    for (entrants, round) in [(2, 2), (4, 4), (5, 6), (6, 6), (7, 8)] {
        assert_eq!(first_rematch(entrants), round);
    }
}

/// 256 entrants and 20 rounds of two points a win still fit, and a field beyond what can be counted is
/// refused.
#[test]
fn a_field_is_refused_only_if_its_costs_cannot_be_counted() {
    let mut field = fresh(256);
    field.unit = Unit::Halves;
    field.are_sides_bid_for = false;
    field.round = 20;
    for (at, contender) in field.contenders.iter_mut().enumerate() {
        contender.score = Halves::whole(2 * (19 - at as i64 * 20 / 256));
        contender.unplayed = 19;
        contender.floats = [Some(Float::Down); 2];
        contender.seats = vec![Seat::First];
        contender.byes = 1;
    }
    let all: Vec<Entrant> = entrants(256);
    for one in 0..256 {
        let met = (0..256).filter(|it| *it != one).map(|it| (all[it].clone(), vec![1]));
        field.contenders[one].met = met.collect();
    }
    field.forbidden = (0..255).map(|it| (all[it].clone(), all[it + 1].clone())).collect();
    if crate::tests::ALL {
        assert!(pair(&field).is_ok());
    }
    let enormous = |at: usize| Halves::whole((300 - at as i64) << 40);
    field.contenders.iter_mut().enumerate().for_each(|(at, it)| it.score = enormous(at));
    assert_eq!(pair(&field), Err(Refusal::TooLarge));
}
