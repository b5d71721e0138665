//! A plan as it is written, with groups by their names, and what becomes of it once every name is known.

use super::{
    Air, Asw, Count, Group, Hunters, Load, Member, Multirole, Night, NightAir, Order, Plan, Posture, Serves,
    Share, Station, Strafe, TargetWord, Targeting, Then, Trigger, UnitWord, When,
};
use crate::map::End;
use engine::draft::Word;

/// The order of rows in which ships deploy if a plan says nothing.
pub(super) const ROWS: [u8; 8] = [3, 4, 2, 5, 1, 6, 0, 7];
/// The column in which submarines deploy if a plan says nothing.
const DEPTH: u8 = 3;

/// A posture with the name of the group that it screens.
#[derive(Clone, Debug)]
pub(super) struct Bearing {
    pub posture: Posture,
    pub screens: Option<Word>,
}

/// A group as it is written.
#[derive(Clone, Debug)]
pub(super) struct GroupDraft {
    pub name: Word,
    pub members: Vec<(UnitWord, Count)>,
    pub bearing: Bearing,
    pub station: Station,
    pub seek: Vec<UnitWord>,
    pub rows: [u8; 8],
    pub depth: u8,
    pub asw: Asw,
}

impl GroupDraft {
    /// A group of which only the name is known.
    pub fn new(name: Word) -> GroupDraft {
        GroupDraft {
            name,
            members: Vec::new(),
            bearing: Bearing { posture: Posture::Close(1), screens: None },
            station: Station::Close,
            seek: Vec::new(),
            rows: ROWS,
            depth: DEPTH,
            asw: Asw::Auto,
        }
    }
}

/// What a trigger does, as it is written.
#[derive(Clone, Debug)]
pub(super) enum ThenDraft {
    Postures(Vec<(Word, Bearing)>),
    Withdraw,
}

/// A plan as it is written, laid over the plan that it is like.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub like: String,
    pub unchanged: bool,
    pub serves: Serves,
    pub edge: End,
    pub groups: Vec<GroupDraft>,
    pub targets: [Vec<TargetWord>; Targeting::ALL.len()],
    pub worth_floor: u8,
    pub air: Vec<(u8, Air)>,
    pub night_groups: Vec<(Word, Bearing)>,
    pub night_air: NightAir,
    pub cripples_withdraw: bool,
    pub break_off: Option<u8>,
    pub rearguard: Vec<Word>,
    pub triggers: Vec<(When, ThenDraft)>,
    pub abilities: Vec<Order>,
}

impl Draft {
    /// A plan that says nothing: the built-in one is written over it, and all others over that.
    pub fn blank() -> Draft {
        let any = vec![TargetWord { crippled: false, damaged: false, word: UnitWord::Any }];
        let air = Air {
            cap: Share::Part(1, 2),
            escort: 1,
            strike: Share::Part(1, 1),
            mass: 3,
            weapon: Load::Best,
            asw: Hunters::Spare,
            strafe: Strafe::Never,
            multirole: Multirole::Bomber,
            from_turn: 1,
        };
        Draft {
            like: String::new(),
            unchanged: true,
            serves: Serves::Any,
            edge: End::A,
            groups: Vec::new(),
            targets: std::array::from_fn(|_| any.clone()),
            worth_floor: 50,
            air: vec![(1, air)],
            night_groups: Vec::new(),
            night_air: NightAir::Home,
            cripples_withdraw: true,
            break_off: None,
            rearguard: Vec::new(),
            triggers: Vec::new(),
            abilities: Vec::new(),
        }
    }

    /// The plan, whose groups are its own and those of `built_in` whose names are free: units that no own
    /// group takes join those. Names of groups that there are not go to `missing`.
    pub fn finish<'a>(&'a self, built_in: &'a [GroupDraft], missing: &mut Vec<Word>) -> Plan {
        let is_free = |group: &&GroupDraft| !self.groups.iter().any(|own| own.name.text == group.name.text);
        let all: Vec<&GroupDraft> = self.groups.iter().chain(built_in.iter().filter(is_free)).collect();
        let mut names = Names { all: all.iter().map(|group| group.name.text.as_str()).collect(), missing };
        let groups = all
            .iter()
            .map(|group| Group {
                name: group.name.text.clone(),
                posture: names.posture(&group.bearing).unwrap_or(Posture::Close(0)),
                station: group.station,
                seek: group.seek.clone(),
                rows: group.rows,
                depth: group.depth,
                asw: group.asw,
            })
            .collect();
        let triggers = self.triggers.iter().map(|(when, then)| Trigger {
            when: when.clone(),
            then: match then {
                ThenDraft::Withdraw => Then::Withdraw,
                ThenDraft::Postures(list) => Then::Postures(names.postures(list)),
            },
        });
        let triggers = triggers.collect();
        let night = Night { groups: names.postures(&self.night_groups), air: self.night_air };
        let rearguard = self.rearguard.iter().filter_map(|word| names.place(word)).collect();
        let row = |group: &'a GroupDraft| group.members.iter().map(move |member| (&group.name, member));
        // Who is left over joins a group of the built-in plan, or the own one of that name.
        let spare = built_in.iter().flat_map(row).filter(|(name, member)| {
            let own = self.groups.iter().find(|group| group.name.text == name.text);
            own.is_none_or(|group| member.1 == Count::All && !group.members.contains(member))
        });
        let mut members = Vec::new();
        for (name, (word, count)) in self.groups.iter().flat_map(row).chain(spare) {
            if let Some(group) = names.place(name) {
                members.push(Member { group, word: word.clone(), count: count.clone() });
            }
        }
        Plan {
            like: self.like.clone(),
            unchanged: self.unchanged,
            serves: self.serves,
            edge: self.edge,
            groups,
            members,
            targets: self.targets.clone(),
            worth_floor: self.worth_floor,
            air: self.air.clone(),
            night,
            cripples_withdraw: self.cripples_withdraw,
            break_off: self.break_off,
            rearguard,
            triggers,
            abilities: self.abilities.clone(),
        }
    }
}

/// The names of a plan's groups.
struct Names<'a, 'm> {
    all: Vec<&'a str>,
    missing: &'m mut Vec<Word>,
}

impl Names<'_, '_> {
    /// The place of a group; if there is none, that is noted.
    fn place(&mut self, word: &Word) -> Option<usize> {
        let found = self.all.iter().position(|name| *name == word.text);
        if found.is_none() {
            self.missing.push(word.clone());
        }
        found
    }

    fn posture(&mut self, bearing: &Bearing) -> Option<Posture> {
        match &bearing.screens {
            Some(word) => self.place(word).map(Posture::Screen),
            None => Some(bearing.posture),
        }
    }

    fn postures(&mut self, list: &[(Word, Bearing)]) -> Vec<(usize, Posture)> {
        list.iter().filter_map(|(word, bearing)| Some((self.place(word)?, self.posture(bearing)?))).collect()
    }
}
