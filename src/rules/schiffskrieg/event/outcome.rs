//! Words for how things end and what they were for.

use serde::{Deserialize, Serialize};

use super::super::state::Part;
use engine::tags::words;

words! {
    /// How a contest ends (4.6).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum End: id {
        /// The phasing side wins.
        Success = "success",
        /// The side that contests wins.
        Repulsion = "repulsion",
        /// Nobody does.
        Stalemate = "stalemate",
    }
}

impl End {
    /// Who wins by it, if anybody does.
    pub fn winner(self) -> Option<Part> {
        match self {
            End::Success => Some(Part::Phasing),
            End::Repulsion => Some(Part::Answering),
            End::Stalemate => None,
        }
    }
}

words! {
    /// How a side wins (4.6).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Victory: id {
        /// The enemy retired after round one and had done nothing that counts.
        Limited = "limited",
        /// Nothing of the enemy is left that floats or flies.
        Major = "major",
    }
}

words! {
    /// For what a faction scores in the naval war.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Scoring: id {
        /// It holds a zone (NW-14).
        Zone = "zone",
        /// It stands off an enemy port (NW-15).
        Landing = "landing",
        /// Something of the enemy is sunk or destroyed (NW-16).
        Losses = "losses",
        /// A victory in a battle (NW-16).
        Victory = "victory",
        /// A Commerce Raid (NW-16).
        Raid = "raid",
        /// A Sub Fleet in its box (NW-16).
        Blockade = "blockade",
    }
}

words! {
    /// What a successful commerce raid brings (5.1.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Gain: id {
        /// A Convoy is delayed.
        Convoy = "convoy",
        /// A support unit is delayed.
        SupportUnit = "support-unit",
        /// The Raid marker, on its side Western Delay.
        WesternDelay = "western-delay",
        /// The Raid marker, on its side Soviet Lend-Lease.
        SovietLendLease = "soviet-lend-lease",
    }
}

words! {
    /// What pieces were brought together for, if not for a support unit.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Purpose: id {
        /// A Base Attack Raid (5.2.1).
        BaseRaid = "base-raid",
        /// A Harbor Attack of Operation Z (10.7).
        OperationZ = "operation-z",
        /// The Counterstrike at it (10.7).
        Counterstrike = "counterstrike",
        /// Interceptors of discovered raiders (10.10).
        Interceptors = "interceptors",
        /// The Doolittle Raid (10.4).
        Doolittle = "doolittle",
        /// A Banzai battle (10.1).
        Banzai = "banzai",
    }
}
