//! The rules of Trident, in the order of a turn.

use sealord::system::Plans;
use std::collections::BTreeMap;

use sealord::party::Party;
use sealord::question::{AheadQuestion, Ask, Choice};
use sealord::rules::Rulebook;
use sealord::rules::roster::UnitId;
use sealord::side::{Side, SideMap};
use sealord::system::{Addressed, Flow, open};
use sealord::table::Step;

use super::event::Event;
use super::item::{ENGAGE, Item, KINDS, REPLY, SAIL, SCOUT};
use super::sea::{Phase, Sea, ZoneId};
use super::{LAST_TURN, PARTIES, SIDES, Ship, Trident};

type Table<'t> = sealord::table::Table<'t, Trident>;
type Question = Ask<Item, Item>;

pub fn step(table: &mut Table<'_>) -> Step<Flow> {
    let next = match table.state().phase {
        Phase::Sailing => sail(table).map(|()| Phase::Scouting)?,
        Phase::Scouting => scout(table).map(|()| Phase::Searching)?,
        Phase::Searching => search(table).map(|()| Phase::Fighting)?,
        Phase::Fighting | Phase::Over => return fight(table),
    };
    table.record(Event::PhaseBegan { phase: next })?;
    Ok(Flow::Next)
}

/// A question's key: `t1/north/engage/coral`, or `t1/sail/coral` where it is not asked place by place.
fn key(sea: &Sea, what: &str, asked: Party) -> String {
    format!("t{}/{what}/{}", sea.turn, asked.id())
}

/// TRI-1.
fn sail(table: &mut Table<'_>) -> Step<()> {
    let (trident, sea) = (table.system(), table.state());
    let question = |asked: &Party| (*asked, trident.sailing(sea, *asked));
    let asks: Vec<(Party, Question)> = PARTIES.iter().map(question).collect();
    for (ship, to) in table.ask_all(&asks)?.into_iter().flatten() {
        if let (Item::Ship(ship), Item::Zone(to)) = (ship, to)
            && table.state().ship(ship).at != to
        {
            table.record(Event::Sailed { ship, to })?;
        }
    }
    Ok(())
}

/// Whose aircraft fly on a turn.
pub fn flies(turn: u8) -> Side {
    SIDES[usize::from(turn - 1) % SIDES.len()]
}

/// The party that speaks for a side as a whole: the first of them.
fn speaker(side: Side) -> Party {
    let party = PARTIES.iter().copied().find(|party| party.side() == side);
    party.expect("every side has a party")
}

/// TRI-2: two questions one after the other, between which nothing becomes known.
fn scout(table: &mut Table<'_>) -> Step<()> {
    let (trident, sea) = (table.system(), table.state());
    let by = flies(sea.turn);
    let asked = speaker(by);
    let second = trident.scouting(sea, "scout-again", asked);
    let first = trident.scouting(sea, "scout", asked);
    let first = table.ask_ahead(asked, &first, std::slice::from_ref(&second))?;
    let second = table.ask(asked, &second)?;
    let mut zones: Vec<ZoneId> =
        [first, second].into_iter().flatten().filter_map(|(_, zone)| zone.zone()).collect();
    zones.dedup();
    for zone in zones {
        table.record(Event::Flew { by, zone })?;
        find(table, by, zone, "flight", 4)?;
    }
    Ok(())
}

/// TRI-3.
fn search(table: &mut Table<'_>) -> Step<()> {
    for &by in SIDES {
        for zone in table.system().zone_ids() {
            if table.system().afloat(table.state(), zone).any(|(_, ship)| ship.side() == by) {
                find(table, by, zone, "search", 5)?;
            }
        }
    }
    Ok(())
}

/// A die for each ship of the others in a zone.
fn find(table: &mut Table<'_>, by: Side, zone: ZoneId, how: &str, enough: u8) -> Step<()> {
    let (trident, sea) = (table.system(), table.state());
    let others: Vec<UnitId> =
        trident.afloat(sea, zone).filter(|(_, ship)| ship.side() != by).map(|(id, _)| id).collect();
    let label = format!("t{}/{how}/{}/{}", sea.turn, by.id(), trident.zone(zone).id);
    let dice = table.roll(label, others.len())?;
    let found = others.into_iter().zip(dice).filter(|(_, die)| *die >= enough).map(|(ship, _)| ship);
    let found = found.collect();
    table.record(Event::Searched { by, zone, found })
}

/// TRI-4 to TRI-6: a fight in each zone, on its own.
fn fight(table: &mut Table<'_>) -> Step<Flow> {
    let trident = table.system();
    for zone in trident.zone_ids() {
        let ready = trident.volley(table.state(), zone, ENGAGE, |_| true);
        if !ready.is_empty() {
            table.branch(trident.zone(zone).id.clone(), |table| battle(table, zone, &ready))?;
        }
    }
    table.join()?;
    let turn = table.state().turn;
    if turn < LAST_TURN {
        table.record(Event::TurnEnded { turn })?;
        return Ok(Flow::Next);
    }
    let points = SideMap::from_fn(SIDES, |side| trident.points(table.state(), side));
    table.record(Event::MatchEnded { points })?;
    Ok(Flow::Over)
}

fn battle(table: &mut Table<'_>, zone: ZoneId, ready: &[(Party, Question)]) -> Step<()> {
    let trident = table.system();
    let first = fire(table, ready)?;
    let hit: Vec<Side> = first.iter().map(|(_, target)| trident.ships[*target].side()).collect();
    let fired: Vec<UnitId> = first.iter().map(|(ship, _)| *ship).collect();
    let may = |ship: UnitId| hit.contains(&trident.ships[ship].side()) && !fired.contains(&ship);
    let replies = trident.volley(table.state(), zone, REPLY, may);
    fire(table, &replies).map(|_| ())
}

/// All who are asked fire at once; gives who fired at what.
fn fire(table: &mut Table<'_>, asks: &[(Party, Question)]) -> Step<Vec<(UnitId, UnitId)>> {
    let mut shots = Vec::new();
    for (ship, target) in table.ask_all(asks)?.into_iter().flatten() {
        if let (Item::Ship(ship), Item::Ship(target)) = (ship, target) {
            shots.push((ship, target));
        }
    }
    shots.sort();
    let trident = table.system();
    let mut hit: BTreeMap<UnitId, Vec<Side>> = BTreeMap::new();
    for &(ship, target) in &shots {
        let Ship { id, party, guns, .. } = &trident.ships[ship];
        let side = party.side();
        let dice = table.roll(format!("t{}/fire/{id}", table.state().turn), usize::from(*guns))?;
        let hits = dice.iter().filter(|die| **die >= 5).count() as u8;
        let by = hit.entry(target).or_default();
        if hits > 0 && !by.contains(&side) {
            by.push(side);
        }
        table.record(Event::Fired { ship, target, dice, hits })?;
    }
    for (ship, mut by) in hit {
        let state = table.state().ship(ship);
        if state.hits >= trident.ships[ship].hull {
            by.sort();
            let turn = table.state().turn;
            let before = SIDES.iter().copied().filter(|side| state.in_sight(*side, turn)).collect();
            table.record(Event::Sank { ship, by, before })?;
        }
    }
    Ok(shots)
}

impl Plans for Trident {
    /// What a key says of its question.
    fn asked(&self, key: &str) -> Result<Addressed, String> {
        let parts: Vec<&str> = key.split('/').collect();
        let ([turn, .., party], Some(kind)) = (&parts[..], parts.iter().rev().nth(1)) else {
            return Err("no key has this form".to_owned());
        };
        let kind = if *kind == "scout-again" { &"scout" } else { kind };
        KINDS.iter().find(|it| it.kind == *kind).ok_or("nobody is asked that")?;
        let turn = turn.strip_prefix('t').and_then(|turn| turn.parse().ok()).ok_or("it has no turn")?;
        let party = PARTIES.iter().find(|it| it.id() == *party).ok_or("nobody is called so")?;
        Ok(Addressed { party: Some(*party), turn: Some(turn) })
    }

    /// What a party will be asked after its ships have sailed: where its aircraft search, and where they sail
    /// next.
    fn ahead(&self, sea: &Sea, party: Party, _: &[&str]) -> Vec<AheadQuestion> {
        let mut asks = Vec::new();
        if sea.phase <= Phase::Scouting && speaker(flies(sea.turn)) == party {
            asks.extend(["scout", "scout-again"].map(|what| self.scouting(sea, what, party)));
        }
        if sea.turn < LAST_TURN {
            asks.push(self.sailing(&Sea { turn: sea.turn + 1, ..sea.clone() }, party));
        }
        asks.retain(|ask| ask.forced().is_none());
        let ahead = |ask: &Question| AheadQuestion { question: open(self, sea, ask), more: Vec::new() };
        asks.iter().map(ahead).collect()
    }
}

impl Trident {
    /// Where a party's ships sail.
    fn sailing(&self, sea: &Sea, asked: Party) -> Question {
        let mut ask = Question::new(SAIL, key(sea, "sail", asked), "TRI-1", "Ships sail to".into());
        for ship in self.ships.ids().filter(|it| sea.ship(*it).afloat() && self.commands(asked, *it)) {
            let at = sea.ship(ship).at;
            let open = self.next(at).chain([at]).map(Item::Zone);
            ask.offer([Item::Ship(ship)], open, Some(Item::Zone(at)));
        }
        ask
    }

    /// Where aircraft search.
    fn scouting(&self, sea: &Sea, what: &str, asked: Party) -> Question {
        let mut ask = Question::new(SCOUT, key(sea, what, asked), "TRI-2", "Aircraft search".into());
        ask.offer([Item::Aircraft], self.zone_ids().map(Item::Zone), Some(Item::Zone(ZoneId(0))));
        ask
    }

    /// What each party is asked whose side has anything in sight in a zone, for those of its ships there that
    /// may fire.
    fn volley(
        &self,
        sea: &Sea,
        zone: ZoneId,
        kind: &'static str,
        may: impl Fn(UnitId) -> bool,
    ) -> Vec<(Party, Question)> {
        let mut asks = Vec::new();
        for &asked in PARTIES {
            let side = asked.side();
            let ships = || self.afloat(sea, zone);
            let own: Vec<Item> = ships()
                .filter(|(id, _)| self.commands(asked, *id) && may(*id))
                .map(|(id, _)| Item::Ship(id))
                .collect();
            let targets = ships().filter(|(id, _)| sea.ship(*id).in_sight(side, sea.turn));
            let targets =
                targets.map(|(id, ship)| Choice { item: Item::Ship(id), mark: 0, worth: ship.guns.into() });
            let targets: Vec<Choice<Item>> = targets.collect();
            if own.is_empty() || targets.is_empty() {
                continue;
            }
            let key = key(sea, &format!("{}/{kind}", self.zone(zone).id), asked);
            let title = format!("{}: fire at", self.zone(zone).name);
            let rule = if kind == ENGAGE { "TRI-4" } else { "TRI-5" };
            let mut ask = Question::new(kind, key, rule, title);
            ask.offer(own, [Choice::from(Item::Hold)].into_iter().chain(targets), Some(Item::Hold));
            asks.push((asked, ask));
        }
        asks
    }
}
