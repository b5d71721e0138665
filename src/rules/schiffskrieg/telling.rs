//! The shapes of what a faction is told: names, numbers and dice. The words are the templates' affair.

use serde::Serialize;

use engine::side::{Side, SideMap};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Telling {
    /// The ledger's id of the rule that made it so; empty for what no rule made, and for house rules.
    pub rule: String,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// Pieces and where they go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Where.
    pub place: String,
    /// Their names.
    pub units: Vec<String>,
}

/// A ship's Speed Check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The ship.
    pub unit: String,
    /// Its die.
    pub die: u8,
    /// Whether it is late.
    pub late: bool,
}

/// What a side wants by day or by night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wish {
    /// The side, if it is known.
    pub side: Option<Side>,
    /// `day` or `night`.
    pub action: &'static str,
    /// Its modified die, if one fell.
    pub die: Option<i8>,
}

/// What happened. A `map` is the name of a map, a `navy` the adjective of a nation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum What {
    Declared {
        facts: Vec<String>,
        history: bool,
    },
    AtTable {
        facts: Vec<String>,
        reason: String,
    },
    Wanted {
        facts: Vec<String>,
    },
    TurnBegan {
        turn: u8,
        date: String,
    },
    MatchEnded {
        points: SideMap<i32>,
        winner: Option<Side>,
        of: Side,
        share: Option<i32>,
        par: u8,
    },
    Ordered {
        orders: Vec<String>,
    },
    PassedOver {
        what: Option<String>,
    },
    Intelligence {
        side: Side,
        die: u8,
        most: u8,
    },
    Formed {
        side: Side,
        unit: String,
        place: String,
        force: Vec<String>,
    },
    Contested {
        side: Side,
        unit: Option<String>,
    },
    Checked {
        side: Side,
        checks: Vec<Check>,
        late: Vec<String>,
    },
    Outcome {
        end: &'static str,
    },
    Stood {
        unit: String,
        force: Vec<String>,
    },
    Postponed {
        unit: String,
        die: u8,
        turn: u8,
        date: String,
    },
    Turned {
        unit: String,
    },
    Posted {
        unit: String,
        place: String,
    },
    BattleBegan {
        place: String,
        cause: &'static str,
        side: Side,
        against: Side,
    },
    RoundBegan {
        round: u8,
        action: &'static str,
        wishes: Vec<Wish>,
        dice: Vec<u8>,
    },
    Fired {
        side: Option<Side>,
        target: String,
        attackers: Vec<String>,
        dice: Vec<u8>,
        drm: i8,
        superior: Vec<String>,
        hits: u8,
        void: u8,
        damage_dice: Vec<u8>,
        points: u8,
        harm: &'static str,
        disabled: bool,
    },
    Submerged {
        boats: Vec<String>,
    },
    TookEffect {
        lost: Vec<String>,
        hurt: Vec<String>,
        disabled: Vec<String>,
    },
    Retirement {
        side: Option<Side>,
        retires: bool,
    },
    Resolved {
        end: &'static str,
        victory: Option<&'static str>,
        winner: Option<Side>,
    },
    Left {
        groups: Vec<Group>,
    },
    BattleEnded {},
    Intercepted {
        force: Vec<String>,
        die: u8,
        drm: i8,
        result: String,
        place: Option<String>,
    },
    Engaged {
        fights: bool,
    },
    RaidEnded {
        map: String,
        succeeded: bool,
        gain: Option<&'static str>,
    },
    RaidFormed {
        side: Side,
        purpose: &'static str,
        die: Option<u8>,
        most: u8,
        force: Vec<String>,
    },
    BaseAttacked {
        side: Side,
        place: String,
        die: u8,
        drm: i8,
        result: String,
    },
    Patrolled {
        unit: String,
        place: String,
        die: u8,
        result: String,
    },
    Funded {
        navy: &'static str,
        die: Option<u8>,
        halves: u8,
        purged: bool,
    },
    Begun {
        unit: String,
        place: String,
        stripe: Option<&'static str>,
    },
    Reorganized {
        removed: String,
        restored: Option<String>,
    },
    Withdrawn {
        unit: String,
        die: Option<u8>,
        drm: i8,
        place: String,
    },
    Fate {
        unit: String,
        die: u8,
        place: String,
    },
    Aligned {
        force: Vec<String>,
        to: Option<&'static str>,
        vichy: bool,
    },
    MarkerMoved {
        marker: String,
    },
    Held {
        place: String,
        force: Vec<String>,
    },
    LuckAwarded {
        map: String,
        axis: u8,
        allies: u8,
        die: Option<u8>,
        holder: Option<&'static str>,
    },
    CardsDrawn {
        map: String,
        cards: u8,
    },
    CardPlayed {
        side: Side,
        map: String,
        die: u8,
        effect: &'static str,
    },
    LuckSpent {
        map: String,
        die: Option<u8>,
    },
    Delayed {
        unit: String,
        dice: Vec<u8>,
        drm: i8,
        result: u8,
        seasons: bool,
        place: String,
    },
    Moved {
        side: Side,
        groups: Vec<Group>,
    },
    Scored {
        side: Side,
        map: String,
        what: &'static str,
        points: u8,
        place: Option<String>,
    },
    Ruled {
        reason: String,
        change: String,
    },
}
