//! What history brings: the last turn of a naval war, and what changes on a turn to come (NW-5). History lies
//! open to all.

use super::Schiffskrieg;
use super::board::SeaMap;
use super::calendar::Turn;
use super::faction::Faction;
use super::history::{History, Status};
use super::state::{Sea, Stage};
use engine::problem::list_and;

/// The pairs of factions.
const PAIRS: [[Faction; 2]; 3] = [
    [Faction::Axis, Faction::Western],
    [Faction::Axis, Faction::Soviet],
    [Faction::Western, Faction::Soviet],
];

impl Schiffskrieg {
    /// The turn that will be the last one of the match (NW-1); beside a real map the last one of the war.
    pub(super) fn end(&self, sea: &Sea) -> Turn {
        let (now, last) = (self.turn(sea), self.last_turn());
        let (Some(history), Some(clock)) = (&self.history, sea.clock) else { return last.max(now) };
        if clock.stage == Stage::Over {
            return now;
        }
        let mut left = self.chosen.turns.saturating_sub(clock.war_turns);
        let mut turn = now;
        loop {
            left = left.saturating_sub(u8::from(self.is_at_war(history, turn)));
            if left == 0 || turn >= last {
                return turn;
            }
            turn = turn.ahead(1);
        }
    }

    /// The pairs of factions of the match.
    fn pairs(&self) -> impl Iterator<Item = [Faction; 2]> + '_ {
        let present = |faction: &Faction| self.scenario.set_ups[*faction].is_some();
        PAIRS.into_iter().filter(move |pair| pair.iter().all(present))
    }

    /// Whether history has hostilities on a map of the match.
    fn is_at_war(&self, history: &History, turn: Turn) -> bool {
        let maps = &self.scenario.maps;
        self.pairs().any(|[one, other]| maps.iter().any(|map| history.are_hostile(one, other, *map, turn)))
    }

    /// What changes at the start of a turn, in words: wars, War States, countries, ports, support units.
    pub(super) fn changes_of(&self, turn: Turn) -> Vec<String> {
        let mut what = Vec::new();
        let (Some(history), Some(before)) = (&self.history, turn.0.checked_sub(1).map(Turn)) else {
            return what;
        };
        for map in self.scenario.maps.iter().copied() {
            for [one, other] in self.pairs() {
                if history.war_begins(one, other, map) == Some(turn) {
                    let (one, other) = (one.side().name(), other.side().name());
                    what.push(format!("{one} and {other} are at war on the map of {map}"));
                }
            }
            let state = history.war_state(map, turn);
            if state != history.war_state(map, before) {
                what.push(format!("War State of {map}: {}", state.id().replace('-', " ")));
            }
            what.extend(self.countries_turned(history, map, turn));
            what.extend(self.ports_taken(history, map, turn));
        }
        what
    }

    fn countries_turned(&self, history: &History, map: SeaMap, turn: Turn) -> Vec<String> {
        let mut turned: Vec<(Status, Vec<&str>)> = Vec::new();
        for (_, country, status) in history.turned(turn).filter(|(on, ..)| *on == map) {
            if history.status(&self.board, country, map, Turn(turn.0 - 1)) == status {
                continue;
            }
            let name = self.board.country(country).name.as_str();
            match turned.iter_mut().find(|(known, _)| *known == status) {
                Some((_, names)) => names.push(name),
                None => turned.push((status, vec![name])),
            }
        }
        let words = |(status, names): (Status, Vec<&str>)| {
            let is = match status {
                Status::Active(faction) => format!("active with the {}", faction.side().name()),
                Status::Neutral => "neutral".to_owned(),
                Status::Conquered => "conquered".to_owned(),
            };
            format!("{}: {is}", list_and(&names))
        };
        turned.into_iter().map(words).collect()
    }

    fn ports_taken(&self, history: &History, map: SeaMap, turn: Turn) -> Vec<String> {
        let mut taken: Vec<(Option<Faction>, Vec<&str>)> = Vec::new();
        for (base, holder) in history.taken(&self.board, turn) {
            let of = self.board.base(base);
            if of.map() != map || !of.is_port() {
                continue;
            }
            match taken.iter_mut().find(|(known, _)| *known == holder) {
                Some((_, names)) => names.push(&of.name),
                None => taken.push((holder, vec![&of.name])),
            }
        }
        let words = |(holder, names): (Option<Faction>, Vec<&str>)| {
            let to =
                holder.map_or_else(|| "to nobody".to_owned(), |it| format!("to the {}", it.side().name()));
            format!("ports that go {to}: {}", list_and(&names))
        };
        taken.into_iter().map(words).collect()
    }
}
