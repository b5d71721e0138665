//! The wording of every letter.

use sealord::post::compose::dispatches::{
    Addressee, Cover, Deadline, Dispatch, DispatchFault, Dispatches, Fate, FormPlace, Handover, Help, Missed,
    Notice, PartyStatus, Receipt, Refusal, Reminder, Reveal, Status, Topic, Unclear, form_on_top,
};

const COMMITMENT: &str = "680061322bd2052775d35f4c56e3f29f8d51467e671cf1839793ef89a5a726dc";

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn deadline() -> Option<String> {
    some("Sunday, 29 November 2026, 20:00 (Europe/Berlin)")
}

pub fn write(letter: Dispatch) -> String {
    let text = Dispatches::builtin().write(&letter).expect("it is written");
    for line in text.lines() {
        assert!(line.chars().count() <= 76, "{line}");
        assert_eq!(line, line.trim_end());
    }
    assert!(!text.contains("\n\n\n"), "two empty lines:\n{text}");
    assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with('\n'));
    text
}

fn to(player: &str, party: &str) -> Addressee {
    let [player, party, match_id] = [player, party, "spring-match"].map(str::to_owned);
    Addressee { player, party, match_id, exchange: 4 }
}

fn receipt() -> Receipt {
    Receipt {
        to: to("Anna", "Axis"),
        commitment: some(COMMITMENT),
        reading: "Movement, turn 1\n  Atlantis goes to zone 41.\n  2 submarines go to zone 9.".to_owned(),
        remarks: "warning[port-full]: Kiel has room for 5 ships, and 6 go there.".to_owned(),
        deadline: deadline(),
        has_orders: true,
        is_final: false,
        replaces: true,
        fate: Fate::Open,
        version: 3,
        next: vec![
            "Wait for the report; it comes after the deadline, or sooner if all sides are final.".to_owned(),
        ],
    }
}

#[test]
fn receipt_of_orders() {
    insta::assert_snapshot!(write(Dispatch::Receipt(receipt())));
}

/// What can be replaced no more invites nobody to send anything.
#[test]
fn receipts_after_which_nothing_can_be_sent() {
    let of = |fate| write(Dispatch::Receipt(Receipt { fate, next: Vec::new(), ..receipt() }));
    let all = [Fate::Stands, Fate::Closes].map(of);
    assert!(all.iter().all(|text| !text.contains("replace these") && !text.contains("version:")), "{all:?}");
    insta::assert_snapshot!(all.join("----\n"));
}

#[test]
fn a_missed_deadline() {
    let letter = Missed {
        to: to("Anna", "Axis"),
        deadline: deadline().unwrap_or_default(),
        policy: "Late orders count until Monday 7 December 2026, 08:00 CET.".to_owned(),
        umpire: "Uma".to_owned(),
    };
    let missed = "You sent no orders for exchange 3 by its deadline. The defaults applied.".to_owned();
    let report = Cover { missed, ..cover() };
    insta::assert_snapshot!([Dispatch::Missed(letter), Dispatch::Report(report)].map(write).join("----\n"));
}

#[test]
fn receipt_of_a_commitment() {
    let (reading, remarks) = Default::default();
    let next = vec!["Keep the sealed file. You will be asked for it when all commitments are in.".to_owned()];
    let letter =
        Receipt { reading, remarks, next, replaces: false, is_final: true, deadline: None, ..receipt() };
    insta::assert_snapshot!(write(Dispatch::Receipt(letter)));
}

#[test]
fn receipt_of_a_withdrawal() {
    let (reading, remarks, commitment, next) = Default::default();
    let letter = Receipt { reading, remarks, commitment, next, has_orders: false, ..receipt() };
    insta::assert_snapshot!(write(Dispatch::Receipt(letter)));
}

fn refusal() -> Refusal {
    Refusal {
        to: to("Anna", "Axis"),
        count: 2,
        problems: "malformed[unknown-key]: There is no key `anwsers`.\n --> orders.yaml:3:1\n  |\n3 | anwsers:\n  | \
                   ^^^^^^^\n  = help: Write `answers`.\n\nillegal[no-such-unit]: The Axis has no ship `Hood`.\n --> \
                   orders.yaml:5:5"
            .to_owned(),
        earlier_stand: true,
        form: some("orders-axis-4-corrected.yaml"),
        is_mended: true,
        deadline: deadline(),
    }
}

#[test]
fn refusal_with_a_corrected_form() {
    insta::assert_snapshot!(write(Dispatch::Refusal(refusal())));
}

#[test]
fn refusal_without_earlier_orders() {
    let letter =
        Refusal { count: 1, earlier_stand: false, form: None, is_mended: false, deadline: None, ..refusal() };
    insta::assert_snapshot!(write(Dispatch::Refusal(letter)));
}

fn reminder(has_orders: bool, is_final: bool) -> Dispatch {
    Dispatch::Reminder(Reminder {
        to: to("Bert", "Allies"),
        deadline: deadline().unwrap_or_default(),
        left: "2 days".to_owned(),
        has_orders,
        is_final,
        sealing: false,
        missing: "Without them your doctrine answers, and what silence means where it says nothing."
            .to_owned(),
    })
}

#[test]
fn reminders() {
    let all = [(false, false), (true, false), (true, true)];
    insta::assert_snapshot!(all.map(|(orders, last)| write(reminder(orders, last))).join("----\n"));
}

#[test]
fn a_reminder_under_commit_reveal() {
    let Dispatch::Reminder(letter) = reminder(false, false) else { unreachable!() };
    let letter = Reminder { sealing: true, missing: letter.missing.replace("them", "it"), ..letter };
    insta::assert_snapshot!(write(Dispatch::Reminder(letter)));
}

#[test]
fn deadlines_moved_paused_and_resumed() {
    let letter = |why: &str, old: Option<String>, new: Option<String>, has_orders, is_final| {
        write(Dispatch::Deadline(Deadline {
            to: to("Anna", "Axis"),
            why: why.to_owned(),
            old,
            new,
            asked: true,
            has_orders,
            is_final,
        }))
    };
    let later = some("Sunday, 6 December 2026, 20:00 (Europe/Berlin)");
    let all = [
        letter(
            "The Allies have taken 7 days from their budget; 3 days are left to them.",
            deadline(),
            later.clone(),
            true,
            false,
        ),
        letter("Uma is away until the New Year.", deadline(), None, false, false),
        letter("", None, later, true, true),
    ];
    insta::assert_snapshot!(all.join("----\n"));
}

#[test]
fn reveal_request() {
    insta::assert_snapshot!(write(Dispatch::Reveal(Reveal {
        to: to("Anna", "Axis"),
        commitment: COMMITMENT.to_owned(),
        until: deadline(),
        missing: "After that the side counts as one without orders.".to_owned(),
    })));
}

fn cover() -> Cover {
    Cover {
        to: to("Anna", "Axis"),
        missed: String::new(),
        news: "turn 2 (1939), movement".to_owned(),
        asked: true,
        idle: false,
        may_send: false,
        sealing: false,
        deadline: deadline(),
        clocks: String::new(),
        code_word: None,
        key: None,
        attached: vec![
            "004-axis.json: the packet, for the program \"sealord\"".to_owned(),
            "orders-axis-4.yaml: the form".to_owned(),
            "deadline.ics: the deadline, for your calendar".to_owned(),
        ],
        report:
            "REPORT\n======\n\nNothing happened.\n\n=== begin orders ===\nanswers: {}\n=== end orders ===\n"
                .to_owned(),
        ruled: Vec::new(),
        journal: false,
        form_place: FormPlace::End,
    }
}

#[test]
fn report() {
    insta::assert_snapshot!(write(Dispatch::Report(cover())));
}

#[test]
fn report_that_asks_nothing() {
    let letter = Cover {
        asked: false,
        deadline: None,
        attached: Vec::new(),
        report: "REPORT\n".to_owned(),
        ..cover()
    };
    insta::assert_snapshot!(write(Dispatch::Report(letter)));
}

#[test]
fn reports_under_commit_reveal() {
    let all = [false, true].map(|idle| write(Dispatch::Report(Cover { sealing: true, idle, ..cover() })));
    insta::assert_snapshot!(all.join("----\n"));
}

#[test]
fn report_with_a_code_word_and_a_key() {
    let key = some("age163kpzdap6e8fjgpfy7h2un6a5xvkdqkwhymj3ny2d9p7vusaduqskrqkkm");
    let letter = Cover { code_word: some("oats-elevate-tambour-mule"), key, ..cover() };
    insta::assert_snapshot!(write(Dispatch::Report(letter)));
}

#[test]
fn final_result() {
    let news = "the Axis wins by 5 points".to_owned();
    let attached = vec!["match.zip: the journal and all sealed files".to_owned()];
    let letter = Cover { asked: false, news, attached, report: "REPORT\n".to_owned(), ..cover() };
    insta::assert_snapshot!(write(Dispatch::Result(letter)));
}

fn handover() -> Handover {
    Handover {
        to: to("Carl", "Axis"),
        title: "Seas of Thunder".to_owned(),
        code_word: some("tern-amber-ladder"),
        keys: false,
        attached: vec!["004-axis.json: the packet".to_owned(), "the 4 reports so far".to_owned()],
        has_orders: false,
        is_final: false,
        deadline: deadline(),
    }
}

#[test]
fn handovers() {
    let all = [
        handover(),
        Handover { keys: true, has_orders: true, ..handover() },
        Handover { keys: true, code_word: None, deadline: None, ..handover() },
        Handover { code_word: None, has_orders: true, is_final: true, deadline: None, ..handover() },
    ];
    insta::assert_snapshot!(all.map(|it| write(Dispatch::Handover(it))).join("----\n"));
}

#[test]
fn status() {
    let own = PartyStatus {
        party: "Axis".to_owned(),
        has_orders: Some(true),
        is_final: Some(false),
        commitment: some(COMMITMENT),
    };
    let other =
        PartyStatus { party: "Allies".to_owned(), commitment: some(COMMITMENT), ..PartyStatus::default() };
    let letter = Status {
        to: to("Anna", "Axis"),
        done: String::new(),
        standing: "turn 2 (1939), waiting for orders".to_owned(),
        deadline: deadline(),
        parties: vec![own, other],
        head: some("c18301a604ace5f897d68d98caba8072c46349914eb834b087b36cd9048f8115"),
    };
    let over = Status {
        deadline: None,
        parties: Vec::new(),
        head: None,
        standing: "over".to_owned(),
        ..letter.clone()
    };
    insta::assert_snapshot!([letter, over].map(|it| write(Dispatch::Status(it))).join("----\n"));
}

#[test]
fn help() {
    let letter = |code_word| {
        Dispatch::Help(Help {
            player: "Anna".to_owned(),
            address: "office+spring-match.axis@club.example".to_owned(),
            tag: "[sealord spring-match/axis]".to_owned(),
            umpire: "Uma, uma@club.example".to_owned(),
            commands: sealord::post::letters::listed_commands(),
            code_word,
        })
    };
    let text = write(letter(true));
    assert!(text.lines().count() <= 84, "help stays short");
    assert!(!write(letter(false)).contains("code word"));
    insta::assert_snapshot!(text);
}

#[test]
fn unknown() {
    insta::assert_snapshot!(write(Dispatch::Unknown));
}

#[test]
fn a_player_of_several_matches_is_asked_which() {
    insta::assert_snapshot!(write(Dispatch::Unclear(Unclear {
        player: "Anna".to_owned(),
        tags: vec!["[sealord spring-match/axis]".to_owned(), "[sealord autumn/allies]".to_owned()],
    })));
}

#[test]
fn notices_to_the_umpire() {
    let axis = || "Axis".to_owned();
    let topics = [
        Topic::Late {
            parties: vec![axis(), "Allies".to_owned()],
            deadline: deadline().unwrap_or_default(),
            policy: "Their doctrine answers when you resolve.".to_owned(),
        },
        Topic::Outage { missing: 5, asked: 6 },
        Topic::Bounce {
            recipient: "anna@example.org".to_owned(),
            message: "report of exchange 4".to_owned(),
            status: "5.1.1 no such user".to_owned(),
        },
        Topic::Doubtful { party: axis(), count: 10 },
        Topic::Resignation {
            party: axis(),
            player: "Anna".to_owned(),
            words: "Sorry,\nno time.".to_owned(),
            waiting: vec!["substitute axis Carl carl@players.example".to_owned()],
        },
        Topic::Resignation {
            party: axis(),
            player: "Anna".to_owned(),
            words: String::new(),
            waiting: Vec::new(),
        },
    ];
    let notice = |topic| Notice {
        umpire: "Uma".to_owned(),
        match_id: "spring-match".to_owned(),
        exchange: 4,
        topic,
        code_word: "oats-elevate-tambour-mule".to_owned(),
    };
    insta::assert_snapshot!(topics.map(|topic| write(Dispatch::Notice(notice(topic)))).join("----\n"));
}

#[test]
fn a_club_may_replace_a_template_and_is_told_what_is_wrong_with_it() {
    let own = |name: &str, text: &str| Dispatches::with(&[(name.to_owned(), text.to_owned())]);
    let letters = own("unknown.txt", "Nobody here.").expect("it compiles");
    assert_eq!(letters.write(&Dispatch::Unknown).as_deref(), Ok("Nobody here.\n"));
    let fault = |name, text| match own(name, text) {
        Ok(letters) => letters.write(&Dispatch::Unknown).expect_err("it fails").to_string(),
        Err(fault) => fault.to_string(),
    };
    assert!(matches!(own("other.txt", ""), Err(DispatchFault::NoSuchTemplate(_))));
    let told = [
        fault("other.txt", ""),
        fault("unknown.txt", "a\n{{ player }}"),
        fault("unknown.txt", "{% if %}"),
        fault(
            "unknown.txt",
            "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
        ),
        fault("unknown.txt", "{{ 'x'|safe }}"),
        fault("unknown.txt", "{% autoescape false %}{{ 'x' }}{% endautoescape %}"),
        fault("unknown.txt", "{{ [1] }}"),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

/// Gmail shows the first hundred kilobytes: a form that would be cut through stands above the report, or only
/// in its file.
#[test]
fn a_form_is_never_cut_through() {
    let form =
        |lines: usize| format!("# === begin orders ===\n{}# === end orders ===", "  a: b\n".repeat(lines));
    let report = |lines| {
        format!("REPORT\n\n{}\nYOUR ORDERS\n{}\n\nlast line\n", "It rains.\n".repeat(20_000), form(lines))
    };
    let letter =
        |lines| Dispatch::Report(Cover { report: report(lines), ..cover() }).with_form_on_top(50 * 1024);
    let short = write(letter(10));
    let at = |text: &str, part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not there"));
    assert!(at(&short, "end orders") < 20 * 1024 && at(&short, "end orders") < at(&short, "It rains."));
    assert_eq!(short.matches("begin orders").count(), 1);
    assert!(
        short.contains("the form above the report") && short.contains("The form stands above the report.")
    );
    let long = write(letter(20_000));
    assert!(!long.contains("begin orders") && long.contains("fill in the attached form"));
    let fenced =
        form_on_top("# R\n\n```yaml\n# === begin orders ===\na: b\n# === end orders ===\n```\n\nend", 100).0;
    assert!(
        fenced.starts_with("```yaml\n# === begin orders ===\na: b\n# === end orders ===\n```\n"),
        "{fenced}"
    );
}

/// Whoever is asked nothing is not asked for orders by a mail about a deadline.
#[test]
fn a_side_that_is_not_asked_is_not_urged() {
    let letter = Deadline { to: to("Anna", "Axis"), new: deadline(), old: deadline(), ..Deadline::default() };
    assert!(!write(Dispatch::Deadline(letter.clone())).contains("Please send"));
    assert!(
        write(Dispatch::Deadline(Deadline { asked: true, ..letter })).contains("Please send your orders")
    );
}
