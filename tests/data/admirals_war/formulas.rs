//! Factors that are derived follow the formulas of `units.yaml`, and the formulas meet what is known.

use serde_json::Value;

use super::{id, rows, text};
use crate::data::Checks;

/// Weight of a gun by its calibre in mm (F-GUN).
const GUNS: [(f64, f64); 11] = [
    (450.0, 1.35),
    (400.0, 1.2),
    (375.0, 1.0),
    (335.0, 0.85),
    (310.0, 0.8),
    (300.0, 0.75),
    (270.0, 0.62),
    (240.0, 0.5),
    (190.0, 0.25),
    (170.0, 0.2),
    (140.0, 0.1),
];

/// Speed by knots (F-SPD).
const SPEEDS: [(f64, i64); 8] =
    [(33.3, 8), (30.3, 7), (28.3, 6), (25.4, 5), (23.4, 4), (19.5, 3), (15.5, 2), (0.0, 1)];

/// The input of the formulas.
struct Hist {
    guns: f64,
    calibre: f64,
    kilotons: f64,
    belt: f64,
    knots: f64,
    aircraft: f64,
    flags: String,
}

impl Hist {
    fn of(row: &Value) -> Hist {
        let hist = &row["hist"];
        let number = |key: &str| hist[key].as_f64().unwrap_or_else(|| panic!("{}: no {key}", id(row)));
        Hist {
            guns: number("guns"),
            calibre: number("mm"),
            kilotons: number("kt"),
            belt: number("belt"),
            knots: number("kn"),
            aircraft: number("aircraft"),
            flags: text(hist, "flags").to_owned(),
        }
    }

    fn flag(&self, flag: char, worth: f64) -> f64 {
        if self.flags.contains(flag) { worth } else { 0.0 }
    }

    fn gunnery(&self, carrier: bool) -> i64 {
        if carrier {
            return i64::from(self.guns >= 6.0 && self.calibre >= 150.0);
        }
        let weight = GUNS.iter().find(|(from, _)| self.calibre >= *from).map_or(0.0, |(_, weight)| *weight);
        let most = if self.calibre < 400.0 { 4 } else { 6 };
        half_up(self.guns * weight / 2.0).max(1).min(most)
    }

    fn armor(&self, class: &str) -> i64 {
        match class {
            "CV" | "CVL" => half_up(self.kilotons / 11.0 - self.flag('C', 1.0)).max(0),
            "CA" | "CL" | "PB" => 1 + i64::from(self.kilotons >= 12.0),
            _ => half_up(
                0.06 * self.kilotons + 0.6 * self.belt / 100.0 + self.flag('T', 1.0) - self.flag('B', 0.25),
            ),
        }
    }

    fn speed(&self) -> i64 {
        SPEEDS.iter().find(|(from, _)| self.knots >= *from).map_or(1, |(_, speed)| *speed)
    }

    fn airstrike(&self) -> i64 {
        match self.aircraft {
            none if none < 1.0 => 0,
            few if few <= 25.0 => 1,
            some if some <= 50.0 => 2,
            many if many <= 62.0 => 3,
            _ => 4,
        }
    }
}

/// Rounds a positive number, the half upward.
fn half_up(value: f64) -> i64 {
    (value + 0.5) as i64
}

/// The hits that sink a ship on average: the first, then those whose dice take it over its armor (F-RED).
fn hits_to_sink(armor: usize, red: bool) -> f64 {
    let bonus = usize::from(red);
    let mut further = vec![0.0; armor + 7];
    for damage in (0..=armor).rev() {
        let after =
            (1..=6).map(|die| die - bonus).filter(|worth| *worth > 0).map(|worth| further[damage + worth]);
        let spared = if red { 1.0 } else { 0.0 };
        further[damage] = (1.0 + after.sum::<f64>() / 6.0) / (1.0 - spared / 6.0);
    }
    further[0]
}

/// The red armor that is as hard to sink as a plain one.
fn red_for(plain: usize) -> usize {
    let gap = |red: usize| (hits_to_sink(red, true) - hits_to_sink(plain, false)).abs();
    (1..12).min_by(|a, b| gap(*a).total_cmp(&gap(*b))).unwrap()
}

#[test]
fn red_armor_6_is_as_hard_as_plain_9() {
    assert!((hits_to_sink(9, false) - 3.32).abs() < 0.01, "{}", hits_to_sink(9, false));
    assert!((hits_to_sink(6, true) - 3.34).abs() < 0.01, "{}", hits_to_sink(6, true));
    assert_eq!(red_for(9), 6);
}

/// The factors that a source speaks of.
fn of(source: &Value, carrier: bool) -> Vec<String> {
    let all = ["gunnery", "armor", "speed", "airstrike"].map(str::to_owned);
    let named =
        source["of"].as_array().map(|of| of.iter().map(|it| it.as_str().unwrap().to_owned()).collect());
    let named: Vec<String> = named.unwrap_or_else(|| all.to_vec());
    named.into_iter().filter(|factor| carrier || factor != "airstrike").collect()
}

#[test]
fn derived_factors_follow_the_formulas_and_known_ones_nearly_do() {
    let mut checks = Checks::default();
    let (mut known, mut met) = (0, 0);
    for row in rows("units", "units") {
        let kind = text(&row, "kind");
        if !matches!(kind, "ship" | "carrier") {
            continue;
        }
        let (carrier, hist) = (kind == "carrier", Hist::of(&row));
        let sources =
            row["factors_from"].as_array().cloned().unwrap_or_else(|| vec![row["factors_from"].clone()]);
        for source in &sources {
            let told = text(source, "source");
            for factor in of(source, carrier) {
                let guess = match factor.as_str() {
                    "armor" if told.starts_with("F-RED") => red_for(armor_in(told)) as i64,
                    "gunnery" => hist.gunnery(carrier),
                    "armor" => hist.armor(text(&row, "class")),
                    "speed" => hist.speed(),
                    _ => hist.airstrike(),
                };
                let fits = row["factors"][&factor].as_i64() == Some(guess);
                if source["provenance"] == "derived" {
                    checks.that(fits, format!("{}: {factor} is not the {guess} of {told}", id(&row)));
                } else {
                    (known, met) = (known + 1, met + i32::from(fits));
                }
            }
        }
    }
    checks.that((known, met) == (323, 318), format!("the formulas meet {met} of {known} known factors"));
    checks.done();
}

/// The plain armor that a source starts from.
fn armor_in(told: &str) -> usize {
    let rest = told.split("armor ").nth(1).unwrap_or_else(|| panic!("no armor in {told}"));
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}
