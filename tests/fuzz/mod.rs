//! The fuzz targets without a fuzzer: the kept corpus, then so many cases of a seed.
//!
//! The count is small, so that this is a test like any other. `SEALORD_FUZZ_COUNT` asks for more cases,
//! `SEALORD_FUZZ_SEED` for others, and `SEALORD_FUZZ_FIRST` begins at one of them; a case that fails is
//! named, and its bytes are kept in the temporary folder. Put them into `fuzz/corpus/<target>/`.

#[path = "../../fuzz/shared/mod.rs"]
mod shared;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use shared::choices::Choices;
use shared::journal::{Archive, journal};
#[cfg(feature = "mail")]
use shared::mail::mail;
use shared::orders::{Table, orders};
use shared::packet::{Desk, packet};
use shared::{examples, mutate};

/// The seed of a run that asks for no other.
const SEED: u64 = 2026;

/// A run goes on after a failure, since the next one may be another, but not for ever.
const MOST_FAILURES: usize = 50;

/// A number from the surroundings.
fn asked(name: &str) -> Option<u64> {
    let word = std::env::var(name).ok()?;
    Some(word.parse().unwrap_or_else(|_| panic!("{name} is a number, not {word}")))
}

/// Runs the cases of a target. `make` gives the bytes of a case, `judge` whether they were `what` the word
/// says.
fn cases(
    target: &str,
    what: &str,
    usual: u64,
    mut make: impl FnMut(&mut Choices) -> Vec<u8>,
    mut judge: impl FnMut(&[u8]) -> bool,
) {
    let kept = examples::corpus(target);
    let mut taken = kept.iter().filter(|bytes| judge(bytes)).count();
    println!("{target}: {taken} of {} kept files were {what}", kept.len());
    let (seed, count) =
        (asked("SEALORD_FUZZ_SEED").unwrap_or(SEED), asked("SEALORD_FUZZ_COUNT").unwrap_or(usual));
    let first = asked("SEALORD_FUZZ_FIRST").unwrap_or(0);
    let mut failures = Vec::new();
    taken = 0;
    for case in first..first + count {
        let bytes = make(&mut Choices::luck(seed, case));
        match catch_unwind(AssertUnwindSafe(|| judge(&bytes))) {
            Ok(accepted) => taken += usize::from(accepted),
            Err(panic) => {
                let path = std::env::temp_dir().join(format!("sealord-fuzz-{target}-{seed}-{case}"));
                _ = std::fs::write(&path, &bytes);
                eprintln!("{target}: case {case} of seed {seed} fails; its bytes are in {}", path.display());
                failures.push(panic);
                if failures.len() == MOST_FAILURES {
                    break;
                }
            }
        }
    }
    println!(
        "{target}: {count} cases of seed {seed} from {first}, {taken} {what}, {} failed",
        failures.len()
    );
    if let Some(panic) = failures.pop() {
        resume_unwind(panic);
    }
}

#[test]
fn no_file_of_orders_stops_the_check_or_answers_outside_the_options() {
    let table = Table::new();
    let files = examples::orders();
    assert!(
        files.len() > 20 && files.iter().all(|file| orders(&table, file)),
        "the examples' files are accepted"
    );
    let make = |choices: &mut Choices| {
        let (file, other) = (choices.pick(&files), choices.pick(&files));
        mutate::text(choices, file, other)
    };
    cases("orders", "accepted", 400, make, |bytes| orders(&table, bytes));
}

#[test]
fn no_packet_stops_form_report_and_check_or_writes_on_a_terminal() {
    let desk = Desk::new();
    let packets: Vec<serde_json::Value> =
        examples::packets().iter().map(|it| serde_json::to_value(it).expect("JSON")).collect();
    let small: Vec<_> = packets.into_iter().filter(|it| it.to_string().len() < 100_000).collect();
    assert!(small.len() > 5 && packet(&desk, small[0].to_string().as_bytes()));
    let make = |choices: &mut Choices| {
        let (mut value, other) = (choices.pick(&small).clone(), choices.pick(&small));
        if choices.one_in(8) {
            return mutate::text(choices, value.to_string().as_bytes(), other.to_string().as_bytes());
        }
        for _ in 0..=choices.below(3) {
            mutate::json(choices, &mut value, other);
        }
        value.to_string().into_bytes()
    };
    cases("packet", "packets", 40, make, |bytes| packet(&desk, bytes));
}

#[cfg(feature = "mail")]
#[test]
fn no_message_stops_the_reader_or_is_read_in_two_ways() {
    let mails = examples::files(&examples::folder("tests/post/letters/corpus"));
    assert!(mails.iter().filter(|bytes| mail(bytes)).count() > 40);
    let make = |choices: &mut Choices| {
        let (one, other) = (choices.pick(&mails), choices.pick(&mails));
        mutate::text(choices, one, other)
    };
    cases("mail", "read", 1000, make, mail);
}

#[test]
fn no_journal_that_was_forged_and_chained_anew_passes_its_audit() {
    let archive = Archive::new();
    println!("journal: {:?} entries", archive.sizes());
    // The bytes of a case are the choices that it takes.
    let make = |choices: &mut Choices| (0..192).map(|_| choices.byte()).collect::<Vec<u8>>();
    cases("journal", "forgeries, all of them refused", 60, make, |bytes| {
        journal(&archive, &mut Choices::of(bytes))
    });
}
