use super::*;
use crate::tests::{Chance, entrant, entrants, trials, words};
use crate::{Bye, End, Narrow, Seat};

const ALL: [TieBreak; 7] = [
    TieBreak::HeadToHead,
    TieBreak::SonnebornBerger,
    TieBreak::Strength,
    TieBreak::Buchholz,
    TieBreak::Wins,
    TieBreak::Rating,
    TieBreak::Lot,
];

fn scoring(tie_breaks: &[TieBreak]) -> Scoring {
    Scoring {
        points: Points::default(),
        tie_breaks: tie_breaks.to_vec(),
        key: DrawKey::from_bytes([9; 32]),
        round_robin: None,
    }
}

fn entries(names: &[Entrant]) -> Vec<Entry> {
    names.iter().map(|it| Entry { entrant: it.clone(), rating: 1500 }).collect()
}

/// A line such as `1 anna beat bert`, `2 carl drew dora`, `2 emil bye`, `3 fritz forfeits-to gerd`.
fn line(text: &str) -> Line {
    let words: Vec<&str> = text.split_whitespace().collect();
    let round = words[0].parse().unwrap();
    let one = entrant(words[1]);
    let Some(other) = words.get(3).map(|it| entrant(it)) else {
        let kind = if words[2] == "bye" { Bye::Pairing } else { Bye::Asked };
        return Line::bye(round, &one, kind);
    };
    let (end, met) = match words[2] {
        "beat" => (End::Won { by: Seat::First, margin: None }, true),
        "drew" => (End::Drawn, true),
        "forfeits-to" => (End::Forfeit { by: Seat::Second }, false),
        "absent-with" => (End::DoubleForfeit, false),
        "annulled-with" => (End::Annulled, true),
        "plays" => (End::Open, false),
        other => panic!("{other}"),
    };
    Line::board(round, &one, &other, end, met)
}

fn lines(text: &str) -> Vec<Line> {
    text.lines().map(str::trim).filter(|it| !it.is_empty()).map(line).collect()
}

/// The standings as `1 anna 4 [2, 1/2]`.
fn table(names: &str, text: &str, tie_breaks: &[TieBreak], round: u32) -> Vec<String> {
    let standings = standings(&entries(&words(names)), &[], &lines(text), &scoring(tie_breaks), round);
    let value = |it: &Option<Fraction>| it.map_or("-".to_owned(), |it| it.to_string());
    let line = |it: &Standing| {
        let values: Vec<String> = it.tie_breaks.iter().map(value).collect();
        format!("{} {} {} {}", it.place, it.entrant, it.score, values.join(" ")).trim_end().to_owned()
    };
    standings.iter().map(line).collect()
}

#[test]
fn every_result_is_worth_what_the_event_says() {
    let text = "
        1 anna beat bert
        1 carl drew dora
        1 fritz forfeits-to emil
        1 gerd absent-with hans
        1 ida annulled-with jon
        1 kai plays lea
        1 max bye
        1 nora asked";
    let all = "anna bert carl dora emil fritz gerd hans ida jon kai lea max nora olga";
    let scores: Vec<String> = table(all, text, &[], 1);
    let expected = [
        "1 anna 2",
        "1 emil 2",
        "1 max 2",
        "4 carl 1",
        "4 dora 1",
        "6 bert 0",
        "6 fritz 0",
        "6 gerd 0",
        "6 hans 0",
        "6 ida 0",
        "6 jon 0",
        "6 kai 0",
        "6 lea 0",
        "6 nora 0",
        "6 olga 0",
    ];
    assert_eq!(scores, expected);
}

/// 10, 8, 5, 2 and 0, and narrow is up to 1.5.
#[test]
fn narrow_results_count_as_such() {
    let narrow = Some(Narrow { win: Halves::whole(8), loss: Halves::whole(2), margin: Halves(3) });
    let points = Points {
        win: Halves::whole(10),
        draw: Halves::whole(5),
        loss: Halves(0),
        bye: Halves::whole(5),
        narrow,
    };
    for (margin, expected) in [(Some(1), [8, 2]), (Some(3), [8, 2]), (Some(4), [10, 0]), (None, [10, 0])] {
        let end = End::Won { by: Seat::First, margin: margin.map(Halves) };
        let lines = [Line::board(1, &entrant("anna"), &entrant("bert"), end, true)];
        let scoring = Scoring { points: points.clone(), ..scoring(&[]) };
        let found = standings(&entries(&words("anna bert")), &[], &lines, &scoring, 1);
        assert_eq!([found[0].score, found[1].score], expected.map(Halves::whole), "{margin:?}");
    }
}

/// lichess-org/lila#13694 and Liquipedia/Lua-Modules#6771: tie-breaks that nobody can work out again. All of
/// these are worked out with pencil and paper.
#[test]
fn tie_breaks_by_pencil_and_paper() {
    let text = "
        1 anna beat carl
        1 bert beat dora
        2 anna drew bert
        2 carl beat dora
        3 dora beat anna
        3 bert drew carl";
    // bert 4 (won, drew, drew), anna 3, carl 3, dora 2.
    let sb = TieBreak::SonnebornBerger;
    let names = "anna bert carl dora";
    assert_eq!(
        table(names, text, &[TieBreak::HeadToHead, sb], 3),
        ["1 bert 4 - 5", "2 anna 3 2 5", "3 carl 3 0 4", "4 dora 2 - 3"]
    );
    assert_eq!(
        table(names, text, &[sb, TieBreak::Buchholz], 3),
        ["1 bert 4 5 8", "2 anna 3 5 9", "3 carl 3 4 9", "4 dora 2 3 10"]
    );
    assert_eq!(
        table(names, text, &[TieBreak::Strength, TieBreak::Wins], 3),
        ["1 bert 4 8/9 1", "2 anna 3 1 1", "2 carl 3 1 1", "4 dora 2 10/9 1"]
    );
    // After two rounds: anna and bert 3, carl 2, dora 0.
    assert_eq!(
        table(names, text, &[TieBreak::Strength], 2),
        ["1 anna 3 5/4", "2 bert 3 3/4", "3 carl 2 3/4", "4 dora 0 5/4"]
    );
}

/// Head to head speaks only if each of those who are tied has met each.
#[test]
fn head_to_head_says_nothing_of_those_who_have_not_met() {
    let text = "
        1 anna beat bert
        1 carl beat dora";
    let found = table("anna bert carl dora", text, &[TieBreak::HeadToHead, TieBreak::Rating], 1);
    assert_eq!(found, ["1 anna 2 - 1500", "1 carl 2 - 1500", "3 bert 0 - 1500", "3 dora 0 - 1500"]);
    let three = "
        1 anna beat bert
        2 bert beat carl
        3 carl beat anna
        3 dora beat emil";
    let found = table("anna bert carl dora emil", three, &[TieBreak::HeadToHead], 3);
    assert_eq!(found[..4], ["1 anna 2 -", "1 bert 2 -", "1 carl 2 -", "1 dora 2 -"]);
    // A forfeit is no meeting.
    let forfeit =
        table("anna bert", "1 anna forfeits-to bert\n2 bert forfeits-to anna", &[TieBreak::HeadToHead], 2);
    assert_eq!(forfeit, ["1 anna 2 -", "1 bert 2 -"]);
}

/// For a bye and a win by forfeit the opponent does not exist: he had one's own score before the round, and
/// draws in each round after it.
#[test]
fn who_had_no_opponent_gets_one_who_does_not_exist() {
    let text = "
        1 anna beat bert
        2 anna bye
        3 carl forfeits-to anna
        4 anna drew bert";
    // Before round 2 anna had 2, and two rounds follow: 2 + 2 = 4. Before round 3 she had 4, and one follows:
    // 5. bert has 1, twice an opponent: once beaten, once drawn.
    let all = [TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::Strength];
    let found = table("anna bert carl", text, &all, 4);
    // Strength: 1 + 4 + 5 + 1 over 2 + 3 + 2 + 2.
    assert_eq!(found[0], "1 anna 7 11 21/2 1 11/9");
    // A bye that was asked for is a match that was lost against such a one.
    let asked = table("anna bert", "1 anna asked\n2 anna beat bert", &all[..2], 2);
    assert_eq!(asked[0], "1 anna 2 1 0");
    // A bye that is worth a draw is a match that was drawn: of two points in a round to come, half.
    let scoring = Scoring { points: Points { bye: Halves(2), ..Points::default() }, ..scoring(&all[..2]) };
    let lines = lines("1 anna bye\n2 anna beat bert\n3 bert beat anna");
    let found = standings(&entries(&words("anna bert")), &[], &lines, &scoring, 3);
    // Draws in two rounds: 2, of which half; bert has 2, once beaten.
    assert_eq!(found[0].tie_breaks, [Some(Fraction::whole(2 + 2 + 2)), Some(Fraction::whole(1 + 2))]);
}

#[test]
fn the_rating_and_the_lot_come_last() {
    let mut entries = entries(&entrants(6));
    entries[3].rating = 1600;
    let by_rating = standings(&entries, &[], &[], &scoring(&[TieBreak::Rating]), 0);
    assert_eq!(by_rating[0].entrant, entrant("4"));
    assert_eq!(by_rating[1..].iter().map(|it| it.place).collect::<Vec<_>>(), [2; 5]);
    let mut chance = Chance::new(1);
    let mut leaders = BTreeSet::new();
    for _ in 0..100 {
        let scoring = Scoring { key: chance.key(), ..scoring(&[TieBreak::Lot]) };
        let by_lot = standings(&entries, &[], &[], &scoring, 0);
        assert_eq!(by_lot.iter().map(|it| it.place).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        leaders.insert(by_lot[0].entrant.clone());
    }
    assert_eq!(leaders.len(), 6);
}

/// sendou-ink/sendou.ink#2934: standings change when somebody drops later. What happens after a round changes
/// nothing of its standings.
#[test]
fn closed_standings_do_not_change() {
    let mut chance = Chance::new(2);
    for _ in 0..trials(500, 100) {
        let (names, lines) = by_chance(&mut chance);
        let closed = 1 + chance.below(4) as u32;
        let scoring = Scoring { round_robin: Some(false), ..scoring(&ALL) };
        let entries = entries(&names);
        let before: Vec<Line> = lines.iter().filter(|it| it.round <= closed).cloned().collect();
        let leavers = [Leaver { entrant: names[0].clone(), from_round: closed + 1 }];
        let now = standings(&entries, &[], &before, &scoring, closed);
        assert_eq!(standings(&entries, &leavers, &lines, &scoring, closed), now);
        let mut mixed = lines.clone();
        chance.mix(&mut mixed);
        assert_eq!(standings(&entries, &leavers, &mixed, &scoring, closed), now, "the order of lines");
    }
}

/// Some rounds of an event by chance.
fn by_chance(chance: &mut Chance) -> (Vec<Entrant>, Vec<Line>) {
    let names = entrants(2 + chance.below(14));
    let mut lines = Vec::new();
    for round in 1..=5 {
        let mut order = names.clone();
        chance.mix(&mut order);
        for pair in order.chunks(2) {
            let [one, other] = pair else {
                lines.push(Line::bye(round, &pair[0], *chance.one_of(&[Bye::Pairing, Bye::Asked])));
                continue;
            };
            let by = *chance.one_of(&Seat::BOTH);
            let (end, met) = *chance.one_of(&[
                (End::Won { by, margin: None }, true),
                (End::Won { by, margin: None }, true),
                (End::Drawn, true),
                (End::Forfeit { by }, false),
                (End::DoubleForfeit, false),
                (End::Annulled, true),
            ]);
            lines.push(Line::board(round, one, other, end, met));
        }
    }
    (names, lines)
}

/// What everybody scored is what all the lines were worth, and the places follow scores and tie-breaks.
#[test]
fn standings_by_chance() {
    let mut chance = Chance::new(3);
    for _ in 0..trials(500, 100) {
        let (names, lines) = by_chance(&mut chance);
        let found = standings(&entries(&names), &[], &lines, &scoring(&ALL), 5);
        assert_eq!(found.iter().map(|it| &it.entrant).collect::<BTreeSet<_>>(), names.iter().collect());
        let worth = |line: &Line| match &line.what {
            What::Board { end: End::Won { .. } | End::Drawn | End::Forfeit { .. }, .. } => 4,
            What::Bye { kind: Bye::Pairing, .. } => 4,
            _ => 0,
        };
        assert_eq!(found.iter().map(|it| it.score.0).sum::<i64>(), lines.iter().map(worth).sum::<i64>());
        for pair in found.windows(2) {
            let keys = [&pair[0], &pair[1]].map(|it| (it.score, it.tie_breaks.clone()));
            assert!(keys[0] > keys[1], "the lot parts everybody");
        }
        let sum = |tie_break: TieBreak| {
            let only = standings(&entries(&names), &[], &lines, &scoring(&[tie_break]), 5);
            only.iter().filter_map(|it| it.tie_breaks[0]).sum::<Fraction>()
        };
        let won = lines.iter().filter(|it| matches!(it.what, What::Board { end: End::Won { .. }, .. }));
        assert_eq!(sum(TieBreak::Wins), Fraction::whole(won.count() as i64));
    }
}

/// Who leaves keeps his results, and so do his opponents; in a round robin he is struck if he has played less
/// than half.
#[test]
fn leavers_stay_or_are_struck() {
    let text = "
        1 anna beat bert
        1 carl beat dora
        2 bert beat carl
        2 anna beat dora
        3 carl beat anna";
    let names = words("anna bert carl dora");
    let leaver = |name: &str, from_round| [Leaver { entrant: entrant(name), from_round }];
    let found = |leavers: &[Leaver], round_robin, round| {
        let scoring = Scoring { round_robin, ..scoring(&[]) };
        let all = standings(&entries(&names), leavers, &lines(text), &scoring, round);
        all.iter().map(|it| format!("{} {}", it.entrant, it.score)).collect::<Vec<_>>().join(", ")
    };
    let all = "anna 4, carl 4, bert 2, dora 0";
    assert_eq!(found(&leaver("dora", 3), None, 3), all, "a Swiss strikes nobody");
    assert_eq!(found(&leaver("dora", 3), Some(false), 3), all, "two of three are half and more");
    assert_eq!(found(&leaver("dora", 2), Some(false), 3), "anna 2, bert 2, carl 2", "one of three is less");
    assert_eq!(found(&leaver("dora", 4), Some(true), 3), all, "not before he leaves");
    assert_eq!(found(&leaver("dora", 3), Some(true), 3), "anna 2, bert 2, carl 2", "two of six");
    let scoring = Scoring { round_robin: None, ..scoring(&[]) };
    let swiss = standings(&entries(&names), &leaver("dora", 3), &lines(text), &scoring, 3);
    assert_eq!(swiss.iter().map(|it| it.has_left).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(swiss.iter().map(|it| it.played).collect::<Vec<_>>(), [3, 3, 2, 2]);
}

/// Killerardvark/CryodexSource#43: a game that nobody played had to be entered as something else.
/// unitedworldwrestling/ arena-public#256 and thewca/wca-regulations#997: a correction rebuilt the bracket.
/// Here it changes the scores alone.
#[test]
fn a_match_that_nobody_played_is_no_match() {
    let names = "anna bert";
    assert_eq!(
        table(names, "1 anna absent-with bert", &[TieBreak::Buchholz], 1),
        ["1 anna 0 0", "1 bert 0 0"]
    );
    assert_eq!(table(names, "1 anna annulled-with bert", &[TieBreak::Wins], 1), ["1 anna 0 0", "1 bert 0 0"]);
}

#[test]
fn whoever_a_result_moves_has_an_interest_in_it() {
    let names = "anna bert carl dora";
    let with = |result: &str| {
        let text = format!("1 anna {result} bert\n1 carl beat dora");
        standings(&entries(&words(names)), &[], &lines(&text), &scoring(&[]), 1)
    };
    let tables = [with("beat"), with("drew")];
    assert_eq!(moved(&tables), words("anna bert dora").into_iter().collect());
    assert_eq!(moved(&tables[..1]), BTreeSet::new());
}

#[test]
fn the_crosstable_has_every_round() {
    let lines = lines("1 anna beat bert\n1 carl bye\n2 carl drew anna");
    let standings = standings(&entries(&words("anna bert carl")), &[], &lines, &scoring(&[]), 2);
    let table = crosstable(&standings, &lines, &Points::default(), 2);
    let words: Vec<&str> = table.rows.iter().map(|it| it.standing.entrant.word()).collect();
    assert_eq!(words, ["anna", "carl", "bert"]);
    let [anna, carl, bert] = &table.rows[..] else { panic!("three rows") };
    let cell = |round: &[Cell]| match round {
        [] => String::new(),
        [Cell::Board { line, seat, points, .. }] => format!("{}{} {points}", line.unwrap(), seat.word()),
        [Cell::Bye { points, .. }] => format!("bye {points}"),
        _ => panic!("more than one"),
    };
    let cells = |row: &Row| row.rounds.iter().map(|it| cell(it)).collect::<Vec<_>>();
    assert_eq!(cells(anna), ["3first 2", "2second 1"]);
    assert_eq!(cells(carl), ["bye 2", "1first 1"]);
    assert_eq!(cells(bert), ["1second 0", ""]);
}

#[test]
fn the_ladder_moves_round_by_round() {
    let entries: Vec<(Entrant, u32)> = words("A B C D E").into_iter().zip([1, 1, 1, 1, 2]).collect();
    let lines = lines("1 B beat A\n1 D forfeits-to C\n2 B drew C\n2 E beat A");
    let leavers = [Leaver { entrant: entrant("C"), from_round: 3 }];
    let ladder = |after_tie: AfterTie| {
        let after_tie = move |_: &Line| after_tie;
        let climb = Climb { entries: &entries, leavers: &leavers, lines: &lines, after_tie: &after_tie };
        let after = |round| {
            let rungs = climb.after(round);
            rungs.iter().map(|it| format!("{}{:+}", it.entrant, it.climbed)).collect::<Vec<_>>().join(" ")
        };
        (after(1), after(2), climb.before(3))
    };
    let (first, second, third) = ladder(AfterTie::Nobody);
    assert_eq!(first, "B+1 C+1 A-2 D+0");
    assert_eq!(second, "B+0 C+0 E+2 D+0 A-2");
    assert_eq!(third, words("B E D A"));
    assert_eq!(ladder(AfterTie::Seat(Seat::Second)).1, "C+1 E+3 B-2 D+0 A-2");
}
