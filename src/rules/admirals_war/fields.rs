//! The kinds of fields that events have: whether an event read from a file can be one of this match, since
//! its things are in play and its numbers are such as the game has; how a case writes a field, and how a
//! report does. `apply.rs` changes a position only by events that fit.
//!
//! Nothing here asks whether an event is true; that is for the audit to say.

use serde_json::Value;

use super::board::{AreaId, BaseId, HoldId, Theatre};
use super::cases::position::{find_area, find_base, find_unit};
use super::event::{Action, Change, Event, Fate, How, Intent, Scene, Why};
use super::pieces::{Nation, Seat, UnitId};
use super::ruling::{MOST_DAMAGE, MOST_POINTS};
use super::state::{MOST_LEAD, Phase, Place};
use super::story::{Listener, seat_word};
use super::text;
use super::view::track_name;
use super::{AdmiralsWar, SIDES};
use engine::fields::{Face, Field, Fits, Kind, Many, below, is, kinds, named};
use engine::rulebook::two_sided::BySide;

/// More points than one event can bring.
const MOST_SCORED: u16 = 200;
/// More turns than a lost unit can be away.
const TURNS_AWAY: u8 = 4;
/// The most that is added to a die besides a printed bonus (21.1, 22.12, 23.31, 27.1).
const MOST_EXTRA: u8 = 2;
/// How many faces a die has.
const FACES: usize = 6;
/// More groups than a side can form.
const MOST_GROUPS: u8 = 250;

impl AdmiralsWar {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        event.validate(self).err()
    }
}

named! {
    Seat: "nation" told |seat| seat_word(*seat),
    Phase: "phase" told |phase| text::phase(*phase),
    How: "way to sail" told |how| how.id(),
    Action: "type of action",
    Why: "reason to return" told |why| why.id(),
    Nation: "nation" told |nation| nation.name(),
    Fate: "fate",
    Intent: "intention",
    Theatre: "track" told |track| track_name(*track),
}

kinds! {
    AdmiralsWar, told to Listener<'_>:
    /// A unit of the match, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| find_unit(system, id).map(drop),
    ), |system, unit| {
        below(usize::from(unit.0), system.counters.0.len(), "unit")
    }, told |heard, unit| heard.name(*unit);

    /// A sea area, by its id.
    Area(AreaId) = Field::Id(
        |system, at| system.board.areas.get(at).map(|it| it.id.clone()),
        |system, id| find_area(system, id).map(drop),
    ), |system, area| {
        below(usize::from(area.0), system.board.areas.len(), "sea area")
    }, told |heard, area| heard.area_name(*area);

    /// A port or base, by its id.
    Base(BaseId) = Field::Id(
        |system, at| system.board.bases.get(at).map(|it| it.id.clone()),
        |system, id| find_base(system, id).map(drop),
    ), |system, base| {
        below(usize::from(base.0), system.board.bases.len(), "port or base")
    }, told |heard, base| heard.base_name(*base);

    /// A box beside the map, by its id.
    Hold(HoldId) = Field::Id(
        |system, at| system.board.boxes.get(at).map(|it| it.id.clone()),
        |system, id| system.board.hold_named(id).map(drop).ok_or_else(|| format!("there is no box `{id}`")),
    ), |system, hold| {
        below(usize::from(hold.0), system.board.boxes.len(), "box")
    }, told |heard, hold| heard.hold_name(*hold);

    /// An area for each face of a die.
    Chances(Vec<AreaId>) = Field::Many(&Area::FIELD), |system, areas| {
        if areas.len() != FACES {
            return Err(format!("a die has no {} faces", areas.len()));
        }
        Many::<Area>::fits(system, areas)
    }, told |heard, areas| heard.chances(areas);

    /// A lead on a track.
    Lead(i32) = Field::Number, |_, lead| {
        if lead.abs() <= i32::from(MOST_LEAD) { Ok(()) } else { Err(format!("no side leads by {lead}")) }
    };

    /// Where units fire, by the id of the area, port or base.
    At(Scene) = Field::Own(tell_scene, |system, value| match value.as_str() {
        Some(id) => find_area(system, id).map(drop).or_else(|_| find_base(system, id).map(drop)),
        None => Err("write the id of an area, port or base".to_owned()),
    }), |system, scene| {
        match scene {
            Scene::Sea(area) => Area::fits(system, area),
            Scene::Base(base) => Base::fits(system, base),
        }
    };

    /// A turn of the match.
    Turn(u8) = Field::Number, |system, turn| {
        let played = system.scenario.first_turn..=system.scenario.last_turn;
        if played.contains(turn) { Ok(()) } else { Err(format!("turn {turn} is not played")) }
    }, told |_, turn| turn;

    /// The number of a retreating group, or of a task force.
    Group(u8) = Field::Number, |_, group| {
        below(usize::from(*group), usize::from(MOST_GROUPS) + 1, "group")
    }, told |_, group| group;

    /// Damage points, or as many points.
    Damage(u8) = Field::Number, |_, points| {
        if *points <= MOST_DAMAGE { Ok(()) } else { Err(format!("nothing has {points} points of damage")) }
    }, told |_, points| points;

    /// What is added to each die of an attack besides a printed bonus.
    Plus(u8) = Field::Number, |_, extra| {
        below(usize::from(*extra), usize::from(MOST_EXTRA) + 1, "addition of")
    };

    /// Points that one event brings.
    Score(u16) = Field::Number, |_, points| {
        if *points <= MOST_SCORED { Ok(()) } else { Err(format!("{points} points are scored at once")) }
    }, told |_, points| points;

    /// A number of each side, as `{axis: 3, allies: 4}`.
    Both(BySide<u8>) = Field::Word("pair of numbers", |_, value| {
        SIDES.iter().all(|side| value.get(side.id()).is_some_and(Value::is_u64))
    });

    /// A die of each side.
    DiceOfBoth(BySide<u8>) = Both::FIELD, |system, dice| {
        Face::fits(system, &dice.axis).and_then(|()| Face::fits(system, &dice.allies))
    };

    /// A type of action of each side.
    Choices(BySide<Action>) = Field::Word("pair of actions", |system, value| {
        SIDES.iter().all(|side| value.get(side.id()).is_some_and(|it| is::<_, Action>(system, it)))
    });

    /// A ruling's change.
    Ruling(Change) = Field::Own(|_, _| {}, |_, _| Err("nobody rules in a case".to_owned())), |system, change| {
        match change {
            Change::Unit { unit, to } => Unit::fits(system, unit).and_then(|()| place(system, *to)),
            Change::Damage { unit, points } => {
                Unit::fits(system, unit).and_then(|()| Damage::fits(system, points))
            }
            Change::Base { base, to: _ } => Base::fits(system, base),
            Change::Flag { area, to: _ } => Area::fits(system, area),
            Change::Points { points, .. } if points.abs() > MOST_POINTS => {
                Err(format!("{points} points are ruled"))
            }
            Change::Points { .. } => Ok(()),
        }
    };
}

fn place(system: &AdmiralsWar, place: Place) -> Fits {
    match place {
        Place::Base(base) => Base::fits(system, &base),
        Place::Sea(area) => Area::fits(system, &area),
        Place::Arrival(at) => below(usize::from(at), system.scenario.arrivals.len(), "arrival"),
        Place::Track(turn) => {
            let last = usize::from(system.scenario.last_turn.saturating_add(TURNS_AWAY));
            below(usize::from(turn), last + 1, "turn on the chart")
        }
        Place::Hold(hold) => Hold::fits(system, &hold),
        Place::Sunk | Place::Removed => Ok(()),
    }
}

/// Names the place of fire.
fn tell_scene(system: &AdmiralsWar, scene: &mut Value) {
    let of = |key: &str, field: &Field<AdmiralsWar>| {
        let mut id = scene.get(key).cloned()?;
        field.translate(system, &mut id);
        Some(id)
    };
    if let Some(id) = of("sea", &Area::FIELD).or_else(|| of("base", &Base::FIELD)) {
        *scene = id;
    }
}
