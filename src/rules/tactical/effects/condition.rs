//! The words after `if:` in the table of abilities.

use serde::{Deserialize, Serialize};

use engine::tags::words;

words! {
    /// What must hold for an ability to speak. The owner is the unit that has the ability.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Condition: word {
        /// The owner has attacked the target with antisubmarine dice this turn.
        OwnerHuntedTarget = "owner-hunted-target",
        /// An aircraft of the owner's deck has.
        OwnerPlanesHuntedTarget = "owner-planes-hunted-target",
        /// The owner has fired its main guns at the target this turn, and Ground Combat holds.
        OwnerShelledTarget = "owner-shelled-target",
        /// The owner is a fighter on a mission other than strafing.
        OwnerEscorts = "owner-escorts",
        /// The attacker is the only ship of its side in its sector.
        AttackerAlone = "attacker-alone",
        /// The target is next to an island.
        TargetByIsland = "target-by-island",
        /// The target is in an island sector.
        TargetInIsland = "target-in-island",
        /// It is night, and the target is not in an island sector.
        NightInOpen = "night-in-open",
        /// A fighter attacks the target, or has done so this turn.
        FighterAttacked = "fighter-attacked",
        /// Another ship of the attacker's side has fired guns at the target this phase.
        TargetShotAt = "target-shot-at",
        /// The target has lost hull points.
        TargetDamaged = "target-damaged",
        /// The target's antiair value is 6 or less.
        TargetWeakAa = "target-weak-aa",
        /// The target did not move this turn.
        TargetLayStill = "target-lay-still",
        /// The target flies as a dive bomber, though it is a fighter.
        TargetBombs = "target-bombs",
        /// The target took a risk last turn or this one.
        TargetTookRisk = "target-took-risk",
        /// A dive bomber of the attacker's side is in its sector.
        DiveBomberHere = "dive-bomber-here",
        /// A carrier of the attacker's side is in its sector.
        CarrierHere = "carrier-here",
        /// Another destroyer of the attacker's side is in its sector.
        DestroyerHere = "destroyer-here",
        /// Another, crippled ship of the attacker's side is in its sector.
        CrippleHere = "cripple-here",
        /// No fighter of the other side is in the attacker's sector.
        NoEnemyFighterHere = "no-enemy-fighter-here",
        /// It is turn 1.
        FirstTurn = "first-turn",
        /// It is night.
        Night = "night",
        /// The owner has lost no hull points.
        Undamaged = "undamaged",
        /// The attacker has not fired its main guns yet.
        FirstMain = "first-main",
        /// The attacker has not fired any guns yet.
        FirstGunnery = "first-gunnery",
        /// The attacker has fired neither guns nor torpedoes yet.
        FirstShot = "first-shot",
        /// A torpedo attack of the attacker has damaged a ship.
        TorpedoBlood = "torpedo-blood",
        /// An antisubmarine attack of the attacker has done damage.
        AswBlood = "asw-blood",
        /// The attacker's last main-gun attack at the target did no damage.
        Straddled = "straddled",
        /// The attacker's side won the initiative of the turn.
        WonInitiative = "won-initiative",
        /// The dice of the side's initiative came to 10 or more.
        RolledTen = "rolled-ten",
        /// Another unit of the side has the same ability.
        AnotherOfUs = "another-of-us",
        /// The match is played with Territory.
        Territory = "territory",
    }
}
