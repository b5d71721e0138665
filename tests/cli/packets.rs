//! A damaged packet is refused in words: whoever reads it is a player with somebody else's file.

use serde_json::Value;

use super::support::{Desk, Luck};

fn leaves<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|it| leaves(it, found)),
        Value::Object(map) => map.values_mut().for_each(|it| leaves(it, found)),
        _ => found.push(value),
    }
}

#[test]
fn damaged_packets_never_break_the_program() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let mut packet: Value = serde_json::from_slice(&desk.read("m/packets/001-axis.json")).unwrap();
    let mut luck = Luck::new(8);
    packet["view"] = Value::Null;
    desk.write("packet.json", packet.to_string());
    desk.ok(&["check", "m/forms/001-axis.yaml", "--packet", "packet.json"]);
    let values: [Value; 6] =
        [60_000.into(), (-1).into(), Value::Null, "\u{0}".into(), 65_535.into(), Value::Array(vec![])];
    for _ in 0..60 {
        let mut broken = packet.clone();
        let mut found = Vec::new();
        leaves(&mut broken["questions"], &mut found);
        let at = luck.below(found.len());
        *found[at] = luck.pick(&values).clone();
        desk.write("packet.json", broken.to_string());
        let ran = desk.run(&["check", "m/forms/001-axis.yaml", "--packet", "packet.json"]);
        assert!([0, 1].contains(&ran.code), "{ran:?}");
    }
    for bytes in [&b""[..], b"{", b"\xff", b"[]", b"null", &b"[".repeat(100_000)] {
        desk.write("packet.json", bytes);
        let ran = desk.run(&["check", "m/forms/001-axis.yaml", "--packet", "packet.json"]);
        assert!([1, 3].contains(&ran.code), "{ran:?}");
    }
}
