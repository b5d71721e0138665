//! Whole battle plans that a side sends with its orders, and which plan a battle is fought by. They stand
//! until others come; the vocabulary is that of `tactical::plan`.

use engine::system::Rules;
use std::borrow::Cow;

use serde_json::{Value, json};

use super::combat::Meeting;
use super::event::Event;
use super::{Table, WarAtSea, standing};
use engine::draft::BattlePlansDraft;
use engine::draft::battle::PlanSheet;
use engine::draft::spelling::Spelled;
use engine::problem::{Collector, list_or};
use engine::side::Side;
use engine::table::Step;
use engine::tags::Tagged;
use tactical::plan::{self, Occasion, Serves};
use tactical::{Dossier, End, Plan};

/// A plan to start from.
const PATTERN: &str = "\
- battle: any      # or sector 6, sector 6 against usn, attacker, defender, convoy
  like: built-in   # a named plan; what you leave out stays as it is there
  edge: A          # A or K: yours in nobody's sector if you deploy first
  groups:          # who joins, how they move; left-over units join a built-in group
  - {name: guns, members: [battleship, cruiser x2], posture: close 1}
  targets: {air: [crippled carrier, carrier, any]}    # from the left
  air: {cap: 1/3, escort: 2, mass: 4, waves: [{wave: 2, cap: all}]}
  night: {groups: {guns: close 0}, air: home}
  cripples: withdraw
  break_off: 40    # percent of your ships' cost sunk, or never
  rearguard: [flotilla]
  triggers:
  - {when: {all: [enemy-carriers-gone, day]}, then: {guns: close 0}}
  abilities: {Rapid Fire: turn 3}
";

/// What is said of battle plans.
pub(super) fn sheet(system: &WarAtSea) -> PlanSheet {
    PlanSheet { pattern: PATTERN, schema: schema(system) }
}

/// The JSON Schema of battle plans.
fn schema(system: &WarAtSea) -> Value {
    let words = |words: &[&str]| json!({ "enum": words });
    let text = |about: &str| json!({ "type": "string", "description": about });
    let list = || json!({ "type": "array", "items": { "type": "string" } });
    let loose = || json!({ "type": ["string", "number"] });
    let object = |properties: Value| json!({ "type": "object", "additionalProperties": false, "properties": properties });
    let number = |key: &str| {
        let (least, most) = plan::bounds(key);
        json!({ "type": "integer", "minimum": least, "maximum": most })
    };
    let posture = || text(plan::POSTURES);
    let postures = || json!({ "type": "object", "additionalProperties": posture() });
    let group = object(json!({
        "name": text("its name"), "members": list(), "posture": posture(), "station": words(plan::Station::WORDS),
        "seek": list(), "rows": { "type": ["string", "array"] }, "depth": number("depth"), "asw": words(plan::Asw::WORDS),
    }));
    let mut air = json!({
        "cap": loose(), "escort": number("escort"), "strike": loose(), "mass": number("mass"),
        "weapon": words(plan::Load::WORDS), "asw": loose(), "strafe": words(plan::Strafe::WORDS),
        "multirole": words(plan::Multirole::WORDS), "from_turn": number("from_turn"),
    });
    let mut wave = air.clone();
    wave["wave"] = number("wave");
    air["waves"] = json!({ "type": "array", "items": object(wave) });
    let lists: serde_json::Map<String, Value> =
        plan::Targeting::WORDS.iter().map(|word| ((*word).to_owned(), list())).collect();
    let several = object(json!({ "all": list(), "any": list() }));
    let trigger = object(json!({
        "when": { "anyOf": [text(plan::CLAUSES), several] }, "then": { "anyOf": [words(&["withdraw"]), postures()] },
    }));
    let plan = object(json!({
        "like": words(&system.plan_names()),
        "battle": text("any, attacker, defender, convoy, sector N or sector N against SIDE"),
        "edge": words(&plan::EDGES.map(|(word, _)| word)),
        "groups": { "type": "array", "maxItems": plan::MOST_GROUPS, "items": group },
        "targets": object(Value::Object(lists)),
        "worth_floor": number("worth_floor"),
        "air": object(air),
        "night": object(json!({ "groups": postures(), "air": words(plan::NightAir::WORDS) })),
        "cripples": words(&plan::CRIPPLES.map(|(word, _)| word)),
        "break_off": { "anyOf": [number("break_off"), words(&["never"])] },
        "rearguard": list(),
        "triggers": { "type": "array", "maxItems": plan::MOST_TRIGGERS, "items": trigger },
        "abilities": { "type": "object", "additionalProperties": text("first, never, turn N, or a sector") },
    }));
    json!({ "anyOf": [plan, { "type": "array", "items": plan }] })
}

/// The words of battle plans, for the page for orders.
pub(super) fn words(system: &WarAtSea) -> Value {
    let words = plan::vocabulary(&system.cards, &system.plans, &system.board.for_plans(), system.sides());
    serde_json::to_value(words).expect("words and numbers")
}

/// A plan that a battle is fought by.
pub(super) struct Led<'a> {
    /// The plan.
    pub plan: Cow<'a, Plan>,
    /// Which battles it serves, if it was sent whole.
    whole: Option<Serves>,
}

impl WarAtSea {
    /// Reads the battle plans of a file, and notes everything that is wrong with them.
    pub(super) fn read_battle_plans(&self, draft: &BattlePlansDraft, problems: &mut Collector) -> Vec<Plan> {
        let known = |serves: Serves| self.has_battles(serves);
        plan::parse_draft(draft, problems, (&self.cards, &self.plans), &known, None)
    }

    /// The same of a file that comes in, with what its words were read for that are none.
    pub(super) fn battle_plans_as_meant(
        &self,
        draft: &BattlePlansDraft,
        problems: &mut Collector,
    ) -> (Vec<Plan>, Vec<Spelled>) {
        let mut speller = plan::Speller::new(&self.cards, &self.board.for_plans());
        let known = |serves: Serves| self.has_battles(serves);
        let books = (&self.cards, &self.plans);
        let plans = plan::parse_draft(draft, problems, books, &known, Some(&mut speller));
        (plans, speller.readings.spelled)
    }

    /// Whether there can be such battles; how to mend it, if not.
    fn has_battles(&self, serves: Serves) -> Result<(), String> {
        let Serves::Sector(number, against) = serves else { return Ok(()) };
        let last = self.board.sectors.len();
        if number == 0 || usize::from(number) > last {
            return Err(format!("The sectors have numbers from 1 to {last}."));
        }
        let sides: Vec<&str> = self.sides().iter().map(|side| side.id()).collect();
        match against.filter(|side| !self.sides().contains(side)) {
            Some(_) => Err(format!("The sides are {}.", list_or(&sides))),
            None => Ok(()),
        }
    }

    /// The plan by which a side fights: of those that it sent whole and those that it chose by name the most
    /// specific, of two that are equally so the whole one. Nothing if it has chosen none.
    fn chosen_plan(
        &self,
        table: &Table<'_>,
        side: Side,
        on: &Occasion,
        meeting: &Meeting,
    ) -> Option<Led<'_>> {
        let war = table.state();
        let whole = table.battle_plans(side);
        let whole =
            whole.map(|draft| self.read_battle_plans(draft, &mut Collector::new())).unwrap_or_default();
        let named = self.plan_for(war, side, meeting.at);
        let best = plan::choose(&whole, on);
        match (best, named) {
            (Some(plan), named) if named.is_none_or(|(rank, _)| plan.serves.rank() <= rank) => {
                Some(Led { whole: Some(plan.serves), plan: Cow::Owned(plan.clone()) })
            }
            (_, Some((_, standing::OWN))) => {
                let text = war.seat(side).map_or("", |seat| seat.own_plan.as_str());
                self.own_plan(text).map(|plan| Led { plan: Cow::Owned(plan), whole: None })
            }
            (_, Some((_, name))) => {
                self.plans.named(name).map(|plan| Led { plan: Cow::Borrowed(plan), whole: None })
            }
            (_, None) => None,
        }
    }

    /// The plan by which the side at an end of a battle fights.
    pub(super) fn plan_of(
        &self,
        table: &Table<'_>,
        meeting: &Meeting,
        dossier: &Dossier,
        end: End,
    ) -> Led<'_> {
        let chosen = self.chosen_plan(table, dossier.side(end), &Occasion::of(dossier, end), meeting);
        let default = || Cow::Borrowed(plan::default_for(&self.plans, dossier, end));
        chosen.unwrap_or_else(|| Led { plan: default(), whole: None })
    }

    /// The edge that the side which deploys first takes in nobody's sector: the one that its plan names
    /// (WST-map-4).
    pub(super) fn edge_of(&self, table: &Table<'_>, meeting: &Meeting, first: End) -> End {
        let [side, against] = [first, first.other()].map(|end| meeting.sides[end as usize]);
        let sector = u8::try_from(self.board.sector(meeting.at).number).ok();
        let on = Occasion { sector, against, convoy: false, controls: None };
        self.chosen_plan(table, side, &on, meeting).map_or(End::A, |led| led.plan.edge)
    }
}

/// Tells a side which of its whole plans a battle is fought by, and which units that this names are not
/// there.
pub(super) fn announce(
    table: &mut Table<'_>,
    meeting: &Meeting,
    dossier: &Dossier,
    led: [&Led<'_>; 2],
) -> Step<()> {
    for end in End::BOTH {
        let led = led[end as usize];
        let Some(serves) = led.whole else { continue };
        let side = dossier.side(end);
        let missing = plan::strangers(&led.plan, dossier);
        let (at, number) = (meeting.at, meeting.number);
        table.record(Event::Led { side, at, number, plan: serves.to_string(), missing })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook, load};

    fn pacific() -> WarAtSea {
        load(&WarAtSea::built_in(), None, &Choices::default()).unwrap()
    }

    fn draft(file: &str) -> BattlePlansDraft {
        engine::draft::parse("orders.yaml", file.as_bytes()).unwrap().battle_plans.unwrap()
    }

    /// What is wrong with plans is said with line, column and remedy.
    #[test]
    fn wrong_plans_are_refused_where_they_are_wrong() {
        let file = "battle-plans:\n  - battle: sector 99\n    like: bold\n  - {battle: sector 6 against axis}\n  - {like: brave, cripples: flee}\n  \
                    - groups: [{name: a, members: [battleshp], posture: close 9}]\n    air: {caps: 1}\n  - {break_off: 40}\n  - \
                    {edge: C}\n";
        let mut problems = Collector::new();
        pacific().read_battle_plans(&draft(file), &mut problems);
        let problems = problems.finish();
        let found: Vec<_> = problems
            .iter()
            .map(|it| (it.place.as_ref().map_or((0, 0), |at| (at.line, at.column)), it.code.as_str()))
            .collect();
        let wanted = [
            ((2, 13), "unknown-battle"),
            ((4, 14), "unknown-battle"),
            ((5, 12), "unknown-plan"),
            ((5, 29), "unknown-word"),
            ((6, 34), "unknown-unit"),
            ((6, 55), "unknown-posture"),
            ((7, 11), "unknown-key"),
            ((8, 5), "duplicate-plan"),
            ((9, 12), "unknown-word"),
        ];
        for wanted in wanted {
            assert!(found.contains(&wanted), "{wanted:?} is not among {found:?}");
        }
        assert!(problems.iter().all(|it| it.mend.is_some()), "{problems:?}");
    }

    /// The most specific plan counts, of two alike the whole one; a plan chosen by name counts where no whole
    /// one does.
    #[test]
    fn the_most_specific_plan_is_chosen() {
        let system = pacific();
        let plans = "battle-plans:\n  - {battle: any, break_off: 1}\n  - {battle: sector 6, break_off: 2}\n  - {battle: sector 6 \
                     against usn, break_off: 3}\n  - {battle: attacker, break_off: 4}\n  - {battle: convoy, break_off: 5}\n";
        let plans = system.read_battle_plans(&draft(plans), &mut Collector::new());
        let usn = *system.sides().iter().find(|side| side.id() == "usn").unwrap();
        let ijn = *system.sides().iter().find(|side| side.id() == "ijn").unwrap();
        let chosen = |sector, against, convoy, controls| {
            let on = Occasion { sector: Some(sector), against, convoy, controls };
            plan::choose(&plans, &on).unwrap().break_off
        };
        assert_eq!(chosen(6, usn, true, Some(false)), Some(3));
        assert_eq!(chosen(6, ijn, true, Some(false)), Some(2));
        assert_eq!(chosen(7, usn, true, Some(false)), Some(5));
        assert_eq!(chosen(7, usn, false, Some(false)), Some(4));
        assert_eq!(chosen(7, usn, false, Some(true)), Some(1));
        assert_eq!(chosen(7, usn, false, None), Some(1));
    }

    /// The pattern of a form is a plan, and so is each value of it that the schema knows.
    #[test]
    fn the_pattern_is_a_plan() {
        let system = pacific();
        let text: String = PATTERN.lines().map(|line| format!("  {line}\n")).collect();
        let file = format!("battle-plans:\n{text}");
        let draft = draft(&file);
        let mut problems = Collector::new();
        let plans = system.read_battle_plans(&draft, &mut problems);
        assert!(problems.is_empty(), "{:?}", problems.finish());
        assert_eq!(plans.len(), 1);
        assert_eq!((plans[0].groups[0].name.as_str(), plans[0].triggers.len()), ("guns", 1));
        let again = engine::draft::battle::write_battle_plans(&draft);
        let again: String = again.lines().map(|line| format!("  {line}\n")).collect();
        let again = format!("battle-plans:\n{again}");
        let reread = self::draft(&again);
        assert_eq!(system.read_battle_plans(&reread, &mut problems), plans, "{again}");
        let schema = schema(&system);
        let known = schema["anyOf"][0]["properties"].as_object().unwrap();
        for word in
            ["battle", "like", "edge", "groups", "targets", "worth_floor", "air", "night", "abilities"]
        {
            assert!(known.contains_key(word), "{word}");
        }
    }
}
