//! What each event may hold, so that no forged journal breaks a position, and how a case writes it.

use serde_json::Value;

use super::Schiffskrieg;
use super::board::{BaseId, SeaMap, ZoneId};
use super::calendar::Turn;
use super::event::{Change, End, Event, Gain, Purpose, Scoring, Victory};
use super::faction::Faction;
use super::facts::{Declared, Missing, Owner, Subject};
use super::fortunes::Effect;
use super::luck::Team;
use super::markers::{Allegiance, Lies};
use super::pieces::{Nation, Stripe, UnitId};
use super::scenario::Marker;
use super::state::{Action, Battle, Goal, Harm, Mission, Part, Place, Post, Site, Stage, SupportId};
use super::tables::{BaseAttackResult, InterceptionResult, PatrolResult};
use engine::events::events;
use engine::fields::{
    Count, Face, Field, Fits, Flag, Is, Kind, Many, Maybe, Rows, Text, below, kinds, named,
};
use engine::rulebook::ruling::MOST_POINTS;

/// More dice than one roll can have, or points than they can show.
const MOST: u8 = 200;

events! {
    Schiffskrieg: Event {
        Declared = "declared" { facts: Many<Fact> }
        AtTable = "at-table" { reason: Text, facts: Many<Fact> }
        Wanted = "wanted" { facts: Many<Lack> }
        RoundBegan = "round-began" {
            round: Number,
            choices: Many<Is<Action>>,
            dice: Many<Face>,
            modified: Many<Count<i8>>,
            action: Is<Action>,
        }
        Fired = "fired" {
            part: Is<Part>,
            target: Unit,
            attackers: Rows<(Unit, Number)>,
            dice: Many<Face>,
            drm: Count<i8>,
            superior or nothing: Many<Unit>,
            disabled: Flag,
            hits: Number,
            void or nothing: Number,
            damage_dice as "damage-dice": Many<Face>,
            points: Number,
            harm: Is<Harm>,
        }
        Submerged = "submerged" { boats: Many<Unit> }
        TookEffect = "took-effect" {
            disabled: Many<Unit>,
            hurt: Many<Unit>,
            sunk: Many<Unit>,
            destroyed: Many<Unit>,
        }
        Retirement = "retirement" { part: Is<Part>, retires: Flag }
        Resolved = "resolved" { end: Is<End>, victory: Maybe<Is<Victory>>, rule or nothing: Text }
        Left = "left" { units: Rows<(Unit, At)> }
        Posted = "posted" { support: Support, post: PostAt }
        BattleEnded = "battle-ended" { faction: Is<Faction> }
        Delayed = "delayed" {
            unit: Unit,
            dice: Many<Face>,
            drm: Count<i8>,
            result: Number,
            seasons: Flag,
            to: At,
        }
        Intercepted = "intercepted" {
            units: Many<Unit>,
            die: Face,
            drm: Count<i8>,
            result: Is<InterceptionResult>,
            to: Maybe<At>,
        }
        Engaged = "engaged" { fights: Flag }
        RaidEnded = "raid-ended" { map: Is<SeaMap>, succeeded: Flag, gain: Maybe<Is<Gain>> }
        RaidFormed = "raid-formed" {
            faction: Is<Faction>,
            purpose: Is<Purpose>,
            die: Maybe<Face>,
            most: Number,
            units: Many<Unit>,
        }
        BaseAttacked = "base-attacked" {
            faction: Is<Faction>,
            base: Port,
            die: Face,
            drm: Count<i8>,
            result: Is<BaseAttackResult>,
        }
        Patrolled = "patrolled" { boat: Unit, zone: Zone, die: Face, result: Is<PatrolResult> }
        Funded = "funded" { nation: Is<Nation>, die: Maybe<Face>, halves: Number, purged or nothing: Flag }
        Begun = "begun" { unit: Unit, to: At, stripe: Maybe<Is<Stripe>> }
        Reorganized = "reorganized" { removed: Unit, restored: Maybe<Unit> }
        Withdrawn = "withdrawn" { unit: Unit, die: Maybe<Face>, drm: Count<i8>, to: At }
        Fate = "fate" { unit: Unit, rule: Text, die: Face, to: At }
        Aligned = "aligned" { units: Many<Unit>, to: Maybe<Is<Allegiance>>, vichy or nothing: Flag }
        MarkerMoved = "marker-moved" {
            marker: Is<Marker>,
            nation: Maybe<Is<Nation>>,
            map: Is<SeaMap>,
            lies: LiesAt,
        }
        Held = "held" { base: Port, units: Many<Unit> }
        LuckAwarded = "luck-awarded" {
            map: Is<SeaMap>,
            axis: Number,
            allies: Number,
            die: Maybe<Face>,
            holder: Maybe<Is<Team>>,
        }
        CardsDrawn = "cards-drawn" { map: Is<SeaMap>, cards: Number }
        CardPlayed = "card-played" { faction: Is<Faction>, map: Is<SeaMap>, die: Face, effect: Is<Effect> }
        LuckSpent = "luck-spent" { map: Is<SeaMap>, die: Maybe<Number> }
        Done = "done" {}
        StageBegan = "stage-began" { turn: AnyTurn, stage: Is<Stage>, faction: Is<Faction>, war_turns as "war-turns": Number }
        Ordered = "ordered" { faction: Is<Faction>, missions: Many<Order> }
        ThingBegan = "thing-began" { faction: Is<Faction>, thing: Number, void: Maybe<Text> }
        Intelligence = "intelligence" { faction: Is<Faction>, die: Face, most: Number }
        Formed = "formed" { faction: Is<Faction>, support: Support, goal: GoalAt, force: Many<Unit> }
        Contested = "contested" { faction: Is<Faction>, by: Maybe<Support> }
        Checked = "checked" { faction: Is<Faction>, rolls: Rows<(Unit, Face)>, late: Many<Unit> }
        Outcome = "outcome" { end: Is<End>, rule or nothing: Text }
        Stood = "stood" { support: Support, force: Many<Unit> }
        Postponed = "postponed" { support: Support, die: Face, turn: AnyTurn }
        Turned = "turned" { support: Support }
        BattleBegan = "battle-began" { battle: Fight, lines: Rows<(Unit, Is<Part>)> }
        Moved = "moved" { faction: Is<Faction>, rule: Text, units: Rows<(Unit, At)> }
        Scored = "scored" { faction: Is<Faction>, map: Is<SeaMap>, what: Is<Scoring>, points: Number, place: Maybe<GoalAt> }
        Ruled = "ruled" { reason: Text, what: Changes }
    }
}

impl Schiffskrieg {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        event.validate(self).err()
    }
}

named! {
    Action: "action",
    Part: "part",
    Harm: "harm",
    End: "end",
    Victory: "victory",
    Faction: "faction",
    SeaMap: "map",
    Stage: "stage",
    Scoring: "score",
    InterceptionResult: "result of interception",
    Gain: "gain",
    Purpose: "purpose",
    BaseAttackResult: "result of a Base Attack",
    PatrolResult: "result of a patrol",
    Nation: "nation",
    Stripe: "stripe",
    Allegiance: "allegiance",
    Marker: "marker",
    Team: "holder of Luck",
    Effect: "effect of a card",
}

kinds! {
    Schiffskrieg:
    /// A piece, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| system.counters.by_id(id).map(drop).ok_or_else(|| format!("there is no counter `{id}`")),
    ), |system, unit| {
        below(usize::from(unit.0), system.counters.0.len(), "counter")
    };

    /// A port or city, by its id.
    Port(BaseId) = Field::Id(
        |system, at| system.board.bases.get(at).map(|it| it.id.clone()),
        |system, id| system.board.base_named(id).map(drop).ok_or_else(|| format!("there is no base `{id}`")),
    ), |system, base| {
        below(usize::from(base.0), system.board.bases.len(), "base")
    };

    /// A naval zone, by its id.
    Zone(ZoneId) = Field::Id(
        |system, at| system.board.zones.get(at).map(|it| it.id.clone()),
        |system, id| system.board.zone_named(id).map(drop).ok_or_else(|| format!("there is no zone `{id}`")),
    ), |system, zone| {
        below(usize::from(zone.0), system.board.zones.len(), "zone")
    };

    /// Where a marker lies, in its words.
    LiesAt(Lies) = Field::Own(tell_lies, |system, value| match value.as_str() {
        Some(words) => system.lies_of(words).map(drop),
        None => Err("write where it lies".to_owned()),
    }), |system, lies| {
        match lies {
            Lies::Base(base) => Port::fits(system, base),
            Lies::ForcePool | Lies::Delay | Lies::TurnTrack(_) | Lies::Out => Ok(()),
        }
    };

    /// A number of dice or points.
    Number(u8) = Field::Number, |_, number| {
        below(usize::from(*number), usize::from(MOST), "number")
    };

    /// A support unit, by its word.
    Support(SupportId) = Field::Number, |system, support| {
        below(usize::from(support.0), usize::from(system.most_support()), "support unit")
    };

    /// A place, in its words.
    At(Place) = Field::Own(tell_place, |system, value| match value.as_str() {
        Some(words) => system.place_of(words).map(drop),
        None => Err("write a place".to_owned()),
    }), |system, place| {
        system.place_fits(*place)
    };

    /// Where a support unit is, in its words.
    PostAt(Post) = Field::Own(tell_post, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write where it is".to_owned()),
    }), |system, post| {
        match post {
            Post::Station(zone) => below(usize::from(zone.0), system.board.zones.len(), "zone"),
            _ => Ok(()),
        }
    };

    /// Where a support unit is placed, by its word.
    GoalAt(Goal) = Field::Own(tell_goal, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write where it is placed".to_owned()),
    }), |system, goal| {
        system.goal_fits(*goal)
    };

    /// A turn of the calendar, by its word.
    AnyTurn(Turn) = Field::Own(tell_turn, |_, value| match value.as_str() {
        Some(word) => Turn::named(word).map(drop).ok_or_else(|| format!("there is no turn `{word}`")),
        None => Err("write a turn such as `aug-sept-1939`".to_owned()),
    });

    /// A thing that is ordered, in its words.
    Order(Mission) = Field::Own(tell_order, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write what is ordered".to_owned()),
    }), |system, mission| {
        system.mission_fits(*mission)
    };

    /// A battle as it begins, of which a case writes the place.
    Fight(Battle) = Field::Own(tell_fight, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write where it is fought".to_owned()),
    }), |system, battle| {
        system.battle_fits(battle)
    };

    /// What a ruling changes.
    Changes(Change) = Field::Own(|_, _| (), |_, value| match value.as_object() {
        Some(_) => Ok(()),
        None => Err("write what is changed".to_owned()),
    }), |system, change| {
        match change {
            Change::Unit(unit, place) => {
                Unit::fits(system, unit)?;
                system.place_fits(*place)
            }
            Change::Points(_, _, points) if i32::from(points.abs()) > MOST_POINTS => Err(format!("{points} points")),
            Change::Points(..) => Ok(()),
        }
    };

    /// A declaration.
    Fact(Declared) = Field::Own(tell_fact, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write a fact as it is declared".to_owned()),
    }), |system, declared| {
        declared.of.iter().try_for_each(|subject| system.subject_fits(*subject))
    };

    /// A fact that nobody declared.
    Lack(Missing) = Field::Own(tell_lack, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write a fact as it is declared".to_owned()),
    }), |system, missing| {
        missing.of.iter().try_for_each(|subject| system.subject_fits(*subject))
    };
}

fn tell_place(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(place) = serde_json::from_value::<Place>(value.clone())
        && system.place_fits(place).is_ok()
    {
        *value = Value::String(system.place_words(place));
    }
}

fn tell_lies(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(lies) = serde_json::from_value::<Lies>(value.clone())
        && <LiesAt as Kind<Schiffskrieg>>::fits(system, &lies).is_ok()
    {
        *value = Value::String(system.lies_words(lies));
    }
}

fn tell_post(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(post) = serde_json::from_value::<Post>(value.clone()) {
        *value = Value::String(system.post_words(post));
    }
}

fn tell_goal(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(goal) = serde_json::from_value::<Goal>(value.clone())
        && system.goal_fits(goal).is_ok()
    {
        *value = Value::String(system.goal_word(goal));
    }
}

fn tell_turn(_: &Schiffskrieg, value: &mut Value) {
    if let Ok(turn) = serde_json::from_value::<Turn>(value.clone()) {
        *value = Value::String(turn.id());
    }
}

fn tell_order(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(mission) = serde_json::from_value::<Mission>(value.clone())
        && system.mission_fits(mission).is_ok()
    {
        *value = Value::String(system.mission_words(mission));
    }
}

fn tell_fight(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(battle) = serde_json::from_value::<Battle>(value.clone())
        && system.battle_fits(&battle).is_ok()
    {
        *value = Value::String(system.site_words(battle.site));
    }
}

fn tell_lack(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(missing) = serde_json::from_value::<Missing>(value.clone()) {
        *value = Value::String(system.reader().words(missing.fact, &missing.of));
    }
}

fn tell_fact(system: &Schiffskrieg, value: &mut Value) {
    if let Ok(declared) = serde_json::from_value::<Declared>(value.clone()) {
        *value = Value::String(system.reader().words(declared.fact, &declared.of));
    }
}

impl Schiffskrieg {
    /// Whether a place is on the maps of this match.
    pub(super) fn place_fits(&self, place: Place) -> Fits {
        let board = &self.board;
        match place {
            Place::Base(base) => below(usize::from(base.0), board.bases.len(), "base"),
            Place::Box(hold) => below(usize::from(hold.0), board.boxes.len(), "box"),
            Place::OnStation(zone) | Place::Used(zone) => {
                below(usize::from(zone.0), board.zones.len(), "zone")
            }
            Place::UsedAsset(_)
            | Place::NavalDelay(_)
            | Place::Delay(_)
            | Place::TurnTrack(..)
            | Place::ShipTrack(_)
            | Place::Shipyard
            | Place::Available
            | Place::ForcePool(_)
            | Place::Holding
            | Place::Event(_)
            | Place::Sunk
            | Place::Out => Ok(()),
        }
    }

    fn goal_fits(&self, goal: Goal) -> Fits {
        let board = &self.board;
        match goal {
            Goal::Station(zone) => below(usize::from(zone.0), board.zones.len(), "zone"),
            Goal::Landing(base) | Goal::Strike(base) => below(usize::from(base.0), board.bases.len(), "base"),
            Goal::Hex(_) | Goal::StrategicWarfare => Ok(()),
        }
    }

    fn mission_fits(&self, mission: Mission) -> Fits {
        let board = &self.board;
        match mission {
            Mission::Place(support, goal) => {
                Support::fits(self, &support)?;
                self.goal_fits(goal)
            }
            Mission::BaseRaid(base) => below(usize::from(base.0), board.bases.len(), "base"),
            Mission::Patrol(boat, zone) => {
                Unit::fits(self, &boat)?;
                below(usize::from(zone.0), board.zones.len(), "zone")
            }
            Mission::Ask => Ok(()),
        }
    }

    fn battle_fits(&self, battle: &Battle) -> Fits {
        let zone = match battle.site {
            Site::Station(zone) | Site::SeaHex(_, zone) => Some(zone),
            Site::LandHex(_, zone) => zone,
            Site::StrategicWarfare(_) => None,
        };
        zone.map_or(Ok(()), |zone| below(usize::from(zone.0), self.board.zones.len(), "zone"))?;
        let support = [battle.support.phasing, battle.support.answering];
        support.into_iter().flatten().try_for_each(|unit| Support::fits(self, &unit))
    }

    fn subject_fits(&self, subject: Subject) -> Fits {
        let board = &self.board;
        match subject {
            Subject::Country(country) => below(usize::from(country.0), board.countries.len(), "country"),
            Subject::Base(base) => below(usize::from(base.0), board.bases.len(), "base"),
            Subject::Zone(zone) => below(usize::from(zone.0), board.zones.len(), "zone"),
            Subject::Box(hold) => below(usize::from(hold.0), board.boxes.len(), "box"),
            Subject::Counter(unit) => Unit::fits(self, &unit),
            Subject::Map(_)
            | Subject::Faction(_)
            | Subject::Hex(_)
            | Subject::Unit(Owner::Nation(_) | Owner::Faction(_), _)
            | Subject::Piece(_)
            | Subject::Table(_)
            | Subject::Roll(_) => Ok(()),
        }
    }
}
