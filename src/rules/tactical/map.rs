//! The battle map: sectors, ranges, the two ends, and what cuts a line of sight (WST-map-1, map-2; battle
//! plans 4.1).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Rows of the map, on the standard and the large one.
pub const ROWS: u8 = 8;
/// Columns of the standard map (WST-map-1).
pub const COLUMNS: u8 = 11;
/// Columns of the large map (WSC-11.3-1).
pub const LARGE_COLUMNS: u8 = 22;
/// Most sectors that a map has.
pub const MOST_SECTORS: usize = LARGE_COLUMNS as usize * ROWS as usize;

/// A sector: its column from A and its row from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector(u8);

impl Sector {
    /// The sector in a column and a row, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Sector {
        Sector(column * ROWS + row)
    }

    /// Its column, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 / ROWS
    }

    /// Its row, from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 % ROWS
    }

    /// Its place among all sectors, by column and row.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    /// Reads `E3`.
    pub fn parse(word: &str) -> Option<Sector> {
        let &[column @ b'A'..=b'V', row @ b'1'..=b'8'] = word.as_bytes() else { return None };
        Some(Sector::new(column - b'A', row - b'1'))
    }

    /// Its cube coordinates: odd columns lie half a sector toward row 8.
    #[inline]
    const fn cube(self) -> (i16, i16, i16) {
        let x = self.column() as i16;
        let z = self.row() as i16 - x / 2;
        (x, -x - z, z)
    }

    /// How many sectors lie between it and another; 0 is the same, 1 a neighbour (WST-map-2).
    #[inline]
    pub fn range(self, other: Sector) -> u8 {
        let (a, b) = (self.cube(), other.cube());
        let (dx, dy, dz) =
            ((a.0 - b.0).unsigned_abs(), (a.1 - b.1).unsigned_abs(), (a.2 - b.2).unsigned_abs());
        dx.max(dy).max(dz) as u8
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Sector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sector, D::Error> {
        let word = String::deserialize(deserializer)?;
        Sector::parse(&word).ok_or_else(|| {
            serde::de::Error::custom(format!("`{word}` is no sector of the battle map; write one such as E3"))
        })
    }
}

/// An end of the map. Each side of a battle has one, so it also says which of the two sides is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum End {
    /// Column A.
    A,
    /// The last column, K on the standard map.
    K,
}

impl End {
    /// Both ends.
    pub const BOTH: [End; 2] = [End::A, End::K];

    /// The other one.
    #[inline]
    pub const fn other(self) -> End {
        match self {
            End::A => End::K,
            End::K => End::A,
        }
    }
}

/// The sectors that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns.
    pub columns: u8,
}

impl Grid {
    /// The standard map, or the large one.
    pub const fn new(large: bool) -> Grid {
        Grid { columns: if large { LARGE_COLUMNS } else { COLUMNS } }
    }

    /// Whether a sector lies on the map.
    #[inline]
    pub const fn holds(self, sector: Sector) -> bool {
        sector.column() < self.columns
    }

    /// All sectors, by column and row.
    pub fn sectors(self) -> impl Iterator<Item = Sector> {
        (0..self.columns * ROWS).map(Sector)
    }

    /// The column at an end.
    pub const fn edge(self, end: End) -> u8 {
        match end {
            End::A => 0,
            End::K => self.columns - 1,
        }
    }

    /// How many columns a sector lies from an end.
    #[inline]
    pub const fn depth(self, end: End, sector: Sector) -> u8 {
        match end {
            End::A => sector.column(),
            End::K => self.columns - 1 - sector.column(),
        }
    }

    /// The place of a sector in the own order of an end: by column from there, then by row (battle plans
    /// 4.1).
    #[inline]
    pub const fn own_order(self, end: End, sector: Sector) -> u8 {
        self.depth(end, sector) * ROWS + sector.row()
    }

    /// All sectors in the own order of an end.
    pub fn in_order(self, end: End) -> impl Iterator<Item = Sector> {
        (0..self.columns).flat_map(move |depth| {
            let column = match end {
                End::A => depth,
                End::K => self.columns - 1 - depth,
            };
            (0..ROWS).map(move |row| Sector::new(column, row))
        })
    }

    /// The sector next to one in a direction, 1 to 6: 1 toward row 1, then clockwise. None beyond the edge.
    pub fn step(self, from: Sector, direction: u8) -> Option<Sector> {
        let (column, row) = (from.column() as i16, from.row() as i16);
        let up = if column % 2 == 0 { row - 1 } else { row };
        let (column, row) = match direction {
            1 => (column, row - 1),
            2 => (column + 1, up),
            3 => (column + 1, up + 1),
            4 => (column, row + 1),
            5 => (column - 1, up + 1),
            _ => (column - 1, up),
        };
        let on = (0..i16::from(self.columns)).contains(&column) && (0..i16::from(ROWS)).contains(&row);
        on.then(|| Sector::new(column as u8, row as u8))
    }

    /// The neighbours of a sector, by direction.
    pub fn neighbours(self, of: Sector) -> impl Iterator<Item = Sector> {
        (1..=6).filter_map(move |direction| self.step(of, direction))
    }

    /// Whether a line from one sector to another is cut: at some point between them every sector nearest to
    /// the line is one that blocks. A line along the edge of two sectors needs both; beside the edge of the
    /// map only the sector on the map counts (WST-los-1, los-2, con-3). The ends never cut it.
    pub fn is_cut(self, from: Sector, to: Sector, blocks: &Sectors) -> bool {
        if !blocks.any_near_box(from, to) {
            return false;
        }
        let steps = i16::from(from.range(to));
        let (a, b) = (from.cube(), to.cube());
        (1..steps).any(|at| {
            let between = |a: i16, b: i16| (steps - at) * a + at * b;
            let point = (between(a.0, b.0), between(a.1, b.1), between(a.2, b.2));
            self.all_nearest_block(point, steps, blocks)
        })
    }

    /// Whether all sectors nearest to a point, whose cube coordinates are in parts of `scale`, block.
    fn all_nearest_block(self, point: (i16, i16, i16), scale: i16, blocks: &Sectors) -> bool {
        let (x, z) = (point.0.div_euclid(scale), point.2.div_euclid(scale));
        let mut nearest = i16::MAX;
        let mut all_block = true;
        // The nearest to a point are never farther from it, on either axis, than the next whole number.
        for cube_x in x..=x + 1 {
            for cube_z in z..=z + 1 {
                let row = cube_z + cube_x.div_euclid(2);
                let on =
                    (0..i16::from(self.columns)).contains(&cube_x) && (0..i16::from(ROWS)).contains(&row);
                if !on {
                    continue;
                }
                let cube_y = -cube_x - cube_z;
                let off = |point: i16, of: i16| (point - of * scale).abs();
                let away = off(point.0, cube_x).max(off(point.1, cube_y)).max(off(point.2, cube_z));
                let blocking = blocks.has(Sector::new(cube_x as u8, row as u8));
                if away < nearest {
                    (nearest, all_block) = (away, blocking);
                } else if away == nearest {
                    all_block &= blocking;
                }
            }
        }
        all_block && nearest != i16::MAX
    }
}

/// A set of sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sectors([u64; MOST_SECTORS.div_ceil(64)]);

impl Sectors {
    /// Adds one.
    pub fn insert(&mut self, sector: Sector) {
        self.0[sector.place() / 64] |= 1 << (sector.place() % 64);
    }

    /// Whether one is in it.
    #[inline]
    pub const fn has(&self, sector: Sector) -> bool {
        self.0[sector.place() / 64] & (1 << (sector.place() % 64)) != 0
    }

    /// Whether it has any in the columns and rows between two sectors, or just outside of them: no other can
    /// touch a line from one to the other. A column is a byte.
    fn any_near_box(&self, one: Sector, other: Sector) -> bool {
        const BESIDE: u8 = 1;
        const ABOVE: u8 = 2;
        let columns = one.column().min(other.column()).saturating_sub(BESIDE)
            ..=one.column().max(other.column()).saturating_add(BESIDE).min(LARGE_COLUMNS - 1);
        let first = one.row().min(other.row()).saturating_sub(ABOVE);
        let last = one.row().max(other.row()).saturating_add(ABOVE).min(ROWS - 1);
        let rows = (u8::MAX << first) & (u8::MAX >> (ROWS - 1 - last));
        let column = |at: u8| (self.0[usize::from(at) / 8] >> (at % 8 * ROWS)) as u8;
        columns.into_iter().any(|at| column(at) & rows != 0)
    }

    /// Those in it, by column and row.
    pub fn iter(&self) -> impl Iterator<Item = Sector> + use<> {
        let set = *self;
        (0..MOST_SECTORS as u8).map(Sector).filter(move |sector| set.has(*sector))
    }
}

impl FromIterator<Sector> for Sectors {
    fn from_iter<I: IntoIterator<Item = Sector>>(all: I) -> Sectors {
        let mut set = Sectors::default();
        all.into_iter().for_each(|sector| set.insert(sector));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(word: &str) -> Sector {
        Sector::parse(word).unwrap()
    }

    #[test]
    fn a_middle_sector_has_six_neighbours() {
        let grid = Grid::new(false);
        for sector in grid.sectors() {
            let near: Vec<Sector> = grid.neighbours(sector).collect();
            let one_away = grid.sectors().filter(|other| sector.range(*other) == 1).count();
            assert_eq!(near.len(), one_away, "{sector}");
            assert!(near.iter().all(|other| sector.range(*other) == 1), "{sector}");
        }
        assert_eq!(grid.neighbours(at("F4")).count(), 6);
        // B, D and so on lie half a sector toward row 8.
        assert_eq!((at("A3").range(at("B3")), at("A3").range(at("B2")), at("A3").range(at("B4"))), (1, 1, 2));
        assert_eq!(grid.step(at("A3"), 2), Some(at("B2")));
        assert_eq!(grid.step(at("B3"), 2), Some(at("C3")));
        assert_eq!(grid.step(at("A1"), 1), None);
    }

    #[test]
    fn ranges_count_sectors() {
        assert_eq!(at("A1").range(at("K1")), 10);
        assert_eq!(at("A1").range(at("A8")), 7);
        assert_eq!(at("F4").range(at("F4")), 0);
        let large = Grid::new(true);
        assert_eq!(Sector::new(large.edge(End::A), 0).range(Sector::new(large.edge(End::K), 0)), 21);
    }

    #[test]
    fn own_orders_mirror_each_other() {
        let grid = Grid::new(false);
        for sector in grid.sectors() {
            let mirrored = Sector::new(grid.columns - 1 - sector.column(), sector.row());
            assert_eq!(grid.own_order(End::A, sector), grid.own_order(End::K, mirrored));
        }
        let order: Vec<Sector> = grid.in_order(End::K).collect();
        assert!(order.windows(2).all(|two| grid.own_order(End::K, two[0]) < grid.own_order(End::K, two[1])));
    }

    #[test]
    fn nothing_cuts_a_line_from_outside_its_box() {
        // On the large map every two columns are like the first two.
        for (grid, starts) in [(Grid::new(false), COLUMNS), (Grid::new(true), 2)] {
            for block in grid.sectors() {
                let blocks: Sectors = [block].into_iter().collect();
                let starts = grid.sectors().filter(|from| from.column() < starts);
                let pairs = starts.flat_map(|from| grid.sectors().map(move |to| (from, to)));
                for (from, to) in pairs.filter(|(from, to)| !blocks.any_near_box(*from, *to)) {
                    let steps = i16::from(from.range(to));
                    let (a, b) = (from.cube(), to.cube());
                    let touched = (1..steps).any(|at| {
                        let between = |a: i16, b: i16| (steps - at) * a + at * b;
                        let point = (between(a.0, b.0), between(a.1, b.1), between(a.2, b.2));
                        grid.all_nearest_block(point, steps, &blocks)
                    });
                    assert!(!touched, "{block} from {from} to {to}");
                }
            }
        }
    }

    #[test]
    fn a_line_is_cut_by_what_lies_on_it() {
        let grid = Grid::new(false);
        let cut = |from: &str, to: &str, by: &[&str]| {
            let blocks: Sectors = by.iter().map(|word| at(word)).collect();
            let there = grid.is_cut(at(from), at(to), &blocks);
            assert_eq!(
                there,
                grid.is_cut(at(to), at(from), &blocks),
                "{from} and {to} see each other or do not"
            );
            there
        };
        assert!(cut("C4", "G4", &["E4"]) || cut("C4", "G4", &["D4", "D3"]));
        assert!(!cut("C4", "C6", &["D5", "B5"]));
        assert!(cut("C4", "C6", &["C5"]));
        // C4 to E4 runs along the edge of D3 and D4.
        assert!(!cut("C4", "E4", &["D3"]));
        assert!(!cut("C4", "E4", &["D4"]));
        assert!(cut("C4", "E4", &["D3", "D4"]));
        // Along row 1 the other sector lies off the map: A1 to C1 runs along the edge of B1 alone.
        assert!(cut("A1", "C1", &["B1"]));
        assert!(!cut("C4", "D4", &["C4", "D4"]));
    }
}
