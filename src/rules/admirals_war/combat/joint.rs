//! 7.3 The fire of two players of one side, who name targets at once: what they have ordered is judged
//! together.

use super::super::Table;
use super::super::board::AreaId;
use super::super::event::Event;
use super::super::item::Item;
use super::super::pieces::UnitId;
use super::super::seats::{self, By};
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Asks the players of a side for the targets of their units. What 7.322 and 7.323 demand they may fulfil
/// together.
///
/// *Ruling:* if their orders break these rules, those of the player stand whose theatre it is (as in 7.221);
/// of the others the attacks at fault go where his doctrine sends them, and if that does not mend it, where
/// silence does.
pub(super) fn name_targets(
    table: &mut Table,
    area: AreaId,
    side: Camp,
    question: impl Fn(&Table, By) -> Ask<UnitId, Item>,
) -> Step<Vec<(UnitId, Item)>> {
    let whole = question(table, By::Side(side));
    let players = table.system().players(side);
    let asks: Vec<(By, Ask<UnitId, Item>)> =
        players.into_iter().map(|by| (by, apart(question(table, by), &whole))).collect();
    let ordered: Vec<(UnitId, Item)> =
        seats::ask_players(table, asks.clone())?.into_iter().flat_map(|(_, answer)| answer).collect();
    let mut joined = Joined::of(&whole, &ordered);
    let lead = table.system().lead(side, area);
    let (own, others): (Vec<_>, Vec<_>) = asks.into_iter().partition(|(by, _)| *by == lead);
    let silent: Vec<u16> =
        whole.subjects.iter().zip(&joined.choice).map(|(it, now)| it.default.unwrap_or(*now)).collect();
    for (by, ask) in &others {
        if joined.is_broken() {
            let standing = table.standing(by.party(), ask);
            let standing = Joined::of(&whole, &standing).choice;
            joined.mend(|unit| of(ask, unit), &standing);
            joined.mend(|unit| of(ask, unit), &silent);
        }
    }
    for (_, ask) in &own {
        joined.mend(|unit| of(ask, unit), &silent);
    }
    let named: Vec<(UnitId, Item)> = joined.named();
    let units: Vec<UnitId> = named.iter().filter(|it| !ordered.contains(it)).map(|it| it.0).collect();
    if !units.is_empty() {
        table.record(Event::Redirected { area, units })?;
    }
    Ok(named)
}

/// Whether a question is about a unit.
fn of(ask: &Ask<UnitId, Item>, unit: UnitId) -> bool {
    ask.subjects.iter().any(|subject| subject.item == unit)
}

/// A player's question without what only both can break.
fn apart(mut ask: Ask<UnitId, Item>, whole: &Ask<UnitId, Item>) -> Ask<UnitId, Item> {
    ask.limits.clear();
    if !whole.limits.is_empty() {
        let rules = whole.limits.iter().map(Limit::rule).map(|rule| rule.trim_start_matches("AW-"));
        let mut rules: Vec<&str> = rules.collect();
        rules.dedup();
        ask.about.push(format!(
            "You name targets at the same time as your teammate; {} is judged over what both of you attack.",
            rules.join(" with ")
        ));
    }
    ask
}

/// What the players of a side have chosen together.
struct Joined<'a> {
    whole: &'a Ask<UnitId, Item>,
    /// The option of each subject of the whole question.
    choice: Vec<u16>,
}

impl<'a> Joined<'a> {
    /// From answers; a unit that has none does what silence means.
    fn of(whole: &'a Ask<UnitId, Item>, answers: &[(UnitId, Item)]) -> Joined<'a> {
        let option = |item: Item| whole.options.iter().position(|it| it.item == item).map(|at| at as u16);
        let chosen = |unit: UnitId| answers.iter().find(|it| it.0 == unit).and_then(|it| option(it.1));
        let choice = whole.subjects.iter().map(|it| chosen(it.item).or(it.default).unwrap_or(0)).collect();
        Joined { whole, choice }
    }

    fn is_broken(&self) -> bool {
        self.whole.broken_limit(&self.choice).is_some()
    }

    /// Puts other choices in the place of those of some units that break a limit, as long as that changes
    /// anything.
    fn mend(&mut self, theirs: impl Fn(UnitId) -> bool, instead: &[u16]) {
        while let Some((_, who)) = self.whole.broken_limit(&self.choice) {
            let mut changed = false;
            for at in who {
                if theirs(self.whole.subjects[at].item) && self.choice[at] != instead[at] {
                    self.choice[at] = instead[at];
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn named(&self) -> Vec<(UnitId, Item)> {
        let item = |option: &u16| self.whole.options[usize::from(*option)].item;
        self.whole.subjects.iter().map(|it| it.item).zip(self.choice.iter().map(item)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AdmiralsWar;
    use crate::pieces::Seat;
    use crate::questions;
    use engine::doctrine::compile::compile;
    use engine::draft::parse;
    use engine::party::Party;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    use engine::table::book::{BookOf, OrderBook};
    use engine::table::rolls::KeyRing;

    const BRITAIN: Party = Seat::Britain.party();
    const AMERICA: Party = Seat::UnitedStates.party();

    /// A file of orders of the first exchange.
    fn send(system: &AdmiralsWar, book: &mut BookOf<AdmiralsWar>, party: Party, text: &str) {
        let draft = parse("orders", text.as_bytes()).expect("well formed");
        for answer in draft.answers {
            book.open(1, party, &answer.key.text);
            book.enter(1, party, [answer]);
        }
        if let Some(doctrine) = draft.doctrine {
            book.enter_doctrine(1, party, compile(system, &doctrine).expect("it means something"));
        }
    }

    /// What Britain and America attack in the Mid-Atlantic, where a battleship may be attacked only if both
    /// cruisers are: each attacker with its target, and whether anything was redirected.
    fn named(britain: &str, america: &str) -> (Vec<(String, String)>, bool) {
        let four = ["seats=4", "victory=team"].map(str::to_owned);
        let choices = Choices::parse(&four, AdmiralsWar::OPTIONS).unwrap();
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &choices).unwrap();
        let area = system.board.area_by_id("mid-atlantic").unwrap();
        let id = |id: &str| system.counters.by_id(id).unwrap();
        let attackers = ["gb-kent", "gb-norfolk", "us-augusta"].map(id);
        let question = |table: &Table, by: By| {
            let key = format!("t1/mid-atlantic/r1/surface/targets/{}", by.party().id());
            let mut ask = Ask::new(questions::GUN_TARGETS, key, "AW-7.32", String::new());
            let [eugen, hipper, bismarck] = ["de-prinz-eugen", "de-admiral-hipper", "de-bismarck"]
                .map(|it| ask.option(Item::Unit(id(it))));
            let needs = vec![eugen, hipper];
            ask.limits.push(Limit::OnlyWith { option: bismarck, needs, rule: "AW-7.322".to_owned() });
            let set = ask.set(vec![eugen, hipper, bismarck]);
            let own = attackers.into_iter().filter(|&it| by.commands(table.system(), table.state(), it));
            own.for_each(|unit| ask.subject(unit, set, Some(eugen)));
            ask
        };
        let mut book: BookOf<AdmiralsWar> = OrderBook::default();
        send(&system, &mut book, BRITAIN, britain);
        send(&system, &mut book, AMERICA, america);
        book.close(1);
        let dice = KeyRing::default();
        let mut table = Table::new(&system, system.opening(), &book, &dice, 0);
        let named = name_targets(&mut table, area, Camp::ALLIES, question);
        let named = named.unwrap_or_else(|_| panic!("a question is open"));
        let word = |unit: UnitId| system.counter(unit).id.clone();
        let pairs = named.into_iter().filter_map(super::super::at_a_unit);
        let pairs = pairs.map(|(attacker, target)| (word(attacker), word(target))).collect();
        let redirected = table.recorded().any(|event| matches!(event, Event::Redirected { .. }));
        (pairs, redirected)
    }

    const KENT_AND_NORFOLK: &str = "answers:\n  t1/mid-atlantic/r1/surface/targets/britain: {gb-kent: de-prinz-eugen, gb-norfolk: de-prinz-eugen}\n";
    const AT_THE_BATTLESHIP: &str =
        "answers:\n  t1/mid-atlantic/r1/surface/targets/us: {us-augusta: de-bismarck}\n";

    fn targets(america: &str) -> (Vec<String>, bool) {
        let (pairs, redirected) = named(KENT_AND_NORFOLK, america);
        (pairs.into_iter().map(|it| it.1).collect(), redirected)
    }

    #[test]
    fn what_breaks_a_rule_goes_where_doctrine_sends_it_then_where_silence_does() {
        let (eugen, hipper) = ("de-prinz-eugen".to_owned(), "de-admiral-hipper".to_owned());
        assert_eq!(targets(AT_THE_BATTLESHIP), (vec![eugen.clone(), eugen.clone(), eugen.clone()], true));
        let doctrine = |prefer: &str| {
            format!("{AT_THE_BATTLESHIP}doctrine: {{gun-targets: [{{prefer: [{prefer}, any]}}]}}\n")
        };
        let by_doctrine = targets(&doctrine("de-admiral-hipper"));
        assert_eq!(by_doctrine, (vec![eugen.clone(), eugen.clone(), hipper], true));
        // Doctrine that breaks the rule as well mends nothing.
        assert_eq!(targets(&doctrine("de-bismarck")), (vec![eugen.clone(), eugen.clone(), eugen], true));
    }

    #[test]
    fn what_both_fulfil_together_stands() {
        let britain = KENT_AND_NORFOLK.replace("gb-norfolk: de-prinz-eugen", "gb-norfolk: de-admiral-hipper");
        let (pairs, redirected) = named(&britain, AT_THE_BATTLESHIP);
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(by, at)| (by.as_str(), at.as_str())).collect();
        let ordered = [
            ("gb-kent", "de-prinz-eugen"),
            ("gb-norfolk", "de-admiral-hipper"),
            ("us-augusta", "de-bismarck"),
        ];
        assert_eq!((pairs, redirected), (ordered.to_vec(), false));
    }
}
