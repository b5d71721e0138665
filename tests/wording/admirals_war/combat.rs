//! Lines of combat, of invasions, and of what comes home from there, and what they are in words.

use serde_json::{Value, json};

use super::Worded;

pub fn lines() -> Vec<Worded> {
    let area = "Hawaiian Islands";
    let groups = json!([{"place": "Pearl Harbor", "units": "Yorktown, Hornet"}, {"place": "Midway", "units": "7th Air Force"}]);
    let round = |axis: &str, allies: &str, dice: Value, action: &str| {
        json!({"kind": "round-began", "place": area, "group": null, "round": 2, "axis": axis, "allies": allies,
               "dice": dice, "modifiers": {"axis": 2, "allies": 0}, "action": action})
    };
    let fired = |action: &str, bonus: bool, hits: u8, damage_dice: Value, disabled: bool| {
        json!({"kind": "fired", "place": area, "unit": "Akagi", "target": "Yorktown", "action": action, "dice": [5, 6, 2],
               "bonus": bonus, "hits": hits, "damage_dice": damage_dice, "damage": 4, "disabled": disabled, "side": "axis"})
    };
    vec![
        (
            json!({"kind": "area-selected", "seat": "American", "place": area}),
            "The next combat is in the Hawaiian Islands (American choice).",
        ),
        (json!({"kind": "area-resolved", "place": area}), "The combat in the Hawaiian Islands is over."),
        (
            json!({"kind": "hunted", "place": area, "by": "allies", "dice": [6, 5], "bonus": 1, "destroyed": ["I-1"], "driven_off": ["I-2"]}),
            "The Allies hunt submarines in the Hawaiian Islands: [6 5] with +1, destroyed: I-1; driven off: I-2.",
        ),
        (
            json!({"kind": "hunted", "place": area, "by": "axis", "dice": [1], "bonus": 0, "destroyed": [], "driven_off": []}),
            "The Axis hunts submarines in the Hawaiian Islands: [1], nothing is hit.",
        ),
        (
            json!({"kind": "shipping-attacked", "place": area, "unit": "I-1", "dice": [6], "bonus": true, "points": 1}),
            "I-1 attacks shipping in the Hawaiian Islands: [6] with +1, 1 point.",
        ),
        (
            json!({"kind": "submarines-shown", "groups": [{"place": "Aleutians", "units": "I-1"}]}),
            "Submarines show themselves and deny these areas: Aleutians: I-1",
        ),
        (
            json!({"kind": "aimed", "place": area, "unit": "I-1", "die": 3, "speed": 5}),
            "I-1 aims in the Hawaiian Islands: 3, so it catches speed 5 and less.",
        ),
        (
            json!({"kind": "raided", "from": area, "place": "Midway", "by": "axis", "units": ["Akagi", "Kaga"], "carriers": true}),
            "Axis carriers attack Midway from the Hawaiian Islands: Akagi, Kaga.",
        ),
        (
            json!({"kind": "raided", "from": area, "place": "Midway", "by": "allies", "units": ["7AF"], "carriers": false}),
            "Allied air units attack Midway from the Hawaiian Islands: 7AF.",
        ),
        (
            round("air", "surface", json!({"axis": 3, "allies": 6}), "surface"),
            "Round 2 in the Hawaiian Islands: the Axis wants air (die 3 +2), the Allies surface (die 6): a surface action.",
        ),
        (
            round("air", "air", json!(null), "air"),
            "Round 2 in the Hawaiian Islands: both sides want air: an air action.",
        ),
        (
            json!({"kind": "forces-formed", "place": area, "round": 2, "side": "allies",
                   "groups": [{"place": "TF 1", "units": "Yorktown"}, {"place": "TF 2", "units": "Hornet, Omaha"}]}),
            "The Allies form task forces for round 2 in the Hawaiian Islands: TF 1: Yorktown; TF 2: Hornet, Omaha",
        ),
        (
            json!({"kind": "intent-stated", "place": area, "side": "axis",
                   "intents": [{"intent": "landing", "forces": [2]}, {"intent": "searching", "forces": [1, 3]}]}),
            "Axis task forces: TF 2 landing; TF 1, 3 searching.",
        ),
        (
            json!({"kind": "sighted", "place": area, "group": null, "by": "allies", "modifier": 2,
                   "dice": [{"force": 1, "die": 5}, {"force": 3, "die": 6}], "sighted": [1, 2]}),
            "Allied lookouts: TF 1 [5] -2, TF 3 [6] -2; sighted: TF 1, 2.",
        ),
        (
            json!({"kind": "sighted", "place": area, "group": null, "by": "axis", "modifier": 0,
                   "dice": [{"force": 1, "die": 5}], "sighted": []}),
            "Axis lookouts: TF 1 [5]; nothing is sighted.",
        ),
        (
            json!({"kind": "sighted", "place": area, "group": null, "by": "axis", "modifier": 0, "dice": [],
                   "sighted": [1]}),
            "Axis lookouts: sighted: TF 1.",
        ),
        (
            json!({"kind": "sighted", "place": area, "group": 2, "by": "axis", "modifier": 1,
                   "dice": [{"force": 2, "die": 4}], "sighted": []}),
            "Axis lookouts, group 2: [4] -1, the enemy is not sighted.",
        ),
        (
            json!({"kind": "surface-joined", "place": area, "group": null, "side": "axis", "forces": [1, 3]}),
            "Unsighted Axis task forces join the surface action: TF 1, 3.",
        ),
        (
            json!({"kind": "surface-joined", "place": area, "group": 2, "side": "allies", "forces": [2]}),
            "Unsighted, the Allied pursuers of group 2 join the surface action.",
        ),
        (
            json!({"kind": "redirected", "place": area, "attackers": ["Omaha"]}),
            "Together with the teammate's, the orders of Omaha would have broken the rules on targets, so it attacks otherwise.",
        ),
        (
            json!({"kind": "redirected", "place": area, "attackers": ["Omaha", "Duke of York"]}),
            "Together with the teammate's, the orders of Omaha, Duke of York would have broken the rules on targets, so they attack otherwise.",
        ),
        (
            json!({"kind": "guns-named", "place": area, "side": "axis", "ships": ["Akagi"]}),
            "Axis carriers that fire their guns: Akagi.",
        ),
        (
            json!({"kind": "guns-named", "place": area, "side": "allies", "ships": []}),
            "No Allied carrier fires its guns.",
        ),
        (
            fired("air", true, 2, json!([3, 1]), true),
            "Akagi attacks Yorktown by air: [5* 6* 2] with +1, 2 hits, [3 1] damage 4; disabled.",
        ),
        (fired("surface", false, 0, json!([]), false), "Akagi attacks Yorktown with guns: [5 6 2], no hit."),
        (
            json!({"kind": "took-effect", "place": area, "lost": ["Akagi"], "damaged": [{"unit": "Kaga", "damage": 2}], "disabled": ["Hiryu"]}),
            "Lost: Akagi. Damage: Kaga 2. Disabled: Hiryu.",
        ),
        (
            json!({"kind": "took-effect", "place": area, "lost": [], "damaged": [], "disabled": []}),
            "The action does no harm.",
        ),
        (
            json!({"kind": "returned", "why": "disabled", "groups": groups}),
            "Disabled units return to base: Pearl Harbor: Yorktown, Hornet; Midway: 7th Air Force",
        ),
        (
            json!({"kind": "heart-rolled", "place": "North Sea", "group": null, "round": 2, "die": 2, "units": ["Roma", "Zara"]}),
            "The Italians lose heart before round 2 ([2]) and leave: Roma, Zara.",
        ),
        (
            json!({"kind": "heart-rolled", "place": "North Sea", "group": 1, "round": 3, "die": 1, "units": ["Roma"]}),
            "The Italians lose heart before round 3 ([1]) and break off: Roma.",
        ),
        (
            json!({"kind": "heart-rolled", "place": "North Sea", "group": null, "round": 1, "die": 6, "units": []}),
            "The Italians keep heart before round 1 ([6]).",
        ),
        (
            json!({"kind": "intercepted", "place": "North Sea", "unit": "Aquila", "target": "RAF", "dice": [6, 1, 2], "damage_dice": [4], "damage": 4, "disabled": false, "destroyed": true, "aborted": true}),
            "Fighters of Aquila meet RAF: [6 1 2], [4] damage 4; it is destroyed.",
        ),
        (
            json!({"kind": "intercepted", "place": "North Sea", "unit": "Aquila", "target": "RAF", "dice": [4, 1, 2], "damage_dice": [], "damage": 0, "disabled": false, "destroyed": false, "aborted": false}),
            "Fighters of Aquila meet RAF: [4 1 2]; it comes through.",
        ),
        (
            json!({"kind": "kamikazes-named", "place": "Coral Sea", "units": ["24AF", "Unryu"]}),
            "Kamikazes in the Coral Sea: 24AF, Unryu.",
        ),
        (
            json!({"kind": "kamikazes-spent", "place": "Coral Sea", "lost": ["24AF"], "disabled": ["Unryu"]}),
            "Kamikazes lost: 24AF. Carriers without aircraft left, disabled: Unryu.",
        ),
        (
            json!({"kind": "stranded", "units": ["Akagi", "Kaga"]}),
            "No port or base is left for Akagi, Kaga: lost.",
        ),
        (
            json!({"kind": "retreat-declared", "place": area, "side": "axis", "retreats": true}),
            "The Axis retreats from the Hawaiian Islands.",
        ),
        (
            json!({"kind": "retreat-declared", "place": area, "side": "allies", "retreats": false}),
            "The Allies stay in the Hawaiian Islands.",
        ),
        (
            json!({"kind": "groups-formed", "place": area, "groups": [{"place": "group 1", "units": "Akagi"}]}),
            "The retreating units form groups: group 1: Akagi",
        ),
        (
            json!({"kind": "pursued", "place": area, "groups": [{"place": "group 1", "units": "Hornet"}], "raids": groups}),
            "Sent against ports and bases: Yorktown, Hornet to Pearl Harbor; 7th Air Force to Midway. The retreating \
             groups are pursued: group 1: Hornet",
        ),
        (json!({"kind": "pursued", "place": area, "groups": [], "raids": []}), "Nobody pursues."),
        (json!({"kind": "broke-off", "place": area, "ships": ["Hornet"]}), "No longer in pursuit: Hornet."),
        (json!({"kind": "landed", "unit": "Kure", "place": "Attu/Kiska"}), "Kure lands on Attu/Kiska."),
        (
            json!({"kind": "invaded", "unit": "Kure", "place": "Midway", "defender": null, "by": "axis"}),
            "Kure invades Midway: the Axis takes it.",
        ),
        (
            json!({"kind": "invaded", "unit": "1st", "place": "Midway", "defender": "Kure", "by": "allies"}),
            "1st invades Midway: it and the defender, Kure, are both lost.",
        ),
        (
            json!({"kind": "encircled", "place": "Truk", "by": "allies"}),
            "Truk is surrounded and falls to the Allies.",
        ),
        (
            json!({"kind": "scuttled", "place": "Truk", "ships": ["Akagi"]}),
            "On the bottom of Truk and lost with it: Akagi.",
        ),
    ]
}
