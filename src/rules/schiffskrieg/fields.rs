//! The kinds of fields that events have: what each may hold, so that no forged journal breaks a position, how
//! a case writes it, and how a report does.

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
use super::story::Listener;
use super::tables::{BaseAttackResult, InterceptionResult, PatrolResult};
use engine::fields::{Field, Fits, Kind, below, kinds, named};
use engine::rulebook::ruling::MOST_POINTS;

/// More dice than one roll can have, or points than they can show.
const MOST: u8 = 200;

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
    Faction: "faction" told |faction| faction.side(),
    SeaMap: "map" told |map| map.to_string(),
    Stage: "stage",
    Scoring: "score",
    InterceptionResult: "result of interception" told |result| result.id().replace('-', " "),
    Gain: "gain",
    Purpose: "purpose",
    BaseAttackResult: "result of a Base Attack" told |result| result.id().replace('-', " "),
    PatrolResult: "result of a patrol" told |result| result.id().replace('-', " "),
    Nation: "nation" told |nation| nation.adjective(),
    Stripe: "stripe",
    Allegiance: "allegiance",
    Marker: "marker",
    Team: "holder of Luck",
    Effect: "effect of a card",
}

kinds! {
    Schiffskrieg, told to Listener<'_>:
    /// A piece, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| system.counters.by_id(id).map(drop).ok_or_else(|| format!("there is no counter `{id}`")),
    ), |system, unit| {
        below(usize::from(unit.0), system.counters.0.len(), "counter")
    }, told |heard, unit| heard.named(*unit);

    /// A port or city, by its id.
    Port(BaseId) = Field::Id(
        |system, at| system.board.bases.get(at).map(|it| it.id.clone()),
        |system, id| system.board.base_named(id).map(drop).ok_or_else(|| format!("there is no base `{id}`")),
    ), |system, base| {
        below(usize::from(base.0), system.board.bases.len(), "base")
    }, told |heard, base| heard.place(Place::Base(*base));

    /// A naval zone, by its id.
    Zone(ZoneId) = Field::Id(
        |system, at| system.board.zones.get(at).map(|it| it.id.clone()),
        |system, id| system.board.zone_named(id).map(drop).ok_or_else(|| format!("there is no zone `{id}`")),
    ), |system, zone| {
        below(usize::from(zone.0), system.board.zones.len(), "zone")
    }, told |heard, zone| heard.system.board.zone(*zone).name;

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
    }, told |_, number| number;

    /// A support unit, by its word.
    Support(SupportId) = Field::Number, |system, support| {
        below(usize::from(support.0), usize::from(system.most_support()), "support unit")
    }, told |heard, support| heard.system.support_name(*support);

    /// A place, in its words.
    At(Place) = Field::Own(tell_place, |system, value| match value.as_str() {
        Some(words) => system.place_of(words).map(drop),
        None => Err("write a place".to_owned()),
    }), |system, place| {
        system.place_fits(*place)
    }, told |heard, place| heard.place(*place);

    /// Where a support unit is, in its words.
    PostAt(Post) = Field::Own(tell_post, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write where it is".to_owned()),
    }), |system, post| {
        match post {
            Post::Station(zone) => below(usize::from(zone.0), system.board.zones.len(), "zone"),
            _ => Ok(()),
        }
    }, told |heard, post| heard.post(*post);

    /// Where a support unit is placed, by its word.
    GoalAt(Goal) = Field::Own(tell_goal, |_, value| match value.as_str() {
        Some(_) => Ok(()),
        None => Err("write where it is placed".to_owned()),
    }), |system, goal| {
        system.goal_fits(*goal)
    }, told |heard, goal| heard.goal(*goal);

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
    }, told |heard, fact| heard.system.reader().words(fact.fact, &fact.of);
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
