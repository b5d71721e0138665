//! 1.1 Which advanced rules hold, and what else a match may choose.

use engine::rulebook::{Choices, MatchOption};
use engine::tags::words;

words! {
    /// An advanced rule (1.1), or an option of this project.
    pub enum Rule: id {
        /// Turns of three months.
        Quarterly = "quarterly",
        /// Yards, pens and factories.
        Construction = "construction",
        /// A range for each type of aircraft.
        AirRange = "air-range",
        /// Islands with land bases.
        Territory = "territory",
        /// Infantry and landings.
        GroundCombat = "ground-combat",
        /// Strikes after tactical intelligence.
        PlannedAirstrikes = "planned-airstrikes",
        /// Scouts.
        Scouting = "scouting",
        /// Two maps end to end.
        LargeBattleMap = "large-battle-map",
        /// Rearming by what was used.
        AircraftAmmunition = "aircraft-ammunition",
        /// Aircraft with four hull points.
        AircraftDamage = "aircraft-damage",
        /// Repair facilities.
        Repair = "repair",
        /// Convoys.
        Economy = "economy",
        /// No more of a class than served.
        ClassCap = "class-cap",
        /// Weather is worse in waters of fog.
        FoulWeatherWaters = "foul-weather-waters",
        /// Weather is worse in winter (WSC-11.3-3).
        WinterWeather = "winter-weather",
    }
}

/// How many of them are advanced rules; the rest are options of this project.
const ADVANCED: usize = 12;

const fn rule(word: &'static str, about: &'static str, rule: &'static str) -> MatchOption {
    MatchOption { word, about, values: &["preset", "on", "off"], rule }
}

const fn house(word: &'static str, about: &'static str, rule: &'static str) -> MatchOption {
    MatchOption { word, about, values: &["off", "on"], rule }
}

/// Which advanced rules hold unless they are named.
pub const PRESET: MatchOption = MatchOption {
    word: "preset",
    about: "which advanced rules hold: as the scenario says, none, five of them, or all twelve",
    values: &["scenario", "basic", "classic", "full"],
    rule: "WSC-1.1-1",
};

/// The handicap of the United States.
pub const US_BALANCE: MatchOption = MatchOption {
    word: "us-balance",
    about: "the American handicap: as the scenario says, A for units a fifth dearer, B for a tenth and bad torpedoes",
    values: &["scenario", "A", "B"],
    rule: "WSC-2.4-3",
};

/// How battles are settled.
pub const BATTLES: MatchOption = MatchOption {
    word: "battles",
    about: "staff: from battle plans, by the program; tabletop: by the players, who send what came of it; ask: at the table \
            where both sides want it",
    values: &["staff", "tabletop", "ask"],
    rule: "WSC-11.1-1",
};

/// What becomes of a battle at the table of which one side sent a result and the other none.
pub const SOLE_RESULT: MatchOption = MatchOption {
    word: "sole-result",
    about: "a battle at the table with one result: that is taken, or the umpire rules",
    values: &["accept", "umpire"],
    rule: "WSC-11.1-1",
};

/// What becomes of one of which nobody sent a result.
pub const NO_RESULT: MatchOption = MatchOption {
    word: "no-result",
    about: "a battle at the table without a result: the program fights it, or the umpire rules",
    values: &["staff", "umpire"],
    rule: "WSC-11.1-1",
};

/// What becomes of one of which the sides sent different results twice.
pub const DISPUTED_RESULT: MatchOption = MatchOption {
    word: "disputed-result",
    about: "a battle at the table with results that differ twice: the program fights it, or the umpire rules",
    values: &["staff", "umpire"],
    rule: "WSC-11.1-1",
};

/// Every option.
pub const OPTIONS: &[MatchOption] = &[
    PRESET,
    rule("quarterly", "turns of three months instead of six", "WSC-1.1-2"),
    rule("construction", "ships need yards, boats pens, aircraft factories", "WSC-1.1-3"),
    rule("air-range", "each type of aircraft has a range of its own", "WSC-1.1-4"),
    rule("territory", "islands with land bases on the battle map", "WSC-1.1-5"),
    rule("ground-combat", "infantry, landings, and capture by troops", "WSC-1.1-6"),
    rule("planned-airstrikes", "strikes may wait for tactical intelligence", "WSC-1.1-7"),
    rule("scouting", "what is known depends on scouts", "WSC-1.1-8"),
    rule("large-battle-map", "battles of twelve turns on two maps end to end", "WSC-1.1-9"),
    rule("aircraft-ammunition", "aircraft that used nothing rearm faster", "WSC-1.1-10"),
    rule("aircraft-damage", "aircraft have four hull points", "WSC-1.1-11"),
    rule("repair", "repairs need facilities", "WSC-1.1-12"),
    rule("economy", "points travel by convoy", "WSC-1.1-13"),
    US_BALANCE,
    BATTLES,
    SOLE_RESULT,
    NO_RESULT,
    DISPUTED_RESULT,
    house("class-cap", "no more battleships, carriers and cruisers of a class than served", "WSC-2.3-1"),
    house("foul-weather-waters", "weather rolls are one worse in waters of fog", "WSC-11.2-1"),
    house("winter-weather", "weather rolls are one worse in winter turns", "WSC-11.3-3"),
];

/// Where battles are fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Battles {
    /// By the program.
    #[default]
    Staff,
    /// By the players.
    Tabletop,
    /// By the players where both sides want it.
    Ask,
}

/// What a match has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    rules: u16,
    /// Where battles are fought.
    pub battles: Battles,
    /// Whether the umpire rules on a battle at the table of which one side alone sent a result.
    pub sole_ruled: bool,
    /// Whether he does where none did.
    pub none_ruled: bool,
    /// Whether he does where the results differed twice.
    pub disputed_ruled: bool,
}

impl Chosen {
    /// Reads what a match has chosen; `presets` gives the rules of a preset, `preset` is that of the
    /// scenario.
    ///
    /// # Errors
    /// A sentence, if Ground Combat is on without Territory (WSC-1.1-1).
    pub fn of(
        choices: &Choices,
        preset: &str,
        presets: impl Fn(&str) -> Option<Vec<String>>,
    ) -> Result<Chosen, String> {
        let named = match choices.value(&PRESET) {
            "scenario" => preset,
            named => named,
        };
        let of_preset = presets(named).ok_or_else(|| format!("there is no preset {named}"))?;
        let mut rules = 0;
        for (at, rule) in Rule::ALL.into_iter().enumerate() {
            let option = OPTIONS.iter().find(|option| option.word == rule.id());
            let on = match option.map(|option| choices.value(option)) {
                Some("on") => true,
                Some("preset") if at < ADVANCED => of_preset.iter().any(|word| word == rule.id()),
                _ => false,
            };
            rules |= u16::from(on) << at;
        }
        let umpire = |option: &MatchOption| choices.value(option) == "umpire";
        let chosen = Chosen {
            rules,
            battles: match choices.value(&BATTLES) {
                "tabletop" => Battles::Tabletop,
                "ask" => Battles::Ask,
                _ => Battles::Staff,
            },
            sole_ruled: umpire(&SOLE_RESULT),
            none_ruled: umpire(&NO_RESULT),
            disputed_ruled: umpire(&DISPUTED_RESULT),
        };
        if chosen.has(Rule::GroundCombat) && !chosen.has(Rule::Territory) {
            return Err(
                "ground-combat needs territory: choose territory=on as well, or leave ground-combat out"
                    .to_owned(),
            );
        }
        Ok(chosen)
    }

    /// Whether a rule holds.
    #[inline]
    pub fn has(self, rule: Rule) -> bool {
        self.rules >> rule as u16 & 1 == 1
    }

    /// Whether the rule of a word holds.
    pub fn has_word(self, word: &str) -> bool {
        Rule::named(word).is_some_and(|rule| self.has(rule))
    }

    /// The words of all advanced rules that hold.
    pub fn advanced(self) -> Vec<&'static str> {
        Rule::ALL[..ADVANCED].iter().filter(|rule| self.has(**rule)).map(|rule| rule.id()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advanced_rules_are_independent_except_ground_combat() {
        for rules in 0..1_u16 << ADVANCED {
            let on = |at: usize| rules >> at & 1 == 1;
            let words: Vec<String> = Rule::ALL[..ADVANCED]
                .iter()
                .enumerate()
                .map(|(at, rule)| format!("{}={}", rule.id(), if on(at) { "on" } else { "off" }))
                .collect();
            let choices = Choices::parse(&words, OPTIONS).unwrap();
            let chosen = Chosen::of(&choices, "full", |_| Some(Vec::new()));
            let alone = on(Rule::GroundCombat as usize) && !on(Rule::Territory as usize);
            assert_eq!(chosen.is_err(), alone, "{words:?}");
            assert!(chosen.is_err() || chosen == Ok(Chosen { rules, ..Chosen::default() }), "{words:?}");
        }
        let nothing = Choices::parse(&[], OPTIONS).unwrap();
        let chosen = Chosen::of(&nothing, "basic", |_| Some(Vec::new())).unwrap();
        assert_eq!(chosen.advanced(), [""; 0]);
    }
}
