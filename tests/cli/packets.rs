//! A damaged packet is refused in words: whoever reads it is a player with somebody else's file.

use sealord::view::{Packet, Sea, UNREAD, without};
use serde_json::Value;

use super::support::{Desk, Luck, SYSTEMS};

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

/// Orders are received by a view without some of its parts, and checked by a player with all of them.
#[test]
fn the_parts_that_are_left_out_where_orders_are_read_are_no_part_of_the_map() {
    for system in SYSTEMS {
        let desk = Desk::of(system);
        desk.begin("m", &[]);
        let packets: Vec<_> = std::fs::read_dir(desk.path("m/packets")).unwrap().collect();
        assert!(packets.len() > 1, "nobody but one party plays");
        for file in packets {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            let packet: Packet = serde_json::from_slice(&bytes).unwrap();
            let pared = without(&packet.view, &UNREAD).unwrap();
            assert!(pared.get("story").is_none() && pared.get("score").is_none());
            assert_eq!(Sea::of(&pared).unwrap(), Sea::of(&packet.view).unwrap());
            assert_eq!(pared["turn"], packet.view["turn"]);
        }
    }
}
