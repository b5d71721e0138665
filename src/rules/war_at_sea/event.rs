//! What can happen, and who hears of it: a side its own orders and what came of them, what the rules
//! disclose, and battles in which it fought. Every change of a position is one of these; `apply.rs` has what
//! each changes.

mod particulars;

pub use particulars::{Change, End, Fate, Found, Loss, Next, Refusal, Verdict};

use super::WarAtSea;
use super::fields::{
    At, Card, Changes, FateOf, PictureOf, PlanAt, Points, Price, Report, Seat, Sector, Turn, Unit, Water,
};
use super::state::{Hunt, Phase, Pick};
use super::story::by_side;
use super::view::Observer;
use engine::events::{events, line};
use engine::fields::{Count, Face, Flag, Is, Many, Maybe, Rows, Text};
use engine::problem::list_and;

events! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Event of WarAtSea, told to Observer<'_> {
        /// A part of a turn begins.
        PhaseBegan = "phase-began" { turn: Turn, phase: Is<Phase> } rule ""; told nobody;
        /// A side bought its first units (2.1).
        Mustered = "mustered" {
            side: Seat,
            /// The cards, one for each unit.
            cards: Many<Card>,
        } rule "WSC-2.1-1"; told |observer| if (observer.side == *side) { units: observer.mustered(cards) };
        /// A unit stands where it is from the start (2.6 to 2.10).
        Placed = "placed" {
            side => _: Seat,
            card => unit: Card,
            at => place: Sector,
            /// The aircraft that it makes, if it is a factory.
            makes => _: Maybe<Card>,
        } rule "WSC-2.6-1"; told |observer| if (observer.side == *side) => open;
        /// A unit was begun (4.3, 2.2).
        Begun = "begun" {
            side: Seat,
            card: Card,
            at: Sector,
            /// The facility, with Construction.
            yard: Maybe<Unit>,
            price: Price,
            /// What was paid so far.
            paid: Price,
            /// In how many turns.
            turns: Turn,
            /// The aircraft that it will make, if it is a factory (WSC-17-22).
            makes or nothing: Many<Card>,
        } rule "WSC-4.3-1";
            told |observer| if (observer.side == *side) {
                unit: observer.begun(*card, makes),
                place: observer.place(*at),
                paid,
                price,
            };
        /// An instalment was paid (4.3).
        Paid = "paid" { unit: Unit, points: Price }
            rule "WSC-4.3-3"; told |observer| if (observer.is_own(*unit) && *points > 0) => open;
        /// A side has spent (4.2).
        Spent = "spent" {
            side: Seat,
            points: Points,
            /// What stays in the bank.
            kept: Points,
            /// What was wasted.
            wasted: Points,
            /// The sector whose points these are, with Economy (WSC-14.3-1).
            at or nothing: Many<Sector>,
        } rule "WSC-4.2-2";
            told |observer| if (observer.side == *side) {
                points,
                kept,
                wasted,
                place or nothing: at.first().map(|at| observer.place(*at)),
            };
        /// Aircraft were based (5.1).
        Based = "based" { side: Seat, units: Rows<(Unit, At)> }
            rule "WSC-5.1-1"; told |observer| = (observer.based(*side, units));
        /// Troops went aboard or ashore (17).
        Embarked = "embarked" { side: Seat, units: Rows<(Unit, At)> }
            rule "WSC-17-25"; told |observer| = (observer.embarked(*side, units));
        /// Ships took points aboard (WSC-14.3-2).
        Loaded = "loaded" { side: Seat, cargo: Rows<(Unit, Sector, Points)> }
            rule "WSC-14.3-2";
            told |observer| = (
                observer.loads(*side, cargo).map(|(unit, place, points)| line!("loaded" { unit, place, points }))
            );
        /// Ships brought points ashore (WSC-14.3-3).
        Unloaded = "unloaded" { side: Seat, cargo: Rows<(Unit, Sector, Points)> }
            rule "WSC-14.3-3";
            told |observer| = (
                observer.loads(*side, cargo).map(|(unit, place, points)| line!("unloaded" { unit, place, points }))
            );
        /// A side's ships were divided into convoys and task forces (WSC-6.3-1).
        Formed = "formed" { side: Seat, convoy: Many<Unit> }
            rule "WSC-6.3-1";
            told |observer| = (observer.own_units(*side, convoy).map(|unit| line!("formed" { unit })));
        /// What a side does about convoys (WSC-11.13-2 to WSC-11.13-4).
        Hunted = "hunted" { side: Seat, hunts: Rows<(Sector, Is<Hunt>)> }
            rule "WSC-11.13-3"; told |observer| = (observer.hunts(*side, hunts));
        /// A task force tried to intercept a convoy (WSC-11.13-4).
        Intercepted = "intercepted" {
            at => place: Sector,
            owner: Seat,
            hunter: Seat,
            /// The total of the convoy's side.
            guard: Count<u8>,
            /// The total of the other.
            chase: Count<u8>,
        } rule "WSC-11.13-4"; told |observer| if ([owner, hunter].contains(&&observer.side)) => open;
        /// A ship or boat moved (6.1).
        Sailed = "sailed" { unit: Unit, to => place: Sector }
            rule "WSC-6.1-1"; told |observer| if (observer.is_own(*unit)) => open;
        /// A slow ship rolled for its movement (WSC-6.1-3).
        Slowed = "slowed" {
            unit: Unit,
            die: Face,
            /// True if it lost a sector.
            slow: Flag,
        } rule "WSC-6.1-3"; told |observer| if (observer.is_own(*unit)) => open;
        /// Aircraft scout (7.1).
        Scouted = "scouted" {
            side: Seat,
            units: Rows<(Unit, Sector)>,
            /// In which order further scouts ask.
            picks or nothing: Many<Is<Pick>>,
            /// Those that look for the convoy (WSC-7.3-1).
            convoy or nothing: Many<Unit>,
        } rule "WSC-7.1-1";
            told |observer| = (observer.sent(*side, units).map(|(unit, place)| line!("scouted" { unit, place })));
        /// Aircraft are committed (8.1, 10.1).
        Committed = "committed" {
            side: Seat,
            units: Rows<(Unit, Sector)>,
            /// True if after tactical intelligence.
            late: Flag,
            /// Those that go for the enemy's convoy (WSC-8.7-1).
            convoy or nothing: Many<Unit>,
            /// Those that defend the own one.
            escort or nothing: Many<Unit>,
        } rule "WSC-8.1-1";
            told |observer| = (observer.sent(*side, units).map(|(unit, place)| line!("committed" { unit, place })));
        /// An order came to nothing.
        Refused = "refused" {
            side: Seat,
            card: Card,
            /// The number of the unit, if there is one.
            serial: Count<u16>,
            why: Is<Refusal>,
        } rule "";
            told |observer| if (observer.side == *side) { unit: observer.refused(*card, *serial), why: why.id() };
        /// Time of day, terrain and weather of a sector were rolled (9.4, 11.2).
        Rolled = "rolled" { waters: Water }
            rule "WSC-9.4-1"; told |observer| if (waters.to.contains(&observer.side)) { waters: observer.waters(waters) };
        /// A side was told of another's force (9.2, 9.3).
        Told = "told" { intel: Report }
            rule "WSC-9.1-1"; told |observer| if (intel.to == observer.side) { intel: observer.intel(intel) };
        /// A side's forces stay or flee (9.6).
        Stood = "stood" {
            side: Seat,
            /// The sectors from which it flees.
            flees or nothing: Many<Sector>,
            /// The sectors from which its convoys flee, which is said apart with Economy.
            convoys or nothing: Many<Sector>,
            /// Crippled ships that stay in port.
            port or nothing: Many<Unit>,
            /// Crippled ships that flee alone.
            away or nothing: Many<Unit>,
        } rule "WSC-9.6-1"; told |observer| if (observer.side == *side) = (observer.stood(flees, convoys, port, away));
        /// A side chose battle plans.
        Planned = "planned" {
            side: Seat,
            /// Where, nothing for everywhere else, and which.
            plans: Many<PlanAt>,
            /// Its own plan, as a plan file has it.
            own: Text,
        } rule "";
            told |observer| if (observer.side == *side) = (
                plans.iter().map(|plan| line!("planned" { plan: observer.plan(plan) }))
            );
        /// A side would fight the battles of these sectors at the table.
        Tabled = "tabled" { side: Seat, sectors: Many<Sector> }
            rule "WSC-11.1-1";
            told |observer| if (observer.side == *side) {
                places: list_and(&observer.places(sectors)),
                count: sectors.len(),
            };
        /// A battle goes to the table (battle plans 1.3).
        Met = "met" {
            at: Sector,
            /// Its number in the sector, from 1.
            number: Count<u8>,
            sides: Many<Seat>,
            /// With what it begins, as JSON.
            dossier: Text,
        } rule "WSC-11.1-1"; told |observer| if (sides.contains(&observer.side)) { place: observer.place(*at) };
        /// What the sides sent of a battle at the table was compared (battle plans 2.3).
        Compared = "compared" {
            at: Sector,
            /// Its number in the sector, from 1.
            number: Count<u8>,
            sides: Many<Seat>,
            found: Is<Found>,
            next: Is<Next>,
            /// The lines in dispute, or the umpire's reason.
            lines: Many<Text>,
        } rule ""; told |observer| if (sides.contains(&observer.side)) = (observer.compared(*at, *found, *next, lines));
        /// A side fights a battle by a plan that it sent whole.
        Led = "led" {
            side => _: Seat,
            at => place: Sector,
            /// The number of the battle in the sector, from 1.
            number => _: Count<u8>,
            /// Which battles the plan serves, in words.
            plan: Text,
            /// The units that it names by id and that are not there: those lines are void.
            missing: Many<Text>,
        } rule ""; told |observer| if (observer.side == *side) => open;
        /// A battle was fought (11).
        Fought = "fought" {
            at: Sector,
            /// Its number in the sector, from 1.
            number: Count<u8>,
            sides: Many<Seat>,
            /// Who controlled the sector.
            controller: Maybe<Seat>,
            turns: Turn,
            winner: Maybe<Seat>,
            fates: Many<FateOf>,
            /// Points of each side, by sunk units of the others.
            points: Rows<(Seat, Points)>,
            /// The battle in words.
            story: Many<Text>,
            /// The battle map every few turns, of a battle that was fought from plans.
            pictures or nothing: Many<PictureOf>,
            /// Whose convoy was attacked, if one was (WSC-11.13-6).
            convoy or nothing: Many<Seat>,
            /// True if no task force took part in it, so that it decides nothing about the sector.
            raid or nothing: Flag,
        } rule "WSC-11.7-5";
            told |observer| if (sides.contains(&observer.side)) = (
                observer.fought(line!("fought" {
                    place: observer.place(*at),
                    turns,
                    winner,
                    points: by_side(points),
                    convoy or nothing: convoy.first(),
                }), story, fates, !convoy.is_empty())
            );
        /// An aircraft whose carrier was sunk while it was away rolled (WSC-8.4-4).
        Survival = "survival" { unit: Unit, die: Face }
            rule "WSC-8.4-4"; told |observer| if (observer.is_own(*unit)) => open;
        /// A unit was lost outside a battle.
        Lost = "lost" {
            unit: Unit,
            why: Is<Loss>,
            /// Who is credited with it.
            by => _: Maybe<Seat>,
        } rule "";
            told |observer| if (observer.knows(*unit) && (observer.is_own(*unit) || *by == Some(observer.side))) => open;
        /// A ship left the sector of its battle (12.2).
        Retired = "retired" {
            unit: Unit,
            to: Sector,
            /// The turn until whose end it is in transit; 0 if it is not.
            transit or nothing: Turn,
            /// The turn on which it may do nothing offensive; 0 for none.
            barred or nothing: Turn,
            /// Whether it won and went because it would (WSC-12.2-3); edition 1 did not say.
            free or nothing: Flag,
        } rule "WSC-12.2-1";
            told |observer| if (observer.is_own(*unit)) {
                unit: observer.unit(*unit),
                place: observer.place(*to),
                transit: *transit > 0, barred: *barred > 0,
            };
        /// An aircraft came home to another base than its own (WSC-12.2-6).
        Home = "home" { unit: Unit, at => place: Sector }
            rule "WSC-12.2-6"; told |observer| if (observer.is_own(*unit)) => open;
        /// A sector changed hands (WSC-12.2-8).
        Taken = "taken" { at => place: Sector, from: Maybe<Seat>, by: Seat } rule "WSC-12.2-8"; told open;
        /// A unit was mended (12.3).
        Mended = "mended" {
            unit: Unit,
            points: Count<u8>,
            /// Whether it was mended whole in a turn of rest; edition 1 did not say.
            whole or nothing => _: Flag,
            /// The ship or facility that did it; none where a base is enough.
            by or nothing => _: Many<Unit>,
        } rule "WSC-12.3-1"; told |observer| if (observer.is_own(*unit)) => open;
        /// A facility worked on a ship without finishing (WSC-12.4-3).
        Mending = "mending" {
            unit: Unit,
            /// Months so far.
            months: Count<u8>,
        } rule "WSC-12.4-3"; told |observer| if (observer.is_own(*unit)) => open;
        /// A unit is finished (13.1).
        Finished = "finished" { unit: Unit } rule "WSC-13.1-1"; told |observer| if (observer.is_own(*unit)) => open;
        /// A side's sectors produced (14.1).
        Earned = "earned" { side => _: Seat, points: Points }
            rule "WSC-14.1-5"; told |observer| if (observer.side == *side) => open;
        /// A side's sectors produced, and the points lie where they were produced (WSC-14.3-2).
        Produced = "produced" { side: Seat, points: Rows<(Sector, Points)> }
            rule "WSC-14.3-2";
            told |observer| if (observer.side == *side) = (
                points.iter().map(|(at, points)| line!("produced" { place: observer.place(*at), points }))
            );
        /// A side is out of the campaign.
        Out = "out" { side: Seat } rule ""; told open;
        /// A turn is over (15.1).
        TurnEnded = "turn-ended" { turn: Turn } rule "WSC-15.1-1"; told open;
        /// The campaign is over.
        MatchEnded = "match-ended" {
            /// Who won; nobody in a draw.
            winner: Maybe<Seat>,
            /// True if by far, or by a capital.
            decisive: Flag,
            points: Rows<(Seat, Points)>,
        } rule ""; told |_| { winner, decisive, points: by_side(points) };
        /// The umpire ruled.
        /// Who fought a battle reads of the ruling on it when it is taken up, and nobody else.
        Ruled = "ruled" { reason: Text, what: Changes }
            rule "";
            told |observer| if (!matches!(what, Change::Battle(..))) {
                reason,
                change: observer.system.ruling_words(what),
            };
    }
}
