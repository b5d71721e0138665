//! Which keys a question can have, so that a case cannot rule out a question that could never be put.

use super::position::{find_area, find_base, find_unit};
use crate::AdmiralsWar;
use crate::key::{Ambush, Key, Landing, Raid, Round, Whence};
use engine::question::key::{NoKey, Part, Turn};

/// Says why no question can have a key; the turn in front may be left out.
///
/// # Errors
/// A sentence that names the part that cannot be.
pub fn check(system: &AdmiralsWar, key: &str) -> Result<(), String> {
    let whole = match Turn::read(key.split('/').next().unwrap_or_default()) {
        Ok(_) => key.to_owned(),
        Err(_) => format!("{}/{key}", Turn(system.scenario.first_turn).text()),
    };
    known(system, &whole).map(drop).map_err(|no_key| match no_key {
        NoKey::Form => format!("no question has a key such as `{key}`"),
        NoKey::Part(what) => format!("`{key}`: {what}"),
    })
}

/// Reads a key, and looks whether its turn and what it names are in the match.
///
/// # Errors
/// Why no question has it.
pub fn known<'k>(system: &AdmiralsWar, text: &'k str) -> Result<Key<'k>, NoKey> {
    let key = Key::parse(text)?;
    let Turn(turn) = Turn::read(text.split('/').next().unwrap_or_default())?;
    if !(system.scenario.first_turn..=system.scenario.last_turn).contains(&turn) {
        return Err(NoKey::Part(format!("the scenario has no turn {turn}")));
    }
    Names { system }.key(key).map_err(NoKey::Part)?;
    Ok(key)
}

/// Whether what a key names is there.
struct Names<'s> {
    system: &'s AdmiralsWar,
}

impl Names<'_> {
    fn key(&self, key: Key<'_>) -> Result<(), String> {
        match key {
            Key::SetUp { .. }
            | Key::Reinforce { .. }
            | Key::RaidForce { .. }
            | Key::Scrap { .. }
            | Key::Build { .. }
            | Key::Rename { .. }
            | Key::Name { .. }
            | Key::Chances { .. }
            | Key::Refuel { .. }
            | Key::Lila { .. }
            | Key::Catapult { .. }
            | Key::CatapultReply { .. }
            | Key::PearlStay { .. }
            | Key::PearlRetreat { .. }
            | Key::Patrol { .. }
            | Key::SailAmphibious { .. }
            | Key::Raid { .. }
            | Key::LatePatrol { .. }
            | Key::ItalyEntry { .. }
            | Key::Transfer { .. }
            | Key::PlaceAir { .. }
            | Key::TurnSubmarine { .. }
            | Key::SelectArea { .. }
            | Key::ListAreas { .. } => Ok(()),
            Key::Withdraw { unit, .. } => self.unit(unit),
            Key::Repair { base, .. } | Key::Convert { base, .. } | Key::StandIn { base, .. } => {
                self.base(base)
            }
            Key::Hunters { area, .. }
            | Key::Strike { area, .. }
            | Key::AirRaid { area, .. }
            | Key::Lurk { area, .. }
            | Key::Retreat { area, .. }
            | Key::Groups { area, .. }
            | Key::Split { area, .. }
            | Key::Pursue { area, .. } => self.area(area),
            Key::RaidTargets { raid, by: _ } | Key::KamikazeRaid { raid, by: _ } => self.raid(raid),
            Key::TaskForces { round, .. }
            | Key::Intent { round, .. }
            | Key::JoinSurface { round, .. }
            | Key::Action { round, .. }
            | Key::Kamikaze { round, .. }
            | Key::Guns { round, .. }
            | Key::Targets { round, .. }
            | Key::Located { round, .. }
            | Key::Defend { round, .. }
            | Key::Follow { round, .. } => self.round(round),
            Key::SubmarineTarget { ambush, by: _ } => self.ambush(ambush),
            Key::Defender { landing, unit, by: _ } => self.landing(landing).and_then(|()| self.unit(unit)),
            Key::Return { from, why, by: _ } if from.reasons().contains(&why) => self.whence(from),
            Key::Return { from, why, by: _ } => {
                Err(format!("nobody goes home from `{}` as `{}`", from.text(), why.id()))
            }
            Key::Land { landing } => self.landing(landing),
        }
    }

    fn round(&self, round: Round<'_>) -> Result<(), String> {
        match round {
            Round::Open { area, .. } | Round::OfGroup { area, .. } => self.area(area),
        }
    }

    fn raid(&self, raid: Raid<'_>) -> Result<(), String> {
        match raid {
            Raid::Surprise { turn: _, area, round: _ } => self.area(area),
            Raid::Strike { turn: _, area, base } | Raid::Carriers { turn: _, area, base } => {
                self.area(area).and_then(|()| self.base(base))
            }
        }
    }

    fn ambush(&self, ambush: Ambush<'_>) -> Result<(), String> {
        let Ambush::By { turn: _, area, after: _, unit } = ambush;
        self.area(area).and_then(|()| self.unit(unit))
    }

    fn landing(&self, landing: Landing<'_>) -> Result<(), String> {
        match landing {
            Landing::InArea { area, .. } => self.area(area),
            Landing::AtTheEnd { .. } => Ok(()),
        }
    }

    fn whence(&self, from: Whence<'_>) -> Result<(), String> {
        match from {
            Whence::Recalled { .. } | Whence::Everywhere { .. } | Whence::Sailing { .. } => Ok(()),
            Whence::Raid { raid } => self.raid(raid),
            Whence::Captured { turn: _, base } => self.base(base),
            Whence::Invaded { landing, by } => self.landing(landing).and_then(|()| self.unit(by)),
            Whence::Round { round } | Whence::Fire { round, action: _ } => self.round(round),
            Whence::Ambush { ambush } => self.ambush(ambush),
            Whence::Hunt { area, .. }
            | Whence::Surprise { area, .. }
            | Whence::Strike { area, .. }
            | Whence::Pursuit { area, .. }
            | Whence::Fled { area, .. }
            | Whence::Left { area, .. } => self.area(area),
        }
    }

    fn area(&self, id: &str) -> Result<(), String> {
        find_area(self.system, id).map(drop)
    }

    fn base(&self, id: &str) -> Result<(), String> {
        find_base(self.system, id).map(drop)
    }

    fn unit(&self, id: &str) -> Result<(), String> {
        find_unit(self.system, id).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook};

    fn midway() -> AdmiralsWar {
        AdmiralsWar::load(&AdmiralsWar::built_in(), "midway", &Choices::default()).unwrap()
    }

    #[test]
    fn what_could_be_asked_is_known() {
        let midway = midway();
        for key in [
            "patrol/us",
            "t1/select/2/japan",
            "hawaiian-islands/r1/action/axis",
            "t1/hawaiian-islands/g2/r1/surface/targets/allies",
            "hawaiian-islands/raid/pearl-harbor/axis",
            "hawaiian-islands/after/land/axis/jp-akagi/defender/allies",
            "captured/truk/home/evicted/axis",
            "us/home/end/allies",
        ] {
            assert_eq!(check(&midway, key), Ok(()), "{key}");
        }
    }

    #[test]
    fn what_is_asked_nowhere_is_refused_with_a_reason() {
        let midway = midway();
        let said = [
            "hawaiian-islands/r1/air-raid/axis",
            "patrol/japn",
            "t9/patrol/us",
            "hawaian-islands/r1/action/axis",
            "hawaiian-islands/r1/action/axes",
            "hawaiian-islands/r1/combined/targets/axis",
            "hawaiian-islands/raid/perl-harbor/axis",
            "hawaiian-islands/r1/submarine/u-1/axis",
            "hawaiian-islands/r1/home/gone/axis",
            "hawaiian-islands/r1/home/hunt/axis",
            "amphibious/us/home/failed/allies",
        ]
        .map(|key| check(&midway, key).unwrap_err());
        insta::assert_snapshot!(said.join("\n"), @"
        no question has a key such as `hawaiian-islands/r1/air-raid/axis`
        `patrol/japn`: `japn` is no nation
        `t9/patrol/us`: the scenario has no turn 9
        `hawaian-islands/r1/action/axis`: there is no area `hawaian-islands`
        `hawaiian-islands/r1/action/axes`: `axes` is not a side
        no question has a key such as `hawaiian-islands/r1/combined/targets/axis`
        `hawaiian-islands/raid/perl-harbor/axis`: there is no port or base `perl-harbor`
        `hawaiian-islands/r1/submarine/u-1/axis`: there is no unit `u-1`
        `hawaiian-islands/r1/home/gone/axis`: `gone` is no reason to go home
        `hawaiian-islands/r1/home/hunt/axis`: nobody goes home from `t1/hawaiian-islands/r1` as `hunt`
        no question has a key such as `amphibious/us/home/failed/allies`
        ");
    }
}
