//! Lines of the optional rules for the day of Pearl Harbor, and what they are in words.

use serde_json::json;

use super::Worded;

pub fn lines() -> Vec<Worded> {
    vec![
        (
            json!({"kind": "chances-set", "chances": [{"place": "Central Pacific", "faces": [1, 2]}, {"place": "Hawaiian Islands", "faces": [3, 4, 5, 6]}]}),
            "The Americans have settled in secret where their groups may turn up, by the die: Central Pacific 1, 2; Hawaiian \
             Islands 3, 4, 5, 6.",
        ),
        (
            json!({"kind": "chances-set", "chances": []}),
            "The Americans have settled in secret where their groups may turn up.",
        ),
        (
            json!({"kind": "groups-rolled", "rolled": [{"group": "Location Uncertain W", "dice": [2, 3]}, {"group": "Location Uncertain X", "dice": [6, 1]}]}),
            "The Americans dice twice in secret for each group of uncertain location: Location Uncertain W [2 3]; Location \
             Uncertain X [6 1].",
        ),
        (
            json!({"kind": "groups-rolled", "rolled": []}),
            "The Americans dice twice in secret for each group of uncertain location.",
        ),
        (
            json!({"kind": "group-in-port", "group": "Location Uncertain W", "place": "Pearl Harbor", "units": ["Enterprise", "Chester"]}),
            "Location Uncertain W lies in Pearl Harbor: Enterprise, Chester.",
        ),
        (
            json!({"kind": "warned", "dice": [2, 5], "passed": 1}),
            "The warning: [2 5]. It does not get through.",
        ),
        (
            json!({"kind": "warned", "dice": [2, 1, 5], "passed": 2}),
            "The warning: [2 1 5]. It comes too late.",
        ),
        (
            json!({"kind": "warned", "dice": [2, 1, 1, 5], "passed": 3}),
            "The warning: [2 1 1 5]. Pearl Harbor is on the alert: the first surprise attack comes to nothing.",
        ),
        (
            json!({"kind": "warned", "dice": [2, 1, 1, 2], "passed": 4}),
            "The warning: [2 1 1 2]. The fleet puts to sea: both surprise attacks come to nothing.",
        ),
        (
            json!({"kind": "chances-shown", "chances": [{"place": "Caribbean Sea", "faces": [4, 5, 6]}]}),
            "The dice that brought American groups to an area: Caribbean Sea 4, 5, 6.",
        ),
        (
            json!({"kind": "round-began", "place": "Hawaiian Islands", "group": null, "round": 1, "axis": "air",
                   "allies": "air", "dice": null, "modifiers": {"axis": 0, "allies": 0}, "action": "air",
                   "automatic": true}),
            "Round 1 in the Hawaiian Islands: an air action, whatever the sides want.",
        ),
        (
            json!({"kind": "fired", "place": "Pearl Harbor", "unit": "Akagi", "target": "Arizona", "action": "air",
                   "dice": [4, 2], "bonus": true, "hits": 1, "damage_dice": [3], "damage": 3, "disabled": false,
                   "side": "axis", "extra": 1}),
            "Akagi attacks Arizona by air: [4* 2] with +2, 1 hit, [3] damage 3.",
        ),
    ]
}
