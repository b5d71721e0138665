//! A battle plan of a side's own: a named plan with some of its fields changed, chosen word by word, so that
//! a form lists what may be said and `check` knows it. The whole vocabulary of a plan is that of
//! `tactical::plan`.

use super::item::{Item, Order, PlanId, Setting};
use super::key::{What, key};
use super::{Ask, WarAtSea};
use crate::questions;
use engine::side::Side;
use engine::tags::words;
use tactical::Plan;
use tactical::plan;

words! {
    /// A field of a plan that may be changed.
    pub enum PlanField: id {
        /// The named plan that it is like.
        Like = "like",
        /// How the battle line moves.
        Battle = "battle",
        /// How the carriers move.
        Carriers = "carriers",
        /// How auxiliaries move.
        Train = "train",
        /// How the flotilla moves.
        Flotilla = "flotilla",
        /// Where the screen keeps station.
        Screen = "screen",
        /// How submarines move.
        Boats = "boats",
        /// The share of fighters on patrol.
        Cap = "cap",
        /// Fighters that go with each strike.
        Escort = "escort",
        /// The share of bombers that strike.
        Strike = "strikes",
        /// Strike aircraft for one target before the next.
        Mass = "mass",
        /// Torpedoes or bombs.
        Weapon = "weapon",
        /// Bombers that hunt submarines.
        AirAsw = "air-asw",
        /// Aircraft at night.
        NightAir = "night-air",
        /// What crippled ships do.
        Cripples = "cripples",
        /// The loss in percent at which the side withdraws.
        BreakOff = "break-off",
    }
}

/// Every word that a field may take.
pub const SETTINGS: &[&str] = &[
    "close-0",
    "close-1",
    "close-2",
    "close-3",
    "stand-off-1",
    "stand-off-2",
    "stand-off-3",
    "stand-off-4",
    "stand-off-5",
    "stand-off-6",
    "still",
    "withdraw",
    "close",
    "ahead",
    "asw",
    "hunt",
    "ambush",
    "lurk",
    "nobody",
    "quarter",
    "third",
    "half",
    "all",
    "0",
    "1",
    "2",
    "3",
    "4",
    "best",
    "torpedo",
    "bomb",
    "spare",
    "home",
    "patrol",
    "fly",
    "fight",
    "never",
    "10",
    "20",
    "30",
    "40",
    "50",
    "60",
    "70",
    "80",
    "90",
];

const POSTURES: &[&str] = &[
    "close-0",
    "close-1",
    "close-2",
    "close-3",
    "stand-off-1",
    "stand-off-2",
    "stand-off-3",
    "stand-off-4",
    "stand-off-5",
    "stand-off-6",
    "still",
    "withdraw",
];

impl PlanField {
    /// What it may be changed to.
    fn settings(self) -> &'static [&'static str] {
        match self {
            PlanField::Like => &[],
            PlanField::Battle | PlanField::Carriers | PlanField::Train | PlanField::Flotilla => POSTURES,
            PlanField::Screen => &["close", "ahead", "asw"],
            PlanField::Boats => &["hunt", "ambush", "lurk"],
            PlanField::Cap => &["nobody", "quarter", "third", "half", "all"],
            PlanField::Escort => &["0", "1", "2", "3", "4"],
            PlanField::Strike => &["nobody", "half", "all"],
            PlanField::Mass => &["1", "2", "3", "4"],
            PlanField::Weapon => &["best", "torpedo", "bomb"],
            PlanField::AirAsw => &["nobody", "spare"],
            PlanField::NightAir => &["home", "patrol", "fly"],
            PlanField::Cripples => &["withdraw", "fight"],
            PlanField::BreakOff => &["never", "10", "20", "30", "40", "50", "60", "70", "80", "90"],
        }
    }

    /// The value in the words of a plan file.
    fn value(self, setting: &str) -> String {
        match setting {
            "nobody" if self == PlanField::AirAsw => "none".to_owned(),
            "nobody" => "0".to_owned(),
            "quarter" => "1/4".to_owned(),
            "third" => "1/3".to_owned(),
            "half" => "1/2".to_owned(),
            "still" => "stay".to_owned(),
            "patrol" => "cap".to_owned(),
            other => match other.rsplit_once('-') {
                Some((posture, range)) if self.is_posture() => format!("{posture} {range}"),
                _ => other.to_owned(),
            },
        }
    }

    fn is_posture(self) -> bool {
        matches!(self, PlanField::Battle | PlanField::Carriers | PlanField::Train | PlanField::Flotilla)
    }
}

impl WarAtSea {
    /// A side's own plan: which named plan it is like, and what it changes.
    pub(super) fn own_planning(&self, turn: u8, side: Side) -> Ask {
        let title = "Write your own battle plan, which orders call `own`".to_owned();
        let mut ask = Ask::new(questions::OWN_PLAN, key(turn, What::OwnPlan, side), "WSC-11.1-1", title);
        let plans = (0..self.plan_names().len() as u8).map(|plan| Item::Plan(PlanId(plan)));
        ask.offer([Item::Field(PlanField::Like)], plans, Some(Item::Plan(PlanId(0))));
        let same = Item::Order(Order::Same);
        for field in PlanField::ALL.into_iter().skip(1) {
            let place = |word: &&str| SETTINGS.iter().position(|known| known == word);
            let settings =
                field.settings().iter().filter_map(place).map(|at| Item::Setting(Setting(at as u8)));
            ask.offer([Item::Field(field)], [same].into_iter().chain(settings), Some(same));
        }
        ask
    }

    /// The text of a plan from what was chosen; empty if it is the built-in one unchanged.
    pub(super) fn own_plan_text(&self, picks: &[(Item, Item)]) -> String {
        let names = self.plan_names();
        let mut like = names.first().copied().unwrap_or_default();
        let (mut groups, mut air, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut chosen: Vec<(PlanField, Item)> = picks
            .iter()
            .filter_map(|(field, to)| if let Item::Field(field) = field { Some((*field, *to)) } else { None })
            .collect();
        chosen.sort_by_key(|(field, _)| *field as u8);
        for (field, to) in chosen {
            if let Item::Plan(PlanId(plan)) = to {
                like = names.get(usize::from(plan)).copied().unwrap_or(like);
            }
            let Item::Setting(Setting(at)) = to else { continue };
            let Some(setting) = SETTINGS.get(usize::from(at)) else { continue };
            let (id, value) = (field.id(), field.value(setting));
            match field {
                PlanField::Like => {}
                PlanField::Screen => groups.push(format!("{{name: screen, station: {value}}}")),
                PlanField::Boats => groups.push(format!("{{name: boats, posture: {value}}}")),
                _ if field.is_posture() => groups.push(format!("{{name: {id}, posture: {value}}}")),
                PlanField::Strike => air.push(format!("strike: {value}")),
                PlanField::AirAsw => air.push(format!("asw: {value}")),
                PlanField::NightAir => rest.push(format!("night: {{air: {value}}}")),
                PlanField::Cripples => rest.push(format!("cripples: {value}")),
                PlanField::BreakOff => rest.push(format!("break_off: {value}")),
                _ => air.push(format!("{id}: {value}")),
            }
        }
        if groups.is_empty() && air.is_empty() && rest.is_empty() && Some(&like) == names.first() {
            return String::new();
        }
        let mut lines = vec![format!("like: {like}")];
        if !groups.is_empty() {
            lines.push(format!("groups: [{}]", groups.join(", ")));
        }
        if !air.is_empty() {
            lines.push(format!("air: {{{}}}", air.join(", ")));
        }
        lines.extend(rest);
        lines.join("\n")
    }

    /// A plan from its text; nothing if it is none.
    pub(super) fn own_plan(&self, text: &str) -> Option<Plan> {
        let plans = plan::parse("own plan", text.as_bytes(), &self.cards, &self.plans).ok()?;
        plans.into_iter().next()
    }
}
