//! REPORT: a packet in words, as text, Markdown or HTML with a sea chart.
//!
//! The only input is a packet, so a report can tell nothing that the side may not know. Nothing here reads a clock, a
//! locale or a time zone: the same packet gives the same bytes everywhere.

use std::fmt;

use minijinja::value::Serde;
use serde::Serialize;
use serde_json::Value;

use crate::orders::form::form;
use crate::side::Side;
use crate::view::{Packet, Verify, VoidNote};

/// The templates and the engine that fills them.
mod env;
/// Escaping for each format, and small helpers of templates.
mod filters;
/// What a side is asked, a line for each kind of question.
mod asked;
/// The story, gathered so that it reads well.
mod story;
/// Parts of the situation that are worth a line.
mod situation;
/// The places of a view.
mod sea;
/// Parts of a view as templates see them.
mod told;
/// The sea chart.
mod chart;

pub use env::Templates;
use sea::Sea;
use told::Told;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Plain text, for the body of a mail.
    Text,
    /// Markdown.
    Markdown,
    /// A web page that needs nothing but itself.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 3] = [Format::Text, Format::Markdown, Format::Html];

    /// Finds a format by its word: `text`, `md`, `markdown`, `html`.
    pub fn parse(word: &str) -> Option<Format> {
        match word {
            "text" | "txt" => Some(Format::Text),
            "md" | "markdown" => Some(Format::Markdown),
            "html" => Some(Format::Html),
            _ => None,
        }
    }

    /// The ending of a file in this format, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
        }
    }

    /// The folder of the format's templates.
    fn folder(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Html => "html",
        }
    }
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportFault {
    /// A template or its folder cannot be read; the words name it.
    Unreadable {
        /// What the operating system said.
        what: String,
    },
    /// A file stands where no template is looked for.
    Stray {
        /// The file.
        file: String,
        /// What could stand there.
        known: Vec<String>,
    },
    /// A template is wrong, or asks for something that a packet does not hold.
    Template {
        /// The club's file, or the name of the built-in template.
        file: String,
        /// The line, counted from 1; 0 when unknown.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// There are no templates for the packet's system.
    NoTemplates {
        /// The system's word.
        system: String,
    },
    /// The packet's view has not the shape that this program writes.
    View {
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for ReportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportFault::Unreadable { what } => f.write_str(what),
            ReportFault::Stray { file, known } => {
                write!(f, "{file}: no report uses such a template; there are {}", known.join(", "))
            }
            ReportFault::Template { file, line: 0, what } => write!(f, "{file}: {what}"),
            ReportFault::Template { file, line, what } => write!(f, "{file}:{line}: {what}"),
            ReportFault::NoTemplates { system } => {
                write!(f, "there are no reports for the system `{system}`")
            }
            ReportFault::View { what } => write!(f, "the packet's view cannot be read: {what}"),
        }
    }
}

impl std::error::Error for ReportFault {}

/// All that a template can name.
#[derive(Serialize)]
struct Page<'a> {
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
    quarter: &'a Value,
    phase: &'a Value,
    story: Vec<story::Part<'a>>,
    score: &'a Value,
    /// The turn at whose end it was last judged who holds the zones.
    judged: Option<u64>,
    zones: Vec<situation::Zone<'a>>,
    convoys: Vec<situation::Convoys<'a>>,
    elsewhere: Vec<situation::Held<'a>>,
    ports: Vec<situation::Port<'a>>,
    enemy_ports: Vec<situation::Port<'a>>,
    /// Empty ports that must hold ships.
    bare_ports: String,
    /// Whether any own unit is marked as known to the enemy.
    starred: bool,
    air: Told<'a>,
    /// Own units that are not put down yet.
    undeployed: told::Units<'a>,
    repair: Vec<situation::Due<'a>>,
    track: Vec<situation::Due<'a>>,
    sunk: Vec<situation::Due<'a>>,
    sightings: Vec<situation::Seen<'a>>,
    /// The order form, escaped.
    form: Option<minijinja::Value>,
    /// The sea chart, markup, and the names it had no room for.
    chart: Option<minijinja::Value>,
    nameless: String,
}

/// Writes the report of a packet.
///
/// # Errors
/// [`ReportFault`] when the system has no templates, the view has another shape, or a club's template is wrong.
pub fn render(templates: &Templates, packet: &Packet, format: Format) -> Result<String, ReportFault> {
    let page = page(packet, format, &templates.ground)?;
    templates.fill(&packet.system, format, minijinja::Value::from(Serde(page)))
}

/// Tells lines of a view's story, one sentence each.
///
/// # Errors
/// As [`render`].
pub fn sentences(templates: &Templates, system: &str, lines: &[&Value]) -> Result<Vec<String>, ReportFault> {
    templates.sentences(system, lines)
}

fn page<'a>(packet: &'a Packet, format: Format, kept: &chart::Kept) -> Result<Page<'a>, ReportFault> {
    let view = &packet.view;
    let part =
        |name: &str| view.get(name).ok_or_else(|| ReportFault::View { what: format!("it has no `{name}`") });
    let list = |name: &str| {
        let found = part(name)?.as_array().map(Vec::as_slice);
        found.ok_or_else(|| ReportFault::View { what: format!("`{name}` is no list") })
    };
    let sea = Sea::of(view)?;
    let judged = part("judged")?.as_u64();
    let chart = match format {
        Format::Html => Some(chart::draw(&sea, packet.side, judged, kept)),
        _ => None,
    };
    let (chart, nameless) = chart.map(|it| (it.svg, it.nameless.join(", "))).unzip();
    let setup = part("phase")?.as_str().is_some_and(|phase| phase.starts_with("setup"));
    let harbours = situation::ports(&sea.ports, packet.side, setup);
    let air = part("air")?;
    let starred = sea.any_known() || situation::any_air_known(air);
    let questions = asked::asked(&packet.questions, &sea);
    let situation::Zones { busy, convoys, held } = situation::zones(&sea.zones);
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
        trust: packet.trust,
        questions,
        asks: packet.questions.len(),
        ahead: packet.ahead.len(),
        voids: &packet.voids,
        verify: &packet.verify,
        side_name: part("side_name")?,
        enemy_name: part("enemy_name")?,
        scenario: part("scenario")?,
        turn: part("turn")?,
        last_turn: part("last_turn")?,
        quarter: part("quarter")?,
        phase: part("phase")?,
        story: story::parts(list("story")?),
        score: part("score")?,
        judged,
        zones: busy,
        convoys,
        elsewhere: held,
        ports: harbours.own,
        enemy_ports: harbours.enemy,
        bare_ports: harbours.bare,
        starred,
        air: Told(air),
        undeployed: told::Units(list("undeployed")?),
        repair: situation::due(list("repair")?),
        track: situation::due(list("track")?),
        sunk: situation::due(list("sunk")?),
        sightings: situation::seen(list("sightings")?),
        form: packet.asked.then(|| filters::verbatim(format, &blank(packet))),
        chart: chart.map(minijinja::Value::from_safe_string),
        nameless: nameless.unwrap_or_default(),
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
