//! All that a template can name: what every report needs, what a game may have, and a view's other parts.

use serde::Serialize;
use serde_json::Value;

use super::env::Kit;
use super::score::{Growth, Score, Sheet};
use super::sea::Sea;
use super::summary::Summary;
use super::told::{self, Much, Told};
use super::{Format, ReportFault, asked, chart, filters, losses, part, situation, story};
use crate::orders::form::form;
use crate::side::Side;
use crate::view::{Packet, Verify, VoidNote};

/// All that a template can name. A part that a view need not have is missing where it has it not.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    genesis: String,
    edition: u32,
    side: Side,
    exchange: u32,
    standing: &'a str,
    over: bool,
    asked: bool,
    deadline: Option<&'a str>,
    /// The deadline in words, in a match with a time zone.
    due: Option<&'a str>,
    trust: crate::seal::exchange::Trust,
    /// What the side is asked, gathered; `asks` counts the single questions, `ahead` those it may answer early.
    questions: Vec<asked::Asked<'a>>,
    asks: usize,
    ahead: usize,
    voids: &'a [VoidNote],
    verify: &'a Verify,
    side_name: &'a Value,
    enemy_name: &'a Value,
    scenario: &'a Value,
    turn: &'a Value,
    last_turn: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter: Option<&'a Value>,
    phase: &'a Value,
    summary: Summary<'a>,
    story: Vec<story::Part<'a>>,
    score: &'a Value,
    /// The score sheets of both sides, in a game that has any.
    sheets: Vec<Sheet<'a>>,
    /// How the points grew, from the second turn.
    growth: Option<Growth>,
    /// The turn at whose end it was last judged who holds the zones; none before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<Option<u64>>,
    /// The sea, part by part.
    theatres: Vec<situation::Theatre<'a>>,
    /// Who came into play.
    arrivals: Vec<losses::Arrived<'a>>,
    /// Who comes back from repair or comes new, and when.
    coming: Vec<losses::Coming<'a>>,
    /// How many ships were lost, by navy and class.
    #[serde(skip_serializing_if = "Option::is_none")]
    losses: Option<losses::Losses<'a>>,
    /// Whether any own unit is marked as known to the enemy.
    starred: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    air: Option<Told<'a>>,
    /// Own units that are not put down yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    undeployed: Option<told::Units<'a>>,
    /// Units that are yet to arrive, and those that are away until a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    arriving: Option<Vec<situation::Due<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    away: Option<Vec<situation::Due<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sunk: Option<Vec<situation::Due<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sightings: Option<Vec<situation::Seen<'a>>>,
    /// The order form, escaped.
    form: Option<minijinja::Value>,
    /// The sea chart, markup, and the names it had no room for.
    chart: Option<minijinja::Value>,
    nameless: String,
    /// The parts of the view that the templates name themselves.
    view: part::Asked<'a>,
}

/// Prepares a packet for the templates of a format.
///
/// # Errors
/// [`ReportFault::View`] when the view lacks a part that every report needs, or a part has another shape.
pub(super) fn of<'a>(packet: &'a Packet, format: Format, kit: &'a Kit) -> Result<Page<'a>, ReportFault> {
    let view = &packet.view;
    let fault = |what: String| ReportFault::View { what };
    let part = |name: &str| view.get(name).ok_or_else(|| fault(format!("it has no `{name}`")));
    let list_if = |name: &str| match view.get(name) {
        None => Ok(None),
        Some(Value::Array(list)) => Ok(Some(list.as_slice())),
        Some(_) => Err(fault(format!("`{name}` is no list"))),
    };
    let list = |name: &str| list_if(name)?.ok_or_else(|| fault(format!("it has no `{name}`")));
    let sea = Sea::of(view)?;
    let (side_name, enemy_name) = (part("side_name")?, part("enemy_name")?);
    let judged = view.get("judged").map(Value::as_u64);
    let chart = (format == Format::Html).then(|| {
        let word = |name: &'a Value| name.as_str().unwrap_or_default();
        let names = chart::Names::new(packet.side, word(side_name), word(enemy_name));
        chart::draw(&sea, &kit.atlas, &names, judged.flatten(), &kit.ground)
    });
    let (chart, nameless) = chart.map(|it| (it.svg, it.nameless.join(", "))).unzip();
    let setup = part("phase")?.as_str().is_some_and(|phase| phase.starts_with("setup"));
    let air = view.get("air");
    let starred = sea.any_known() || air.is_some_and(situation::any_air_known);
    let questions = asked::asked(&packet.questions, &sea);
    let chapters = list("story")?;
    let story = story::of(&kit.manner, &kit.tables, &sea, chapters);
    let score = Score::of(part("score")?, &kit.tables)?;
    let sides = |name: &'a Value| name.as_str().unwrap_or_default();
    let mut names = [sides(side_name), sides(enemy_name)];
    if packet.side != crate::rules::two_sided::AXIS {
        names.reverse();
    }
    let sunk = list_if("sunk")?;
    let tracks = [list_if("repair")?.unwrap_or_default(), list_if("track")?.unwrap_or_default()];
    Ok(Page {
        match_id: &packet.match_id,
        genesis: packet.genesis.to_string(),
        edition: packet.edition,
        side: packet.side,
        exchange: packet.exchange,
        standing: &packet.standing,
        over: packet.over,
        asked: packet.asked,
        deadline: packet.deadline.as_deref(),
        due: packet.due.as_deref(),
        trust: packet.trust,
        questions,
        asks: packet.questions.len(),
        ahead: packet.ahead.len(),
        voids: &packet.voids,
        verify: &packet.verify,
        side_name,
        enemy_name,
        scenario: part("scenario")?,
        turn: part("turn")?,
        last_turn: part("last_turn")?,
        quarter: view.get("quarter"),
        phase: part("phase")?,
        summary: Summary::of(&story, &sea),
        story: story.parts,
        score: part("score")?,
        sheets: score.as_ref().map_or(Vec::new(), |score| score.sheets(&kit.tables)),
        growth: score.as_ref().and_then(|score| score.growth(names)),
        judged,
        theatres: situation::theatres(&sea, &kit.tables, packet.side, setup),
        arrivals: losses::arrivals(&kit.manner, chapters),
        coming: losses::coming(tracks[0], tracks[1]),
        losses: sunk
            .filter(|sunk| !sunk.is_empty())
            .map(|sunk| losses::losses(sunk, &view["turn"], &kit.tables)),
        starred,
        air: air.map(|air| Told(air, Much::Full)),
        undeployed: list_if("undeployed")?.map(told::Units),
        arriving: list_if("arriving")?.map(situation::due),
        away: list_if("away")?.map(situation::due),
        sunk: sunk.map(situation::due),
        sightings: list_if("sightings")?.map(situation::seen),
        form: packet.asked.then(|| filters::verbatim(format, &blank(packet))),
        chart: chart.map(minijinja::Value::from_safe_string),
        nameless: nameless.unwrap_or_default(),
        view: part::Asked { view, asks: kit.asks(format) },
    })
}

/// The blank form, with the side's standing doctrine. A match id that could break its lines is shown, not obeyed; nor
/// does a line of the doctrine count that could pass for the end of the orders.
fn blank(packet: &Packet) -> String {
    let doctrine: Vec<&str> = packet.doctrine.lines().filter(|line| !line.contains("===")).collect();
    let doctrine = doctrine.join("\n");
    if crate::seal::is_match_id(&packet.match_id) {
        return form(packet, Some(&doctrine));
    }
    let match_id = filters::clean(&packet.match_id).into_owned();
    form(&Packet { match_id, ..packet.clone() }, Some(&doctrine))
}
