//! A club without the command line: acts are called, so that thousands of trials take seconds.

use std::path::Path;

use league::acts::{self, Desk as Organiser, Played, Wish};
use league::audit::{Beside, Findings, audit};
use league::book::{Book, How};
use league::proof::Proved;
use league::settings::{self, LeagueSettings};
use sealord::dice::Seed;
use sealord::digest::Digest;
use sealord::matches::MatchFault;
use tournament::Entrant;

use crate::cli::support::Desk;

/// When the club begins, everybody enters and the first round is paired.
pub const BEGIN: &str = "2027-02-01T18:00:00Z";

/// A club in a temporary folder, under `club`, whose one event `autumn` is open.
pub struct Inside {
    pub desk: Desk,
    pub settings: LeagueSettings,
}

impl Inside {
    /// A club of these players, whose event has these members beside the usual ones. All have entered, in
    /// this order.
    pub fn new(players: &[&str], members: &str) -> Inside {
        let desk = Desk::new();
        std::fs::create_dir(desk.path("club")).expect("a folder");
        let mut text =
            "club: inside\norganiser: {name: Uma, address: uma@club.example}\nentrants:\n".to_owned();
        for who in players {
            text += &format!("  {who}: {{name: {}, address: {who}@example.org}}\n", who.to_uppercase());
        }
        text += &format!(
            "events:\n  autumn: {{system: s, scenario: x, first: 2027-03-01, \
             round: {{length: 14d, confirm: 28d, adjudicate: 1d}}, {members}}}\n"
        );
        let settings = settings::read("league.yaml", text.as_bytes()).expect("good settings");
        desk.write("club/league.yaml", text);
        let inside = Inside { desk, settings };
        drop(Book::create(&inside.office(), "inside", Seed::practice(1), BEGIN).expect("a book"));
        let sides = ["axis", "allies"].map(str::to_owned).into();
        let played = Played { edition: 1, data: "d".to_owned(), sides };
        let who: Vec<Entrant> = players.iter().map(|who| Entrant::new(who)).collect();
        inside
            .at(BEGIN, |desk| {
                acts::open(desk, "autumn", &played)?;
                acts::wish(desk, "autumn", &who, &Wish::Enter).map(drop)
            })
            .expect("opened");
        inside
    }

    /// The folder of the club.
    pub fn office(&self) -> std::path::PathBuf {
        self.desk.path("club")
    }

    /// Does something with the book at a time.
    pub fn at<T>(
        &self,
        now: &str,
        act: impl FnOnce(&mut Organiser<'_>) -> Result<T, MatchFault>,
    ) -> Result<T, MatchFault> {
        let mut book = Book::open(&self.office())?;
        act(&mut Organiser { book: &mut book, settings: &self.settings, now })
    }

    /// Confirms everybody who can play and pairs the round; gives the boards.
    #[track_caller]
    pub fn pair(&self) -> Vec<(String, String)> {
        let paired = self.at(BEGIN, |desk| {
            let event = desk.event("autumn")?;
            let round = event.next_unpaired().map(|round| round.number).unwrap_or_default();
            let who: Vec<Entrant> = event.playing(round).cloned().collect();
            acts::wish(desk, "autumn", &who, &Wish::Confirm(None))?;
            let paired = acts::work_out(desk, "autumn")?;
            acts::pair(desk, "autumn", &paired, None)?;
            Ok(desk.event("autumn")?.round(paired.round).expect("paired").boards.clone())
        });
        let boards = paired.expect("paired").into_iter();
        boards.map(|it| (it.first.word().to_owned(), it.second.word().to_owned())).collect()
    }

    /// The audit of the book by the club's own seed.
    pub fn audit(&self) -> Result<Findings, MatchFault> {
        let book = Book::read(&self.office())?;
        audit(
            book.entries(),
            &Beside { seed: &|event| book.draw_seed(event), case: &|_| Ok(()), proofs: None },
        )
    }

    /// The newest entries of the book, as JSON.
    pub fn facts(&self) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(self.office().join("league/journal.jsonl")).expect("a book");
        let fact =
            |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("an entry")["body"].take();
        text.lines().map(fact).collect()
    }

    /// Begins the match of a board and hands in a proof of it in which this player won, or nobody.
    #[track_caller]
    pub fn won(&self, at: (u32, u32), winner: Option<&str>) {
        self.at(BEGIN, |desk| {
            let word = acts::match_word("autumn", at.0, at.1);
            let genesis = Digest::of(word.as_bytes());
            acts::begun(desk, "autumn", at, &word, genesis)?;
            let board = desk.board("autumn", at)?.clone();
            let side =
                |who: &str| board.seats.iter().find(|(_, it)| it.word() == who).expect("sits").0.clone();
            let winner = winner.map(side);
            acts::take_proof(desk, "autumn", at, &proved(&word, genesis, winner), None).map(drop)
        })
        .expect("a result");
    }
}

/// The proof of a match that a side won by ten points, or nobody.
pub fn proved(match_id: &str, genesis: Digest, winner: Option<String>) -> Proved {
    let points = |side: &str| if winner.as_deref() == Some(side) { 40 } else { 30 };
    Proved {
        match_id: match_id.to_owned(),
        genesis,
        system: "s".to_owned(),
        edition: 1,
        data: "d".to_owned(),
        scenario: "x".to_owned(),
        keys: Default::default(),
        unrated: None,
        points: ["allies", "axis"].map(|side| (side.to_owned(), points(side))).into(),
        winner,
        how: How::Played,
        panel: None,
        exchanges: 1,
        by_points: true,
        ended: "2027-03-10T20:00:00Z".to_owned(),
        hash: genesis,
        out_of_time: None,
        times: Default::default(),
        all_sent: true,
        proof: genesis,
    }
}

/// What a refusal says, in one line.
#[track_caller]
pub fn refused<T>(done: Result<T, MatchFault>) -> String {
    match done {
        Ok(_) => panic!("it was not refused"),
        Err(fault) => fault.to_string(),
    }
}

/// Copies the files of a club into a folder that may hold some.
pub fn restore(from: &Path, to: &Path) {
    for name in ["league/journal.jsonl", "league/head.json"] {
        std::fs::copy(from.join(name), to.join(name)).expect("copies");
    }
}
