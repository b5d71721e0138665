//! The small words of battle plans: units, targets, postures, shares, conditions. Each reader gives what a
//! word says, or nothing; what to write instead is for the caller to say.

use super::phrase::{Phrase, Takes, read};
use super::{Clause, Count, Hunters, Posture, Serves, Share, TargetWord, UnitWord, Use};
use crate::cards::{Ability, Cards, Kind};
use crate::map::{End, Sector};
use engine::side::Side;

/// From which number to which a key takes one.
pub(super) const NUMBERS: [(&str, u8, u8); 7] = [
    ("worth_floor", 0, 100),
    ("break_off", 0, 100),
    ("depth", 1, 3),
    ("escort", 0, 4),
    ("mass", 1, 4),
    ("from_turn", 1, 12),
    ("wave", 1, 12),
];

/// The edges of the battle map.
pub const EDGES: [(&str, End); 2] = [("A", End::A), ("K", End::K)];
/// Whether cripples withdraw.
pub const CRIPPLES: [(&str, bool); 2] = [("withdraw", true), ("fight", false)];
/// Shares that have a word.
pub(super) const SHARES: [(&str, Share); 2] = [("all", Share::Part(1, 1)), ("none", Share::Number(0))];
/// Who hunts submarines, beside a number.
pub(super) const HUNTERS: [(&str, Hunters); 2] = [("none", Hunters::None), ("spare", Hunters::Spare)];
/// Which battles a plan serves, beside those of a sector.
pub(super) const BATTLES: [(&str, Serves); 4] = [
    ("any", Serves::Any),
    ("attacker", Serves::Attacker),
    ("defender", Serves::Defender),
    ("convoy", Serves::Convoy),
];
/// How groups move.
pub(super) const POSTURE: [Phrase<Posture>; 10] = [
    ("close", Takes::Number(0, 3, Posture::Close)),
    ("stand-off", Takes::Number(1, 6, Posture::StandOff)),
    ("screen", Takes::Group(Posture::Screen(usize::MAX))),
    ("stay", Takes::Nothing(Posture::Stay)),
    ("withdraw", Takes::Nothing(Posture::Withdraw)),
    ("run", Takes::Nothing(Posture::Run)),
    ("land", Takes::Nothing(Posture::Land)),
    ("hunt", Takes::Nothing(Posture::Hunt)),
    ("ambush", Takes::Nothing(Posture::Ambush)),
    ("lurk", Takes::Nothing(Posture::Lurk)),
];
/// What triggers wait for.
pub(super) const CLAUSE: [Phrase<Clause>; 10] = [
    ("turn", Takes::Number(0, u8::MAX, Clause::Turn)),
    ("night", Takes::Nothing(Clause::Night)),
    ("day", Takes::Nothing(Clause::Day)),
    ("own-lost", Takes::Number(0, 100, Clause::OwnLost)),
    ("enemy-lost", Takes::Number(0, 100, Clause::EnemyLost)),
    ("own-crippled", Takes::Number(0, u8::MAX, Clause::OwnCrippled)),
    ("own-carriers-gone", Takes::Nothing(Clause::OwnCarriersGone)),
    ("enemy-carriers-gone", Takes::Nothing(Clause::EnemyCarriersGone)),
    ("range", Takes::Number(0, 9, Clause::Range)),
    ("outgunned", Takes::Any(Clause::Outgunned)),
];
/// When abilities are used, beside deployment to a sector.
pub(super) const USES: [Phrase<Use>; 3] = [
    ("first", Takes::Nothing(Use::First)),
    ("never", Takes::Nothing(Use::Never)),
    ("turn", Takes::Number(0, u8::MAX, Use::Turn)),
];

/// All postures, for people.
pub const POSTURES: &str = "`close 0` to `close 3`, `stand-off 1` to `stand-off 6`, `screen GROUP`, `stay`, `withdraw`, `run`, \
                        `land`, `hunt`, `ambush` or `lurk`";
/// All clauses of conditions, for people.
pub const CLAUSES: &str = "`turn N`, `night`, `day`, `own-lost P`, `enemy-lost P`, `own-crippled N`, `own-carriers-gone`, \
                       `enemy-carriers-gone`, `range N` or `outgunned P`";

/// Words for units that are not those of a kind.
const OTHERS: [(&str, UnitWord); 4] = [
    ("battery", UnitWord::Battery),
    ("base", UnitWord::Base),
    ("infantry", UnitWord::Infantry),
    ("any", UnitWord::Any),
];

/// All words for units but ids.
pub(super) fn unit_words() -> impl Iterator<Item = &'static str> {
    let kinds = Kind::ALL.into_iter().filter(|kind| !kind.is_land_base() && !kind.is_ground());
    kinds.map(Kind::word).chain(OTHERS.map(|(word, _)| word))
}

/// A word for units: a kind, a card or the id of a unit.
pub(super) fn unit(text: &str, cards: &Cards) -> Option<UnitWord> {
    if let Some((_, word)) = OTHERS.into_iter().find(|(word, _)| *word == text) {
        return Some(word);
    }
    if let Some(kind) = Kind::named(text) {
        return Some(UnitWord::Kind(kind));
    }
    if let Some(card) = cards.by_id(text) {
        return Some(UnitWord::Card(card));
    }
    // The id of a unit is that of its card and a serial number.
    let (card, serial) = text.rsplit_once('-')?;
    let numbered = !serial.is_empty() && serial.bytes().all(|digit| digit.is_ascii_digit());
    (numbered && cards.by_id(card).is_some()).then(|| UnitWord::Unit(text.to_owned()))
}

/// A word for targets: `crippled battleship`.
pub(super) fn target(text: &str, cards: &Cards) -> Option<TargetWord> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let word = unit(words.pop()?, cards)?;
    let mut target = TargetWord { crippled: false, damaged: false, word };
    for filter in words {
        match filter {
            "crippled" => target.crippled = true,
            "damaged" => target.damaged = true,
            _ => return None,
        }
    }
    Some(target)
}

/// Who joins a group: `destroyer`, `destroyer x3`, `destroyer x2 per carrier`.
pub(super) fn member(text: &str, cards: &Cards) -> Option<(UnitWord, Count)> {
    let times = |word: &str| word.strip_prefix('x')?.parse().ok().filter(|times| *times > 0);
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        [word] => (unit(word, cards)?, Count::All),
        [word, number] => (unit(word, cards)?, Count::Most(times(number)?)),
        [word, number, "per", of] => (unit(word, cards)?, Count::Per(times(number)?, unit(of, cards)?)),
        _ => return None,
    })
}

/// A posture, with the name of the group that it screens.
pub(super) fn posture(text: &str) -> Option<(Posture, Option<&str>)> {
    read(&POSTURE, text)
}

/// What a word of a table says.
pub(super) fn among<T: Copy>(table: &[(&str, T)], text: &str) -> Option<T> {
    table.iter().find(|(word, _)| *word == text).map(|(_, says)| *says)
}

/// From which number to which a key takes one.
///
/// # Panics
/// If it takes none.
pub fn bounds(key: &str) -> (u8, u8) {
    let found = NUMBERS.iter().find(|(it, ..)| *it == key);
    found.map(|(_, least, most)| (*least, *most)).expect("a key that takes a number")
}

/// A number within the bounds of a key.
pub(super) fn number(key: &str, text: &str) -> Option<u8> {
    let (least, most) = bounds(key);
    text.parse().ok().filter(|it| (least..=most).contains(it))
}

/// A share: `1/2`, `50%`, `3`, `all`, `none`.
pub(super) fn share(text: &str) -> Option<Share> {
    if let Some((parts, whole)) = text.split_once('/') {
        let (parts, whole): (u16, u16) = (parts.trim().parse().ok()?, whole.trim().parse().ok()?);
        return (whole > 0 && parts <= whole).then_some(Share::Part(parts, whole));
    }
    if let Some(percent) = text.strip_suffix('%') {
        let percent: u16 = percent.trim().parse().ok()?;
        return (percent <= 100).then_some(Share::Part(percent, 100));
    }
    among(&SHARES, text).or_else(|| text.parse().ok().map(Share::Number))
}

/// Who hunts submarines: `none`, `spare`, `2`.
pub(super) fn hunters(text: &str) -> Option<Hunters> {
    among(&HUNTERS, text).or_else(|| text.parse().ok().map(Hunters::Number))
}

/// At which loss all withdraw: `40`, or `never`.
pub(super) fn break_off(text: &str) -> Option<Option<u8>> {
    if text == "never" { Some(None) } else { number("break_off", text).map(Some) }
}

/// Which battles a plan serves.
pub(super) fn serves(text: &str) -> Option<Serves> {
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        [word] => among(&BATTLES, word)?,
        ["sector", number] => Serves::Sector(number.parse().ok()?, None),
        ["sector", number, "against", side] => Serves::Sector(number.parse().ok()?, Some(Side::named(side)?)),
        _ => return None,
    })
}

/// A clause of a condition.
pub(super) fn clause(text: &str) -> Option<Clause> {
    read(&CLAUSE, text).map(|(clause, _)| clause)
}

/// An ability, or the ability of a unit: `Infiltrator`, `u-47/Infiltrator`. A slash may stand in the name of
/// an ability.
pub(super) fn ability(text: &str, cards: &Cards) -> Option<(Option<UnitWord>, Ability)> {
    let named = |word: &str| {
        let word = word.trim();
        Ability::ALL.into_iter().find(|ability| ability.name().eq_ignore_ascii_case(word))
    };
    match named(text) {
        Some(ability) => Some((None, ability)),
        None => {
            let (word, name) = text.split_once('/')?;
            Some((Some(unit(word.trim(), cards)?), named(name)?))
        }
    }
}

/// When an ability is used: `first`, `never`, `turn 4`, or a sector.
pub(super) fn usage(text: &str) -> Option<Use> {
    match read(&USES, text) {
        Some((when, _)) => Some(when),
        None => Sector::parse(text.trim()).map(Use::At),
    }
}
