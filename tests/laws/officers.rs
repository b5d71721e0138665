//! Sides that staff officers play: a match against them goes to its end and passes the audit, and what an
//! officer orders follows from its own view and a seed.

use sealord::audit::{Pace, audit_by};
use sealord::digest::{Digest, Salt};
use sealord::journal::Journal;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Sealing, Settings, Submission};
use sealord::party::Party;
use sealord::seal::{SealHeader, Sealed};
use sealord::staff::{AdvisedOfficer, Reading, StaffOfficer};
use sealord::system::News;
use sealord::trust::Trust;

use crate::laws::play::{self, boldness, parallel, play};
use crate::laws::systems::{Lawful, Reach};

crate::laws::laws! {
    a_match_against_officers_goes_to_its_end_and_passes_the_audit,
    what_is_hidden_changes_no_order_of_an_officer,
}

/// What a player at random hands in for the open exchange, if he is asked.
fn hand_in(host: &mut Host, party: Party, officer: &mut StaffOfficer) {
    let packet = host.packet(party).unwrap();
    if !packet.asked {
        return;
    }
    let orders = play::orders(officer, &packet);
    let salt = Digest::of_parts(&[&packet.exchange.to_be_bytes(), party.id().as_bytes()]);
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: host.game.genesis,
        exchange: packet.exchange,
        party,
        salt: Salt::from_bytes(*salt.as_bytes()),
    };
    let file = Sealed::make(header, orders.as_bytes()).unwrap();
    if host.game.settings.trust == Trust::CommitReveal {
        host.commit(party, file.commitment(), None).unwrap();
    }
    let unused = Salt::from_bytes([0; 32]);
    host.receive(Submission::unsigned("orders", file.bytes()), Some(party), unused).unwrap();
}

/// Plays a match in which officers have all parties but one, and audits it; gives how many of their files
/// were worked out anew, and how many exchanges asked nobody else.
fn against_officers<S: Lawful>(seed: u64, trust: Trust) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("match");
    let own = S::players()[seed as usize % S::players().len()];
    let officers: Vec<Party> = own.others(S::players()).collect();
    let sealing = (trust == Trust::CommitReveal).then_some(Sealing::Every);
    let mut host = play::host_with::<S>(&root, seed, |settings| Settings {
        trust,
        sealing,
        officers: officers.clone(),
        ..settings
    });
    let mut officer = StaffOfficer::new(seed, boldness(seed));
    let (mut alone, mut resolved) = (0, 0);
    while !host.game.is_over() {
        if host.game.officers_alone() {
            alone += 1;
        } else {
            hand_in(&mut host, own, &mut officer);
        }
        host.resolve(false).unwrap();
        resolved += 1;
        if resolved == 5 {
            drop(host);
            let rules = |settings: &Settings| settings.lay_out(S::alone(), &S::games());
            host = Host::open(&MatchDir::new(&root), rules, play::NOW).unwrap();
        }
    }
    assert!(host.game.settings.is_officer(officers[0]) && host.packet(own).unwrap().officers == officers);
    drop(host);
    let entries = Journal::read(&root).unwrap().entries;
    let audited =
        |pace| audit_by(pace, &entries, None, |settings| settings.lay_out(S::alone(), &S::games())).unwrap();
    let found = audited(Pace::Once);
    assert_eq!(found, audited(Pace::Again));
    assert!(found.over && found.defaults == 0 && found.lone_salts == 0, "{found:?}");
    (found.officers, alone)
}

fn a_match_against_officers_goes_to_its_end_and_passes_the_audit<S: Lawful>() {
    let found = parallel(0..2, |seed| {
        let trust = if seed == 0 { Trust::Umpire } else { Trust::CommitReveal };
        against_officers::<S>(seed, trust)
    });
    assert!(found.iter().all(|(files, _)| *files > 0), "{found:?}");
    assert_eq!(found[1].1, 0, "where every side seals, no exchange is an officer's alone");
}

/// The officer is given a view, questions and a seed; so it need only be shown that the first says no more to
/// it than its side may know.
fn what_is_hidden_changes_no_order_of_an_officer<S: Lawful>() {
    let compared = parallel(4200..4206, |seed| {
        let (mut compared, system) = (0, S::system());
        play::<S>(seed, boldness(seed), |_, moment| {
            let present = &moment.progress.present;
            for waiting in &moment.progress.waiting {
                let side = waiting.party.side();
                let story: Vec<_> = moment.progress.played.iter().flat_map(|step| step.fresh()).collect();
                let twin = S::disguise(&[side], present, &story, seed, Reach::Seen);
                let Some(twin) = twin.filter(|twin| twin.moved() > 0) else { continue };
                let answer = |state: &S::State| {
                    let view = system.view(state, waiting.party, News::NONE);
                    AdvisedOfficer::new(seed, 35).answer(&Reading { system, view }, &waiting.question)
                };
                assert_eq!(
                    answer(present),
                    answer(&twin.state(present)),
                    "seed {seed}: {}",
                    waiting.question.key
                );
                compared += 1;
            }
        });
        compared
    });
    assert!(S::LEAST.views == 0 || compared.iter().sum::<usize>() > 0, "{compared:?}");
}
