//! Panels: who sits on them, what nobody sees too early, and what follows from their votes.

use league::acts::{self, Added, Desk as Organiser, Played, Wish};
use league::book::{Book, Fact};
use sealord::dice::Seed;
use sealord::digest::Digest;
use sealord::entry::Kind;
use sealord::journal::Journal;
use sealord::matches::{MatchFault, body_salt};
use tournament::Entrant;

use super::tamper::forged;
use super::{Club, HEAD};
use crate::cli::site::{every_link_leads_somewhere, files};
use crate::cli::support::NOW;

/// A club of four in whose first round board 1 was played and is not over; Emil does not play.
pub fn unfinished() -> Club {
    let text = format!("{HEAD}    format: swiss\n    rounds: 1\n    panel: {{within: 5d}}\n");
    let club =
        Club::of(&text.replace("  dora: {name: Dora}\n", "  dora: {name: Dora}\n  emil: {name: Emil}\n"));
    club.ok("enter", &["anna", "bert", "carl", "dora"]);
    club.round();
    club.fight("1/1");
    club
}

/// The two who sit at a board.
pub fn at_board(club: &Club, number: usize) -> [String; 2] {
    let book = club.book();
    let paired = book.iter().find(|it| it["body"]["fact"] == "paired").expect("a pairing");
    let board = &paired["body"]["boards"][number - 1];
    ["first", "second"].map(|seat| board[seat].as_str().expect("a word").to_owned())
}

/// A panel of three: two by lot, and Emil.
fn with_panel(club: &Club) -> [String; 3] {
    club.ok("panel", &["1/1", "--member", "emil", "--reason", "all others play the round"]);
    let [one, other] = at_board(club, 2);
    [one, other, "emil".to_owned()]
}

/// What the site says of panels: their page, and that of the round.
fn site(club: &Club) -> String {
    club.desk.ok(&["site", "club", "-o", "site"]);
    every_link_leads_somewhere(&files(&club.desk.path("site")));
    let page = |name: &str| String::from_utf8(club.desk.read(name)).expect("text");
    page("site/league/panels.html") + &page("site/league/autumn/round-1.html")
}

#[test]
fn a_match_that_is_not_over_is_judged_to_its_rated_result() {
    let club = unfinished();
    let early = club.no(1, "close", &[]);
    assert!(early.contains("goes to a panel: `sealord league panel CLUB autumn ROUND/BOARD`"), "{early}");
    let [player, _] = at_board(&club, 1);
    club.desk.write("says.txt", "I would have taken Crete.\n");
    club.ok("statement", &["1/1", &player, "says.txt"]);
    club.ok("statement", &["1/1", &player, "says.txt"]);
    let stranger = club.no(1, "statement", &["1/1", "emil", "says.txt"]);
    assert!(stranger.contains("`emil` does not sit at board 1"), "{stranger}");
    let text = String::from_utf8(club.desk.read("club/league/journal.jsonl")).unwrap();
    assert!(!text.contains("Crete") && text.matches("\"statement\"").count() == 1, "{text}");
    let drawn = club.ok("panel", &["1/1"]);
    let text = String::from_utf8(club.desk.read("club/league/journal.jsonl")).unwrap();
    assert!(text.contains("I would have taken Crete."), "{text}");
    club.desk.write("says.txt", "And Malta.\n");
    let late = club.no(1, "statement", &["1/1", &player, "says.txt"]);
    assert!(late.contains("the statements of board 1 are open already"), "{late}");
    assert!(drawn.contains("1 seat left") && drawn.contains("organiser presides"), "{drawn}");
    assert!(drawn.contains(&format!("  {player} plays there\n")), "{drawn}");
    let journal = String::from_utf8(club.desk.read("club/matches/autumn-1-1/journal.jsonl")).unwrap();
    assert!(journal.contains("stopped the match for a panel"), "{journal}");
    let entries = club.book().len();
    assert!(club.ok("panel", &["1/1"]).contains("its panel already"));
    assert_eq!(club.book().len(), entries);
    let members = with_panel(&club);
    club.desk.write("why.txt", "Malta is gone.\n\nNobody doubts it.\n");
    club.ok("vote", &["1/1", &members[0], "allies", "--reasons", "why.txt"]);
    let waits = club.no(4, "verdict", &["1/1"]);
    assert!(waits.contains(&members[1]) && waits.contains("emil"), "{waits}");
    club.ok("vote", &["1/1", &members[1], "axis"]);
    club.ok("vote", &["1/1", &members[1], "allies"]);
    club.ok("vote", &["1/1", "emil", "draw"]);
    let text = String::from_utf8(club.desk.read("club/league/journal.jsonl")).unwrap();
    assert!(!text.contains("Malta") && !text.contains("verdict"), "{text}");
    let status = club.desk.expect(4, &["league", "status", "club"]).out;
    assert!(status.contains("board 1/1: the verdict of its panel"), "{status}");
    let page = site(&club);
    assert!(
        page.contains("Before a panel")
            && page.contains("I would have taken Crete.")
            && !page.contains("Malta"),
        "{page}"
    );
    let found = club.desk.json(0, &["league", "verdict", "club", "autumn", "1/1"]);
    assert_eq!((found["finds"].as_str(), found["by"].as_str()), (Some("allies"), Some("majority")));
    assert_eq!(found["votes"], serde_json::json!({ "allies": 2, "draw": 1 }));
    let again = club.desk.json(0, &["league", "verdict", "club", "autumn", "1/1"]);
    assert_eq!((&again["hash"], &again["again"]), (&found["hash"], &serde_json::json!(true)));
    let page = site(&club);
    assert!(page.contains("Malta is gone.") && page.contains("Allies 2, draw 1"), "{page}");
    let late = club.no(1, "vote", &["1/1", "emil", "allies"]);
    assert!(late.contains("the votes of the panel are open already"), "{late}");
    let judged = format!("{}:{}", found["entry"], found["hash"].as_str().unwrap());
    let dir = "club/matches/autumn-1-1";
    assert!(found["command"].as_str().unwrap().contains(&format!("{dir} --award allies --panel {judged} ")));
    club.desk.ok(&[
        "end",
        dir,
        "--award",
        "allies",
        "--panel",
        &judged,
        "--reason",
        "the verdict of a panel",
    ]);
    let said = club.ok("result", &["1/1", "--pack", &club.pack("1/1")]);
    assert!(said.contains("won as the Allies (adjudicated), rated;"), "{said}");
    club.lost("1/2", &at_board(&club, 2)[0]);
    club.ok("close", &[]);
    let list = club.desk.ok(&["league", "ratings", "club", "--as-of", "1941-06-01"]);
    assert_eq!(list.matches("5100?").count(), 2, "{list}");
    let audit = club.desk.ok(&["league", "audit", "club", "--proofs"]);
    assert!(audit.contains("2 panels drawn as the lots fall"), "{audit}");
}

#[test]
fn nobody_plays_on_in_a_match_that_stopped_for_a_panel() {
    let club = unfinished();
    let dir = "club/matches/autumn-1-1";
    let open = club.desk.status(dir)["exchange"].as_u64().expect("a number");
    club.desk.write("orders.yaml", club.desk.read(format!("{dir}/forms/{open:03}-axis.yaml")));
    let receive = ["receive", dir, "orders.yaml", "--side", "axis"];
    club.desk.ok(&receive);
    club.ok("panel", &["1/1"]);
    let journal = || club.desk.read(format!("{dir}/journal.jsonl"));
    let before = journal();
    let none = "0".repeat(64);
    for refused in [
        &receive[..],
        &["resolve", dir, "--close"],
        &["commit", dir, "axis", &none],
        &["reveal", dir, "orders.yaml"],
    ] {
        let ran = club.desk.expect(1, refused);
        assert!(ran.err.contains("the match stands still: stopped the match for a panel"), "{}", ran.err);
        assert!(ran.err.contains("`sealord clock MATCH resume`"), "{}", ran.err);
    }
    assert_eq!(journal(), before);
    assert!(club.desk.ok(&["clock", dir, "resume"]).contains("the match goes on"));
    club.desk.ok(&receive);
    club.desk.ok(&["resolve", dir, "--close"]);
}

#[test]
fn a_result_that_is_not_the_panels_is_refused_with_both() {
    let club = unfinished();
    let dir = "club/matches/autumn-1-1";
    // Nobody has judged the other board, whatever its match says.
    club.fight("1/2");
    let none = format!("9:{}", "7".repeat(64));
    club.desk.ok(&["end", "club/matches/autumn-1-2", "--draw", "--panel", &none, "--reason", "so be it"]);
    let said = club.no(1, "result", &["1/2", "--pack", &club.pack("1/2")]);
    assert!(
        said.contains("by a verdict in entry 9, 7777") && said.contains("has no verdict of it"),
        "{said}"
    );
    let members = with_panel(&club);
    for member in &members {
        club.ok("vote", &["1/1", member, "axis"]);
    }
    let found = club.desk.json(0, &["league", "verdict", "club", "autumn", "1/1"]);
    let hash = found["hash"].as_str().unwrap();
    let forfeit = club.no(1, "result", &["1/1", "--forfeit", "axis", "--reason", "I say so"]);
    assert!(forfeit.contains("the panel of board 1 found `axis` in entry"), "{forfeit}");
    let copy = club.desk.path("copy");
    crate::cli::support::copy(&club.desk.path(dir), &copy);
    for (ending, wrong) in [
        (vec!["--award", "allies", "--panel"], format!("{}:{hash}", found["entry"])),
        (vec!["--award", "axis", "--panel"], none),
        (vec!["--concede", "axis"], String::new()),
    ] {
        std::fs::remove_dir_all(club.desk.path(dir)).unwrap();
        crate::cli::support::copy(&copy, &club.desk.path(dir));
        let more: &[&str] = if wrong.is_empty() { &[] } else { &[&wrong] };
        club.desk.ok(&[&["end", dir, "--reason", "so be it"], &ending[..], more].concat());
        _ = std::fs::remove_file(club.desk.path("autumn-1-1.zip"));
        let said = club.no(1, "result", &["1/1", "--pack", &club.pack("1/1")]);
        let due = format!("entry {}, {hash}", found["entry"]);
        assert!(said.contains(&due) && said.contains("the match of board 1 ended"), "{ending:?}: {said}");
    }
}

#[test]
fn a_board_at_which_nothing_was_played_is_for_no_panel() {
    let club = unfinished();
    let said = club.no(1, "panel", &["1/2"]);
    assert!(said.contains("there is nothing to judge") && said.contains("--forfeit SIDE"), "{said}");
    let text = "    format: swiss\n    rounds: 1\n";
    let club = Club::entered(text);
    club.ok("confirm", &["--all"]);
    club.ok("pair", &[]);
    let said = club.no(1, "panel", &["1/1"]);
    assert!(said.contains("nothing was played at board 1: a forfeit is what it needs"), "{said}");
    let none = club.no(1, "vote", &["1/1", "anna", "axis"]);
    assert!(none.contains("no panel was drawn for board 1"), "{none}");
}

/// Writes the book anew with one fact changed, past all that the program looks at.
fn forced(club: &Club, kind: &str, change: impl Fn(&mut serde_json::Value)) -> String {
    let mut entries = club.book();
    entries.remove(0);
    let other = tempfile::tempdir().unwrap();
    let seed = Seed::practice(7);
    let now = NOW;
    drop(Book::create(other.path(), "northern-waters", seed.clone(), now).unwrap());
    let mut journal = Journal::open(other.path().join("league")).unwrap();
    for (entry, number) in entries.into_iter().zip(2..) {
        let mut body = entry["body"].clone();
        if body["fact"] == kind {
            change(&mut body);
        }
        let round = entry["header"]["exchange"].as_u64().map(|round| round as u32);
        journal.append(Kind::Club, round, None, now, body, body_salt(&seed, number)).unwrap();
    }
    drop(journal);
    let ran = club.desk.run(&["league", "audit", other.path().to_str().unwrap()]);
    assert_eq!(ran.code, 5, "{kind}: {}{}", ran.out, ran.err);
    ran.err
}

#[test]
fn an_audit_names_a_panel_that_the_lots_did_not_draw_and_a_verdict_against_its_votes() {
    let club = unfinished();
    let members = with_panel(&club);
    for member in &members {
        club.ok("vote", &["1/1", member, "axis"]);
    }
    club.ok("verdict", &["1/1"]);
    let said = forged(&club, "panel", |fact| {
        let Fact::Panel { members, .. } = fact else { panic!("no panel") };
        members.swap(0, 1);
    });
    assert!(said.contains("the panel of board 1 is not the one that the lots draw"), "{said}");
    let said = forged(&club, "panel", |fact| {
        let Fact::Panel { members, named, .. } = fact else { panic!("no panel") };
        named.insert(members[0].clone(), "I know him".to_owned());
    });
    assert!(said.contains("the panel of board 1 is not the one that the lots draw"), "{said}");
    let said = forced(&club, "verdict", |body| body["finds"] = "allies".into());
    assert!(said.contains("from the votes of the panel follows `axis`, and not `allies`"), "{said}");
    let said = forced(&club, "verdict", |body| body["by"] = "chair".into());
    assert!(said.contains("from the votes of the panel follows"), "{said}");
    let [player, _] = at_board(&club, 1);
    let said = forced(&club, "panel", |body| body["members"][0] = player.clone().into());
    assert!(said.contains(&format!("`{player}` may not judge board 1")), "{said}");
    let said = forced(&club, "opened", |body| drop(body["files"].as_object_mut().unwrap().remove("emil")));
    assert!(said.contains("the vote of `emil` is left out"), "{said}");
    let said = forced(&club, "panel", |body| body["chair"] = player.clone().into());
    assert!(said.contains(&format!("`{player}` does not preside over this panel")), "{said}");
}

/// The settings of a club without matches, whose panels have so many seats.
fn settings(size: usize, more: &str) -> league::settings::LeagueSettings {
    let mut text = "club: many\norganiser: {name: Uma, address: uma@club.example}\nentrants:\n".to_owned();
    (0..8).for_each(|at| text += &format!("  e{at}: {{name: E{at}, address: e{at}@club.example}}\n"));
    text += &format!(
        "events:\n  autumn: {{system: s, scenario: x, rounds: 4, first: 2027-03-01, format: swiss, \
         round: {{length: 14d, confirm: 2d, adjudicate: 1d}}, panel: {{size: {size}, within: 5d{more}}}}}\n"
    );
    league::settings::read("league.yaml", text.as_bytes()).expect("good settings")
}

/// Begins a round in which board 1 is played, and does something.
fn at_desk<T>(size: usize, more: &str, act: impl FnOnce(&mut Organiser<'_>) -> T) -> T {
    let (now, settings) = ("2027-03-01T18:00:00Z", settings(size, more));
    let office = tempfile::tempdir().unwrap();
    let mut book = Book::create(office.path(), "many", Seed::practice(1), now).expect("a book");
    let who: Vec<Entrant> = settings.entrants.keys().cloned().collect();
    let mut desk = Organiser { book: &mut book, settings: &settings, now };
    let sides = ["allies", "axis"].map(str::to_owned).into();
    acts::open(&mut desk, "autumn", &Played { edition: 1, data: "d".to_owned(), sides }).expect("opened");
    acts::wish(&mut desk, "autumn", &who, &Wish::Enter).expect("entered");
    acts::wish(&mut desk, "autumn", &who, &Wish::Confirm(None)).expect("confirmed");
    let paired = acts::work_out(&desk, "autumn").expect("paired");
    acts::pair(&mut desk, "autumn", &paired, None).expect("written");
    acts::seat(&mut desk, "autumn", (1, 1)).expect("seated");
    acts::begun(&mut desk, "autumn", (1, 1), "autumn-1-1", Digest::of(b"match")).expect("begun");
    act(&mut desk)
}

/// The table of verdicts, through the book: the votes of the members, that of the chair, what is found.
#[test]
fn verdicts_follow_from_votes_and_chair() {
    for (votes, chair, expected) in [
        ("allies allies axis", "", "allies majority"),
        ("draw draw axis", "allies", "draw majority"),
        ("allies axis draw", "", "waits"),
        ("allies axis draw", "axis", "axis chair"),
        ("allies axis", "draw", "draw chair"),
        ("allies - -", "", "waits"),
        ("allies - -", "draw", "draw chair"),
        ("- - -", "axis", "axis chair"),
        ("axis axis -", "", "axis majority"),
    ] {
        let words: Vec<&str> = votes.split_whitespace().collect();
        let found = at_desk(words.len(), "", |desk| {
            let drawn = acts::draw_panel(desk, "autumn", (1, 1), &Added::default()).expect("a panel");
            assert_eq!((drawn.panel.members.len(), drawn.missing), (words.len(), 0));
            for (member, vote) in drawn.panel.members.iter().zip(&words).filter(|(_, vote)| **vote != "-") {
                acts::vote(desk, "autumn", (1, 1), (member, vote, "Because.")).expect("a vote");
            }
            desk.now = "2027-03-06T18:00:00Z";
            let first = acts::find(desk, "autumn", (1, 1));
            if !chair.is_empty() {
                let presides = drawn.panel.chair;
                match acts::vote(desk, "autumn", (1, 1), (&presides, chair, "")) {
                    Ok(_) => {}
                    Err(MatchFault::No { what, .. }) => assert!(first.is_ok(), "{what}"),
                    Err(fault) => panic!("{fault}"),
                }
                return acts::find(desk, "autumn", (1, 1));
            }
            first
        });
        let found = match found {
            Ok((found, ..)) => format!("{} {:?}", found.finds, found.by).to_lowercase(),
            Err(MatchFault::Waiting(_)) => "waits".to_owned(),
            Err(fault) => panic!("{votes} / {chair}: {fault}"),
        };
        assert_eq!(found, expected, "{votes} / {chair}");
    }
}

/// Before the time is over no vote can be left out, and after the opening none comes in.
#[test]
fn votes_are_opened_together_and_once() {
    at_desk(2, "", |desk| {
        let at = (1, 1);
        let drawn = acts::draw_panel(desk, "autumn", at, &Added::default()).expect("a panel");
        let [one, other] = drawn.panel.members.as_slice() else { panic!("{drawn:?}") };
        let first = acts::vote(desk, "autumn", at, (one, "allies", "x")).expect("a vote");
        let entries = desk.book.entries().len();
        assert_eq!(acts::vote(desk, "autumn", at, (one, "allies", "x")).expect("the same"), first);
        assert_eq!(desk.book.entries().len(), entries);
        for (who, what) in [(one, "ally"), (one, ""), (&Entrant::new("uma"), "axis")] {
            let said = acts::vote(desk, "autumn", at, (who, what, "")).expect_err("no vote").to_string();
            assert!(said.contains("no vote") || said.contains("does not sit on the panel"), "{said}");
        }
        let long = "x".repeat(league::ballot::LARGEST);
        acts::vote(desk, "autumn", at, (one, "allies", &long)).expect_err("too long");
        desk.now = "2027-03-06T17:59:59Z";
        assert!(matches!(acts::find(desk, "autumn", at), Err(MatchFault::Waiting(_))));
        acts::vote(desk, "autumn", at, (other, "axis", "y")).expect("a vote");
        assert!(matches!(acts::find(desk, "autumn", at), Err(MatchFault::Waiting(_))), "the chair");
        let late = acts::vote(desk, "autumn", at, (one, "axis", "")).expect_err("too late").to_string();
        assert!(late.contains("open already"), "{late}");
        acts::decline(desk, "autumn", at, one).expect_err("too late");
        acts::vote(desk, "autumn", at, (&drawn.panel.chair, "draw", "")).expect("the chair");
        assert_eq!(acts::find(desk, "autumn", at).expect("found").0.finds, "draw");
    });
}

/// Whoever declines makes room for the next, once in an event; votes that are in stay.
#[test]
fn a_seat_is_given_back_once_in_an_event() {
    at_desk(2, "", |desk| {
        let at = (1, 1);
        let drawn = acts::draw_panel(desk, "autumn", at, &Added::default()).expect("a panel");
        let [one, other] = drawn.panel.members.as_slice() else { panic!("{drawn:?}") };
        acts::vote(desk, "autumn", at, (other, "axis", "")).expect("a vote");
        let next = acts::decline(desk, "autumn", at, one).expect("declines").panel;
        assert!(next.members[0] == *other && !next.members.contains(one) && next.members.len() == 2);
        assert_eq!(next.silent(), [&next.members[1]]);
        let entries = desk.book.entries().len();
        acts::decline(desk, "autumn", at, one).expect("done already");
        assert_eq!(desk.book.entries().len(), entries);
        acts::vote(desk, "autumn", at, (one, "axis", "")).expect_err("no seat");
        let findings = league::audit::audit(
            desk.book.entries(),
            &league::audit::Beside {
                seed: &|event| desk.book.draw_seed(event),
                case: &|_| Ok(()),
                proofs: None,
            },
        );
        assert_eq!(findings.expect("holds").panels, 2);
    });
}

/// A chair who is an entrant has no vote of his own, and of his own match a deputy presides.
#[test]
fn the_chair_does_not_sit_on_the_panel() {
    for at in 0..8 {
        let chair = format!("e{at}");
        let drawn = at_desk(5, &format!(", chair: {chair}"), |desk| {
            let plays = desk.board("autumn", (1, 1)).expect("a board").has(&Entrant::new(&chair));
            (plays, acts::draw_panel(desk, "autumn", (1, 1), &Added::default()))
        });
        match drawn {
            (true, Err(fault)) => assert!(fault.to_string().contains("plays the match himself"), "{fault}"),
            (false, Ok(drawn)) => {
                assert_eq!(drawn.panel.chair.word(), chair);
                assert!(!drawn.panel.members.iter().any(|it| it.word() == chair), "{drawn:?}");
            }
            (plays, drawn) => panic!("{chair} {plays} {drawn:?}"),
        }
    }
}
