//! What only this game can judge: which side of a piece is up.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::Schiffskrieg;
use crate::board::SeaMap;
use crate::markers::MarkerState;
use engine::conformance::shared::words;
use engine::conformance::{Findings, Outcome};

/// What must come of a case besides what every game judges.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Whether the damaged or reduced side is up in the end.
    #[serde(default)]
    pub hurt: BTreeMap<String, bool>,
    /// For whom pieces fight in the end: `axis`, `western`, `soviet`, `nobody`.
    #[serde(default)]
    pub allegiance: BTreeMap<String, String>,
    /// Whether ships are Vichy's in the end.
    #[serde(default)]
    pub vichy: BTreeMap<String, bool>,
    /// Whether ships hold a Reserve Fleet in the end.
    #[serde(default)]
    pub held: BTreeMap<String, bool>,
    /// What lies in a Strategic Warfare Box in the end, by map.
    #[serde(default, rename = "box")]
    pub in_box: BTreeMap<String, Vec<String>>,
    /// Where markers lie in the end: `{reserve-fleet british: base alexandria}`; the nation of a Reserve
    /// Fleet alone.
    #[serde(default)]
    pub markers: BTreeMap<String, String>,
    /// Who has the Luck marker of a map in the end: `axis`, `allies`, `nobody`.
    #[serde(default)]
    pub luck: BTreeMap<String, String>,
    /// The stripes of Russian ships in the end.
    #[serde(default)]
    pub stripes: BTreeMap<String, String>,
    /// Strategic Hexes that count against the Allies in the end.
    pub strategic_hexes: Option<u8>,
}

/// Notes every difference.
pub(super) fn judge(
    system: &Schiffskrieg,
    expected: &Expected,
    outcome: &Outcome<Schiffskrieg>,
    found: &mut Findings,
) {
    let what = |id: &str| format!("the other side of {id}");
    words::judge(&system.counters, &expected.hurt, found, what, |unit| outcome.state.unit(unit).hurt);
    let sea = &outcome.state;
    let what = |id: &str| format!("for whom {id} fights");
    words::judge(&system.counters, &expected.allegiance, found, what, |unit| {
        system.side_of(sea, unit).map_or("nobody", |side| side.id()).to_owned()
    });
    let what = |id: &str| format!("whether {id} is Vichy's");
    words::judge(&system.counters, &expected.vichy, found, what, |unit| sea.unit(unit).status.vichy);
    let what = |id: &str| format!("whether {id} holds a Reserve Fleet");
    words::judge(&system.counters, &expected.held, found, what, |unit| sea.unit(unit).status.held);
    let what = |id: &str| format!("the stripe of {id}");
    words::judge(&system.counters, &expected.stripes, found, what, |unit| {
        sea.unit(unit).stripe.map_or("none", |stripe| stripe.id()).to_owned()
    });
    for (map, words) in &expected.in_box {
        match SeaMap::named(map) {
            Some(map) => {
                found.same(
                    format!("the Strategic Warfare Box of {map}"),
                    &words.join(", "),
                    &system.in_box(sea, map).join(", "),
                );
            }
            None => found.note(map, "a map", "no such map"),
        }
    }
    for (words, lies) in &expected.markers {
        let name = |it: &MarkerState| match it.nation {
            Some(nation) => format!("{} {}", it.marker.id(), nation.id()),
            None => it.marker.id().to_owned(),
        };
        let there = sea
            .markers
            .iter()
            .find(|it| name(it) == *words || format!("{} {}", name(it), it.map.id()) == *words);
        found.same(words.clone(), lies, &there.map_or("nowhere".to_owned(), |it| system.lies_words(it.lies)));
    }
    for (map, holder) in &expected.luck {
        let holds = SeaMap::named(map).and_then(|map| sea.luck.of(map)).map_or("nobody", |team| team.id());
        found.same(format!("Luck on {map}"), holder, &holds.to_owned());
    }
    if let Some(hexes) = expected.strategic_hexes {
        found.same("Strategic Hexes".to_owned(), &hexes, &system.strategic_hexes_against_allies(sea));
    }
}
