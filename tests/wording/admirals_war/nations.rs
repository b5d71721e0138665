//! Lines of nations that enter the war, leave it or change sides, and what they are in words.

use serde_json::json;

use super::Worded;

pub fn lines() -> Vec<Worded> {
    let area = "Hawaiian Islands";
    vec![
        (
            json!({"kind": "held", "place": "Location Uncertain Z", "units": ["Hornet"]}),
            "Hornet: in the box Location Uncertain Z.",
        ),
        (
            json!({"kind": "raid-force", "joined": ["Akagi", "Kaga"], "left": ["Kirishima"]}),
            "Ready for Pearl Harbor: Akagi, Kaga. No longer in the raid force: Kirishima.",
        ),
        (json!({"kind": "raid-force", "joined": [], "left": ["Hiei"]}), "No longer in the raid force: Hiei."),
        (
            json!({"kind": "flag-lifted", "place": "Indonesia"}),
            "Too few British battleships guard Indonesia: the Allied flag comes down.",
        ),
        (json!({"kind": "war-declared", "place": "Coral Sea"}), "Japan enters the Coral Sea: that is war."),
        (
            json!({"kind": "raid-force-sailed", "place": area, "ships": ["Akagi", "Kaga"], "guarded": false}),
            "The raid force is off the Hawaiian Islands: Akagi, Kaga. The Philippines are not guarded.",
        ),
        (
            json!({"kind": "surprised", "place": area, "round": 1, "units": ["Akagi", "Kaga"]}),
            "Surprise attack 1 in the Hawaiian Islands: Akagi, Kaga.",
        ),
        (
            json!({"kind": "group-placed", "group": "Location Uncertain W", "die": 2, "place": area, "units": ["Enterprise"]}),
            "Location Uncertain W: [2], in the Hawaiian Islands: Enterprise.",
        ),
        (
            json!({"kind": "sortied", "place": area, "units": ["Nevada", "7AF"]}),
            "These put to sea in the Hawaiian Islands: Nevada, 7AF.",
        ),
        (json!({"kind": "war-began", "turn": 3}), "The Pacific is at war."),
        (
            json!({"kind": "provoked", "place": "Caribbean Sea", "points": 2}),
            "America takes note of the Caribbean Sea: its dice to move are 2 better next turn.",
        ),
        (
            json!({"kind": "occupied", "unit": "Kure", "place": "Philippines"}),
            "Kure takes Philippines, which nobody guards, and stays there.",
        ),
        (json!({"kind": "turned-over", "place": "Brest", "to": "Germany"}), "Brest goes to Germany."),
        (json!({"kind": "turned-over", "place": "Nouméa", "to": null}), "Nouméa belongs to nobody now."),
        (
            json!({"kind": "allegiance-rolled", "unit": "Jean Bart", "dice": [4, 5], "modifier": -2, "fate": "scuttled"}),
            "Jean Bart: [4 5] -2, it is scuttled.",
        ),
        (
            json!({"kind": "allegiance-rolled", "unit": "Roma", "dice": [6], "modifier": 0, "fate": "allied"}),
            "Roma: [6], it joins the Allies.",
        ),
        (
            json!({"kind": "allegiance-rolled", "unit": "Béarn", "dice": [6, 4], "modifier": 1, "fate": "german"}),
            "Béarn: [6 4] +1, it fights for Germany.",
        ),
        (
            json!({"kind": "catapult-launched", "units": ["Hood", "Ark Royal"]}),
            "Operation Catapult: the British attack the French fleet with Hood, Ark Royal.",
        ),
        (
            json!({"kind": "armistice-rolled", "die": 2, "modifier": -1, "surrendered": ["Dunkerque", "Paris"]}),
            "The armistice: [2] -1, the French fleet is surrendered to Germany, and crippled: Dunkerque, Paris.",
        ),
        (
            json!({"kind": "armistice-rolled", "die": 2, "modifier": 0, "surrendered": []}),
            "The armistice: [2], the French fleet remains under Vichy.",
        ),
        (
            json!({"kind": "interned", "unit": "Dunkerque", "place": "Vichy Toulon", "die": 3}),
            "Dunkerque: [3], in the box Vichy Toulon.",
        ),
        (
            json!({"kind": "interned", "unit": "Dunkerque", "place": "Vichy Toulon", "die": null}),
            "Dunkerque: in the box Vichy Toulon.",
        ),
        (
            json!({"kind": "lila-declared", "ships": ["Dunkerque"]}),
            "Operation Lila: Germany seizes the French fleet, and what is not scuttled is crippled.",
        ),
        (
            json!({"kind": "torch-lit", "die": 4, "modifier": -2, "opposed": true}),
            "Operation Torch: [4] -2, the ships in French North Africa oppose the Allies.",
        ),
        (
            json!({"kind": "torch-lit", "die": null, "modifier": 0, "opposed": false}),
            "Operation Torch: the ships in French North Africa do not oppose the Allies.",
        ),
        (
            json!({"kind": "torch-opposed", "place": "Western Mediterranean", "units": ["Richelieu"]}),
            "French ships fight for Germany in the Western Mediterranean: Richelieu.",
        ),
        (
            json!({"kind": "move-rolled", "seat": "British", "unit": "Marat", "die": 4, "passed": false}),
            "Marat: [4], it may not move.",
        ),
        (
            json!({"kind": "move-rolled", "seat": "British", "unit": "Marat", "die": 5, "passed": true}),
            "Marat: [5], it may move.",
        ),
        (
            json!({"kind": "italy-weighed", "dice": [3, 4], "watch": 6, "may": true}),
            "Italy weighs war: [3 4] against 6 Allied units in the Mediterranean, it may declare war.",
        ),
        (
            json!({"kind": "italy-weighed", "dice": [1, 1], "watch": 6, "may": false}),
            "Italy weighs war: [1 1] against 6 Allied units in the Mediterranean, it stays neutral this turn.",
        ),
        (json!({"kind": "italy-declared", "turn": 0}), "Italy declares war."),
        (
            json!({"kind": "claimed", "unit": "Lorraine", "place": "Nouméa", "by": "allies"}),
            "Lorraine takes Nouméa for the Allies.",
        ),
    ]
}
