//! What holds of Trident only: what becomes of its secrets, its parties, and how its reports read.

use sealord::system::{Rules, Views};
use std::collections::BTreeSet;

use sealord::driver::{Checkpoint, Progress, advance};
use sealord::party::Party;
use sealord::report::{Format, Templates, render};
use sealord::system::{Chapter, News};
use sealord::table::book::BookOf;
use serde_json::Value;

use crate::laws::play::{Log, Moment, boldness, draft_of, entry, host, officers, orders, play};
use crate::laws::systems::Lawful;
use crate::trident::event::Event;
use crate::trident::{AMBER, CORAL, PARTIES, SIDES, Trident};
use sealord::matches::Submission;

/// What a party sees of a moment.
fn view(moment: &Moment<Trident>, party: Party) -> Value {
    let told: Vec<_> = moment.progress.played.iter().map(|step| (&step.at, step.fresh())).collect();
    let story: Vec<Chapter<Trident>> = told.iter().map(|(at, sections)| Chapter { at, sections }).collect();
    serde_json::to_value(Trident::system().view(&moment.progress.present, party, News::of(&story))).unwrap()
}

/// What was told since the moment before.
fn events(moment: &Moment<Trident>) -> Vec<Event> {
    let sections = moment.progress.played.iter().flat_map(|step| step.fresh());
    sections.flat_map(|section| section.events().cloned().collect::<Vec<_>>()).collect()
}

/// The kinds of the lines that a view tells.
fn kinds(view: &Value) -> BTreeSet<String> {
    let chapters = view["story"].as_array().unwrap().iter();
    let lines = chapters.flat_map(|chapter| chapter["lines"].as_array().unwrap());
    lines.map(|line| line["kind"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_who_finds_learns_of_it_and_only_who_fights_of_a_fight() {
    let (mut found, mut apart) = (0, 0);
    for seed in 7000..7010 {
        play::<Trident>(seed, boldness(seed), |_, moment| {
            let events = events(moment);
            for &party in PARTIES {
                let kinds = kinds(&view(moment, party));
                let side = party.side();
                let finds = |event: &Event| matches!(event, Event::Searched { by, found, .. } if *by == side && !found.is_empty());
                assert_eq!(kinds.contains("found"), events.iter().any(finds), "{party}: {kinds:?}");
                found += usize::from(kinds.contains("found"));
                let of = |ship| Trident::system().ships[ship].side();
                let fights = events.iter().filter_map(|event| match event {
                    Event::Fired { ship, target, .. } => Some([of(*ship), of(*target)].contains(&side)),
                    _ => None,
                });
                let fights: Vec<bool> = fights.collect();
                assert_eq!(kinds.contains("fired"), fights.contains(&true), "{party}: {kinds:?}");
                apart += usize::from(!fights.is_empty() && !fights.contains(&true));
            }
        });
    }
    assert!(found > 50 && apart > 10, "{found} finds, {apart} fights of others");
}

#[test]
fn parties_of_a_side_see_alike_and_command_apart() {
    let mut asked = BTreeSet::new();
    play::<Trident>(7100, 60, |_, moment| {
        let views = [PARTIES[2], PARTIES[3]].map(|party| {
            let mut view = view(moment, party);
            assert_eq!(view["side"].take(), party.id());
            view
        });
        assert_eq!(views[0], views[1]);
        for waiting in moment.progress.waiting.iter().filter(|it| it.question.kind != "scout") {
            for subject in &waiting.question.subjects {
                let ship = Trident::system().ships.by_id(&subject.id).unwrap();
                assert_eq!(Trident::system().ships[ship].party, waiting.party);
            }
            asked.insert(waiting.party);
        }
    });
    assert_eq!(asked.into_iter().collect::<Vec<_>>(), PARTIES);
}

/// Plays on with what stands in a book.
fn run(from: &Checkpoint<Trident>, book: &BookOf<Trident>) -> Progress<Trident> {
    let mut log = Log::new(7200, PARTIES);
    (1..4).for_each(|exchange| log.give(exchange, PARTIES[0], draft_of("nothing", Vec::new())));
    advance(Trident::system(), from, book, &log.ring).unwrap()
}

#[test]
fn aircraft_may_be_sent_to_both_zones_at_once() {
    let (coral, jade) = (PARTIES[0], PARTIES[1]);
    let opening = Checkpoint::opening(Trident::system());
    let mut book = BookOf::<Trident>::default();
    for waiting in run(&opening, &book).waiting {
        book.open(1, waiting.party, &waiting.question.key);
    }
    book.close(1);
    let progress = run(&opening, &book);
    let [waiting] = &progress.waiting[..] else { panic!("{:?}", progress.waiting) };
    let [ahead] = &waiting.ahead[..] else { panic!("{waiting:?}") };
    assert_eq!((waiting.party, waiting.question.key.as_str()), (coral, "t1/scout/coral"));
    book.open(2, coral, &waiting.question.key);
    // Another party has no say in it.
    book.enter(2, jade, [draft_of(&ahead.key, vec![entry("aircraft", "south")])]);
    for (key, zone) in [(&waiting.question.key, "north"), (&ahead.key, "south-west")] {
        book.enter(2, coral, [draft_of(key, vec![entry("aircraft", zone)])]);
    }
    book.close(2);
    let progress = run(&opening, &book);
    let moment = Moment { exchange: 3, since: Trident::system().opening(), progress };
    let flown = events(&moment).into_iter().filter_map(|event| match event {
        Event::Flew { by, zone } => Some((by, Trident::system().zone(zone).id.clone())),
        _ => None,
    });
    assert_eq!(flown.collect::<Vec<_>>(), [(CORAL, "north".to_owned()), (CORAL, "south-west".to_owned())]);
    assert!(moment.progress.voids.is_empty());
}

#[test]
fn a_report_speaks_of_three_sides() {
    let templates: Templates = Trident::templates();
    let (mut known, mut won) = (false, 0);
    for seed in 7300..7306 {
        let folder = tempfile::tempdir().unwrap();
        let mut host = host::<Trident>(&folder.path().join("match"), seed);
        let mut officers = officers(PARTIES, seed, 60);
        while !host.game.rules.is_over() {
            for (officer, &party) in officers.iter_mut().zip(PARTIES) {
                let packet = host.packet(party).unwrap();
                if packet.asked {
                    let file = orders(officer, &packet);
                    host.receive(Submission::unsigned("orders", file.as_bytes()), Some(party), salt(party))
                        .unwrap();
                }
                let text = render(&templates, &packet, Format::Text).unwrap();
                known |= PARTIES.iter().any(|it| text.contains(&format!("* ({}) (", it.side().adjective())));
            }
            host.resolve(false).unwrap();
        }
        let packet = host.packet(PARTIES[3]).unwrap();
        assert_eq!(packet.parts().unwrap().reader.sides.unwrap(), SIDES);
        let [text, html] = [Format::Text, Format::Html].map(|it| render(&templates, &packet, it).unwrap());
        for side in SIDES {
            assert!(text.contains(side.name()) && html.contains(&format!("curve {}", side.id())), "{text}");
        }
        assert!(text.contains("report for the Amber Rear") && html.contains("rotate(135)"), "{text}");
        assert_eq!(host.game.rules.winner().is_some(), text.contains(" has won, "), "{text}");
        won += usize::from(text.contains(" has won, "));
    }
    assert!(known && won > 0, "{known} {won}");
    assert_eq!(PARTIES[2].side(), AMBER);
}

fn salt(party: Party) -> sealord::digest::Salt {
    sealord::digest::Salt::from_bytes(*sealord::digest::Digest::of(party.id().as_bytes()).as_bytes())
}
