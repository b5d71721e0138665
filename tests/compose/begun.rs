//! The page opens what it wrote, what the program's form says, and what people make of both. Needs `node`.

use std::process::Command;

use sealord::orders::form::{Lines, form, form_with};
use sealord::question::AheadQuestion;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::{asking, data, page};
use crate::skip::skip_without;

#[test]
fn a_begun_file_comes_back_as_it_was() {
    // Each packet as it is, and with its questions as they would be if they were still to come.
    let to_come = |packet: &Packet| {
        let later = packet.questions.iter().cloned();
        let later = later.map(|question| AheadQuestion { question, more: Vec::new() }).collect();
        Packet { questions: Vec::new(), ahead: Vec::new(), later, ..packet.clone() }
    };
    let packets: Vec<Packet> = asking().flat_map(|packet| [packet.clone(), to_come(packet)]).collect();
    let pages: Vec<Value> = packets.iter().map(|packet| data(&page(packet))).collect();
    let forms = packets.iter().zip(&pages).flat_map(|(packet, page)| {
        let doctrine = Some(&*packet.doctrine).filter(|it| !it.trim().is_empty());
        let whole = form(packet, doctrine);
        let short = form_with(packet, doctrine, Lines::Needed);
        // A short form leaves open what it shows only as a pattern.
        [(whole, true), (short, false)]
            .map(|(form, whole)| json!({ "packet": page, "form": form, "whole": whole }))
    });
    let forms: Vec<Value> = forms.collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data.json");
    std::fs::write(&file, json!({ "pages": pages, "forms": forms }).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/reopen.mjs");
    let Ok(ran) = Command::new("node").arg(script).arg(&file).output() else {
        return skip_without("node");
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let did: Value = serde_json::from_slice(&ran.stdout).unwrap();
    println!("{did}");
    for (what, most) in [("files", 100), ("plans", 50), ("kept", 20), ("remarks", 100), ("broken", 50)] {
        assert!(did[what].as_u64() > Some(most), "{what}: {did}");
    }
    assert_eq!(did["forms"], 2 * pages.len());
}
