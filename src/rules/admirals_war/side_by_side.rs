//! 7.11 Fights side by side: both theatres, or all areas that have nothing to do with each other.
//!
//! *House rule:* under `combat: side-by-side` each nation lists the areas of its theatre once, as combat
//! begins. The rotation of 7.1 is played on these lists, and an area waits only for those before it with
//! which it is in conflict. Nothing but the answers, which cannot wait for news from elsewhere, tells such a
//! turn from one in strict order.

use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::combat;
use super::event::Why;
use super::item::Item;
use super::key::Key;
use super::options::{self, Optional};
use super::pieces::{Kind, Seat, UnitId};
use super::state::{Ocean, Place};
use super::text::forces_about;
use super::view::track_name;
use super::{AdmiralsWar, SIDES, Table, raids, seats};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::rulebook::Choices;
use engine::table::Step;

/// In which order a match resolves combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resolution {
    /// One area after the other, in all seas (7.1).
    #[default]
    Book,
    /// The same in each theatre on its own, on turns on which they have nothing to do with each other (7.11).
    Theatres,
    /// By lists, all areas at once that have nothing to do with each other.
    SideBySide,
}

impl Resolution {
    /// What a match has chosen.
    pub(super) fn of(choices: &Choices) -> Resolution {
        match choices.value(&options::COMBAT) {
            options::THEATRES => Resolution::Theatres,
            options::SIDE_BY_SIDE => Resolution::SideBySide,
            _ => Resolution::Book,
        }
    }
}

/// An area with the nation that has selected it.
type Pick = (Seat, AreaId);

/// 7.11 Both theatres at once, each in its own rotation. False if a fight in one may touch one in the other,
/// so that the order of nationalities holds for the turn, as on the turn on which Japan attacks.
pub(super) fn both_theatres(table: &mut Table) -> Step<bool> {
    if combat::areas_done(table.state()) > 0 {
        return Ok(false);
    }
    let areas = combat::open_areas(table);
    let fields = Fields::of(table.system(), table.state(), &areas);
    let of = |theatre: Theatre| {
        let board = &table.system().board;
        areas.iter().copied().filter(move |&area| board.area(area).theatre == theatre)
    };
    let touch =
        of(Theatre::Atlantic).any(|one| of(Theatre::Pacific).any(|other| fields.conflict(one, other)));
    if touch {
        return Ok(false);
    }
    for theatre in Theatre::ALL {
        table.branch(track_name(theatre).to_owned(), |table| rotation(table, theatre))?;
    }
    table.join()?;
    Ok(true)
}

/// The fights of a theatre, whose two nations select in turn.
fn rotation(table: &mut Table, theatre: Theatre) -> Step<()> {
    let seats = Seat::Britain.and_on().filter(|seat| seat.track() == theatre);
    for (done, seat) in seats.enumerate() {
        let mut open = combat::open_areas(table);
        open.retain(|&area| table.system().board.area(area).theatre == theatre);
        if open.is_empty() {
            break;
        }
        let area = combat::select(table, seat, &open.clone(), open, done)?;
        combat::resolve(table, seat, area)?;
    }
    Ok(())
}

/// All areas by the lists of the nations, each as soon as none before it is open that it is in conflict with.
pub(super) fn by_lists(table: &mut Table) -> Step<()> {
    let areas = combat::open_areas(table);
    let order = order(table, &areas)?;
    let system = table.system();
    let fields = Fields::of(system, table.state(), &areas);
    for (at, &(seat, area)) in order.iter().enumerate() {
        let earlier = order[..at].iter().filter(|(_, other)| fields.conflict(*other, area));
        let earlier: Vec<&str> = earlier.map(|(_, other)| system.board.area(*other).id.as_str()).collect();
        let name = system.board.area(area).id.clone();
        table.branch_after(name, &earlier, |table| {
            // What was there may have left for want of a base.
            let (system, ocean) = (table.system(), table.state());
            let there = system.is_known_to_be_sailed(ocean, area);
            if there { combat::resolve(table, seat, area) } else { Ok(()) }
        })?;
    }
    table.join()
}

/// The order of areas: all nations list those of their theatre at once, then each in turn takes the first on
/// its list that is left.
fn order(table: &mut Table, areas: &[AreaId]) -> Step<Vec<Pick>> {
    let (system, ocean) = (table.system(), table.state());
    let of = |seat: Seat| {
        let own = |area: &AreaId| system.board.area(*area).theatre == seat.track();
        areas.iter().copied().filter(own).collect::<Vec<_>>()
    };
    let seats: Vec<Seat> = ocean.selects.and_on().take(Seat::ALL.len()).collect();
    let mut nations: Vec<Seat> = seats.clone();
    nations.sort_unstable();
    let asks: Vec<_> =
        nations.iter().map(|&seat| (system.player(seat), list(table, seat, &of(seat)))).collect();
    let answers = seats::ask_players(table, asks)?.into_iter();
    let lists: Vec<(Seat, Vec<AreaId>)> =
        nations.into_iter().zip(answers).map(|(seat, (_, answer))| (seat, ranked(answer))).collect();
    let mut order: Vec<Pick> = Vec::with_capacity(areas.len());
    for seat in seats.into_iter().cycle().take(areas.len() * Seat::ALL.len()) {
        let own = lists.iter().find(|(of, _)| *of == seat).map_or(&[][..], |(_, list)| list);
        let next = own.iter().find(|area| !order.iter().any(|(_, taken)| taken == *area));
        order.extend(next.map(|&area| (seat, area)));
    }
    Ok(order)
}

/// The areas of an answer, by the places that it gives them.
fn ranked(mut answer: Vec<(Item, AreaId)>) -> Vec<AreaId> {
    answer.sort_by_key(|(place, _)| match place {
        Item::Rank(rank) => *rank,
        _ => u8::MAX,
    });
    answer.into_iter().map(|(_, area)| area).collect()
}

/// The question in which order a nation would have areas fought out.
fn list(table: &Table, seat: Seat, areas: &[AreaId]) -> Ask<Item, AreaId> {
    let key = Key::ListAreas { turn: Turn(table.state().turn), by: seat };
    let title = "List the areas in the order in which you would select them for combat".to_owned();
    let mut ask = Ask::new(questions::SELECT_AREA, key.text(), "AW-5.41", title);
    ask.about =
        areas.iter().flat_map(|&area| forces_about(table, area, table.system().player(seat))).collect();
    let options: Vec<u16> = areas.iter().zip(1..).map(|(&area, mark)| ask.choice(area, mark, 0)).collect();
    let set = ask.set(options.clone());
    for (option, rank) in options.into_iter().zip(1..) {
        ask.subject(Item::Rank(rank), set, Some(option));
    }
    ask.limit(Limit::Distinct { rule: "AW-5.41".to_owned(), what: "the same area".to_owned() })
}

impl Seat {
    /// The seats from this one on in nationality order, round and round.
    fn and_on(self) -> impl Iterator<Item = Seat> + Clone {
        std::iter::successors(Some(self), |seat| Some(seat.next()))
    }
}

/// What fights in areas can do to ports and bases, and what these mean to them, as combat begins.
///
/// Nothing goes to sea during combat, ports keep their holders until flags are placed, and what a fight does
/// to the units in its own area is its own. So fights meet only in a port or base: one strikes or takes it,
/// and the other lies next to it or may send units there.
struct Fields {
    all: Vec<Field>,
    /// Whether a landing in one half of the Mediterranean may call out ships in the other (22.5).
    joined_mediterranean: bool,
}

struct Field {
    area: AreaId,
    mediterranean: bool,
    /// What units there can strike or take.
    strikes: Vec<BaseId>,
    /// What lies around it, and where its units, or those it drives out, may go.
    minds: Vec<BaseId>,
}

impl Fields {
    fn of(system: &AdmiralsWar, ocean: &Ocean, areas: &[AreaId]) -> Fields {
        let field = |&area: &AreaId| Field {
            area,
            mediterranean: system.board.is_mediterranean(area),
            strikes: system.strikes(ocean, area),
            minds: system.minds(ocean, area),
        };
        Fields {
            all: areas.iter().map(field).collect(),
            joined_mediterranean: system.plays_by(Optional::FrenchFleetDilemma),
        }
    }

    /// Whether the outcome of one fight may depend on the other, so that their order counts.
    fn conflict(&self, one: AreaId, other: AreaId) -> bool {
        let field = |area: AreaId| self.all.iter().find(|field| field.area == area);
        let Some((one, other)) = field(one).zip(field(other)) else { return true };
        let reaches = |from: &Field, to: &Field| from.strikes.iter().any(|base| to.minds.contains(base));
        let torch = self.joined_mediterranean && one.mediterranean && other.mediterranean;
        torch || reaches(one, other) || reaches(other, one)
    }
}

impl AdmiralsWar {
    /// The pairs of areas that cannot be fought out side by side, as combat begins in a position.
    pub fn conflicts(&self, ocean: &Ocean) -> Vec<(AreaId, AreaId)> {
        let areas: Vec<AreaId> = self.board.areas().collect();
        let fields = Fields::of(self, ocean, &areas);
        let pairs = areas.iter().flat_map(|&one| areas.iter().map(move |&other| (one, other)));
        pairs.filter(|(one, other)| one < other && fields.conflict(*one, *other)).collect()
    }

    /// Whether the order in which areas are fought out can make a difference: two of them are left in which
    /// anything happens.
    ///
    /// *Ruling:* nothing happens where one side alone has ships, and no carriers, air units, submarines or
    /// amphibious units (7.13); such an area does not wait for a selection. All count where submarines are
    /// hidden, and where a landing may call out ships elsewhere (22.5).
    pub(super) fn order_counts(&self, ocean: &Ocean, areas: &[AreaId]) -> bool {
        let hides = [Optional::HiddenSubmarines, Optional::FrenchFleetDilemma];
        let all_count = !self.is_sparing() || hides.into_iter().any(|rule| self.plays_by(rule));
        all_count || areas.iter().filter(|&&area| !self.is_quiet(ocean, area)).count() > 1
    }

    /// Whether nothing can happen in an area (AW-7.13).
    fn is_quiet(&self, ocean: &Ocean, area: AreaId) -> bool {
        let units = ocean.at(Place::Sea(area));
        let alone = SIDES.into_iter().any(|side| units.iter().all(|&unit| self.side_of(ocean, unit) == side));
        let only_sails = |unit: &UnitId| matches!(self.counter(*unit).kind, Kind::Ship | Kind::Oiler);
        alone && units.iter().all(only_sails) && self.strikes(ocean, area).is_empty()
    }

    /// The ports and bases that units in an area can strike or take.
    fn strikes(&self, ocean: &Ocean, area: AreaId) -> Vec<BaseId> {
        let mut found = Vec::new();
        for side in SIDES {
            let units = self.fighters(ocean, area, side);
            let by_air = |unit: &UnitId| self.counter(*unit).flies || raids::may_raid(self, ocean, *unit);
            if units.iter().any(by_air) {
                found.extend(raids::enemy_places(self, ocean, area, side));
            }
            let takes = |base: BaseId| {
                let lands = |unit: UnitId| self.counter(unit).kind == Kind::Amphibious;
                units.iter().any(|&unit| lands(unit) || self.may_claim(ocean, unit, base))
            };
            let prizes = self.landing_places(ocean, area, side).into_iter();
            found.extend(prizes.filter(|&base| ocean.owner(base) != Some(side) && takes(base)));
        }
        // What is one port is struck as one (AW-2.42-b).
        let twins: Vec<BaseId> = found.iter().filter_map(|&base| self.twin(ocean, base)).collect();
        found.extend(twins);
        found
    }

    /// The ports and bases around an area, and those to which units there or driven out from there may go.
    fn minds(&self, ocean: &Ocean, area: AreaId) -> Vec<BaseId> {
        let mut found = self.board.area(area).bases.clone();
        for unit in ocean.at(Place::Sea(area)) {
            for why in [Why::Disabled, Why::Escaped] {
                found.extend(self.homes(ocean, unit, area, why));
            }
        }
        let prizes = self.strikes(ocean, area).into_iter();
        for prize in prizes.filter(|&base| self.kind_now(ocean, base) == BaseKind::Base) {
            found.extend(self.driven_to(ocean, prize));
        }
        found
    }

    /// Where those may go who lose a base: what lies in it, or may lie there by then.
    fn driven_to(&self, ocean: &Ocean, base: BaseId) -> Vec<BaseId> {
        let areas = &self.board.base(base).areas;
        let mut units = ocean.at(Place::Base(base));
        units.extend(areas.iter().flat_map(|&area| ocean.at(Place::Sea(area))));
        let around = areas.iter().flat_map(|&area| self.board.area(area).bases.iter().copied());
        around.chain(units.into_iter().flat_map(|unit| self.nearest_ports(ocean, unit, areas))).collect()
    }
}
