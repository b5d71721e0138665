//! Reads the section of an event.

use club::clock::Span;
use engine::draft::checks::Reader;
use engine::draft::node::Node;
use tournament::{Entrant, Halves};

use super::checks::Spots;
use super::event::{
    Bracket, ClockSettings, Dropping, EventSettings, FirstBid, Format, ORGANISER, OnEmpty, PanelSettings,
    Points, Price, Ranks, RatingKind, RoundSettings, Sides, SidesBy, Tie, TieBreak, again_after, no_skip,
};
use super::fields::{Fields, among, half_points, number, parsed, refuse, text, truth};
use super::length::Length;
use super::read::{date, span, word};

/// The keys of an event.
pub const KEYS: [&str; 24] = [
    "season",
    "system",
    "scenario",
    "rounds",
    "first",
    "template",
    "format",
    "ranks",
    "double",
    "again_after",
    "no_skip",
    "bracket",
    "games",
    "round",
    "points",
    "tie",
    "tie_breaks",
    "rated",
    "sides",
    "clock",
    "panel",
    "forbid",
    "drop",
    "show_clocks",
];

/// How many hours each has to answer in open bidding unless something else is written.
const ANSWER: u32 = 48;

/// The most rounds of an event.
const MOST_ROUNDS: u32 = 100;

/// Reads an event; nothing if something is missing without which it is none.
pub(super) fn event(
    reader: &mut Reader<'_, '_>,
    path: &str,
    node: Node,
    spots: &mut Spots,
) -> Option<EventSettings> {
    let mut fields = Fields::open(reader, path, node, &KEYS)?;
    let season = season(reader, &mut fields, spots);
    let system = fields.needed_text(reader, "system", "seas-of-thunder");
    let scenario = fields.needed_text(reader, "scenario", "raider-warfare");
    let rounds = fields.needed_read(reader, "rounds", "4", number(1, MOST_ROUNDS));
    let first = fields.needed_read(reader, "first", "2027-09-15", date);
    let template = fields.text(reader, "template").map(|word| word.text);
    let format = fields.needed_read(reader, "format", "swiss", |text| among(text, Format::WORDS));
    let ranks = fields.choice(reader, "ranks", Ranks::WORDS).unwrap_or_default();
    let double = fields.read(reader, "double", truth).unwrap_or(false);
    let again_after = fields.read(reader, "again_after", number(0, MOST_ROUNDS)).unwrap_or(again_after());
    let no_skip = fields.read(reader, "no_skip", number(0, 1000)).unwrap_or(no_skip());
    let bracket = fields.choice(reader, "bracket", Bracket::WORDS).unwrap_or_default();
    let games = fields.read(reader, "games", number(1, 2)).unwrap_or(1);
    let round = round(reader, &mut fields);
    let points = points(reader, &mut fields);
    let tie = tie(reader, &mut fields);
    let tie_breaks =
        several(reader, &mut fields, "tie_breaks", TieBreak::WORDS).unwrap_or_else(TieBreak::usual);
    let rated = several(reader, &mut fields, "rated", RatingKind::WORDS).unwrap_or_else(RatingKind::usual);
    let sides = sides(reader, &mut fields);
    let clock = clock(reader, &mut fields);
    let panel = panel(reader, &mut fields, spots);
    let forbid = forbid(reader, &mut fields, spots);
    let drop = dropping(reader, &mut fields);
    let show_clocks = fields.read(reader, "show_clocks", truth).unwrap_or(false);
    fits_format(reader, &fields, (format?, games), sides);
    Some(EventSettings {
        season,
        system: system?.text,
        scenario: scenario?.text,
        rounds: rounds?,
        first: first?,
        template,
        format: format?,
        ranks,
        double,
        again_after,
        no_skip,
        bracket,
        games,
        round: round?,
        points,
        tie,
        tie_breaks,
        rated,
        sides,
        clock,
        panel,
        forbid,
        drop,
        show_clocks,
    })
}

/// The season's word, to be looked at when all is read.
fn season(reader: &mut Reader<'_, '_>, fields: &mut Fields, spots: &mut Spots) -> Option<String> {
    let word = fields.text(reader, "season")?;
    spots.words.push((fields.at("season"), word.clone()));
    Some(word.text)
}

/// What of bids and matches does not go with the format.
fn fits_format(reader: &mut Reader<'_, '_>, fields: &Fields, (format, games): (Format, u32), sides: Sides) {
    let mut no = |key: &str, what: &str, mend: &str| {
        refuse(reader, "wrong-format", &fields.at(key), what, fields.spot, mend);
    };
    if games > 1 && format != Format::Knockout {
        let mend = match format {
            Format::RoundRobin => "write `double: true` for two matches each, or delete `games`",
            _ => "write `format: knockout`, or delete `games`",
        };
        no("games", "only the pairs of a knockout play two matches in a round", mend);
    }
    if games > 1 && matches!(sides.by, SidesBy::SealedBid | SidesBy::OpenBid) {
        let mend = "write `by: lot`, `alternate` or `fixed`: in the second match each has the other side";
        no("sides", "nobody bids for a side where each plays both", mend);
    }
    if sides.first == FirstBid::Lower && (sides.by, format) != (SidesBy::OpenBid, Format::Ladder) {
        let mend = "write `first: lot`, or `by: open-bid` in a ladder";
        no("sides", "the lower of two bids first only in the open bidding of a ladder", mend);
    }
}

/// A list of words, each once.
fn several<T: Copy + PartialEq>(
    reader: &mut Reader<'_, '_>,
    fields: &mut Fields,
    key: &str,
    words: &[(&str, T)],
) -> Option<Vec<T>> {
    let path = fields.at(key);
    let mut found = Vec::new();
    for (at, node) in fields.list(key)?.into_iter().enumerate() {
        let (path, spot) = (format!("{path}[{at}]"), node.spot());
        let Some(word) = text(reader, &path, node) else { continue };
        match parsed(reader, &path, &word, |text| among(text, words)) {
            Some(it) if found.contains(&it) => {
                refuse(reader, "twice", &path, "it stands here twice", spot, "delete one of the two")
            }
            it => found.extend(it),
        }
    }
    Some(found)
}

fn round(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Option<RoundSettings> {
    let node = fields.needed(reader, "round", "{length: 4 months, confirm: 14d, adjudicate: 3d}")?;
    let mut section = Fields::open(reader, &fields.at("round"), node, &["length", "confirm", "adjudicate"])?;
    let length = section.needed_read(reader, "length", "4 months", Length::parse);
    let confirm = section.needed_read(reader, "confirm", "14d", Length::parse);
    let adjudicate = section.needed_read(reader, "adjudicate", "3d", Length::parse);
    Some(RoundSettings { length: length?, confirm: confirm?, adjudicate: adjudicate? })
}

fn points(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Points {
    let usual = Points::default();
    let Some(node) = fields.take("points") else { return usual };
    let known = ["win", "draw", "loss", "bye", "narrow", "narrow_win", "narrow_loss"];
    let Some(mut section) = Fields::open(reader, &fields.at("points"), node, &known) else { return usual };
    let mut worth = |reader: &mut Reader<'_, '_>, key: &str| section.read(reader, key, half_points);
    let win = worth(reader, "win").unwrap_or(usual.win);
    let draw = worth(reader, "draw").unwrap_or(usual.draw);
    let loss = worth(reader, "loss").unwrap_or(usual.loss);
    let bye = worth(reader, "bye").unwrap_or(usual.bye);
    let [narrow, narrow_win, narrow_loss] =
        ["narrow", "narrow_win", "narrow_loss"].map(|key| worth(reader, key));
    let given = [narrow, narrow_win, narrow_loss].iter().flatten().count();
    let (path, spot) = (section.path.as_str(), section.spot);
    if given % 3 != 0 {
        let mend = "write all three of `narrow`, `narrow_win` and `narrow_loss`, or none";
        refuse(reader, "missing-key", path, "narrow results are only half said", spot, mend);
    }
    let [best, worst] = [narrow_win.unwrap_or(win), narrow_loss.unwrap_or(loss)];
    if !(win >= best && best >= draw && draw >= worst && worst >= loss) {
        let mend = "write them so that a win is worth no less than a draw, and a draw no less than a loss";
        refuse(
            reader,
            "points-out-of-order",
            path,
            "a worse result is worth more than a better one",
            spot,
            mend,
        );
    }
    Points { win, draw, loss, bye, narrow, narrow_win, narrow_loss }
}

fn tie(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Tie {
    let side = fields.read(reader, "tie", |text| match text {
        "draw" => Ok(Tie::Draw),
        side => word(side)
            .map(Tie::Advances)
            .map_err(|_| "write `draw`, or the side that goes on after a tie".to_owned()),
    });
    side.unwrap_or_default()
}

fn sides(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Sides {
    let mut sides = Sides::default();
    let Some(node) = fields.take("sides") else { return sides };
    let known = ["by", "step", "price", "most", "within", "first", "handicap"];
    let Some(mut section) = Fields::open(reader, &fields.at("sides"), node, &known) else { return sides };
    sides.by = section.choice(reader, "by", SidesBy::WORDS).unwrap_or(sides.by);
    if sides.by == SidesBy::OpenBid {
        sides.within = Length::Time(Span::hours(ANSWER));
    }
    sides.price = section.choice(reader, "price", Price::WORDS).unwrap_or(sides.price);
    sides.first = section.choice(reader, "first", FirstBid::WORDS).unwrap_or(sides.first);
    sides.most = section.read(reader, "most", half_points).unwrap_or(sides.most);
    sides.within = section.read(reader, "within", Length::parse).unwrap_or(sides.within);
    sides.handicap = section.read(reader, "handicap", half_points).unwrap_or(sides.handicap);
    let step = section.read(reader, "step", |text| match half_points(text)? {
        Halves::ZERO => Err("write at least `0.5`".to_owned()),
        step => Ok(step),
    });
    sides.step = step.unwrap_or(sides.step);
    if sides.handicap != Halves::ZERO && sides.by != SidesBy::Fixed {
        let mend = "write `by: fixed`, or delete `handicap`: elsewhere it follows from the bids";
        refuse(
            reader,
            "handicap-without-fixed",
            &section.path,
            "a handicap is fixed only where sides are",
            section.spot,
            mend,
        );
    }
    sides
}

fn clock(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Option<ClockSettings> {
    let node = fields.take("clock")?;
    let known = ["bank", "per_exchange", "free", "on_empty"];
    let mut section = Fields::open(reader, &fields.at("clock"), node, &known)?;
    let bank = section.needed_read(reader, "bank", "45d", span);
    let per_exchange = section.read(reader, "per_exchange", span).unwrap_or_default();
    let free = section.read(reader, "free", span).unwrap_or_default();
    let on_empty = section.choice(reader, "on_empty", OnEmpty::WORDS).unwrap_or_default();
    Some(ClockSettings { bank: bank?, per_exchange, free, on_empty })
}

fn panel(reader: &mut Reader<'_, '_>, fields: &mut Fields, spots: &mut Spots) -> PanelSettings {
    let mut panel = PanelSettings::default();
    let Some(node) = fields.take("panel") else { return panel };
    let known = ["size", "chair", "within", "appeal"];
    let Some(mut section) = Fields::open(reader, &fields.at("panel"), node, &known) else { return panel };
    panel.size = section.read(reader, "size", number(1, 15)).unwrap_or(panel.size);
    if let Some(chair) = section.text(reader, "chair") {
        panel.chair.clone_from(&chair.text);
        if chair.text != ORGANISER {
            spots.people.push((section.at("chair"), chair));
        }
    }
    panel.within = section.read(reader, "within", Length::parse).unwrap_or(panel.within);
    panel.appeal = section.read(reader, "appeal", Length::parse).unwrap_or(panel.appeal);
    panel
}

fn forbid(reader: &mut Reader<'_, '_>, fields: &mut Fields, spots: &mut Spots) -> Vec<(Entrant, Entrant)> {
    let path = fields.at("forbid");
    let Some(node) = fields.take("forbid") else { return Vec::new() };
    let Node::List(_, pairs) = node else {
        refuse(
            reader,
            "wrong-type",
            &path,
            "a list of pairs should stand here",
            node.spot(),
            "write it as `[[anna, bert]]`",
        );
        return Vec::new();
    };
    let mut forbidden = Vec::new();
    for (at, node) in pairs.into_iter().enumerate() {
        let (path, spot) = (format!("{path}[{at}]"), node.spot());
        let Node::List(_, both) = node else {
            refuse(
                reader,
                "wrong-type",
                &path,
                "a pair should stand here",
                spot,
                "write it as `[anna, bert]`",
            );
            continue;
        };
        let mut words = Vec::new();
        for (at, node) in both.into_iter().enumerate() {
            let path = format!("{path}[{at}]");
            if let Some(word) = text(reader, &path, node) {
                spots.people.push((path, word.clone()));
                words.push(word);
            }
        }
        match words.as_slice() {
            [one, other] if one.text != other.text => {
                forbidden.push((Entrant::new(&one.text), Entrant::new(&other.text)));
            }
            _ => refuse(
                reader,
                "no-pair",
                &path,
                "these are not two entrants",
                spot,
                "write it as `[anna, bert]`",
            ),
        }
    }
    forbidden
}

fn dropping(reader: &mut Reader<'_, '_>, fields: &mut Fields) -> Dropping {
    let Some(node) = fields.take("drop") else { return Dropping::default() };
    let Some(mut section) = Fields::open(reader, &fields.at("drop"), node, &["unconfirmed", "forfeits"])
    else {
        return Dropping::default();
    };
    let unconfirmed = section.read(reader, "unconfirmed", number(1, MOST_ROUNDS));
    let forfeits = section.read(reader, "forfeits", number(1, MOST_ROUNDS));
    Dropping { unconfirmed, forfeits }
}
