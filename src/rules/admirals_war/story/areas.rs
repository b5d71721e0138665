//! The area of whose combat an event tells.

use super::super::board::AreaId;
use super::super::event::{Event, Scene};

impl Event {
    /// The area of the combat to which the event belongs; nothing if it tells none.
    pub(in super::super) fn combat_area(&self) -> Option<AreaId> {
        match self {
            Event::AreaSelected { area, .. }
            | Event::Surprised { area, .. }
            | Event::Sortied { area, .. }
            | Event::TorchOpposed { area, .. }
            | Event::RoundBegan { area, .. }
            | Event::HeartRolled { area, .. }
            | Event::Intercepted { area, .. }
            | Event::KamikazesNamed { area, .. }
            | Event::KamikazesSpent { area, .. }
            | Event::ForcesFormed { area, .. }
            | Event::IntentStated { area, .. }
            | Event::Sighted { area, .. }
            | Event::SurfaceJoined { area, .. }
            | Event::GunsNamed { area, .. }
            | Event::Fired { scene: Scene::Sea(area), .. }
            | Event::TookEffect { scene: Scene::Sea(area), .. }
            | Event::RetreatDeclared { area, .. }
            | Event::GroupsFormed { area, .. }
            | Event::Pursued { area, .. }
            | Event::BrokeOff { area, .. }
            | Event::Redirected { area, .. }
            | Event::Raided { area, .. }
            | Event::Hunted { area, .. }
            | Event::ShippingAttacked { area, .. }
            | Event::Aimed { area, .. }
            | Event::AreaResolved { area } => Some(*area),
            Event::PhaseBegan { .. }
            | Event::RaidForce { .. }
            | Event::FlagLifted { .. }
            | Event::WarDeclared { .. }
            | Event::RaidForceSailed { .. }
            | Event::WarBegan { .. }
            | Event::Provoked { .. }
            | Event::Occupied { .. }
            | Event::ChancesSet { .. }
            | Event::GroupsRolled { .. }
            | Event::GroupInPort { .. }
            | Event::Warned { .. }
            | Event::ChancesShown { .. }
            | Event::GroupPlaced { .. }
            | Event::Arrived { .. }
            | Event::Held { .. }
            | Event::ShutOut { .. }
            | Event::Withdrawn { .. }
            | Event::Replaced { .. }
            | Event::Scheduled { .. }
            | Event::Scrapped { .. }
            | Event::CompletionRolled { .. }
            | Event::Mourned { .. }
            | Event::TurnedOver { .. }
            | Event::AllegianceRolled { .. }
            | Event::CatapultLaunched { .. }
            | Event::ArmisticeRolled { .. }
            | Event::Interned { .. }
            | Event::LilaDeclared { .. }
            | Event::TorchLit { .. }
            | Event::MoveRolled { .. }
            | Event::ItalyWeighed { .. }
            | Event::ItalyDeclared { .. }
            | Event::Transferred { .. }
            | Event::AirTransferred { .. }
            | Event::Fined { .. }
            | Event::Refuelled { .. }
            | Event::Claimed { .. }
            | Event::LeadMoved { .. }
            | Event::Sailed { .. }
            | Event::Readied { .. }
            | Event::SpeedRolled { .. }
            | Event::Repaired { .. }
            | Event::AirPlaced { .. }
            | Event::SubmarinesTurned { .. }
            | Event::SubmarinesShown { .. }
            | Event::Fired { scene: Scene::Base(_), .. }
            | Event::TookEffect { scene: Scene::Base(_), .. }
            | Event::Returned { .. }
            | Event::Stranded { .. }
            | Event::Landed { .. }
            | Event::Invaded { .. }
            | Event::Encircled { .. }
            | Event::Scuttled { .. }
            | Event::FlagsPlaced { .. }
            | Event::AreasScored { .. }
            | Event::BasesScored { .. }
            | Event::RaidsScored { .. }
            | Event::RaiderScored { .. }
            | Event::TurnEnded { .. }
            | Event::MatchEnded { .. }
            | Event::Ruled { .. } => None,
        }
    }
}
