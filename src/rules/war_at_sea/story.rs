//! What a side is told of what happened: its own orders and what came of them, what the rules disclose, and battles in which
//! it fought. Events are matched without a wildcard.

use serde::Serialize;

use super::WarAtSea;
use super::board::SectorId;
use super::card::{self, is_hurt};
use super::cited::Amid;
use super::event::{Change, Event};
use super::state::{Place, UnitId};
use super::view::{Eyes, IntelView, WatersView};
use engine::problem::list_and;
use engine::side::{Side, SideMap};
use engine::system::News;
use engine::table::{Note, Roll};
use engine::view;
use engine::view::Unit;

/// A line of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Telling {
    /// A side bought its first units.
    Mustered { rule: &'static str, units: String },
    /// A unit stands where it is from the start.
    Placed { rule: &'static str, unit: String, place: String },
    /// A unit was begun.
    Begun { rule: &'static str, unit: String, place: String, paid: u16, price: u16 },
    /// An instalment was paid.
    Paid { rule: &'static str, unit: Unit, points: u16 },
    /// A side has spent.
    Spent {
        rule: &'static str,
        points: i32,
        kept: i32,
        wasted: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// Aircraft were based.
    Based { rule: &'static str, unit: Unit, place: String },
    /// Troops went aboard or ashore.
    Embarked { rule: &'static str, unit: Unit, place: String },
    /// A ship took points aboard.
    Loaded { rule: &'static str, unit: Unit, place: String, points: i32 },
    /// A ship brought points ashore.
    Unloaded { rule: &'static str, unit: Unit, place: String, points: i32 },
    /// A ship goes with a convoy.
    Formed { rule: &'static str, unit: Unit },
    /// What a side does about convoys.
    Hunted { rule: &'static str, place: String, hunt: &'static str },
    /// A task force tried to intercept a convoy.
    Intercepted { rule: &'static str, place: String, owner: Side, hunter: Side, guard: u8, chase: u8 },
    /// A ship moved.
    Sailed { rule: &'static str, unit: Unit, place: String },
    /// A slow ship rolled.
    Slowed { rule: &'static str, unit: Unit, die: u8, slow: bool },
    /// An aircraft scouts.
    Scouted { rule: &'static str, unit: Unit, place: String },
    /// An aircraft is committed.
    Committed { rule: &'static str, unit: Unit, place: String },
    /// An order came to nothing.
    Refused { rule: &'static str, unit: String, why: &'static str },
    /// Waters were rolled.
    Rolled { rule: &'static str, waters: WatersView },
    /// A force was disclosed.
    Told { rule: &'static str, intel: IntelView },
    /// A force flees.
    Fled { rule: &'static str, place: String, convoy: bool },
    /// A crippled ship stays in port, or flees alone.
    Ported { rule: &'static str, unit: Unit, away: bool },
    /// Battle plans were chosen.
    Planned { rule: &'static str, plan: String },
    /// A side would fight at the table.
    Tabled { rule: &'static str, places: String, count: usize },
    /// A battle goes to the table.
    Met { rule: &'static str, place: String },
    /// What was sent of a battle at the table was compared.
    Compared { rule: &'static str, place: String, found: &'static str, next: &'static str },
    /// A line in dispute, or the umpire's reason.
    Dispute { rule: &'static str, text: String },
    /// A battle is fought by a plan that the side sent whole.
    Led { rule: &'static str, place: String, plan: String, missing: Vec<String> },
    /// A battle was fought.
    Fought {
        rule: &'static str,
        place: String,
        turns: u8,
        winner: Option<Side>,
        points: SideMap<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        convoy: Option<Side>,
    },
    /// A line of the battle.
    Battle { rule: &'static str, text: String },
    /// What became of a unit in the battle.
    Befell { rule: &'static str, unit: Unit, fate: &'static str, damage: u8 },
    /// An aircraft rolled for its life.
    Survival { rule: &'static str, unit: Unit, die: u8 },
    /// A unit was lost outside a battle.
    Lost { rule: &'static str, unit: Unit, why: &'static str },
    /// A ship left the sector of its battle.
    Retired { rule: &'static str, unit: Unit, place: String, transit: bool, barred: bool },
    /// An aircraft found another base.
    Home { rule: &'static str, unit: Unit, place: String },
    /// A sector changed hands.
    Taken { rule: &'static str, place: String, from: Option<Side>, by: Side },
    /// A unit was mended.
    Mended { rule: &'static str, unit: Unit, points: u8 },
    /// A facility worked on a ship.
    Mending { rule: &'static str, unit: Unit, months: u8 },
    /// A unit is finished.
    Finished { rule: &'static str, unit: Unit },
    /// The own sectors produced.
    Earned { rule: &'static str, points: i32 },
    /// The own sectors produced, and the points lie there.
    Produced { rule: &'static str, place: String, points: i32 },
    /// A side is out.
    Out { rule: &'static str, side: Side },
    /// A turn is over.
    TurnEnded { rule: &'static str, turn: u8 },
    /// The campaign is over.
    MatchEnded { rule: &'static str, winner: Option<Side>, decisive: bool, points: SideMap<i32> },
    /// The umpire ruled.
    Ruled { rule: &'static str, reason: String, change: String },
}

/// The story of what is new: a chapter for each step, and one for each battle in its sector.
pub(super) fn chapters(eyes: &Eyes<'_>, news: News<'_, WarAtSea>) -> Vec<view::Chapter<Vec<Telling>>> {
    let mut chapters = Vec::new();
    for chapter in news.chapters {
        let notes = chapter.sections.iter().flat_map(|section| &section.notes);
        let mut lines = Vec::new();
        let mut rolls: Vec<&Roll> = Vec::new();
        let mut amid = Amid::at(chapter.at, eyes.war);
        for note in notes {
            let event = match note {
                Note::Event(event) => event,
                Note::Roll(roll) => {
                    rolls.push(roll);
                    continue;
                }
            };
            if let Event::Fought { at, number, fates, story, pictures, .. } = event {
                let battle = eyes.tell(event, &amid);
                if !battle.is_empty() {
                    let title = format!("{}: {}", chapter.at.name, eyes.place(*at));
                    let card = card::Fought { at: *at, number: *number, fates, story, pictures };
                    chapters.push(view::Chapter {
                        title,
                        zone: Some(eyes.zone_ref(*at)),
                        lines: battle,
                        card: card.card(eyes, &rolls),
                    });
                }
            } else {
                lines.extend(eyes.tell(event, &amid));
                amid.follow(eyes.system, event);
            }
        }
        if !lines.is_empty() {
            let title = chapter.at.name.clone();
            chapters.push(view::Chapter { title, zone: None, lines, card: None });
        }
    }
    chapters
}

impl Eyes<'_> {
    fn is_own(&self, unit: UnitId) -> bool {
        self.war.units.get(usize::from(unit.0)).is_some_and(|it| it.side == self.side)
    }

    fn card_name(&self, card: super::cards::CardId) -> String {
        self.system.cards[card].name.clone()
    }

    fn based_at(&self, place: Place) -> String {
        match place {
            Place::Deck(carrier) => self.unit(carrier).name,
            Place::Base(at) | Place::Sector(at) | Place::Stocks(at) | Place::Transit(at, _) => self.place(at),
            Place::Idle(at) => format!("{}, idle", self.place(at)),
            Place::Aboard(ship) => self.unit(ship).name,
            Place::Pool | Place::Lost => String::new(),
        }
    }

    /// Units of one kind of line, each with where it goes.
    fn each(&self, units: &[(UnitId, SectorId)], line: impl Fn(Unit, String) -> Telling) -> Vec<Telling> {
        let there = units.iter().filter(|(unit, _)| self.is_own(*unit));
        there.map(|(unit, at)| line(self.unit(*unit), self.place(*at))).collect()
    }

    /// A line for each load of points.
    fn each_cargo(
        &self,
        cargo: &[(UnitId, SectorId, i32)],
        line: impl Fn(Unit, String, i32) -> Telling,
    ) -> Vec<Telling> {
        let own = cargo.iter().filter(|(unit, ..)| self.is_own(*unit));
        own.map(|(unit, at, points)| line(self.unit(*unit), self.place(*at), *points)).collect()
    }

    /// The lines that an event makes for the side.
    pub(super) fn tell(&self, event: &Event, amid: &Amid) -> Vec<Telling> {
        let side = self.side;
        let rule = self.rule_of(event, amid);
        match event {
            Event::PhaseBegan { .. } => Vec::new(),
            Event::Mustered { side: of, cards } if *of == side => {
                let mut counts: Vec<(super::cards::CardId, usize)> = Vec::new();
                for card in cards {
                    match counts.iter_mut().find(|(known, _)| known == card) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((*card, 1)),
                    }
                }
                let some = counts.iter().map(|(card, count)| match count {
                    1 => self.card_name(*card),
                    _ => format!("{count} {}", self.card_name(*card)),
                });
                vec![Telling::Mustered { rule, units: some.collect::<Vec<_>>().join(", ") }]
            }
            Event::Placed { side: of, card, at, .. } if *of == side => {
                vec![Telling::Placed { rule, unit: self.card_name(*card), place: self.place(*at) }]
            }
            Event::Begun { side: of, card, at, paid, price, makes, .. } if *of == side => {
                vec![Telling::Begun {
                    rule,
                    unit: match makes.first() {
                        Some(makes) => format!("{} for {}", self.card_name(*card), self.card_name(*makes)),
                        None => self.card_name(*card),
                    },
                    place: self.place(*at),
                    paid: *paid,
                    price: *price,
                }]
            }
            Event::Paid { unit, points } if self.is_own(*unit) && *points > 0 => {
                vec![Telling::Paid { rule, unit: self.unit(*unit), points: *points }]
            }
            Event::Spent { side: of, points, kept, wasted, at } if *of == side => vec![Telling::Spent {
                rule,
                points: *points,
                kept: *kept,
                wasted: *wasted,
                place: at.first().map(|at| self.place(*at)),
            }],
            Event::Based { side: of, units } if *of == side => {
                let based = units.iter().filter(|(unit, _)| self.is_own(*unit));
                let line = |(unit, place): &(UnitId, Place)| Telling::Based {
                    rule: self.rule_of_base(*place),
                    unit: self.unit(*unit),
                    place: self.based_at(*place),
                };
                based.map(line).collect()
            }
            Event::Embarked { side: of, units } if *of == side => {
                let moved = units.iter().filter(|(unit, _)| self.is_own(*unit));
                let line = |(unit, place): &(UnitId, Place)| Telling::Embarked {
                    rule,
                    unit: self.unit(*unit),
                    place: self.based_at(*place),
                };
                moved.map(line).collect()
            }
            Event::Loaded { side: of, cargo } if *of == side => {
                self.each_cargo(cargo, |unit, place, points| Telling::Loaded { rule, unit, place, points })
            }
            Event::Unloaded { side: of, cargo } if *of == side => {
                self.each_cargo(cargo, |unit, place, points| Telling::Unloaded { rule, unit, place, points })
            }
            Event::Formed { side: of, convoy } if *of == side => {
                let ships = convoy.iter().filter(|unit| self.is_own(**unit));
                ships.map(|unit| Telling::Formed { rule, unit: self.unit(*unit) }).collect()
            }
            Event::Hunted { side: of, hunts } if *of == side => {
                let line = |(at, hunt): &(SectorId, super::state::Hunt)| Telling::Hunted {
                    rule: self.rule_of_hunt(*hunt),
                    place: self.place(*at),
                    hunt: hunt.id(),
                };
                hunts.iter().map(line).collect()
            }
            Event::Intercepted { at, owner, hunter, guard, chase } if [owner, hunter].contains(&&side) => {
                vec![Telling::Intercepted {
                    rule,
                    place: self.place(*at),
                    owner: *owner,
                    hunter: *hunter,
                    guard: *guard,
                    chase: *chase,
                }]
            }
            Event::Sailed { unit, to } if self.is_own(*unit) => {
                vec![Telling::Sailed { rule, unit: self.unit(*unit), place: self.place(*to) }]
            }
            Event::Slowed { unit, die, slow } if self.is_own(*unit) => {
                vec![Telling::Slowed { rule, unit: self.unit(*unit), die: *die, slow: *slow }]
            }
            Event::Scouted { side: of, units, .. } if *of == side => {
                self.each(units, |unit, place| Telling::Scouted { rule, unit, place })
            }
            Event::Committed { side: of, units, .. } if *of == side => {
                self.each(units, |unit, place| Telling::Committed { rule, unit, place })
            }
            Event::Refused { side: of, card, serial, why } if *of == side => {
                let name = self.card_name(*card);
                let unit = if *serial > 0 { format!("{name} ({serial})") } else { name };
                vec![Telling::Refused { rule, unit, why: why.id() }]
            }
            Event::Rolled { waters } if waters.to.contains(&side) => {
                vec![Telling::Rolled { rule, waters: self.waters(waters) }]
            }
            Event::Told { intel } if intel.to == side => {
                vec![Telling::Told { rule, intel: self.intel(intel) }]
            }
            Event::Stood { side: of, flees, convoys, port, away } if *of == side => {
                let fled = |convoy: bool| {
                    move |at: &SectorId| Telling::Fled { rule, place: self.place(*at), convoy }
                };
                let fled = flees.iter().map(fled(false)).chain(convoys.iter().map(fled(true)));
                let own = |away: bool| {
                    move |unit: &UnitId| Telling::Ported { rule: "WSC-9.6-2", unit: self.unit(*unit), away }
                };
                fled.chain(port.iter().map(own(false))).chain(away.iter().map(own(true))).collect()
            }
            Event::Planned { side: of, plans, own: _ } if *of == side => {
                plans.iter().map(|plan| Telling::Planned { rule, plan: self.plan(plan) }).collect()
            }
            Event::Tabled { side: of, sectors } if *of == side => {
                let places: Vec<String> = sectors.iter().map(|at| self.place(*at)).collect();
                vec![Telling::Tabled { rule, places: list_and(&places), count: places.len() }]
            }
            Event::Met { at, sides, .. } if sides.contains(&side) => {
                vec![Telling::Met { rule, place: self.place(*at) }]
            }
            Event::Compared { at, number: _, sides, found, next, lines } if sides.contains(&side) => {
                let place = self.place(*at);
                let mut told = vec![Telling::Compared { rule, place, found: found.id(), next: next.id() }];
                let line = |text: &String| Telling::Dispute { rule: "", text: text.clone() };
                told.extend(lines.iter().map(line));
                told
            }
            Event::Led { side: of, at, number: _, plan, missing } if *of == side => vec![Telling::Led {
                rule,
                place: self.place(*at),
                plan: plan.clone(),
                missing: missing.clone(),
            }],
            Event::Fought {
                at,
                number: _,
                sides,
                controller: _,
                turns,
                winner,
                fates,
                points,
                story,
                pictures: _,
                convoy,
                raid: _,
            } if sides.contains(&side) => {
                let mut lines = vec![Telling::Fought {
                    rule,
                    place: self.place(*at),
                    turns: *turns,
                    winner: *winner,
                    points: points.iter().copied().collect(),
                    convoy: convoy.first().copied(),
                }];
                let battle = |text: &String| Telling::Battle { rule: "", text: text.clone() };
                lines.extend(story.iter().map(battle));
                for fate in fates {
                    if self.has(fate.unit) && is_hurt(fate) {
                        lines.push(Telling::Befell {
                            rule: self.rule_of_fate(fate, !convoy.is_empty()),
                            unit: self.unit(fate.unit),
                            fate: fate.end.id(),
                            damage: fate.damage,
                        });
                    }
                }
                lines
            }
            Event::Survival { unit, die } if self.is_own(*unit) => {
                vec![Telling::Survival { rule, unit: self.unit(*unit), die: *die }]
            }
            Event::Lost { unit, why, by } if self.is_own(*unit) || *by == Some(side) => {
                let known = usize::from(unit.0) < self.war.units.len();
                let line = || Telling::Lost { rule, unit: self.unit(*unit), why: why.id() };
                known.then(line).into_iter().collect()
            }
            Event::Retired { unit, to, transit, barred, free: _ } if self.is_own(*unit) => {
                vec![Telling::Retired {
                    rule,
                    unit: self.unit(*unit),
                    place: self.place(*to),
                    transit: *transit > 0,
                    barred: *barred > 0,
                }]
            }
            Event::Home { unit, at } if self.is_own(*unit) => {
                vec![Telling::Home { rule, unit: self.unit(*unit), place: self.place(*at) }]
            }
            Event::Taken { at, from, by } => {
                vec![Telling::Taken { rule, place: self.place(*at), from: *from, by: *by }]
            }
            Event::Mended { unit, points, whole: _, by: _ } if self.is_own(*unit) => {
                vec![Telling::Mended { rule, unit: self.unit(*unit), points: *points }]
            }
            Event::Mending { unit, months } if self.is_own(*unit) => {
                vec![Telling::Mending { rule, unit: self.unit(*unit), months: *months }]
            }
            Event::Finished { unit } if self.is_own(*unit) => {
                vec![Telling::Finished { rule, unit: self.unit(*unit) }]
            }
            Event::Earned { side: of, points } if *of == side => {
                vec![Telling::Earned { rule, points: *points }]
            }
            Event::Produced { side: of, points } if *of == side => {
                let line = |(at, points): &(SectorId, i32)| Telling::Produced {
                    rule,
                    place: self.place(*at),
                    points: *points,
                };
                points.iter().map(line).collect()
            }
            Event::Out { side } => vec![Telling::Out { rule, side: *side }],
            Event::TurnEnded { turn } => vec![Telling::TurnEnded { rule, turn: *turn }],
            Event::MatchEnded { winner, decisive, points } => vec![Telling::MatchEnded {
                rule,
                winner: *winner,
                decisive: *decisive,
                points: points.iter().copied().collect(),
            }],
            // Who fought the battle reads of it when it is taken up, and nobody else.
            Event::Ruled { what: Change::Battle(..), .. } => Vec::new(),
            Event::Ruled { reason, what } => {
                let change = self.system.ruling_words(what);
                vec![Telling::Ruled { rule: "", reason: reason.clone(), change }]
            }
            // What other sides do, and what befalls their units where this one is not.
            Event::Mustered { .. }
            | Event::Placed { .. }
            | Event::Begun { .. }
            | Event::Paid { .. }
            | Event::Spent { .. }
            | Event::Based { .. }
            | Event::Embarked { .. }
            | Event::Loaded { .. }
            | Event::Unloaded { .. }
            | Event::Formed { .. }
            | Event::Hunted { .. }
            | Event::Intercepted { .. }
            | Event::Produced { .. }
            | Event::Sailed { .. }
            | Event::Slowed { .. }
            | Event::Scouted { .. }
            | Event::Committed { .. }
            | Event::Refused { .. }
            | Event::Rolled { .. }
            | Event::Told { .. }
            | Event::Stood { .. }
            | Event::Planned { .. }
            | Event::Tabled { .. }
            | Event::Met { .. }
            | Event::Compared { .. }
            | Event::Led { .. }
            | Event::Fought { .. }
            | Event::Survival { .. }
            | Event::Lost { .. }
            | Event::Retired { .. }
            | Event::Home { .. }
            | Event::Mended { .. }
            | Event::Mending { .. }
            | Event::Finished { .. }
            | Event::Earned { .. } => Vec::new(),
        }
    }
}
