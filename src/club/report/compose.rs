//! A page on which a player composes orders: the report of a packet, and a script that asks what the packet
//! asks, judges as `check` does, and writes the file. Without script it is the report.
//!
//! The page holds all that it needs. Its policy forbids everything else: no script but this one, known by its
//! hash, no picture, no request. Words of a packet stand in it as data, and the script puts them into the
//! page as text alone. Both are packed, or the page of a large turn would be too large for a mail; a few
//! lines that are not unpack them.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::HtmlEscape;
use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::chart::place;
use super::env::Templates;
use super::filters::in_words;
use super::modules::{self, plain};
use super::pack::{Compression, packed};
use super::what_if::Fights;
use super::{Format, ReportFault, hash_source, page};
use crate::orders::groups::own as own_units;
use crate::orders::sanitize;
use crate::seal::is_match_id;
use engine::adjudicator::Adjudicator;
use engine::digest::Digest;
use engine::doctrine::vocabulary::Vocabulary;
use engine::draft::Groups;
use engine::odds::Arena;
use engine::problem::{escaped, visible, visible_lines};
use engine::question::{AheadQuestion, OpenQuestion};
use engine::side::Side;
use engine::trust::Trust;
use engine::view::{Packet, Parts, Unit};

/// A part of the page, as it lies under `templates/compose/`.
macro_rules! part {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/compose/", $name))
    };
}

/// The modules with which the script begins, each behind those that it imports.
const BASIS: [&str; 7] = [
    part!("words.mjs"),
    part!("yaml.mjs"),
    part!("standing.mjs"),
    part!("groups.mjs"),
    part!("spelling.mjs"),
    part!("doctrine.mjs"),
    part!("grouping.mjs"),
];
/// What judges battle plans. It is only there in a game that is fought by them; the others never call it.
const PLANS: [&str; 2] = [part!("nearest.mjs"), part!("battle.mjs")];
/// The other modules.
const REST: [&str; 25] = [
    part!("wishes.mjs"),
    part!("limits.mjs"),
    part!("verdict.mjs"),
    part!("plainly.mjs"),
    part!("sha256.mjs"),
    part!("orders.mjs"),
    part!("fight.mjs"),
    part!("state.mjs"),
    part!("begun.mjs"),
    part!("lens.mjs"),
    part!("outline.mjs"),
    part!("chart.mjs"),
    part!("dom.mjs"),
    part!("hand_over.mjs"),
    part!("arrows.mjs"),
    part!("desk.mjs"),
    part!("panel.mjs"),
    part!("what_if.mjs"),
    part!("file.mjs"),
    part!("opening.mjs"),
    part!("plotter.mjs"),
    part!("bar.mjs"),
    part!("above.mjs"),
    super::look::LEFT,
    part!("page.mjs"),
];
const STYLE: &str = part!("compose.css");
/// What unpacks the script.
const UNPACK: &str = part!("unpack.js");

/// Where the script puts what it adds.
const PLACE: &str = "<noscript><p>Orders can be written on this page, but this viewer runs no scripts. Open the file in a \
                     browser, or fill in the form that came with the report.</p></noscript>\n<section id=\"compose\" \
                     aria-labelledby=\"compose-title\" hidden></section>";

/// What a page knows of the rules of its match: the words of doctrine and battle plans, and whether a battle
/// can be fought alone.
pub struct Lore {
    vocabulary: Vocabulary,
    plans: Option<serde_json::Value>,
    arena: Option<Arena>,
    sides: &'static [Side],
}

impl Lore {
    /// What there is to know of the rules of a match.
    pub fn of(rules: &dyn Adjudicator, arena: Option<Arena>) -> Lore {
        Lore { vocabulary: rules.vocabulary(), plans: rules.plan_words(), arena, sides: rules.about().sides }
    }
}

/// For whom a page is, beyond the report of the packet.
#[derive(Clone, Copy)]
pub struct Composer<'a> {
    /// What is asked: the packet, or the part of it that one of several players answers.
    pub asks: &'a Packet,
    /// The player whose part it is, if it is one.
    pub player: Option<&'a str>,
    /// Whether plans and doctrine may be given.
    pub leads: bool,
    /// What the page knows of the rules.
    pub lore: &'a Lore,
    /// The address to which orders are mailed, if it is known.
    pub mail: Option<&'a str>,
    /// The address, on the site that serves the page, to which it sends the file; without one the browser
    /// saves it.
    pub desk: Option<&'a str>,
}

/// What a page for orders has beside a report, as markup.
#[derive(Serialize)]
pub(super) struct Additions {
    policy: Value,
    style: Value,
    place: Value,
    script: Value,
}

/// Writes the page on which the orders for a packet are composed.
///
/// # Errors
/// [`ReportFault`] as [`render`](super::render), and when a club's template has no place for what is added.
pub fn compose(
    templates: &Templates,
    packet: &Packet,
    composer: &Composer<'_>,
) -> Result<String, ReportFault> {
    let kit = templates.kit(&packet.system)?;
    let view = packet.parts()?;
    let script = script(composer.lore.plans.is_some());
    let unpack = plain(UNPACK);
    let data = data(packet, &view, composer);
    let additions = Additions {
        policy: Value::from_safe_string(policy(&unpack, &script, composer.desk)),
        style: Value::from_safe_string(style()),
        place: Value::from_safe_string(PLACE.to_owned()),
        script: Value::from_safe_string(format!(
            "<script type=\"text/plain\" id=\"compose-data\">{}</script>\n\
             <script type=\"text/plain\" id=\"compose-script\">{}</script>\n<script>{unpack}</script>",
            packed(&data, Compression::best()),
            packed(&script, Compression::best())
        )),
    };
    let form = page::blank(packet);
    let page = page::of(packet, (&view, form.as_deref()), Format::Html, kit, Some(&additions))?;
    let html = templates.fill(&packet.system, "report", Format::Html, Value::from(Serde(page)))?;
    let has = |part: &Value| part.as_str().is_some_and(|it| html.contains(it));
    if [&additions.policy, &additions.place, &additions.script].into_iter().all(has) {
        return Ok(html);
    }
    let what = "a page for orders needs `compose.policy` in its head, and `compose.style`, `compose.place` and \
                `compose.script` as the built-in template has them";
    Err(ReportFault::Template { file: "common/html/report.html".to_owned(), line: 0, what: what.to_owned() })
}

/// The style, without its remarks and the spaces about its signs: it is the one part that is not packed.
fn style() -> String {
    let rules: Vec<&str> = STYLE.lines().filter(|line| !line.starts_with("/*")).collect();
    rules.join("\n").replace(" { ", "{").replace("; }", "}").replace("} ", "}").replace("; ", ";")
}

/// The script: the modules as one, with those for battle plans where there are `plans`.
fn script(plans: bool) -> String {
    let plans: &[&str] = if plans { &PLANS } else { &[] };
    modules::one([&BASIS, plans, &REST].concat())
}

/// What the page may do: unpack this script and run it, style itself, and nothing else; where a desk serves
/// it, also send files there.
fn policy(unpack: &str, script: &str, desk: Option<&str>) -> String {
    let [unpack, script] = [unpack, script].map(hash_source);
    let (connect, desk) = match desk {
        Some(address) => (
            "connect-src 'self'; ",
            format!("\n<meta name=\"sealord-desk\" content=\"{}\">", HtmlEscape(address)),
        ),
        None => ("", String::new()),
    };
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{unpack}' '{script}'; \
         {connect}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">{desk}"
    )
}

/// What the script knows.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    genesis: &'a Digest,
    /// The newest entry of the journal that the packet knows: with another one, what the browser kept is of
    /// another packet.
    head: &'a Digest,
    exchange: u32,
    side: &'a str,
    name: &'a str,
    player: Option<&'a str>,
    leads: bool,
    over: bool,
    asked: bool,
    /// Whether a file is taken, if only for doctrine and plans.
    takes: bool,
    due: Option<String>,
    waits: bool,
    /// Whether orders are sealed before they travel.
    seals: bool,
    /// Whether a sealed file can be written for a match of this name.
    sealable: bool,
    mail: Option<&'a str>,
    doctrine: String,
    /// The battle plans that stand, in a game that is fought by such.
    battle: Option<String>,
    questions: Vec<OpenQuestion>,
    ahead: Vec<OpenQuestion>,
    later: Vec<AheadQuestion>,
    /// The zones and ports of the chart: mark, word, name.
    places: Vec<(String, String, &'a str)>,
    /// The words that doctrine can use.
    vocabulary: &'a Vocabulary,
    /// The words of battle plans, in a game that is fought by them.
    plans: Option<&'a serde_json::Value>,
    /// The groups of the party as they stand.
    groups: &'a Groups,
    /// The reader's own units, by id and name.
    own: Vec<(String, String)>,
    /// What a fight can be made of, in a game whose battles can be fought alone.
    fight: Option<Fights<'a>>,
    /// Where the things that are asked about stand, by their ids: the mark of a place.
    stands: BTreeMap<&'a str, String>,
    /// The classes of the reader's own units that are asked about, by their ids.
    classes: BTreeMap<&'a str, &'a str>,
}

/// The data of a page, as JSON that no markup can leave.
fn data(packet: &Packet, view: &Parts<'_>, composer: &Composer<'_>) -> String {
    let asks = composer.asks;
    let shown = |questions: &[OpenQuestion]| questions.iter().map(sanitize).collect();
    let later = asks.later.iter().filter(|_| composer.leads);
    let data = Data {
        match_id: &packet.match_id,
        genesis: &packet.genesis,
        head: &packet.verify.head,
        exchange: packet.exchange,
        side: packet.party.id(),
        name: packet.party.name(),
        player: composer.player,
        leads: composer.leads,
        over: packet.over,
        asked: packet.asked,
        takes: packet.takes_file(),
        due: packet.due.clone().or_else(|| packet.deadline.as_deref().map(in_words)),
        waits: packet.waits_for_deadline(),
        seals: packet.trust == Trust::CommitReveal,
        sealable: is_match_id(&packet.match_id),
        mail: composer.mail,
        doctrine: own_words(&packet.doctrine),
        battle: packet.battle_plans.as_ref().map(|plans| own_words(&plans.standing)),
        questions: shown(&asks.questions),
        ahead: shown(&asks.ahead),
        later: later.map(shown_ahead).collect(),
        places: places(view),
        vocabulary: &composer.lore.vocabulary,
        plans: composer.lore.plans.as_ref(),
        groups: &asks.groups,
        own: own_units(packet),
        fight: composer.lore.arena.map(|arena| Fights::of(packet, view, composer.lore.sides, &arena)),
        stands: stands(view, asks),
        classes: classes(view, asks),
    };
    let json = serde_json::to_string(&data).expect("a packet has only strings and numbers");
    escaped(&json).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A question of a later step, as it may be shown.
fn shown_ahead(later: &AheadQuestion) -> AheadQuestion {
    let more = later.more.iter().map(|key| visible(key)).collect();
    AheadQuestion { question: sanitize(&later.question), more }
}

/// Doctrine or battle plans as a form repeats them.
fn own_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("===")).collect();
    visible_lines(&lines.join("\n"))
}

/// The mark of a zone.
fn zone(word: &str) -> String {
    format!("{}{word}", place::ZONE)
}

/// The mark of a port.
fn port(id: &str) -> String {
    format!("{}{id}", place::PORT)
}

/// Every place of a view: its mark, the word that stands for it in files, its name.
fn places<'a>(view: &Parts<'a>) -> Vec<(String, String, &'a str)> {
    let zones = view.sea.zones.iter().filter_map(|it| it.word().map(|word| (zone(&word), word, it.name)));
    let ports = view.sea.ports.iter().map(|it| (port(it.id), it.id.to_owned(), it.name));
    zones.chain(ports).collect()
}

/// Where the units of a view stand that are asked about, be they the reader's or the enemy's.
fn stands<'a>(view: &Parts<'a>, asks: &Packet) -> BTreeMap<&'a str, String> {
    let later = asks.later.iter().map(|it| &it.question);
    let questions = asks.questions.iter().chain(&asks.ahead).chain(later);
    let things: BTreeSet<&str> = questions
        .flat_map(|it| {
            let options = it.options.iter().map(|it| it.id.as_str());
            it.subjects.iter().map(|it| it.id.as_str()).chain(options)
        })
        .collect();
    let mut stands = BTreeMap::new();
    let mut note = |units: &[Unit<&'a str>], mark: &str| {
        for id in units.iter().map(|unit| unit.id).filter(|id| things.contains(id)) {
            stands.insert(id, mark.to_owned());
        }
    };
    for it in &view.sea.zones {
        let Some(mark) = it.word().map(|word| zone(&word)) else { continue };
        note(&it.own, &mark);
        note(&it.enemy_known, &mark);
    }
    for it in &view.sea.ports {
        let mark = port(it.id);
        note(&it.own, &mark);
        note(&it.enemy_known, &mark);
    }
    stands
}

/// The classes of the reader's own units that are asked about.
fn classes<'a>(view: &Parts<'a>, asks: &Packet) -> BTreeMap<&'a str, &'a str> {
    let subjects: BTreeSet<&str> = asks
        .questions
        .iter()
        .chain(&asks.ahead)
        .flat_map(|it| &it.subjects)
        .map(|it| it.id.as_str())
        .collect();
    let zones = view.sea.zones.iter().flat_map(|it| &it.own);
    let own = zones.chain(view.sea.ports.iter().flat_map(|it| &it.own));
    own.filter(|unit| subjects.contains(unit.id)).map(|unit| (unit.id, unit.class)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_one_piece() {
        for script in [false, true].map(script) {
            assert!(!script.contains("</"), "an end tag would end it");
            let is_left = |line: &&str| line.starts_with("import") || line.starts_with("export");
            assert_eq!(script.lines().find(is_left), None);
        }
        for module in BASIS.iter().chain(&PLANS).chain(&REST) {
            let imports = module.lines().filter(|line| line.starts_with("import "));
            assert!(imports.into_iter().all(|line| line.ends_with(".mjs';")), "an import is one line");
        }
    }

    #[test]
    fn no_two_modules_declare_the_same_name() {
        // In one scope the later of two functions would quietly be meant by both.
        let mut seen = BTreeSet::new();
        for line in BASIS.iter().chain(&PLANS).chain(&REST).flat_map(|module| module.lines()) {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            let declared =
                ["const ", "let ", "function ", "class "].iter().find_map(|it| line.strip_prefix(it));
            let Some(declared) = declared else { continue };
            let name = declared.split(|it: char| !it.is_alphanumeric() && it != '_').next();
            assert!(seen.insert(name), "{line}");
        }
        assert!(seen.len() > 100);
    }

    #[test]
    fn what_judges_battle_plans_is_only_where_there_are_any() {
        let has = |plans: bool| script(plans).contains("class BattlePlans");
        assert_eq!([false, true].map(has), [false, true]);
    }
}
