//! The map: numbered sectors, what lies in them, and which touch.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::files::MapFile;
use engine::question::key::{NoKey, Part};
use engine::rulebook::roster::Named;
use engine::side::Side;
use engine::tags::words;
use tactical::plan::CampaignSector;

/// A sector, by its place in the list; sector 1 is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SectorId(pub u8);

words! {
    /// What lies in a sector (14.1).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Kind: id {
        /// A capital.
        Capital = "capital",
        /// A large base.
        Large = "large",
        /// A small base.
        Small = "small",
        /// No base.
        Empty = "empty",
    }
}

impl Kind {
    /// Whether ships can lie in port there.
    pub fn is_base(self) -> bool {
        self != Kind::Empty
    }

    /// How many aircraft it bases (WSC-5.2-1 to WSC-5.2-3).
    pub fn basing(self) -> u8 {
        match self {
            Kind::Capital => 12,
            Kind::Large => 8,
            Kind::Small => 5,
            Kind::Empty => 0,
        }
    }

    /// What it yields a half-year in a game of two or three sides (WSC-14.1-1 to WSC-14.1-4).
    pub fn income(self, sides: usize) -> i32 {
        match self {
            Kind::Capital => 150,
            Kind::Large if sides == 3 => 50,
            Kind::Large => 40,
            Kind::Small => 25,
            Kind::Empty => 10,
        }
    }

    /// Its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Capital => "capital",
            Kind::Large => "large base",
            Kind::Small => "small base",
            Kind::Empty => "no base",
        }
    }
}

/// A sector of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Sector {
    /// The word used in files: `sector-13`.
    pub id: String,
    /// The number printed on the map, from 1.
    pub number: u16,
    /// The name.
    pub name: String,
    /// What lies in it.
    pub kind: Kind,
    /// The harbour's name, if there is one.
    pub base: Option<String>,
    /// Who holds it in the base position.
    pub owner: Option<Side>,
    /// Waters of fog and squalls, for the house option `foul-weather-waters`.
    pub foul: bool,
    /// Which part of the map it belongs to, for reports.
    pub theatre: String,
    /// Where it is drawn: x to the right, y downward.
    pub at: [i16; 2],
    /// The sectors that touch it, in their order.
    pub next: Vec<SectorId>,
}

impl Named for Sector {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its word.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The sectors, in the order of their numbers.
    pub sectors: Vec<Sector>,
    /// Each side with its capital.
    pub capitals: Vec<(Side, SectorId)>,
    /// The fewest steps between any two sectors, row by row.
    steps: Vec<u8>,
}

/// Builds a map.
///
/// # Errors
/// A sentence, if numbers have gaps, neighbours do not agree or a capital is not one (WSC-1-2).
pub(super) fn build(file: MapFile) -> Result<Board, String> {
    let count = file.sectors.len();
    if count == 0 || count > 100 {
        return Err(format!("a map has 1 to 100 sectors, not {count}"));
    }
    let id = |number: u16| match usize::from(number) {
        at if (1..=count).contains(&at) => Ok(SectorId(number as u8 - 1)),
        _ => Err(format!("there is no sector {number}")),
    };
    let mut sectors = Vec::with_capacity(count);
    for (at, row) in file.sectors.into_iter().enumerate() {
        if usize::from(row.id) != at + 1 {
            return Err(format!("sector {} stands in the place of sector {}", row.id, at + 1));
        }
        let mut next = row.adjacent.iter().map(|number| id(*number)).collect::<Result<Vec<_>, _>>()?;
        next.sort_unstable();
        sectors.push(Sector {
            id: format!("sector-{}", row.id),
            number: row.id,
            name: row.name,
            kind: row.kind,
            base: row.base,
            owner: row.owner,
            foul: row.concealment,
            theatre: row.theatre,
            at: row.at,
            next,
        });
    }
    let capital = |row: &super::files::SideRow| Ok::<_, String>((row.id, id(row.capital)?));
    let capitals = file.meta.sides.iter().map(capital).collect::<Result<Vec<_>, _>>()?;
    for (at, sector) in sectors.iter().enumerate() {
        let here = SectorId(at as u8);
        let one_way = sector
            .next
            .iter()
            .find(|next| **next == here || !sectors[usize::from(next.0)].next.contains(&here));
        if let Some(next) = one_way {
            return Err(format!(
                "sector {} names {} as its neighbour, but not the other way",
                at + 1,
                next.0 + 1
            ));
        }
    }
    for (side, at) in &capitals {
        let sector = &sectors[usize::from(at.0)];
        if sector.kind != Kind::Capital || sector.owner != Some(*side) {
            return Err(format!("sector {} is not the capital of {}", sector.number, side.name()));
        }
    }
    let steps = (0..count).flat_map(|from| steps_from(&sectors, from)).collect();
    let board = Board { id: file.meta.id, title: file.meta.title, sectors, capitals, steps };
    match board.steps.iter().position(|steps| *steps == u8::MAX) {
        Some(at) => Err(format!("no way leads from sector {} to {}", at / count + 1, at % count + 1)),
        None => Ok(board),
    }
}

fn steps_from(sectors: &[Sector], from: usize) -> Vec<u8> {
    let mut steps = vec![u8::MAX; sectors.len()];
    steps[from] = 0;
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for next in sectors[at].next.iter().map(|next| usize::from(next.0)) {
            if steps[next] == u8::MAX {
                steps[next] = steps[at] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}

impl Board {
    /// The sectors as battle plans name them.
    pub fn for_plans(&self) -> Vec<CampaignSector<'_>> {
        self.sectors.iter().map(|it| CampaignSector { number: it.number, name: &it.name }).collect()
    }

    /// A sector.
    #[inline]
    pub fn sector(&self, at: SectorId) -> &Sector {
        &self.sectors[usize::from(at.0)]
    }

    /// All sectors, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = SectorId> + use<> {
        (0..self.sectors.len() as u8).map(SectorId)
    }

    /// Distance in sectors: the fewest steps, whoever controls what lies between (WSC-1-2).
    pub fn steps(&self, from: SectorId, to: SectorId) -> u8 {
        self.steps[usize::from(from.0) * self.sectors.len() + usize::from(to.0)]
    }

    /// A side's own capital in the base position.
    pub fn capital(&self, side: Side) -> Option<SectorId> {
        self.capitals.iter().find(|(of, _)| *of == side).map(|(_, at)| *at)
    }

    /// A sector by its word, number or name.
    pub fn find(&self, word: &str) -> Option<SectorId> {
        let number = |sector: &Sector| sector.number.to_string() == word;
        self.ids().find(|at| self.sector(*at).is_called(word) || number(self.sector(*at)))
    }
}

/// A sector in a key: `sector-13`.
impl Part<'_> for SectorId {
    fn write(&self, key: &mut String) {
        engine::question::key::numbered(key, "sector-", self.0 + 1);
    }

    fn read(part: &str) -> Result<SectorId, NoKey> {
        match engine::question::key::number(part, "sector-")? {
            0 => Err(NoKey::Part("sectors are counted from 1".to_owned())),
            number => Ok(SectorId(number - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SYSTEM;
    use crate::WarAtSea;
    use engine::rulebook::Rulebook;

    /// The Pacific with a change.
    fn pacific(change: impl Fn(&mut MapFile)) -> Result<Board, String> {
        let mut file: MapFile = WarAtSea::built_in().read(SYSTEM, "map_pacific").unwrap();
        change(&mut file);
        build(file)
    }

    #[test]
    fn a_map_is_symmetric_with_a_capital_for_each_side() {
        engine::rulebook::declare::<crate::WarAtSea>();
        let board = pacific(|_| {}).unwrap();
        let [tokyo, society] = ["sector-6", "sector-23"].map(|word| board.find(word).unwrap());
        assert_eq!((board.steps(tokyo, society), board.steps(society, tokyo)), (5, 5));
        let fault = |change: fn(&mut MapFile)| pacific(change).unwrap_err();
        assert_eq!(
            fault(|map| map.sectors[0].adjacent.retain(|next| *next != 2)),
            "sector 2 names 1 as its neighbour, but not the other way"
        );
        assert_eq!(
            fault(|map| map.sectors[5].kind = Kind::Large),
            "sector 6 is not the capital of Japanese Navy"
        );
        assert_eq!(fault(|map| map.meta.sides[1].capital = 31), "there is no sector 31");
    }
}
