//! 3.1, 3.2 What a Task Force may be made of. It is judged as it is ordered, before Speed Checks
//! (SK-3.1.2-11).

use super::Schiffskrieg;
use super::pieces::{Counter, Nation, ShipType, UnitId};
use super::scenario::Support;

/// What a Task Force stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The kind of its support unit.
    pub kind: Support,
    /// The nation of that unit; for a Scratch Defense Fleet that of the country that triggers it (SK-2.2-4).
    pub nation: Nation,
    /// The Intelligence die; Air units and Sub Fleets roll none.
    pub die: Option<u8>,
    /// Whether the Ten-Go Plan marker lies in the Strategic Warfare Box (SK-3.1.2-2).
    pub ten_go: bool,
}

/// What is wrong with a Task Force: the rule, and a sentence without its full stop.
pub type Wrong = (&'static str, String);

/// What was found wrong, in words only where somebody reads them.
struct Verdict {
    wrong: Vec<Wrong>,
    worded: bool,
}

impl Verdict {
    fn note(&mut self, is: bool, rule: &'static str, what: impl FnOnce() -> String) {
        if is {
            let words = if self.worded { what() } else { String::new() };
            self.wrong.push((rule, words));
        }
    }
}

/// The pieces of a Task Force by what they are.
struct Parts<'a> {
    ships: Vec<&'a Counter>,
    lbas: Vec<&'a Counter>,
    boats: Vec<&'a Counter>,
}

impl Parts<'_> {
    fn count(&self, is: impl Fn(&Counter) -> bool) -> usize {
        self.ships.iter().filter(|it| is(it)).count()
    }

    fn all(&self) -> impl Iterator<Item = &Counter> {
        self.ships.iter().chain(&self.lbas).chain(&self.boats).copied()
    }
}

impl Schiffskrieg {
    /// How many ships a Task Force may have at most, after its Intelligence Roll (SK-3.1.2-3, SK-3.1.3-2).
    pub fn most_ships(&self, wanted: Wanted) -> usize {
        let drm = match wanted.kind {
            Support::SurfaceFleet | Support::CvFleet => self.tables.intelligence.fleet,
            Support::ScratchDefenseFleet => self.tables.intelligence.scratch,
            Support::SubFleet | Support::AirForce | Support::Bomber | Support::Interceptor => return 0,
        };
        usize::from(wanted.die.unwrap_or(1)) + usize::from(drm)
    }

    /// Everything that is wrong with a Task Force; nothing if it is legal. Who is in range, under policy or
    /// used already is not judged here.
    pub fn wrong_with(&self, wanted: Wanted, units: &[UnitId]) -> Vec<Wrong> {
        self.judged(wanted, units, true).wrong
    }

    /// Whether nothing is wrong with a Task Force.
    pub(super) fn is_legal(&self, wanted: Wanted, units: &[UnitId]) -> bool {
        self.judged(wanted, units, false).wrong.is_empty()
    }

    fn judged(&self, wanted: Wanted, units: &[UnitId], worded: bool) -> Verdict {
        let all: Vec<&Counter> = units.iter().map(|unit| &self.counters[*unit]).collect();
        let of = |is: fn(&Counter) -> bool| all.iter().copied().filter(|it| is(it)).collect();
        let parts =
            Parts { ships: of(Counter::is_ship), lbas: of(Counter::is_lba), boats: of(Counter::is_boat) };
        let mut wrong = Verdict { wrong: Vec::new(), worded };
        match wanted.kind {
            Support::AirForce | Support::Bomber | Support::Interceptor => {
                self.judge_air(wanted, &parts, &mut wrong);
            }
            Support::SubFleet => judge_subs(wanted, &parts, &mut wrong),
            Support::ScratchDefenseFleet => self.judge_scratch(wanted, &parts, &mut wrong),
            Support::SurfaceFleet | Support::CvFleet => self.judge_fleet(wanted, &parts, &mut wrong),
        }
        if wanted.kind != Support::ScratchDefenseFleet {
            let foreign = parts.all().filter(|it| it.nation != wanted.nation).count();
            let most = usize::from(self.tables.task_force.foreign);
            wrong.note(foreign > most, "SK-3.2-1", || format!("{foreign} pieces are of another nationality"));
        }
        wrong
    }

    /// 3.1.1 Air units: LBAs alone, one of them of the unit's nationality; a Bomber needs an own heavy one,
    /// an Interceptor takes none that is heavy.
    fn judge_air(&self, wanted: Wanted, parts: &Parts<'_>, wrong: &mut Verdict) {
        let most = usize::from(self.tables.task_force.lba_in_air_units);
        let own = |it: &&&Counter| it.nation == wanted.nation;
        let others = !parts.ships.is_empty() || !parts.boats.is_empty();
        wrong.note(others, "SK-3.1.1-1", || "it holds LBAs alone".to_owned());
        wrong.note(parts.lbas.len() > most, "SK-3.1.1-1", || format!("it holds at most {most} LBAs"));
        let none = parts.lbas.iter().filter(own).count() == 0;
        wrong.note(none, "SK-3.1.1-1", || "it needs an LBA of its own nationality".to_owned());
        let heavy = parts.lbas.iter().filter(own).any(|it| it.is_heavy());
        let bomber = wanted.kind == Support::Bomber && !heavy;
        wrong.note(bomber, "SK-3.1.1-2", || "it needs a heavy LBA of its own nationality".to_owned());
        let any = parts.lbas.iter().any(|it| it.is_heavy());
        let interceptor = wanted.kind == Support::Interceptor && any;
        wrong.note(interceptor, "SK-3.1.1-3", || "no heavy LBA is in it".to_owned());
    }

    /// 3.1.2 Fleets.
    fn judge_fleet(&self, wanted: Wanted, parts: &Parts<'_>, wrong: &mut Verdict) {
        let limits = &self.tables.task_force;
        let ten_go = wanted.ten_go && wanted.nation == Nation::Japanese;
        let least = usize::from(if ten_go { limits.own_ships_ten_go } else { limits.own_ships });
        let own = parts.count(|it| it.nation == wanted.nation);
        wrong.note(own < least, "SK-3.1.2-1", || format!("it needs {least} ships of its own nationality"));
        let most = self.most_ships(wanted);
        wrong.note(parts.ships.len() > most, "SK-3.1.2-3", || format!("it has at most {most} ships"));
        let carriers = parts.count(Counter::is_carrier);
        let surface = parts.count(|it| matches!(it.ship(), Some(ShipType::Bb | ShipType::Ca)));
        let own_carriers = parts.count(|it| it.is_carrier() && it.nation == wanted.nation);
        let without = wanted.kind == Support::CvFleet && own_carriers == 0;
        wrong.note(without, "SK-3.1.2-5", || "it needs a carrier of its own nationality".to_owned());
        wrong.note(carriers > surface, "SK-3.1.2-6", || {
            format!("its {carriers} carriers outnumber its {surface} surface ships")
        });
        let heavy = parts.count(Counter::is_heavy);
        let most = usize::from(limits.heavy);
        wrong.note(heavy > most, "SK-3.1.2-7", || format!("it has at most {most} heavy ships"));
        let coastal = parts.count(|it| it.ship() == Some(ShipType::Cd));
        wrong.note(coastal > 0, "SK-3.1.2-8", || "no coastal defence ship is in it".to_owned());
        attachments(wrong, "SK-3.1.2-9", parts);
    }

    /// 3.1.3 Scratch Defense Fleets: all of one country, and anything that floats (SK-3.1.3-4, SK-3.2-3).
    fn judge_scratch(&self, wanted: Wanted, parts: &Parts<'_>, wrong: &mut Verdict) {
        let most = self.most_ships(wanted);
        wrong.note(parts.ships.is_empty(), "SK-3.1.3-1", || "it needs a ship".to_owned());
        wrong.note(parts.ships.len() > most, "SK-3.1.3-2", || format!("it has at most {most} ships"));
        attachments(wrong, "SK-3.1.3-3", parts);
        let foreign = parts.all().any(|it| it.nation != wanted.nation);
        wrong.note(foreign, "SK-3.2-3", || "all of it is of the country that triggers it".to_owned());
    }
}

/// 3.1.4 Sub Fleets: one own X-boat and nothing else.
fn judge_subs(wanted: Wanted, parts: &Parts<'_>, wrong: &mut Verdict) {
    let own = parts.boats.len() == 1 && parts.boats[0].nation == wanted.nation;
    let alone = parts.ships.is_empty() && parts.lbas.is_empty();
    wrong.note(!(own && alone), "SK-3.1.4-1", || "it is one X-boat of its own nationality".to_owned());
}

/// One X-boat and one LBA may be attached.
fn attachments(wrong: &mut Verdict, rule: &'static str, parts: &Parts<'_>) {
    let many = parts.lbas.len() > 1 || parts.boats.len() > 1;
    wrong.note(many, rule, || "one LBA and one X-boat may be attached".to_owned());
}
