//! Combats as templates draw them: the counters of each side, act by act who attacked whom with which dice,
//! and what else is said of the act. Adds no fact to the card of a view.

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::Value;

use super::boxes::{self, Listed};
use super::chart::ChartRoom;
use super::plot;
use super::story::{Entry, gather_on_card};
use super::story_style::StoryStyle;
use engine::side::Side;
use engine::view::{Act, Befell, Card, Counter, Fate, Mark, OPENING, Roll, Shot, Throw, Zone};

/// A combat.
#[derive(Serialize)]
pub(super) struct Drawn<'a> {
    /// Who met.
    sides: Vec<DrawnSide<'a>>,
    /// Whether the counters are shown for the first time.
    begins: bool,
    /// Whether the situation shows some row of them as it is here.
    standing: bool,
    acts: Vec<DrawnAct<'a>>,
    over: bool,
}

/// The counters of a side.
#[derive(Serialize)]
struct DrawnSide<'a> {
    side: Side,
    rows: Vec<DrawnRow<'a>>,
    /// How many were lost, and the names, as one text.
    lost: usize,
    lost_names: String,
    /// How many were damaged or disabled, and the names.
    hurt: usize,
    hurt_names: String,
}

/// Counters that stand together.
#[derive(Serialize)]
struct DrawnRow<'a> {
    /// Their box or group, and its short name; none in a game without such things.
    of: Option<&'a str>,
    short: Option<&'a str>,
    counters: Vec<DrawnCounter<'a>>,
    /// Their names, as one text.
    names: String,
    /// Whether the situation shows them in the same box, or as all that are there.
    standing: bool,
    alone: bool,
}

/// A counter.
#[derive(Serialize)]
struct DrawnCounter<'a> {
    name: &'a str,
    navy: &'a str,
    class: &'a str,
    line: &'a str,
    /// The class that colours it, and the id of its shape, on a page with a chart.
    style: String,
    shape: Option<String>,
    /// The gravest that befell it, if anything did.
    fate: Option<Befell>,
    /// All that befell it, as one text.
    fates: String,
}

/// A segment or a round.
#[derive(Serialize)]
struct DrawnAct<'a> {
    kind: &'a str,
    round: Option<u8>,
    shots: Vec<DrawnShot<'a>>,
    /// What the shots do not say.
    said: Vec<Entry<'a>>,
    /// The map as the act leaves it, on a page with a chart, and which moment it shows.
    plot: Option<minijinja::Value>,
    moment: Option<&'a str>,
}

/// An attack on one target.
#[derive(Serialize)]
struct DrawnShot<'a> {
    side: Side,
    /// The names of the attackers, as one text; empty if none are named.
    by: String,
    /// Whether those are all counters of the side, that alone is there.
    all: bool,
    /// Whether they are all counters that the side has left, and attack a convoy.
    rest: bool,
    /// The target's name; none of a convoy.
    at: Option<&'a str>,
    /// Whose convoy was attacked.
    convoy: Option<Side>,
    /// By what means, in a game where that differs.
    means: Option<&'a str>,
    /// The dice thrown together, each for one purpose.
    rolls: Vec<DrawnRoll<'a>>,
    hits: u16,
    /// Of how many more dice the result was void.
    void: u16,
    /// The damage that was done, and how much the target bears.
    damage: Option<u16>,
    bears: Option<u16>,
    fate: Option<Befell>,
    /// More about the fate, if anything is known.
    note: Option<&'a str>,
}

/// Dice that were thrown together.
#[derive(Serialize)]
struct DrawnRoll<'a> {
    what: Throw,
    dice: Dice<'a>,
    /// What is added to each.
    bonus: u8,
    /// Both as one text, `[1* 4] +1`.
    text: String,
}

/// Each die with its face, and whether it hit.
struct Dice<'a>(&'a Roll);

/// One of them.
#[derive(Serialize)]
struct Die {
    face: u8,
    hit: bool,
}

impl Serialize for Dice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Roll { dice, hits, .. } = self.0;
        serializer
            .collect_seq(dice.iter().enumerate().map(|(at, &face)| Die { face, hit: hits.contains(&at) }))
    }
}

/// A card with the lines of its chapter, made ready to be drawn; of its zone.
pub(super) fn drawn<'a>(
    style: &'a StoryStyle,
    room: Option<&ChartRoom>,
    (card, zone): (&'a Card<&'a str>, Option<&Zone<&str>>),
    lines: &'a [Value],
) -> Drawn<'a> {
    let mut sides: Vec<DrawnSide<'a>> = Vec::new();
    for row in &card.rows {
        let counters: Vec<_> = row.counters.iter().map(|it| counter(it, row.side, room)).collect();
        let names: Vec<&str> = counters.iter().map(|counter| counter.name).collect();
        let listed = zone.map_or(Listed::Not, |zone| boxes::listed(zone, card, row, &style.boxes));
        let side = row.side;
        let row = DrawnRow {
            of: row.of,
            short: row.of.map(|of| style.short(of)),
            names: names.join(", "),
            standing: listed == Listed::InBox,
            alone: listed == Listed::Alone,
            counters,
        };
        match sides.iter_mut().find(|drawn| drawn.side == side) {
            Some(drawn) => drawn.rows.push(row),
            None => sides.push(DrawnSide::new(side, row)),
        }
    }
    sides.iter_mut().for_each(DrawnSide::sum_up);
    let begins = card.acts.first().is_some_and(|act| act.kind == OPENING);
    let acts = card.acts.iter().map(|act| act_of(style, room.is_some(), (card, act), lines)).collect();
    let standing = sides.iter().flat_map(|side| &side.rows).any(|row| row.standing);
    Drawn { sides, begins, standing, acts, over: card.over }
}

impl<'a> DrawnSide<'a> {
    fn new(side: Side, row: DrawnRow<'a>) -> DrawnSide<'a> {
        let (lost_names, hurt_names) = (String::new(), String::new());
        DrawnSide { side, rows: vec![row], lost: 0, lost_names, hurt: 0, hurt_names }
    }

    fn sum_up(&mut self) {
        let counters: Vec<&DrawnCounter<'a>> = self.rows.iter().flat_map(|row| &row.counters).collect();
        let names = |is: &dyn Fn(Befell) -> bool| {
            let those = counters.iter().filter(|it| it.fate.is_some_and(is)).map(|it| it.name);
            those.collect::<Vec<_>>()
        };
        let lost = names(&|fate| fate == Befell::Sunk);
        let hurt = names(&|fate| matches!(fate, Befell::Damaged | Befell::Disabled));
        (self.lost, self.lost_names) = (lost.len(), lost.join(", "));
        (self.hurt, self.hurt_names) = (hurt.len(), hurt.join(", "));
    }
}

fn counter<'a>(counter: &'a Counter<&'a str>, side: Side, room: Option<&ChartRoom>) -> DrawnCounter<'a> {
    let unit = &counter.unit;
    let look = room.map(|room| room.look((unit.navy, side), unit.class));
    let (style, shape) = look.unwrap_or_default();
    let fates: Vec<String> = counter.fates.iter().map(|fate| befell(fate.what, fate.note)).collect();
    DrawnCounter {
        name: counter.unit.name,
        navy: counter.unit.navy,
        class: counter.unit.class,
        line: counter.unit.line,
        style,
        shape,
        fate: counter.fates.iter().map(|fate| fate.what).min(),
        fates: fates.join("; "),
    }
}

fn act_of<'a>(
    style: &'a StoryStyle,
    is_drawn: bool,
    (card, act): (&'a Card<&'a str>, &'a Act<&'a str>),
    lines: &'a [Value],
) -> DrawnAct<'a> {
    let (first, end) = act.lines;
    let plot = act.plot.as_ref().filter(|_| is_drawn);
    let lines = lines.get(first..end).unwrap_or_default();
    DrawnAct {
        kind: act.kind,
        round: act.round,
        shots: act.shots.iter().map(|it| shot(card, it)).collect(),
        said: gather_on_card(style, lines),
        moment: plot.map(|plot| plot.title),
        plot: plot.and_then(plot::svg).map(minijinja::Value::from_safe_string),
    }
}

fn shot<'a>(card: &'a Card<&'a str>, shot: &'a Shot<&'a str>) -> DrawnShot<'a> {
    let find = |id: &str| {
        let counters = card.rows.iter().flat_map(|row| &row.counters);
        counters.into_iter().find(|counter| counter.unit.id == id)
    };
    let by: Vec<&str> = shot.by.iter().map(|id| find(id).map_or(*id, |counter| counter.unit.name)).collect();
    let (at, convoy, target) = match &shot.at {
        Mark::Counter(id) => (Some(find(id).map_or(*id, |counter| counter.unit.name)), None, find(id)),
        Mark::Convoy(side) => (None, Some(*side), None),
    };
    let roll = |roll: &'a Roll| DrawnRoll {
        what: roll.what,
        dice: Dice(roll),
        bonus: roll.bonus,
        text: text_of(roll),
    };
    let fates = target.into_iter().flat_map(|counter| &counter.fates);
    let note = fates.into_iter().find(|fate| Some(fate.what) == shot.fate).and_then(|fate| fate.note);
    let alone = card.rows.iter().all(|row| row.side == shot.side);
    let all = alone && card.rows.iter().map(|row| row.counters.len()).sum::<usize>() == by.len();
    DrawnShot {
        side: shot.side,
        all,
        rest: convoy.is_some() && is_rest(card, shot),
        by: by.join(", "),
        at,
        convoy,
        means: shot.means,
        rolls: shot.rolls.iter().map(roll).collect(),
        hits: shot.hits,
        void: shot.void,
        damage: shot.damage.map(|(done, _)| done),
        bears: shot.damage.map(|(_, bears)| bears),
        fate: shot.fate,
        note,
    }
}

/// Whether these attackers are all that a side has left, of several.
fn is_rest(card: &Card<&str>, shot: &Shot<&str>) -> bool {
    let gone = |fate: &Fate<&str>| matches!(fate.what, Befell::Sunk | Befell::Damaged | Befell::Left);
    let rows = card.rows.iter().filter(|row| row.side == shot.side);
    let mut left = rows.flat_map(|row| &row.counters).filter(|it| !it.fates.iter().any(gone));
    shot.by.len() > 1 && left.clone().count() == shot.by.len() && left.all(|it| shot.by.contains(&it.unit.id))
}

/// Dice as one text, a star at those that hit, and what is added to each.
fn text_of(roll: &Roll) -> String {
    let die = |(at, face): (usize, &u8)| format!("{face}{}", if roll.hits.contains(&at) { "*" } else { "" });
    let dice: Vec<String> = roll.dice.iter().enumerate().map(die).collect();
    let bonus = if roll.bonus > 0 { format!(" +{}", roll.bonus) } else { String::new() };
    format!("[{}]{bonus}", dice.join(" "))
}

/// What befell a counter, in words.
fn befell(what: Befell, note: Option<&str>) -> String {
    let (word, joint) = match what {
        Befell::Sunk => ("lost", ", "),
        Befell::Damaged => ("damaged", ", "),
        Befell::Disabled => ("disabled", ", "),
        Befell::Shifted | Befell::Left => ("to", " "),
    };
    match note {
        Some(note) => format!("{word}{joint}{note}"),
        None => word.to_owned(),
    }
}
