//! What the pages show for one game works in all four: by mail, from the hand, and as a proof.

use std::path::Path;

use super::page;
use super::typed::{block, inline, works};

/// A game as the page on mail lists it: how it begins, and its sides.
struct Game {
    /// The line that begins the match.
    begin: String,
    /// The match's word.
    word: String,
    /// The sides that want a player.
    sides: Vec<String>,
}

/// The rows of the table of games.
fn games() -> Vec<Game> {
    let page = page("docs/by-mail.md");
    let (_, section) = page.split_once("\n## The other games\n").expect("no list of games");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.contains("`sealord new "));
    let game = |row: &str| {
        let mut code = row.split('`').skip(1).step_by(2).map(str::to_owned);
        let begin = code.next().unwrap();
        let word = begin.split_once("club/").unwrap().1.split(' ').next().unwrap().to_owned();
        Game { begin, word, sides: code.collect() }
    };
    rows.map(game).collect()
}

/// Settings as the tour has them, with the players of a game.
fn settings(game: &Game) -> String {
    let page = page("docs/by-mail.md");
    let (_, block) = page.split_once("<!-- tour: club/office.yaml -->\n```yaml\n").unwrap();
    let head = block.split("matches:\n").next().unwrap();
    let player = |side: &String| format!("      {side}: {{name: Anna, address: {side}@players.example}}\n");
    let players: String = game.sides.iter().map(player).collect();
    format!("{head}matches:\n  - folder: {}\n    players:\n{players}", game.word)
}

/// What the tour types to send the form of a side as it came, as its last word.
fn letter(game: &Game, side: &str, exchange: u32) -> String {
    let word = &game.word;
    format!(
        "{{ echo 'From: Anna <{side}@players.example>'; echo 'To: office@club.example'
  echo 'Subject: Re: [sealord {word}/{side}]'; echo 'Message-ID: <{side}-{exchange}@players.example>'
  echo 'Content-Type: text/plain; charset=utf-8'; echo
  grep -h -m 1 '^code: ' club/out/{word}.{side}.{exchange}.report*.eml
  sed 's/^# final: true/final: true/' club/{word}/forms/{exchange:03}-{side}.yaml
}} > club/in/new/{side}-{exchange}"
    )
}

/// Some exchanges by mail: what the tour types, with the game's own line and sides.
#[test]
fn every_game_begins_and_goes_on_by_mail_as_the_page_says() {
    let games = games();
    assert!(games.len() >= 5, "the page lists {} ways to begin", games.len());
    for game in games {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        works(
            folder,
            &format!("mkdir -m 700 club && mkdir -p club/in/new club/in/cur club/in/tmp && {}", game.begin),
        );
        std::fs::write(folder.join("club/office.yaml"), settings(&game)).unwrap();
        let findings = works(folder, "sealord doctor club");
        assert!(!findings.contains("WRONG"), "{}: {findings}", game.word);
        works(folder, "sealord fetch club");
        for exchange in 1..=3 {
            let form =
                |side: &str| folder.join(format!("club/{}/forms/{exchange:03}-{side}.yaml", game.word));
            let asked: Vec<&String> = game.sides.iter().filter(|side| is_asked(&form(side))).collect();
            assert!(!asked.is_empty(), "nobody is asked in exchange {exchange} of {}", game.word);
            let letters: Vec<String> = asked.iter().map(|side| letter(&game, side, exchange)).collect();
            works(folder, &letters.join("\n"));
            let account = works(folder, "sealord fetch club");
            let good = format!("{} accepted, 0 refused, 0 skipped; 1 exchange closed", asked.len());
            assert!(account.contains(&good), "{}, exchange {exchange}: {account}", game.word);
        }
        let audit = works(folder, &format!("sealord audit club/{}", game.word));
        assert!(audit.contains("3 exchanges"), "{audit}");
    }
}

/// Whether a form asks anything.
fn is_asked(form: &Path) -> bool {
    std::fs::read_to_string(form).is_ok_and(|form| form.lines().any(|line| line == "answers:"))
}

/// The chapters for players and umpires, with another game's line and side.
#[test]
fn the_doors_work_in_every_game() {
    for game in games() {
        let folder = tempfile::tempdir().unwrap();
        let (umpire, player) = (folder.path().join("umpire"), folder.path().join("player"));
        for path in [&umpire, &player] {
            std::fs::create_dir(path).unwrap();
        }
        let begin = game.begin.replace(&format!("club/{}", game.word), "spring-match");
        works(&umpire, &begin);
        let asks = |side: &&String| is_asked(&umpire.join(format!("spring-match/forms/001-{side}.yaml")));
        let side = game.sides.iter().find(asks).unwrap();
        let packet = format!("spring-match/packets/001-{side}.json");
        std::fs::copy(umpire.join(packet), player.join("packet.json")).unwrap();
        for line in block("Ten minutes for a player") {
            works(&player, &line);
        }
        works(&player, &inline("sealord schema packet.json"));
        std::fs::copy(player.join("orders.yaml.sealed"), umpire.join("axis-orders.yaml.sealed")).unwrap();
        let lines = block("Ten minutes for an umpire");
        let receive = lines.iter().find(|line| line.starts_with("sealord receive ")).unwrap();
        works(&umpire, &receive.replace("--side axis", &format!("--side {side}")));
        works(&umpire, "sealord status spring-match");
        works(&umpire, "sealord resolve spring-match --exchange 1 --close");
        works(&umpire, "sealord audit spring-match");
    }
}

/// A match that is over is packed, checked and its result printed, in every game; then by hand.
#[test]
fn every_game_is_proven_as_the_page_says() {
    let page = page("docs/proof.md");
    let (_, by_hand) = page.split_once("\n## By hand\n").unwrap();
    let by_hand = by_hand.split("\n## ").next().unwrap();
    let shown = words_of_64(by_hand).next().expect("a hash that the page shows").to_owned();
    for game in [
        "seas-of-thunder raider-warfare",
        "admirals-war midway",
        "war-at-sea mediterranean-1943",
        "schiffskrieg 24",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        works(folder, &format!("sealord play {game} --seed 1 --out spring-match"));
        works(folder, "sealord prove spring-match -o pack.zip");
        works(folder, "sealord audit pack.zip");
        let result = works(folder, "sealord result pack.zip");
        assert!(result.contains("\nwinner: "), "{result}");
        works(folder, "mkdir pack && cd pack && python3 -m zipfile -e ../pack.zip .");
        let steps = by_hand.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let kept = kept_hash(&folder.join("spring-match/reports"));
        for step in steps {
            let told = works(&folder.join("pack"), &step.replace(&shown, &kept));
            assert!(!told.contains("WRONG"), "{game}: {told}");
        }
    }
}

/// The words that are hashes.
fn words_of_64(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 64 && word.chars().all(|c| c.is_ascii_hexdigit()))
}

/// The head that the newest report quotes.
fn kept_hash(reports: &Path) -> String {
    let texts = std::fs::read_dir(reports).unwrap().map(|entry| entry.unwrap().path());
    let newest = texts.filter(|path| path.extension().is_some_and(|end| end == "txt")).max().unwrap();
    let text = std::fs::read_to_string(newest).unwrap();
    let line = text.lines().position(|line| line.contains("Journal head")).expect("the report quotes a head");
    let rest: Vec<&str> = text.lines().skip(line).take(2).collect();
    words_of_64(&rest.join(" ")).next().expect("a hash").to_owned()
}
