//! All that a template can name: what every report needs, what a game may have, and a view's other parts.

use serde::Serialize;
use serde_json::Value;

use super::compose::Additions;
use super::env::Kit;
use super::look::Look;
use super::score::{self, Growth, Sheet};
use super::sides::{InPlay, Sides};
use super::summary::Summary;
use super::units::names_of;
use super::{Format, ReportFault, asked, chart, filters, groups, losses, part, situation, story};
use crate::orders::form::form;
use engine::draft::battle::BattlePlans;
use engine::side::Side;
use engine::view::packet::UmpiresAnswer;
use engine::view::{Packet, Parts, Verify, VoidNote};

/// A party for which the umpire wrote answers.
#[derive(Serialize)]
struct Stood {
    exchange: u32,
    name: &'static str,
}

impl Stood {
    fn of(answer: &UmpiresAnswer) -> Stood {
        Stood { exchange: answer.exchange, name: answer.party.name() }
    }
}

/// What the packet says of the match and of the exchange.
#[derive(Serialize)]
struct Head<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    genesis: String,
    edition: u32,
    side: Side,
    exchange: u32,
    standing: &'a str,
    over: bool,
    /// How it ended, if that was agreed.
    agreed: Option<&'a str>,
    asked: bool,
    deadline: Option<&'a str>,
    /// The deadline in words, in a match with a time zone.
    due: Option<&'a str>,
    trust: engine::trust::Trust,
    /// Whether anybody can work out the dice.
    practice_seed: bool,
    /// The names of the parties that a staff officer plays.
    officers: Vec<&'static str>,
    /// How many single questions it is asked, and how many it may answer early.
    asks: usize,
    ahead: usize,
    voids: &'a [VoidNote],
    /// For whom the umpire wrote answers, and in which exchange.
    by_umpire: Vec<Stood>,
    verify: &'a Verify,
    party_name: &'static str,
}

impl<'a> Head<'a> {
    fn of(packet: &'a Packet) -> Head<'a> {
        Head {
            match_id: &packet.match_id,
            genesis: packet.genesis.to_string(),
            edition: packet.edition,
            side: packet.party.side(),
            exchange: packet.exchange,
            standing: &packet.standing,
            over: packet.over,
            agreed: packet.agreed.as_deref(),
            asked: packet.asked,
            deadline: packet.deadline.as_deref(),
            due: packet.due.as_deref(),
            trust: packet.trust,
            practice_seed: packet.practice_seed,
            officers: packet.officers.iter().map(|party| party.name()).collect(),
            asks: packet.questions.len(),
            ahead: packet.ahead.len(),
            voids: &packet.voids,
            by_umpire: packet.by_umpire.iter().map(Stood::of).collect(),
            verify: &packet.verify,
            party_name: packet.party.name(),
        }
    }
}

/// What stands beside the map, and what is known of the enemy.
#[derive(Serialize)]
struct Beside<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    air: Option<situation::Boxes>,
    /// Own units that are not put down yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    undeployed: Option<String>,
    /// Units that are yet to arrive, and those that are away until a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    arriving: Option<Vec<situation::Due>>,
    /// Units in boxes beside the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    boxed: Option<Vec<situation::Boxful<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    away: Option<Vec<situation::Due>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sunk: Option<Vec<situation::Due>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sightings: Option<Vec<situation::Seen<'a>>>,
}

impl<'a> Beside<'a> {
    fn of(view: &'a Parts<'a>) -> Beside<'a> {
        let due = |track: &Option<Vec<_>>| track.as_deref().map(situation::due);
        Beside {
            air: view.beside.air.as_ref().map(situation::boxes),
            undeployed: view.beside.undeployed.as_ref().map(names_of),
            arriving: due(&view.beside.arriving),
            boxed: view.beside.boxed.as_deref().map(situation::boxfuls),
            away: due(&view.beside.away),
            sunk: due(&view.beside.sunk),
            sightings: view.beside.sightings.as_deref().map(|it| situation::seen(&view.sea, it)),
        }
    }
}

/// All that a template can name. A part that a view need not have is missing where it has it not.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The line of the story that says how it ended, if it has one.
    ended: Option<&'a Value>,
    /// What the party is asked, gathered.
    questions: Vec<asked::Asked<'a>>,
    side_name: &'a str,
    enemy_name: &'a str,
    scenario: &'a str,
    turn: u8,
    last_turn: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter: Option<&'a str>,
    phase: &'a str,
    summary: Summary<'a>,
    story: Vec<story::Part<'a>>,
    score: &'a Value,
    /// The score sheets of both sides, in a game that has any.
    sheets: Vec<Sheet<'a>>,
    /// How the points grew, from the second turn.
    growth: Option<Growth>,
    /// The turn at whose end it was last judged who holds the zones; none before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<Option<u8>>,
    /// The sea, part by part.
    theatres: Vec<situation::Theatre<'a>>,
    /// Who came into play.
    arrivals: Vec<losses::Arrived<'a>>,
    /// Who comes back from repair or comes new, and when.
    coming: Vec<losses::Coming>,
    /// How many ships were lost, by navy and class.
    #[serde(skip_serializing_if = "Option::is_none")]
    losses: Option<losses::Losses<'a>>,
    /// Whether any own unit is marked as known to the enemy.
    starred: bool,
    #[serde(flatten)]
    beside: Beside<'a>,
    /// The groups of the party's units, in a match where it has named any.
    groups: Vec<groups::Gathered<'a>>,
    /// The order form, escaped.
    form: Option<minijinja::Value>,
    /// The sea chart, markup, and the names it had no room for.
    chart: Option<minijinja::Value>,
    nameless: String,
    /// The sides of the match, for the legend.
    in_play: Vec<InPlay>,
    /// What makes the page one on which orders are composed; none in a report.
    compose: Option<&'a Additions>,
    /// The script of a report's charts; a page for orders has its own.
    look: Option<Look>,
    /// The parts of the view that the templates name themselves.
    view: part::Asked<'a>,
}

/// The kind of the line that says how a match ended.
const ENDED: &str = "match-ended";

/// The line of a story that says how the match ended, if it has one.
pub(super) fn ended<'a>(view: &Parts<'a>) -> Option<&'a Value> {
    view.story.iter().flat_map(|chapter| chapter.lines).find(|line| line["kind"] == ENDED)
}

/// Prepares a packet for the templates of a format; `view` is its view, read into its parts, `form` its
/// [`blank`] form, `compose` what the page has besides if orders are composed on it.
///
/// # Errors
/// [`ReportFault`] when the score or a file of a chart is damaged, or nothing is known of a side.
pub(super) fn of<'a>(
    packet: &'a Packet,
    (view, form): (&'a Parts<'a>, Option<&str>),
    format: Format,
    kit: &'a Kit,
    compose: Option<&'a Additions>,
) -> Result<Page<'a>, ReportFault> {
    let sides = Sides::of(&kit.sides, packet.party.side(), view)?;
    let sea = &view.sea;
    let chart = (format == Format::Html).then(|| {
        let names = chart::Names::new(packet.party.side(), &sides);
        kit.charts.draw(view, &names, compose.is_some())
    });
    let (chart, nameless) = chart.transpose()?.map(|it| (it.svg, it.nameless)).unzip();
    let setup = view.phase.starts_with("setup");
    let room = (format == Format::Html).then_some(&kit.charts);
    let story = story::of(&kit.style, (&kit.tables, room), view, &sides);
    let score = if kit.tables.sheet.is_empty() { None } else { Some(view.score()?) };
    let tracks = [&view.beside.repair, &view.beside.track].map(|track| track.as_deref().unwrap_or_default());
    let lost = view.beside.sunk.as_deref().filter(|sunk| !sunk.is_empty());
    Ok(Page {
        head: Head::of(packet),
        ended: ended(view),
        questions: asked::asked(&packet.questions, sea),
        side_name: view.reader.side_name,
        enemy_name: view.reader.enemy_name,
        scenario: view.scenario,
        turn: view.turn,
        last_turn: view.last_turn,
        quarter: view.beside.quarter,
        phase: view.phase,
        summary: Summary::of(&story, sea, &sides),
        story: story.parts,
        score: view.score,
        sheets: score.as_ref().map_or(Vec::new(), |it| score::sheets(it, &kit.tables, &sides)),
        growth: score.as_ref().and_then(|it| score::growth(it, &sides)),
        judged: view.beside.judged,
        theatres: situation::theatres(
            sea,
            &kit.tables,
            &kit.style.boxes,
            (&sides, packet.party.side()),
            setup,
        ),
        arrivals: losses::arrivals(&kit.style, &view.story, packet.party.side()),
        coming: losses::coming(tracks[0], tracks[1], &sides),
        losses: lost.map(|sunk| losses::losses(sunk, view.turn, &kit.tables, &sides)),
        starred: sea.any_known() || view.beside.air.as_ref().is_some_and(|air| air.any_known()),
        beside: Beside::of(view),
        groups: groups::gathered(&packet.groups, sea),
        form: form.map(|form| filters::verbatim(format, form)),
        chart: chart.map(minijinja::Value::from_safe_string),
        nameless: nameless.unwrap_or_default(),
        in_play: sides.in_play(),
        compose,
        look: (format == Format::Html && compose.is_none()).then(Look::new),
        view: part::Asked { view: view.own, asks: kit.asks(format) },
    })
}

/// The blank form, with the party's standing doctrine and battle plans, if it is asked. A match id that could
/// break its lines is shown, not obeyed; nor does a line of what stands count that could pass for the end of
/// the orders.
pub(super) fn blank(packet: &Packet) -> Option<String> {
    packet.asked.then(|| filled_in(packet))
}

fn filled_in(packet: &Packet) -> String {
    let is_end = |line: &&str| line.contains("===");
    let plain = |text: &str| text.lines().filter(|line| !is_end(line)).collect::<Vec<_>>().join("\n");
    let doctrine = plain(&packet.doctrine);
    let standing = packet.battle_plans.as_ref().map_or("", |plans| plans.standing.as_str());
    let is_plain = crate::seal::is_match_id(&packet.match_id) && !standing.lines().any(|line| is_end(&line));
    if is_plain {
        return form(packet, Some(&doctrine));
    }
    let match_id = filters::clean(&packet.match_id).into_owned();
    let battle_plans = packet.battle_plans.clone();
    let battle_plans = battle_plans.map(|plans| BattlePlans { standing: plain(&plans.standing), ..plans });
    form(&Packet { match_id, battle_plans, ..packet.clone() }, Some(&doctrine))
}
