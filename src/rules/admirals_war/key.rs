//! The keys of questions. What several begin with, such as a round, is declared once; rolls are labelled by
//! it as well.

use super::event::{Action, How, Why};
use super::pieces::Seat;
use super::seats::By;
use engine::question::key::{Turn, keys};
use engine::rulebook::two_sided::Camp;

mod parts;

pub use parts::{After, Count, Group, Pursuit, RoundNumber, When};

keys! {
    /// The key of a question. Areas, ports and bases, and units stand in it by their ids.
    pub enum Key<'k> {
        /// Where units are set up.
        SetUp { turn: Turn, by: Seat } = turn/"set-up"/by;
        /// Where reinforcements arrive.
        Reinforce { turn: Turn, by: Seat } = turn/"reinforce"/by;
        /// Which unit leaves the game instead of another.
        Withdraw { turn: Turn, unit: &'k str, by: Seat } = turn/"withdraw"/unit/by;
        /// Which ships lie in the box of the raid force.
        RaidForce { turn: Turn, by: Seat } = turn/"raid-force"/by;
        /// Which unfinished German ships are broken up.
        Scrap { turn: Turn, by: Seat } = turn/"scrap"/by;
        /// Which German ships are built instead of U-boats.
        Build { turn: Turn, by: Seat } = turn/"build"/by;
        /// Whether Deutschland becomes Lutzow.
        Rename { turn: Turn, by: Seat } = turn/"rename"/by;
        /// Which carriers take the name of one that was lost.
        Name { turn: Turn, by: Seat } = turn/"name"/by;
        /// Which battleships become carriers in a port.
        Convert { turn: Turn, base: &'k str, by: Seat } = turn/"convert"/base/by;
        /// Which others do in their place.
        StandIn { turn: Turn, base: &'k str, by: Seat } = turn/"stand-in"/base/by;
        /// With which dice the groups of uncertain location turn up where.
        Chances { turn: Turn, by: Seat } = turn/"chances"/by;
        /// Where patrolling ships and submarines go, and which ships make ready to raid.
        Patrol { turn: Turn, by: Seat } = turn/"patrol"/by;
        /// The same for the Italians, when they join late.
        LatePatrol { turn: Turn, by: Seat } = turn/"italy"/"patrol"/by;
        /// Whether Italy declares war.
        ItalyEntry { turn: Turn, by: Seat } = turn/"italy-entry"/by;
        /// Where amphibious units go.
        SailAmphibious { turn: Turn, by: Seat } = turn/"sail-amphibious"/by;
        /// Where raiding ships go.
        Raid { turn: Turn, by: Seat } = turn/"raid"/by;
        /// Which ship each repair point of a port serves.
        Repair { turn: Turn, base: &'k str, by: Seat } = turn/"repair"/base/by;
        /// Whether Japan stays off Hawaii after its raids.
        PearlStay { turn: Turn, by: By } = turn/"pearl-stay"/by;
        /// Whether the Allies leave Hawaii before more combat.
        PearlRetreat { turn: Turn, by: By } = turn/"pearl-retreat"/by;
        /// Which navy hunts submarines off America.
        Hunters { turn: Turn, area: &'k str, by: Seat } = turn/area/"hunters"/by;
        /// Which ships leave the Atlantic for the Pacific.
        Transfer { turn: Turn, by: Seat } = turn/"transfer"/by;
        /// Whether Germany seizes the French fleet.
        Lila { turn: Turn, by: Seat } = turn/"lila"/by;
        /// Which British units attack which French ships, and with what.
        Catapult { turn: Turn, action: Action, by: Seat } = turn/"catapult"/action/by;
        /// Targets of the French ships that fire back.
        CatapultReply { turn: Turn, action: Action, by: Seat } = turn/"catapult-reply"/action/by;
        /// Which ships stay at sea.
        Refuel { turn: Turn, by: Seat } = turn/"refuel"/by;
        /// Where the next air unit goes; rounds are counted from 1.
        PlaceAir { turn: Turn, round: Count, by: Seat } = turn/"place-air"/round/by;
        /// Which submarines turn to their raiding side.
        TurnSubmarine { turn: Turn, by: Seat } = turn/"turn-submarine"/by;
        /// The next area to be fought in, when so many are done.
        SelectArea { turn: Turn, done: Count, by: Seat } = turn/"select"/done/by;
        /// All areas of a theatre, in the order in which a nation would select them.
        ListAreas { turn: Turn, by: Seat } = turn/"select"/by;
        /// Which ports and bases air units attack.
        Strike { turn: Turn, area: &'k str, by: By } = turn/area/"strike"/by;
        /// Which ports and bases carriers raid.
        AirRaid { turn: Turn, area: &'k str, by: By } = turn/area/"air-raid"/by;
        /// Targets in a port or base.
        RaidTargets { raid: Raid<'k>, by: By } = (raid)/by;
        /// The task forces of a round.
        TaskForces { round: Round<'k>, by: By } = (round)/"task-forces"/by;
        /// What each of them will do.
        Intent { round: Round<'k>, by: By } = (round)/"intent"/by;
        /// Which of them join a surface action unsighted.
        JoinSurface { round: Round<'k>, by: By } = (round)/"join-surface"/by;
        /// An air action or a surface action.
        Action { round: Round<'k>, by: By } = (round)/"action"/by;
        /// Which aircraft are kamikazes in a round.
        Kamikaze { round: Round<'k>, by: By } = (round)/"kamikaze"/by;
        /// Which are so in an attack on a port or base.
        KamikazeRaid { raid: Raid<'k>, by: By } = (raid)/"kamikaze"/by;
        /// Which carriers of the side that fires second fire their guns.
        Guns { round: Round<'k>, by: By } = (round)/"surface"/"guns"/by;
        /// Targets of airstrikes or of gunnery.
        Targets { round: Round<'k>, action: Action, by: By } = (round)/action/"targets"/by;
        /// The attacker that fighters meet before it attacks.
        Defend { round: Round<'k>, by: By } = (round)/"air"/"defend"/by;
        /// Whether Germans leave with the Italians.
        Follow { round: Round<'k>, by: By } = (round)/"follow"/by;
        /// Targets among groups that have turned up.
        Located { round: Round<'k>, by: By } = (round)/"located"/by;
        /// The target of a raiding submarine, or of none.
        SubmarineTarget { ambush: Ambush<'k>, by: By } = (ambush)/by;
        /// Which raiding submarines attack of which the enemy does not know.
        Lurk { turn: Turn, area: &'k str, after: After, by: By } = turn/area/after/"submarine"/by;
        /// Retreat after a round, or stay.
        Retreat { turn: Turn, area: &'k str, after: RoundNumber, by: By } = turn/area/after/"retreat"/by;
        /// The groups in which units retreat.
        Groups { turn: Turn, area: &'k str, after: RoundNumber, by: By } = turn/area/after/"groups"/by;
        /// The groups into which one splits.
        Split {
            turn: Turn,
            area: &'k str,
            group: Group,
            after: Pursuit,
            by: By
        } = turn/area/group/after/"groups"/by;
        /// Which ships pursue which group.
        Pursue { turn: Turn, area: &'k str, after: After, by: By } = turn/area/after/"pursue"/by;
        /// Which of several defenders is lost to a unit that invades.
        Defender { landing: Landing<'k>, unit: &'k str, by: By } = (landing)/unit/"defender"/by;
        /// The ports and bases to which units return.
        Return { from: Whence<'k>, why: Why, by: By } = (from)/"home"/why/by;
        /// Where amphibious units land.
        Land { landing: Landing<'k> } = (landing);
    }
}

keys! {
    /// A round of combat.
    pub enum Round<'k> {
        /// Of all that are in an area.
        Open { turn: Turn, area: &'k str, number: RoundNumber } = turn/area/number;
        /// Of a retreating group and its pursuers.
        OfGroup { turn: Turn, area: &'k str, group: Group, number: RoundNumber } = turn/area/group/number;
    }
}

keys! {
    /// An attack on a port or base.
    pub enum Raid<'k> {
        /// By air units.
        Strike { turn: Turn, area: &'k str, base: &'k str } = turn/area/"strike"/base;
        /// By carriers.
        Carriers { turn: Turn, area: &'k str, base: &'k str } = turn/area/"raid"/base;
        /// A surprise with which the war in the Pacific begins.
        Surprise { turn: Turn, area: &'k str, round: RoundNumber } = turn/area/"surprise"/round;
    }
}

keys! {
    /// The attack of a raiding submarine.
    pub enum Ambush<'k> {
        /// After a round.
        By { turn: Turn, area: &'k str, after: After, unit: &'k str } = turn/area/after/"submarine"/unit;
    }
}

keys! {
    /// The landings of a side, or of a nation.
    pub enum Landing<'k> {
        /// From an area.
        InArea { turn: Turn, area: &'k str, when: When, by: By } = turn/area/when/"land"/by;
        /// From everywhere, at the end of the turn.
        AtTheEnd { turn: Turn, by: Seat } = turn/"land"/by;
    }
}

keys! {
    /// Where units are when they go home.
    pub enum Whence<'k> {
        /// In an area from which a side may go before the war has begun in earnest.
        Surprise { turn: Turn, area: &'k str, side: Camp } = turn/area/"surprise"/side;
        /// Where ships are when they are ordered home.
        Recalled { turn: Turn, of: Seat } = turn/"recalled"/of;
        /// Where a nation's units are when the turn ends.
        Everywhere { turn: Turn, of: Seat } = turn/of;
        /// On the way on which a nation's ships have sailed.
        Sailing { turn: Turn, how: How, of: Seat } = turn/how/of;
        /// In a port or base that was surrounded.
        Captured { turn: Turn, base: &'k str } = turn/"captured"/base;
        /// Where a unit has invaded.
        Invaded { landing: Landing<'k>, by: &'k str } = (landing)/by;
        /// In an area in which submarines were hunted.
        Hunt { turn: Turn, area: &'k str } = turn/area/"asw";
        /// In an area from which air units struck.
        Strike { turn: Turn, area: &'k str } = turn/area/"strike";
        /// Where they attacked a port or base.
        Raid { raid: Raid<'k> } = (raid);
        /// In a round.
        Round { round: Round<'k> } = (round);
        /// Under the fire of a round.
        Fire { round: Round<'k>, action: Action } = (round)/action;
        /// With a raiding submarine, and under its fire.
        Ambush { ambush: Ambush<'k> } = (ambush);
        /// In an area after a round of pursuit, before any group splits.
        Pursuit { turn: Turn, area: &'k str, after: Pursuit } = turn/area/after;
        /// Where nobody pursues them into the next round.
        Fled { turn: Turn, area: &'k str, after: Pursuit } = turn/area/after/"fled";
        /// Where nobody has followed them when groups have split.
        Left { turn: Turn, area: &'k str, after: Pursuit } = turn/area/after/"left";
    }
}

impl Whence<'_> {
    /// Why units go home from there.
    pub fn reasons(&self) -> &'static [Why] {
        match self {
            Whence::Recalled { .. } => &[Why::Recalled],
            Whence::Surprise { .. } => &[Why::Escaped],
            Whence::Everywhere { .. } => &[Why::EndOfTurn],
            Whence::Sailing { .. } => &[Why::FailedRoll],
            Whence::Captured { .. } | Whence::Invaded { .. } => &[Why::Evicted],
            Whence::Hunt { .. } => &[Why::HuntOver, Why::Disabled],
            Whence::Strike { .. } => &[Why::Attacked],
            Whence::Round { round: Round::Open { .. } } => &[Why::SurfaceAction, Why::Retreat, Why::Escaped],
            Whence::Round { round: Round::OfGroup { .. } } => &[Why::Escaped],
            Whence::Fire { .. } | Whence::Raid { .. } => &[Why::Disabled],
            Whence::Ambush { .. } => &[Why::Disabled, Why::Attacked],
            Whence::Pursuit { .. } | Whence::Fled { .. } | Whence::Left { .. } => &[Why::Escaped],
        }
    }

    /// The rule that asks where units go from there; `closely`, if those whom a hunt drives off go by their
    /// own.
    pub fn rule(&self, why: Why, closely: bool) -> &'static str {
        match (self, why) {
            (Whence::Hunt { .. }, Why::Disabled) if closely => "AW-14.24-a",
            (Whence::Ambush { .. }, Why::Attacked) => "AW-14.31",
            (Whence::Recalled { of: Seat::Germany, .. }, _) => "AW-22.43",
            (Whence::Round { round: Round::OfGroup { .. } }, _) => "AW-29.62",
            _ => why.rule(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Turn = Turn(1);
    const AREA: &str = "mid-atlantic";

    fn open(number: u8) -> Round<'static> {
        Round::Open { turn: TURN, area: AREA, number: RoundNumber(number) }
    }

    fn of_group(group: u8, number: u8) -> Round<'static> {
        Round::OfGroup { turn: TURN, area: AREA, group: Group(group), number: RoundNumber(number) }
    }

    fn home(from: Whence<'static>, why: Why, by: By) -> Key<'static> {
        Key::Return { from, why, by }
    }

    fn both_ways(keys: &[(&str, Key<'_>)]) {
        for (text, key) in keys {
            assert_eq!(key.text(), *text);
            assert_eq!(Key::parse(text), Ok(*key));
        }
    }

    #[test]
    fn keys_of_nations_and_areas_lead_there_and_back() {
        let (turn, area, by) = (TURN, AREA, By::Side(Camp::ALLIES));
        let (of, carriers) = (Seat::UnitedStates, Raid::Carriers { turn, area, base: "brest" });
        both_ways(&[
            ("t1/chances/us", Key::Chances { turn, by: of }),
            ("t1/patrol/us", Key::Patrol { turn, by: of }),
            ("t1/sail-amphibious/us", Key::SailAmphibious { turn, by: of }),
            ("t1/raid/us", Key::Raid { turn, by: of }),
            ("t1/lila/us", Key::Lila { turn, by: of }),
            ("t1/catapult/air/us", Key::Catapult { turn, action: Action::Air, by: of }),
            ("t1/catapult-reply/surface/us", Key::CatapultReply { turn, action: Action::Surface, by: of }),
            ("t1/repair/brest/us", Key::Repair { turn, base: "brest", by: of }),
            ("t1/place-air/300/us", Key::PlaceAir { turn, round: Count(300), by: of }),
            ("t1/turn-submarine/us", Key::TurnSubmarine { turn, by: of }),
            ("t1/select/0/us", Key::SelectArea { turn, done: Count(0), by: of }),
            ("t1/select/us", Key::ListAreas { turn, by: of }),
            ("t1/mid-atlantic/strike/allies", Key::Strike { turn, area, by }),
            ("t1/mid-atlantic/air-raid/allies", Key::AirRaid { turn, area, by }),
            (
                "t1/mid-atlantic/strike/brest/allies",
                Key::RaidTargets { raid: Raid::Strike { turn, area, base: "brest" }, by },
            ),
            ("t1/mid-atlantic/raid/brest/allies", Key::RaidTargets { raid: carriers, by }),
            ("t1/mid-atlantic/raid/brest/kamikaze/allies", Key::KamikazeRaid { raid: carriers, by }),
            ("t1/mid-atlantic/r1/kamikaze/allies", Key::Kamikaze { round: open(1), by }),
            ("t1/italy/patrol/us", Key::LatePatrol { turn, by: of }),
            ("t1/italy-entry/us", Key::ItalyEntry { turn, by: of }),
            ("t1/transfer/us", Key::Transfer { turn, by: of }),
        ]);
    }

    #[test]
    fn keys_of_rounds_and_pursuits_lead_there_and_back() {
        let (turn, area, by) = (TURN, AREA, By::Side(Camp::AXIS));
        let after = RoundNumber(3);
        let pursued = After::Pursuit(Pursuit(1));
        let targets = |round, action| Key::Targets { round, action, by };
        let ambush =
            |after| Key::SubmarineTarget { ambush: Ambush::By { turn, area, after, unit: "u-1" }, by };
        both_ways(&[
            ("t1/mid-atlantic/r1/action/axis", Key::Action { round: open(1), by }),
            ("t1/mid-atlantic/g2/r1/action/axis", Key::Action { round: of_group(2, 1), by }),
            ("t1/mid-atlantic/r1/task-forces/axis", Key::TaskForces { round: open(1), by }),
            ("t1/mid-atlantic/r1/intent/axis", Key::Intent { round: open(1), by }),
            ("t1/mid-atlantic/g2/r1/join-surface/axis", Key::JoinSurface { round: of_group(2, 1), by }),
            ("t1/mid-atlantic/r1/surface/guns/axis", Key::Guns { round: open(1), by }),
            ("t1/mid-atlantic/g2/r1/surface/guns/axis", Key::Guns { round: of_group(2, 1), by }),
            ("t1/mid-atlantic/r1/air/targets/axis", targets(open(1), Action::Air)),
            ("t1/mid-atlantic/g2/r1/surface/targets/axis", targets(of_group(2, 1), Action::Surface)),
            ("t1/mid-atlantic/r1/located/axis", Key::Located { round: open(1), by }),
            ("t1/mid-atlantic/r3/submarine/u-1/axis", ambush(After::Round(after))),
            ("t1/mid-atlantic/p1/submarine/u-1/axis", ambush(pursued)),
            ("t1/mid-atlantic/r3/retreat/axis", Key::Retreat { turn, area, after, by }),
            ("t1/mid-atlantic/r3/groups/axis", Key::Groups { turn, area, after, by }),
            (
                "t1/mid-atlantic/g2/p1/groups/axis",
                Key::Split { turn, area, group: Group(2), after: Pursuit(1), by },
            ),
            ("t1/mid-atlantic/r3/pursue/axis", Key::Pursue { turn, area, after: After::Round(after), by }),
            ("t1/mid-atlantic/p1/pursue/axis", Key::Pursue { turn, area, after: pursued, by }),
            ("t1/mid-atlantic/p1/submarine/axis", Key::Lurk { turn, area, after: pursued, by }),
        ]);
    }

    #[test]
    fn keys_of_landings_and_returns_lead_there_and_back() {
        let (turn, area, by) = (TURN, AREA, By::Side(Camp::AXIS));
        let (of, after, base) = (Seat::Japan, Pursuit(0), "brest");
        let in_area = |when| Landing::InArea { turn, area, when, by };
        let (after_round, at_the_end) =
            (in_area(When::After(After::Round(RoundNumber(1)))), Landing::AtTheEnd { turn, by: of });
        let fought_out = in_area(When::FoughtOut);
        let ambush = Ambush::By { turn, area, after: After::Pursuit(Pursuit(1)), unit: "u-1" };
        let fire = Whence::Fire { round: of_group(2, 1), action: Action::Air };
        let invaded = |landing| Whence::Invaded { landing, by: "army" };
        let defender = |landing| Key::Defender { landing, unit: "army", by };
        both_ways(&[
            ("t1/mid-atlantic/r1/land/axis", Key::Land { landing: after_round }),
            ("t1/mid-atlantic/after/land/axis", Key::Land { landing: fought_out }),
            ("t1/land/japan", Key::Land { landing: at_the_end }),
            ("t1/mid-atlantic/after/land/axis/army/defender/axis", defender(fought_out)),
            ("t1/land/japan/army/defender/axis", defender(at_the_end)),
            ("t1/japan/home/end/axis", home(Whence::Everywhere { turn, of }, Why::EndOfTurn, by)),
            (
                "t1/patrol/japan/home/failed/axis",
                home(Whence::Sailing { turn, how: How::Patrolling, of }, Why::FailedRoll, by),
            ),
            (
                "t1/mid-atlantic/raid/brest/home/disabled/axis",
                home(Whence::Raid { raid: Raid::Carriers { turn, area, base } }, Why::Disabled, by),
            ),
            ("t1/captured/brest/home/evicted/axis", home(Whence::Captured { turn, base }, Why::Evicted, by)),
            (
                "t1/mid-atlantic/r1/land/axis/army/home/evicted/axis",
                home(invaded(after_round), Why::Evicted, by),
            ),
            ("t1/land/japan/army/home/evicted/axis", home(invaded(at_the_end), Why::Evicted, by)),
            ("t1/mid-atlantic/asw/home/hunt/axis", home(Whence::Hunt { turn, area }, Why::HuntOver, by)),
            (
                "t1/mid-atlantic/strike/home/attacked/axis",
                home(Whence::Strike { turn, area }, Why::Attacked, by),
            ),
            (
                "t1/mid-atlantic/r1/home/surface/axis",
                home(Whence::Round { round: open(1) }, Why::SurfaceAction, by),
            ),
            (
                "t1/mid-atlantic/g2/r1/home/escaped/axis",
                home(Whence::Round { round: of_group(2, 1) }, Why::Escaped, by),
            ),
            ("t1/mid-atlantic/g2/r1/air/home/disabled/axis", home(fire, Why::Disabled, by)),
            (
                "t1/mid-atlantic/p1/submarine/u-1/home/attacked/axis",
                home(Whence::Ambush { ambush }, Why::Attacked, by),
            ),
            (
                "t1/mid-atlantic/p0/home/escaped/axis",
                home(Whence::Pursuit { turn, area, after }, Why::Escaped, by),
            ),
            (
                "t1/mid-atlantic/p0/fled/home/escaped/axis",
                home(Whence::Fled { turn, area, after }, Why::Escaped, by),
            ),
            (
                "t1/mid-atlantic/p0/left/home/escaped/axis",
                home(Whence::Left { turn, area, after }, Why::Escaped, by),
            ),
        ]);
    }
}
