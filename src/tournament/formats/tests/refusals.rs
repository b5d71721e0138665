//! What is wrong with a report file, and where.

use super::*;

/// What is said about a file: its lines and columns, with codes.
fn refused(text: &str) -> Vec<(u32, u32, String)> {
    let problems = trf::read(text, "a.trf").unwrap_err();
    let place = |problem: &engine::problem::Problem| {
        let place = problem.place.as_ref();
        (place.map_or(0, |it| it.line), place.map_or(0, |it| it.column), problem.code.clone())
    };
    problems.iter().map(place).collect()
}

/// The file with something in other columns of the player with a number; the columns are counted from 1.
fn changed(number: usize, column: usize, to: &str) -> String {
    let text = trf::write(&tournament()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line: Vec<char> = lines[7 + number].chars().collect();
    let after = &line[(column - 1 + to.chars().count()).min(line.len())..];
    lines[7 + number] =
        line[..column - 1].iter().copied().chain(to.chars()).chain(after.iter().copied()).collect();
    lines.join("\n")
}

fn at(line: u32, column: u32, code: &str) -> Vec<(u32, u32, String)> {
    vec![(line, column, code.to_owned())]
}

#[test]
fn numbers_out_of_range_are_refused_with_their_columns() {
    assert_eq!(refused(&changed(1, 5, "   0")), at(9, 5, "number"));
    assert_eq!(refused(&changed(1, 5, "  x1")), at(9, 5, "number"));
    assert_eq!(refused(&changed(1, 5, "    ")), at(9, 5, "number"));
    assert_eq!(refused(&changed(2, 49, "  -1")), at(10, 49, "number"));
    assert_eq!(refused(&changed(2, 49, "  +1")), at(10, 49, "number"));
    assert_eq!(refused(&changed(2, 86, "  1a")), at(10, 86, "number"));
    assert_eq!(refused(&changed(3, 81, " 1.3")), at(11, 81, "points"));
    assert_eq!(refused(&changed(3, 81, "-1.0")), at(11, 81, "points"));
    assert_eq!(refused(&changed(3, 102, "  x5")), at(11, 102, "number"));
    assert_eq!(refused("XXR 1000\n001"), [(1, 5, "rounds".to_owned()), (2, 1, "short-line".to_owned())]);
}

#[test]
fn what_stands_in_no_column_is_refused() {
    assert_eq!(refused(&changed(1, 91, "13")), at(9, 90, "columns"));
    assert_eq!(refused(&changed(2, 97, "x")), at(10, 97, "side"));
    assert_eq!(refused(&changed(2, 97, " ")), at(10, 97, "side"));
    assert_eq!(refused(&changed(2, 99, "2")), at(10, 99, "result"));
    assert_eq!(refused(&changed(3, 119, "X")), at(11, 112, "bye"));
    assert_eq!(refused(&changed(3, 117, "w")), at(11, 112, "bye"));
}

#[test]
fn a_short_line_is_refused() {
    let text = trf::write(&tournament()).unwrap();
    let cut = |length: usize| {
        let cut =
            |line: &str| line.chars().take(if line.starts_with("001    4") { length } else { 999 }).collect();
        text.lines().map(cut).collect::<Vec<String>>().join("\n")
    };
    assert_eq!(refused(&cut(60)), at(12, 1, "short-line"));
    assert_eq!(refused(&cut(83)), at(12, 1, "short-line"));
    // In the middle of a round.
    assert_eq!(refused(&cut(115)), at(12, 112, "short-line"));
    // A whole round: those who meet her know better.
    assert_eq!(refused(&cut(110)), at(9, 112, "no-pair"));
}

#[test]
fn a_player_twice_is_refused() {
    let refused = refused(&changed(2, 5, "   1"));
    assert_eq!(refused[0], (9, 102, "no-pair".to_owned()));
    assert!(refused.contains(&(10, 5, "player-twice".to_owned())), "{refused:?}");
}

#[test]
fn players_who_do_not_agree_are_refused() {
    for (number, column, to, place) in [
        // Meets nobody there is; somebody who meets somebody else; himself.
        (1, 92, "   9", (9, 92)),
        (1, 92, "   4", (9, 92)),
        (1, 92, "   1", (9, 92)),
        // Both on the first side; both winners; only one has a result.
        (3, 97, "w", (9, 92)),
        (3, 99, "1", (9, 92)),
        (3, 99, " ", (9, 92)),
        (4, 119, "0", (9, 112)),
    ] {
        let refused = refused(&changed(number, column, to));
        let place = (place.0, place.1, "no-pair".to_owned());
        assert!(refused.contains(&place), "{number} {column} {to}: {refused:?}");
    }
    // Said once, not by each of the two.
    assert_eq!(refused(&changed(3, 97, "w")).len(), 1);
}

#[test]
fn a_file_without_players_is_refused() {
    assert_eq!(refused("012 Autumn\n"), at(0, 0, "players"));
    assert_eq!(refused(""), at(0, 0, "players"));
}

#[test]
fn everything_is_said_at_once_but_no_more_than_can_be_read() {
    let text = "001 x\n".repeat(5000);
    let problems = trf::read(&text, "a.trf").unwrap_err();
    assert_eq!(problems.len(), 101);
    assert_eq!(problems.iter().last().unwrap().code, "more-problems");
}

/// What cannot be written, by its codes.
fn unwritable(change: impl FnOnce(&mut Tournament)) -> Vec<String> {
    let mut tournament = tournament();
    change(&mut tournament);
    trf::write(&tournament).unwrap_err().iter().map(|problem| problem.code.clone()).collect()
}

#[test]
fn what_has_no_room_is_refused_and_not_cut() {
    assert_eq!(unwritable(|it| it.players[0].points = Halves(200)), ["points"]);
    assert_eq!(unwritable(|it| it.players[0].points = Halves(-1)), ["points"]);
    assert_eq!(unwritable(|it| it.players[0].rating = Some(10_000)), ["rating"]);
    assert_eq!(unwritable(|it| it.players[0].rank = Some(0)), ["rank"]);
    assert_eq!(unwritable(|it| it.players[4].number = 10_000).first().unwrap(), "number");
    assert_eq!(unwritable(|it| it.rounds = 3), ["rounds"; 5]);
    assert_eq!(unwritable(|it| it.rounds = 1000), ["rounds"]);
    assert_eq!(unwritable(|it| it.players.clear()), ["players"]);
    assert_eq!(unwritable(|it| it.name = "a\r\n001".to_owned()), ["control-character"]);
    assert_eq!(unwritable(|it| it.players[1].name = "a\nb".to_owned()), ["control-character"]);
    assert_eq!(unwritable(|it| it.players[0].cells[0] = met(3, false, Some(Mark::Win))), ["no-pair"]);
    let worth = Worth { win: Halves(4), draw: Halves(2), loss: Halves(-1), bye: Halves(4) };
    assert_eq!(unwritable(|it| it.worth = Some(worth)), ["points"]);
    let crowd = |it: &mut Tournament| {
        it.players = (1..=10_000).map(|number| Player { number, ..Player::default() }).collect();
    };
    assert_eq!(unwritable(crowd), ["players"]);
    let mut most = tournament();
    most.players[0].points = Halves(199);
    assert!(trf::write(&most).unwrap().contains(" 99.5    2 "));
}
