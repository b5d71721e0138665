//! Clubs whose next round another program pairs (`pair_by_others.py`).

use std::path::Path;

use league::acts::{self, Desk as Organiser, Played, Wish};
use league::book::Book;
use sealord::dice::Seed;
use sealord::digest::Digest;
use tournament::Entrant;

use super::inside::proved;
use crate::cli::support::Luck;

const NOW: &str = "2027-02-01T18:00:00Z";

/// Writes the book of a club with an event of chance under way: entrants, pairs who never meet, byes,
/// leavers, and some rounds with results. The next round is confirmed, and waits to be paired.
pub fn chance_club(office: &Path, seed: u64) {
    let mut luck = Luck::new(seed + 1);
    let many = 4 + luck.below(12);
    let forbid: Vec<String> = (0..luck.below(3))
        .map(|_| luck.below(many))
        .map(|one| format!("[e{one}, e{}]", (one + 1) % many))
        .collect();
    let mut text = "club: chance\norganiser: {name: Uma, address: uma@club.example}\nentrants:\n".to_owned();
    (0..many).for_each(|at| text += &format!("  e{at}: {{name: E{at}}}\n"));
    text += &format!(
        "events:\n  autumn: {{system: s, scenario: x, rounds: 9, first: 2027-03-01, format: swiss, sides: {{by: alternate}}, \
         forbid: [{}], round: {{length: 14d, confirm: 2d, adjudicate: 1d}}}}\n",
        forbid.join(", ")
    );
    std::fs::write(office.join("league.yaml"), &text).expect("written");
    let settings = league::settings::read("league.yaml", text.as_bytes()).expect("good settings");
    let mut book = Book::create(office, "chance", Seed::practice(seed), NOW).expect("a book");
    let mut desk = Organiser { book: &mut book, settings: &settings, now: NOW };
    let sides = ["allies", "axis"].map(str::to_owned).into();
    acts::open(&mut desk, "autumn", &Played { edition: 1, data: "d".to_owned(), sides }).expect("opened");
    let mut playing: Vec<Entrant> = settings.entrants.keys().cloned().collect();
    acts::wish(&mut desk, "autumn", &playing, &Wish::Enter).expect("entered");
    let rounds = 1 + luck.below(4.min(many / 2));
    for round in 1..=rounds as u32 {
        let away = luck.below(3 * playing.len());
        let here: Vec<Entrant> =
            playing.iter().enumerate().filter(|(at, _)| *at != away).map(|(_, it)| it.clone()).collect();
        acts::wish(&mut desk, "autumn", &here, &Wish::Confirm(None)).expect("confirmed");
        if away < playing.len() {
            acts::wish(&mut desk, "autumn", &playing[away..=away], &Wish::Bye).expect("asked");
        }
        let paired = acts::work_out(&desk, "autumn").expect("paired");
        acts::pair(&mut desk, "autumn", &paired, None).expect("written");
        for board in 1..=paired.pairing.seating.boards.len() as u32 {
            play(&mut desk, (round, board), &mut luck);
        }
        if playing.len() > 4 && luck.below(4) == 0 {
            let gone = playing.remove(luck.below(playing.len()));
            acts::wish(&mut desk, "autumn", &[gone], &Wish::Leave(None)).expect("left");
        }
        acts::close(&mut desk, "autumn").expect("closed");
    }
    acts::wish(&mut desk, "autumn", &playing, &Wish::Confirm(None)).expect("confirmed");
}

/// A board is played, with one of both as its winner or a draw.
fn play(desk: &mut Organiser<'_>, at: (u32, u32), luck: &mut Luck) {
    acts::seat(desk, "autumn", at).expect("seated");
    let word = acts::match_word("autumn", at.0, at.1);
    let genesis = Digest::of(word.as_bytes());
    acts::begun(desk, "autumn", at, &word, genesis).expect("begun");
    let winner = [Some("allies"), Some("axis"), None][luck.below(3)].map(str::to_owned);
    let proved = proved(&word, genesis, winner);
    acts::take_proof(desk, "autumn", at, &proved, None).expect("taken");
}

/// Under `SEALORD_CHANCE_CLUBS=FOLDER` two hundred are left in a folder for other programs.
#[test]
fn clubs_of_chance_hold_and_can_be_paired() {
    let folder = std::env::var_os("SEALORD_CHANCE_CLUBS");
    let temp = tempfile::tempdir().expect("a folder");
    let root = folder.as_ref().map_or(temp.path(), Path::new);
    let desk = crate::cli::support::Desk::new();
    for seed in 0..if folder.is_some() { 200 } else { 3 } {
        let club = root.join(format!("club-{seed}"));
        std::fs::create_dir_all(&club).expect("a folder");
        chance_club(&club, seed);
        if folder.is_none() {
            let club = club.to_str().expect("text");
            desk.ok(&["league", "audit", club]);
            desk.ok(&["league", "pair", club, "autumn", "--dry-run"]);
        }
    }
}
