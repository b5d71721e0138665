//! What can happen. Every change of a position is one of these.

use super::battle::picture::Picture;
use super::board::SectorId;
use super::cards::CardId;
use super::state::{Hunt, Intel, Phase, Pick, Place, UnitId, Waters};
use engine::side::Side;

mod particulars;

pub use particulars::{Change, End, Fate, Found, Loss, Next, Refusal, Verdict};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A part of a turn begins.
    PhaseBegan {
        /// The turn.
        turn: u8,
        /// The part.
        phase: Phase,
    },
    /// A side bought its first units (2.1).
    Mustered {
        /// Which side.
        side: Side,
        /// The cards, one for each unit.
        cards: Vec<CardId>,
    },
    /// A unit stands where it is from the start (2.6 to 2.10).
    Placed {
        /// Whose.
        side: Side,
        /// Its card.
        card: CardId,
        /// Where.
        at: SectorId,
        /// The aircraft that it makes, if it is a factory.
        makes: Option<CardId>,
    },
    /// A unit was begun (4.3, 2.2).
    Begun {
        /// Whose.
        side: Side,
        /// Its card.
        card: CardId,
        /// Where.
        at: SectorId,
        /// The facility, with Construction.
        yard: Option<UnitId>,
        /// Its price.
        price: u16,
        /// What was paid so far.
        paid: u16,
        /// In how many turns.
        turns: u8,
        /// The aircraft that it will make, if it is a factory (WSC-17-22).
        makes: Vec<CardId>,
    },
    /// An instalment was paid (4.3).
    Paid {
        /// For which unit.
        unit: UnitId,
        /// How much.
        points: u16,
    },
    /// A side has spent (4.2).
    Spent {
        /// Which side.
        side: Side,
        /// How much it spent.
        points: i32,
        /// What stays in the bank.
        kept: i32,
        /// What was wasted.
        wasted: i32,
        /// The sector whose points these are, with Economy (WSC-14.3-1).
        at: Vec<SectorId>,
    },
    /// Aircraft were based (5.1).
    Based {
        /// Whose.
        side: Side,
        /// Which, and where.
        units: Vec<(UnitId, Place)>,
    },
    /// Troops went aboard or ashore (17).
    Embarked {
        /// Whose.
        side: Side,
        /// Which, and where.
        units: Vec<(UnitId, Place)>,
    },
    /// Ships took points aboard (WSC-14.3-2).
    Loaded {
        /// Whose.
        side: Side,
        /// Which, where, and how many points.
        cargo: Vec<(UnitId, SectorId, i32)>,
    },
    /// Ships brought points ashore (WSC-14.3-3).
    Unloaded {
        /// Whose.
        side: Side,
        /// Which, where, and how many points.
        cargo: Vec<(UnitId, SectorId, i32)>,
    },
    /// A side's ships were divided into convoys and task forces (WSC-6.3-1).
    Formed {
        /// Whose.
        side: Side,
        /// The ships that go with a convoy.
        convoy: Vec<UnitId>,
    },
    /// What a side does about convoys (WSC-11.13-2 to WSC-11.13-4).
    Hunted {
        /// Whose.
        side: Side,
        /// Where, and what.
        hunts: Vec<(SectorId, Hunt)>,
    },
    /// A task force tried to intercept a convoy (WSC-11.13-4).
    Intercepted {
        /// Where.
        at: SectorId,
        /// Whose convoy.
        owner: Side,
        /// Who tried.
        hunter: Side,
        /// The total of the convoy's side.
        guard: u8,
        /// The total of the other.
        chase: u8,
    },
    /// A ship or boat moved (6.1).
    Sailed {
        /// Which.
        unit: UnitId,
        /// To where.
        to: SectorId,
    },
    /// A slow ship rolled for its movement (WSC-6.1-3).
    Slowed {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
        /// True if it lost a sector.
        slow: bool,
    },
    /// Aircraft scout (7.1).
    Scouted {
        /// Whose.
        side: Side,
        /// Which, and where.
        units: Vec<(UnitId, SectorId)>,
        /// In which order further scouts ask.
        picks: Vec<Pick>,
        /// Those that look for the convoy (WSC-7.3-1).
        convoy: Vec<UnitId>,
    },
    /// Aircraft are committed (8.1, 10.1).
    Committed {
        /// Whose.
        side: Side,
        /// Which, and where.
        units: Vec<(UnitId, SectorId)>,
        /// True if after tactical intelligence.
        late: bool,
        /// Those that go for the enemy's convoy (WSC-8.7-1).
        convoy: Vec<UnitId>,
        /// Those that defend the own one.
        escort: Vec<UnitId>,
    },
    /// An order came to nothing.
    Refused {
        /// Whose.
        side: Side,
        /// Of which card.
        card: CardId,
        /// The number of the unit, if there is one.
        serial: u16,
        /// Why.
        why: Refusal,
    },
    /// Time of day, terrain and weather of a sector were rolled (9.4, 11.2).
    Rolled {
        /// What came of it.
        waters: Waters,
    },
    /// A side was told of another's force (9.2, 9.3).
    Told {
        /// What.
        intel: Intel,
    },
    /// A side's forces stay or flee (9.6).
    Stood {
        /// Which side.
        side: Side,
        /// The sectors from which it flees.
        flees: Vec<SectorId>,
        /// The sectors from which its convoys flee, which is said apart with Economy.
        convoys: Vec<SectorId>,
        /// Crippled ships that stay in port.
        port: Vec<UnitId>,
        /// Crippled ships that flee alone.
        away: Vec<UnitId>,
    },
    /// A side chose battle plans.
    Planned {
        /// Which side.
        side: Side,
        /// Where, nothing for everywhere else, and which.
        plans: Vec<(Option<SectorId>, String)>,
        /// Its own plan, as a plan file has it.
        own: String,
    },
    /// A side would fight the battles of these sectors at the table.
    Tabled {
        /// Which side.
        side: Side,
        /// Where.
        sectors: Vec<SectorId>,
    },
    /// A battle goes to the table (battle plans 1.3).
    Met {
        /// Where.
        at: SectorId,
        /// Its number in the sector, from 1.
        number: u8,
        /// Who meets.
        sides: Vec<Side>,
        /// With what it begins, as JSON.
        dossier: String,
    },
    /// What the sides sent of a battle at the table was compared (battle plans 2.3).
    Compared {
        /// Where.
        at: SectorId,
        /// Its number in the sector, from 1.
        number: u8,
        /// Whose results.
        sides: Vec<Side>,
        /// What was found.
        found: Found,
        /// What becomes of the battle.
        next: Next,
        /// The lines in dispute, or the umpire's reason.
        lines: Vec<String>,
    },
    /// A side fights a battle by a plan that it sent whole.
    Led {
        /// Which side.
        side: Side,
        /// Where.
        at: SectorId,
        /// The number of the battle in the sector, from 1.
        number: u8,
        /// Which battles the plan serves, in words.
        plan: String,
        /// The units that it names by id and that are not there: those lines are void.
        missing: Vec<String>,
    },
    /// A battle was fought (11).
    Fought {
        /// Where.
        at: SectorId,
        /// Its number in the sector, from 1.
        number: u8,
        /// Who fought.
        sides: Vec<Side>,
        /// Who controlled the sector.
        controller: Option<Side>,
        /// How many turns it lasted.
        turns: u8,
        /// Who won.
        winner: Option<Side>,
        /// What became of the units.
        fates: Vec<Fate>,
        /// Points of each side, by sunk units of the others.
        points: Vec<(Side, i32)>,
        /// The battle in words.
        story: Vec<String>,
        /// The battle map every few turns, of a battle that was fought from plans.
        pictures: Vec<Picture>,
        /// Whose convoy was attacked, if one was (WSC-11.13-6).
        convoy: Vec<Side>,
        /// True if no task force took part in it, so that it decides nothing about the sector.
        raid: bool,
    },
    /// An aircraft whose carrier was sunk while it was away rolled (WSC-8.4-4).
    Survival {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
    },
    /// A unit was lost outside a battle.
    Lost {
        /// Which.
        unit: UnitId,
        /// How.
        why: Loss,
        /// Who is credited with it.
        by: Option<Side>,
    },
    /// A ship left the sector of its battle (12.2).
    Retired {
        /// Which.
        unit: UnitId,
        /// To where.
        to: SectorId,
        /// The turn until whose end it is in transit; 0 if it is not.
        transit: u8,
        /// The turn on which it may do nothing offensive; 0 for none.
        barred: u8,
        /// Whether it won and went because it would (WSC-12.2-3); edition 1 did not say.
        free: bool,
    },
    /// An aircraft came home to another base than its own (WSC-12.2-6).
    Home {
        /// Which.
        unit: UnitId,
        /// Where.
        at: SectorId,
    },
    /// A sector changed hands (WSC-12.2-8).
    Taken {
        /// Which.
        at: SectorId,
        /// Whose it was.
        from: Option<Side>,
        /// Whose it is.
        by: Side,
    },
    /// A unit was mended (12.3).
    Mended {
        /// Which.
        unit: UnitId,
        /// Hull points.
        points: u8,
        /// Whether it was mended whole in a turn of rest; edition 1 did not say.
        whole: bool,
        /// The ship or facility that did it; none where a base is enough.
        by: Vec<UnitId>,
    },
    /// A facility worked on a ship without finishing (WSC-12.4-3).
    Mending {
        /// Which ship.
        unit: UnitId,
        /// Months so far.
        months: u8,
    },
    /// A unit is finished (13.1).
    Finished {
        /// Which.
        unit: UnitId,
    },
    /// A side's sectors produced (14.1).
    Earned {
        /// Which side.
        side: Side,
        /// Points.
        points: i32,
    },
    /// A side's sectors produced, and the points lie where they were produced (WSC-14.3-2).
    Produced {
        /// Which side.
        side: Side,
        /// Where, and how many points.
        points: Vec<(SectorId, i32)>,
    },
    /// A side is out of the campaign.
    Out {
        /// Which.
        side: Side,
    },
    /// A turn is over (15.1).
    TurnEnded {
        /// Which.
        turn: u8,
    },
    /// The campaign is over.
    MatchEnded {
        /// Who won; nobody in a draw.
        winner: Option<Side>,
        /// True if by far, or by a capital.
        decisive: bool,
        /// The scores.
        points: Vec<(Side, i32)>,
    },
    /// The umpire ruled.
    Ruled {
        /// Why.
        reason: String,
        /// What.
        what: Change,
    },
}
