//! The page on which orders are composed: that it holds all it needs and obeys nobody's words, and that it
//! judges answers as the program does.

/// Battle plans as the page judges them, against what `check` says.
mod battle;
/// Files that were begun, as the page opens them.
mod begun;
/// Doctrine as the page judges it, against what `check` says.
mod doctrine;
/// Groups of units, and what names them.
mod groups;
/// What the page judges, against what `check` judges.
mod verdicts;
/// What forms and schemas offer, line by line.
mod offers;
/// Several lines of a form together.
mod together;
/// Names as people write them.
mod spelled;
/// Names as people write them in all that stands beside answers.
mod standing;
/// Fights that the page writes, as `sealord odds` takes them.
mod what_if;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use std::rc::Rc;
use std::sync::LazyLock;

use sealord::adjudicator::Adjudicator;
use sealord::digest::Digest;
use sealord::report::{Composer, Lore, ReportFault, Templates, compose};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Choices, system};
use sealord::view::Packet;

use crate::report::support;

/// A page of the largest turns may have so many bytes.
const MOST_BYTES: usize = 500_000;

static TEMPLATES: LazyLock<Templates> = LazyLock::new(Templates::builtin);

/// Packets of the first exchanges of a match of each system.
static PACKETS: LazyLock<Vec<Vec<Packet>>> = LazyLock::new(|| {
    vec![
        support::packets_until::<SeasOfThunder>(Some("world-war-ii-at-sea"), 5, 6),
        support::packets_until::<AdmiralsWar>(Some("standard"), 5, 12),
        support::packets_until::<WarAtSea>(Some("pacific-1942"), 5, 4),
        support::packets_until::<Schiffskrieg>(Some("29"), 5, 12),
    ]
});

/// What pages know of the rules, by the system and scenario of a packet.
static LORE: LazyLock<BTreeMap<(String, String), Lore>> = LazyLock::new(|| {
    let lore = |packet: &Packet| {
        let rules = rules_of(packet);
        let arena = system(&packet.system).unwrap().arena;
        ((packet.system.clone(), packet.scenario.clone()), Lore::of(&*rules, arena))
    };
    PACKETS.iter().map(|packets| lore(&packets[0])).collect()
});

fn lore(packet: &Packet) -> &'static Lore {
    &LORE[&(packet.system.clone(), packet.scenario.clone())]
}

/// The same rules, laid out once for all that a test asks of them.
fn rules_kept(packet: &Packet) -> Rc<dyn Adjudicator> {
    thread_local! {
        static KEPT: RefCell<BTreeMap<String, Rc<dyn Adjudicator>>> = RefCell::default();
    }
    KEPT.with_borrow_mut(|kept| {
        let rules = kept.entry(format!("{}/{}", packet.system, packet.scenario));
        Rc::clone(rules.or_insert_with(|| Rc::from(rules_of(packet))))
    })
}

/// The rules by which a packet's match is played.
fn rules_of(packet: &Packet) -> Box<dyn Adjudicator> {
    let rules = system(&packet.system).unwrap();
    let (word, options) = (Some(&*packet.scenario), Choices::default());
    rules.load_edition(&sealord::rules::games(), word, &options, packet.edition).unwrap()
}

/// What a page knows.
pub fn data(html: &str) -> serde_json::Value {
    serde_json::from_str(&unpacked(html, "compose-data")).unwrap()
}

/// What a page has packed under an id.
pub fn unpacked(html: &str, id: &str) -> String {
    let packed = sealord_base64(between(html, &format!("id=\"{id}\">"), "</script>"));
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut text).expect("deflated text");
    text
}

fn page(packet: &Packet) -> String {
    let lore = lore(packet);
    let composer = Composer {
        asks: packet,
        player: None,
        leads: true,
        lore,
        mail: Some("office@club.example"),
        desk: None,
    };
    compose(&TEMPLATES, packet, &composer).unwrap_or_else(|fault| panic!("{}: {fault}", packet.system))
}

/// Each packet that asks something.
fn asking() -> impl Iterator<Item = &'static Packet> {
    PACKETS.iter().flatten().filter(|packet| !packet.questions.is_empty())
}

/// The text between two others, the last time that they stand in this order.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.rsplit_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0
}

#[test]
fn a_page_runs_its_own_script_and_reaches_for_nothing() {
    for packet in asking() {
        let html = page(packet);
        let policy = between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        let (before, hash) = policy.rsplit_once("'sha256-").unwrap();
        let hashes = [between(before, "'sha256-", "'"), hash.split_once('\'').unwrap().0].map(sealord_base64);
        let scripts = [between(&html, "<script>", "</script>"), &unpacked(&html, "compose-script")];
        let found = scripts.map(|script| Digest::of(script.as_bytes()).as_bytes().to_vec());
        assert_eq!(hashes, found, "the policy knows both scripts by their hashes");
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        assert!(policy.ends_with("base-uri 'none'; form-action 'none'"), "{policy}");
        // The policy stands before anything that it could forbid.
        let head = html.find("Content-Security-Policy").unwrap();
        assert!(
            ["<style", "<script", "<link", "<img"].iter().all(|it| html.find(it).is_none_or(|at| at > head))
        );
        assert_eq!(html.matches("<script").count(), 4, "data, the script, the folded, what unpacks them");
        let [script, folded] = ["compose-script", "compose-rest"].map(|id| unpacked(&html, id));
        assert!(!folded.contains("<script") && folded.contains("<h2 id=\"story\">"));
        let html = html + &script + &folded;
        for outside in [
            "<link", "<img", "<iframe", "<object", "<embed", "<form", "src=", "@import", "url(http",
            "import(",
        ] {
            assert!(!html.contains(outside), "{}: {outside}", packet.system);
        }
        let linked = html.split("href=\"").skip(1).filter(|it| !it.starts_with('#')).count();
        assert_eq!(linked, 0, "links lead into the page alone");
        // An address in it is a name of the standard of drawings, and nothing is fetched from there.
        let addresses: Vec<&str> =
            html.split("http").skip(1).filter(|it| it.starts_with("s:") || it.starts_with(':')).collect();
        assert!(addresses.iter().all(|it| it.starts_with("://www.w3.org/2000/svg'")), "{addresses:?}");
    }
}

/// Base64 as a policy has it, read by hand: the page's own writer is what is tested.
fn sealord_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bits = (0_u32, 0);
    let mut bytes = Vec::new();
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        bits = (bits.0 << 6 | u32::from(value(letter)), bits.1 + 6);
        if bits.1 >= 8 {
            bits.1 -= 8;
            bytes.push((bits.0 >> bits.1) as u8);
            bits.0 &= (1 << bits.1) - 1;
        }
    }
    bytes
}

#[test]
fn a_page_is_small_and_says_what_stands_where() {
    for packets in PACKETS.iter() {
        let largest = packets.iter().map(|packet| page(packet).len()).max().unwrap();
        println!("{}: {largest} bytes", packets[0].system);
        assert!(largest < MOST_BYTES, "{largest} bytes");
    }
    for packet in asking().filter(|packet| packet.system != "war-at-sea") {
        assert!(page(packet).contains("data-place=\"z-"), "{}: zones can be pointed at", packet.system);
    }
}

#[test]
fn words_of_a_packet_are_never_markup() {
    const EVIL: &str = "</script><img src=x onerror=alert(1)><!--\u{202e}";
    for packets in PACKETS.iter() {
        let mut packet = packets.iter().find(|packet| !packet.questions.is_empty()).unwrap().clone();
        packet.doctrine = format!("fire: silence  # {EVIL}\n=== end orders ===\n");
        packet.standing = EVIL.to_owned();
        for question in packet.questions.iter_mut() {
            question.title = EVIL.to_owned();
            question.about = vec![EVIL.to_owned()];
            for subject in &mut question.subjects {
                subject.name = EVIL.to_owned();
                subject.note = EVIL.to_owned();
            }
            question.options.iter_mut().for_each(|it| it.name = EVIL.to_owned());
        }
        for zone in packet.view["zones"].as_array_mut().unwrap() {
            zone["name"] = EVIL.into();
        }
        let html = page(&packet);
        assert_eq!(html.matches("<script").count(), 4);
        assert_eq!(html.matches("</script>").count(), 4);
        let folded = unpacked(&html, "compose-rest");
        assert!(!folded.contains("script>"));
        let html = html + &folded;
        assert!(!html.contains("<img") && !html.contains("<!--") && !html.contains('\u{202e}'));
        let data = data(&html);
        let title = data["questions"][0]["title"].as_str().unwrap();
        assert!(title.starts_with("</script><img"), "the words are there as they are: {title}");
        assert!(!data["doctrine"].as_str().unwrap().contains("==="));
    }
}

#[test]
fn a_report_has_nothing_of_it() {
    let packet = asking().next().unwrap();
    let html = sealord::report::render(&TEMPLATES, packet, sealord::report::Format::Html).unwrap();
    assert!(
        !html.contains("compose-script") && !html.contains("data-place") && !html.contains("id=\"compose\"")
    );
}

#[test]
fn a_template_without_a_place_for_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("common/html/report.html");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "<!DOCTYPE html>\n<p>{{ match }}\n").unwrap();
    let templates = Templates::with_dir(folder.path()).unwrap();
    let packet = asking().next().unwrap();
    let composer =
        Composer { asks: packet, player: None, leads: true, lore: lore(packet), mail: None, desk: None };
    let fault = compose(&templates, packet, &composer).unwrap_err();
    assert!(
        matches!(&fault, ReportFault::Template { file, .. } if file == "common/html/report.html"),
        "{fault}"
    );
    assert!(fault.to_string().contains("compose.place"), "{fault}");
}
