//! The contrast of the colours of the chart: 3 to 1 for lines and marks, 4.5 to 1 for text, in light, dark
//! and print.

use std::collections::BTreeMap;

use super::navies::{Colours, Navy};
use crate::contrast::contrast;
use engine::rulebook::two_sided::SIDES;

const STYLE: &str = include_str!("../../../../templates/common/html/chart.css");
const NAVIES: &str = include_str!("../../../../templates/common/navies.yaml");

/// The colours by their names: light, dark and print.
fn schemes() -> [BTreeMap<&'static str, &'static str>; 3] {
    let blocks: Vec<BTreeMap<&str, &str>> = STYLE
        .split(":root {")
        .skip(1)
        .map(|block| {
            let lines = block.split('}').next().unwrap().split(';');
            lines
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.trim(), value.trim()))
                .collect()
        })
        .collect();
    blocks.try_into().expect("light, dark and print")
}

/// What cells and other grounds of the sea are filled with.
const GROUNDS: [&str; 5] = ["--water", "--beyond", "--sea-axis", "--sea-allies", "--sea-contested"];

#[test]
fn lines_and_texts_can_be_told_from_what_is_under_them() {
    let lines = ["--cell", "--barred", "--way", "--own", "--foe", "--went", "--came", "--number", "--focus"];
    for (scheme, colours) in ["light", "dark", "print"].into_iter().zip(schemes()) {
        let check = |one: &str, other: &str, least: f64| {
            let found = contrast(colours[one], colours[other]);
            assert!(found >= least, "{scheme}: {one} on {other}: {found:.2}, less than {least}");
        };
        for ground in GROUNDS {
            lines.iter().for_each(|line| check(line, ground, 3.0));
            ["--number", "--label"].iter().for_each(|text| check(text, ground, 4.5));
        }
        for (one, other, least) in [
            ("--shore", "--water", 3.0),
            ("--shore", "--land", 3.0),
            ("--number", "--land", 4.5),
            ("--label", "--land", 4.5),
            ("--went", "--water", 4.5),
            ("--came", "--water", 4.5),
            ("--on-own", "--own", 4.5),
            ("--mark-axis", "--water", 3.0),
            ("--mark-allies", "--water", 3.0),
        ] {
            check(one, other, least);
        }
        if scheme != "print" {
            check("--on-foe", "--foe", 4.5);
        }
    }
}

#[test]
fn a_counter_can_be_read_whatever_its_navy() {
    let navies: Vec<Navy> = engine::games::yaml::read(NAVIES).unwrap();
    let mut style = String::new();
    Colours::new(&navies, SIDES.iter().copied()).style(&mut style);
    let rules: Vec<&str> = style.split('}').filter(|rule| !rule.is_empty()).collect();
    assert!(rules.len() > navies.len());
    for rule in rules {
        let colours: Vec<&str> = rule.split(['{', ':', ';']).filter(|it| it.starts_with('#')).collect();
        let found = contrast(colours[0], colours[1]);
        assert!(found >= 4.5, "{rule}: {found:.2}");
    }
}
