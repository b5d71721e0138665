//! The faults of a system that misuses the table.

use sealord::driver::Stop;
use sealord::rules::two_sided::party::{ALLIES, AXIS};

use super::{Book, Told, Toy, ask, run};

fn fault(toy: Toy) -> String {
    match run(&toy, &Book::default()) {
        Err(Stop::Fault(fault)) => fault.to_string(),
        other => panic!("no fault: {:?}", other.map(|progress| progress.present)),
    }
}

#[test]
fn a_swallowed_pause_is_a_fault() {
    let toys = [
        Toy(|table| {
            _ = table.ask(AXIS, &ask("lost"));
            table.record(Told("on".into()))
        }),
        Toy(|table| {
            _ = table.ask(AXIS, &ask("lost"));
            table.roll("die".into(), 1).map(|_| ())
        }),
        Toy(|table| {
            _ = table.ask(AXIS, &ask("lost"));
            table.ask(ALLIES, &ask("other")).map(|_| ())
        }),
        Toy(|table| {
            _ = table.ask(AXIS, &ask("lost"));
            table.join()
        }),
    ];
    for toy in toys {
        assert!(fault(toy).contains("after an unanswered question"));
    }
}

#[test]
fn a_pause_swallowed_at_the_end_of_a_step_is_a_fault() {
    let toys = [
        Toy(|table| {
            _ = table.ask(AXIS, &ask("lost"));
            Ok(())
        }),
        Toy(|table| table.branch("b".into(), |table| table.ask(AXIS, &ask("lost")).map(|_| ()))),
    ];
    for toy in toys {
        assert!(fault(toy).contains("left unanswered"));
    }
}

#[test]
fn a_branch_has_a_name_of_its_own_and_no_branches() {
    let nested = Toy(|table| table.branch("a".into(), |table| table.branch("b".into(), |_| Ok(()))));
    assert!(fault(nested).contains("within a branch"));
    let unknown = Toy(|table| table.branch_after("b".into(), &["a"], |_| Ok(())));
    assert!(fault(unknown).contains("did not begin"));
    let nameless = Toy(|table| table.branch(String::new(), |_| Ok(())));
    assert!(fault(nameless).contains("twice"));
}

#[test]
fn a_label_or_a_question_twice_is_a_fault() {
    let twice = Toy(|table| {
        table.roll("die".into(), 1)?;
        table.roll("die".into(), 2).map(|_| ())
    });
    assert!(fault(twice).contains("die"), "a label opens once");
    let shuffled = Toy(|table| {
        table.shuffle("die".into(), 2)?;
        table.branch("b".into(), |table| table.roll("die".into(), 2).map(|_| ()))
    });
    assert!(fault(shuffled).contains("die"), "a label opens once, branch or not");
    let asked = Toy(|table| {
        for name in ["a", "b"] {
            table.branch(name.into(), |table| table.ask(AXIS, &ask("same")).map(|_| ()))?;
        }
        table.join()
    });
    let branched = Toy(|table| {
        for _ in 0..2 {
            table.branch("b".into(), |_| Ok(()))?;
        }
        table.join()
    });
    assert!(fault(branched).contains("twice"));
    assert!(fault(asked).contains("twice"));
    let own = Toy(|table| table.fault("as the rules say"));
    assert_eq!(fault(own), "as the rules say");
}
