//! What a side is told of rulings, mines and ships seen before, and when.

use sealord::items::Words;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::board::Minefield;
use sealord::rules::seas_of_thunder::event::{Event, Passed};
use sealord::rules::seas_of_thunder::pieces::{Nation, UnitId};
use sealord::rules::seas_of_thunder::state::{Phase, Place, Sea};
use sealord::rules::seas_of_thunder::view::View;
use sealord::rules::two_sided::Camp;
use sealord::system::{Chapter, Events, News, Rules, Rulings, Views};
use sealord::table::{Note, Section};
use sealord::view::Spot;

use super::system;
use crate::laws::play::play;

/// What a side sees of a position when it is told these events.
fn told(sea: &Sea, side: Camp, events: Vec<Event>) -> View {
    let notes = events.into_iter().map(Note::Event).collect();
    let sections = [Section { name: String::new(), after: 0, notes }];
    let at = Words { name: "the test".to_owned(), ..Words::default() };
    system().view(sea, side.into(), News::of(&[Chapter { at: &at, sections: &sections }]))
}

/// Who sails shows to the enemy by number and place alone; its own side sees which ships, and from where.
#[test]
fn ships_that_sail_unseen_leave_no_wake() {
    let mut tried = 0;
    play::<SeasOfThunder>(4340, 60, |_, moment| {
        let sea = &moment.progress.present;
        let in_port = sea.ids().find_map(|unit| match sea.unit(unit).place {
            Place::Port(port) if system().counter(unit).class.is_ship() && !sea.unit(unit).face_up => {
                Some((unit, port))
            }
            _ => None,
        });
        let Some((unit, port)) = in_port else { return };
        let (camp, nation) = (system().side_of(sea, unit), system().counter(unit).nation);
        let zone = system().board().port(port).zones[0];
        let sailed = Event::Sailed { side: camp, nations: vec![nation], ships: vec![(unit, zone)] };
        let mut there = sea.clone();
        system().apply(&mut there, &sailed);
        let sections = [Section { name: String::new(), after: 0, notes: vec![Note::Event(sailed)] }];
        let at = Words::default();
        let chapters = [Chapter { at: &at, sections: &sections }];
        let news = News { since: Some(sea), ..News::of(&chapters) };
        let moves = |side: Camp| system().view(&there, side.into(), news).beside.moves.unwrap();
        let (own, enemy) = (&moves(camp)[0], &moves(camp.enemy())[0]);
        assert_eq!(own.units, [system().counter(unit).name.clone()]);
        assert_eq!(own.from, Some(Spot::Port(system().board().port(port).id.clone())));
        assert_eq!((enemy.units.len(), &enemy.from, enemy.count), (0, &None, 1));
        tried += 1;
    });
    assert!(tried > 3, "{tried}");
}

/// The story of a view as one text.
fn story(view: &View) -> String {
    serde_json::to_string(&view.story).unwrap()
}

/// British ships in the order of the counters.
fn british(count: usize) -> Vec<UnitId> {
    let ships = system().pieces.counters.ids().filter(|&unit| {
        let counter = system().counter(unit);
        counter.nation == Nation::Uk && counter.class.is_ship() && counter.entry == 1
    });
    ships.take(count).collect()
}

/// A position of turn 1 with all that is deployed out of the way.
fn opened(phase: Phase) -> Sea {
    let mut sea = system().opening();
    let waiting = sea.units.iter_mut().filter(|unit| unit.place == Place::Setup);
    waiting.for_each(|unit| unit.place = Place::Removed);
    sea.phase = phase;
    sea
}

/// A damaged ship is named; the dice of the others must not stand where its rank among them shows.
#[test]
fn the_order_of_passages_tells_the_enemy_nothing() {
    let ships = british(4);
    let passage = |unit: UnitId, die: u8, passed: Passed| Event::MinesPassed {
        unit,
        field: Minefield::Danish,
        dice: vec![die],
        damage: if die == 1 { vec![1] } else { vec![] },
        repair: (die == 1).then_some(2),
        passed,
        homeward: false,
    };
    let struck = ships[1];
    let mut sea = opened(Phase::Movement);
    sea.units[usize::from(struck.0)].place = Place::Repair(1);
    let one = vec![
        passage(ships[0], 4, Passed::Unharmed),
        passage(struck, 1, Passed::Damaged(1)),
        passage(ships[2], 3, Passed::Unharmed),
        passage(ships[3], 5, Passed::Unharmed),
    ];
    let mut other = one.clone();
    other.rotate_left(1);
    let name = &system().counter(struck).name;
    assert!(story(&told(&sea, Camp::AXIS, one.clone())).contains(name));
    assert_eq!(story(&told(&sea, Camp::AXIS, one.clone())), story(&told(&sea, Camp::AXIS, other.clone())));
    assert_ne!(story(&told(&sea, Camp::ALLIES, one)), story(&told(&sea, Camp::ALLIES, other)));
}

/// A unit put in the open is named to both sides, any other to its owner only, whatever is known of it
/// afterwards.
#[test]
fn a_ruling_names_to_the_enemy_what_lies_open() {
    let unit = british(1)[0];
    let counter = system().counter(unit);
    for (place, named) in [
        ("repair 2", true),
        ("track 3", true),
        ("sunk", true),
        ("port scapa_flow", false),
        ("zone 9", false),
        ("removed", false),
    ] {
        let ruling = system().ruling("a slip", &format!("unit {} to {place}", counter.id)).unwrap();
        let mut sea = opened(Phase::Movement);
        system().apply(&mut sea, &ruling);
        assert_eq!(system().broken_invariant(&sea), None, "{place}");
        for face_up in [false, true] {
            sea.units[usize::from(unit.0)].face_up = face_up;
            let shown = |side| story(&told(&sea, side, vec![ruling.clone()])).contains(&counter.name);
            assert_eq!(shown(Camp::AXIS), named, "{place}, face up {face_up}");
            assert!(shown(Camp::ALLIES), "{place}");
        }
    }
}

/// What is due comes into play in the first phase of its turn; after that nobody would look at the track.
#[test]
fn a_ruling_puts_nothing_on_a_turn_that_has_begun() {
    let id = &system().counter(british(1)[0]).id;
    for (phase, turn, sound) in [
        (Phase::Reinforcements, 1, true),
        (Phase::Movement, 1, false),
        (Phase::ReturnToBase, 1, false),
        (Phase::Movement, 2, true),
    ] {
        let mut sea = opened(phase);
        let ruling = system().ruling("a slip", &format!("unit {id} to track {turn}")).unwrap();
        system().apply(&mut sea, &ruling);
        let unsound = system().broken_invariant(&sea);
        assert_eq!(unsound.is_none(), sound, "{phase:?}, turn {turn}: {unsound:?}");
        if let Some(what) = unsound {
            assert!(what.contains("cannot be on the turn track for turn 1 in"), "{what}");
        }
    }
}

#[test]
fn a_ruling_gives_points_within_reason_and_knows_every_box() {
    let ruling = |change: &str| system().ruling("a slip", change);
    let mut sea = opened(Phase::Movement);
    for _ in 0..40 {
        system().apply(&mut sea, &ruling("points axis 1000").unwrap());
    }
    assert_eq!(sea.points(Camp::AXIS), 40_000);
    for change in ["points axis 1001", "points allies -1001", "points axis 99999999999"] {
        assert!(ruling(change).is_err(), "{change}");
    }
    let lba = system().pieces.counters.ids().find(|&unit| !system().counter(unit).class.is_ship()).unwrap();
    let used = ruling(&format!("unit {} to used", system().counter(lba).id)).unwrap();
    system().apply(&mut sea, &used);
    assert_eq!(sea.unit(lba).place, Place::Used);
}

/// Sightings are for what stands nowhere else; a stale one must not look sure.
#[test]
fn sightings_name_ships_that_nothing_else_names() {
    let mut listed = 0;
    play::<SeasOfThunder>(4400, 60, |_, moment| {
        for side in [Camp::AXIS, Camp::ALLIES] {
            let view = system().view(&moment.progress.present, side.into(), News::NONE);
            let at_sea = view.sea.zones.iter().flat_map(|zone| &zone.enemy_known);
            let tracks =
                [&view.beside.repair, &view.beside.track, &view.beside.sunk].into_iter().flatten().flatten();
            let elsewhere: Vec<&str> =
                at_sea.chain(tracks.map(|it| &it.unit)).map(|unit| unit.id.as_str()).collect();
            for seen in view.beside.sightings.iter().flatten() {
                assert_ne!(seen.unit.class, "LBA", "{seen:?}");
                assert!(!elsewhere.contains(&seen.unit.id.as_str()), "{seen:?}");
                assert!(!seen.sure || seen.place != "under repair", "{seen:?}");
                listed += 1;
            }
        }
    });
    assert!(listed > 100, "{listed}");
}

/// Control is judged at the end of a turn and holds until the next is over.
#[test]
fn a_view_says_when_control_was_judged() {
    for (turn, phase, judged) in [
        (1, Phase::SetupShips, None),
        (1, Phase::Combat, None),
        (1, Phase::ReturnToBase, Some(1)),
        (2, Phase::Movement, Some(1)),
        (3, Phase::Over, Some(3)),
    ] {
        let sea = Sea { turn, phase, ..system().opening() };
        assert_eq!(
            system().view(&sea, Camp::AXIS.into(), News::NONE).beside.judged,
            Some(judged),
            "turn {turn}, {phase:?}"
        );
    }
}

/// A side finds its ships in its view before they are put down, and the enemy does not.
#[test]
fn ships_to_deploy_are_in_their_owners_view() {
    let sea = system().opening();
    for side in [Camp::AXIS, Camp::ALLIES] {
        let view = system().view(&sea, side.into(), News::NONE);
        assert!(view.beside.undeployed.as_ref().unwrap().len() > 20);
        let own = |id: &str| system().pieces.counters.find(id).map(|unit| system().side_of(&sea, unit));
        assert!(view.beside.undeployed.iter().flatten().all(|unit| own(&unit.id) == Some(side)));
    }
}

/// The owner reads from which port an LBA flies, the enemy where it flies only.
#[test]
fn the_port_of_an_lba_is_told_to_its_owner() {
    let lba = system().pieces.counters.ids().find(|&unit| {
        let counter = system().counter(unit);
        !counter.class.is_ship() && counter.nation == Nation::Uk
    });
    let (port, lba) = (system().board().port_by_id("scapa_flow").unwrap(), lba.unwrap());
    let zone = system().board().port(port).zones[0];
    let placed = Event::AirPlaced { side: Camp::ALLIES, flights: vec![(lba, port, zone)] };
    let sea = opened(Phase::AlliedAir);
    let name = format!("from {}", system().board().port(port).name);
    assert!(story(&told(&sea, Camp::ALLIES, vec![placed.clone()])).contains(&name));
    assert!(!story(&told(&sea, Camp::AXIS, vec![placed])).contains(&name));
}
