//! What an owner of the printed game may check: the line on a counter (SOT-14-30), and the shape of the rows
//! that `units.csv` and its like correct.

use serde_json::{Value, json};

use super::files::{LbaRow, PortRow, SpecialWord, TokenRow, UnitRow, ZoneRow};
use super::pieces::{Class, Counter, Special};
use super::published;
use engine::games::print::{Parts, Print, shaped};

/// What the data check asks of Seas of Thunder.
pub(super) const PRINT: Print = Print { row, write_line, read_line, published: published::facts };

/// Whether a row has the shape its loader reads.
fn row(file: &str, row: &Value) -> Result<(), String> {
    match file {
        "convoys" => shaped::<TokenRow>(row).map(drop),
        "lba" => shaped::<LbaRow>(row).map(drop),
        "ports" => shaped::<PortRow>(row).map(drop),
        "units" if row["special"].is_object() && row["special"].get("kind").is_none() => {
            Err("a value is left without its special".to_owned())
        }
        "units" => shaped::<UnitRow>(row).and_then(|unit| special_of(&unit)).map(drop),
        "zones" => shaped::<ZoneRow>(row).map(drop),
        _ => Ok(()),
    }
}

/// The special of a ship; a sentence if it has a value too many or too few.
pub(super) fn special_of(unit: &UnitRow) -> Result<Special, String> {
    let sorry = "a sweeper's special has no value, every other has one";
    unit.special.map_or(Ok(Special::None), |row| row.special().ok_or(sorry.to_owned()))
}

/// The printed line of a ship or an air unit.
fn write_line(file: &str, row: &Value) -> Option<String> {
    match file {
        "units" => {
            let unit: UnitRow = shaped(row).ok()?;
            let special = special_of(&unit).ok()?;
            Some(Counter::write_line(unit.class, (unit.gunnery, special, unit.survivability, unit.range)))
        }
        "lba" => {
            let unit: LbaRow = shaped(row).ok()?;
            Some(Counter::write_line(Class::Lba, (0, Special::Air(unit.air), 0, 0)))
        }
        _ => None,
    }
}

/// What a printed line says, by the columns of `units.csv` or `lba.csv`.
fn read_line(file: &str, line: &str) -> Result<Parts, String> {
    let (gunnery, special, survivability, range) = Counter::parse_line(line)?;
    match (file, special, survivability) {
        ("lba", Special::Air(air), 0) => Ok(vec![("air", json!(air))]),
        ("lba", ..) => Err(format!("`{line}` is not the line of an air unit, such as `Air 4`")),
        (_, _, 0) => Err(format!("`{line}` is not the line of a ship, such as `Mine 2(1)-3-3`")),
        _ => {
            let (kind, value) = match special {
                Special::None => (Value::Null, Value::Null),
                Special::Air(value) => (json!(SpecialWord::Air), json!(value)),
                Special::Asw(value) => (json!(SpecialWord::Asw), json!(value)),
                Special::Sub(value) => (json!(SpecialWord::Sub), json!(value)),
                Special::Mine(value) => (json!(SpecialWord::Mine), json!(value)),
                Special::Sweep => (json!(SpecialWord::MineSweep), Value::Null),
            };
            Ok(vec![
                ("gunnery", json!(gunnery)),
                ("special", kind),
                ("value", value),
                ("survivability", json!(survivability)),
                ("range", json!(range)),
            ])
        }
    }
}
