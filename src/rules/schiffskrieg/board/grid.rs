//! Hexes: a code is the letter of a map sheet, two digits for the row and two for the column.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::SeaMap;

/// A hex, with its column counted over the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// The map.
    pub map: SeaMap,
    /// Rows count to the north.
    pub row: u8,
    /// Columns count to the east; odd rows lie half a hex farther east.
    pub col: u8,
}

impl Hex {
    /// How many hexes lie between two hexes, the last counted; nothing between maps.
    pub fn distance(self, other: Hex) -> Option<u8> {
        if self.map != other.map {
            return None;
        }
        let axial = |hex: Hex| {
            let (row, col) = (i16::from(hex.row), i16::from(hex.col));
            (col - (row - row % 2) / 2, row)
        };
        let ((q1, r1), (q2, r2)) = (axial(self), axial(other));
        let (q, r) = (q1 - q2, r1 - r2);
        let steps = q.abs().max(r.abs()).max((q + r).abs());
        u8::try_from(steps).ok()
    }

    /// The hexes that touch this one, as far as rows and columns are counted.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        let around = |at: u8| at.saturating_sub(1)..=at.saturating_add(1);
        let all =
            around(self.row).flat_map(move |row| around(self.col).map(move |col| Hex { row, col, ..self }));
        all.filter(move |hex| self.touches(*hex))
    }

    /// Whether two hexes touch.
    pub fn touches(self, other: Hex) -> bool {
        self.distance(other) == Some(1)
    }
}

/// How the hexes of the map sheets are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Letter, map, and what is added to its columns, in this order.
    sheets: Vec<(char, SeaMap, u8)>,
}

/// The sheets and their maps.
const SHEETS: [(char, SeaMap); 4] =
    [('w', SeaMap::Tk), ('e', SeaMap::Tk), ('a', SeaMap::Ds), ('p', SeaMap::Ds)];

impl Grid {
    /// The grid of the offsets of the sheets.
    ///
    /// # Errors
    /// A sentence if a sheet is missing or unknown.
    pub fn new(columns: &BTreeMap<char, u8>) -> Result<Grid, String> {
        if columns.len() != SHEETS.len() {
            return Err(format!("{} map sheets are counted", columns.len()));
        }
        let sheet = |(letter, map): (char, SeaMap)| {
            let offset = columns.get(&letter).ok_or_else(|| format!("the map sheet {letter} is missing"))?;
            Ok((letter, map, *offset))
        };
        Ok(Grid { sheets: SHEETS.into_iter().map(sheet).collect::<Result<_, String>>()? })
    }

    /// The hex of a code such as `w3818`.
    pub fn hex(&self, code: &str) -> Option<Hex> {
        let mut letters = code.chars();
        let letter = letters.next()?.to_ascii_lowercase();
        let digits = letters.as_str();
        if digits.len() != 4 || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        let (_, map, offset) = *self.sheets.iter().find(|(of, ..)| *of == letter)?;
        let (row, col) = (digits[..2].parse().ok()?, digits[2..].parse::<u8>().ok()?);
        Some(Hex { map, row, col: col.checked_add(offset)? })
    }

    /// The letters of the sheets.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.sheets.iter().map(|(letter, ..)| *letter)
    }

    /// The codes of a hex: first that of the western sheet, as far as it has two digits for the column.
    pub fn codes(&self, hex: Hex) -> Vec<String> {
        let sheets = self.sheets.iter().filter(|(_, map, _)| *map == hex.map);
        let code = |(letter, _, offset): &(char, SeaMap, u8)| {
            let col = hex.col.checked_sub(*offset).filter(|col| *col < 100)?;
            Some(format!("{letter}{:02}{col:02}", hex.row))
        };
        sheets.filter_map(code).collect()
    }

    /// The code by which a hex is called: of the eastern sheet where that begins west of it, unless its
    /// column is the first there.
    pub fn code(&self, hex: Hex) -> String {
        let sheets = self.sheets.iter().rev().filter(|(_, map, _)| *map == hex.map);
        let mut sheet = sheets.filter(|(_, _, offset)| *offset == 0 || hex.col > offset.saturating_add(1));
        let (letter, _, offset) = sheet.next().copied().unwrap_or(('?', hex.map, 0));
        format!("{letter}{:02}{:02}", hex.row, hex.col.saturating_sub(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::new(&BTreeMap::from([('w', 0), ('e', 26), ('a', 0), ('p', 27)])).expect("a grid")
    }

    fn hex(code: &str) -> Hex {
        grid().hex(code).unwrap_or_else(|| panic!("{code} is a hex"))
    }

    #[test]
    fn distances_are_those_of_the_examples() {
        assert_eq!(hex("w3323").distance(hex("w2424")), Some(9), "Munich to Naples");
        assert_eq!(hex("w2424").distance(hex("w1522")), Some(9), "Naples to Tripoli");
        assert!(["w3717", "w3817", "w3718"].iter().all(|code| hex(code).touches(hex("w3818"))));
        assert!(hex("w3922").touches(hex("w4023")), "the Kiel Canal");
        assert!(hex("e1213").touches(hex("e1312")), "the Suez Canal");
        assert_eq!(hex("w3818").neighbours().count(), 6);
        assert!(hex("w3818").neighbours().all(|it| it.touches(hex("w3818"))));
        assert_eq!(hex("w3323").distance(hex("p4519")), None);
        assert_eq!(hex("p4519").distance(hex("p4519")), Some(0));
    }

    #[test]
    fn two_sheets_overlap() {
        assert_eq!(hex("w2427"), hex("e2401"));
        assert_eq!(grid().codes(hex("w2427")), ["w2427", "e2401"]);
        for code in ["w2427", "e2402", "e1213", "a4222", "p3408", "p4519"] {
            assert_eq!(grid().code(hex(code)), code);
        }
        for wrong in ["", "w", "w381", "w38181", "x3818", "w38a8", "3818", "w-118"] {
            assert_eq!(grid().hex(wrong), None, "{wrong}");
        }
    }
}
