//! What the enemy must not learn from the order in which things are told, or from a ruling.

use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::state::Place;
use sealord::system::{Events, News, Rulings, Views};
use sealord::table::Note;

use super::system;
use crate::laws::fog::same;
use crate::laws::play::play;

/// The order of an orders file, in which the form lists tokens by their backs, does not show.
#[test]
fn convoys_are_told_by_zone() {
    let mut told = 0;
    play::<SeasOfThunder>(4300, 60, |_, moment| {
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
    play::<SeasOfThunder>(4301, 60, |_, moment| {
        let sea = &moment.progress.present;
        let seen = sea.ids().filter(|&unit| {
            let state = sea.unit(unit);
            matches!(state.place, Place::Port(_)) && state.sighting.is_some() && !state.face_up
        });
        for unit in seen.take(3) {
            let Place::Port(port) = sea.unit(unit).place else { unreachable!("it lies in port") };
            let (id, port) = (&system().counter(unit).id, &system().board().port(port).id);
            let ruling = system().ruling("a slip", &format!("unit {id} to port {port}")).unwrap();
            let mut ruled = sea.clone();
            system().apply(&mut ruled, &ruling);
            let enemy = system().side_of(sea, unit).enemy();
            let view =
                |sea: &_| serde_json::to_string(&system().view(sea, enemy.into(), News::NONE)).unwrap();
            same(&view(sea), &view(&ruled), id);
            tried += 1;
        }
    });
    assert!(tried > 10, "{tried}");
}
