//! The report file.

use proptest::prelude::*;

use super::*;

#[test]
fn a_report_file_has_its_exact_columns() {
    let text = trf::write(&tournament()).unwrap();
    let expected = [
        "012 Autumn",
        "042 2027/09/15",
        "052 2029/01/15",
        "062 5",
        "072 5",
        "092 Swiss",
        "102 Uma",
        "XXR 4",
        "001    1      Anna                              5001                             \
         3.0    2     3 w 1     2 b =     4 w            ",
        "001    2      Bert Müller                       5002                             \
         3.0    3     4 b 1     1 w =     5 w            ",
        "001    3      Carl                              5003                             \
         4.0    1     1 b 0     5 w +  0000 - U          ",
        "001    4      Dora                              5004                             \
         1.0    4     2 w 0  0000 - H     1 b            ",
        "001    5      Emil                              5005                             \
         0.0    5  0000 - Z     3 b -     2 b            ",
    ];
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[..13], expected);
    assert_eq!((lines.len(), lines[13]), (14, ""));
}

#[test]
fn numbers_stand_where_others_look_for_them() {
    let text = trf::write(&tournament()).unwrap();
    let line: Vec<char> = text.lines().nth(9).unwrap().chars().collect();
    let columns = |from: usize, to: usize| line[from - 1..to].iter().collect::<String>();
    assert_eq!((columns(1, 3), columns(5, 8)), ("001".to_owned(), "   2".to_owned()));
    assert_eq!(columns(15, 47).trim_end(), "Bert Müller");
    assert_eq!(
        (columns(49, 52), columns(81, 84), columns(86, 89)),
        ("5002".into(), " 3.0".into(), "   3".into())
    );
    assert_eq!((columns(92, 95), columns(97, 97), columns(99, 99)), ("   4".into(), "b".into(), "1".into()));
    assert_eq!(
        (columns(102, 105), columns(107, 107), columns(109, 109)),
        ("   1".into(), "w".into(), "=".into())
    );
}

#[test]
fn what_is_written_is_read_again() {
    let text = trf::write(&tournament()).unwrap();
    assert_eq!(trf::read(&text, "a.trf"), Ok(tournament()));
    // With a mark before it, other ends of lines, and blanks cut off.
    let cut: String = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert_eq!(trf::read(&format!("\u{feff}{cut}"), "a.trf"), Ok(tournament()));
}

/// The file that `read_by_others.py` shows to programs of others, after two rounds; and what one of them
/// paired then.
#[test]
fn programs_of_others_are_shown_what_is_written() {
    let worth = Worth { win: Halves(4), draw: Halves(2), loss: Halves(0), bye: Halves(4) };
    let mut closed = Tournament { worth: Some(worth), ..tournament() };
    for player in &mut closed.players {
        player.cells[2] = RoundCell::Empty;
    }
    // The bye of the third round.
    closed.players[2].points = Halves(4);
    let written = trf::write(&closed).unwrap();
    assert_eq!(written.replace("\r\n", "\n"), include_str!("autumn.trf"));
    assert_eq!(trf::read(&written, "a.trf"), Ok(Tournament { worth: None, ..closed }));
    let paired = pairs::read(include_str!("autumn.pairs"), "autumn.pairs", 5).unwrap();
    assert_eq!((paired.boards.len(), paired.byes.len()), (2, 1));
}

#[test]
fn whoever_has_no_rating_is_rated_nought() {
    let mut unrated = tournament();
    unrated.players[4].rating = None;
    let text = trf::write(&unrated).unwrap();
    assert!(
        text.contains("072 4\r\n") && text.contains("Emil                                 0  "),
        "{text}"
    );
    assert_eq!(trf::read(&text, "a.trf"), Ok(unrated));
}

#[test]
fn the_pairs_of_a_round_are_found() {
    let tournament = tournament();
    let pairs = |boards: &[(u32, u32)], byes: &[u32]| Pairs { boards: boards.into(), byes: byes.into() };
    assert_eq!(tournament.pairs(0), pairs(&[(1, 3), (4, 2)], &[]));
    assert_eq!(tournament.pairs(2), pairs(&[(1, 4), (2, 5)], &[3]));
    assert_eq!(tournament.pairs(9), pairs(&[], &[]));
}

/// bbpPairings#27, #19: a bye that was written as `F` was forgotten, and its player had a second one. `U`
/// alone is the bye of an odd field.
#[test]
fn the_bye_of_an_odd_field_is_never_one_that_was_asked_for() {
    let text = trf::write(&tournament()).unwrap();
    assert!(text.contains("0000 - U") && !text.contains("0000 - F"));
    let asked = text.replace("0000 - U", "0000 - F");
    assert!(trf::read(&asked, "a.trf").unwrap().pairs(2).byes.is_empty());
}

#[test]
fn lines_of_other_programs_are_passed_over() {
    let text = trf::write(&tournament()).unwrap();
    let more = format!("### made by hand\r\n022 Kiel\r\nXXC white1\r\n\r\n{text}013 Team   1    2\r\n");
    assert_eq!(trf::read(&more, "a.trf"), Ok(tournament()));
    let titled =
        text.replace("001    1      Anna", "001    1 w GM Anna").replace("042 2027/09/15", "042 15.9.2027");
    assert_eq!(trf::read(&titled, "a.trf"), Ok(Tournament { begins: None, ..tournament() }));
}

#[test]
fn a_long_name_is_cut_at_the_end_of_its_columns() {
    let mut long = tournament();
    long.players[0].name = "x".repeat(40);
    let text = trf::write(&long).unwrap();
    assert_eq!(trf::read(&text, "a.trf").unwrap().players[0].name, "x".repeat(33));
}

/// Some tournament in which everybody agrees with everybody.
fn any_tournament() -> impl Strategy<Value = Tournament> {
    let round =
        |size: usize| (Just((1..=size as u32).collect::<Vec<u32>>()).prop_shuffle(), 0..8usize, any::<u8>());
    (1..30usize, 0..6usize).prop_flat_map(move |(size, rounds)| {
        let names = prop::collection::vec("[a-zA-Zäöüß]{1,20}", size);
        (names, prop::collection::vec(round(size), rounds)).prop_map(move |(names, drawn)| {
            let mut players: Vec<Player> = names
                .iter()
                .enumerate()
                .map(|(at, name)| player(at as u32 + 1, name, at as i64 * 6, 1, Vec::new()))
                .collect();
            for (order, mark, byes) in &drawn {
                let mut cells = vec![RoundCell::Bye([Bye::Zero, Bye::Pairing][usize::from(byes % 2)]); size];
                for pair in order.chunks_exact(2) {
                    let [one, other] = two(*mark);
                    cells[pair[0] as usize - 1] = met(pair[1], true, one);
                    cells[pair[1] as usize - 1] = met(pair[0], false, other);
                }
                players.iter_mut().zip(cells).for_each(|(player, cell)| player.cells.push(cell));
            }
            Tournament { name: "T".to_owned(), rounds: drawn.len(), players, ..Tournament::default() }
        })
    })
}

/// Some marks that two opponents may have.
fn two(number: usize) -> [Option<Mark>; 2] {
    use Mark::{Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win};
    match number {
        0 => [None, None],
        1 => [Some(Win), Some(Loss)],
        2 => [Some(Loss), Some(Win)],
        3 => [Some(Draw); 2],
        4 => [Some(UnratedLoss), Some(UnratedWin)],
        5 => [Some(UnratedDraw); 2],
        6 => [Some(ForfeitWin), Some(ForfeitLoss)],
        _ => [Some(ForfeitLoss); 2],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_tournament_comes_back(tournament in any_tournament()) {
        let text = trf::write(&tournament).unwrap();
        prop_assert_eq!(trf::read(&text, "a.trf"), Ok(tournament));
    }

    /// Nothing that a stranger sends can break the reader.
    #[test]
    fn a_damaged_file_is_read_or_refused(at in 0usize..1200, text in "\\PC{0,12}") {
        let whole = trf::write(&tournament()).unwrap();
        let at = (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap();
        let _ = trf::read(&format!("{}{text}{}", &whole[..at], &whole[at..]), "a.trf");
        let _ = trf::read(&whole[..at], "a.trf");
        let _ = pairs::read(&format!("2\n1 2\n{text}"), "a.txt", 5);
    }
}
