//! What a side sees of sectors, units, losses, tables and the score.

use super::{Columns, IntelView, StockView, TableView, WatersView};
use crate::WarAtSea;
use crate::board::SectorId;
use crate::options::Rule;
use crate::state::{
    Aim, AtTable, Counts, Fought, Intel, Level, Phase, Place, UnitId, UnitState, War, Waters,
};
use engine::side::{Side, SideMap};
use engine::system::Rules;
use engine::view;
use engine::view::{Control, OnTrack, Stack, Unit, Zone, ZoneRef};

/// A side, looking at a position.
pub(crate) struct Observer<'e> {
    pub(crate) system: &'e WarAtSea,
    pub(crate) war: &'e War,
    pub(crate) side: Side,
}

impl Observer<'_> {
    /// The name of a sector with its number.
    pub(crate) fn place(&self, at: SectorId) -> String {
        let sector = self.system.board.sector(at);
        format!("{} ({})", sector.name, sector.number)
    }

    pub(crate) fn zone_ref(&self, at: SectorId) -> ZoneRef {
        ZoneRef::Key(self.system.board.sector(at).id.clone())
    }

    /// A unit in a view. It is shown to its own side, to who fought it, and to who saw it lost.
    pub(crate) fn unit(&self, unit: UnitId) -> Unit {
        let state = self.war.unit(unit);
        let card = &self.system.cards[state.card];
        let own = state.side == self.side;
        Unit {
            id: self.system.unit_word(self.war, unit),
            name: format!("{} ({})", card.name, state.serial),
            side: (!own).then_some(state.side),
            navy: navy(card, state.side),
            class: card.kind.word().replace('-', " "),
            line: line(card),
            marks: own.then(|| self.marks(unit)),
            damage: (own && card.kind.is_afloat()).then_some(state.damage),
            ..Unit::default()
        }
    }

    /// What has befallen an own unit, in short words.
    fn marks(&self, unit: UnitId) -> Vec<String> {
        let UnitState {
            card: _,
            side: _,
            serial: _,
            place,
            damage: _,
            work: _,
            makes,
            sent,
            scouts,
            aim,
            moved: _,
            fought: _,
            in_port,
            fled,
            barred,
            convoy,
            cargo,
            mended,
            lost: _,
        } = self.war.unit(unit);
        let mut marks = Vec::new();
        if self.system.is_crippled(self.war, unit) {
            marks.push("crippled".to_owned());
        }
        match place {
            Place::Deck(carrier) | Place::Aboard(carrier) => {
                let of = self.war.unit(*carrier);
                marks.push(format!("aboard {} ({})", self.system.cards[of.card].name, of.serial));
            }
            Place::Idle(_) => marks.push("idle".to_owned()),
            _ => {}
        }
        marks.extend(makes.map(|makes| format!("makes {}", self.system.cards[makes].name)));
        let aim = match aim {
            Aim::Fleet => "",
            Aim::Convoy => " against the convoy",
            Aim::Escort => " to defend the convoy",
        };
        marks.extend(sent.map(|at| format!("to {}{aim}", self.place(at))));
        let aim = if sent.is_some() { "" } else { aim };
        marks.extend(scouts.map(|at| format!("scouts {}{aim}", self.place(at))));
        let is_barred = *barred >= self.war.turn && *barred > 0;
        let flags = [(*in_port, "in port"), (*fled, "fled"), (is_barred, "no offence"), (*convoy, "convoy")];
        marks.extend(flags.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()));
        if *cargo > 0 {
            marks.push(format!("{cargo} points aboard"));
        }
        if *mended > 0 {
            marks.push(format!("{mended} months under repair"));
        }
        marks
    }

    /// The own units of which a function says so, in the order of their numbers.
    pub(super) fn own(&self, is: impl Fn(&UnitState) -> bool) -> Vec<Unit> {
        let own = self.war.own(self.side).filter(|unit| is(self.war.unit(*unit)));
        own.map(|unit| self.unit(unit)).collect()
    }

    pub(super) fn zone(&self, at: SectorId) -> Zone {
        let sector = self.system.board.sector(at);
        let mut own: Vec<UnitId> = self
            .war
            .own(self.side)
            .filter(|unit| {
                let idle = self.war.unit(*unit).place == Place::Idle(at);
                idle || self.war.sector_of(*unit) == Some(at)
            })
            .collect();
        own.sort_by_key(|unit| (self.system.cards[self.war.unit(*unit).card].kind, *unit));
        let fought = |it: &&Fought| it.at == at && it.sides.contains(&self.side);
        let told = self.war.intel.iter().filter(|it| it.to == self.side && it.at == at);
        let stack = |it: &Intel| {
            let ships = ships(&it.level);
            let at_least = matches!(it.level, Level::Size(_));
            (ships > 0).then(|| Stack { navy: it.of.adjective().to_owned(), ships, lba: 0, at_least })
        };
        let mut enemy: Vec<Stack> = Vec::new();
        for more in told.filter_map(stack) {
            match enemy.iter_mut().find(|known| known.navy == more.navy) {
                Some(known) => {
                    known.ships += more.ships;
                    known.at_least |= more.at_least;
                }
                None => enemy.push(more),
            }
        }
        Zone {
            number: Some(sector.number),
            key: Some(sector.id.clone()),
            name: sector.name.clone(),
            area: Some(sector.theatre.clone()),
            x: f32::from(sector.at[0]),
            lat: -f32::from(sector.at[1]),
            value: SideMap::from_fn(self.system.sides(), |_| self.system.yield_of(at) as u16),
            control: self.war.owner(at).map(Control::Held),
            own: own.into_iter().map(|unit| self.unit(unit)).collect(),
            enemy: Some(enemy),
            fought: self.war.fought.iter().any(|it| fought(&it)),
            ..Zone::default()
        }
    }

    pub(super) fn links(&self) -> Vec<(ZoneRef, ZoneRef)> {
        let board = &self.system.board;
        view::links(board.ids(), |at| board.sector(at).next.iter().copied(), |at| self.zone_ref(at))
    }

    pub(super) fn stocks(&self) -> Vec<StockView> {
        let built = |unit: UnitId| {
            let state = self.war.unit(unit);
            let (Place::Stocks(at), Some(work)) = (state.place, state.work) else { return None };
            Some(StockView {
                unit: self.unit(unit),
                place: self.place(at),
                paid: work.paid,
                price: work.price,
            })
        };
        self.war.own(self.side).filter_map(built).collect()
    }

    pub(super) fn away(&self) -> Vec<OnTrack> {
        let away = |unit: UnitId| match self.war.unit(unit).place {
            Place::Transit(_, until) => {
                Some(OnTrack { side: self.side, unit: self.unit(unit), turn: Some(until + 1) })
            }
            _ => None,
        };
        self.war.own(self.side).filter_map(away).collect()
    }

    /// The units whose loss the side knows: its own, and those that were lost before its eyes; in the end
    /// all, as of the scores. Those that an enemy destroyed score, and others do not: nobody saw them lost
    /// (WST-ret-6, WSC-4.8-1).
    fn known_losses(&self, scored: bool) -> impl Iterator<Item = (UnitId, u8)> + '_ {
        let over = self.war.phase == Phase::Over;
        self.war.ids().filter_map(move |unit| {
            let state = self.war.unit(unit);
            let (turn, before) = state.lost.as_ref()?;
            let knows = state.side == self.side || before.contains(&self.side) || over && scored;
            (knows && before.is_empty() != scored).then_some((unit, *turn))
        })
    }

    pub(super) fn lost(&self, scored: bool) -> Vec<OnTrack> {
        let track = |(unit, turn): (UnitId, u8)| OnTrack {
            side: self.war.unit(unit).side,
            unit: self.unit(unit),
            turn: Some(turn),
        };
        self.known_losses(scored).map(track).collect()
    }

    /// The printed cost of the losses that score, by who lost them; of a factory that of its aircraft, as in
    /// battle.
    pub(super) fn sunk_cost(&self) -> SideMap<u32> {
        let cost = |unit: UnitId| {
            let state = self.war.unit(unit);
            let printed = self.system.cards[state.card].cost;
            let makes = state.makes.filter(|_| printed == 0);
            makes.map_or(printed, |makes| self.system.facilities.factory_price(self.system.cards[makes].cost))
        };
        let of = |side: Side| {
            let its = self.known_losses(true).filter(|(unit, _)| self.war.unit(*unit).side == side);
            its.map(|(unit, _)| u32::from(cost(unit))).sum()
        };
        SideMap::from_fn(self.system.sides(), of)
    }

    /// The handicap of each side that has one.
    pub(super) fn handicaps(&self) -> Vec<String> {
        let of = |side: &Side| {
            let balance = self.system.admiralty(*side)?.balance?;
            Some(format!("{}, {}", side.name(), balance.words()))
        };
        self.system.sides().iter().filter_map(of).collect()
    }

    /// What a side knows of a score: its own in full, of another what it has lost to that one itself; in the
    /// end all.
    fn columns(&self, of: Side) -> Columns {
        let Some(seat) = self.war.seat(of) else { return Columns::default() };
        let [production, weight] = self.system.scenario.weights;
        let open = self.war.phase == Phase::Over || of == self.side;
        let sunk: i32 = seat
            .sunk
            .iter()
            .filter(|(victim, _)| open || *victim == self.side)
            .map(|(_, points)| *points)
            .sum();
        if seat.out {
            return Columns::default();
        }
        Columns {
            production: i64::from(production * self.system.production_value(self.war, of)),
            sunk: i64::from(weight * sunk),
            rulings: i64::from(seat.ruled),
        }
    }

    pub(super) fn score(&self) -> view::Score<Columns> {
        let sides = self.system.sides();
        let columns = SideMap::from_fn(sides, |side| self.columns(side));
        let total = SideMap::from_fn(sides, |side| {
            let Columns { production, sunk, rulings } = self.columns(side);
            production + sunk + rulings
        });
        let turn = view::TurnScore {
            turn: self.war.turn,
            columns,
            total: total.clone(),
            ..view::TurnScore::default()
        };
        view::Score { total, turns: vec![turn], scenarios: None }
    }

    pub(crate) fn intel(&self, intel: &Intel) -> IntelView {
        let Intel { to: _, of, at, convoy, level, bases, details } = intel;
        let mut what = match level {
            Level::Size(size) => format!("a {} force", size.id()),
            Level::Counts(counts) => counted(counts),
        };
        if let Some(bases) = bases {
            let scouted = matches!(level, Level::Counts(counts) if counts.torpedo_boats.is_some());
            let vague = self.system.has(Rule::Scouting) && !scouted;
            let words = if vague {
                "land bases".to_owned()
            } else {
                engine::problem::count(usize::from(*bases), "land base")
            };
            what = format!("{what}; {words}");
        }
        for (pick, found) in details {
            what.push_str(&format!("; {}: {found}", pick.id().replace('-', " ")));
        }
        if *convoy {
            what.push_str(" (convoy)");
        }
        let ships = matches!(level, Level::Counts(_)).then(|| ships(level));
        IntelView { side: *of, place: self.place(*at), what, ships }
    }

    pub(super) fn table(&self, table: &AtTable) -> TableView {
        let AtTable { battle, at, sides: _, dossier, waits } = table;
        let (battle, dossier) = (battle.clone(), dossier.clone());
        TableView { battle, place: self.place(*at), waits: *waits, dossier }
    }

    pub(crate) fn waters(&self, waters: &Waters) -> WatersView {
        let Waters { at, convoy, to: _, time, islands, squalls } = waters;
        WatersView {
            place: format!("{}{}", self.place(*at), if *convoy { ", convoys" } else { "" }),
            time: time.clone(),
            islands: islands.clone(),
            squalls: squalls.clone(),
        }
    }

    pub(crate) fn plan(&self, (at, name): &(Option<SectorId>, String)) -> String {
        match at {
            Some(at) => format!("{}: {name}", self.place(*at)),
            None if name.contains(": ") => name.clone(),
            None => format!("everywhere: {name}"),
        }
    }
}

/// How many ships a level speaks of; of a size the fewest that it can mean.
fn ships(level: &Level) -> usize {
    match level {
        Level::Size(_) => 1,
        Level::Counts(counts) => {
            let Counts {
                battleships,
                carriers,
                cruisers,
                destroyers,
                auxiliaries,
                torpedo_boats,
                submarines: _,
            } = counts;
            [*battleships, *carriers, *cruisers, *destroyers, *auxiliaries, torpedo_boats.unwrap_or_default()]
                .into_iter()
                .map(usize::from)
                .sum()
        }
    }
}

/// Counts in words.
fn counted(counts: &Counts) -> String {
    let Counts { battleships, carriers, cruisers, destroyers, auxiliaries, torpedo_boats, submarines } =
        counts;
    let classes = [
        (*battleships, "battleship"),
        (*carriers, "carrier"),
        (*cruisers, "cruiser"),
        (*destroyers, "destroyer"),
        (*auxiliaries, "auxiliary"),
        (torpedo_boats.unwrap_or_default(), "torpedo boat"),
    ];
    let some = classes.into_iter().filter(|(count, _)| *count > 0);
    let mut words: Vec<String> =
        some.map(|(count, what)| engine::problem::count(usize::from(count), what)).collect();
    match submarines {
        Some(true) => words.push("submarines".to_owned()),
        Some(false) => words.push("no submarine".to_owned()),
        None => {}
    }
    if words.is_empty() { "no ship".to_owned() } else { words.join(", ") }
}

/// The adjective of a card's nation; of what every nation has, that of its side.
fn navy(card: &tactical::cards::Card, side: Side) -> String {
    use tactical::cards::Nation;
    let navy = match card.nation {
        Nation::Any => side.adjective(),
        Nation::Australia => "Australian",
        Nation::Canada => "Canadian",
        Nation::Finland => "Finnish",
        Nation::France => "French",
        Nation::Germany => "German",
        Nation::Greece => "Greek",
        Nation::Italy => "Italian",
        Nation::Japan => "Japanese",
        Nation::Netherlands => "Dutch",
        Nation::NewZealand => "New Zealand",
        Nation::Poland => "Polish",
        Nation::SovietUnion => "Soviet",
        Nation::Sweden => "Swedish",
        Nation::UnitedKingdom => "British",
        Nation::UnitedStates => "American",
    };
    navy.to_owned()
}

/// The stat line of a card: armor, vital armor and hull.
fn line(card: &tactical::cards::Card) -> String {
    format!("{}/{}-{}", card.armor, card.vital, card.hull)
}
