//! The fields of every event: whether an event read from a file can be one of this match, since its things are in play and
//! its numbers are such as the game has; and how a case writes it. `apply.rs` changes a position only by events that fit.
//!
//! Nothing here asks whether an event is true; that is for the audit to say.

use serde_json::Value;

use super::board::{AreaId, BaseId, HoldId, Theatre};
use super::cases::position::{find_area, find_base, find_unit};
use super::event::{Action, Change, Event, Fate, How, Intent, Scene, Why};
use super::pieces::{Nation, Seat, UnitId};
use super::ruling::{MOST_DAMAGE, MOST_POINTS};
use super::state::{MOST_LEAD, Phase, Place};
use super::{AdmiralsWar, SIDES};
use engine::events::events;
use engine::fields::{
    Count, Face, Field, Fits, Flag, Is, Kind, Many, Maybe, Rows, Text, below, is, kinds, named,
};
use engine::rulebook::two_sided::{BySide, Camp};

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

events! {
    AdmiralsWar: Event {
        PhaseBegan = "phase-began" { turn: Turn, phase: Is<Phase> }
        Arrived = "arrived" { seat: Is<Seat>, units: Rows<(Unit, Base)> }
        Held = "held" { hold: Hold, units: Many<Unit> }
        ShutOut = "shut-out" { units: Many<Unit> }
        Withdrawn = "withdrawn" { units: Many<Unit> }
        Replaced = "replaced" { unit: Unit, by: Unit }
        Scheduled = "scheduled" { unit: Unit, turn: Turn }
        Scrapped = "scrapped" { ships: Many<Unit> }
        CompletionRolled = "completion-rolled" { unit: Unit, die: Face, passed: Flag }
        Mourned = "mourned" { unit: Unit, points: Damage }
        TurnedOver = "turned-over" { base: Base, to: Maybe<Is<Nation>> }
        RaidForce = "raid-force" { joined: Many<Unit>, left: Many<Unit> }
        FlagLifted = "flag-lifted" { area: Area }
        WarDeclared = "war-declared" { area: Area }
        RaidForceSailed = "raid-force-sailed" { area: Area, ships: Many<Unit>, guarded: Flag }
        Surprised = "surprised" { area: Area, round: Count<u8>, units: Many<Unit> }
        ChancesSet = "chances-set" { chances: Chances }
        GroupsRolled = "groups-rolled" { rolls: Rows<(Hold, Face, Face)> }
        GroupInPort = "group-in-port" { hold: Hold, base: Base, units: Many<Unit> }
        Warned = "warned" { dice: Many<Face> }
        ChancesShown = "chances-shown" { chances: Chances }
        GroupPlaced = "group-placed" { hold: Hold, die: Face, area: Area, units: Many<Unit> }
        Sortied = "sortied" { area: Area, units: Many<Unit> }
        WarBegan = "war-began" { turn: Turn }
        Provoked = "provoked" { area: Area, points: Damage }
        Occupied = "occupied" { unit: Unit, base: Base }
        AllegianceRolled = "allegiance-rolled" {
            unit: Unit,
            dice: Many<Face>,
            modifier: Count<i32>,
            fate: Is<Fate>,
        }
        CatapultLaunched = "catapult-launched" { units: Many<Unit> }
        ArmisticeRolled = "armistice-rolled" { die: Face, modifier: Count<i32>, surrendered: Many<Unit> }
        Interned = "interned" { unit: Unit, hold: Hold, die: Maybe<Face> }
        LilaDeclared = "lila-declared" { ships: Many<Unit> }
        TorchLit = "torch-lit" { die: Maybe<Face>, modifier: Count<i32>, opposed: Flag }
        TorchOpposed = "torch-opposed" { area: Area, units: Many<Unit> }
        MoveRolled = "move-rolled" { unit: Unit, die: Face, passed: Flag }
        Sailed = "sailed" { seat: Is<Seat>, how: Is<How>, units: Rows<(Unit, Area)> }
        Readied = "readied" { seat: Is<Seat>, ships: Many<Unit> }
        SpeedRolled = "speed-rolled" {
            unit: Unit,
            area: Area,
            speed: Count<u8>,
            die: Maybe<Face>,
            passed: Flag,
        }
        Repaired = "repaired" { base: Base, ships: Rows<(Unit, Damage)> }
        AirPlaced = "air-placed" { seat: Is<Seat>, unit: Unit, area: Maybe<Area> }
        ItalyWeighed = "italy-weighed" { dice: Many<Face>, watch: Count<u16>, may: Flag }
        ItalyDeclared = "italy-declared" { turn: Turn }
        AirTransferred = "air-transferred" { seat: Is<Seat>, unit: Unit }
        Fined = "fined" { seat: Is<Seat>, ships: Many<Unit> }
        SubmarinesTurned = "submarines-turned" { seat: Is<Seat>, submarines: Many<Unit> }
        AreaSelected = "area-selected" { seat: Is<Seat>, area: Area }
        Hunted = "hunted" {
            area: Area,
            by: Is<Camp>,
            dice: Many<Face>,
            bonus: Count<u8>,
            destroyed: Many<Unit>,
            driven_off as "driven-off": Many<Unit>,
        }
        ShippingAttacked = "shipping-attacked" {
            area: Area,
            unit: Unit,
            dice: Many<Face>,
            bonus: Flag,
            points: Damage,
        }
        Aimed = "aimed" { area: Area, unit: Unit, die: Face }
        SubmarinesShown = "submarines-shown" { submarines: Rows<(Unit, Area)> }
        Raided = "raided" { area: Area, base: Base, by: Is<Camp>, units: Many<Unit>, carriers: Flag }
        ForcesFormed = "forces-formed" {
            area: Area,
            round: Count<u8>,
            side: Is<Camp>,
            forces: Rows<(Group, Many<Unit>)>,
        }
        IntentStated = "intent-stated" { area: Area, side: Is<Camp>, intents: Rows<(Group, Is<Intent>)> }
        Sighted = "sighted" {
            area: Area,
            group: Maybe<Group>,
            by: Is<Camp>,
            modifier: Count<u8>,
            dice: Rows<(Group, Face)>,
            sighted: Many<Group>,
        }
        SurfaceJoined = "surface-joined" {
            area: Area,
            group: Maybe<Group>,
            side: Is<Camp>,
            forces: Many<Group>,
        }
        RoundBegan = "round-began" {
            area: Area,
            group: Maybe<Group>,
            round: Count<u8>,
            choices: Choices,
            dice: Maybe<DiceOfBoth>,
            modifiers: Both,
            action: Is<Action>,
            automatic or nothing: Flag,
        }
        HeartRolled = "heart-rolled" {
            area: Area,
            group: Maybe<Group>,
            round: Count<u8>,
            die: Face,
            units: Many<Unit>,
        }
        Intercepted = "intercepted" {
            area: Area,
            unit: Unit,
            target: Unit,
            dice: Many<Face>,
            damage_dice as "damage-dice": Many<Face>,
            damage: Count<u8>,
            disabled: Flag,
            destroyed: Flag,
            aborted: Flag,
        }
        KamikazesNamed = "kamikazes-named" { area: Area, units: Many<Unit> }
        KamikazesSpent = "kamikazes-spent" { area: Area, lost: Many<Unit>, disabled: Many<Unit> }
        GunsNamed = "guns-named" { area: Area, side: Is<Camp>, carriers: Many<Unit> }
        Fired = "fired" {
            scene: At,
            attacker: Unit,
            target: Unit,
            action: Is<Action>,
            dice: Many<Face>,
            bonus: Flag,
            extra or nothing: Plus,
            hits: Count<u8>,
            damage_dice as "damage-dice": Many<Face>,
            damage: Count<u8>,
            disabled: Flag,
        }
        TookEffect = "took-effect" {
            scene: At,
            lost: Many<Unit>,
            damaged: Rows<(Unit, Damage)>,
            disabled: Many<Unit>,
        }
        Returned = "returned" { units: Rows<(Unit, Base)>, why: Is<Why> }
        Transferred = "transferred" { seat: Is<Seat>, ships: Rows<(Unit, Base)> }
        Refuelled = "refuelled" { ships: Many<Unit> }
        Claimed = "claimed" { unit: Unit, base: Base }
        Stranded = "stranded" { units: Many<Unit> }
        RetreatDeclared = "retreat-declared" { area: Area, side: Is<Camp>, retreats: Flag }
        GroupsFormed = "groups-formed" { area: Area, groups: Rows<(Group, Many<Unit>)> }
        Pursued = "pursued" { area: Area, ships: Rows<(Unit, Group)>, raids: Rows<(Unit, Base)> }
        BrokeOff = "broke-off" { area: Area, ships: Many<Unit> }
        Redirected = "redirected" { area: Area, units: Many<Unit> }
        Landed = "landed" { unit: Unit, base: Base }
        Invaded = "invaded" { unit: Unit, base: Base, defender: Maybe<Unit> }
        Encircled = "encircled" { base: Base, by: Is<Camp> }
        Scuttled = "scuttled" { base: Base, ships: Many<Unit> }
        AreaResolved = "area-resolved" { area: Area }
        FlagsPlaced = "flags-placed" { flags: Rows<(Area, Is<Camp>)> }
        AreasScored = "areas-scored" { side: Is<Camp>, track: Is<Theatre>, areas: Many<Area>, points: Score }
        BasesScored = "bases-scored" { side: Is<Camp>, track: Is<Theatre>, bases: Many<Base>, points: Score }
        RaidsScored = "raids-scored" { side: Is<Camp>, track: Is<Theatre>, bases: Many<Base>, points: Score }
        RaiderScored = "raider-scored" { area: Area }
        LeadMoved = "lead-moved" { track: Is<Theatre>, lead: Lead }
        TurnEnded = "turn-ended" { turn: Turn }
        MatchEnded = "match-ended" {
            winner: Maybe<Is<Camp>>,
            axis: Count<i32>,
            allies: Count<i32>,
            seats or nothing: Many<Is<Seat>>
        }
        Ruled = "ruled" { reason: Text, change: Ruling }
    }
}

impl AdmiralsWar {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        event.validate(self).err()
    }
}

named! {
    Seat: "nation",
    Phase: "phase",
    How: "way to sail",
    Action: "type of action",
    Why: "reason to return",
    Nation: "nation",
    Fate: "fate",
    Intent: "intention",
    Theatre: "track",
}

kinds! {
    AdmiralsWar:
    /// A unit of the match, by its id.
    Unit(UnitId) = Field::Id(
        |system, at| system.counters.0.get(at).map(|it| it.id.clone()),
        |system, id| find_unit(system, id).map(drop),
    ), |system, unit| {
        below(usize::from(unit.0), system.counters.0.len(), "unit")
    };

    /// A sea area, by its id.
    Area(AreaId) = Field::Id(
        |system, at| system.board.areas.get(at).map(|it| it.id.clone()),
        |system, id| find_area(system, id).map(drop),
    ), |system, area| {
        below(usize::from(area.0), system.board.areas.len(), "sea area")
    };

    /// A port or base, by its id.
    Base(BaseId) = Field::Id(
        |system, at| system.board.bases.get(at).map(|it| it.id.clone()),
        |system, id| find_base(system, id).map(drop),
    ), |system, base| {
        below(usize::from(base.0), system.board.bases.len(), "port or base")
    };

    /// A box beside the map, by its id.
    Hold(HoldId) = Field::Id(
        |system, at| system.board.boxes.get(at).map(|it| it.id.clone()),
        |system, id| system.board.hold_named(id).map(drop).ok_or_else(|| format!("there is no box `{id}`")),
    ), |system, hold| {
        below(usize::from(hold.0), system.board.boxes.len(), "box")
    };

    /// An area for each face of a die.
    Chances(Vec<AreaId>) = Field::Many(&Area::FIELD), |system, areas| {
        if areas.len() != FACES {
            return Err(format!("a die has no {} faces", areas.len()));
        }
        Many::<Area>::fits(system, areas)
    };

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
    };

    /// The number of a retreating group, or of a task force.
    Group(u8) = Field::Number, |_, group| {
        below(usize::from(*group), usize::from(MOST_GROUPS) + 1, "group")
    };

    /// Damage points, or as many points.
    Damage(u8) = Field::Number, |_, points| {
        if *points <= MOST_DAMAGE { Ok(()) } else { Err(format!("nothing has {points} points of damage")) }
    };

    /// What is added to each die of an attack besides a printed bonus.
    Plus(u8) = Field::Number, |_, extra| {
        below(usize::from(*extra), usize::from(MOST_EXTRA) + 1, "addition of")
    };

    /// Points that one event brings.
    Score(u16) = Field::Number, |_, points| {
        if *points <= MOST_SCORED { Ok(()) } else { Err(format!("{points} points are scored at once")) }
    };

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
