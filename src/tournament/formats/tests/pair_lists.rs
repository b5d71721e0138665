//! Lists of pairs.

use super::*;

fn refused(text: &str) -> Vec<(u32, u32, String)> {
    let problems = pairs::read(text, "a.txt", 5).unwrap_err();
    let place = |problem: &engine::problem::Problem| {
        let place = problem.place.as_ref().unwrap();
        (place.line, place.column, problem.code.clone())
    };
    problems.iter().map(place).collect()
}

#[test]
fn a_list_of_pairs_is_read() {
    let expected = Pairs { boards: vec![(1, 4), (5, 2)], byes: vec![3] };
    assert_eq!(pairs::read("3\n1 4\n5 2\n3 0\n", "a.txt", 5), Ok(expected.clone()));
    assert_eq!(pairs::read("  3\r\n\r\n 1\t4\r\n5  2\r\n3 0", "a.txt", 5), Ok(expected));
    // Whether two may have a bye is for the rules of pairing to say.
    let byes = Pairs { boards: vec![(5, 4)], byes: vec![1, 2] };
    assert_eq!(pairs::read("3\n1 0\n2 0\n5 4\n", "a.txt", 5), Ok(byes));
    assert_eq!(pairs::read("0\n", "a.txt", 5), Ok(Pairs::default()));
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let at = |line, column, code: &str| vec![(line, column, code.to_owned())];
    assert_eq!(refused("1\n1 2\n3 4\n"), at(1, 1, "count"));
    assert_eq!(refused(""), at(1, 1, "count"));
    assert_eq!(refused("2\n1 2\n 3 1\n"), at(3, 4, "player-twice"));
    assert_eq!(refused("1\n3 3\n"), at(2, 3, "player-twice"));
    assert_eq!(refused("1\n1 6\n").first().unwrap(), &(2, 3, "number".to_owned()));
    assert_eq!(refused("1\n0 1\n").first().unwrap(), &(2, 1, "number".to_owned()));
    assert_eq!(refused("1\n1 2 3\n").first().unwrap(), &(2, 1, "no-pair".to_owned()));
}
