use super::super::tests::sealed;
use super::*;
use engine::rulebook::two_sided::party::{ALLIES, AXIS};

fn both(trust: Trust) -> Submissions {
    Submissions::new(4, vec![ALLIES, AXIS], trust)
}

#[test]
fn nobody_waits_for_a_party_that_is_not_asked() {
    let mut exchange = Submissions::new(4, vec![AXIS], Trust::Umpire);
    let before = exchange.clone();
    let (ours, theirs) = (sealed(4, AXIS, b"a"), sealed(4, ALLIES, b"b"));
    assert_eq!(exchange.commit(ALLIES, theirs.commitment()), Ok(CommitOutcome::Accepted));
    assert_eq!((exchange.asked(), exchange.missing_reveals()), (vec![AXIS], vec![AXIS]));
    assert!(!exchange.is_unopened(ALLIES));
    assert_eq!(exchange.reveal(theirs.clone()), Ok(RevealOutcome::Accepted));
    assert!(!exchange.is_opening() && !exchange.all_in());
    assert_eq!(exchange.revealed(ALLIES), Some(&theirs));
    assert_eq!(exchange.promises().asked(), [AXIS]);
    exchange.withdraw(ALLIES).unwrap();
    assert_eq!(format!("{exchange:?}"), format!("{before:?}"), "as if it had sent nothing");
    exchange.commit(AXIS, ours.commitment()).unwrap();
    exchange.reveal(ours).unwrap();
    assert!(exchange.all_in());
    let mut sealed_by_all = Submissions::new(4, vec![AXIS], Trust::CommitReveal);
    let refused = sealed_by_all.commit(ALLIES, theirs.commitment());
    assert_eq!(refused, Err(ExchangeFault::NotAsked { party: ALLIES }));
}

#[test]
fn an_exchange_ends_when_everybody_has_revealed() {
    for trust in [Trust::Umpire, Trust::CommitReveal] {
        let mut exchange = both(trust);
        let (ours, theirs) = (sealed(4, AXIS, b"a"), sealed(4, ALLIES, b"b"));
        assert_eq!(exchange.missing_commitments(), [AXIS, ALLIES]);
        assert_eq!(exchange.commit(AXIS, ours.commitment()), Ok(CommitOutcome::Accepted));
        assert_eq!(exchange.commit(ALLIES, theirs.commitment()), Ok(CommitOutcome::Accepted));
        assert_eq!(exchange.reveal(theirs.clone()), Ok(RevealOutcome::Accepted));
        assert_eq!((exchange.missing_reveals(), exchange.all_in()), (vec![AXIS], false));
        assert_eq!(exchange.reveal(ours), Ok(RevealOutcome::Accepted));
        assert!(exchange.all_in());
        assert_eq!(exchange.revealed(ALLIES), Some(&theirs));
    }
}

#[test]
fn what_is_withdrawn_is_waited_for_again() {
    let mut exchange = both(Trust::Umpire);
    let ours = sealed(4, AXIS, b"a");
    assert_eq!(exchange.withdraw(AXIS), Err(ExchangeFault::NothingCommitted { party: AXIS }));
    exchange.commit(AXIS, ours.commitment()).unwrap();
    exchange.reveal(ours.clone()).unwrap();
    assert_eq!(exchange.withdraw(AXIS), Ok(()));
    assert_eq!((exchange.committed(AXIS), exchange.revealed(AXIS)), (None, None));
    assert_eq!(exchange.missing_reveals(), [AXIS, ALLIES]);
    assert_eq!(exchange.commit(AXIS, ours.commitment()), Ok(CommitOutcome::Accepted));
    exchange.excuse(ALLIES).unwrap();
    assert_eq!(exchange.withdraw(ALLIES), Err(ExchangeFault::Excused { party: ALLIES }));
}

#[test]
fn nothing_is_withdrawn_once_a_file_is_open() {
    let mut exchange = both(Trust::CommitReveal);
    let (ours, theirs) = (sealed(4, AXIS, b"a"), sealed(4, ALLIES, b"b"));
    exchange.commit(AXIS, ours.commitment()).unwrap();
    assert_eq!(exchange.withdraw(AXIS), Ok(()));
    exchange.commit(AXIS, ours.commitment()).unwrap();
    exchange.commit(ALLIES, theirs.commitment()).unwrap();
    exchange.reveal(theirs).unwrap();
    assert_eq!(exchange.withdraw(AXIS), Err(ExchangeFault::Frozen { party: AXIS }));
}

#[test]
fn what_comes_twice_changes_nothing() {
    let mut exchange = both(Trust::CommitReveal);
    let (ours, theirs) = (sealed(4, AXIS, b"a"), sealed(4, ALLIES, b"b"));
    exchange.commit(AXIS, ours.commitment()).expect("accepted");
    assert_eq!(exchange.commit(AXIS, ours.commitment()), Ok(CommitOutcome::AlreadyHeld));
    exchange.commit(ALLIES, theirs.commitment()).expect("accepted");
    exchange.reveal(ours.clone()).expect("accepted");
    assert_eq!(exchange.reveal(ours.clone()), Ok(RevealOutcome::AlreadyHeld));
    assert_eq!(exchange.commit(AXIS, ours.commitment()), Ok(CommitOutcome::AlreadyHeld));
    assert_eq!(exchange.revealed(AXIS), Some(&ours));
}

#[test]
fn too_early_when_a_party_reveals_before_all_have_committed() {
    let mut exchange = both(Trust::CommitReveal);
    let ours = sealed(4, AXIS, b"a");
    exchange.commit(AXIS, ours.commitment()).expect("accepted");
    let fault = exchange.reveal(ours).expect_err("must be refused");
    assert_eq!(fault, ExchangeFault::TooEarly { missing: vec![ALLIES] });
    assert!(exchange.revealed(AXIS).is_none());
}

#[test]
fn frozen_when_a_party_changes_its_mind_after_seeing_a_file() {
    let mut exchange = both(Trust::CommitReveal);
    let (ours, theirs) = (sealed(4, AXIS, b"a"), sealed(4, ALLIES, b"b"));
    exchange.commit(AXIS, sealed(4, AXIS, b"first thought").commitment()).expect("accepted");
    let outcome = exchange.commit(AXIS, ours.commitment());
    assert!(matches!(outcome, Ok(CommitOutcome::Replaced(_))));
    exchange.commit(ALLIES, theirs.commitment()).expect("accepted");
    exchange.reveal(ours).expect("accepted");
    let fault = exchange.commit(ALLIES, sealed(4, ALLIES, b"better").commitment());
    assert_eq!(fault, Err(ExchangeFault::Frozen { party: ALLIES }));
    assert_eq!(exchange.committed(ALLIES), Some(theirs.commitment()));
}

#[test]
fn not_committed_when_the_file_differs_from_the_latest_commitment() {
    for trust in [Trust::Umpire, Trust::CommitReveal] {
        let mut exchange = both(trust);
        let (first, second) = (sealed(4, AXIS, b"first"), sealed(4, AXIS, b"second"));
        exchange.commit(ALLIES, sealed(4, ALLIES, b"b").commitment()).expect("accepted");
        exchange.commit(AXIS, first.commitment()).expect("accepted");
        exchange.commit(AXIS, second.commitment()).expect("accepted");
        let (found, committed) = (first.commitment(), second.commitment());
        let expected = ExchangeFault::Reveal(RevealFault::NotCommitted { found, committed });
        assert_eq!(exchange.reveal(first), Err(expected));
    }
}

#[test]
fn under_the_umpire_a_later_file_replaces_an_earlier_one() {
    let mut exchange = both(Trust::Umpire);
    let (first, second) = (sealed(4, AXIS, b"first"), sealed(4, AXIS, b"second"));
    exchange.commit(AXIS, first.commitment()).expect("accepted");
    exchange.reveal(first.clone()).expect("accepted");
    let outcome = exchange.commit(AXIS, second.commitment());
    assert_eq!(outcome, Ok(CommitOutcome::Replaced(first.commitment())));
    assert_eq!(exchange.revealed(AXIS), Some(&first), "a promise alone takes no file away");
    assert_eq!(exchange.reveal(second.clone()), Ok(RevealOutcome::Accepted));
    assert_eq!(exchange.revealed(AXIS), Some(&second));
}

#[test]
fn not_asked_nothing_committed_and_wrong_exchange_are_told_apart() {
    let mut exchange = Submissions::new(4, vec![AXIS, AXIS], Trust::Umpire);
    assert_eq!(exchange.asked(), [AXIS]);
    let stranger = sealed(4, ALLIES, b"b");
    let not_asked = ExchangeFault::NotAsked { party: ALLIES };
    let mut sealing = Submissions::new(4, vec![AXIS], Trust::CommitReveal);
    assert_eq!(sealing.commit(ALLIES, stranger.commitment()), Err(not_asked.clone()));
    assert_eq!(exchange.reveal(stranger), Err(not_asked));
    let unannounced = exchange.reveal(sealed(4, AXIS, b"a"));
    assert_eq!(unannounced, Err(ExchangeFault::NothingCommitted { party: AXIS }));
    let fault = exchange.reveal(sealed(3, AXIS, b"a"));
    let expected = RevealFault::WrongExchange { found: 3, expected: 4 };
    assert_eq!(fault, Err(ExchangeFault::Reveal(expected)));
}

#[test]
fn a_copied_commitment_cannot_be_revealed_by_the_copyist() {
    let mut exchange = both(Trust::CommitReveal);
    let ours = sealed(4, AXIS, b"a");
    exchange.commit(AXIS, ours.commitment()).expect("accepted");
    exchange.commit(ALLIES, ours.commitment()).expect("a hash tells nothing yet");
    exchange.reveal(ours.clone()).expect("accepted");
    assert_eq!(exchange.reveal(ours), Ok(RevealOutcome::AlreadyHeld));
    assert_eq!(exchange.missing_reveals(), [ALLIES]);
}

#[test]
fn an_excused_party_is_not_waited_for_and_comes_too_late() {
    let mut exchange = both(Trust::CommitReveal);
    let ours = sealed(4, AXIS, b"a");
    exchange.commit(AXIS, ours.commitment()).expect("accepted");
    assert_eq!(exchange.excuse(ALLIES), Ok(true));
    exchange.reveal(ours).expect("nobody is missing any more");
    assert!(exchange.all_in());
    assert_eq!(exchange.excuse(AXIS), Ok(false));
    let late = exchange.commit(ALLIES, sealed(4, ALLIES, b"b").commitment());
    assert_eq!(late, Err(ExchangeFault::Excused { party: ALLIES }));
}

#[test]
fn trust_is_written_in_kebab_case() {
    assert_eq!(serde_json::to_string(&Trust::CommitReveal).expect("serialises"), "\"commit-reveal\"");
}
