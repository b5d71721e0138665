//! Laws that hold in every match: what a staff officer may answer, what a position may be, what a re-run
//! tells, and what a side must not learn. Nothing here knows a single match by heart; every law is tried on
//! many, and on every system.

/// `laws! { a, b }` makes tests of laws, which are functions over a system: one of each law for each system
/// of the list. `laws!(@list words [])` is an array of the systems' words.
macro_rules! laws {
    // The list.
    (@list $what:ident $given:tt) => {
        crate::laws::laws! { @$what $given
            seas_of_thunder: sealord::rules::seas_of_thunder::SeasOfThunder,
            admirals_war: sealord::rules::admirals_war::AdmiralsWar,
            war_at_sea: sealord::rules::war_at_sea::WarAtSea,
            schiffskrieg: sealord::rules::schiffskrieg::Schiffskrieg,
            trident: crate::trident::Trident,
        }
    };
    (@tests $laws:tt $($system:ident: $type:ty,)+) => {
        $(crate::laws::laws! { @of $system $type $laws })+
    };
    (@of $system:ident $type:ty [$($law:ident)+]) => {
        mod $system {
            $(#[test]
            fn $law() {
                super::$law::<$type>();
            })+
        }
    };
    (@words [] $($system:ident: $type:ty,)+) => {
        [$(<$type as sealord::rules::Rulebook>::ID),+]
    };
    ($($law:ident),+ $(,)?) => {
        crate::laws::laws! { @list tests [$($law)+] }
    };
}
pub(crate) use laws;

/// What laws must know of a system, and what holds for one system only.
mod systems;
/// Plays matches in memory and through the host.
pub mod play;
/// What a system says of itself.
mod contract;
/// Whole matches, position by position.
mod soak;
/// Every scenario, run of scenarios and optional rule.
mod war;
/// Whole matches through the host.
mod hosted;
/// Sides that staff officers play.
mod officers;
/// What a question accepts and refuses.
mod staff;
/// Doctrine that stands for one word.
mod staff_doctrine;
/// How many exchanges a turn takes.
mod exchanges;
/// What a re-run may not change.
mod rerun;
/// What a side must not learn.
mod fog;
/// What a side is told.
mod sight;
/// What does not show that another side changed its mind.
mod resent;
/// The table, played by a system of a few lines.
mod table;
/// Groups of units.
mod groups;
/// Answers to questions of later steps.
pub mod plans;
/// Questions, doctrine and their limits at random.
mod questions;
