use super::question::hulls;
use super::said::Said;
use crate::board::SectorId;
use crate::item::Item;
use crate::key::What;
use crate::sides::{IJN, USN};
use crate::state::{Place, War};
use crate::{Ask, WarAtSea};
use engine::draft::parse;
use engine::question::OpenQuestion;
use engine::rulebook::{Choices, Rulebook, load};
use engine::staff::StaffOfficer;
use engine::system::{Rules, open};
use engine::table::judge;
use tactical::report::{Ended, Fate, Flown, Report, Stood};
use tactical::{Dossier, End};

/// A battle with a carrier, a ship that was hurt, aircraft from afar, a land base, troops aboard, and a
/// submarine against them.
const DOSSIER: &str = r#"{
    "battle": "t2/sector-18/1", "controller": "ijn", "edges": {"ijn": "A", "usn": "K"}, "deploys_first": "usn",
    "time": "DDDDDDDNN",
    "sides": {
        "ijn": {
            "ships": [{"unit": "kongo-1001", "card": "kongo", "damage": 1}, {"unit": "akagi-1002", "card": "akagi"}],
            "aircraft": [{"unit": "a6m2-zeke-1003", "card": "a6m2-zeke", "base": "akagi-1002"},
                {"unit": "g4m-betty-1004", "card": "g4m-betty", "base": "sector-25", "distance": 1, "markers": 2}],
            "ashore": [{"unit": "light-shore-battery-1005", "card": "light-shore-battery"},
                {"unit": "infantry-company-1006", "card": "infantry-company", "aboard": "kongo-1001"}]
        },
        "usn": {"submarines": [{"unit": "uss-barb-ss-220-2001", "card": "uss-barb-ss-220"}]}
    }
}"#;

struct Room {
    system: WarAtSea,
    war: War,
    dossier: Dossier,
}

impl Room {
    fn new() -> Room {
        let options = ["battles=tabletop".to_owned()];
        let choices = Choices::parse(&options, crate::options::OPTIONS).expect("options");
        let system: WarAtSea = load(&WarAtSea::built_in(), Some("pacific-1942"), &choices).expect("rules");
        let dossier: Dossier = serde_json::from_str(DOSSIER).expect("a dossier");
        let mut war = War { turn: 2, ..system.opening() };
        for end in [End::A, End::K] {
            let force = dossier.force(end);
            let mut units: Vec<(&str, &str)> =
                hulls(force).map(|hull| (hull.unit.as_str(), hull.card.as_str())).collect();
            units.extend(force.aircraft.iter().map(|plane| (plane.unit.as_str(), plane.card.as_str())));
            units.sort_by_key(|(unit, _)| unit.rsplit_once('-').map(|(_, serial)| serial.to_owned()));
            for (unit, card) in units {
                let card = system.cards.by_id(card).unwrap_or_else(|| panic!("no card {card}"));
                system.add(&mut war, dossier.side(end), card, Place::Sector(SectorId(17)), None);
                let last = war.ids().last().expect("a unit");
                assert_eq!(system.unit_word(&war, last), unit);
            }
        }
        war.units[0].damage = 1;
        Room { system, war, dossier }
    }

    fn ask(&self, what: What, before: Option<&Said>) -> Ask {
        self.system.asked_of_the_table(&self.war, (SectorId(17), 1), &self.dossier, (IJN, what), before)
    }

    fn open(&self, ask: &Ask) -> OpenQuestion {
        open::<_, Item, Item>(&self.system, &self.war, ask)
    }

    fn said(&self, words: &[(&str, &str)]) -> Result<Said, String> {
        let words: Vec<(String, String)> =
            words.iter().map(|(who, what)| ((*who).to_owned(), (*what).to_owned())).collect();
        self.system.said_in_words(&self.war, &self.ask(What::Result, None), &words)
    }

    fn report(&self, words: &[(&str, &str)]) -> Report {
        self.system.report_of(&self.war, &self.dossier, &self.said(words).expect("a result"))
    }
}

/// Everything in a result that cannot have been, worked out from the result and not from the question (battle
/// plans 2.2).
fn impossible(room: &Room, report: &Report) -> Vec<String> {
    let Room { dossier, .. } = room;
    let mut faults = Vec::new();
    if report.ended == Ended::LastTurn && report.turns_played != dossier.turns() {
        faults.push("fewer turns".to_owned());
    }
    let left = |turn: u8| turn < dossier.retreat_from || turn > report.turns_played;
    faults.extend(
        report.units.iter().filter(|it| it.turn.is_some_and(left)).map(|it| format!("{} left", it.unit)),
    );
    let fate = |word: &str| report.units.iter().find(|it| it.unit == word).map(|it| it.fate);
    let air = |word: &str| report.aircraft.iter().find(|it| it.unit == word).map(|it| it.fate);
    let night = (1..=report.turns_played).any(|turn| dossier.time.is_night(turn));
    let carrier = fate("akagi-1002") == Some(Fate::Sunk);
    if air("a6m2-zeke-1003") == Some(Flown::Lost) && !night && !carrier {
        faults.push("nothing shot it down".to_owned());
    }
    if air("g4m-betty-1004") == Some(Flown::Lost) && !night {
        faults.push("nothing shot it down either".to_owned());
    }
    if air("a6m2-zeke-1003") == Some(Flown::Home) && carrier {
        faults.push("it had no deck".to_owned());
    }
    let base = |word: &str| report.bases.iter().find(|it| it.unit == word).expect("a base");
    let troops = base("infantry-company-1006");
    if troops.fate == Stood::Standing && !troops.ashore && fate("kongo-1001") == Some(Fate::Sunk) {
        faults.push("they swam".to_owned());
    }
    let afloat = |word: &str| fate(word) == Some(Fate::Afloat);
    let stands = base("light-shore-battery-1005").fate == Stood::Standing;
    let comes = air("g4m-betty-1004") == Some(Flown::Home);
    let japan = afloat("kongo-1001") || afloat("akagi-1002") || stands || comes;
    if report.ended == Ended::OneSideGone && japan && afloat("uss-barb-ss-220-2001") {
        faults.push("both are there".to_owned());
    }
    faults
}

#[test]
fn a_unit_has_one_word_and_is_found_by_no_other() {
    let Room { system, war, .. } = Room::new();
    for unit in war.ids() {
        let word = system.unit_word(&war, unit);
        assert_eq!(system.unit_of_word(&war, &word), Some(unit));
        let (card, serial) = word.rsplit_once('-').expect("a serial number");
        for other in [
            format!("{card}-0{serial}"),
            format!("{card}-+{serial}"),
            format!("{card}-{serial}0"),
            card.to_owned(),
        ] {
            assert_eq!(system.unit_of_word(&war, &other), None, "{other}");
        }
    }
}

#[test]
fn what_the_question_allows_can_have_been() {
    let room = Room::new();
    let ask = room.ask(What::Result, None);
    let question = room.open(&ask);
    let (mut results, mut gone) = (0, 0);
    for seed in 0..400 {
        let picks = StaffOfficer::new(seed, 70).answer(&question).expect("a legal answer");
        let Some(said) = Said::read(&ask, &ask.read(&picks)) else { continue };
        let report = room.system.report_of(&room.war, &room.dossier, &said);
        assert_eq!(impossible(&room, &report), [""; 0], "seed {seed}: {report:?}");
        results += 1;
        gone += usize::from(report.ended == Ended::OneSideGone);
    }
    assert!(results > 200 && gone > 20, "{results} results, {gone} with one side gone");
}

#[test]
fn what_cannot_have_been_is_refused_with_a_reason() {
    let room = Room::new();
    let last = ("ended", "last-turn");
    for (words, why) in [
        (vec![("akagi-1002", "sunk"), ("a6m2-zeke-1003", "stranded")], "says how the battle ended"),
        (vec![last, ("turns-played", "6")], "had all 9 turns"),
        (
            vec![("ended", "one-side-gone"), ("akagi-1002", "sunk"), ("a6m2-zeke-1003", "lost")],
            "ends early only",
        ),
        (
            vec![("ended", "agreed"), ("turns-played", "6"), ("kongo-1001", "left-7-1")],
            "turns that were played",
        ),
        (
            vec![("ended", "agreed"), ("turns-played", "6"), ("g4m-betty-1004", "lost")],
            "at night from turn 8 on",
        ),
        (vec![last, ("akagi-1002", "sunk")], "come home only"),
        (vec![last, ("kongo-1001", "sunk")], "go down with their ship"),
        (vec![last, ("kongo-1001", "left-5-1")], "impossible"),
        (vec![last, ("kongo-1001", "afloat-0")], "impossible"),
        (vec![last, ("kongo-1001", "afloat-5")], "impossible"),
        (vec![last, ("yamato-1009", "sunk")], "takes no part"),
        (vec![], "does not say how"),
    ] {
        let refused = room.said(&words).expect_err("an impossible result");
        assert!(refused.contains(why), "{words:?}: {refused}");
    }
}

/// The words of a refusal name what is wrong, and every way to mend it.
#[test]
fn a_refusal_says_what_would_mend_it() {
    let room = Room::new();
    let question = room.open(&room.ask(What::Result, None));
    let text = "answers:\n  t2/sector-18/1/result/ijn: {ended: one-side-gone, turns-played: 5, kongo-1001: left-6-1}\n";
    let draft = parse("orders.yaml", text.as_bytes()).expect("a file");
    let problems = judge::answer(&question, &draft.answers[0]).expect_err("a refusal");
    assert_eq!(problems.len(), 1, "{problems:?}");
    let mend = problems[0].mend.clone().expect("a remedy");
    let japan = "sunk for akagi-1002 and light-shore-battery-1005 and lost or stranded for g4m-betty-1004, or sunk, left-6-0,";
    assert!(mend.starts_with("choose something else for ended, or ") && mend.contains(japan), "{mend}");
    assert!(mend.ends_with("for uss-barb-ss-220-2001"), "{mend}");
}

#[test]
fn points_and_winner_follow_from_what_was_said() {
    let room = Room::new();
    let report = room.report(&[
        ("ended", "one-side-gone"),
        ("turns-played", "6"),
        ("uss-barb-ss-220-2001", "sunk"),
        ("akagi-1002", "sunk"),
        ("a6m2-zeke-1003", "lost"),
        ("infantry-company-1006", "ashore-0"),
    ]);
    let cost = |id: &str| u32::from(room.system.cards[room.system.cards.by_id(id).unwrap()].cost);
    let points = [cost("uss-barb-ss-220"), cost("akagi") + cost("a6m2-zeke")];
    assert_eq!(room.system.judged(&room.dossier, &report), (Some(IJN), points));
    // Ground units alone hold nothing: then the points decide.
    let report = room.report(&[
        ("ended", "last-turn"),
        ("kongo-1001", "left-9-1"),
        ("akagi-1002", "left-9-0"),
        ("light-shore-battery-1005", "sunk"),
        ("infantry-company-1006", "ashore-0"),
    ]);
    assert_eq!(room.system.judged(&room.dossier, &report).0, Some(USN));
}

#[test]
fn differences_are_named_and_nothing_else() {
    let room = Room::new();
    let one = room.said(&[("ended", "last-turn"), ("kongo-1001", "afloat-2")]).unwrap();
    let other = room.said(&[("ended", "last-turn"), ("kongo-1001", "left-7-1")]).unwrap();
    let lines = room.system.differences(&room.war, [IJN, USN], [&one, &other]);
    let said = "Kongo (1001). Japanese Navy: afloat, 2 hull points lost; United States Navy: left on turn 7, 1 hull point \
                lost.";
    assert_eq!(lines, [said]);
    assert_eq!(room.system.differences(&room.war, [IJN, USN], [&one, &one]), [""; 0]);
    // Asked again, a side finds what it said, and can no longer say nothing.
    let again = room.open(&room.ask(What::Again, Some(&one)));
    let silent = |at: usize| &again.options[usize::from(again.subjects[at].default.unwrap())].id;
    assert_eq!([silent(0), silent(2)], ["last-turn", "afloat-2"]);
    assert!(!again.options.iter().any(|option| option.id == "no-result"));
}
