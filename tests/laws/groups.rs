//! Groups of units: a line for a group is worth the lines of its members, to the rules and to the audit, and
//! shows to nobody else.

use std::collections::BTreeSet;

use sealord::adjudicator::{Adjudicator, Ruled};
use sealord::audit::{Pace, audit, audit_by};
use sealord::dice::Seed;
use sealord::digest::{Digest, Salt};
use sealord::journal::Journal;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Settings, Submission, check_orders};
use sealord::orders::form::form;
use sealord::orders::write::orders_file;
use sealord::party::Party;
use sealord::question::{OpenQuestion, Picks};
use sealord::report::{Format, render};
use sealord::seal::{SealHeader, Sealed};
use sealord::staff::StaffOfficer;
use sealord::trust::Trust;
use sealord::view::{Packet, Sea, Verify};

use crate::laws::fog::same;
use crate::laws::play::{self, boldness, parallel};
use crate::laws::systems::Lawful;

crate::laws::laws! {
    a_group_is_worth_its_members_and_shows_to_nobody_else,
}

/// The units that a packet's party may put into a group.
fn units(rules: &dyn Adjudicator, packet: &Packet) -> BTreeSet<String> {
    let sea = Sea::of(&packet.view).unwrap();
    let own = sea.zones.iter().flat_map(|it| &it.own).chain(sea.ports.iter().flat_map(|it| &it.own));
    let own: BTreeSet<String> = own.map(|unit| unit.id.to_owned()).collect();
    let subjects = packet.questions.iter().flat_map(|it| &it.subjects).map(|it| it.id.clone());
    subjects.filter(|id| own.contains(id) || rules.unit(id).as_ref() == Some(id)).collect()
}

/// An answer in lines for one subject each, and again with a group for each run of several that take the
/// same; gives the groups that it needs.
fn lines(
    question: &OpenQuestion,
    picks: &Picks,
    units: &BTreeSet<String>,
    groups: &mut Vec<Vec<String>>,
) -> [String; 2] {
    let head = format!("  {}:", question.key);
    let mut texts = [head.clone(), head];
    let mut at = 0;
    while at < picks.order.len() {
        let option = |nth: usize| picks.choice[usize::from(picks.order[nth])];
        let id = |nth: usize| &question.subjects[usize::from(picks.order[nth])].id;
        let run =
            (at..picks.order.len()).take_while(|&nth| option(nth) == option(at) && units.contains(id(nth)));
        let run: Vec<String> = run.map(|nth| id(nth).clone()).collect();
        let choice = &question.options[usize::from(option(at))].id;
        let several = if run.is_empty() { vec![id(at).clone()] } else { run };
        at += several.len();
        texts[0].extend(several.iter().map(|id| format!("\n    '{id}': '{choice}'")));
        if several.len() < 2 || groups.len() > 90 && !groups.contains(&several) {
            texts[1] += &format!("\n    '{}': '{choice}'", several[0]);
            continue;
        }
        let known = groups.iter().position(|it| *it == several);
        let number = known.unwrap_or_else(|| {
            groups.push(several);
            groups.len() - 1
        });
        texts[1] += &format!("\n    zz-force-{number}: '{choice}'");
    }
    texts.map(|text| text + if picks.order.is_empty() { " {}\n" } else { "\n" })
}

/// What an officer answers, by single units and by groups.
fn orders(
    officer: &mut StaffOfficer,
    rules: &dyn Adjudicator,
    packet: &Packet,
    groups: &mut Vec<Vec<String>>,
) -> [String; 2] {
    let (units, before) = (units(rules, packet), groups.len());
    let mut answers = [String::new(), String::new()];
    for question in &packet.questions {
        let picks = officer.answer(question).expect("an answer");
        let texts = lines(question, &picks, &units, groups);
        answers.iter_mut().zip(texts).for_each(|(all, text)| *all += &text);
    }
    let [plain, mut grouped] = answers
        .map(|text| orders_file((&packet.match_id, packet.exchange, packet.party), "by an officer", &text));
    let new = groups.iter().enumerate().skip(before);
    let new: String =
        new.map(|(number, members)| format!("  zz-force-{number}: [{}]\n", members.join(", "))).collect();
    if !new.is_empty() {
        grouped += &format!("groups:\n{new}");
    }
    [plain, grouped]
}

/// Everything that leaves the program for a party, but for the head of the journal.
fn outgoing<S: Lawful>(host: &Host, party: Party, head: &Verify) -> Vec<String> {
    let packet = &Packet { verify: head.clone(), ..host.packet(party).unwrap() };
    let mut all = vec![serde_json::to_string(packet).unwrap(), form(packet, Some(&packet.doctrine))];
    let formats = [Format::Text, Format::Markdown, Format::Html];
    all.extend(formats.map(|format| render(&S::templates(), packet, format).unwrap()));
    all
}

/// Seals what every party sends, and resolves the exchange.
fn exchange<S: Lawful>(host: &mut Host, files: &[String]) {
    let mut sealed = Vec::new();
    for (&party, orders) in S::players().iter().zip(files) {
        let packet = host.packet(party).unwrap();
        let salt = Digest::of_parts(&[&packet.exchange.to_be_bytes(), party.id().as_bytes()]);
        let header = SealHeader {
            match_id: packet.match_id.clone(),
            genesis: host.game.genesis,
            exchange: packet.exchange,
            party,
            salt: Salt::from_bytes(*salt.as_bytes()),
        };
        if let Err(fault) = check_orders(&*host.game.rules, &packet, "orders", orders.as_bytes()) {
            panic!("{fault}\n{orders}");
        }
        sealed.push(Sealed::make(header, orders.as_bytes()).unwrap());
    }
    for file in &sealed {
        host.commit(file.header().party, file.commitment(), None).unwrap();
    }
    for file in &sealed {
        host.receive(Submission::unsigned("orders", file.bytes()), None, Salt::from_bytes([0; 32])).unwrap();
    }
    host.resolve(false).unwrap();
}

/// Two matches in which a party sends the same orders: unit by unit in one, by groups in the other. The
/// position is the same after each exchange, the others get the same bytes, and both audits agree; also after
/// the match was closed and opened again.
fn a_group_is_worth_its_members_and_shows_to_nobody_else<S: Lawful>() {
    let used = parallel(5800..5802, |seed| {
        let grouper = S::players()[seed as usize % S::players().len()];
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let roots = folders.each_ref().map(|it| it.path().join("match"));
        let [mut plain, mut grouped] =
            roots.each_ref().map(|root| play::host_under::<S>(root, seed, Trust::CommitReveal));
        let mut officers = play::officers(S::players(), seed, boldness(seed));
        let mut groups = Vec::new();
        for number in 0..14 {
            if plain.game.rules.is_over() {
                break;
            }
            let mut files = [Vec::new(), Vec::new()];
            for (place, &party) in S::players().iter().enumerate() {
                let packet = plain.packet(party).unwrap();
                let mut own = Vec::new();
                let groups = if party == grouper { &mut groups } else { &mut own };
                let [one, other] = orders(&mut officers[place], &*plain.game.rules, &packet, groups);
                files[1].push(if party == grouper { other } else { one.clone() });
                files[0].push(one);
            }
            exchange::<S>(&mut plain, &files[0]);
            exchange::<S>(&mut grouped, &files[1]);
            let positions = [&plain, &grouped].map(|host| host.game.rules.position().unwrap());
            assert_eq!(positions[0], positions[1], "seed {seed}: another position\n{}", files[1].concat());
            for party in grouper.others(S::players()) {
                let head = plain.packet(party).unwrap().verify;
                let [one, other] = [&plain, &grouped].map(|host| outgoing::<S>(host, party, &head));
                let what = format!("seed {seed}, groups of the {grouper}, shown to the {party}");
                one.iter().zip(&other).for_each(|(one, other)| same(one, other, &what));
            }
            let standing = grouped.packet(grouper).unwrap().groups;
            assert_eq!(standing.iter().count(), groups.len(), "seed {seed}");
            if number == 8 {
                drop(grouped);
                let rules = |settings: &Settings| settings.lay_out(S::alone(), &S::games());
                grouped = Host::open(&MatchDir::new(&roots[1]), rules, play::NOW).unwrap();
                assert_eq!(grouped.packet(grouper).unwrap().groups, standing, "seed {seed}: opened again");
            }
        }
        drop(grouped);
        let snapshot = Journal::read(&roots[1]).unwrap();
        let seed = || Some(Seed::practice(seed));
        let rules = |_: &Settings| Ok(Ruled::boxed(S::system().clone()));
        let findings = audit(&snapshot.entries, seed(), rules).unwrap();
        assert_eq!(findings, audit_by(Pace::Again, &snapshot.entries, seed(), rules).unwrap());
        groups.len()
    });
    assert!(used.iter().sum::<usize>() > 0, "no group was named");
}
