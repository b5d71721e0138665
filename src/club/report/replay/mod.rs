//! REPLAY: a whole match as one page that needs nothing but itself: moment by moment the chart, what
//! happened, and the points. Without script the moments follow each other; script shows one at a time.
//!
//! The input are views, as packets hold them. Those of one party make a page that shows no more than its
//! packets; the view of nobody ([`union`](engine::view::union)) makes one of everything.

use minijinja::Value;
use minijinja::value::Serde;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::chart::{Film, Names};
use super::env::{Kit, Templates};
use super::pack::{Compression, packed_json};
use super::sides::{InPlay, Sides};
use super::{ReportFault, hash_source, look, picture, story};
use engine::digest::Digest;
use engine::party::Party;
use engine::side::{Side, SideMap};
use engine::table::Roll;
use engine::view::{Parts, Verify};

mod chronicle;
mod rolls;

use chronicle::{Chronicle, Picture};
use rolls::Rolls;

/// Parts of a view that no replay shows: where units are that are on no sea, as of one moment. They are most
/// of a view, and grow with the match.
pub const UNSHOWN: [&str; 9] =
    ["air", "arriving", "away", "boxed", "repair", "sightings", "sunk", "track", "undeployed"];

/// Whose replay it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One party's.
    Party(Party),
    /// Nobody's: everything is known. The chart draws the counters of this side as own ones.
    All(Side),
}

impl Whose {
    /// The side whose counters are drawn as own ones.
    pub(super) fn side(self) -> Side {
        match self {
            Whose::Party(party) => party.side(),
            Whose::All(side) => side,
        }
    }
}

/// A moment of a match: a view, and what led to it.
pub struct Moment<'a> {
    /// The exchange that led to it; 0 before the first.
    pub exchange: u32,
    /// When that was, if it is to be said.
    pub time: Option<&'a str>,
    /// The view, of which [`UNSHOWN`] parts may be missing.
    pub view: &'a Json,
    /// The dice that fell, if their labels may be known.
    pub rolls: &'a [Roll],
}

/// What a replay says of its match.
pub struct About<'a> {
    /// The match.
    pub match_id: &'a str,
    /// What its system is called.
    pub system_name: &'a str,
    /// The system's edition.
    pub edition: u32,
    /// The hash of its genesis.
    pub genesis: Digest,
    /// Whether it is over.
    pub over: bool,
    /// How it ended, if that was agreed.
    pub agreed: Option<&'a str>,
    /// Where it stands, in words.
    pub standing: &'a str,
    /// Whether anybody can work out the dice.
    pub practice_seed: bool,
    /// The parties that a staff officer plays.
    pub officers: &'a [Party],
    /// How to check what the page says.
    pub verify: &'a Verify,
    /// From what the dice follow, once that is public.
    pub dice: Option<Dice>,
}

/// From what the dice of a match follow.
#[derive(Clone, Debug, Serialize)]
pub struct Dice {
    /// The umpire's seed, as 64 hexadecimal digits.
    pub seed: String,
    /// The exchanges with the salts of those who opened a file.
    pub exchanges: Vec<Salts>,
}

/// The salts of an exchange.
#[derive(Clone, Debug, Serialize)]
pub struct Salts {
    /// The exchange.
    pub number: u32,
    /// The word of each party with its salt, in the order in which they are hashed.
    pub salts: Vec<(&'static str, String)>,
}

/// A replay that is being written.
pub struct Reel<'t> {
    templates: &'t Templates,
    kit: &'t Kit,
    system: &'t str,
    whose: Whose,
    film: Film<'t>,
    chronicle: Chronicle,
    moments: Vec<Written>,
    turns: Vec<Turn>,
    last: Last,
}

/// A moment as it stands on the page.
#[derive(Serialize)]
struct Written {
    title: String,
    html: Value,
    /// What stands in its folds.
    #[serde(skip)]
    more: Vec<String>,
}

/// A turn, with the number of its first moment.
#[derive(Serialize)]
struct Turn {
    at: usize,
    label: String,
    #[serde(skip)]
    turn: u8,
}

/// What the page says as of the last moment.
#[derive(Default)]
struct Last {
    scenario: String,
    side_name: String,
    /// The score, and the line that says how the match ended.
    score: Json,
    ended: Option<Json>,
    in_play: Vec<InPlay>,
}

/// What a template of a moment can name.
#[derive(Serialize)]
struct MomentPage<'a> {
    game: &'a str,
    id: usize,
    title: &'a str,
    exchange: u32,
    time: Option<&'a str>,
    turn: u8,
    quarter: Option<&'a str>,
    phase: &'a str,
    points: Vec<Points<'a>>,
    moves: Vec<Value>,
    story: Vec<story::Part<'a>>,
    rolls: Rolls,
    aside: Marks,
}

/// Between what marks a template puts the body of a fold, which is packed.
#[derive(Serialize)]
struct Marks {
    begins: Value,
    ends: Value,
}

/// Marks that words cannot hold: they are escaped.
const MARKS: [&str; 2] = ["<!--[-->", "<!--]-->"];

/// What the script of the page unpacks.
#[derive(Serialize)]
struct Packed<'a> {
    stock: &'a [String],
    frames: &'a [Vec<usize>],
    more: Vec<&'a [String]>,
}

/// What a side has.
#[derive(Serialize)]
struct Points<'a> {
    side: Side,
    name: &'a str,
    points: i64,
}

/// What the template of the page can name.
#[derive(Serialize)]
struct Page<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    game: &'a str,
    system_name: &'a str,
    edition: u32,
    genesis: String,
    scenario: &'a str,
    side: Side,
    /// Of a party's own replay its name; of everything the side whose counters are drawn as own ones.
    party_name: Option<&'static str>,
    side_drawn: Option<Side>,
    over: bool,
    agreed: Option<&'a str>,
    standing: &'a str,
    ended: Option<&'a Json>,
    score: &'a Json,
    practice_seed: bool,
    officers: Vec<&'static str>,
    /// The legend holds for all moments, so it says no turn.
    judged: Option<u8>,
    /// Points, strength, losses and luck over the whole match, as drawings.
    pictures: &'a [Picture],
    /// The points at each moment, for the slider.
    strip: Option<Value>,
    chart: Value,
    /// What has no name on the chart is said in reports.
    nameless: &'static str,
    in_play: &'a [InPlay],
    /// What the script shows: the parts of the chart, what changes at each moment, and what stands in folds.
    packed: Value,
    moments: &'a [Written],
    turns: &'a [Turn],
    dice: Option<&'a Dice>,
    verify: &'a Verify,
    script: Value,
    script_hash: String,
}

impl<'t> Reel<'t> {
    /// Begins the replay of a match of a system.
    ///
    /// # Errors
    /// [`ReportFault`] when there are no templates for the system, or a chart is damaged.
    pub fn new(templates: &'t Templates, system: &'t str, whose: Whose) -> Result<Reel<'t>, ReportFault> {
        let kit = templates.kit(system)?;
        let film = Film::new(&kit.charts)?;
        let (moments, turns) = (Vec::new(), Vec::new());
        let (chronicle, last) = (Chronicle::default(), Last::default());
        Ok(Reel { templates, kit, system, whose, film, chronicle, moments, turns, last })
    }

    /// Draws the chart of a view as a file of its own.
    ///
    /// # Errors
    /// [`ReportFault`] when the view or a chart is damaged.
    pub fn picture(&self, view: &Json) -> Result<String, ReportFault> {
        picture::of(self.templates, self.kit, self.whose, &Parts::of(view)?)
    }

    /// Adds the next moment.
    ///
    /// # Errors
    /// [`ReportFault`] when the view is damaged, or a template is wrong.
    pub fn add(&mut self, moment: &Moment<'_>) -> Result<(), ReportFault> {
        let view = Parts::of(moment.view)?;
        let kit = self.kit;
        let sides = Sides::of(&kit.sides, self.whose.side(), &view)?;
        let names = Names::new(self.whose.side(), &sides);
        let names = if matches!(self.whose, Whose::All(_)) { names.of_all() } else { names };
        let moves = self.film.add(&view, &names).into_iter().map(Value::from_safe_string).collect();
        let mut story = story::of(&kit.style, (&kit.tables, Some(&kit.charts)), &view, &sides);
        if matches!(self.whose, Whose::All(_)) {
            story.without_reader();
        }
        let whole = matches!(self.whose, Whose::All(_));
        self.chronicle.add(&view, (&sides, self.whose.side()), whole, kit.style.luck.as_ref());
        let title = title(&story.titles(), &view);
        let total = view.score.get("total").and_then(|it| SideMap::<i64>::deserialize(it).ok());
        let points = sides.iter().filter_map(|it| {
            Some(Points { side: it.side, name: it.side.name(), points: total.as_ref()?.of(it.side) })
        });
        let id = self.moments.len() + 1;
        let page = MomentPage {
            game: self.system,
            id,
            title: &title,
            exchange: moment.exchange,
            time: moment.time,
            turn: view.turn,
            quarter: view.beside.quarter,
            phase: view.phase,
            points: points.collect(),
            moves,
            story: story.parts,
            rolls: Rolls::of(moment.rolls),
            aside: Marks {
                begins: Value::from_safe_string(MARKS[0].to_owned()),
                ends: Value::from_safe_string(MARKS[1].to_owned()),
            },
        };
        let html = self.templates.fill_part("common/html/moment.html", Value::from(Serde(page)))?;
        if self.turns.last().is_none_or(|last| last.turn != view.turn) {
            let quarter = view.beside.quarter.map_or(String::new(), |quarter| format!(" ({quarter})"));
            self.turns.push(Turn { at: id, label: format!("{}{quarter}", view.turn), turn: view.turn });
        }
        let (html, more) = parted(&html);
        self.moments.push(Written { title, html: Value::from_safe_string(html), more });
        self.last = Last {
            scenario: view.scenario.to_owned(),
            side_name: view.reader.side_name.to_owned(),
            score: view.score.clone(),
            ended: super::page::ended(&view).cloned(),
            in_play: sides.in_play(),
        };
        Ok(())
    }

    /// Ends the replay and gives its page.
    ///
    /// # Errors
    /// [`ReportFault`] when a template is wrong.
    pub fn finish(self, about: &About<'_>) -> Result<String, ReportFault> {
        let called = match self.whose {
            Whose::Party(_) => format!("Sea chart of the {}", self.last.side_name),
            Whose::All(_) => "Sea chart".to_owned(),
        };
        let strip = self.film.finish(&called);
        let script = look::script() + &self.templates.fill_part("common/html/replay.js", Value::UNDEFINED)?;
        let more = self.moments.iter().map(|moment| &*moment.more).collect();
        let shown = Packed { stock: &strip.stock, frames: &strip.frames, more };
        let (party_name, side_drawn) = match self.whose {
            Whose::Party(party) => (Some(party.name()), None),
            Whose::All(side) => (None, Some(side)),
        };
        let pictures = self.chronicle.pictures(&self.kit.tables);
        let page = Page {
            match_id: about.match_id,
            game: self.system,
            system_name: about.system_name,
            edition: about.edition,
            genesis: about.genesis.to_string(),
            scenario: &self.last.scenario,
            side: self.whose.side(),
            party_name,
            side_drawn,
            over: about.over,
            agreed: about.agreed,
            standing: about.standing,
            ended: self.last.ended.as_ref(),
            score: &self.last.score,
            practice_seed: about.practice_seed,
            officers: about.officers.iter().map(|party| party.name()).collect(),
            judged: None,
            pictures: &pictures,
            strip: self.chronicle.strip(),
            chart: Value::from_safe_string(strip.svg),
            nameless: "",
            in_play: &self.last.in_play,
            // The usual effort, 6, takes nearly half as long again and makes the page of a campaign 1.4 per
            // cent smaller.
            packed: Value::from_safe_string(packed_json(&shown, Compression::new(5))),
            moments: &self.moments,
            turns: &self.turns,
            dice: about.dice.as_ref(),
            verify: about.verify,
            script_hash: hash_source(&script),
            script: Value::from_safe_string(script),
        };
        self.templates.fill_part("common/html/replay.html", Value::from(Serde(page)))
    }
}

/// The section with pictures of a page that was written by [`Reel::finish`], for other pages about the match.
pub fn pictures(page: &str) -> Option<&str> {
    let (begin, end) = ("<section class=\"pictures\"", "</section>");
    let from = page.find(begin)?;
    let until = from + page[from..].find(end)? + end.len();
    Some(&page[from..until])
}

/// What stands in the page of a moment, and the bodies of its folds.
fn parted(html: &str) -> (String, Vec<String>) {
    let mut pieces = html.split(MARKS[0]);
    let mut page = pieces.next().unwrap_or_default().to_owned();
    let mut more = Vec::new();
    for piece in pieces {
        let (body, rest) = piece.split_once(MARKS[1]).unwrap_or((piece, ""));
        more.push(body.trim().to_owned());
        page.push_str(rest.trim_start());
    }
    (page, more)
}

/// What a moment is called: by the parts of the sequence that its story is about, or by what comes next.
fn title(parts: &[&str], view: &Parts<'_>) -> String {
    match parts {
        [] => format!("turn {}, {}", view.turn, view.phase),
        [only] => (*only).to_owned(),
        [first, .., last] => format!("{first} to {last}"),
    }
}
