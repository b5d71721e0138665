//! The kinds of fields that events have: what each may hold, so that no forged journal breaks a position, how
//! a case writes it, and how a report does.
//!
//! Units come and go in a campaign, so which there are is not known here; what an event says of one that is
//! not there changes nothing.

use super::WarAtSea;
use super::board::SectorId;
use super::event::{Change, Event, Fate, Found, Loss, Next, Refusal, Verdict};
use super::state::{Hunt, Intel, Phase, Pick, Place, UnitId, Waters};
use super::view::Observer;
use engine::fields::{Field, Fits, below, is, kinds, named};
use engine::side::Side;
use engine::system::Rules;
use tactical::cards::CardId;
use tactical::picture::Picture;

/// More units than a campaign can have.
const MOST_UNITS: usize = 20_000;
/// More than any price, bank or score.
const MOST_POINTS: i32 = 1_000_000;
/// Longer than any campaign.
const MOST_TURNS: u8 = 100;

named! {
    Phase: "phase",
    Pick: "detail",
    Hunt: "order",
    Refusal: "reason" told |it| it.id(),
    Loss: "loss" told |it| it.id(),
    Found: "finding",
    Next: "next",
}

impl WarAtSea {
    /// What of an event does not fit, if something does not.
    pub(super) fn misfit(&self, event: &Event) -> Option<String> {
        event.validate(self).err()
    }

    fn has_side(&self, side: Side) -> Fits {
        if self.sides().contains(&side) { Ok(()) } else { Err(format!("{} does not play here", side.name())) }
    }

    fn has_sector(&self, at: SectorId) -> Fits {
        below(usize::from(at.0), self.board.sectors.len(), "sector")
    }
}

fn within(points: i32) -> Fits {
    if (-MOST_POINTS..=MOST_POINTS).contains(&points) { Ok(()) } else { Err(format!("{points} points")) }
}

kinds! {
    WarAtSea, told to Observer<'_>:
    /// A unit, by its number in the campaign.
    Unit(UnitId) = Field::Number, |_, unit| {
        below(usize::from(unit.0), MOST_UNITS, "unit")
    }, told |observer, unit| observer.unit(*unit);

    /// A card, by its id.
    Card(CardId) = Field::Id(
        |system, at| system.cards.iter().nth(at).map(|(_, card)| card.id.clone()),
        |system, id| system.cards.find(id).map(drop).ok_or_else(|| format!("there is no card `{id}`")),
    ), |system, card| {
        below(usize::from(card.0), system.cards.len(), "card")
    }, told |observer, card| observer.card_name(*card);

    /// A sector, by its word.
    Sector(SectorId) = Field::Id(
        |system, at| system.board.sectors.get(at).map(|sector| sector.id.clone()),
        |system, id| system.board.find(id).map(drop).ok_or_else(|| format!("there is no sector `{id}`")),
    ), |system, at| {
        system.has_sector(*at)
    }, told |observer, at| observer.place(*at);

    /// A side of the match.
    Seat(Side) = Field::Word("side", is::<WarAtSea, Side>), |system, side| {
        system.has_side(*side)
    }, told |_, side| side;

    /// A turn.
    Turn(u8) = Field::Number, |_, turn| {
        below(usize::from(*turn), usize::from(MOST_TURNS), "turn")
    }, told |_, turn| turn;

    /// What a unit costs, or a part of it.
    Price(u16) = Field::Number, told |_, points| points;

    /// Points given or taken.
    Points(i32) = Field::Number, |_, points| {
        within(*points)
    }, told |_, points| points;

    /// A place.
    At(Place) = Field::Word("place", is::<WarAtSea, Place>), |system, place| {
        match place {
            Place::Sector(at) | Place::Base(at) | Place::Idle(at) | Place::Stocks(at) | Place::Transit(at, _) => {
                system.has_sector(*at)
            }
            Place::Deck(unit) | Place::Aboard(unit) => below(usize::from(unit.0), MOST_UNITS, "unit"),
            Place::Pool | Place::Lost => Ok(()),
        }
    };

    /// What was rolled for a sector.
    Water(Waters) = Field::Word("waters", is::<WarAtSea, Waters>), |system, waters| {
        system.has_sector(waters.at)
    };

    /// What was told of a force.
    Report(Intel) = Field::Word("report", is::<WarAtSea, Intel>), |system, intel| {
        system.has_sector(intel.at)?;
        system.has_side(intel.to)?;
        system.has_side(intel.of)
    };

    /// A battle plan, and where it holds.
    PlanAt((Option<SectorId>, String)) =
        Field::Word("plan", is::<WarAtSea, (Option<SectorId>, String)>), |system, plan| {
        plan.0.map_or(Ok(()), |at| system.has_sector(at))
    };

    /// What became of a unit.
    FateOf(Fate) = Field::Word("fate", is::<WarAtSea, Fate>), |_, fate| {
        below(usize::from(fate.unit.0), MOST_UNITS, "unit")
    };

    /// The battle map at the end of a turn.
    PictureOf(Picture) = Field::Word("picture", is::<WarAtSea, Picture>), |system, picture| {
        picture.counters.iter().try_for_each(|counter| system.has_side(counter.side))?;
        picture.misfit(&system.cards).map_or(Ok(()), Err)
    };

    /// What a ruling changes.
    Changes(Change) = Field::Word("change", is::<WarAtSea, Change>), |system, change| {
        match change {
            Change::Points(side, points) | Change::Bank(side, points) => {
                system.has_side(*side)?;
                within(*points)
            }
            Change::Control(at, side) => {
                system.has_sector(*at)?;
                side.map_or(Ok(()), |side| system.has_side(side))
            }
            Change::Battle(_, Verdict::As(side)) => system.has_side(*side),
            Change::Battle(_, Verdict::Staff | Verdict::Result(_)) => Ok(()),
        }
    };
}
