//! What can happen, and who hears of it. Every change of a position is one of these; `apply.rs` has what each
//! changes. Everything happens on the open table, except orders that are not carried out yet, and declared
//! facts that are veiled.

mod outcome;

pub use outcome::{End, Gain, Purpose, Scoring, Victory};

use super::Schiffskrieg;
use super::board::SeaMap;
use super::faction::Faction;
use super::fields::{
    AnyTurn, At, Changes, Fact, Fight, GoalAt, Lack, LiesAt, Number, Order, Port, PostAt, Support, Unit, Zone,
};
use super::fortunes::Effect;
use super::luck::Team;
use super::markers::Allegiance;
use super::pieces::{Nation, Stripe, UnitId};
use super::scenario::Marker;
use super::state::{Action, Harm, Part, Place, Stage};
use super::story::Listener;
use super::tables::{BaseAttackResult, InterceptionResult, PatrolResult};
use engine::events::events;
use engine::fields::{Count, Face, Flag, Is, Many, Maybe, Rows, Text};
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

events! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Event of Schiffskrieg, told to Listener<'_> {
        /// Players declared what the core game decides.
        Declared = "declared" {
            /// A batch, which is one moment.
            facts: Many<Fact>,
        } rule "";
            told |heard| if (heard.shows(facts)) {
                facts: heard.open(facts),
                history: heard.system.history.is_some(),
            };
        /// People at a real table declared what the core game decides.
        AtTable = "at-table" {
            reason: Text,
            /// A batch, which is one moment.
            facts: Many<Fact>,
        } rule "";
            told |heard| if (heard.shows(facts)) {
                facts: heard.open(facts),
                reason: heard.reason(reason, facts),
            };
        /// A rule needs facts that nobody declared: the match waits for them.
        Wanted = "wanted" { facts: Many<Lack> } rule ""; told open;
        /// A Combat Round begins with its action (4.2).
        RoundBegan = "round-began" {
            round: Number,
            /// What each side chose, the phasing side first.
            choices: Many<Is<Action>>,
            /// The dice, in the same order; none if both chose alike.
            dice: Many<Face>,
            /// The dice with their modifiers.
            modified: Many<Count<i8>>,
            action: Is<Action>,
        } rule "SK-4.2-3";
            told |heard| { round, action: action.id(), wishes: heard.wishes(choices, modified), dice };
        /// Fire at one target was rolled (4.3.2).
        Fired = "fired" {
            part: Is<Part>,
            target: Unit,
            /// The attackers, each with its dice.
            attackers: Rows<(Unit, Number)>,
            dice: Many<Face>,
            /// What was added to each.
            drm: Count<i8>,
            /// Those of the attackers that add one more, by USN Superiority (9.13).
            superior or nothing: Many<Unit>,
            /// True if the target is Disabled by it.
            disabled: Flag,
            /// Hits that count.
            hits: Number,
            /// Gunnery results that a screen made void (4.3.1.2).
            void or nothing: Number,
            damage_dice as "damage-dice": Many<Face>,
            /// Their sum.
            points: Number,
            /// What they come to.
            harm: Is<Harm>,
        } rule "SK-4.3.2-1";
            told |heard| {
                side: heard.side_of(*part),
                target: heard.named(*target),
                attackers: heard.names(attackers.iter().map(|(unit, _)| unit)),
                dice,
                drm,
                superior: heard.names(superior),
                hits,
                void,
                damage_dice,
                points,
                harm: harm.id(),
                disabled,
            };
        /// X-boats that attacked leave (SK-4.3.2-14).
        Submerged = "submerged" { boats: Many<Unit> } rule "SK-4.3.2-14"; told open;
        /// Both sides have fired: results take effect (4.4).
        TookEffect = "took-effect" {
            /// Ships that are Disabled, and leave.
            disabled: Many<Unit>,
            /// Ships that are Damaged and LBAs that are Reduced.
            hurt: Many<Unit>,
            /// Ships that are Sunk.
            sunk: Many<Unit>,
            /// LBAs that are Destroyed.
            destroyed: Many<Unit>,
        } rule "SK-4.4-1";
            told |heard| {
                lost: heard.names(sunk.iter().chain(destroyed)),
                hurt: heard.names(hurt),
                disabled: heard.names(disabled),
            };
        /// A side says whether it retires after round one (4.5).
        Retirement = "retirement" { part: Is<Part>, retires: Flag }
            rule "SK-4.5-1"; told |heard| { side: heard.side_of(*part), retires };
        /// A contest is decided (4.6).
        Resolved = "resolved" {
            end: Is<End>,
            /// How the winner won.
            victory: Maybe<Is<Victory>>,
            /// The rule; nothing in matches of the first edition.
            rule or nothing: Text,
        } rule "SK-4.6-1";
            told |heard| {
                end: end.id(),
                victory: victory.map(|it| it.id()),
                winner: end.winner().and_then(|part| heard.side_of(part)),
            };
        /// Pieces leave the battle for boxes.
        Left = "left" {
            /// Each with its place.
            units: Rows<(Unit, At)>,
        } rule ""; told |heard| { groups: heard.groups(units) };
        /// A support unit goes somewhere.
        Posted = "posted" { support => unit: Support, post => place: PostAt } rule ""; told open;
        /// The battle is over.
        BattleEnded = "battle-ended" {
            /// Who was phasing.
            faction => _: Is<Faction>,
        } rule ""; told open;
        /// A piece rolled its delay, or a ship in the shipyard (7.1, 7.2).
        Delayed = "delayed" {
            unit: Unit,
            dice: Many<Face>,
            drm: Count<i8>,
            result: Number,
            /// True if it counts Seasonal Turns.
            seasons: Flag,
            /// Where the piece waits.
            to => place: At,
        } rule "SK-7.1-1"; told open;
        /// A group of Western ships tries to intercept raiders (5.1.1).
        Intercepted = "intercepted" {
            units => force: Many<Unit>,
            die: Face,
            drm: Count<i8>,
            result: Is<InterceptionResult>,
            /// Where the group goes, if it leaves its base.
            to => place: Maybe<At>,
        } rule "SK-5.1.1-8"; told open;
        /// The Western faction says whether its interceptors fight (SK-5.1.1-12).
        Engaged = "engaged" { fights: Flag } rule "SK-5.1.1-12"; told open;
        /// A commerce raid is over (5.1.2).
        RaidEnded = "raid-ended" {
            map: Is<SeaMap>,
            succeeded: Flag,
            /// What the Axis took.
            gain: Maybe<Is<Gain>>,
        } rule "SK-5.1.2-1"; told open;
        /// A raid, or those who answer one, are formed (5.2.1, 10.1, 10.4, 10.7, 10.10).
        RaidFormed = "raid-formed" {
            faction => side: Is<Faction>,
            purpose: Is<Purpose>,
            die: Maybe<Face>,
            /// The most ships.
            most: Number,
            units => force: Many<Unit>,
        } rule ""; told open;
        /// A roll on the Base Attack Table (5.2).
        BaseAttacked = "base-attacked" {
            faction => side: Is<Faction>,
            base => place: Port,
            die: Face,
            drm: Count<i8>,
            result: Is<BaseAttackResult>,
        } rule "SK-5.2-1"; told open;
        /// A roll on the Sub Patrol Table (5.3).
        Patrolled = "patrolled" {
            boat => unit: Unit,
            zone => place: Zone,
            die: Face,
            result: Is<PatrolResult>,
        } rule "SK-5.3-1"; told open;
        /// A country rolls for Ship Building Points, or gets them (6.1.1).
        Funded = "funded" {
            nation => navy: Is<Nation>,
            /// The die, if one fell.
            die: Maybe<Face>,
            /// Half points that it may spend.
            halves: Number,
            /// True if the Naval Purges cost it the point (SK-6.1.2-7).
            purged or nothing: Flag,
        } rule "SK-6.1.1.1-1"; told open;
        /// A ship is begun, or bought by an event (6.1.2, 10.9).
        Begun = "begun" {
            unit: Unit,
            to => place: At,
            /// The stripe that it gets.
            stripe: Maybe<Is<Stripe>>,
        } rule "SK-6.1.2-1"; told open;
        /// LBAs are reorganized (6.2).
        Reorganized = "reorganized" {
            /// The LBA that goes to the Delay Box.
            removed: Unit,
            /// The other one that is at full strength again, if any is.
            restored: Maybe<Unit>,
        } rule "SK-6.2-1"; told open;
        /// A ship or LBA goes to the other theatre (6.3).
        Withdrawn = "withdrawn" {
            unit: Unit,
            /// The die that says whether it is lost, if one fell.
            die: Maybe<Face>,
            drm: Count<i8>,
            to => place: At,
        } rule "SK-6.3-1"; told open;
        /// A die decides about a ship whose country falls or rises (8, 11).
        Fate = "fate" { unit: Unit, rule => _: Text, die: Face, to => place: At } rule rule; told open;
        /// Pieces change sides.
        Aligned = "aligned" {
            units => force: Many<Unit>,
            /// For whom they fight now; as their counters say without it.
            to: Maybe<Is<Allegiance>>,
            /// Whether they are Vichy's.
            vichy or nothing: Flag,
        } rule ""; told open;
        /// A marker moves.
        MarkerMoved = "marker-moved" {
            marker: Is<Marker>,
            /// Its nation, for a Reserve Fleet.
            nation: Maybe<Is<Nation>>,
            map: Is<SeaMap>,
            /// Where it lies now.
            lies: LiesAt,
        } rule ""; told |heard| { marker: heard.moved(*marker, *nation, *map, *lies) };
        /// The Western faction says which ships fulfil a Reserve Fleet marker (SK-9.8-2).
        Held = "held" { base => place: Port, units => force: Many<Unit> } rule "SK-9.8-2"; told open;
        /// Luck Points of a battle are compared (13).
        LuckAwarded = "luck-awarded" {
            map: Is<SeaMap>,
            /// Points of the Axis.
            axis: Number,
            /// Points of the Allies.
            allies: Number,
            /// The die, if one fell.
            die: Maybe<Face>,
            /// Who has the marker now, if it was won.
            holder: Maybe<Is<Team>>,
        } rule "SK-13-1"; told open;
        /// Each side draws Fortunes of War cards (12.1).
        CardsDrawn = "cards-drawn" {
            map: Is<SeaMap>,
            /// How many a side.
            cards: Number,
        } rule "SK-12.1-1"; told open;
        /// A card is played (12.2).
        CardPlayed = "card-played" {
            faction => side: Is<Faction>,
            map: Is<SeaMap>,
            die: Face,
            /// How strong it is.
            effect: Is<Effect>,
        } rule "SK-12.2-1"; told open;
        /// The Luck marker is used, or set aside (SK-13-5, SK-13-6).
        LuckSpent = "luck-spent" {
            map: Is<SeaMap>,
            /// The place of the die that is rolled again, from 1; nothing if the turn is over.
            die: Maybe<Number>,
        } rule "SK-13-5"; told open;
        /// The first thing that was to be done is done.
        Done = "done" {} rule ""; told nobody;
        /// A stage of a turn begins.
        StageBegan = "stage-began" {
            turn: AnyTurn,
            stage: Is<Stage>,
            faction: Is<Faction>,
            /// War turns that were played to their end.
            war_turns as "war-turns": Number,
        } rule ""; told |heard| = (heard.begins(*turn, *stage));
        /// A faction has ordered what it will do in its Support Segment: this one, or the Soviet faction its
        /// own that follows. Nobody else is told.
        Ordered = "ordered" { faction: Is<Faction>, missions: Many<Order> }
            rule ""; told |heard| if (heard.is_own(*faction)) { orders: heard.orders(missions) };
        /// The first thing that a faction ordered is begun, or passed over.
        ThingBegan = "thing-began" {
            faction: Is<Faction>,
            /// Its number in the faction's turn.
            thing: Number,
            /// Why it is passed over, if it is: the rule.
            void: Maybe<Text>,
        } rule void.as_deref().unwrap_or_default();
            told |heard| = (heard.passed_over(*faction, void.is_some()));
        /// An Intelligence Roll (SK-3.1.2-3).
        Intelligence = "intelligence" {
            faction => side: Is<Faction>,
            die: Face,
            /// The most ships of its Task Force.
            most: Number,
        } rule "SK-3.1.2-3"; told open;
        /// A Task Force is formed and shown (SK-2.1-2).
        Formed = "formed" {
            faction => side: Is<Faction>,
            /// The support unit that it stands for.
            support => unit: Support,
            goal => place: GoalAt,
            force: Many<Unit>,
        } rule "SK-2.1-2"; told open;
        /// A faction says whether it contests a placement (SK-2.1-3).
        Contested = "contested" {
            faction => side: Is<Faction>,
            /// The support unit by which it does.
            by => unit: Maybe<Support>,
        } rule "SK-2.1-3"; told open;
        /// Speed Checks: who fails goes to the Naval Warfare Delay Box at once (3.3.2.1).
        Checked = "checked" {
            faction: Is<Faction>,
            /// Ships and dice.
            rolls: Rows<(Unit, Face)>,
            late: Many<Unit>,
        } rule "SK-3.3.2.1-1";
            told |heard| if (!rolls.is_empty() || !late.is_empty()) {
                side: faction.side(),
                checks: heard.checks(rolls, late),
                late: heard.names(late),
            };
        /// A placement comes to an end without a battle.
        Outcome = "outcome" {
            end: Is<End>,
            /// The rule; nothing in matches of the first edition.
            rule or nothing => _: Text,
        } rule "SK-4.6-1"; told open;
        /// A support unit stands where it was placed, for these ships.
        Stood = "stood" {
            support => unit: Support,
            /// The ships of its Task Force.
            force: Many<Unit>,
        } rule ""; told open;
        /// A support unit rolls its delay (NW-7).
        Postponed = "postponed" {
            support: Support,
            die: Face,
            /// The turn on which it is back.
            turn: AnyTurn,
        } rule "";
            told |heard| {
                unit: heard.system.support_name(*support),
                die,
                turn: heard.number(*turn),
                date: turn.to_string(),
            };
        /// A CV Fleet turns to its CV Strike side.
        Turned = "turned" { support => unit: Support } rule ""; told open;
        /// An Air & Naval Combat begins (4).
        BattleBegan = "battle-began" {
            /// Where, for what, and who.
            battle: Fight,
            /// Its battle lines.
            lines: Rows<(Unit, Is<Part>)>,
        } rule "";
            told |heard| {
                place: heard.site(battle.site),
                cause: battle.cause.id(),
                side: battle.side(Part::Phasing).side(),
                against: battle.side(Part::Answering).side(),
            };
        /// Pieces go somewhere, each by the rule.
        Moved = "moved" {
            faction: Is<Faction>,
            /// The rule that moves them.
            rule: Text,
            /// Each with its place.
            units: Rows<(Unit, At)>,
        } rule rule; told |heard| { side: faction.side(), groups: heard.groups(units) };
        /// A faction scores (a house rule).
        Scored = "scored" {
            faction => side: Is<Faction>,
            map: Is<SeaMap>,
            what: Is<Scoring>,
            points: Number,
            /// Where, if that counts.
            place: Maybe<GoalAt>,
        } rule ""; told open;
        /// The umpire ruled.
        Ruled = "ruled" { reason: Text, what: Changes }
            rule ""; told |heard| { reason, change: heard.ruled(what) };
    }
}
