//! Pages of a league on a club's site: what they hold, what they do not, and that nothing is written twice.

use std::path::{Path, PathBuf};
use std::time::Instant;

use league::acts::{self, Desk as Organiser, Played, Wish};
use league::book::Book;
use league::pages::Pages;
use sealord::dice::Seed;
use sealord::digest::Digest;
use sealord::kit::Kit;
use sealord::site;
use tournament::Entrant;

use super::inside::proved;
use super::{Club, HEAD};
use crate::cli::site::{every_link_leads_somewhere, files, is_page, well_formed};
use crate::cli::support::Desk;

/// The site of the season under `examples/northern-waters`.
fn example() -> Desk {
    let desk = Desk::new();
    let club = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/northern-waters/club");
    let said = desk.ok(&["site", club.to_str().expect("a plain path"), "-o", "site"]);
    assert!(said.starts_with("0 matches"), "{said}");
    desk
}

/// A page of a site as text.
fn page(desk: &Desk, name: &str) -> String {
    String::from_utf8(desk.read(format!("site/{name}"))).expect("text")
}

/// The names of all files of a site.
fn names(desk: &Desk) -> Vec<String> {
    let root = desk.path("site");
    let name = |path: PathBuf| path.strip_prefix(&root).expect("below the site").display().to_string();
    files(&root).into_keys().map(name).collect()
}

/// A text without its markup, words one blank apart.
fn words(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_season_has_its_pages_and_every_link_leads_somewhere() {
    let desk = example();
    let all = files(&desk.path("site"));
    every_link_leads_somewhere(&all);
    for name in [
        "index.html",
        "league/index.html",
        "league/feed.xml",
        "league/league.json",
        "league/luck.html",
        "league/results.jsonl",
        "league/journal.jsonl",
        "league/autumn/index.html",
        "league/autumn/round-1.html",
        "league/autumn/round-2.html",
        "league/autumn/round-3.html",
        "league/ratings/seas-of-thunder.html",
        "league/ratings/anna.html",
        "league/ratings/hanna.html",
    ] {
        assert!(all.contains_key(&desk.path("site").join(name)), "{name}");
    }
    for (path, (bytes, _)) in all.iter().filter(|(path, _)| path.extension().is_none_or(|it| it != "zip")) {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("<script") && !text.contains("club.example"), "{}", path.display());
    }
    let index = page(&desk, "index.html");
    assert!(index.contains("<h1>northern-waters</h1>") && index.contains("league/index.html"), "{index}");
    assert!(page(&desk, "league/autumn/index.html").contains(">hanna</a>"), "the word of one without a name");
}

/// What pages say is what the commands print.
#[test]
fn tables_are_those_of_the_commands() {
    let desk = example();
    let club = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/northern-waters/club");
    let club = club.to_str().expect("a plain path");
    let shown = words(&page(&desk, "league/autumn/index.html"));
    for verb in ["standings", "crosstable"] {
        let table = desk.ok(&["league", verb, club, "autumn"]);
        for line in table.lines().skip(1).filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(shown.contains(&line), "{line}: {shown}");
        }
    }
    let ratings = words(&page(&desk, "league/ratings/seas-of-thunder.html"));
    let list = desk.ok(&["league", "ratings", club, "--as-of", "2027-12-31"]);
    for line in list.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let rating = line.split_whitespace().nth(2).expect("a rating");
        assert!(ratings.contains(rating), "{rating}: {ratings}");
    }
    let steps = page(&desk, "league/ratings/anna.html");
    assert!(steps.contains("<svg class=\"growth\"") && steps.contains("curve level"), "{steps}");
    let round = words(&page(&desk, "league/autumn/round-1.html"));
    for what in ["Scores", "No rule gave way", "Bids", "by forfeit", "The reason:", "Proof of autumn-1-2"] {
        assert!(round.contains(what), "{what}: {round}");
    }
    let results = page(&desk, "league/results.jsonl");
    let export = desk.ok(&["league", "export", club, "autumn", "--jsonl"]);
    let [mut shown, mut due]: [Vec<&str>; 2] = [&results, &export].map(|text| text.lines().collect());
    shown.sort_unstable();
    due.sort_unstable();
    assert_eq!(shown, due);
    let json: serde_json::Value = serde_json::from_str(&page(&desk, "league/league.json")).expect("JSON");
    assert_eq!(json["events"][0]["standings"].as_array().map(Vec::len), Some(8));
    // The site itself is a folder that anybody can audit.
    let audit = desk.ok(&["league", "audit", "site", "--proofs"]);
    assert!(audit.contains("9 results played again"), "{audit}");
}

#[test]
fn the_feed_of_a_league_is_well_formed() {
    let feed = page(&example(), "league/feed.xml");
    well_formed(&feed);
    for what in ["round 1 is paired", "result of board 3/1", "round 3 is over"] {
        assert!(feed.contains(what), "{what}: {feed}");
    }
}

/// A club whose words from outside are as bad as they can be.
fn hostile() -> Club {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("club")).expect("a folder");
    let bad = HEAD
        .replace("{name: Anna}", r#"{name: "<b>&\"Anna'</title><script>alert(1)</script>"}"#)
        .replace("{name: Bert}", r#"{name: "]]><!-- {{ 7 * 7 }} {% raw %}"}"#)
        .replace("{name: Carl}", "{name: null}");
    desk.write("club/league.yaml", format!("{bad}    format: swiss\n    rounds: 1\n"));
    desk.ok(&["league", "new", "club", "--seed", "7"]);
    desk.ok(&["league", "open", "club", "autumn"]);
    let club = Club { desk };
    club.ok("enter", &["anna", "bert", "carl", "dora"]);
    club
}

#[test]
fn names_and_reasons_from_outside_are_words_and_no_more() {
    let club = hostile();
    club.ok("confirm", &["anna", "bert"]);
    club.ok("leave", &["carl", "--reason", "<img src=x onerror=alert(2)>"]);
    club.ok("pair", &[]);
    let reason = "</p><script src=//evil.example></script>\u{202e}&amp; {{ 7 * 7 }}";
    club.ok("result", &["1/1", "--double-forfeit", "--reason", reason]);
    let entry = club.book().len().to_string();
    club.ok("result", &["1/1", "--annul", "--correct", &entry, "--reason", "<style>*{display:none}</style>"]);
    club.desk.ok(&["site", "club", "-o", "site", "--name", "<i>\"Sea\"</i>"]);
    let all = files(&club.desk.path("site"));
    every_link_leads_somewhere(&all);
    let is_shown = |path: &Path| is_page(path) || path.extension().is_some_and(|it| it == "xml");
    for (path, (bytes, _)) in all.iter().filter(|(path, _)| is_shown(path)) {
        let text = String::from_utf8_lossy(bytes);
        for bad in ["<script", "<img", "<b>", "<i>", "<!--", "]]>", "<style>*", "\u{202e}", " 49 "] {
            assert!(!text.contains(bad), "{}: {bad}", path.display());
        }
    }
    well_formed(&page(&club.desk, "league/feed.xml"));
    let round = page(&club.desk, "league/autumn/round-1.html");
    assert!(round.contains("&lt;b&gt;&amp;") && round.contains("{{ 7 * 7 }}"), "{round}");
    assert!(page(&club.desk, "league/ratings/carl.html").contains("<h1>carl</h1>"));
}

#[test]
fn what_has_not_moved_on_is_left_alone() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    let site = ["site", "club", "-o", "site"];
    let said = club.desk.ok(&site);
    assert!(said.starts_with("2 matches, 2 of them changed"), "{said}");
    let before = files(&club.desk.path("site"));
    let said = club.desk.ok(&site);
    assert!(said.starts_with("2 matches, 0 of them changed; 0 files written"), "{said}");
    assert_eq!(files(&club.desk.path("site")), before);
    club.ok("result", &["1/1", "--annul", "--reason", "begun by mistake"]);
    club.desk.ok(&site);
    let after = files(&club.desk.path("site"));
    let root = club.desk.path("site");
    let changed: Vec<String> = after
        .iter()
        .filter(|(path, file)| before.get(*path) != Some(file))
        .map(|(path, _)| path.strip_prefix(&root).expect("below the site").display().to_string())
        .collect();
    let due = [
        "league/autumn/index.html",
        "league/autumn/round-1.html",
        "league/feed.xml",
        "league/head.json",
        "league/index.html",
        "league/journal.jsonl",
        "league/league.json",
        "league/results.jsonl",
        "site.json",
    ];
    assert_eq!(changed, due);
    // A page that somebody took away comes back.
    std::fs::remove_file(root.join("league/ratings/anna.html")).expect("removes");
    club.desk.ok(&site);
    assert!(root.join("league/ratings/anna.html").is_file());
}

#[test]
fn of_a_board_under_way_there_is_its_match_page_and_no_more() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n    sides: {by: sealed-bid}\n");
    club.ok("confirm", &["anna", "bert"]);
    club.ok("pair", &[]);
    club.ok("bid", &["1/1", "anna", "allies", "2.5"]);
    // What lies beside the book is not handed out for that.
    std::fs::create_dir_all(club.desk.path("club/league/proofs")).expect("a folder");
    club.desk.write("club/league/proofs/autumn-1-1.zip", "packed too early");
    club.desk.ok(&["site", "club", "-o", "site"]);
    let round = page(&club.desk, "league/autumn/round-1.html");
    let (_, shown) = round.split_once("<main>").expect("what is shown");
    assert!(!shown.contains("2.5") && shown.contains("not decided"), "a bid that is not opened: {round}");
    club.ok("bid", &["1/1", "bert", "allies", "1"]);
    club.ok("seats", &[]);
    club.ok("begin", &[]);
    club.desk.ok(&["site", "club", "-o", "site"]);
    let round = page(&club.desk, "league/autumn/round-1.html");
    assert!(words(&round).contains("Anna: 2.5 for the Allies"), "{round}");
    assert!(round.contains("href=\"../../autumn-1-1/index.html\"") && round.contains("none yet"), "{round}");
    let all = names(&club.desk);
    assert!(all.iter().all(|name| !name.contains("proofs/") && !name.contains("secret")), "{all:?}");
    every_link_leads_somewhere(&files(&club.desk.path("site")));
}

#[test]
fn a_board_that_is_over_leads_to_its_match_and_its_proof() {
    let club = Club::entered("    format: ladder\n    rounds: 1\n");
    let paired = club.round();
    assert!(paired.contains("board 1"), "{paired}");
    club.lost("1/1", "anna");
    club.desk.ok(&["site", "club", "-o", "site"]);
    let round = page(&club.desk, "league/autumn/round-1.html");
    assert!(
        round.contains("../proofs/autumn-1-1.zip") && round.contains("../../autumn-1-1/index.html"),
        "{round}"
    );
    let ladder = words(&page(&club.desk, "league/autumn/index.html"));
    assert!(ladder.contains("1 Bert up 1 2 Anna down 1"), "{ladder}");
    // A result that is taken back takes its proof and its list along.
    let entry = club.book().len().to_string();
    club.ok("result", &["1/1", "--annul", "--correct", &entry, "--reason", "played on the wrong map"]);
    club.desk.ok(&["site", "club", "-o", "site"]);
    let all = names(&club.desk);
    assert!(
        all.iter().all(|name| !name.contains("proofs/") && !name.ends_with("admirals-war.html")),
        "{all:?}"
    );
    let round = words(&page(&club.desk, "league/autumn/round-1.html"));
    assert!(round.contains("annulled") && round.contains("corrected: played on the wrong map"), "{round}");
    every_link_leads_somewhere(&files(&club.desk.path("site")));
}

#[test]
fn words_that_would_name_the_same_page_are_kept_apart() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("club")).expect("a folder");
    let text = HEAD.replace("  anna:", "  admirals-war:").replace("  autumn:", "  ratings:");
    desk.write("club/league.yaml", format!("{text}    format: swiss\n    rounds: 1\n"));
    let ratings = |verb: &str, more: &[&str]| desk.ok(&[&["league", verb, "club", "ratings"], more].concat());
    desk.ok(&["league", "new", "club", "--seed", "7"]);
    ratings("open", &[]);
    ratings("enter", &["admirals-war", "bert"]);
    ratings("confirm", &["--all"]);
    ratings("pair", &[]);
    desk.ok(&["site", "club", "-o", "site"]);
    let all = names(&desk);
    assert!(all.contains(&"league/event-ratings/round-1.html".to_owned()), "{all:?}");
    every_link_leads_somewhere(&files(&desk.path("site")));
}

#[test]
fn a_book_that_does_not_hold_is_named_and_the_matches_are_shown() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    club.desk.ok(&["site", "club", "-o", "site"]);
    let before = page(&club.desk, "league/index.html");
    let book = String::from_utf8(club.desk.read("club/league/journal.jsonl")).expect("text");
    club.desk.write("club/league/journal.jsonl", book.replacen("\"carl\"", "\"karl\"", 1));
    let ran = club.desk.expect(3, &["site", "club", "-o", "site"]);
    assert!(ran.err.contains("not shown: league/index.html: "), "{}", ran.err);
    assert_eq!(page(&club.desk, "league/index.html"), before);
    club.desk.write("club/league/journal.jsonl", book);
    club.desk.ok(&["site", "club", "-o", "site"]);
}

/// Addresses stand in `office.yaml` and `league.yaml`, and on no page.
#[cfg(feature = "mail")]
#[test]
fn of_an_office_both_matches_and_league_are_shown_without_addresses() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    club.round();
    let office = "name: Our office\naddress: office@club.example\n\
        umpire: {name: Uma, address: uma@club.example}\n\
        mail: {in: {maildir: {path: in}}, out: {folder: {path: out}}}\nmatches:\n\
        \x20 - folder: matches/autumn-1-1\n    players:\n\
        \x20     axis: {name: Anna, address: anna@players.example}\n\
        \x20     allies: {name: Bert, address: bert@players.example}\n";
    club.desk.write("club/office.yaml", office);
    let said = club.desk.ok(&["site", "club", "-o", "site"]);
    assert!(said.starts_with("1 match, 1 of them changed"), "{said}");
    let all = files(&club.desk.path("site"));
    every_link_leads_somewhere(&all);
    for (path, (bytes, _)) in &all {
        assert!(!String::from_utf8_lossy(bytes).contains(".example"), "{}", path.display());
    }
    let round = page(&club.desk, "league/autumn/round-1.html");
    assert!(round.contains("../../autumn-1-1/index.html") && !round.contains("../../autumn-1-2"), "{round}");
    assert!(page(&club.desk, "index.html").contains("<a href=\"league/index.html\">League</a>"));
}

#[test]
fn a_site_shows_one_league() {
    let club = Club::entered("    format: swiss\n    rounds: 1\n");
    crate::cli::support::copy(&club.desk.path("club"), &club.desk.path("other"));
    let ran = club.desk.expect(2, &["site", "club", "other", "-o", "site"]);
    assert!(ran.err.contains("a site shows one"), "{}", ran.err);
}

/// The events of the club whose pages are measured.
const EVENTS: usize = 50;
/// Their entrants.
const ENTRANTS: usize = 8;

/// Writes the book of a club with many events, each in its first round.
fn many_events(office: &Path) {
    let now = "2027-02-01T18:00:00Z";
    let mut text = "club: many\norganiser: {name: Uma, address: uma@club.example}\nentrants:\n".to_owned();
    (0..ENTRANTS).for_each(|at| text += &format!("  e{at}: {{name: E{at}}}\n"));
    text += "events:\n";
    for at in 0..EVENTS {
        text += &format!(
            "  event-{at}: {{system: s, scenario: x, rounds: 4, first: 2027-03-01, format: swiss, \
             round: {{length: 14d, confirm: 2d, adjudicate: 1d}}}}\n"
        );
    }
    let settings = league::settings::read("league.yaml", text.as_bytes()).expect("good settings");
    let mut book = Book::create(office, "many", Seed::practice(1), now).expect("a book");
    let who: Vec<Entrant> = settings.entrants.keys().cloned().collect();
    let mut desk = Organiser { book: &mut book, settings: &settings, now };
    let sides = ["allies", "axis"].map(str::to_owned).into();
    let played = Played { edition: 1, data: "d".to_owned(), sides };
    for event in settings.events.keys() {
        acts::open(&mut desk, event, &played).expect("opened");
        acts::wish(&mut desk, event, &who, &Wish::Enter).expect("entered");
        acts::wish(&mut desk, event, &who, &Wish::Confirm(None)).expect("confirmed");
        let paired = acts::work_out(&desk, event).expect("paired");
        acts::pair(&mut desk, event, &paired, None).expect("written");
        acts::seat(&mut desk, event, (1, 1)).expect("seated");
        let (word, genesis) = (acts::match_word(event, 1, 1), Digest::of(event.as_bytes()));
        acts::begun(&mut desk, event, (1, 1), &word, genesis).expect("begun");
        acts::take_proof(&mut desk, event, (1, 1), &proved(&word, genesis, Some("allies".to_owned())), None)
            .expect("taken");
    }
}

/// With nothing new pages of 50 events are looked at in 100 ms, even unoptimised: no page is made.
#[test]
fn fifty_events_with_nothing_new_take_no_time() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("club")).expect("a folder");
    many_events(&desk.path("club"));
    let kit = Kit::new(sealord::rules::systems(), None, None, None).expect("a kit");
    let club = site::Club { name: "Many".to_owned(), ..site::Club::default() };
    let pages = Pages::of(&desk.path("club"));
    let write = || site::write(&kit, &club, Some(&pages), &desk.path("site")).expect("written");
    let first = write();
    assert!(first.written > 2 * EVENTS && first.unreadable.is_empty(), "{first:?}");
    every_link_leads_somewhere(&files(&desk.path("site")));
    // The quickest of some: others use the machine, too.
    let time = |_| {
        let begun = Instant::now();
        assert_eq!(write().written, 0);
        begun.elapsed()
    };
    let quickest = (0..5).map(time).min().expect("five");
    assert!(quickest.as_millis() < 100, "{quickest:?}");
    println!("{EVENTS} events, {} files: nothing new in {quickest:?}", first.written);
}
