//! A match that is not over, judged by mail.

use super::{League, line};
use crate::desk::club::{Sent, keys, one, words};

/// A league in whose first round board 1 was played and is not over.
fn unfinished() -> League {
    let mut league = League::entered();
    league.club.sealord(&["league", "confirm", ".", "autumn", "--all"]);
    league.uma("pair autumn");
    league.uma("seats autumn");
    league.uma("begin autumn");
    league.club.fetch();
    // Whatever both sides are asked, the defaults answer at the deadline.
    for day in ["2026-12-08", "2026-12-16", "2026-12-24", "2027-01-01"] {
        league.club.now = format!("{day}T12:00:00Z");
        league.club.fetch();
    }
    league
}

/// Who sits on the panel, by the mails that went out.
fn members(sent: &[Sent]) -> Vec<String> {
    super::PLAYERS
        .iter()
        .filter(|who| sent.iter().any(|it| it.key.contains(&format!("league.{who}."))))
        .map(|who| (*who).to_owned())
        .collect()
}

/// How many mails of the league went out, those of matches aside.
fn of_the_league(sent: &[Sent]) -> usize {
    sent.iter().filter(|it| it.key.contains("league.")).count()
}

#[test]
fn a_panel_is_drawn_votes_and_finds_by_mail() {
    let mut league = unfinished();
    let sent = league.uma("panel autumn 1/1");
    let answer = words(&one(&sent, "league.desk.").text);
    assert!(answer.contains("organiser presides"), "{answer}");
    assert!(league.club.journal("matches/autumn-1-1").contains("stopped the match for a panel"));
    let members = members(&sent);
    assert_eq!((members.len(), league.count("panel")), (2, 1), "{:?}", keys(&sent));
    let again = league.uma("panel autumn 1/1");
    assert_eq!((of_the_league(&again), league.count("panel")), (1, 1), "{:?}", keys(&again));
    let mut votes = Vec::new();
    for who in &members {
        let asked = one(&sent, &format!("league.{who}."));
        assert!(words(&asked.text).contains("you say how it would have ended"), "{}", asked.text);
        votes.push((who.clone(), super::code_line(asked), line(asked, "vote autumn 1/1 allies")));
    }
    // Anybody may sit there who has his code word, and nobody else.
    for (who, code, vote) in &votes {
        league.write(who, vote);
        assert!(league.count("ballot") <= votes.len());
        let early = league.uma("verdict autumn 1/1");
        assert!(words(&one(&early, "league.desk.").text).contains("for the votes of"), "{}", early[0].text);
        let answer = league.proved(who, code, &format!("{vote}\nMalta is gone."));
        assert!(
            words(&answer.text).contains("your vote on board 1/1 of autumn is in: allies"),
            "{}",
            answer.text
        );
        league.proved(who, code, "vote allies\nMalta is gone.");
    }
    assert_eq!(league.count("ballot"), 2, "the same vote is kept once");
    let book = std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    assert!(!book.contains("Malta"));
    let sent = league.uma("verdict autumn 1/1");
    assert_eq!((of_the_league(&sent), league.count("verdict")), (3, 1), "{:?}", keys(&sent));
    for mail in sent.iter().filter(|it| it.key.contains("league.")) {
        let text = words(&mail.text);
        assert!(text.contains("allies (more than half of the votes are for it)"), "{text}");
        assert!(text.contains("Malta is gone."), "{text}");
    }
    // The match has ended as they found, its players read that, and the book has its result.
    let desk = one(&sent, "league.desk.");
    assert!(words(&desk.text).contains("the match autumn-1-1 has ended so"), "{}", desk.text);
    let journal = league.club.journal("matches/autumn-1-1");
    assert_eq!(journal.matches("\"awarded\":\"allies\"").count(), 1);
    let next = league.club.fetch();
    let ends: Vec<&Sent> = next.iter().filter(|it| it.key.starts_with("autumn-1-1.")).collect();
    let is_awarded = |it: &&Sent| words(&it.text).contains("a panel awarded it to the Allies");
    assert_eq!(ends.iter().filter(|it| is_awarded(it)).count(), 2, "{:?}", keys(&next));
    assert_eq!(league.count("result"), 1);
    let again = league.uma("verdict autumn 1/1");
    assert_eq!((of_the_league(&again), league.count("verdict")), (1, 1), "{:?}", keys(&again));
    assert_eq!(league.club.journal("matches/autumn-1-1"), journal);
    let late = league.proved(&votes[0].0, &votes[0].1, "vote autumn 1/1 axis\nAfter all.");
    assert!(words(&late.text).contains("board 1 has its result"), "{}", late.text);
    league.club.sealord(&["league", "audit", "."]);
}

#[test]
fn the_desk_names_a_member_for_a_seat_that_the_lots_leave() {
    let mut league = unfinished();
    let path = league.club.path("league.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    let dora = "  dora: {name: Dora, address: dora@example.org}\n";
    std::fs::write(
        &path,
        text.replace(dora, &format!("{dora}  emil: {{name: Emil, address: emil@example.org}}\n")),
    )
    .unwrap();
    let drawn = league.uma("panel autumn 1/1");
    let answer = words(&one(&drawn, "league.desk.").text);
    assert!(answer.contains("1 seat left: write `panel autumn 1/1 ENTRANT`"), "{answer}");
    for (line, wanted) in [
        ("panel autumn 1/1 emil", "the book needs a reason"),
        ("panel autumn 1/1 emill\nAll others play.", "did you mean `emil`?"),
        ("panel autumn 1/1 anna\nShe knows.", "anna plays there"),
    ] {
        let sent = league.uma(line);
        let answer = words(&one(&sent, "league.desk.").text);
        assert!(answer.contains(wanted) && league.count("panel") == 1, "{line}: {answer}");
    }
    for _ in 0..2 {
        let sent = league.uma("panel autumn 1/1 emil\nAll others play.");
        let answer = words(&one(&sent, "league.desk.").text);
        assert!(answer.contains("bert, dora and emil") && !answer.contains("seat left"), "{answer}");
        assert_eq!(league.count("panel"), 2);
    }
    let book = std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    assert!(book.contains("\"named\":{\"emil\":\"All others play.\"}"), "{book}");
    league.club.sealord(&["league", "audit", "."]);
}

#[test]
fn a_member_declines_by_mail_and_has_no_vote_then() {
    let mut league = unfinished();
    let sent = league.uma("panel autumn 1/1");
    let who = members(&sent).remove(0);
    let code = super::code_line(one(&sent, &format!("league.{who}.")));
    for _ in 0..2 {
        let answer = league.proved(&who, &code, "decline");
        assert!(words(&answer.text).contains("you judge board 1/1 of autumn no more"), "{}", answer.text);
    }
    assert_eq!((league.count("declined"), league.count("panel")), (1, 2));
    let answer = league.proved(&who, &code, "vote allies");
    assert!(words(&answer.text).contains("does not sit on the panel"), "{}", answer.text);
    let code = league.code("anna");
    let answer = league.proved("anna", &code, "vote britain");
    assert!(words(&answer.text).contains("nothing was done"), "{}", answer.text);
}

#[test]
fn statements_are_sealed_until_the_panel_is_drawn_and_its_members_read_them() {
    let mut league = unfinished();
    for who in super::PLAYERS {
        let code = league.code(who);
        let text = format!("statement\n{who} would have taken Crete.");
        for _ in 0..2 {
            let answer = league.proved(who, &code, &text);
            assert!(words(&answer.text).contains("your statement on board 1/"), "{}", answer.text);
        }
        let none = league.proved(who, &code, "statement spring\nI would have taken it.");
        assert!(words(&none.text).contains("no event `spring` is open"), "{}", none.text);
    }
    assert_eq!(league.count("ballot"), 4);
    let book = |league: &League| std::fs::read_to_string(league.club.path("league/journal.jsonl")).unwrap();
    assert!(!book(&league).contains("Crete"));
    let sent = league.uma("panel autumn 1/1");
    for who in members(&sent) {
        let text = words(&one(&sent, &format!("league.{who}.")).text);
        assert_eq!(text.matches("would have taken Crete.").count(), 2, "{text}");
        assert!(!text.contains(&format!("{who} would have taken")), "his own is of another board: {text}");
    }
    assert_eq!(book(&league).matches("would have taken Crete.").count(), 2);
}

#[test]
fn both_players_are_asked_for_a_statement_before_the_round_ends() {
    let mut league = unfinished();
    // The round ends on 6 March, and statements are asked for three days before.
    let mut asked = Vec::new();
    for day in ["01-20", "02-10", "03-01", "03-03", "03-04", "03-05", "03-06", "03-07"] {
        league.club.now = format!("2027-{day}T12:00:00Z");
        let sent = league.club.fetch();
        let mails = sent.iter().filter(|it| it.key.contains("statement-autumn-1-1"));
        asked.extend(mails.map(|mail| (day, words(&mail.text))));
    }
    let [(one, text), (other, _)] = asked.as_slice() else { panic!("each once: {asked:?}") };
    assert_eq!((*one, *other), ("03-04", "03-04"));
    assert!(text.contains("a panel judges how it would have ended"), "{text}");
}

/// Where a pair plays two matches, each has its own statement and its own clock.
#[test]
fn both_matches_of_a_pair_are_reached_by_mail() {
    let text = super::LEAGUE
        .replace("format: swiss", "format: knockout\n    games: 2")
        .replace("{by: sealed-bid, within: 5d}", "{by: lot}\n    clock: {bank: 45d, on_empty: report}");
    let mut league = League::of(&text).with_all();
    league.club.sealord(&["league", "confirm", ".", "autumn", "anna", "bert"]);
    for act in ["pair autumn", "seats autumn", "begin autumn"] {
        league.uma(act);
    }
    league.club.fetch();
    let code = league.code("anna");
    let asked = league.proved("anna", &code, "statement\nThe convoys are through.");
    let said = words(&asked.text);
    assert!(said.contains("statement autumn 1/1") && said.contains("statement autumn 1/2"), "{said}");
    let taken = league.proved("anna", &code, "statement autumn 1/2\nThe convoys are through.");
    assert!(words(&taken.text).contains("your statement on board 1/2 of autumn is in"), "{}", taken.text);
    let clocks = words(&league.proved("anna", &code, "clock").text);
    assert!(clocks.contains("autumn 1/1: ") && clocks.contains("autumn 1/2: "), "{clocks}");
}
