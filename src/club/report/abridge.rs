//! What formats without folds leave out of the story, since the rest of the report has it already: where
//! ships came home to, once the ports show them; who sailed to a combat and who is left of it, once its card
//! shows them. The page keeps it, behind a fold.

use std::collections::BTreeSet;

use super::story::{DetailItem, Entry, Part, Scene};
use super::story_style::Abridge;
use engine::view::Sea;

/// Leaves out of a told story what its `story.yaml` lets it spare, as far as the sea shows it.
pub(super) fn abridge(told: &mut [Part<'_>], sea: &Sea<&str>) {
    let all = lines(told);
    let ports: BTreeSet<&str> = sea.ports.iter().map(|port| port.name).collect();
    let scenes = told.iter_mut().flat_map(|part| &mut part.theatres).flat_map(|group| &mut group.scenes);
    for (at, entry) in scenes.flat_map(|scene| &mut scene.plain).enumerate() {
        abridge_entry(entry, at, &all, &ports);
    }
}

/// What is told, in its order.
#[derive(Clone, Copy)]
enum Told<'a> {
    /// An entry of this kind.
    Entry(&'a str),
    /// A combat at this place.
    Combat(&'a str),
}

fn lines<'a>(told: &[Part<'a>]) -> Vec<Told<'a>> {
    let scenes = told.iter().flat_map(|part| &part.theatres).flat_map(|group| &group.scenes);
    let of = |scene: &Scene<'a>| {
        let combat = scene.place.filter(|_| !scene.cards.is_empty()).map(Told::Combat);
        let entries: Vec<_> = scene.plain.iter().map(|entry| Told::Entry(entry.kind)).collect();
        combat.into_iter().chain(entries)
    };
    scenes.flat_map(of).collect()
}

/// The places of the combats of the turn in which the entry of this number stands.
fn fought<'a>(all: &[Told<'a>], number: usize, until: &str) -> BTreeSet<&'a str> {
    let (mut places, mut at) = (BTreeSet::new(), 0);
    for told in all {
        match told {
            Told::Combat(place) => _ = places.insert(*place),
            Told::Entry(kind) => {
                at += 1;
                if *kind == until && at > number {
                    break;
                } else if *kind == until {
                    places.clear();
                }
            }
        }
    }
    places
}

fn abridge_entry(entry: &mut Entry<'_>, number: usize, all: &[Told<'_>], ports: &BTreeSet<&str>) {
    let listed = entry.details.len();
    match entry.style.and_then(|kind| kind.abridge.as_ref()) {
        Some(Abridge::Fought { until }) => {
            let places = fought(all, number, until);
            entry.details.retain(|thing| !is_at(thing, &places));
        }
        Some(Abridge::InPort { unless }) => {
            let kinds = all.iter().filter_map(|told| match told {
                Told::Entry(kind) => Some(*kind),
                Told::Combat(_) => None,
            });
            if !kinds.skip(number + 1).any(|kind| unless.iter().any(|it| it == kind)) {
                entry.details.retain(|thing| !is_at(thing, ports));
            }
        }
        Some(Abridge::Sea) => entry.spared = true,
        None => {}
    }
    entry.spared |= entry.details.len() < listed;
}

/// Whether a thing of a list stands at one of these places.
fn is_at(thing: &DetailItem<'_>, places: &BTreeSet<&str>) -> bool {
    let DetailItem::Thing(shown) = thing else { return false };
    shown.0["place"].as_str().is_some_and(|place| places.contains(place))
}
