//! 12.0 Variants: neutral minors, brought into the war by bids.

use super::Table;
use super::event::Event;
use super::item::{Item, Word};
use super::key::Key;
use super::muster::MINORS;
use super::pieces::Nation;
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The most minors that the Axis may ask for at the beginning of a scenario (SOT-12.0-2).
const MOST_REQUESTS: u16 = 4;

/// The highest bid that a form offers. *Ruling:* the book sets no limit; more points than this no minor can
/// be worth.
pub(super) const MOST_OFFERED: u8 = 50;

/// At the beginning of a scenario the Axis may ask for minors, the Allies bid to keep each out, and the Axis
/// answers (SOT-12.0-2, SOT-12.0-3).
pub(super) fn bid_for_minors(table: &mut Table) -> Step<()> {
    if !table.system().options.minors {
        return Ok(());
    }
    let requested = requests(table)?;
    if requested.is_empty() {
        return Ok(());
    }
    table.record(Event::MinorsRequested { nations: requested.clone() })?;
    let (turkey, others): (Vec<Nation>, Vec<Nation>) =
        requested.into_iter().partition(|nation| *nation == Nation::Turkey);
    let bids = bids(table, &turkey, &others)?;
    let of = |side: Camp, nation: Nation| {
        let bid = bids.iter().find(|(by, of, _)| (*by, *of) == (side, nation));
        bid.map_or(0, |(_, _, points)| u16::from(*points))
    };
    let offers: Vec<(Nation, u16)> =
        others.iter().map(|nation| (*nation, of(Camp::ALLIES, *nation))).collect();
    for (nation, taken) in answers(table, &offers)? {
        let offer = offers.iter().find(|(of, _)| *of == nation).map_or(0, |(_, offer)| *offer);
        let settled = if taken {
            Event::MinorSettled { nation, offer, to: Camp::AXIS, points: offer, joins: None }
        } else {
            // Nobody pays: the Allies are awarded their bid and one more (SOT-12.0-3, SOT-12.0-4).
            Event::MinorSettled {
                nation,
                offer,
                to: Camp::ALLIES,
                points: offer + 1,
                joins: Some(Camp::AXIS),
            }
        };
        table.record(settled)?;
    }
    for nation in turkey {
        let (axis, allies) = (of(Camp::AXIS, nation), of(Camp::ALLIES, nation));
        table.record(turkey_settled(axis, allies))?;
    }
    Ok(())
}

/// Turkey joins the higher bidder, and the other side is awarded the bid.
///
/// *Ruling:* one sealed bid of each side; on a tie Turkey stays neutral (SOT-12.0-8).
fn turkey_settled(axis: u16, allies: u16) -> Event {
    let nation = Nation::Turkey;
    match axis.cmp(&allies) {
        std::cmp::Ordering::Equal => {
            Event::MinorSettled { nation, offer: axis, to: Camp::AXIS, points: 0, joins: None }
        }
        order => {
            let joins = if order.is_gt() { Camp::AXIS } else { Camp::ALLIES };
            let offer = axis.max(allies);
            Event::MinorSettled { nation, offer, to: joins.enemy(), points: offer, joins: Some(joins) }
        }
    }
}

/// Which minors may still be asked for: neutral ones for which nobody has bid (SOT-12.0-1, SOT-12.0-5).
fn candidates(table: &Table) -> Vec<Nation> {
    let sea = table.state();
    let neutral = |nation: &Nation| sea.sides[*nation as usize].is_none() && !sea.settled.contains(nation);
    // Who enters with this very scenario is no candidate any more, as Peru on turn 11.
    let scenario = table.system().scenario(sea);
    let open = MINORS.into_iter().filter(neutral);
    open.filter(|nation| scenario.enters(*nation).is_none_or(|(_, turn)| turn > sea.turn)).collect()
}

fn requests(table: &mut Table) -> Step<Vec<Nation>> {
    let candidates = candidates(table);
    let turn = Turn(table.state().turn);
    let mut ask = Ask::new(
        questions::REQUEST_MINORS,
        Key::Request { turn }.text(),
        "SOT-12.0-2",
        "Ask neutral minors to join the Axis, four at most; the Allies then bid to keep each out".into(),
    );
    let [leave, request] = [Word::Leave, Word::Request].map(Item::Word);
    ask.offer(candidates.iter().copied().map(Item::Navy), [leave, request], Some(leave));
    let option = ask.option(request);
    let limit = Limit::AtMost { option, count: MOST_REQUESTS, rule: "SOT-12.0-2".into() };
    let answer = table.ask(Camp::AXIS, &ask.limit(limit))?;
    let asked = |nation: &Nation| answer.contains(&(Item::Navy(*nation), request));
    Ok(candidates.into_iter().filter(asked).collect())
}

/// The sealed bids: the Allies for every minor, the Axis for Turkey alone.
fn bids(table: &mut Table, turkey: &[Nation], others: &[Nation]) -> Step<Vec<(Camp, Nation, u8)>> {
    let turn = Turn(table.state().turn);
    let bid = |side: Camp, nations: &[Nation]| {
        let mut ask = Ask::new(
            questions::BID_FOR_MINORS,
            Key::Bid { turn, by: side }.text(),
            "SOT-12.0-3",
            format!("Name points for each minor, 0 to {MOST_OFFERED}"),
        );
        ask.about = vec![
            "For Turkey the higher bid wins it, and the other side is awarded the bid; equal bids leave it neutral."
                .to_owned(),
            "For the others, the Axis may take the points and leave the minor neutral, or have the minor; then the \
             Allies are awarded the points and one more."
                .to_owned(),
        ];
        let options = (0..=MOST_OFFERED).map(|points| Choice {
            item: Item::Points(points),
            mark: 0,
            worth: points.into(),
        });
        ask.offer(nations.iter().copied().map(Item::Navy), options, Some(Item::Points(0)));
        (side, ask)
    };
    let all: Vec<Nation> = others.iter().chain(turkey).copied().collect();
    let asks = [bid(Camp::ALLIES, &all), bid(Camp::AXIS, turkey)];
    let answers = table.ask_all(&asks)?;
    let mut bids = Vec::new();
    for ((side, _), answer) in asks.iter().zip(answers) {
        for pair in answer {
            if let (Item::Navy(nation), Item::Points(points)) = pair {
                bids.push((*side, nation, points));
            }
        }
    }
    Ok(bids)
}

/// Whether the Axis takes the points for each minor, and leaves it neutral. Silence takes them.
fn answers(table: &mut Table, offers: &[(Nation, u16)]) -> Step<Vec<(Nation, bool)>> {
    let turn = Turn(table.state().turn);
    let mut ask = Ask::new(
        questions::ANSWER_BIDS,
        Key::Answer { turn }.text(),
        "SOT-12.0-3",
        "Take the points offered for each minor, or have it join".into(),
    );
    let offered = |(nation, offer): &(Nation, u16)| format!("{}: {offer}", nation.name());
    ask.about =
        vec![format!("The Allies offer: {}", offers.iter().map(offered).collect::<Vec<_>>().join(", "))];
    let [points, join] = [Word::TakePoints, Word::Join].map(Item::Word);
    ask.offer(offers.iter().map(|(nation, _)| Item::Navy(*nation)), [points, join], Some(points));
    let answer = table.ask(Camp::AXIS, &ask)?;
    let taken = |nation: Nation| !answer.contains(&(Item::Navy(nation), join));
    Ok(offers.iter().map(|(nation, _)| (*nation, taken(*nation))).collect())
}
