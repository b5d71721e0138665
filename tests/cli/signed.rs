//! What players and witnesses sign: kept in the journal, checked by the audit, and forged in every way.

use sealord::entry::Kind;
use sealord::party::Party;
use sealord::signature::{NAMESPACE, Signer, WITNESS};
use serde_json::{Value, json};

use super::forged::{Draft, drafts, first, write};
use super::promises::seal;
use super::support::{Desk, System, on_every_system};
use super::tamper::caught;

on_every_system! {
    signatures_are_kept_and_checked,
    forged_signatures_are_found,
    a_match_that_demands_signatures,
    a_signed_commitment_speaks_for_its_file,
    without_keys_of_the_match_signatures_are_checked_all_the_same,
    heads_are_countersigned,
    forged_witnesses_are_found,
    the_end_can_be_countersigned,
}

/// A signer whose key follows from one byte: for tests only.
pub fn signer(seed: u8) -> Signer {
    Signer::parse(&private_key(seed)).unwrap()
}

/// The private key file of [`signer`].
pub fn private_key(seed: u8) -> String {
    let pair = ssh_key::private::Ed25519Keypair::from_seed(&[seed; 32]);
    let key = ssh_key::PrivateKey::from(pair);
    key.to_openssh(ssh_key::LineEnding::LF).unwrap().to_string()
}

/// The signer of a party.
pub fn hand(party: Party) -> Signer {
    signer(party.id().len() as u8)
}

/// Writes the parties' keys, and gives the options that fix them.
pub fn keys(desk: &Desk) -> Vec<String> {
    let mut options = Vec::new();
    for party in desk.parties() {
        let file = format!("{}.pub", party.id());
        desk.write(&file, format!("{} a comment\n", hand(*party).public_key()));
        options.extend(["--key".to_owned(), format!("{}={file}", party.id())]);
    }
    options
}

/// Begins a match that fixes the keys of its parties.
pub fn begin(desk: &Desk, more: &[&str]) {
    let keys = keys(desk);
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    desk.begin("m", &[&keys, more].concat());
}

pub fn asked(desk: &Desk) -> Vec<Party> {
    desk.parties().iter().copied().filter(|party| desk.packet("m", *party).asked).collect()
}

/// Signs a file with a signer for a purpose, and gives the name of the signature.
pub fn sign(desk: &Desk, signer: &Signer, namespace: &str, file: &str) -> String {
    let name = format!("{file}.sig");
    desk.write(&name, signer.sign_for(namespace, &desk.read(file)));
    name
}

/// A statement of a sealed file, signed by its party.
fn stated(desk: &Desk, party: Party, what: &str) -> String {
    let file = format!("{what}.txt");
    let text = desk.ok(&["statement", what, &format!("{}.sealed", party.id())]);
    desk.write(&file, text);
    sign(desk, &hand(party), NAMESPACE, &file)
}

/// A party seals, signs and sends its orders.
pub fn send(desk: &Desk, party: Party, salt: &str) {
    seal(desk, party, salt);
    let file = format!("{}.sealed", party.id());
    let signature = sign(desk, &hand(party), NAMESPACE, &file);
    desk.ok(&["receive", "m", &file, "--signature", &signature]);
}

/// An exchange in which everybody signs, and the first party changes its mind.
pub fn played(system: &'static System, more: &[&str]) -> (Desk, Party) {
    let desk = Desk::of(system);
    begin(&desk, more);
    let asked = asked(&desk);
    let one = asked[0];
    send(&desk, one, "1");
    let signature = stated(&desk, one, "withdrawal");
    desk.ok(&["withdraw", "m", one.id(), "--signature", &signature]);
    asked.iter().for_each(|party| send(&desk, *party, "2"));
    desk.ok(&["resolve", "m"]);
    (desk, one)
}

fn signatures_are_kept_and_checked(system: &'static System) {
    let (desk, _) = played(system, &[]);
    let audit = desk.json(0, &["audit", "m"]);
    let signed = drafts(&desk).iter().filter(|draft| draft.body.get("signed").is_some()).count();
    assert_eq!((&audit["signatures"], &audit["unsigned"]), (&json!(signed), &Value::Null), "{audit:#}");
    assert!(desk.ok(&["audit", "m"]).contains(&format!("{signed} signatures of players checked")));
}

/// Changes entries; gives the place of the one that the audit must name.
type Forge = fn(&Desk, &mut Vec<Draft>, Party) -> usize;

/// The body of a withdrawal of what is committed to in a place, signed by somebody.
fn withdrawal(desk: &Desk, drafts: &[Draft], at: usize, signer: &Signer) -> Value {
    let genesis = desk.json(0, &["status", "m"])["genesis"].as_str().unwrap().to_owned();
    let (exchange, party) = (drafts[at].exchange.unwrap(), drafts[at].party.unwrap());
    let commitment = drafts[at].body["commitment"].as_str().unwrap();
    let text = format!(
        "sealord withdrawal v1\nmatch: m\ngenesis: {genesis}\nexchange: {exchange}\nside: {}\ncommitment: {commitment}\n",
        party.id()
    );
    signed_by(signer, NAMESPACE, text.as_bytes())
}

fn signed_by(signer: &Signer, namespace: &str, bytes: &[u8]) -> Value {
    let (by, armor) = (signer.public_key().to_string(), signer.sign_for(namespace, bytes));
    json!({ "signed": { "by": by, "signature": armor } })
}

/// Puts a withdrawal behind the last file of a party, with the commitment and the file after it once more.
fn insert_withdrawal(drafts: &mut Vec<Draft>, party: Party, body: Value) -> usize {
    let last =
        |kind| drafts.iter().rposition(|it: &Draft| it.kind == kind && it.party == Some(party)).unwrap();
    let (promise, reveal) = (last(Kind::Commitment), last(Kind::Reveal));
    let back = Draft { kind: Kind::Withdrawal, body, ..drafts[reveal].clone() };
    let again = [back, drafts[promise].clone(), drafts[reveal].clone()];
    drafts.splice(reveal + 1..reveal + 1, again);
    reveal + 1
}

fn last_promise(drafts: &[Draft], party: Party) -> usize {
    drafts.iter().rposition(|it| it.kind == Kind::Commitment && it.party == Some(party)).unwrap()
}

const FORGERIES: [(&str, Forge); 10] = [
    ("a withdrawal that nobody signed", |_, drafts, party| insert_withdrawal(drafts, party, json!({}))),
    ("a withdrawal that the umpire signed", |desk, drafts, party| {
        let body = withdrawal(desk, drafts, last_promise(drafts, party), &signer(99));
        insert_withdrawal(drafts, party, body)
    }),
    ("a withdrawal of another file", |desk, drafts, party| {
        let other = first(drafts, Kind::Commitment);
        let body = withdrawal(desk, drafts, other, &hand(party));
        insert_withdrawal(drafts, party, body)
    }),
    ("a withdrawal that was signed once, twice", |desk, drafts, party| {
        let body = withdrawal(desk, drafts, last_promise(drafts, party), &hand(party));
        insert_withdrawal(drafts, party, body.clone());
        insert_withdrawal(drafts, party, body)
    }),
    ("a withdrawal without its signature", |_, drafts, _| {
        let at = first(drafts, Kind::Withdrawal);
        drafts[at].body = json!({});
        at
    }),
    ("a signature of another file", |_, drafts, party| {
        let (one, other) = (first(drafts, Kind::Reveal), last_promise(drafts, party) + 1);
        drafts[one].body["signed"] = drafts[other].body["signed"].clone();
        one
    }),
    ("a file that another key signed", |_, drafts, _| {
        let at = first(drafts, Kind::Reveal);
        let file = drafts[at].body["file"].as_str().unwrap().to_owned();
        drafts[at].body["signed"] = signed_by(&signer(99), NAMESPACE, file.as_bytes())["signed"].clone();
        at
    }),
    ("a signature that names another key than its own", |_, drafts, party| {
        let at = first(drafts, Kind::Reveal);
        let file = drafts[at].body["file"].as_str().unwrap().to_owned();
        let armor = signer(99).sign(file.as_bytes());
        drafts[at].body["signed"] = json!({ "by": hand(party).public_key().to_string(), "signature": armor });
        at
    }),
    ("a signature for another purpose", |_, drafts, party| {
        let at = first(drafts, Kind::Reveal);
        let file = drafts[at].body["file"].as_str().unwrap().to_owned();
        drafts[at].body["signed"] = signed_by(&hand(party), WITNESS, file.as_bytes())["signed"].clone();
        at
    }),
    ("a signature in another spelling", |_, drafts, _| {
        let at = first(drafts, Kind::Reveal);
        let armor = drafts[at].body["signed"]["signature"].as_str().unwrap().replace('\n', "\r\n");
        drafts[at].body["signed"]["signature"] = json!(armor);
        at
    }),
];

fn forged_signatures_are_found(system: &'static System) {
    let (desk, party) = played(system, &[]);
    let whole = drafts(&desk);
    for (what, forge) in FORGERIES {
        let mut forged = whole.clone();
        let at = forge(&desk, &mut forged, party);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
        write(&desk, 3, &whole);
        desk.ok(&["audit", "m"]);
    }
    // What the match does not demand is listed where it is missing.
    let mut bare = whole.clone();
    let at = first(&bare, Kind::Reveal);
    bare[at].body.as_object_mut().unwrap().remove("signed");
    write(&desk, 3, &bare);
    let audit = desk.json(0, &["audit", "m"]);
    let remark = json!({ "entry": at + 1, "exchange": 1, "side": party, "what": "unsigned" });
    assert!(audit["remarks"].as_array().unwrap().contains(&remark), "{audit:#}");
}

fn a_match_that_demands_signatures(system: &'static System) {
    let (desk, party) = played(system, &["--demand-signatures"]);
    desk.ok(&["audit", "m"]);
    let mut bare = drafts(&desk);
    let at = first(&bare, Kind::Reveal);
    bare[at].body.as_object_mut().unwrap().remove("signed");
    write(&desk, 3, &bare);
    assert_eq!(caught(&desk, "an unsigned file"), at as u64 + 1);
    let desk = Desk::of(system);
    begin(&desk, &["--demand-signatures"]);
    seal(&desk, party, "1");
    let before = desk.read("m/journal.jsonl");
    let file = format!("{}.sealed", party.id());
    for (signature, words) in [
        (None, "demands signatures"),
        (Some((signer(99), NAMESPACE)), "was made with the key"),
        (Some((hand(party), WITNESS)), "was made for `sealord-witness`"),
    ] {
        let signature = signature.map(|(signer, purpose)| sign(&desk, &signer, purpose, &file));
        let more: Vec<&str> = signature.iter().flat_map(|name| ["--signature", name]).collect();
        let ran = desk.expect(1, &[&["receive", "m", &file], &more[..]].concat());
        assert!(ran.err.contains(words) && ran.err.contains("help: "), "{ran:?}");
    }
    assert_eq!(desk.read("m/journal.jsonl"), before);
    // Plain orders may be signed as they are; then they are what the signature is over.
    let signature = sign(&desk, &hand(party), NAMESPACE, "orders.yaml");
    desk.ok(&["receive", "m", "orders.yaml", "--signature", &signature]);
    let refused = desk.expect(1, &["withdraw", "m", party.id()]);
    assert!(refused.err.contains("sealord statement withdrawal"), "{refused:?}");
    assert_eq!(desk.json(0, &["audit", "m"])["signatures"], 1);
}

fn a_signed_commitment_speaks_for_its_file(system: &'static System) {
    let desk = Desk::of(system);
    begin(&desk, &["--trust", "commit-reveal", "--demand-signatures"]);
    let asked = asked(&desk);
    for party in &asked {
        let hash = seal(&desk, *party, "1");
        let signature = stated(&desk, *party, "commitment");
        desk.expect(1, &["commit", "m", party.id(), &hash]);
        desk.ok(&["commit", "m", party.id(), &hash, "--signature", &signature]);
    }
    asked.iter().for_each(|party| {
        desk.ok(&["reveal", "m", &format!("{}.sealed", party.id())]);
    });
    desk.ok(&["resolve", "m"]);
    assert_eq!(desk.json(0, &["audit", "m"])["signatures"], asked.len());
    let mut forged = drafts(&desk);
    let at = first(&forged, Kind::Commitment);
    let body = forged[at].body["signed"].clone();
    forged[at].body["signed"] = signed_by(&signer(99), NAMESPACE, b"something else")["signed"].clone();
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "another key"), at as u64 + 1);
    forged[at].body["signed"] = body;
    forged[at].body.as_object_mut().unwrap().remove("signed");
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "no signature"), at as u64 + 1);
}

fn without_keys_of_the_match_signatures_are_checked_all_the_same(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    let party = asked(&desk)[0];
    send(&desk, party, "1");
    desk.ok(&["withdraw", "m", party.id()]);
    // What was taken back counts no more; another file does.
    send(&desk, party, "2");
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!((&audit["signatures"], &audit["withdrawals"]), (&json!(2), &json!(1)), "{audit:#}");
    let mut forged = drafts(&desk);
    let at = first(&forged, Kind::Reveal);
    forged[at].body["signed"] = signed_by(&hand(party), NAMESPACE, b"something else")["signed"].clone();
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "a signature over something else"), at as u64 + 1);
}

/// Somebody countersigns what a packet or a folder quotes.
fn countersign(desk: &Desk, of: &str, seed: u8, name: &str) {
    desk.write("head.txt", desk.ok(&["statement", "head", of]));
    let signature = sign(desk, &signer(seed), WITNESS, "head.txt");
    desk.ok(&["witness", "m", "head.txt", "--signature", &signature, "--name", name]);
}

fn newest_packet(desk: &Desk, party: Party) -> String {
    format!("m/packets/{:03}-{}.json", desk.packet("m", party).exchange, party.id())
}

fn heads_are_countersigned(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    (0..2).for_each(|_| desk.exchange("m", 0));
    for (seed, party) in (1..).zip(desk.parties()) {
        countersign(&desk, &newest_packet(&desk, *party), seed, party.name());
    }
    countersign(&desk, "m", 9, "Uma of the other club");
    // A witness changes nothing: an undo takes nothing of it back, and packets stay what they were.
    desk.ok(&["undo", "m", "--to", "2", "--reason", "a misread port"]);
    countersign(&desk, &newest_packet(&desk, desk.parties()[0]), 1, desk.parties()[0].name());
    desk.exchange("m", 0);
    let audit = desk.json(0, &["audit", "m"]);
    let found = audit["witnesses"].as_array().unwrap();
    assert_eq!(found.len(), desk.parties().len() + 2, "{audit:#}");
    let told = desk.ok(&["audit", "m"]);
    let (heads, keys) = (found.len(), desk.parties().len() + 1);
    assert!(told.contains(&format!("{heads} countersigned heads by {keys} keys")), "{told}");
    assert!(told.contains("    Uma of the other club, entry "), "{told}");
    for party in desk.parties() {
        for exchange in [1, 2, 3, 4, 5] {
            let packet = format!("m/packets/{exchange:03}-{}.json", party.id());
            if desk.path(&packet).exists() {
                desk.ok(&["audit", "m", "--packet", &packet]);
            }
        }
    }
    // Twice is once, and what is not there is not taken.
    let packet = newest_packet(&desk, desk.parties()[0]);
    countersign(&desk, &packet, 1, "once");
    let before = desk.read("m/journal.jsonl");
    let head = desk.ok(&["statement", "head", &packet]);
    for (text, purpose, code) in [
        (head.clone(), WITNESS, 1),
        (head.clone(), NAMESPACE, 1),
        (head.replace("match: m", "match: n"), WITNESS, 1),
        (head.replace("entry: ", "entry: 9"), WITNESS, 5),
        (format!("{head}more\n"), WITNESS, 1),
    ] {
        desk.write("head.txt", &text);
        let signature = sign(&desk, &signer(1), purpose, "head.txt");
        let args = ["witness", "m", "head.txt", "--signature", &signature, "--name", "x"];
        desk.expect(code, &args);
    }
    desk.write("head.txt", &head);
    let signature = sign(&desk, &signer(2), WITNESS, "head.txt");
    for name in ["", "two\nlines", &"long".repeat(30), "\u{202e}hidden"] {
        desk.expect(1, &["witness", "m", "head.txt", "--signature", &signature, "--name", name]);
    }
    assert_eq!(desk.read("m/journal.jsonl"), before);
}

fn forged_witnesses_are_found(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    countersign(&desk, "m", 1, "Uma");
    desk.exchange("m", 0);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Witness);
    let last = desk.status("m");
    let changes: [(&str, Value); 6] = [
        ("another hash", json!({ "hash": last["genesis"], "entry": 1 })),
        ("an entry that is not there", json!({ "hash": "0".repeat(64) })),
        ("an entry that comes later", json!({ "hash": last["head"], "entry": last["entry"] })),
        ("another number", json!({ "entry": 999 })),
        ("no name", json!({ "name": "" })),
        ("another key", json!({ "signed": signed_by(&signer(2), WITNESS, b"x")["signed"] })),
    ];
    for (what, change) in changes {
        let mut forged = whole.clone();
        for (key, value) in change.as_object().unwrap() {
            forged[at].body[key] = value.clone();
        }
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
    let mut twice = whole.clone();
    twice.insert(at + 1, whole[at].clone());
    write(&desk, 3, &twice);
    assert_eq!(caught(&desk, "the same twice"), at as u64 + 2);
    let mut owned = whole;
    owned[at].party = Some(desk.parties()[0]);
    write(&desk, 3, &owned);
    assert_eq!(caught(&desk, "a side of its own"), at as u64 + 1);
}

fn the_end_can_be_countersigned(system: &'static System) {
    let desk = Desk::of(system);
    super::support::copy(&super::support::finished_of(system).path("m"), &desk.path("m"));
    let reports = super::support::hashes(&desk.path("m/reports"));
    countersign(&desk, &newest_packet_of_the_end(&desk), 1, "Anna");
    countersign(&desk, "m", 2, "Bert");
    assert_eq!(desk.json(0, &["audit", "m"])["witnesses"].as_array().unwrap().len(), 2);
    desk.expect(1, &["resolve", "m"]);
    desk.expect(1, &["rule", "m", "--reason", "x", "points", "axis", "2"]);
    assert_eq!(super::support::hashes(&desk.path("m/reports")), reports);
}

fn newest_packet_of_the_end(desk: &Desk) -> String {
    let party = desk.parties()[0];
    format!("m/packets/{:03}-{}.json", desk.packet("m", party).exchange + 1, party.id())
}
