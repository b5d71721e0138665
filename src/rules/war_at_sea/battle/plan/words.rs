//! The small words of battle plans: units, targets, postures, shares, conditions. Each reader gives what a word says, or
//! nothing; what to write instead is for the caller to say.

use super::{Clause, Count, Posture, Serves, Share, TargetWord, UnitWord, Use};
use crate::rules::war_at_sea::battle::map::Sector;
use crate::rules::war_at_sea::cards::{Ability, Cards, Kind};
use crate::side::Side;

/// Farthest range that a plan can name.
const FARTHEST: u8 = 9;

/// All postures, for people.
pub(in crate::rules::war_at_sea) const POSTURES: &str = "`close 0` to `close 3`, `stand-off 1` to `stand-off 6`, `screen GROUP`, `stay`, `withdraw`, `run`, \
                        `land`, `hunt`, `ambush` or `lurk`";
/// All clauses of conditions, for people.
pub(in crate::rules::war_at_sea) const CLAUSES: &str = "`turn N`, `night`, `day`, `own-lost P`, `enemy-lost P`, `own-crippled N`, `own-carriers-gone`, \
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
    let number =
        |word: &str, least: u8, most: u8| word.parse().ok().filter(|number| (least..=most).contains(number));
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["close", range] => (Posture::Close(number(range, 0, 3)?), None),
        ["stand-off", range] => (Posture::StandOff(number(range, 1, 6)?), None),
        ["screen", group] => (Posture::Screen(usize::MAX), Some(group)),
        ["stay"] => (Posture::Stay, None),
        ["withdraw"] => (Posture::Withdraw, None),
        ["run"] => (Posture::Run, None),
        ["land"] => (Posture::Land, None),
        ["hunt"] => (Posture::Hunt, None),
        ["ambush"] => (Posture::Ambush, None),
        ["lurk"] => (Posture::Lurk, None),
        _ => return None,
    })
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
    match text {
        "all" => Some(Share::Part(1, 1)),
        "none" => Some(Share::Number(0)),
        number => number.parse().ok().map(Share::Number),
    }
}

/// Which battles a plan serves.
pub(super) fn serves(text: &str) -> Option<Serves> {
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["any"] => Serves::Any,
        ["attacker"] => Serves::Attacker,
        ["defender"] => Serves::Defender,
        ["convoy"] => Serves::Convoy,
        ["sector", number] => Serves::Sector(number.parse().ok()?, None),
        ["sector", number, "against", side] => Serves::Sector(number.parse().ok()?, Some(Side::named(side)?)),
        _ => return None,
    })
}

/// A clause of a condition.
pub(super) fn clause(text: &str) -> Option<Clause> {
    let percent = |word: &str| word.parse().ok().filter(|percent| *percent <= 100);
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["night"] => Clause::Night,
        ["day"] => Clause::Day,
        ["own-carriers-gone"] => Clause::OwnCarriersGone,
        ["enemy-carriers-gone"] => Clause::EnemyCarriersGone,
        ["turn", turn] => Clause::Turn(turn.parse().ok()?),
        ["own-lost", share] => Clause::OwnLost(percent(share)?),
        ["enemy-lost", share] => Clause::EnemyLost(percent(share)?),
        ["own-crippled", number] => Clause::OwnCrippled(number.parse().ok()?),
        ["range", range] => Clause::Range(range.parse().ok().filter(|range| *range <= FARTHEST)?),
        ["outgunned", share] => Clause::Outgunned(share.parse().ok()?),
        _ => return None,
    })
}

/// An ability, or the ability of a unit: `Infiltrator`, `u-47/Infiltrator`. A slash may stand in the name of an ability.
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
    Some(match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["first"] => Use::First,
        ["never"] => Use::Never,
        ["turn", turn] => Use::Turn(turn.parse().ok()?),
        [sector] => Use::At(Sector::parse(sector)?),
        _ => return None,
    })
}
