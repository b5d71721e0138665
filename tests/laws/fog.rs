//! What a side must not learn: two positions that differ only in that give the side byte for byte the same.
//!
//! The second position is made from the first by exchanging the identities of enemy units (and convoys) that the side
//! can only count, in the position and in the story alike.

/// Positions that differ in what is hidden.
mod twin;

use sealord::digest::{Digest, Salt};
use sealord::driver::advance;
use sealord::matches::{Host, MatchFault, check_orders};
use sealord::orders::AnswerBody;
use sealord::orders::form::form;
use sealord::report::{Format, Templates, render};
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::state::Place;
use sealord::side::Side;
use sealord::staff::StaffOfficer;
use sealord::system::{Chapter, System};
use sealord::table::{Note, Section, Waiting};
use sealord::view::{Packet, Verify};

use crate::play::{self, Log, Moment, SIDES, boldness, parallel, play, system};
use twin::Twin;

fn view(moment: &Moment, side: Side, twin: Option<&Twin>) -> String {
    let parts: Vec<(_, Vec<Section<Event>>)> =
        moment.progress.played.iter().map(|step| (step.at.clone(), step.fresh())).collect();
    let parts: Vec<_> = match twin {
        None => parts,
        Some(twin) => parts.into_iter().map(|(at, told)| (at, twin.sections(&told))).collect(),
    };
    let chapters: Vec<Chapter<SeasOfThunder>> =
        parts.iter().map(|(at, sections)| Chapter { at, sections }).collect();
    let present = match twin {
        None => moment.progress.present.clone(),
        Some(twin) => twin.sea(&moment.progress.present),
    };
    serde_json::to_string(&system().view(&present, side, &chapters)).unwrap()
}

/// The first place where two texts part, with its surroundings.
fn same(a: &str, b: &str, what: &str) {
    if a == b {
        return;
    }
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    let near = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..(at + 200).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("{what}: a leak at byte {at}\n--- one\n{}\n--- other\n{}", near(a), near(b));
}

#[test]
fn hidden_identities_change_no_byte_of_a_view() {
    let tried = parallel(4000..4020, |seed| {
        let mut moved = 0;
        play(seed, boldness(seed), |_, moment| {
            for side in SIDES {
                let story: Vec<_> = moment.progress.played.iter().flat_map(|step| step.fresh()).collect();
                for variant in 0..2 {
                    let twin = Twin::new(system(), side, &moment.progress.present, &story, seed ^ variant);
                    moved += twin.moved();
                    let what = format!("seed {seed}, exchange {}, the {side}", moment.exchange);
                    same(&view(moment, side, None), &view(moment, side, Some(&twin)), &what);
                    if twin.units_moved(&moment.progress.present) > 0 {
                        let enemy = side.enemy();
                        let differs = view(moment, enemy, None) != view(moment, enemy, Some(&twin));
                        assert!(differs, "{what}: the change shows to nobody");
                    }
                }
            }
        });
        moved
    });
    assert!(tried.iter().sum::<usize>() > 10_000, "{tried:?}");
}

/// The questions of a side, when the enemy's hidden units are others and the enemy's answers named those.
#[test]
fn hidden_identities_change_no_question() {
    let tried = parallel(4100..4110, |seed| {
        let (mut compared, mut barred) = (0, 0);
        play(seed, boldness(seed), |log, moment| {
            for side in SIDES {
                match questions(log, moment, side) {
                    Some(waiting) => {
                        let own = |all: &[Waiting]| {
                            all.iter().filter(|waiting| waiting.side == side).cloned().collect::<Vec<_>>()
                        };
                        let (one, other) = (own(&moment.progress.waiting), own(&waiting));
                        let words = |it: &[Waiting]| format!("{it:#?}");
                        same(&words(&one), &words(&other), &format!("seed {seed}, {}", moment.exchange));
                        compared += one.len();
                    }
                    None => barred += 1,
                }
            }
        });
        (compared, barred)
    });
    let compared: usize = tried.iter().map(|it| it.0).sum();
    println!(
        "questions compared {compared}, positions whose twin is not lawful {}",
        tried.iter().map(|it| it.1).sum::<usize>()
    );
    assert!(compared > 1000, "{tried:?}");
}

/// What waits in the twin position; nothing if the rules cannot have led there, as when a twin could not sail so far.
fn questions(log: &Log, moment: &Moment, side: Side) -> Option<Vec<Waiting>> {
    let checkpoint = &moment.progress.checkpoint;
    let story: Vec<_> = checkpoint.told.iter().chain(&[]).cloned().collect();
    let twin = Twin::new(system(), side, &moment.progress.present, &story, log.seed).units_only();
    let mut from = checkpoint.clone();
    from.state = twin.sea(&checkpoint.state);
    from.told = twin.sections(&checkpoint.told);
    let mut log = log.clone();
    for given in log.given.iter_mut().filter(|given| given.side != side) {
        if let AnswerBody::Entries(entries) = &mut given.draft.body {
            for entry in entries {
                twin.word(&mut entry.key.text);
                entry.keys.iter_mut().for_each(|word| twin.word(&mut word.text));
            }
        }
    }
    let progress = advance(system(), &from, &log.book(moment.exchange - 1), &log.ring).ok()?;
    let lawful = progress.voids.is_empty() && progress.present == twin.sea(&moment.progress.present);
    lawful.then_some(progress.waiting)
}

/// Orders that are wrong in every way, and that ask after an enemy unit by its id.
fn hostile(packet: &Packet, hidden: &str) -> String {
    let key = packet.questions.first().map_or("t1/move/germany", |question| &question.key);
    let subject = packet.questions.first().and_then(|it| it.subjects.first()).map_or("hood", |it| &it.id);
    format!(
        "match: {}\nexchange: 99\nside: {}\nanswers:\n  '{key}':\n    '{subject}': atlantis\n    hood: 9\n    \
         {hidden}: scapa_flow\n    de-ca-admiral-graf-spee: 95\n  t9/nothing: {{{hidden}: stay}}\n",
        packet.match_id, packet.side
    )
}

fn problems(packet: &Packet, orders: &str) -> String {
    match check_orders(system(), packet, "orders.yaml", orders.as_bytes()) {
        Err(MatchFault::Refused { problems, source }) => problems.render(&source, false),
        other => panic!("hostile orders are not refused: {:?}", other.map(|_| ())),
    }
}

/// What the umpire's tool answers to hostile orders; it writes nothing down.
fn answer(host: &mut Host<SeasOfThunder>, side: Side, orders: &str) -> String {
    let before = host.head().unwrap();
    let refusal = match host.receive("orders.yaml", orders.as_bytes(), Some(side), Salt::from_bytes([9; 32]))
    {
        Err(MatchFault::Refused { problems, source }) => problems.render(&source, false),
        other => panic!("hostile orders are not refused: {:?}", other.map(|_| ())),
    };
    assert_eq!(host.head().unwrap(), before);
    refusal
}

/// Everything that leaves the program for a side: the packet, the form, the reports, and the answers to hostile orders,
/// that of the player's tool and that of the umpire's. `head` is the head of the journal that the packet quotes.
fn outgoing(
    templates: &Templates,
    host: &mut Host<SeasOfThunder>,
    side: Side,
    hidden: &str,
    head: &Verify,
) -> Vec<String> {
    let packet = &Packet { verify: head.clone(), ..host.packet(side).unwrap() };
    let orders = hostile(packet, hidden);
    let json = serde_json::to_string(packet).unwrap();
    let mut all = vec![json, form(packet, Some(&packet.doctrine)), problems(packet, &orders)];
    all.push(answer(host, side, &orders));
    for format in [Format::Text, Format::Markdown, Format::Html] {
        all.push(render(templates, packet, format).unwrap());
    }
    all
}

#[test]
fn hidden_identities_and_unrevealed_orders_change_no_byte_that_leaves() {
    let templates = Templates::builtin();
    parallel(4200..4203, |seed| {
        let root = tempfile::tempdir().unwrap();
        let mut host = play::host(&root.path().join("match"), seed);
        let mut officers =
            SIDES.map(|side| StaffOfficer::new(seed * 2 + side.index() as u64, boldness(seed)));
        let (mut moved, mut asked_after) = (0, 0);
        while !host.game.checkpoint.over {
            for side in SIDES {
                let before = host.packet(side).unwrap();
                let what = format!("seed {seed}, exchange {}, the {side}", before.exchange);
                // Other identities.
                let story: Vec<_> = host.game.latest.iter().flat_map(|step| step.sections.clone()).collect();
                let twin = Twin::new(system(), side, &host.game.present, &story, seed);
                moved += twin.moved();
                let hidden = twin.hidden(&host.game.present).unwrap_or("uk-bc-hood");
                asked_after += usize::from(hidden != "uk-bc-hood");
                let one = outgoing(&templates, &mut host, side, hidden, &before.verify);
                let kept = (host.game.present.clone(), host.game.latest.clone());
                host.game.present = twin.sea(&kept.0);
                host.game.latest.iter_mut().for_each(|step| step.sections = twin.sections(&step.sections));
                let other = outgoing(&templates, &mut host, side, hidden, &before.verify);
                (host.game.present, host.game.latest) = kept;
                one.iter().zip(&other).for_each(|(one, other)| same(one, other, &what));
                // The enemy's orders lie in the journal, unopened.
                let enemy = host.packet(side.enemy()).unwrap();
                if enemy.asked && side == SIDES[usize::from(before.exchange.is_multiple_of(2))] {
                    let file = play::orders(&mut officers[side.enemy().index()], &enemy);
                    let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
                    host.receive("orders", file.as_bytes(), Some(side.enemy()), salt).unwrap();
                    let after = host.packet(side).unwrap();
                    assert_ne!(after.verify.head, before.verify.head);
                    let after = outgoing(&templates, &mut host, side, hidden, &before.verify);
                    one.iter().zip(&after).for_each(|(one, after)| same(one, after, &what));
                }
            }
            for side in SIDES {
                let packet = host.packet(side).unwrap();
                let held = host.game.open_exchange().unwrap().gathering.revealed(side).is_some();
                if packet.asked && !held {
                    let file = play::orders(&mut officers[side.index()], &packet);
                    let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
                    host.receive("orders", file.as_bytes(), Some(side), salt).unwrap();
                }
            }
            host.resolve(false).unwrap();
        }
        assert!(moved > 500 && asked_after > 10, "seed {seed}: {moved} moved, {asked_after} asked after");
    });
}

/// The order of an orders file, in which the form lists tokens by their backs, does not show.
#[test]
fn convoys_are_told_by_zone() {
    let mut told = 0;
    play(4300, 60, |_, moment| {
        for section in moment.progress.played.iter().flat_map(|step| &step.sections) {
            let placed = section.notes.iter().map(|note| match note {
                Note::Event(Event::ConvoyPlaced { by, token, zone }) => {
                    Some((*by, *zone, system().token_side(*token)))
                }
                _ => None,
            });
            let placed: Vec<_> = placed.collect();
            for run in placed.split(|it| it.is_none()) {
                let same_player =
                    run.windows(2).filter(|pair| pair[0].map(|it| it.0) == pair[1].map(|it| it.0));
                same_player.for_each(|pair| assert!(pair[0] < pair[1], "{pair:?}"));
                told += run.len();
            }
        }
    });
    assert!(told > 64);
}

/// A ruling about a unit that was once seen leaves what the enemy knew of it.
#[test]
fn a_ruling_makes_no_sighting_vanish() {
    let mut tried = 0;
    play(4301, 60, |_, moment| {
        let sea = &moment.progress.present;
        let seen = sea.ids().filter(|&unit| {
            let state = sea.unit(unit);
            matches!(state.place, Place::Port(_)) && state.sighting.is_some() && !state.face_up
        });
        for unit in seen.take(3) {
            let Place::Port(port) = sea.unit(unit).place else { unreachable!("it lies in port") };
            let (id, port) = (&system().counter(unit).id, &system().board.port(port).id);
            let ruling = system().ruling("a slip", &format!("unit {id} to port {port}")).unwrap();
            let mut ruled = sea.clone();
            system().apply(&mut ruled, &ruling);
            let enemy = system().side_of(unit).enemy();
            let view = |sea: &_| serde_json::to_string(&system().view(sea, enemy, &[])).unwrap();
            same(&view(sea), &view(&ruled), id);
            tried += 1;
        }
    });
    assert!(tried > 10, "{tried}");
}
