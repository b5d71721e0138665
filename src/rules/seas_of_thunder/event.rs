//! What can happen, and who hears of it. A position changes only by these; a report shows only these.
//! `apply.rs` has what each changes.

use serde::{Deserialize, Serialize};

use super::SeasOfThunder;
use super::board::{Minefield, ZoneId};
use super::fields::{Boxes, Navy, Passage, Port, Ruling, Score, Slot, Token, Track, Turn, Unit, Zone};
use super::pieces::{Nation, UnitId};
use super::state::{Control, MatBox, Phase, Place, TokenId};
use super::text;
use super::view::Observer;
use engine::events::events;
use engine::fields::{Count, Face, Flag, Is, Many, Maybe, Rows, Rule, Text};
use engine::rulebook::two_sided::Camp;
use engine::tags::words;

words! {
    /// A segment of a combat in which ships can be lost.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Segment: id {
        /// 5.5.4.2.
        AirStrike = "air-strike",
        /// 5.5.4.3.
        Asw = "asw",
        /// 5.5.4.5.
        Submarine = "submarine",
        /// 5.5.4.6.
        Mine = "mine",
        /// 5.5.4.7.
        Line = "line",
    }
}

impl Segment {
    /// The rule that resolves it.
    pub fn rule(self) -> &'static str {
        match self {
            Segment::AirStrike => "SOT-5.5.4.2-8",
            Segment::Asw => "SOT-5.5.4.3-6",
            Segment::Submarine => "SOT-5.5.4.5-3",
            Segment::Mine => "SOT-5.5.4.6-4",
            Segment::Line => "SOT-5.5.4.7-2",
        }
    }
}

/// Where a unit goes when it leaves its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goes {
    /// To another box.
    To(MatBox),
    /// To the Used LBA box.
    UsedLba,
}

impl Goes {
    /// The box in words.
    pub fn words(self) -> &'static str {
        match self {
            Goes::To(of) => of.name(),
            Goes::UsedLba => "Used LBA",
        }
    }
}

/// Why a unit leaves its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Driven off in Air Superiority.
    DrivenOff,
    /// Its duty there is done.
    Done,
    /// All its Air points were cancelled.
    Cancelled,
    /// It raids.
    Raids,
    /// It gives up raiding or may not.
    JoinsFleet,
    /// A sweeper stopped it.
    Swept,
}

/// What a passage of mines did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// Unharmed.
    Unharmed,
    /// Damaged: on the repair track, so many boxes from its end.
    Damaged(u8),
    /// Sunk.
    Sunk,
}

impl Passed {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Passed::Unharmed => "unharmed",
            Passed::Damaged(_) => "damaged",
            Passed::Sunk => "sunk",
        }
    }
}

/// An umpire's change to the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A unit is put somewhere.
    Unit {
        /// Which.
        unit: UnitId,
        /// Where.
        to: Place,
    },
    /// A convoy is put in a zone, or sunk where there is none.
    Convoy {
        /// Which.
        token: TokenId,
        /// The zone.
        to: Option<ZoneId>,
    },
    /// A side gets points, or loses them.
    Points {
        /// Who.
        side: Camp,
        /// How many.
        points: i32,
    },
}

events! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Event of SeasOfThunder, told to Observer<'_> {
        /// A phase begins (4.0).
        PhaseBegan = "phase-began" { turn: Turn, phase: Is<Phase> }
            rule "SOT-4.0-1"; told |_| { turn, quarter: text::quarter(*turn), phase: text::phase(*phase) };
        /// A nation enters the war (5.1, 13.0).
        Entered = "entered" { nation => navy: Navy, side: Is<Camp> } rule "SOT-5.1-4"; told open;
        /// A scenario begins, with the points that its sides have at its beginning (13.0).
        ScenarioBegan = "scenario-began" { number: Count<u8>, axis: Count<i16>, allies: Count<i16> }
            rule if (*axis, *allies) == (0, 0) { "SOT-13.S8-3" } else { "SOT-13.S7-9" };
            told |observer| { number, name: observer.scenario_name(*number), axis, allies };
        /// The Axis asks neutral minors to join (12.0).
        MinorsRequested = "minors-requested" { nations: Many<Is<Nation>> } rule "SOT-12.0-2"; told open;
        /// What came of a bid: who gets points, and the side that the minor joins, if it does (12.0).
        MinorSettled = "minor-settled" {
            nation: Is<Nation>,
            offer: Count<u16>,
            to: Is<Camp>,
            points: Score,
            joins: Maybe<Is<Camp>>,
        } rule if *nation == Nation::Turkey { "SOT-12.0-8" } else { "SOT-12.0-3" }; told open;
        /// A nation, or part of it, leaves play, for good or until a turn (13.0). Those on the track and
        /// those who are taken off it were open before.
        LeftWar = "left-war" { nation => navy: Navy, units: Many<Unit>, until: Maybe<Track>, rule: Rule }
            rule rule; told open;
        /// A nation changes sides; its ships in play may score, and may wait on the track (13.0).
        SidesChanged = "sides-changed" {
            nation => navy: Navy,
            to: Is<Camp>,
            ships: Count<u16>,
            scorer: Maybe<Is<Camp>>,
            points: Score,
            until: Maybe<Track>,
            rule: Rule,
        } rule rule; told open;
        /// A side scores the ships of a nation that are not sunk (13.0).
        SurvivorsScored = "survivors-scored" {
            nation => navy: Navy,
            ships: Count<u16>,
            to: Is<Camp>,
            points: Score,
            rule: Rule,
        } rule rule; told open;
        /// A side violates Turkish neutrality; Turkey joins its enemy, who scores (5.3.1).
        NeutralityViolated = "neutrality-violated" { by: Is<Camp>, points: Score }
            rule "SOT-5.3.1-2"; told |_| { by, to: by.enemy(), points };
        /// The Soviet Union declares whether it is at war with Japan (5.5.1).
        StanceDeclared = "stance-declared" { belligerent: Flag } rule "SOT-5.5.1-1"; told open;
        /// Units of a side stand off from a combat, as Japan and the Soviet Union are not at war (5.5.1).
        StoodOff = "stood-off" { zone: Zone, side: Is<Camp>, units: Many<Unit> }
            rule if *side == Camp::AXIS { "SOT-5.5.1-5" } else { "SOT-5.5.1-7" };
            told |observer| {
                zone: observer.zone_name(*zone),
                side,
                aside: observer.own_only(*side, units),
                stacks: observer.stacks(units),
            };
        /// A die says whether a ship surrenders (13.0, scenario 7). Ships that stay lie in port as they were,
        /// face down or not: to name them, or to show their dice in the order of the counters, would show
        /// more than the enemy may know.
        SurrenderRolled = "surrender-rolled" { unit: Unit, die: Face, surrenders: Flag }
            rule "SOT-13.S7-11"; told |observer| if (*surrenders || observer.owns(*unit)) => open;
        /// A player draws convoy tokens (13.0, 5.2). The area stands on the back of a token: only who drew it
        /// knows.
        ConvoysDrawn = "convoys-drawn" { by: Is<Camp>, tokens: Many<Token>, rule: Rule }
            rule rule;
            told |observer| {
                by,
                axis: observer.convoys_of(Camp::AXIS, tokens),
                allies: observer.convoys_of(Camp::ALLIES, tokens),
                tokens: if *by == observer.side { observer.backs(tokens) } else { Vec::new() },
            };
        /// A player places a token (5.2).
        ConvoyPlaced = "convoy-placed" { by: Is<Camp>, token => convoy: Token, zone: Zone }
            rule "SOT-5.2-7"; told open;
        /// A player keeps a token for which there is no free zone (5.2).
        ConvoyKept = "convoy-kept" { by: Is<Camp>, token => convoy: Token } rule "SOT-5.2-10"; told open;
        /// A side puts its ships in port (3.0).
        Deployed = "deployed" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
            rule "SOT-3.0-7"; told |observer| { side, groups: observer.in_ports(*side, ships, false) };
        /// The Axis rearranges ships after setup (13.0). How many ships were moved, and where, shows in the
        /// port stacks only.
        Adjusted = "adjusted" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
            rule "SOT-13.S1-6";
            told |observer| {
                side,
                groups: observer.in_ports(*side, if *side == observer.side { ships } else { &[] }, false),
            };
        /// New and repaired ships come into play (5.1).
        Reinforced = "reinforced" { side: Is<Camp>, ships: Rows<(Unit, Port)> }
            rule "SOT-5.1-1";
            told |observer| { side, units: observer.by_counter(ships), groups: observer.in_ports(*side, ships, false) };
        /// Air units come into play (3.0, 5.1).
        AirArrived = "air-arrived" { side: Is<Camp>, lba: Many<Unit>, rule: Rule }
            rule rule; told |observer| { side, count: lba.len(), units: observer.own_only(*side, lba) };
        /// A ship whose nation has no port waits another turn (5.1).
        Waits = "waits" { unit: Unit, turn: Track } rule "SOT-5.1-5"; told open;
        /// Ships in excess of a port's capacity lie up (9.0).
        Overstacked = "overstacked" { side: Is<Camp>, port: Port, ships => units: Many<Unit> }
            rule "SOT-9.0-7"; told open;
        /// Ships of a navy leave port (5.3).
        Sailed = "sailed" { side: Is<Camp>, nations: Many<Is<Nation>>, ships: Rows<(Unit, Zone)> }
            rule "SOT-5.3-1";
            told |observer| {
                side,
                navies: nations.iter().map(|navy| navy.adjective()).collect::<Vec<_>>(),
                groups: observer.in_zones(*side, ships),
            };
        /// A ship passes mines (5.3). Out of port a counter is face down until mines strike it.
        MinesPassed = "mines-passed" {
            unit: Unit,
            field: Is<Minefield>,
            dice: Many<Face>,
            damage: Many<Face>,
            repair: Maybe<Face>,
            passed: Passage,
            homeward: Flag,
        } rule "SOT-5.3-9";
            told |observer| {
                side: observer.side_of(*unit),
                unit: (*homeward || *passed != Passed::Unharmed || observer.owns(*unit)).then(|| observer.open(*unit)),
                navy: observer.navy(*unit),
                field: field.name(),
                dice,
                damage,
                repair,
                result: passed.word(),
            };
        /// A side places its LBA (5.4).
        AirPlaced = "air-placed" { side: Is<Camp>, flights: Rows<(Unit, Port, Zone)> }
            rule "SOT-5.4-1"; told |observer| { side, groups: observer.flown(*side, flights) };
        /// A combat begins (5.5).
        BattleBegan = "battle-began" { zone: Zone } rule "SOT-5.5-1"; told open;
        /// The enemy of two navies that do not cooperate chose which one fights; the others stay face down
        /// (13.0).
        NavyChosen = "navy-chosen" { zone: Zone, by: Is<Camp>, fights: Is<Nation>, aside: Many<Unit> }
            rule "SOT-13.S1-10";
            told |observer| {
                zone: observer.zone_name(*zone),
                by,
                navy: fights.adjective(),
                aside: observer.own_only(by.enemy(), aside),
                stacks: observer.stacks(aside),
            };
        /// A mat is revealed (5.5.3), and with it who stands aside; the number is the place from left to
        /// right.
        MatRevealed = "mat-revealed" {
            zone: Zone,
            side: Is<Camp>,
            boxes: Rows<(Unit, Is<MatBox>, Slot)>,
            aside or nothing: Many<Unit>,
        } rule "SOT-5.5-6";
            told |observer| {
                zone: observer.zone_name(*zone),
                side,
                boxes: observer.mat(boxes),
                aside: observer.all(aside),
            };
        /// The Air points of both sides in Air Superiority are compared (5.5.4.1).
        AirSuperiority = "air-superiority" { zone: Zone, axis: Count<u16>, allies: Count<u16> }
            rule if axis == allies { "SOT-5.5.4.1-4" } else { "SOT-5.5.4.1-2" }; told open;
        /// A unit of the larger side gives up Air points against those of the smaller (5.5.4.1).
        AirSpent = "air-spent" { zone => _: Zone, unit: Unit, points: Count<u8> }
            rule "SOT-5.5.4.1-3"; told open;
        /// Surplus Air cancels points of a mission (5.5.4.1).
        Intercepted = "intercepted" { zone => _: Zone, unit: Unit, points: Count<u8>, left: Count<u8> }
            rule "SOT-5.5.4.1-5"; told open;
        /// A unit leaves its box.
        Relocated = "relocated" { zone => _: Zone, unit: Unit, goes => to: Is<Goes>, why: Is<Why>, rule: Rule }
            rule rule; told open;
        /// A sweeper stops a minelayer (5.5.4.3, 5.5.4.6).
        Swept = "swept" { zone => _: Zone, segment => _: Is<Segment>, sweeper: Unit, layer: Unit }
            rule if *segment == Segment::Asw { "SOT-5.5.4.3-3" } else { "SOT-5.5.4.6-2" }; told open;
        /// All attacks of a segment on one target.
        Attacked = "attacked" {
            zone: Zone,
            segment: Is<Segment>,
            target: Unit,
            by: Many<Unit>,
            /// AA dice of the target.
            aa: Many<Face>,
            /// The attack's dice, after AA.
            dice: Many<Face>,
            hits: Count<u16>,
            /// Damage dice; none for ASW.
            damage_dice: Many<Face>,
            damage: Count<u16>,
        } rule segment.rule();
            told |observer| {
                zone: observer.zone_name(*zone),
                segment,
                target: observer.open(*target),
                by: observer.all(by),
                aa,
                dice,
                hits,
                damage_dice,
                damage,
                survivability: observer.survivability(*target),
            };
        /// A ship sinks (5.5.2).
        Sunk = "sunk" { zone: Zone, unit: Unit, by: Is<Camp>, segment: Is<Segment> }
            rule "SOT-5.5.2-3";
            told |observer| { zone: observer.zone_name(*zone), side: by.enemy(), unit: observer.open(*unit), by };
        /// A ship is damaged and goes to the repair track (5.5.2).
        Damaged = "damaged" { zone: Zone, unit: Unit, segment: Is<Segment>, die: Face, turns: Boxes }
            rule "SOT-5.5.2-4";
            told |observer| {
                zone: observer.zone_name(*zone),
                side: observer.side_of(*unit),
                unit: observer.open(*unit),
                die,
                turns,
            };
        /// The units of a side in one box attack a convoy (5.5.4.8, 5.5.4.9).
        ConvoyAttacked = "convoy-attacked" {
            zone: Zone,
            token => convoy: Token,
            by: Is<Camp>,
            from => _: Is<MatBox>,
            units: Many<Unit>,
            dice: Many<Face>,
            sunk: Flag,
        } rule if *from == MatBox::Reserve { "SOT-5.5.4.8-2" } else { "SOT-5.5.4.9-2" }; told open;
        /// A combat is over (5.5).
        BattleEnded = "battle-ended" { zone: Zone } rule "SOT-5.5-7"; told open;
        /// Control of the zones is judged (6.0); zones without warships are left out.
        ControlJudged = "control-judged" { zones: Rows<(Zone, Is<Control>)> }
            rule "SOT-6.0-1"; told |observer| { zones: observer.held(zones) };
        /// A side scores its zones (8.0).
        ZonesScored = "zones-scored" { side: Is<Camp>, zones: Many<Zone>, points: Score }
            rule "SOT-8.0-1"; told open;
        /// A side scores LBA that it did not use (8.0).
        UnusedAirScored = "unused-air-scored" { side: Is<Camp>, lba: Many<Unit>, points: Score }
            rule "SOT-8.0-5";
            told |observer| { side, count: lba.len(), units: observer.own_only(*side, lba), points };
        /// All units at sea, LBA too, are shown where they are before they return (9.0).
        FleetsShown = "fleets-shown" { units: Rows<(Unit, Zone)> }
            rule "SOT-9.0-2"; told |observer| { groups: observer.shown_at_sea(units) };
        /// Ships return to base, after a combat (5.5.4.9) or at the end of the turn (9.0).
        Returned = "returned" { side: Is<Camp>, ships: Rows<(Unit, Port)>, rule: Rule }
            rule rule; told |observer| { side, groups: observer.in_ports(*side, ships, true) };
        /// A ship is too far from any base (9.0).
        Stranded = "stranded" { unit: Unit, turn: Track } rule "SOT-9.0-4"; told open;
        /// A port lacks the presence that the scenario asks for (13.0).
        PresenceLacking = "presence-lacking" {
            port: Port,
            nation => navy: Navy,
            ships: Count<u8>,
            minimum: Count<u8>,
            to: Is<Camp>,
            points: Score,
        } rule if *nation == Nation::France { "SOT-13.S1-9" } else { "SOT-13.S1-8" }; told open;
        /// The turn marker advances: the repair track slides, LBA are available again (10.0, 5.4).
        TurnEnded = "turn-ended" { turn: Turn } rule "SOT-10.0-1"; told open;
        /// The match is over (11.0).
        MatchEnded = "match-ended" { winner: Maybe<Is<Camp>>, axis: Count<i32>, allies: Count<i32> }
            rule "SOT-11.0-1"; told open;
        /// The umpire ruled.
        Ruled = "ruled" { reason: Text, change: Ruling }
            rule ""; told |observer| { reason, change: observer.change(change) };
    }
}
