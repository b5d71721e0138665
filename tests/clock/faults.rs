//! What is said of schedules that are wrong.

use std::fmt::Write;

use sealord::clock::{RawSchedule, Schedule};

/// Each wrong schedule and what is said of it.
fn said(cases: &[&str]) -> String {
    let mut out = String::new();
    for yaml in cases {
        writeln!(out, "{}", yaml.trim_end()).unwrap();
        let found = serde_yaml::from_str::<RawSchedule>(yaml).map_err(|error| error.to_string());
        match found.map(RawSchedule::check) {
            Ok(Ok(schedule)) => panic!("accepted: {schedule:?}"),
            Ok(Err(faults)) => writeln!(out, "=> {faults}\n").unwrap(),
            Err(error) => writeln!(out, "=> (shape) {}\n", error.lines().next().unwrap()).unwrap(),
        }
    }
    out
}

#[test]
fn patterns() {
    insta::assert_snapshot!(said(&[
        "zone: Europe/Berlin\nevery: Sonday 20:00\n",
        "zone: Europe/Berlin\nevery: Sonntag 20:00\n",
        "zone: Europe/Berlin\nevery: xyz 20:00\n",
        "zone: Europe/Berlin\nevery: [Sunday 20:00, Wednesday 25:00]\n",
        "zone: Europe/Berlin\nevery: Sunday 24:00\n",
        "zone: Europe/Berlin\nevery: Sunday 8pm\n",
        "zone: Europe/Berlin\nevery: Sunday -8:00\n",
        "zone: Europe/Berlin\nevery: Sunday\n",
        "zone: Europe/Berlin\nevery: []\n",
        "zone: Europe/Berlin\nevery:\n",
        "zone: Europe/Berlin\ndaily: 2000\n",
        "zone: Europe/Berlin\ndaily: \"20:60\"\n",
        "zone: Europe/Berlin\ndaily: 20:00\ndays: -------\n",
        "zone: Europe/Berlin\ndaily: 20:00\ndays: []\n",
        "zone: Europe/Berlin\ndaily: 20:00\ndays: MTXTF--\n",
        "zone: Europe/Berlin\ndaily: 20:00\ndays: [mon, tues]\n",
        "zone: Europe/Berlin\nhours: -72\n",
        "zone: Europe/Berlin\nhours: 0\n",
        "zone: Europe/Berlin\nhours: 72h\n",
        "zone: Europe/Berlin\nhours: 2.5\n",
        "zone: Europe/Berlin\nhours: 72\nat: 20:00\nnot_before: 08:00\n",
        "zone: Europe/Berlin\nhours: 12\nat_least: 24h\n",
        "zone: Europe/Berlin\n",
        "zone: Europe/Berlin\nnone: false\n",
        "zone: Europe/Berlin\nevery: Sunday 20:00\nhours: 72\nnone: true\n",
        "zone: Europe/Berlin\nevery: Sunday 20:00\ndays: MTWTF--\nat: 20:00\n",
    ]));
}

#[test]
fn zones() {
    insta::assert_snapshot!(said(&[
        "zone: Europe/Berln\nnone: true\n",
        "zone: Berlin\nnone: true\n",
        "zone: new york\nnone: true\n",
        "zone: Mars/Olympus_Mons\nnone: true\n",
        "zone: ../../etc/passwd\nnone: true\n",
        "zone: /etc/localtime\nnone: true\n",
        "zone: localtime\nnone: true\n",
        "zone: posix/Europe/Berlin\nnone: true\n",
        "zone: Etc/Unknown\nnone: true\n",
        "zone: EST5EDT4,M3.2.0,M11.1.0\nnone: true\n",
        "zone: \"Europe/Berlin\\n\\e[2J\"\nnone: true\n",
        "zone: \"\"\nnone: true\n",
        "none: true\n",
    ]));
}

#[test]
fn the_rest() {
    insta::assert_snapshot!(said(&[
        "zone: UTC\nnone: true\nat_least: -24h\n",
        "zone: UTC\nnone: true\nat_least: 24\n",
        "zone: UTC\nnone: true\nat_least: a day\n",
        "zone: UTC\nnone: true\nat_least: 9w\n",
        "zone: UTC\nnone: true\ngrace: 99999999999h\n",
        "zone: UTC\nnone: true\nholidays: [2026-12-24, 2027-01-01..2026-12-24]\n",
        "zone: UTC\nnone: true\nholidays: [{from: 2026-12-24, to: 2026-12-01}]\n",
        "zone: UTC\nnone: true\nholidays: [{from: 2026-12-24}]\n",
        "zone: UTC\nnone: true\nholidays: [24.12.2026]\n",
        "zone: UTC\nnone: true\nholidays: [2026-02-29]\n",
        "zone: UTC\nnone: true\nholidays: [2026-01-01..2027-06-01]\n",
        "zone: UTC\nnone: true\nextensions: {count: 3}\n",
        "zone: UTC\nnone: true\nextensions: {count: 0, hours: 999}\n",
        "zone: UTC\nnone: true\nearly: {}\n",
        "zone: UTC\nnone: true\nreminders: [48h, 0h, 12]\n",
        "zone: UTC\nnone: true\noutage: 0\n",
        "zone: UTC\nnone: true\nfirst: Sunday 20:00\n",
        "zone: UTC\nnone: true\nfirst: 2026-12-06T20:00Z\n",
        "zone: UTC\nnone: true\nfirst: 2026-12-06T20:00\nholidays: [2026-12-06]\n",
        "zone: Pacific/Apia\nnone: true\nfirst: 2011-12-30T20:00\n",
        "zone: UTC\nnone: true\ndeadline: Sunday\n",
        "zone: UTC\nnone: maybe\n",
    ]));
}

#[test]
fn everything_wrong_is_told_at_once() {
    let yaml = "zone: Europa/Berlin\nevery: [Sonday 20:00, Sunday 25:00]\nat_least: -1h\noutage: many\n";
    let raw: RawSchedule = serde_yaml::from_str(yaml).unwrap();
    let faults = raw.check().unwrap_err();
    let fields: Vec<&str> = faults.0.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(fields, ["zone", "every[1]", "every[2]", "at_least", "outage"]);
    // Read in one step, it is all on one line.
    let error = serde_yaml::from_str::<Schedule>(yaml).unwrap_err().to_string();
    insta::assert_snapshot!(error.lines().next().unwrap());
}

#[test]
fn long_lists_are_refused() {
    let many = "2026-12-24, ".repeat(101);
    let raw: RawSchedule =
        serde_yaml::from_str(&format!("zone: UTC\nnone: true\nholidays: [{many}]\n")).unwrap();
    let faults = raw.check().unwrap_err();
    assert_eq!(faults.0[0].bad.what(), "\"101 entries\" is not from 1 to 100 entries");
}
