//! What can happen. Every change of a position is one of these.

mod outcome;

pub use outcome::{End, Gain, Purpose, Scoring, Victory};

use super::board::{BaseId, SeaMap, ZoneId};
use super::calendar::Turn;
use super::faction::Faction;
use super::facts::{Declared, Missing};
use super::fortunes::Effect;
use super::luck::Team;
use super::markers::{Allegiance, Lies};
use super::pieces::{Nation, Stripe, UnitId};
use super::scenario::Marker;
use super::state::{Action, Battle, Goal, Harm, Mission, Part, Place, Post, Stage, SupportId};
use super::tables::{BaseAttackResult, InterceptionResult, PatrolResult};
use serde::{Deserialize, Serialize};

/// What an umpire's ruling changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A piece is put somewhere.
    Unit(UnitId, Place),
    /// Points of a faction on a map of the naval war.
    Points(Faction, SeaMap, i16),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Players declared what the core game decides.
    Declared {
        /// A batch, which is one moment.
        facts: Vec<Declared>,
    },
    /// People at a real table declared what the core game decides.
    AtTable {
        /// Why.
        reason: String,
        /// A batch, which is one moment.
        facts: Vec<Declared>,
    },
    /// A rule needs facts that nobody declared: the match waits for them.
    Wanted {
        /// Which.
        facts: Vec<Missing>,
    },
    /// A Combat Round begins with its action (4.2).
    RoundBegan {
        /// The round.
        round: u8,
        /// What each side chose, the phasing side first.
        choices: Vec<Action>,
        /// The dice, in the same order; none if both chose alike.
        dice: Vec<u8>,
        /// The dice with their modifiers.
        modified: Vec<i8>,
        /// The action.
        action: Action,
    },
    /// Fire at one target was rolled (4.3.2).
    Fired {
        /// Whose fire.
        part: Part,
        /// The target.
        target: UnitId,
        /// The attackers, each with its dice.
        attackers: Vec<(UnitId, u8)>,
        /// The attack dice.
        dice: Vec<u8>,
        /// What was added to each.
        drm: i8,
        /// Those of the attackers that add one more, by USN Superiority (9.13).
        superior: Vec<UnitId>,
        /// True if the target is Disabled by it.
        disabled: bool,
        /// Hits that count.
        hits: u8,
        /// Gunnery results that a screen made void (4.3.1.2).
        void: u8,
        /// The damage dice.
        damage_dice: Vec<u8>,
        /// Their sum.
        points: u8,
        /// What they come to.
        harm: Harm,
    },
    /// X-boats that attacked leave (SK-4.3.2-14).
    Submerged {
        /// The boats.
        boats: Vec<UnitId>,
    },
    /// Both sides have fired: results take effect (4.4).
    TookEffect {
        /// Ships that are Disabled, and leave.
        disabled: Vec<UnitId>,
        /// Ships that are Damaged and LBAs that are Reduced.
        hurt: Vec<UnitId>,
        /// Ships that are Sunk.
        sunk: Vec<UnitId>,
        /// LBAs that are Destroyed.
        destroyed: Vec<UnitId>,
    },
    /// A side says whether it retires after round one (4.5).
    Retirement {
        /// Which side.
        part: Part,
        /// Whether it does.
        retires: bool,
    },
    /// A contest is decided (4.6).
    Resolved {
        /// How.
        end: End,
        /// How the winner won.
        victory: Option<Victory>,
        /// The rule; nothing in matches of the first edition.
        rule: String,
    },
    /// Pieces leave the battle for boxes.
    Left {
        /// Each with its place.
        units: Vec<(UnitId, Place)>,
    },
    /// A support unit goes somewhere.
    Posted {
        /// Which.
        support: SupportId,
        /// Where.
        post: Post,
    },
    /// The battle is over.
    BattleEnded {
        /// Who was phasing.
        faction: Faction,
    },
    /// A group of Western ships tries to intercept raiders (5.1.1).
    Intercepted {
        /// The group.
        units: Vec<UnitId>,
        /// The die.
        die: u8,
        /// What was added.
        drm: i8,
        /// The result.
        result: InterceptionResult,
        /// Where the group goes, if it leaves its base.
        to: Option<Place>,
    },
    /// The Western faction says whether its interceptors fight (SK-5.1.1-12).
    Engaged {
        /// Whether they do.
        fights: bool,
    },
    /// A commerce raid is over (5.1.2).
    RaidEnded {
        /// Its map.
        map: SeaMap,
        /// Whether it succeeded.
        succeeded: bool,
        /// What the Axis took.
        gain: Option<Gain>,
    },
    /// A raid, or those who answer one, are formed (5.2.1, 10.1, 10.4, 10.7, 10.10).
    RaidFormed {
        /// Whose.
        faction: Faction,
        /// What for.
        purpose: Purpose,
        /// The Intelligence die, if one fell.
        die: Option<u8>,
        /// The most ships.
        most: u8,
        /// The pieces.
        units: Vec<UnitId>,
    },
    /// A roll on the Base Attack Table (5.2).
    BaseAttacked {
        /// Who attacks.
        faction: Faction,
        /// The port or city.
        base: BaseId,
        /// The die.
        die: u8,
        /// What was added.
        drm: i8,
        /// The result.
        result: BaseAttackResult,
    },
    /// A roll on the Sub Patrol Table (5.3).
    Patrolled {
        /// The X-boat.
        boat: UnitId,
        /// The zone.
        zone: ZoneId,
        /// The die.
        die: u8,
        /// The result.
        result: PatrolResult,
    },
    /// A country rolls for Ship Building Points, or gets them (6.1.1).
    Funded {
        /// The country.
        nation: Nation,
        /// The die, if one fell.
        die: Option<u8>,
        /// Half points that it may spend.
        halves: u8,
        /// True if the Naval Purges cost it the point (SK-6.1.2-7).
        purged: bool,
    },
    /// A ship is begun, or bought by an event (6.1.2, 10.9).
    Begun {
        /// The ship.
        unit: UnitId,
        /// Where it goes.
        to: Place,
        /// The stripe that it gets.
        stripe: Option<Stripe>,
    },
    /// LBAs are reorganized (6.2).
    Reorganized {
        /// The LBA that goes to the Delay Box.
        removed: UnitId,
        /// The other one that is at full strength again, if any is.
        restored: Option<UnitId>,
    },
    /// A ship or LBA goes to the other theatre (6.3).
    Withdrawn {
        /// The piece.
        unit: UnitId,
        /// The die that says whether it is lost, if one fell.
        die: Option<u8>,
        /// What was added.
        drm: i8,
        /// Where it goes.
        to: Place,
    },
    /// A die decides about a ship whose country falls or rises (8, 11).
    Fate {
        /// The ship.
        unit: UnitId,
        /// The rule.
        rule: String,
        /// The die.
        die: u8,
        /// Where it goes.
        to: Place,
    },
    /// Pieces change sides.
    Aligned {
        /// Which.
        units: Vec<UnitId>,
        /// For whom they fight now; as their counters say without it.
        to: Option<Allegiance>,
        /// Whether they are Vichy's.
        vichy: bool,
    },
    /// A marker moves.
    MarkerMoved {
        /// The marker.
        marker: Marker,
        /// Its nation, for a Reserve Fleet.
        nation: Option<Nation>,
        /// Its map.
        map: SeaMap,
        /// Where it lies now.
        lies: Lies,
    },
    /// The Western faction says which ships fulfil a Reserve Fleet marker (SK-9.8-2).
    Held {
        /// The port.
        base: BaseId,
        /// The ships.
        units: Vec<UnitId>,
    },
    /// Luck Points of a battle are compared (13).
    LuckAwarded {
        /// The map.
        map: SeaMap,
        /// Points of the Axis.
        axis: u8,
        /// Points of the Allies.
        allies: u8,
        /// The die, if one fell.
        die: Option<u8>,
        /// Who has the marker now, if it was won.
        holder: Option<Team>,
    },
    /// Each side draws Fortunes of War cards (12.1).
    CardsDrawn {
        /// For which map.
        map: SeaMap,
        /// How many a side.
        cards: u8,
    },
    /// A card is played (12.2).
    CardPlayed {
        /// By whom.
        faction: Faction,
        /// On which map.
        map: SeaMap,
        /// The die.
        die: u8,
        /// How strong it is.
        effect: Effect,
    },
    /// The Luck marker is used, or set aside (SK-13-5, SK-13-6).
    LuckSpent {
        /// The map.
        map: SeaMap,
        /// The place of the die that is rolled again, from 1; nothing if the turn is over.
        die: Option<u8>,
    },
    /// A piece rolled its delay, or a ship in the shipyard (7.1, 7.2).
    Delayed {
        /// The piece.
        unit: UnitId,
        /// The dice.
        dice: Vec<u8>,
        /// What was added.
        drm: i8,
        /// The result.
        result: u8,
        /// True if it counts Seasonal Turns.
        seasons: bool,
        /// Where the piece waits.
        to: Place,
    },
    /// The first thing that was to be done is done.
    Done {},
    /// A stage of a turn begins.
    StageBegan {
        /// The turn.
        turn: Turn,
        /// The stage.
        stage: Stage,
        /// Whose it is.
        faction: Faction,
        /// War turns that were played to their end.
        war_turns: u8,
    },
    /// A faction has ordered what it will do in its Support Segment: this one, or the Soviet faction its own that follows.
    /// Nobody else is told.
    Ordered {
        /// The faction.
        faction: Faction,
        /// What, in order.
        missions: Vec<Mission>,
    },
    /// The first thing that a faction ordered is begun, or passed over.
    ThingBegan {
        /// The faction.
        faction: Faction,
        /// Its number in the faction's turn.
        thing: u8,
        /// Why it is passed over, if it is: the rule.
        void: Option<String>,
    },
    /// An Intelligence Roll (SK-3.1.2-3).
    Intelligence {
        /// Whose.
        faction: Faction,
        /// The die.
        die: u8,
        /// The most ships of its Task Force.
        most: u8,
    },
    /// A Task Force is formed and shown (SK-2.1-2).
    Formed {
        /// Whose.
        faction: Faction,
        /// The support unit that it stands for.
        support: SupportId,
        /// Where it goes.
        goal: Goal,
        /// Its pieces.
        force: Vec<UnitId>,
    },
    /// A faction says whether it contests a placement (SK-2.1-3).
    Contested {
        /// Who.
        faction: Faction,
        /// The support unit by which it does.
        by: Option<SupportId>,
    },
    /// Speed Checks: who fails goes to the Naval Warfare Delay Box at once (3.3.2.1).
    Checked {
        /// Whose.
        faction: Faction,
        /// Ships and dice.
        rolls: Vec<(UnitId, u8)>,
        /// Who fails.
        late: Vec<UnitId>,
    },
    /// A placement comes to an end without a battle.
    Outcome {
        /// How.
        end: End,
        /// The rule; nothing in matches of the first edition.
        rule: String,
    },
    /// A support unit stands where it was placed, for these ships.
    Stood {
        /// The unit.
        support: SupportId,
        /// The ships of its Task Force.
        force: Vec<UnitId>,
    },
    /// A support unit rolls its delay (NW-7).
    Postponed {
        /// The unit.
        support: SupportId,
        /// The die.
        die: u8,
        /// The turn on which it is back.
        turn: Turn,
    },
    /// A CV Fleet turns to its CV Strike side.
    Turned {
        /// The unit.
        support: SupportId,
    },
    /// An Air & Naval Combat begins (4).
    BattleBegan {
        /// Where, for what, and who.
        battle: Battle,
        /// Its battle lines.
        lines: Vec<(UnitId, Part)>,
    },
    /// Pieces go somewhere, each by the rule.
    Moved {
        /// Whose.
        faction: Faction,
        /// The rule that moves them.
        rule: String,
        /// Each with its place.
        units: Vec<(UnitId, Place)>,
    },
    /// A faction scores (a house rule).
    Scored {
        /// Who.
        faction: Faction,
        /// On which map.
        map: SeaMap,
        /// For what.
        what: Scoring,
        /// How much.
        points: u8,
        /// Where, if that counts.
        place: Option<Goal>,
    },
    /// The umpire ruled.
    Ruled {
        /// Why.
        reason: String,
        /// What it changes.
        what: Change,
    },
}
