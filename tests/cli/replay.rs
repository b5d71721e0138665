//! Replays: one page that holds a whole match, and of a match under way no more than its reader was shown.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::support::{ADMIRALS_WAR, Desk, SCHIFFSKRIEG, SEAS_OF_THUNDER, System};

/// The longest replay that is allowed.
const MOST: usize = 5 << 20;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).join("match")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A page with what its script unpacks.
fn whole(page: &str) -> String {
    format!("{page}{}", crate::compose::unpacked(page, "packed"))
}

/// Attributes that load or lead somewhere, with anything but a place on the same page.
fn outward(page: &str) -> Vec<&str> {
    let of = |mark: &'static str| page.split(mark).skip(1).filter_map(|rest| rest.split(['"', '>']).next());
    let all = ["href=\"", "src=\"", "url("].into_iter().flat_map(of);
    all.filter(|target| !target.starts_with('#')).collect()
}

/// How many entries of the journal tell a story.
fn stories(dir: &Path) -> usize {
    let journal = std::fs::read_to_string(dir.join("journal.jsonl")).unwrap();
    let kind = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["header"]["kind"].as_str().map(str::to_owned)
    };
    journal.lines().filter(|line| kind(line).as_deref() == Some("resolved")).count()
}

#[test]
fn a_match_that_is_over_is_one_page() {
    let desk = Desk::new();
    for name in ["midway", "midway-to-guadalcanal", "struggle-for-the-middle-sea"] {
        let dir = example(name);
        desk.ok(&["replay", text(&dir), "-o", name]);
        let page = String::from_utf8(desk.read(name)).unwrap();
        assert!(page.len() < MOST, "{name} has {} bytes", page.len());
        assert_eq!(outward(&whole(&page)), [""; 0], "{name}");
        assert!(page.contains("default-src 'none'") && page.contains("script-src 'sha256-"), "{name}");
        assert_eq!(page.matches("<section class=\"moment\"").count(), stories(&dir), "{name}");
        // Every roll of the journal stands there with its label, and what it takes to recompute it.
        let journal = std::fs::read_to_string(dir.join("journal.jsonl")).unwrap();
        let labels: Vec<&str> =
            journal.split("\"label\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(!labels.is_empty());
        for label in labels {
            assert!(page.contains(&format!(" {label}: ")), "{name} does not say {label}");
        }
        let seed = journal.split("\"seed\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert!(page.contains(seed), "{name}");
        desk.expect(3, &["replay", text(&dir), "-o", name]);
    }
}

/// The frames of the chart lead from one moment to the next as the page's script reads them.
#[test]
fn every_frame_names_groups_and_parts_that_are_there() {
    let desk = Desk::new();
    let page = desk.ok(&["replay", text(&example("midway"))]);
    let packed: Value = serde_json::from_str(&crate::compose::unpacked(&page, "packed")).unwrap();
    let frames: Vec<Vec<usize>> = serde_json::from_value(packed["frames"].clone()).unwrap();
    assert_eq!(frames.len(), stories(&example("midway")));
    let groups = (0..).take_while(|nth| page.contains(&format!("<g id=\"q{nth}\">"))).count();
    assert!(groups > 10, "{groups}");
    // The first frame fills every group, and none names one that is not there.
    let named = |frame: &Vec<usize>| frame.iter().step_by(2).copied().max().unwrap_or(0);
    assert_eq!(frames[0].len(), 2 * groups);
    assert!(frames.iter().all(|frame| frame.len() % 2 == 0 && named(frame) < groups));
    let parts = packed["stock"].as_array().unwrap();
    assert!(parts.iter().all(Value::is_string));
    let held = frames.iter().flat_map(|frame| frame.iter().skip(1).step_by(2));
    assert_eq!(held.max(), Some(&(parts.len() - 1)), "each part is held once, and none is missing");
    // What stands in the folds of each moment, in their order; a reader without script has the line above it.
    let moments: Vec<&str> = page.split("<section class=\"moment\"").skip(1).collect();
    let more = packed["more"].as_array().unwrap();
    assert_eq!(moments.len(), more.len());
    for (moment, more) in moments.iter().zip(more) {
        let marked = moment.split("</section>").next().unwrap().matches(" data-more=\"").count();
        assert_eq!(marked, more.as_array().unwrap().len());
    }
    let combats = |text: &str| text.matches("class=\"combat\" data-more=").count();
    assert!(combats(&page) > 3 && !page.contains("<details class=\"combat\""));
    assert!(more.iter().any(|it| it.to_string().contains("class=\\\"dice\\\"")), "dice stand in folds");
}

#[test]
fn a_match_under_way_is_shown_to_its_sides_alone() {
    let desk = Desk::new();
    let dir = example("two-oceans");
    let refused = desk.expect(1, &["replay", text(&dir)]);
    assert!(refused.err.contains("under way") && refused.err.contains("--side"), "{}", refused.err);
    let page = desk.ok(&["replay", text(&dir), "--side", "germany"]);
    assert_eq!(outward(&whole(&page)), [""; 0]);
    assert!(page.contains("replay for the Germans"));
    assert!(!page.contains("How to recompute a die"));
    desk.expect(1, &["replay", text(&dir), "--side", "axis"]);
}

/// A side's replay follows from its packets, of which the laws say that they hold nothing else: so neither
/// does the page, which is made of the journal and comes out byte for byte the same.
fn a_replay_of_a_side_is_made_of_its_packets(system: &'static System, more: &[&str], exchanges: usize) {
    let desk = Desk::of(system);
    desk.begin_seeded("m", "7", &[&["--missing", "staff"], more].concat());
    (0..exchanges).for_each(|_| desk.exchange("m", 35));
    for party in desk.parties() {
        let journal = desk.ok(&["replay", "m", "--side", party.id()]);
        let packets = desk.ok(&["replay", "m/packets", "--side", party.id()]);
        assert_eq!(journal, packets, "{party}");
    }
    let mixed = desk.expect(1, &["replay", "m/packets"]);
    assert!(mixed.err.contains("--side"), "{}", mixed.err);
    desk.expect(1, &["replay", "m"]);
}

#[test]
fn a_side_sees_its_packets_in_seas_of_thunder() {
    a_replay_of_a_side_is_made_of_its_packets(&SEAS_OF_THUNDER, &[], 6);
}

#[test]
fn a_side_sees_its_packets_in_admirals_war() {
    a_replay_of_a_side_is_made_of_its_packets(&ADMIRALS_WAR, &[], 4);
}

#[test]
fn a_side_sees_its_packets_in_schiffskrieg() {
    a_replay_of_a_side_is_made_of_its_packets(&SCHIFFSKRIEG, &["--scenario", "29"], 3);
}

#[test]
fn a_campaign_of_war_at_sea_is_one_page() {
    let desk = Desk::new();
    desk.ok(&["play", "war-at-sea", "pacific-1942", "--out", "m", "--seed", "3"]);
    let page = desk.ok(&["replay", "m"]);
    assert!(page.len() < MOST, "{}", page.len());
    assert_eq!(outward(&whole(&page)), [""; 0]);
    assert!(page.matches("<section class=\"moment\"").count() > 3);
}

/// Raider Warfare before its first battle: the page of one side names no unit that its packet does not name.
#[test]
fn the_page_of_a_side_names_no_hidden_unit() {
    let desk = Desk::new();
    let journal = std::fs::read_to_string(example("raider-warfare").join("journal.jsonl")).unwrap();
    let is_open = |line: &str, exchange: u64| {
        let entry: Value = serde_json::from_str(line).unwrap();
        entry["header"]["kind"] == "opened" && entry["header"]["exchange"] == exchange
    };
    // As far as the first movement, when both sides have put their ships down in secret.
    let last = journal.lines().position(|line| is_open(line, 7)).unwrap();
    let begun: String = journal.lines().take(last + 1).map(|line| format!("{line}\n")).collect();
    std::fs::create_dir(desk.path("m")).unwrap();
    desk.write("m/journal.jsonl", begun);
    let all = whole(&desk.ok(&["replay", text(&example("raider-warfare"))]));
    for (party, own, hidden) in [("axis", "Scharnhorst", "Rodney"), ("allies", "Rodney", "Scharnhorst")] {
        let page = whole(&desk.ok(&["replay", "m", "--side", party]));
        assert!(page.contains(own), "{party} does not see its own {own}");
        assert!(!page.contains(hidden), "{party} sees {hidden}");
        assert!(all.contains(own) && all.contains(hidden));
    }
}
