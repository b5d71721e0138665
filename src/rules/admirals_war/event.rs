//! What can happen, and who hears of it. A position changes by these events alone; `apply.rs` has what each
//! changes. Everything happens on the open board, except what hidden submarines do (26.0), and the chances
//! and dice that the Allies keep to themselves (23.2).

mod words;

pub use words::{Action, Change, Fate, How, Intent, Scene, Why};

use super::board::{AreaId, Theatre};
use super::fields::{
    Area, At, Base, Both, Chances, Choices, Damage, DiceOfBoth, Group, Hold, Lead, Plus, Ruling, Score, Turn,
    Unit,
};
use super::pieces::{Nation, Seat};
use super::state::Phase;
use super::story::{Listener, force_word, group_word, lead_moved, looks, players, seat_word};
use super::telling::Stated;
use super::view::track_name;
use super::{AdmiralsWar, ambushes, warning};
use engine::events::events;
use engine::fields::{Count, Face, Flag, Is, Many, Maybe, Rows, Text};
use engine::rulebook::two_sided::Camp;

events! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Event of AdmiralsWar, told to Listener<'_> {
        /// A phase began (5.0).
        PhaseBegan = "phase-began" { turn: Turn, phase: Is<Phase> } rule ""; told open;
        /// Units of a nation were set up, or came on as reinforcements (2.72, 2.73).
        Arrived = "arrived" { seat: Is<Seat>, units: Rows<(Unit, Base)> }
            rule "AW-2.73"; told |heard| { seat: seat_word(*seat), groups: heard.in_ports(units) };
        /// Units went into a box beside the map (3.15, 19.43).
        Held = "held" { hold => place: Hold, units: Many<Unit> } rule "AW-2.723"; told open;
        /// Units could not arrive, since the enemy holds the place (2.74).
        ShutOut = "shut-out" { units: Many<Unit> } rule "AW-2.74-a"; told open;
        /// Units left the game (2.75, 18.38).
        Withdrawn = "withdrawn" { units: Many<Unit> } rule "AW-2.75-a"; told open;
        /// A counter takes the place of another: a new name, a conversion, a later type (32.1, 33.1, 34.0,
        /// 35.1).
        Replaced = "replaced" { unit: Unit, by: Unit } rule "AW-34.11"; told open;
        /// An optional rule puts a unit on the turn chart (32.2, 32.4, 33.2).
        Scheduled = "scheduled" { unit: Unit, turn: Turn } rule "AW-33.2"; told open;
        /// Unfinished German ships were scrapped for submarines (33.1).
        Scrapped = "scrapped" { ships: Many<Unit> } rule "AW-33.1"; told open;
        /// A die decided whether a ship is completed (38.2).
        CompletionRolled = "completion-rolled" { unit: Unit, die: Face, passed: Flag }
            rule "AW-38.2"; told open;
        /// Germany lost points for a ship with the country's name (32.3).
        Mourned = "mourned" { unit: Unit, points: Damage } rule "AW-32.3"; told open;
        /// A port or base changed hands by the calendar (2.312, 18.36, 18.37).
        TurnedOver = "turned-over" { base => place: Base, to: Maybe<Is<Nation>> }
            rule turned_over_by(*to); told open;
        /// Ships joined the Pearl Harbor Raid Force or left it (19.5).
        RaidForce = "raid-force" { joined: Many<Unit>, left: Many<Unit> } rule "AW-19.5-a"; told open;
        /// An Allied flag came down, since too few battleships guard it (19.44).
        FlagLifted = "flag-lifted" { area => place: Area } rule "AW-19.44"; told open;
        /// Japan declared war by entering an area (19.41).
        WarDeclared = "war-declared" { area => place: Area } rule "AW-19.41-b"; told open;
        /// The raid force sailed; whether the Philippines are guarded meanwhile (19.61, 19.36).
        RaidForceSailed = "raid-force-sailed" { area => place: Area, ships: Many<Unit>, guarded: Flag }
            rule "AW-19.61"; told open;
        /// Japan attacks by surprise; its fire follows (19.7, 19.8).
        Surprised = "surprised" { area => place: Area, round: Count<u8>, units: Many<Unit> }
            rule "AW-19.7"; told open;
        /// The Allies settled in secret to which area each face of a die brings a group of uncertain location
        /// (23.21).
        ChancesSet = "chances-set" { chances: Chances }
            rule "AW-23.21";
            told |heard| { chances: if heard.knows_chances() { heard.chances(chances) } else { Vec::new() } };
        /// The groups were diced for in secret, twice each (23.22, 23.23).
        GroupsRolled = "groups-rolled" { rolls: Rows<(Hold, Face, Face)> }
            rule "AW-23.22"; told |heard| { rolled: heard.rolled(rolls) };
        /// A group lies in port as the raid force comes (23.23).
        GroupInPort = "group-in-port" { hold => group: Hold, base => place: Base, units: Many<Unit> }
            rule "AW-23.23"; told open;
        /// The dice said how far a warning got before the raids (24.0).
        Warned = "warned" { dice: Many<Face> }
            rule "AW-24.1"; told |_| { dice, passed: warning::passed(dice) };
        /// The secret chances are laid open (23.21).
        ChancesShown = "chances-shown" { chances: Chances } rule "AW-23.21"; told open;
        /// A group of uncertain location turned out to be somewhere (19.72).
        GroupPlaced = "group-placed" {
            hold => group: Hold,
            die: Face,
            area => place: Area,
            units: Many<Unit>,
        } rule "AW-19.72"; told open;
        /// Units left port in the middle of the fight (19.73).
        Sortied = "sortied" { area => place: Area, units: Many<Unit> } rule "AW-19.73"; told open;
        /// The surprise is over: the Pacific is at war (19.11).
        WarBegan = "war-began" { turn: Turn } rule "AW-19.11"; told open;
        /// Germany gained points or sank an American ship off neutral America (19.47).
        Provoked = "provoked" { area => place: Area, points: Damage } rule "AW-19.47"; told open;
        /// An amphibious unit took an unguarded base and stays on it (19.36).
        Occupied = "occupied" { unit: Unit, base => place: Base } rule "AW-19.36"; told open;
        /// The dice decided whom a French or Italian unit follows (18.33, 16.41).
        AllegianceRolled = "allegiance-rolled" {
            unit: Unit,
            dice: Many<Face>,
            modifier: Count<i32>,
            fate: Is<Fate>,
        } rule if dice.len() == 1 { "AW-16.41-b" } else { "AW-18.33-a" }; told open;
        /// British units attack the French fleet (22.1); their fire follows.
        CatapultLaunched = "catapult-launched" { units: Many<Unit> } rule "AW-22.1"; told open;
        /// A die decided whether the armistice gives the French fleet to Germany; its ships, if it does
        /// (22.3, 22.31).
        ArmisticeRolled = "armistice-rolled" { die: Face, modifier: Count<i32>, surrendered: Many<Unit> }
            rule "AW-22.3"; told open;
        /// A French ship lies in a Vichy box: by its die, for its damage, or since it comes back to it
        /// (22.32, 22.512).
        Interned = "interned" { unit: Unit, hold => place: Hold, die: Maybe<Face> }
            rule "AW-22.32"; told open;
        /// Germany tries to seize the French fleet (22.4); a roll for each ship follows.
        LilaDeclared = "lila-declared" { ships: Many<Unit> } rule "AW-22.4"; told open;
        /// The Allies come to hold Malta and Tripoli; whether the ships in French North Africa oppose them
        /// (22.5). Without a die that was certain.
        TorchLit = "torch-lit" { die: Maybe<Face>, modifier: Count<i32>, opposed: Flag }
            rule "AW-22.5"; told open;
        /// Ships of French North Africa put to sea against the Allies (22.51).
        TorchOpposed = "torch-opposed" { area => place: Area, units: Many<Unit> } rule "AW-22.511"; told open;
        /// A die decided whether a unit may move this turn (18.22, 19.42, 16.44).
        MoveRolled = "move-rolled" { unit: Unit, die: Face, passed: Flag }
            rule "AW-18.22";
            told |heard| { seat: seat_word(heard.seat_of(*unit)), unit: heard.name(*unit), die, passed };
        /// A nation sent ships, submarines or amphibious units to sea (5.31, 5.34, 5.35).
        Sailed = "sailed" { seat: Is<Seat>, how: Is<How>, units: Rows<(Unit, Area)> }
            rule how.rule();
            told |heard| if (heard.follows_any(units)) {
                seat: seat_word(*seat),
                how: how.id(),
                groups: heard.in_areas(&heard.known(units)),
            };
        /// Ships in port were turned to their raiding side (5.31).
        Readied = "readied" { seat: Is<Seat>, ships: Many<Unit> } rule "AW-5.31"; told open;
        /// A ship tried to enter an area more than it may enter freely (6.2). Without a die the outcome was
        /// certain.
        SpeedRolled = "speed-rolled" {
            unit: Unit,
            area: Area,
            speed: Count<u8>,
            die: Maybe<Face>,
            passed: Flag,
        } rule "AW-6.2";
            told |heard| {
                seat: seat_word(heard.seat_of(*unit)),
                unit: heard.name(*unit),
                place: heard.area_name(*area),
                speed,
                die,
                passed,
            };
        /// Damage was removed in a port (11.2): the ships, and how many points each.
        Repaired = "repaired" { base: Base, ships: Rows<(Unit, Damage)> }
            rule "AW-5.32"; told |heard| { place: heard.base_name(*base), ships: heard.repairs(ships) };
        /// An air unit was placed in an area, or kept ashore (12.11).
        AirPlaced = "air-placed" { seat: Is<Seat>, unit: Unit, area => place: Maybe<Area> }
            rule "AW-12.11-a"; told open;
        /// Two dice were rolled for neutral Italy: how many Allied patrollers and air units were to be
        /// reached, and whether it may declare war (20.4).
        ItalyWeighed = "italy-weighed" { dice: Many<Face>, watch: Count<u16>, may: Flag }
            rule "AW-20.4-a"; told open;
        /// Italy declared war on turn 0 (20.4).
        ItalyDeclared = "italy-declared" { turn: Turn } rule "AW-20.4-a"; told open;
        /// An air unit leaves for the other theatre (12.123).
        AirTransferred = "air-transferred" { seat: Is<Seat>, unit: Unit } rule "AW-12.123"; told open;
        /// A side lost points for ships that did not leave the neutral port (2.343).
        Fined = "fined" { seat: Is<Seat>, ships: Many<Unit> }
            rule "AW-2.343-a";
            told |heard| { side: seat.side(), track: track_name(seat.track()), ships: heard.names(ships) };
        /// Submarines were turned to their raiding side (5.36).
        SubmarinesTurned = "submarines-turned" { seat: Is<Seat>, submarines => units: Many<Unit> }
            rule "AW-14.1";
            told |heard| if (submarines.iter().any(|&it| heard.follows(it, heard.shown))) => open;
        /// The next area was selected for combat (7.1).
        AreaSelected = "area-selected" { seat: Is<Seat>, area => place: Area } rule "AW-5.41"; told open;
        /// A side hunted submarines (14.24).
        Hunted = "hunted" {
            area => place: Area,
            by: Is<Camp>,
            dice: Many<Face>,
            bonus: Count<u8>,
            destroyed: Many<Unit>,
            driven_off as "driven-off": Many<Unit>,
        } rule "AW-14.24-a"; told open;
        /// A submarine or Hilfskreuzer attacked shipping (14.26, 15.21). `points` is what the area's limit
        /// left of its hits.
        ShippingAttacked = "shipping-attacked" {
            area => place: Area,
            unit: Unit,
            dice: Many<Face>,
            bonus: Flag,
            points: Damage,
        } rule "AW-14.26-a"; told open;
        /// A raiding submarine aims at what it can catch (27.1).
        Aimed = "aimed" { area: Area, unit: Unit, die: Face }
            rule "AW-27.1";
            told |heard| {
                place: heard.area_name(*area),
                unit: heard.name(*unit),
                die,
                speed: ambushes::catches(*die),
            };
        /// Submarines of which the enemy did not know deny something to him (26.0).
        SubmarinesShown = "submarines-shown" { submarines: Rows<(Unit, Area)> }
            rule "AW-26.0"; told |heard| { groups: heard.in_areas(submarines) };
        /// Air units or carriers attack a port or base (9.3, 12.4); their fire follows.
        Raided = "raided" {
            area => from: Area,
            base => place: Base,
            by: Is<Camp>,
            units: Many<Unit>,
            carriers: Flag,
        } rule if *carriers { "AW-9.3" } else { "AW-12.4" }; told open;
        /// A side formed its task forces for a round (29.1).
        ForcesFormed = "forces-formed" {
            area: Area,
            round: Count<u8>,
            side: Is<Camp>,
            forces: Rows<(Group, Many<Unit>)>,
        } rule "AW-29.1";
            told |heard| {
                place: heard.area_name(*area),
                round,
                side,
                groups: heard.numbered(forces, force_word),
            };
        /// A side stated what its task forces will do (29.2).
        IntentStated = "intent-stated" { area: Area, side: Is<Camp>, intents: Rows<(Group, Is<Intent>)> }
            rule "AW-29.2";
            told |heard| { place: heard.area_name(*area), side, intents: Stated::gathered(intents) };
        /// A side looked out for enemy task forces (29.4); those that land need no die. In a pursuit forces
        /// go by the number of the retreating group.
        Sighted = "sighted" {
            area: Area,
            group: Maybe<Group>,
            by: Is<Camp>,
            modifier: Count<u8>,
            dice: Rows<(Group, Face)>,
            sighted: Many<Group>,
        } rule "AW-29.4";
            told |heard| { place: heard.area_name(*area), group, by, modifier, dice: looks(dice), sighted };
        /// Searching task forces joined a surface action unsighted (29.52).
        SurfaceJoined = "surface-joined" {
            area => place: Area,
            group: Maybe<Group>,
            side: Is<Camp>,
            forces: Many<Group>,
        } rule "AW-29.52"; told open;
        /// A round of combat began: the type of action, and how it was decided (7.22).
        RoundBegan = "round-began" {
            area: Area,
            group: Maybe<Group>,
            round: Count<u8>,
            choices: Choices,
            dice: Maybe<DiceOfBoth>,
            modifiers: Both,
            action: Is<Action>,
            /// True if it is an air action whatever the sides want (23.4, 24.4).
            automatic or nothing: Flag,
        } rule "AW-7.22-a";
            told |heard| {
                place: heard.area_name(*area),
                group,
                round,
                axis: choices.axis.id(),
                allies: choices.allies.id(),
                dice,
                modifiers,
                action: action.id(),
                automatic or nothing,
            };
        /// A die decided whether Italian units lose heart before a round (37.1): those that leave, or none.
        HeartRolled = "heart-rolled" {
            area => place: Area,
            group: Maybe<Group>,
            round: Count<u8>,
            die: Face,
            units: Many<Unit>,
        } rule "AW-37.1"; told open;
        /// Fighters met an attacker before its attack (38.1).
        Intercepted = "intercepted" {
            area => place: Area,
            unit: Unit,
            target: Unit,
            dice: Many<Face>,
            damage_dice as "damage-dice": Many<Face>,
            damage: Count<u8>,
            disabled: Flag,
            destroyed: Flag,
            aborted: Flag,
        } rule "AW-38.1"; told open;
        /// Japan names the kamikazes of an air action (21.1).
        KamikazesNamed = "kamikazes-named" { area => place: Area, units: Many<Unit> }
            rule "AW-21.1-a"; told open;
        /// The kamikazes of an action are spent: air units are lost, carriers disabled (21.1).
        KamikazesSpent = "kamikazes-spent" { area => place: Area, lost: Many<Unit>, disabled: Many<Unit> }
            rule "AW-21.1-a"; told open;
        /// The side that fires second names the carriers that fire their guns (7.321).
        GunsNamed = "guns-named" { area => place: Area, side: Is<Camp>, carriers => ships: Many<Unit> }
            rule "AW-7.321-b"; told open;
        /// A unit attacked (7.4). The effect waits for the end of the action. `extra` is added to each die,
        /// against air units too (21.1, 23.31).
        Fired = "fired" {
            scene: At,
            attacker: Unit,
            target: Unit,
            action: Is<Action>,
            dice: Many<Face>,
            bonus: Flag,
            /// What each die gains besides a printed bonus (21.1, 22.12, 23.31).
            extra or nothing: Plus,
            hits: Count<u8>,
            damage_dice as "damage-dice": Many<Face>,
            damage: Count<u8>,
            disabled: Flag,
        } rule "AW-7.45";
            told |heard| {
                place: heard.scene(*scene),
                unit: heard.name(*attacker),
                target: heard.name(*target),
                action: action.id(),
                dice,
                bonus,
                extra or nothing,
                hits,
                damage_dice,
                damage,
                disabled,
                side: heard.side_of(*attacker),
            };
        /// The marks of an action take effect (7.5): units lost, and damage points that stay on the others.
        TookEffect = "took-effect" {
            scene: At,
            lost: Many<Unit>,
            damaged: Rows<(Unit, Damage)>,
            disabled: Many<Unit>,
        } rule "AW-7.5";
            told |heard| {
                place: heard.scene(*scene),
                lost: heard.names(lost),
                damaged: heard.damages(damaged),
                disabled: heard.names(disabled),
            };
        /// Units went to ports and bases (10.0).
        Returned = "returned" { units: Rows<(Unit, Base)>, why: Is<Why> }
            rule why.rule();
            told |heard| if (heard.follows_any(units)) {
                why: why.id(),
                groups: heard.in_ports(&heard.known(units)),
            };
        /// Ships left the Atlantic for the Pacific before turn 11 (21.22).
        Transferred = "transferred" { seat: Is<Seat>, ships: Rows<(Unit, Base)> }
            rule "AW-21.22"; told |heard| { seat: seat_word(*seat), groups: heard.in_ports(ships) };
        /// German ships stay at sea, with an oiler or after a Hilfskreuzer's success (10.33, 15.31).
        Refuelled = "refuelled" { ships: Many<Unit> } rule "AW-10.33"; told open;
        /// A French ship took an uncontrolled base for its side (18.36).
        Claimed = "claimed" { unit: Unit, base: Base }
            rule "AW-18.36-b";
            told |heard| { unit: heard.name(*unit), place: heard.base_name(*base), by: heard.side_of(*unit) };
        /// Units had nowhere to go (10.23).
        Stranded = "stranded" { units: Many<Unit> } rule "AW-10.23"; told open;
        /// A side retreats from an area (8.13), or stays.
        RetreatDeclared = "retreat-declared" { area => place: Area, side: Is<Camp>, retreats: Flag }
            rule "AW-8.11"; told open;
        /// Retreating units form groups (8.22), or a group splits (8.32).
        GroupsFormed = "groups-formed" { area: Area, groups: Rows<(Group, Many<Unit>)> }
            rule "AW-8.22-a";
            told |heard| { place: heard.area_name(*area), groups: heard.numbered(groups, group_word) };
        /// Ships pursue groups (8.23); carriers may be sent against ports and bases instead (8.24).
        Pursued = "pursued" { area: Area, ships: Rows<(Unit, Group)>, raids: Rows<(Unit, Base)> }
            rule "AW-8.23";
            told |heard| {
                place: heard.area_name(*area),
                groups: heard.groups(ships, group_word),
                raids: heard.in_ports(raids),
            };
        /// Ships stop pursuing (8.33).
        BrokeOff = "broke-off" { area => place: Area, ships: Many<Unit> } rule "AW-8.33"; told open;
        /// What teammates had ordered could not be done together; these units attack something else, or
        /// nothing (7.3).
        Redirected = "redirected" { area => place: Area, units => attackers: Many<Unit> }
            rule "AW-7.322"; told open;
        /// An amphibious unit landed on a friendly port or base (13.3).
        Landed = "landed" { unit: Unit, base => place: Base } rule "AW-13.3"; told open;
        /// An amphibious unit invaded a base (13.4). With a defender both are lost, else the base is taken.
        Invaded = "invaded" { unit: Unit, base: Base, defender: Maybe<Unit> }
            rule if defender.is_none() { "AW-13.41" } else { "AW-13.43" };
            told |heard| {
                unit: heard.name(*unit),
                place: heard.base_name(*base),
                defender: defender.map(|defender| heard.name(defender)),
                by: heard.side_of(*unit),
            };
        /// A port or base changed hands because all areas around it are the enemy's (16.11).
        Encircled = "encircled" { base => place: Base, by: Is<Camp> } rule "AW-16.11"; told open;
        /// Ships on the bottom of a captured port are lost (9.352).
        Scuttled = "scuttled" { base => place: Base, ships: Many<Unit> } rule "AW-9.352"; told open;
        /// The combat in an area is over.
        AreaResolved = "area-resolved" { area => place: Area } rule "AW-7.1-a"; told open;
        /// Control flags were placed (17.13); areas not listed have none.
        FlagsPlaced = "flags-placed" { flags: Rows<(Area, Is<Camp>)> }
            rule "AW-17.13"; told |heard| { zones: heard.flags(flags) };
        /// A side scored the areas it controls, on one track (17.14).
        AreasScored = "areas-scored" {
            side: Is<Camp>,
            track: Is<Theatre>,
            areas => zones: Many<Area>,
            points: Score,
        } rule "AW-17.14"; told open;
        /// A side scored ports and bases that the scenario rewards.
        BasesScored = "bases-scored" {
            side: Is<Camp>,
            track: Is<Theatre>,
            bases => ports: Many<Base>,
            points: Score,
        } rule "AW-M-2"; told open;
        /// A side scored enemy ports that its carriers raided.
        RaidsScored = "raids-scored" {
            side: Is<Camp>,
            track: Is<Theatre>,
            bases => ports: Many<Base>,
            points: Score,
        } rule "AW-M-2b"; told open;
        /// A lone Hilfskreuzer scored (15.22).
        RaiderScored = "raider-scored" { area => place: Area } rule "AW-15.22-b"; told open;
        /// The marker of a track moved: how far the Allies lead now, below zero the Axis (2.8).
        LeadMoved = "lead-moved" { track: Is<Theatre>, lead: Lead }
            rule "AW-2.8-a"; told |_| = ([lead_moved(*track, *lead)]);
        /// The turn is over.
        TurnEnded = "turn-ended" { turn: Turn } rule ""; told open;
        /// The match is over. Of four players who win alone, `seats` are those who do (1.4).
        MatchEnded = "match-ended" {
            winner: Maybe<Is<Camp>>,
            axis: Count<i32>,
            allies: Count<i32>,
            seats or nothing: Many<Is<Seat>>,
        } rule "AW-M-0";
            told |heard| {
                winner,
                axis,
                allies,
                tracks or nothing: heard.tracks(),
                seats or nothing: players(seats),
            };
        /// The umpire ruled.
        Ruled = "ruled" { reason: Text, change: Ruling }
            rule ""; told |heard| { reason, change: heard.change(*change) };
    }
}

impl Event {
    /// The area in which a unit fired at sea; nothing if it is no such event.
    pub fn fired_at_sea(&self) -> Option<AreaId> {
        if let Event::Fired { scene: Scene::Sea(area), .. } = self { Some(*area) } else { None }
    }
}

/// The rule by which a port or base changes hands by the calendar.
fn turned_over_by(to: Option<Nation>) -> &'static str {
    match to {
        None => "AW-18.36-a",
        Some(Nation::Gb) => "AW-2.312",
        Some(Nation::Jp) => "AW-18.37-a",
        Some(_) => "AW-16.32-b",
    }
}
