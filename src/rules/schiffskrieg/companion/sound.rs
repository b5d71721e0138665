//! Whether a batch of declarations can be taken up in a position: each must be understood, allowed by itself,
//! and make sense where the match stands.

use super::super::board::Hex;
use super::super::event::Event;
use super::super::facts::{Declared, Fact, Facts, Owner, Subject, Value};
use super::super::scenario::Support;
use super::super::state::{Goal, Sea, Stage, SupportId};
use super::{SEASONAL, SUPPORT, Schiffskrieg, TOGETHER};
use engine::declare::{Line, Refused};
use engine::problem::count;

/// What is wrong, and what may be written.
type Fault = (String, Vec<String>);

impl Schiffskrieg {
    /// The event of a batch.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(crate) fn batch(&self, sea: &Sea, reason: &str, lines: &[Line]) -> Result<Event, Vec<Refused>> {
        let refuse = |what: &str, allowed: Vec<String>| {
            vec![Refused { line: 0, value: false, what: what.to_owned(), allowed }]
        };
        if !self.is_companion() {
            let what = "nothing is declared in a naval war: history does";
            return Err(refuse(what, Vec::new()));
        }
        if reason.trim().is_empty() {
            return Err(refuse("a declaration needs a reason", Vec::new()));
        }
        if lines.is_empty() {
            return Err(refuse("nothing is declared", Vec::new()));
        }
        let words: Vec<(String, String)> =
            lines.iter().map(|line| (line.fact.clone(), line.value.clone())).collect();
        let facts = self.reader().batch(&sea.facts, &words).map_err(|refused| {
            let one = |it: super::super::facts::Refusal| Refused {
                line: it.line - 1,
                value: it.value,
                what: it.what,
                allowed: it.allowed,
            };
            refused.into_iter().map(one).collect::<Vec<_>>()
        })?;
        let refused = self.senseless(sea, &facts);
        if refused.is_empty() {
            Ok(Event::AtTable { reason: reason.to_owned(), facts })
        } else {
            Err(refused)
        }
    }

    /// Whether what a journal declares could be declared.
    ///
    /// # Errors
    /// A sentence on the first thing that could not.
    pub(crate) fn could_declare(&self, sea: &Sea, facts: &[Declared]) -> Result<(), String> {
        let lines: Vec<Line> = facts.iter().map(|one| self.declared_line(one)).collect();
        match self.batch(sea, "as recorded", &lines) {
            Ok(Event::AtTable { reason: _, facts: read }) if read == facts => Ok(()),
            Ok(_) => Err("it is not declared as the program writes it".to_owned()),
            Err(refused) => {
                let first = &refused[0];
                let line = lines.get(first.line).map_or("", |line| line.fact.as_str());
                Err(format!("{line}: {}", first.what))
            }
        }
    }

    /// What of a batch makes no sense where the match stands.
    fn senseless(&self, sea: &Sea, facts: &[Declared]) -> Vec<Refused> {
        let mut after = sea.facts.clone();
        facts.iter().for_each(|one| after.take(&self.facts, one));
        let mut refused = Vec::new();
        for (line, one) in facts.iter().enumerate() {
            if let Err((what, allowed)) = self.makes_sense(sea, &after, facts, line, one) {
                refused.push(Refused { line, value: true, what, allowed });
            }
        }
        refused
    }

    fn makes_sense(
        &self,
        sea: &Sea,
        after: &Facts,
        batch: &[Declared],
        line: usize,
        one: &Declared,
    ) -> Result<(), Fault> {
        match (one.fact, &one.of[..], &one.value) {
            (Fact::Turn, _, Value::Turn(turn)) => {
                let (now, next) = (self.turn(sea), self.turn(sea).ahead(1));
                if *turn > next {
                    let what = format!("turns come one after the other, and {next} follows {now}");
                    return Err((what, vec![now.id(), next.id()]));
                }
                self.at_rest(sea)?;
                if *turn == next && !self.is_over(sea) {
                    let what = format!("{now} is not over: its end of turn was not played");
                    return Err((what, vec!["segment=end-of-turn first".to_owned()]));
                }
                Ok(())
            }
            (Fact::Segment, ..) | (Fact::PhasingFaction, ..) => self.opens(sea, after, batch, one),
            (Fact::ForcePool, [Subject::Map(map), Subject::Unit(owner, kind)], Value::Number(many)) => {
                let most = self.support_of(sea, (*map, *owner, *kind)).len();
                if usize::try_from(*many).is_ok_and(|many| many <= most) {
                    return Ok(());
                }
                let what = match most {
                    0 => "there is no such unit in this match".to_owned(),
                    most => format!("it has {} at most", count(most, "unit")),
                };
                Err((what, vec![format!("0 to {most}")]))
            }
            (Fact::SupportUnitEvent, [Subject::Map(map), Subject::Unit(owner, kind)], Value::Word(at)) => {
                match self.support_moved(sea, (*map, *owner, *kind), *at) {
                    Some(_) => Ok(()),
                    None => Err(("no such unit is where that could happen to it".to_owned(), Vec::new())),
                }
            }
            (Fact::Placement, [Subject::Map(map), Subject::Unit(owner, kind)], value) => {
                let earlier = batch[..line].iter().filter(|it| it.fact == Fact::Placement && it.of == one.of);
                let ready = self.placeable(sea, *map, *owner, *kind);
                let support = ready.get(earlier.count()).copied();
                self.places(sea, after, (*owner, *kind), support, value)
            }
            (Fact::FowCards, ..) if !self.options.fortunes => {
                Err(("the match is played without Fortunes of War cards".to_owned(), Vec::new()))
            }
            (Fact::SeaHexZone, [Subject::Hex(hex)], Value::Zone(zone)) => {
                if hex.map == self.board.zone(*zone).map && self.board.base_in(*hex).is_none() {
                    return Ok(());
                }
                Err(("it is no All-Sea hex of a map with that zone".to_owned(), Vec::new()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a segment can be opened: Naval Construction in Seasonal Turns alone (SK-SEQ-1), each segment
    /// once a turn for each faction, and by a faction that takes part.
    fn opens(&self, sea: &Sea, after: &Facts, batch: &[Declared], one: &Declared) -> Result<(), Fault> {
        let words = &self.facts.of(Fact::Segment).one_of;
        // Where both are declared the complaint belongs to the segment.
        let both = batch.iter().any(|it| it.fact == Fact::Segment);
        if one.fact == Fact::PhasingFaction {
            let Value::Faction(faction) = one.value else { return Ok(()) };
            if self.scenario.set_ups[faction].is_none() {
                let present = self.scenario.factions().map(|it| it.id().to_owned()).collect();
                return Err((
                    format!("the {faction} has no part in this match", faction = faction.side()),
                    present,
                ));
            }
            if both {
                return Ok(());
            }
        }
        self.at_rest(sea)?;
        let Some(Value::Word(at)) = after.get(Fact::Segment, &[]) else { return Ok(()) };
        let segment = words.get(usize::from(*at)).map_or("", String::as_str);
        let turn = after.turn().unwrap_or(self.scenario.start);
        if segment == SEASONAL && !turn.is_seasonal() {
            let what = format!("{turn} is no Seasonal Turn, and only they have a Naval Construction Segment");
            return Err((what, words.iter().filter(|word| *word != SEASONAL).cloned().collect()));
        }
        let first = self.scenario.factions().next();
        let faction = match (segment == TOGETHER, after.get(Fact::PhasingFaction, &[])) {
            (true, _) => first,
            (false, Some(Value::Faction(faction))) => Some(*faction),
            (false, _) => None,
        };
        let Some(faction) = faction else {
            let present = self.scenario.factions().map(|it| format!("phasing-faction={}", it.id())).collect();
            return Err((
                "it is not declared whose turn it is; declare that in the same batch".to_owned(),
                present,
            ));
        };
        let new_turn = batch.iter().any(|it| it.fact == Fact::Turn) && turn != self.turn(sea);
        if !new_turn && sea.beside.opened.contains(&(*at, faction)) {
            let whose =
                if segment == TOGETHER { String::new() } else { format!(" of the {}", faction.side()) };
            let what = format!("the segment {segment}{whose} was played in this turn");
            return Err((what, Vec::new()));
        }
        Ok(())
    }

    /// Whether nothing is under way that would be passed over.
    fn at_rest(&self, sea: &Sea) -> Result<(), Fault> {
        let waits = sea.clock.is_none_or(|clock| clock.stage == Stage::Table);
        if sea.due.is_empty() && waits {
            return Ok(());
        }
        Err(("what is under way must be played to its end first".to_owned(), Vec::new()))
    }

    /// Whether the end of this turn was played.
    fn is_over(&self, sea: &Sea) -> bool {
        let words = &self.facts.of(Fact::Segment).one_of;
        let last = words.iter().position(|word| word == TOGETHER);
        sea.beside.opened.iter().any(|(at, _)| Some(usize::from(*at)) == last)
    }

    /// Whether a support unit can be placed where it is declared to be.
    fn places(
        &self,
        sea: &Sea,
        after: &Facts,
        (owner, kind): (Owner, Support),
        support: Option<SupportId>,
        value: &Value,
    ) -> Result<(), Fault> {
        let no = |what: &str, allowed: &[&str]| {
            Err((what.to_owned(), allowed.iter().map(|word| (*word).to_owned()).collect()))
        };
        let open = after.get(Fact::Segment, &[]).is_some_and(|value| match value {
            Value::Word(at) => {
                self.facts.of(Fact::Segment).one_of.get(usize::from(*at)).is_some_and(|it| it == SUPPORT)
            }
            _ => false,
        });
        if !open {
            return no("support units are placed in the Support Segment", &["segment=support"]);
        }
        if matches!(kind, Support::Interceptor | Support::ScratchDefenseFleet) {
            return no("such a unit only contests", &[]);
        }
        let Some(support) = support else { return no("no such unit is in its Force Pool", &[]) };
        let whose = match owner {
            Owner::Nation(nation) => nation.major_of(),
            Owner::Faction(faction) => Some(faction),
        };
        let phasing = match after.get(Fact::PhasingFaction, &[]) {
            Some(Value::Faction(faction)) => Some(*faction),
            _ => None,
        };
        if whose.is_some() && whose != phasing {
            return no("it is not that faction's turn", &[]);
        }
        let Some(goal) = self.goal_declared(kind, value) else { return no("it is no place", &[]) };
        match (kind, goal) {
            (Support::SubFleet, Goal::StrategicWarfare) => {}
            (Support::SubFleet, _) => {
                return no("a Sub Fleet goes to the Strategic Warfare Box", &["strategic-warfare"]);
            }
            (_, Goal::StrategicWarfare) => return no("only a Sub Fleet goes there", &[]),
            (Support::AirForce | Support::Bomber, Goal::Station(_)) => {
                return no("an Air unit is placed in a hex", &["a hex", "a port or city"]);
            }
            (Support::SurfaceFleet | Support::CvFleet, Goal::Hex(hex)) => self.is_sea(after, hex)?,
            _ => {}
        }
        let map = sea.support[usize::from(support.0)].map;
        let there = match goal {
            Goal::Station(zone) => self.board.zone(zone).map == map,
            Goal::Hex(hex) => hex.map == map,
            Goal::Strike(base) | Goal::Landing(base) => self.board.base(base).map() == map,
            Goal::StrategicWarfare => true,
        };
        if there { Ok(()) } else { no("it lies on the other map", &[]) }
    }

    /// Fleets go into All-Sea hexes, of which the zone must be known.
    fn is_sea(&self, after: &Facts, hex: Hex) -> Result<(), Fault> {
        if self.zone_of_hex(after, hex).is_some() {
            return Ok(());
        }
        let code = self.board.grid.code(hex);
        let what =
            format!("the naval zone of {code} is not known; declare sea-hex-zone.{code} in the same batch");
        Err((what, vec![format!("sea-hex-zone.{code}=ZONE")]))
    }
}
