//! Packets: whatever stands in one, form, report and check come to an end, and nothing in them controls a terminal.

use sealord::games::Games;
use sealord::kit::packet_of;
use sealord::matches::{MatchFault, check_orders};
use sealord::orders::form::{Lines, form, form_with};
use sealord::orders::schema::schema;
use sealord::report::{Format, Templates, render, sentences};
use sealord::rules::system;
use sealord::view::Packet;
use serde_json::Value;

use super::harmless;

/// What it takes to read packets.
pub struct Desk {
    games: Games,
    templates: Templates,
}

impl Desk {
    /// With what is built in.
    pub fn new() -> Desk {
        Desk { games: sealord::rules::games(), templates: Templates::builtin() }
    }
}

/// Does with the bytes of a packet what a player's program does; true if they are one.
pub fn packet(desk: &Desk, bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let packet = match packet_of("packet.json", text) {
        Ok(packet) => packet,
        Err(fault) => {
            _ = fault.to_string();
            return false;
        }
    };
    let whole = form(&packet, Some(&packet.doctrine));
    harmless("the form", &whole);
    harmless("the short form", &form_with(&packet, None, Lines::Needed));
    for format in Format::ALL {
        if let Ok(report) = render(&desk.templates, &packet, format) {
            harmless("the report", &report);
            // The one script of a page is that of its charts.
            let scripts = report.matches("<script").count();
            assert_eq!(scripts, usize::from(format == Format::Html), "a page runs nothing of a packet");
        }
    }
    _ = schema(Some(&packet), None, None).to_string();
    told(desk, &packet);
    checked(desk, &packet, &whole);
    true
}

/// The sentences that `explain` says.
fn told(desk: &Desk, packet: &Packet) {
    let chapters = packet.view["story"].as_array().map_or(&[][..], Vec::as_slice);
    let lines = chapters.iter().filter_map(|chapter| chapter["lines"].as_array()).flatten();
    let lines: Vec<&Value> = lines.take(40).collect();
    if let Ok(said) = sentences(&desk.templates, &packet.system, &lines) {
        assert_eq!(said.len(), lines.len());
    }
}

/// The form as it is, checked by the rules that the packet names.
fn checked(desk: &Desk, packet: &Packet, form: &str) {
    let Ok(system) = system(&packet.system) else { return };
    let rules = system.load_edition(&desk.games, Some(&packet.scenario), &packet.options, packet.edition);
    let Ok(rules) = rules else { return };
    if let Err(fault) = check_orders(&*rules, packet, "form.yaml", form.as_bytes()) {
        match fault {
            MatchFault::Refused { problems, source } => {
                harmless("the problems", &problems.render(&source, false))
            }
            other => panic!("a form is refused with its problems, not with: {other}"),
        }
    }
}
