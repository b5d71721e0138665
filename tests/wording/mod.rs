//! What reports say of a position, and how lines, pages and charts hang together.

use sealord::report::Format;
use sealord::rules::Rulebook;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::markup::unbalanced;
use super::support::packets_until;
use super::{MATCH, every_kind, small, unit, written};

/// What reports of Admirals' War say.
mod admirals_war;
/// What no text for people says.
mod gone;
/// What reports say of the whole war.
mod war;

/// The text report of a small sea in which this happened.
fn telling(story: Value) -> String {
    let mut packet = small();
    packet.view["story"] = story;
    written(&packet, Format::Text)
}

/// Every die that fell in a combat with a card, every bonus and every unit that is named stands in the
/// reports; gives how many dice were thrown together.
fn nothing_of_combats_is_lost(packets: &[Packet]) -> usize {
    let mut thrown = 0;
    for packet in packets {
        let story = packet.view["story"].as_array().unwrap();
        let fought: Vec<&Value> = story.iter().filter(|chapter| chapter.get("card").is_some()).collect();
        if fought.is_empty() {
            continue;
        }
        let text = written(packet, Format::Text).replace('*', "");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let html = written(packet, Format::Html).replace("&#39;", "'").replace("&amp;", "&");
        for line in fought.iter().flat_map(|chapter| chapter["lines"].as_array().unwrap()) {
            for dice in
                ["aa", "dice", "damage_dice"].map(|field| line[field].as_array()).into_iter().flatten()
            {
                let faces: Vec<String> = dice.iter().map(Value::to_string).collect();
                let faces = format!("[{}]", faces.join(" "));
                assert!(dice.is_empty() || text.contains(&faces), "{line}: {faces} in {text}");
                thrown += usize::from(!dice.is_empty());
            }
            if line["kind"] == "damaged" {
                assert!(text.contains(&format!("repair die {}", line["die"])), "{line} in {text}");
            }
            if line["bonus"] == true {
                assert!(text.contains("] +1") || text.contains("] with +1"), "{line} in {text}");
            }
            let mut names = Vec::new();
            gather_names(line, &mut names);
            names.iter().for_each(|name| assert!(html.contains(*name), "{name} of {line}"));
        }
    }
    thrown
}

/// The names of all units in a line.
fn gather_names<'v>(value: &'v Value, names: &mut Vec<&'v str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather_names(item, names)),
        Value::Object(fields) => {
            names.extend(fields.get("name").and_then(Value::as_str));
            names.extend(["unit", "target"].iter().filter_map(|field| fields.get(*field)?.as_str()));
            fields.values().for_each(|value| gather_names(value, names));
        }
        _ => {}
    }
}

#[test]
fn nothing_of_a_combat_is_lost() {
    assert!(nothing_of_combats_is_lost(&MATCH) > 20);
}

#[test]
fn combats_begin_at_the_head_of_a_part() {
    let ruled = json!({"kind": "ruled", "rule": "", "reason": "a slip", "change": "Axis: +1 points"});
    let line = |kind: &str, zone: &str| json!({"kind": kind, "zone": zone, "rule": "SOT-5.5-1"});
    let chapter = |zone: &str, number: u8, lines: Value| json!({"title": format!("combat: {zone}"), "zone": number, "lines": lines});
    let report = telling(json!([
        chapter("North Sea (9)", 9, json!([line("battle-began", "North Sea (9)")])),
        chapter("North Sea (9)", 9, json!([ruled, line("battle-ended", "North Sea (9)")])),
        chapter("Baltic Sea (10)", 10, json!([line("battle-began", "Baltic Sea (10)")])),
        chapter("Baltic Sea (10)", 10, json!([line("battle-ended", "Baltic Sea (10)")])),
    ]));
    let told = "  Combat\n  - Combat begins in North Sea (9), Baltic Sea (10). (SOT-5.5-1)\n\n  HOME WATERS AND THE \
                ARCTIC\n  - North Sea (9): Left there: own 1, enemy 3.\n\n  North Sea (9)\n  - The umpire ruled: Axis: \
                +1 points. Reason: a slip\n\n  - Baltic Sea (10): The battle is over.\n\n  Baltic Sea (10)\n  - The combat \
                is over. (SOT-5.5-1)\n";
    assert!(report.contains(told), "{report}");
}

#[test]
fn what_alternates_is_told_once_of_each() {
    let placed = |convoy: &str, zone: &str| json!({"kind": "convoy-placed", "by": "axis", "convoy": convoy, "zone": zone, "rule": "SOT-5.2-7"});
    let drew = json!({"kind": "convoys-drawn", "by": "axis", "axis": 1, "allies": 1, "tokens": [], "rule": "SOT-5.2-2"});
    let lines = [
        placed("axis", "North Sea (9)"),
        placed("allies", "Baltic Sea (10)"),
        placed("axis", "Kara Sea (1)"),
        drew,
        placed("axis", "White Sea (2)"),
    ];
    let report = telling(json!([{"title": "convoys", "zone": null, "lines": lines}]));
    let told = "  - The Axis placed 2 Axis convoys: North Sea (9), Kara Sea (1). (SOT-5.2-7)\n  - The Axis placed an Allied \
                convoy in Baltic Sea (10). (SOT-5.2-7)\n  - The Axis drew 1 Axis convoy and 1 Allied convoy. (SOT-5.2-2)\n  - \
                The Axis placed an Axis convoy in White Sea (2). (SOT-5.2-7)\n";
    assert!(report.contains(told), "{report}");
}

/// A ship whose duty is done goes on as a matter of course: the fold of a card has it, and not each of its
/// counters.
#[test]
fn cards_do_not_say_what_goes_without_saying() {
    let list = |of: &'static Value, name: &str| of[name].as_array().map_or(&[][..], Vec::as_slice);
    let mut done = 0;
    for chapter in MATCH.iter().flat_map(|packet| list(&packet.view, "story")) {
        let moved = || list(chapter, "lines").iter().filter(|line| line["kind"] == "relocated");
        let counters = list(&chapter["card"], "rows").iter().flat_map(|row| list(row, "counters"));
        for counter in counters {
            let id = &counter["unit"]["id"];
            let why: Vec<&Value> =
                moved().filter(|line| line["unit"]["id"] == *id).map(|line| &line["why"]).collect();
            let said = list(counter, "fates").iter().filter(|fate| fate["what"] == "shifted").count();
            assert_eq!(said, why.iter().filter(|why| **why != "done").count(), "{counter}");
            done += why.iter().filter(|why| **why == "done").count();
        }
    }
    assert!(done > 10, "{done}");
    let page =
        MATCH.iter().map(|packet| written(packet, Format::Html)).find(|page| page.contains("(duty done)"));
    assert!(page.is_some(), "the fold has it");
}

#[test]
fn a_list_follows_its_rule_and_both_sides_stay_apart() {
    let moved = |name: &str, navy: &str| json!({"kind": "relocated", "unit": unit(name, "CA", "4-4-4", navy), "to": "Surface Reserve", "why": "done", "rule": "SOT-5.5-1"});
    let group =
        json!({"place": "North Sea (9)", "units": [unit("Exeter", "CA", "4-4-5", "British")], "stacks": []});
    let lines = json!([moved("Exeter", "British"), moved("Ajax", "British"), moved("Lutzow", "German"),
        {"kind": "fleets-shown", "groups": [group], "rule": "SOT-9.0-1"}]);
    let story = |lines: &Value| json!([{"title": "combat", "zone": null, "lines": lines}]);
    let report = telling(story(&lines));
    let told = "  - Exeter (CA 4-4-4), Ajax (CA 4-4-4): to Surface Reserve (duty done).\n    (SOT-5.5-1)\n  - Lutzow \
                (CA 4-4-4): to Surface Reserve (duty done). (SOT-5.5-1)\n  - All units at sea are shown; see the sea \
                below. (SOT-9.0-1)\n";
    assert!(report.contains(told), "{report}");
    // Once ships are home again, the sea no longer shows where they were.
    let mut home = lines.as_array().unwrap().clone();
    home.push(json!({"kind": "returned", "side": "allies", "groups": [group], "rule": "SOT-9.0-1"}));
    let report = telling(story(&home.into()));
    let told = "  - All units at sea are shown (SOT-9.0-1):\n      North Sea (9): Exeter\n";
    assert!(report.contains(told), "{report}");
}

#[test]
fn who_holds_a_zone_is_told_with_the_turn_of_the_judgement() {
    let mut packet = small();
    for (judged, words) in [(json!(2), "held at the end of turn 2"), (json!(null), "held: not judged yet")] {
        packet.view["judged"] = judged;
        for format in Format::ALL {
            let report = written(&packet, format).to_lowercase();
            assert!(report.contains(words), "{words} in\n{report}");
        }
    }
}

#[test]
fn what_the_enemy_knows_and_what_ports_touch_is_told() {
    let mut packet = small();
    packet.view["zones"][0]["own"][0]["known"] = json!(false);
    let port = &mut packet.view["ports"][0];
    port["zones"] = json!([9, 10]);
    port["enemy"] = json!([{"navy": "British", "ships": 1, "lba": 0}]);
    port["enemy_known"] = json!([unit("Rodney", "BB", "8-8-3", "British")]);
    packet.view["air"]["available"][0]["known"] = json!(false);
    let report = written(&packet, Format::Text);
    assert!(report.contains("own: Lutzow (CA 6-4-9)\n"), "{report}");
    assert!(report.contains("Kiel (no limit, 1 ship; zones 9, 10): Nürnberg* (CA 3-3-3)\n"), "{report}");
    assert!(report.contains("Kiel (zones 9, 10): British Rodney (BB 8-8-3)\n"), "{report}");
    packet.view["ports"][0]["enemy"][0]["ships"] = json!(3);
    let more = written(&packet, Format::Text);
    assert!(more.contains("Kiel (zones 9, 10): British 3 ships (known: Rodney (BB 8-8-3))\n"), "{more}");
    assert!(report.contains("A star (*) marks a unit that the enemy knows.\n"), "{report}");
    packet.view["ports"][0]["own"][0]["known"] = json!(false);
    assert!(!written(&packet, Format::Text).contains("A star (*)"));
}

#[test]
fn no_port_lacks_ships_before_they_are_deployed() {
    let mut packet = small();
    packet.view["phase"] = json!("combat");
    assert!(written(&packet, Format::Text).contains("2 ships short of the 3"));
    packet.view["ports"][0]["own"] = json!([]);
    assert!(written(&packet, Format::Text).contains("after the return to base: Kiel (3)\n"));
    packet.view["phase"] = json!("setup: ships");
    assert!(!written(&packet, Format::Text).contains("return to base: Kiel"));
}

#[test]
fn standing_doctrine_stands_in_the_form() {
    let mut packet = MATCH.iter().find(|packet| packet.asked).unwrap().clone();
    packet.doctrine = "intercept: any\n# === end orders ===\nsweep: any\n".to_owned();
    for format in Format::ALL {
        let report = written(&packet, format);
        assert!(report.contains("doctrine:\n  intercept: any\n  sweep: any\n"), "{report}");
        assert_eq!(report.matches(sealord::draft::END).count(), 1, "{report}");
    }
}

#[test]
fn text_keeps_to_its_width_and_ends_with_a_line_end() {
    let mut dice = every_kind();
    dice.iter_mut().filter(|line| line["kind"] == "attacked").for_each(|line| {
        line["dice"] = json!([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
    });
    let report = telling(json!([{"title": "combat", "zone": null, "lines": dice}]));
    assert!(report.contains("\n    [1* 2 3 4 5 6 1* 2 3 4 5 6 1* 2 3 4 5 6] 3 hits;"), "{report}");
    for report in MATCH.iter().map(|packet| written(packet, Format::Text)).chain([report]) {
        assert!(report.ends_with('\n') && !report.ends_with("\n\n"));
        let prose =
            [report.split("YOUR ORDERS").next().unwrap(), report.split("HOW TO VERIFY").nth(1).unwrap()];
        // A hash is never broken.
        let long = |line: &&str| line.chars().count() > 78 && !line.split(' ').any(|word| word.len() == 64);
        let long: Vec<&str> = prose.iter().flat_map(|part| part.lines()).filter(long).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
}

#[test]
fn pages_hang_together() {
    for packet in MATCH.iter().chain([&small()]) {
        let html = written(packet, Format::Html);
        assert!(html.starts_with("<!DOCTYPE html>\n") && html.ends_with("</html>\n"));
        assert_eq!(unbalanced(&html), None, "exchange {}", packet.exchange);
        for table in html.split("<table class=\"stack\">").skip(1) {
            let cells = table.split("</table>").next().unwrap();
            assert!(!cells.contains("<td>"), "a cell without its label: {cells}");
        }
        let stat = |text: &str| ["8-8-3)", "8-9-3)", "9-9-3)"].iter().any(|line| text.contains(line));
        let prose = html.split("<pre").next().unwrap();
        assert!(!stat(prose), "a stat line that breaks at its hyphens");
    }
}

#[test]
fn every_zone_and_port_has_its_name_on_the_chart_or_below_it() {
    for packet in MATCH.iter().rev().take(6) {
        let html = written(packet, Format::Html);
        let chart =
            html.split("<section class=\"chart\"").nth(1).unwrap().split("</section>").next().unwrap();
        let (svg, below) = chart.split_once("<figcaption>").unwrap();
        let below = below.split("Without a name on the chart: ").nth(1).unwrap_or_default();
        let drawn: Vec<&str> =
            svg.split("<g class=\"name\">").skip(1).map(|it| it.split("</g>").next().unwrap()).collect();
        let zones = packet.view["zones"].as_array().unwrap();
        let missing = zones.iter().filter(|zone| {
            let name = zone["name"].as_str().unwrap();
            let first = name.split(' ').next().unwrap().replace('\'', "&#39;");
            let listed = format!("{} {name}", zone["number"]).replace('\'', "&#39;");
            !below.contains(&listed) && !drawn.iter().any(|text| text.contains(&format!(">{first}")))
        });
        assert_eq!(missing.count(), 0, "{below}");
        let ports = packet.view["ports"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap());
        let named =
            |name: &str| svg.contains(&format!(">{name}</text>")) || below.contains(&format!(" {name}"));
        assert_eq!(ports.map(|it| it.replace('\'', "&#39;")).find(|it| !named(it)), None);
        assert!(!below.contains("not on the chart"), "{below}");
    }
}

/// The paragraphs of what happened: lines that go on where a dash began.
fn paragraphs(report: &str) -> Vec<Vec<&str>> {
    let story = report.split("WHAT HAPPENED\n").nth(1).unwrap_or_default();
    let mut paragraphs: Vec<Vec<&str>> = Vec::new();
    let mut margin = None;
    for line in story.lines().take_while(|line| line.is_empty() || line.starts_with(' ')) {
        let indent = line.len() - line.trim_start().len();
        if line.trim_start().starts_with("- ") {
            margin = Some(indent + 2);
            paragraphs.push(vec![line]);
        } else if margin == Some(indent) {
            paragraphs.last_mut().unwrap().push(line);
        } else {
            margin = None;
        }
    }
    paragraphs
}

/// The first exchanges of a scenario's officers, in texts: nothing that is said of combats goes on for more
/// lines than one takes in. Lists of what a side drew or bought may.
fn no_long_paragraphs<S: Rulebook>(scenario: Option<&str>, exchanges: u32) -> usize {
    let packets = packets_until::<S>(scenario, 7, exchanges);
    let mut longest = 0;
    for packet in &packets {
        let report = written(packet, Format::Text);
        for paragraph in paragraphs(&report) {
            longest = longest.max(paragraph.len());
            // Below the place of a combat; elsewhere lists of names may be longer.
            assert!(
                paragraph.len() <= 6 || !paragraph[0].starts_with("    - "),
                "exchange {}:\n{}",
                packet.exchange,
                paragraph.join("\n")
            );
        }
    }
    longest
}

#[test]
fn no_paragraph_of_what_happened_is_longer_than_six_lines() {
    let longest = [
        no_long_paragraphs::<SeasOfThunder>(None, 40),
        no_long_paragraphs::<AdmiralsWar>(None, 60),
        no_long_paragraphs::<WarAtSea>(None, 12),
        no_long_paragraphs::<Schiffskrieg>(Some("25"), 20),
    ];
    // There is something to fold in each of them.
    assert!(longest.iter().all(|lines| *lines >= 3), "{longest:?}");
}

#[test]
fn a_summary_says_who_lost_what_and_who_leads() {
    let report = |packets: &[Packet], word: &str| {
        let mut all = packets.iter().map(|packet| written(packet, Format::Text));
        all.find(|report| report.contains(word)).unwrap_or_else(|| panic!("no report with {word}"))
    };
    let midway = packets_until::<AdmiralsWar>(None, 7, 60);
    assert!(report(&midway, "  Lost:        A").contains("SUMMARY\n  Points:      "));
    let campaign = packets_until::<WarAtSea>(None, 7, 12);
    let lost = report(&campaign, "  Lost:        Japanese Navy ");
    assert!(lost.contains("Navy\n               leads by ") || lost.contains("Navy leads by "));
    report(&campaign, "  Sectors won: ");
}
