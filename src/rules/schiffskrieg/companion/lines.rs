//! The facts of a match beside a real table in words: all of them with what stands, what the match waits for,
//! and a file to start from.

use super::super::board::{Gate, SeaMap};
use super::super::facts::{Declared, Fact, FactKind, Facts, Owner, Subject, Value, Veil, Who};
use super::super::history::{History, Status};
use super::super::scenario::Support;
use super::super::state::{Post, Sea, Stage};
use super::{Schiffskrieg, TOGETHER};
use crate::event::Event;
use crate::faction::Faction;
use engine::declare::{FactLine, Line, Refused};
use engine::party::Party;
use engine::system::Declarations;

impl Declarations for Schiffskrieg {
    /// Every fact, with what stands of it as a party may know it.
    fn facts(&self, sea: &Sea, party: Option<Party>) -> Vec<FactLine> {
        if !self.is_companion() {
            return Vec::new();
        }
        let reader = self.reader();
        let line = |kind: &FactKind| FactLine {
            form: reader.form(kind),
            about: kind.about.clone(),
            allowed: reader.values(kind, &[]),
            who: match kind.who {
                Who::Umpire => "the umpire declares it",
                Who::Owner => "its owner declares it",
            },
            veil: kind.secret.map(|veil| match veil {
                Veil::UntilShown => "secret until it is shown",
                Veil::Count => "the others see how many",
            }),
            happens: kind.once,
            standing: self.standing_of(sea, kind.fact, party),
        };
        self.facts.all().iter().map(line).collect()
    }

    /// What is to be declared as things stand, as a file: history's values for all that nobody declared.
    fn draft(&self, sea: &Sea) -> String {
        let Some(lore) = &self.lore else { return String::new() };
        let turn = self.turn(sea);
        let mut text = format!(
            "# What history would declare for {turn} and nobody has declared yet. None of it is printed in the rulebook: change\n\
             # whatever is otherwise on your table. Countries that are not named are neutral, and a port belongs to its country.\n\
             reason: the start of {turn}\nfacts:\n"
        );
        for (fact, of, value) in self.proposals(sea, lore) {
            if sea.facts.get(fact, &of).is_none() {
                let Line { fact, value } = self.declared_line(&Declared { fact, of, value });
                text += &format!("  {fact}: {value}\n");
            }
        }
        text
    }

    /// What the match waits for, a sentence each.
    fn wanted(&self, sea: &Sea) -> Vec<String> {
        let Some(clock) = sea.clock.filter(|_| self.is_companion()) else { return Vec::new() };
        if !sea.beside.wanted.is_empty() {
            let reader = self.reader();
            let line = |missing: &super::Missing| {
                let kind = self.facts.of(missing.fact);
                let (name, values) =
                    (reader.words(missing.fact, &missing.of), reader.values(kind, &missing.of));
                format!("{name}, {}; `sealord declare MATCH {name} VALUE`: {}", kind.about, values.join(", "))
            };
            return sea.beside.wanted.iter().map(line).collect();
        }
        if clock.stage != Stage::Table || !sea.due.is_empty() {
            return Vec::new();
        }
        let next = self.turn(sea).ahead(1);
        let line = match self.segment(sea) {
            Some(TOGETHER) => format!("the next turn; `sealord declare MATCH turn {}`", next.id()),
            _ => "what comes next: `sealord declare MATCH segment=SEGMENT phasing-faction=FACTION`, or what happens".to_owned(),
        };
        vec![line]
    }

    fn declaration(&self, sea: &Sea, reason: &str, lines: &[Line]) -> Result<Event, Vec<Refused>> {
        self.batch(sea, reason, lines)
    }

    fn declares(&self, sea: &Sea, event: &Event) -> Option<Result<(), String>> {
        let Event::AtTable { reason: _, facts } = event else { return None };
        Some(self.could_declare(sea, facts))
    }

    fn declared(&self, event: &Event) -> Vec<Line> {
        match event {
            Event::AtTable { reason: _, facts } => facts.iter().map(|one| self.declared_line(one)).collect(),
            _ => Vec::new(),
        }
    }
}

impl Schiffskrieg {
    /// A declaration as it is written.
    pub(crate) fn declared_line(&self, one: &Declared) -> Line {
        let reader = self.reader();
        Line { fact: reader.words(one.fact, &one.of), value: reader.value_words(one) }
    }

    fn standing_of(&self, sea: &Sea, fact: Fact, party: Option<Party>) -> Vec<Line> {
        if fact == Fact::ForcePool {
            return self.pool_lines(sea);
        }
        let seen = |standing: &Declared| {
            let line = self.declared_line(standing);
            match party.and_then(|party| self.veil_over(sea, standing, Faction::of(party.side()))) {
                None => line,
                Some(Veil::UntilShown) => Line { value: "hidden".to_owned(), ..line },
                Some(Veil::Count) => {
                    let many = if let Value::List(list) = &standing.value { list.len() } else { 1 };
                    Line { value: format!("{many} hidden"), ..line }
                }
            }
        };
        let all = sea.facts.standing().iter().map(|standing| &standing.declared);
        all.filter(|declared| declared.fact == fact).map(seen).collect()
    }

    /// How far a faction may see what stands.
    pub(crate) fn veil_over(&self, sea: &Sea, declared: &Declared, faction: Option<Faction>) -> Option<Veil> {
        let shown = |it: &Declared| match it.of[..] {
            [Subject::Faction(faction), Subject::Map(map)] => sea.beside.shown.contains(&(faction, map)),
            _ => false,
        };
        match faction {
            Some(faction) => Facts::veil(&self.facts, declared, faction, shown),
            None => self.facts.of(declared.fact).secret,
        }
    }

    /// What is in the Force Pools now, whatever was declared last.
    fn pool_lines(&self, sea: &Sea) -> Vec<Line> {
        let mut pools: Vec<((SeaMap, Owner, Support), usize)> = Vec::new();
        for unit in sea.support.iter().filter(|unit| unit.post == Post::ForcePool) {
            let key = (unit.map, unit.owner, unit.kind);
            match pools.iter_mut().find(|(of, _)| *of == key) {
                Some((_, many)) => *many += 1,
                None => pools.push((key, 1)),
            }
        }
        let line = |((map, owner, kind), many): ((SeaMap, Owner, Support), usize)| Line {
            fact: self.reader().words(Fact::ForcePool, &[Subject::Map(map), Subject::Unit(owner, kind)]),
            value: many.to_string(),
        };
        pools.into_iter().map(line).collect()
    }

    fn proposals(&self, sea: &Sea, lore: &History) -> Vec<(Fact, Vec<Subject>, Value)> {
        let (turn, board) = (self.turn(sea), &self.board);
        let mut all = Vec::new();
        for map in self.scenario.maps.iter().copied() {
            all.push((Fact::WarState, vec![Subject::Map(map)], Value::Word(lore.war_state(map, turn) as u8)));
            for one in self.scenario.factions() {
                for other in self.scenario.factions().filter(|other| *other > one) {
                    let of = vec![Subject::Faction(one), Subject::Faction(other), Subject::Map(map)];
                    all.push((Fact::Hostile, of, Value::Flag(lore.are_hostile(one, other, map, turn))));
                }
            }
            all.push((Fact::WeatherSnow, vec![Subject::Map(map)], Value::Flag(turn.is_winter())));
            all.push((Fact::Convoys, vec![Subject::Map(map)], Value::Number(super::super::history::CONVOYS)));
        }
        if let [map] = self.scenario.maps[..] {
            let other = SeaMap::ALL.into_iter().find(|other| *other != map).unwrap_or(map);
            all.push((Fact::OtherMapWarState, Vec::new(), Value::Word(lore.war_state(other, turn) as u8)));
        }
        if self.scenario.maps.contains(&SeaMap::Ds) {
            all.push((Fact::NavyLeadsGovernment, Vec::new(), Value::Flag(true)));
        }
        for country in board.country_ids() {
            let maps = self.scenario.maps.iter().copied();
            for map in maps.filter(|map| self.has_part_on(country, *map)) {
                let of = vec![Subject::Country(country), Subject::Map(map)];
                let status = lore.status(board, country, map, turn);
                let home = board.country(country).dependent_of.is_none();
                if home && (status != Status::Neutral || self.has_pieces(country)) {
                    all.push((Fact::CountryStatus, of.clone(), Value::Word(status.word())));
                }
                if self.facts.of(Fact::Posture).countries.contains(&board.country(country).id) {
                    // The words are neutral, preparing, war.
                    let posture = if lore.is_at_war_posture(country, map, turn) { 2 } else { 0 };
                    all.push((Fact::Posture, of.clone(), Value::Word(posture)));
                }
                if lore.is_affected(country, map, turn) {
                    all.push((Fact::PolicyAffected, of, Value::Flag(true)));
                }
            }
        }
        self.propose_control(sea, lore, &mut all);
        for (owner, kind, map, many) in self.pools_told(lore, turn) {
            let of = vec![Subject::Map(map), Subject::Unit(owner, kind)];
            all.push((Fact::ForcePool, of, Value::Number(many)));
        }
        all
    }

    /// Ports that are not their country's, with the ground unit that makes each a base, and ground units at
    /// the straits.
    fn propose_control(&self, sea: &Sea, lore: &History, all: &mut Vec<(Fact, Vec<Subject>, Value)>) {
        let (turn, board) = (self.turn(sea), &self.board);
        let gates: Vec<_> = board
            .links
            .iter()
            .filter(|link| !matches!(link.gate, Gate::Open))
            .flat_map(|link| link.gate.hexes().iter().copied())
            .collect();
        for base in board.base_ids() {
            let at = board.base(base);
            if !self.scenario.maps.contains(&at.map()) {
                continue;
            }
            let holder = lore.holder(board, base, turn);
            let own = match lore.status(board, at.country, at.map(), turn) {
                Status::Active(faction) => Some(faction),
                _ => None,
            };
            let dependent = board.country(at.country).dependent_of.is_some();
            if holder != own {
                let word = holder.map_or(super::super::history::NEUTRAL, |faction| faction as u8);
                all.push((Fact::HexControl, vec![Subject::Base(base)], Value::Word(word)));
            }
            let Some(holder) = holder else { continue };
            if (Some(holder) != own || dependent || gates.contains(&at.hex))
                && let Some(leader) = self.leader_of(holder, at.map())
            {
                all.push((Fact::GroundUnitInHex, vec![Subject::Hex(at.hex)], Value::Country(leader)));
            }
        }
    }

    /// The support units that history gives on a turn, which the set-up does not name.
    fn pools_told(
        &self,
        lore: &History,
        turn: super::super::calendar::Turn,
    ) -> Vec<(Owner, Support, SeaMap, i16)> {
        let mut told = Vec::new();
        for pool in lore.pools.iter().filter(|pool| self.scenario.maps.contains(&pool.map)) {
            let later = |other: &&super::super::history::Pool| {
                (other.map, other.nation, &other.name) == (pool.map, pool.nation, &pool.name)
                    && other.from > pool.from
                    && other.from <= turn
            };
            if pool.name.is_some() || pool.from > turn || lore.pools.iter().any(|it| later(&it)) {
                continue;
            }
            for (kind, many) in pool.units.iter().filter(|(_, many)| *many > 0) {
                told.push((Owner::Nation(pool.nation), *kind, pool.map, i16::from(*many)));
            }
        }
        told
    }
}
