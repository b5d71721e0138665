//! A fleet at the desk of somebody who plans one before a match: judged under the scenario and the options of
//! his choice.

use std::fmt::Write as _;

use crate::files::scenarios::{Balance, ScenariosFile};
use crate::{SYSTEM, WarAtSea};
use engine::games::{Games, GamesFault};
use engine::problem::{Class, Collector, Problem, count};
use engine::side::Side;
use tactical::cards::{Card, Cards};

use super::judge::{Fault, judge};
use super::left::{self, Left, More};
use super::{Bases, Fleet, Slot, page};

/// The sample fleets of a scenario: the word of each side, and the name of its sample.
///
/// # Errors
/// If the data cannot be read.
pub fn samples(games: &Games, scenario: &str) -> Result<Vec<(String, String)>, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let row = file.scenarios.into_iter().find(|row| row.id == scenario);
    let sides = row.into_iter().flat_map(|row| row.sides);
    Ok(sides.map(|side| (side.id, side.sample_fleet)).collect())
}

/// The bases and the income of a side at the start.
fn bases(rules: &WarAtSea, side: Side) -> Bases {
    rules.bases(&rules.scenario.owners, side)
}

/// What is wrong with a fleet, and what is left.
pub fn inspect(rules: &WarAtSea, side: Side, fleet: &Fleet) -> Option<(Vec<Fault>, Left)> {
    let seat = &rules.admiralty(side)?.seat;
    Some(judge(&rules.shop(), seat, &bases(rules, side), rules.in_force(), fleet))
}

/// The sample fleet of a side.
pub fn sample(rules: &WarAtSea, side: Side) -> Option<&Fleet> {
    Some(&rules.admiralty(side)?.sample)
}

/// Reads a fleet file and judges it: the fleet, all that is wrong with it, and what is left. The side is the
/// one that is given, or the one that the file names.
pub fn read(
    rules: &WarAtSea,
    given: Option<Side>,
    file: &str,
    bytes: &[u8],
    problems: &mut Collector,
) -> Option<(Side, Fleet, Left)> {
    let page = page::read(file, bytes, &rules.cards, problems)?;
    let named = |word: &String| rules.scenario.sides.iter().copied().find(|side| side.id() == word);
    let side = given.or_else(|| page.side.as_ref().and_then(named));
    let Some(side) = side else {
        let words: Vec<&str> = rules.scenario.sides.iter().map(|side| side.id()).collect();
        let what = match &page.side {
            Some(word) => format!("No side of this scenario is called `{word}`."),
            None => "It is not said for which side the fleet is.".to_owned(),
        };
        let mend = format!("Write `side:` and one of {}.", words.join(", "));
        problems.push(Problem::new(Class::Malformed, "unknown-side", what).mending(mend));
        return None;
    };
    let mut fleet = page.fleet.clone();
    // What the match chooses stands in for what the file leaves out.
    fleet.balance = fleet.balance.or_else(|| rules.admiralty(side)?.balance);
    let (faults, left) = inspect(rules, side, &fleet)?;
    faults.iter().for_each(|fault| problems.push(page.problem(file, fault)));
    Some((side, fleet, left))
}

/// The handicap, and what is left, in lines.
pub fn words(rules: &WarAtSea, side: Side, fleet: &Fleet, left: &Left) -> Vec<String> {
    let budget = |name: &str, it: left::Budget| {
        let lost = if it.lost > 0 { format!(", {} are lost", it.lost) } else { String::new() };
        format!("{name}  {} of {} spent; {} go into the bank{lost}", it.spent, it.of, it.kept)
    };
    let left::Balance { cruisers, destroyers, submarines, .. } = left.balance;
    let air = left.aircraft;
    let idle =
        if air.idle() > 0 { format!(", so {} would idle at the capital", air.idle()) } else { String::new() };
    let income = bases(rules, side).income;
    let handicap = fleet.balance.map(|balance| format!("prices            {}", balance.words()));
    let mut lines: Vec<String> = handicap.into_iter().collect();
    lines.extend([
        budget("starting points ", left.start),
        budget("pre-build points", left.prebuild),
        format!("bank of turn 1    {}, of which {income} are income", count(left.bank.into(), "point")),
        format!("cruisers          {} ({} needed)", cruisers.have, cruisers.bound),
        format!("destroyers        {} ({} needed)", destroyers.have, destroyers.bound),
        format!("submarines        {} ({} allowed)", submarines.have, submarines.bound),
        format!(
            "aircraft          {}: {} on decks (room for {}), room for {} ashore{idle}",
            air.all, air.on_decks, air.decks, air.ashore
        ),
    ]);
    for (sector, spaces) in left.islands.iter().filter(|(_, spaces)| spaces.have > 0) {
        lines.push(format!("island {sector:<10} {} of {} SPACES", spaces.have, spaces.bound));
    }
    lines
}

/// What a side can still buy, a line each.
pub fn open(rules: &WarAtSea, side: Side, fleet: &Fleet) -> Vec<String> {
    let Some(admiralty) = rules.admiralty(side) else { return Vec::new() };
    let more = left::more(&rules.shop(), &admiralty.seat, rules.in_force(), fleet);
    let line = |it: &More| {
        let card: &Card = &rules.cards[it.card];
        let rarity = rules.rarity.of(it.card).factor.word();
        let (kind, price) = (card.kind.word(), it.price);
        let class = card.class.as_ref().map(|class| format!("  {class} class")).unwrap_or_default();
        format!(
            "{:<32} {kind:<14} {:>4} {price:>4} {rarity:<8} {:>3} more{class}",
            card.id,
            year(card),
            it.more
        )
    };
    more.iter().map(line).collect()
}

fn year(card: &Card) -> String {
    card.year.map(|year| year.to_string()).unwrap_or_default()
}

/// A fleet as a file that can be changed and read again.
pub fn write(cards: &Cards, side: Side, fleet: &Fleet) -> String {
    let mut text = format!("side: {}\n", side.id());
    if let Some(balance) = fleet.balance {
        let word = if balance == Balance::A { "A" } else { "B" };
        _ = writeln!(text, "balance: {word}");
    }
    text += "buy:\n";
    for (card, n) in &fleet.buy {
        _ = writeln!(text, "  {}: {n}", cards[*card].id);
    }
    text += "prebuild:\n";
    for begun in &fleet.prebuild {
        let yard = begun.yard.map_or(String::new(), |slot| format!(", yard: {}", slot.word()));
        let (id, at) = (&cards[begun.card].id, begun.at);
        _ = writeln!(text, "- {{unit: {id}, at: {at}{yard}, paid: {:?}}}", begun.paid);
    }
    let set_up = &fleet.set_up;
    text += "set_up:\n";
    for (slot, at) in &set_up.at {
        _ = writeln!(text, "  {}: {at}", slot.word());
    }
    let raised: Vec<&str> = set_up.raised.iter().copied().map(Slot::word).collect();
    let factories: Vec<&str> = set_up.factories.iter().map(|card| cards[*card].id.as_str()).collect();
    let transports: Vec<String> = set_up.transports.iter().map(|(at, n)| format!("{at}: {n}")).collect();
    _ = writeln!(text, "  upgrade: [{}]", raised.join(", "));
    _ = writeln!(text, "  factories: [{}]", factories.join(", "));
    _ = writeln!(text, "  transports: {{{}}}", transports.join(", "));
    text
}
