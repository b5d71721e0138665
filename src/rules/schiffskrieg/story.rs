//! What a faction is told of what happened: a line for each event. Everything happens on the open table, but for orders that
//! are not carried out yet, and for declared facts that are veiled.
//!
//! The match has no wildcard: a new event does not compile until somebody writes what is told of it.

use super::counters::capitals;
use super::event::{Change, End, Event};
use super::eyes::Eyes;
use super::facts::Declared;
use super::pieces::UnitId;
use super::state::{Battle, Goal, Mission, Part, Place, Post, Stage, SupportId};
use super::telling::{Check, Group, What, Wish};
use engine::side::{Side, SideMap};
use engine::system::Rules;

impl Eyes<'_> {
    pub(super) fn named(&self, unit: UnitId) -> String {
        self.system.counters[unit].name.clone()
    }

    fn names<'u>(&self, units: impl IntoIterator<Item = &'u UnitId>) -> Vec<String> {
        units.into_iter().map(|unit| self.named(*unit)).collect()
    }

    /// A place in words.
    pub(super) fn place(&self, place: Place) -> String {
        let board = &self.system.board;
        match place {
            Place::Base(base) => board.base(base).name.clone(),
            Place::Box(hold) => board.hold(hold).name.clone(),
            Place::OnStation(zone) => format!("the On Station Box, {}", board.zone(zone).name),
            Place::Used(zone) => format!("the Used Box, {}", board.zone(zone).name),
            Place::UsedAsset(_) => "the Used Asset Box".to_owned(),
            Place::NavalDelay(_) => "the Naval Warfare Delay Box".to_owned(),
            Place::Delay(_) => "the Delay Box".to_owned(),
            Place::TurnTrack(_, turn) => format!("the Turn Track, turn {} ({turn})", self.number(turn)),
            Place::ShipTrack(turn) => format!("the Ship Building Track, turn {} ({turn})", self.number(turn)),
            Place::Shipyard => "the Shipyard Delay Box".to_owned(),
            Place::Available => "the Available for Construction Box".to_owned(),
            Place::ForcePool(_) => "the Force Pool".to_owned(),
            Place::Holding => "the other theatre".to_owned(),
            Place::Event(event) => format!("the box {}", capitals(event.id())),
            Place::Sunk => "sunk".to_owned(),
            Place::Out => "out of play".to_owned(),
        }
    }

    pub(super) fn post(&self, post: Post) -> String {
        let board = &self.system.board;
        match post {
            Post::ForcePool => "the Force Pool".to_owned(),
            Post::Station(zone) => format!("the On Station Box, {}", board.zone(zone).name),
            Post::Hex(hex) => match board.base_in(hex) {
                Some(base) => board.base(base).name.clone(),
                None => format!("the waters {}", self.off(hex)),
            },
            Post::StrategicWarfare => "the Strategic Warfare Box".to_owned(),
            Post::UsedAsset => "the Used Asset Box".to_owned(),
            Post::NavalDelay => "the Naval Warfare Delay Box".to_owned(),
            Post::Delay => "the Delay Box".to_owned(),
            Post::Track(turn) => format!("the Turn Track, turn {} ({turn})", self.number(turn)),
            Post::Away => "out of play".to_owned(),
        }
    }

    /// Where a support unit is placed, with its preposition.
    pub(super) fn goal(&self, goal: Goal) -> String {
        let board = &self.system.board;
        match goal {
            Goal::Station(zone) => format!("in the {}", board.zone(zone).name),
            Goal::Landing(base) => format!("off {}", board.base(base).name),
            Goal::Strike(base) => format!("against {}", board.base(base).name),
            Goal::Hex(hex) => self.off(hex),
            Goal::StrategicWarfare => "in the Strategic Warfare Box".to_owned(),
        }
    }

    /// Pieces by where they go, in the order in which places come up.
    fn groups(&self, units: &[(UnitId, Place)]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (unit, place) in units {
            let place = self.place(*place);
            match groups.iter_mut().find(|group| group.place == place) {
                Some(group) => group.units.push(self.named(*unit)),
                None => groups.push(Group { place, units: vec![self.named(*unit)] }),
            }
        }
        groups
    }

    /// Declared facts as they are written, those that are not veiled.
    pub(super) fn open(&self, facts: &[Declared]) -> Vec<String> {
        let reader = self.system.reader();
        let open = facts.iter().filter(|it| self.veil(it).is_none());
        let words = |it: &Declared| format!("{} = {}", reader.words(it.fact, &it.of), reader.value_words(it));
        open.map(words).collect()
    }

    /// What is told of an event; nothing of one that the faction may not know, or that nobody need hear of. `battle` is
    /// that in which it happens, `waiting` the first thing that was ordered and not yet done before it.
    pub(super) fn what(
        &self,
        event: &Event,
        battle: Option<&Battle>,
        waiting: Option<Mission>,
    ) -> Option<What> {
        let side_of = |part: Part| battle.map(|battle| battle.side(part).side());
        Some(match event {
            Event::Declared { facts } => {
                let open = self.open(facts);
                if open.is_empty() {
                    return None;
                }
                What::Declared { facts: open, history: self.system.history.is_some() }
            }
            Event::AtTable { reason, facts } => {
                let open = self.open(facts);
                if open.is_empty() {
                    return None;
                }
                // A reason may speak of what is hidden.
                let reason = if open.len() == facts.len() { reason.clone() } else { String::new() };
                What::AtTable { facts: open, reason }
            }
            Event::Wanted { facts } => {
                let reader = self.system.reader();
                What::Wanted { facts: facts.iter().map(|it| reader.words(it.fact, &it.of)).collect() }
            }
            Event::StageBegan { turn, stage: Stage::Changes, .. } => {
                What::TurnBegan { turn: self.number(*turn), date: turn.to_string() }
            }
            Event::StageBegan { stage: Stage::Over, .. } => self.ending(),
            Event::StageBegan { turn: _, stage: _, faction: _, war_turns: _ } | Event::Done {} => {
                return None;
            }
            Event::Ordered { faction, missions } => {
                if Some(*faction) != self.faction {
                    return None;
                }
                What::Ordered { orders: self.orders(missions) }
            }
            // What is passed over was never done: it is its owner's business.
            Event::ThingBegan { faction, thing: _, void } => {
                if void.is_none() || Some(*faction) != self.faction || waiting == Some(Mission::Ask) {
                    return None;
                }
                What::PassedOver { what: waiting.map(|mission| self.mission(mission)) }
            }
            Event::Intelligence { faction, die, most } => {
                What::Intelligence { side: faction.side(), die: *die, most: *most }
            }
            Event::Formed { faction, support, goal, force } => What::Formed {
                side: faction.side(),
                unit: self.system.support_name(*support),
                place: self.goal(*goal),
                force: self.names(force),
            },
            Event::Contested { faction, by } => What::Contested {
                side: faction.side(),
                unit: by.map(|support: SupportId| self.system.support_name(support)),
            },
            Event::Checked { faction: _, rolls, late } if rolls.is_empty() && late.is_empty() => return None,
            Event::Checked { faction, rolls, late } => {
                let check = |(unit, die): &(UnitId, u8)| Check {
                    unit: self.named(*unit),
                    die: *die,
                    late: late.contains(unit),
                };
                What::Checked {
                    side: faction.side(),
                    checks: rolls.iter().map(check).collect(),
                    late: self.names(late),
                }
            }
            Event::Outcome { end, rule: _ } => What::Outcome { end: end.id() },
            Event::Stood { support, force } => {
                What::Stood { unit: self.system.support_name(*support), force: self.names(force) }
            }
            Event::Postponed { support, die, turn } => What::Postponed {
                unit: self.system.support_name(*support),
                die: *die,
                turn: self.number(*turn),
                date: turn.to_string(),
            },
            Event::Turned { support } => What::Turned { unit: self.system.support_name(*support) },
            Event::Posted { support, post } => {
                What::Posted { unit: self.system.support_name(*support), place: self.post(*post) }
            }
            Event::BattleBegan { battle, lines: _ } => What::BattleBegan {
                place: self.site(battle.site),
                cause: battle.cause.id(),
                side: battle.side(Part::Phasing).side(),
                against: battle.side(Part::Answering).side(),
            },
            Event::RoundBegan { round, choices, dice, modified, action } => {
                let wish = |(at, action): (usize, &super::state::Action)| Wish {
                    side: Part::ALL.get(at).and_then(|part| side_of(*part)),
                    action: action.id(),
                    die: modified.get(at).copied(),
                };
                What::RoundBegan {
                    round: *round,
                    action: action.id(),
                    wishes: choices.iter().enumerate().map(wish).collect(),
                    dice: dice.clone(),
                }
            }
            Event::Fired {
                part,
                target,
                attackers,
                dice,
                drm,
                superior,
                disabled,
                hits,
                void,
                damage_dice,
                points,
                harm,
            } => What::Fired {
                side: side_of(*part),
                target: self.named(*target),
                attackers: attackers.iter().map(|(unit, _)| self.named(*unit)).collect(),
                dice: dice.clone(),
                drm: *drm,
                superior: self.names(superior),
                hits: *hits,
                void: *void,
                damage_dice: damage_dice.clone(),
                points: *points,
                harm: harm.id(),
                disabled: *disabled,
            },
            Event::Submerged { boats } => What::Submerged { boats: self.names(boats) },
            Event::TookEffect { disabled, hurt, sunk, destroyed } => What::TookEffect {
                lost: self.names(sunk.iter().chain(destroyed)),
                hurt: self.names(hurt),
                disabled: self.names(disabled),
            },
            Event::Retirement { part, retires } => {
                What::Retirement { side: side_of(*part), retires: *retires }
            }
            Event::Resolved { end, victory, rule: _ } => {
                let winner = match end {
                    End::Success => side_of(Part::Phasing),
                    End::Repulsion => side_of(Part::Answering),
                    End::Stalemate => None,
                };
                What::Resolved { end: end.id(), victory: victory.map(|it| it.id()), winner }
            }
            Event::Left { units } => What::Left { groups: self.groups(units) },
            Event::BattleEnded { faction: _ } => What::BattleEnded {},
            Event::Intercepted { units, die, drm, result, to } => What::Intercepted {
                force: self.names(units),
                die: *die,
                drm: *drm,
                result: result.id().replace('-', " "),
                place: to.map(|to| self.place(to)),
            },
            Event::Engaged { fights } => What::Engaged { fights: *fights },
            Event::RaidEnded { map, succeeded, gain } => What::RaidEnded {
                map: map.to_string(),
                succeeded: *succeeded,
                gain: gain.map(|gain| gain.id()),
            },
            Event::RaidFormed { faction, purpose, die, most, units } => What::RaidFormed {
                side: faction.side(),
                purpose: purpose.id(),
                die: *die,
                most: *most,
                force: self.names(units),
            },
            Event::BaseAttacked { faction, base, die, drm, result } => What::BaseAttacked {
                side: faction.side(),
                place: self.place(Place::Base(*base)),
                die: *die,
                drm: *drm,
                result: result.id().replace('-', " "),
            },
            Event::Patrolled { boat, zone, die, result } => What::Patrolled {
                unit: self.named(*boat),
                place: self.system.board.zone(*zone).name.clone(),
                die: *die,
                result: result.id().replace('-', " "),
            },
            Event::Funded { nation, die, halves, purged } => {
                What::Funded { navy: nation.adjective(), die: *die, halves: *halves, purged: *purged }
            }
            Event::Begun { unit, to, stripe } => What::Begun {
                unit: self.named(*unit),
                place: self.place(*to),
                stripe: stripe.map(|stripe| stripe.id()),
            },
            Event::Reorganized { removed, restored } => What::Reorganized {
                removed: self.named(*removed),
                restored: restored.map(|unit| self.named(unit)),
            },
            Event::Withdrawn { unit, die, drm, to } => {
                What::Withdrawn { unit: self.named(*unit), die: *die, drm: *drm, place: self.place(*to) }
            }
            Event::Fate { unit, rule: _, die, to } => {
                What::Fate { unit: self.named(*unit), die: *die, place: self.place(*to) }
            }
            Event::Aligned { units, to, vichy } => {
                What::Aligned { force: self.names(units), to: to.map(|to| to.id()), vichy: *vichy }
            }
            Event::MarkerMoved { marker, nation, map, lies } => {
                let state =
                    super::markers::MarkerState { marker: *marker, nation: *nation, map: *map, lies: *lies };
                let gone = || format!("{} off the map of {map}", capitals(marker.id()));
                What::MarkerMoved { marker: self.marker(&state).unwrap_or_else(gone) }
            }
            Event::Held { base, units } => {
                What::Held { place: self.place(Place::Base(*base)), force: self.names(units) }
            }
            Event::LuckAwarded { map, axis, allies, die, holder } => What::LuckAwarded {
                map: map.to_string(),
                axis: *axis,
                allies: *allies,
                die: *die,
                holder: holder.map(|team| team.id()),
            },
            Event::CardsDrawn { map, cards } => What::CardsDrawn { map: map.to_string(), cards: *cards },
            Event::CardPlayed { faction, map, die, effect } => What::CardPlayed {
                side: faction.side(),
                map: map.to_string(),
                die: *die,
                effect: effect.id(),
            },
            Event::LuckSpent { map, die } => What::LuckSpent { map: map.to_string(), die: *die },
            Event::Delayed { unit, dice, drm, result, seasons, to } => What::Delayed {
                unit: self.named(*unit),
                dice: dice.clone(),
                drm: *drm,
                result: *result,
                seasons: *seasons,
                place: self.place(*to),
            },
            Event::Moved { faction, rule: _, units } => {
                What::Moved { side: faction.side(), groups: self.groups(units) }
            }
            Event::Scored { faction, map, what, points, place } => What::Scored {
                side: faction.side(),
                map: map.to_string(),
                what: what.id(),
                points: *points,
                place: place.map(|goal| self.goal(goal)),
            },
            Event::Ruled { reason, what } => {
                let change = match what {
                    Change::Unit(unit, place) => format!("{} to {}", self.named(*unit), self.place(*place)),
                    Change::Points(faction, map, points) => {
                        let name = faction.side().name();
                        format!("{} for the {name} on the map of {map}", count_of(*points))
                    }
                };
                What::Ruled { reason: reason.clone(), change }
            }
        })
    }

    /// The end of the match, by the position that the reader looks at.
    fn ending(&self) -> What {
        let (system, sea) = (self.system, self.sea);
        let points = |side: Side| {
            super::faction::Faction::of(side).map_or(0, |faction| system.points_of(sea, faction))
        };
        What::MatchEnded {
            points: SideMap::from_fn(system.sides(), points),
            winner: system.leader(sea).map(super::faction::Faction::side),
            of: system.first_side().side(),
            share: system.share(sea),
            par: system.scenario.par,
        }
    }
}

/// Points given or taken, in words.
fn count_of(points: i16) -> String {
    let many = engine::problem::count(usize::from(points.unsigned_abs()), "point");
    if points < 0 { format!("minus {many}") } else { many }
}
