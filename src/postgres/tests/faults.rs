//! What the server refuses, rolls back or never answers.

use std::rc::Rc;

use club::matches::Store;

use super::proxy::Proxy;
use super::{Office, add, settings, words};
use crate::{Database, Heads, Match};

/// Has the server refuse the next so many entries, as if by this SQLSTATE.
fn failing(office: &Office, state: &str, times: u32) {
    let sql = format!(
        "drop trigger if exists failing on club.entry; drop sequence if exists club.failures; \
         create sequence club.failures; \
         create or replace function club.failing() returns trigger language plpgsql as $$ begin \
         if nextval('club.failures') <= {times} then raise exception using errcode = '{state}', \
         message = 'planted'; end if; return new; end $$; \
         create trigger failing before insert on club.entry for each row execute function club.failing()"
    );
    office.client().batch_execute(&sql).unwrap();
}

#[test]
fn what_the_server_rolls_back_is_tried_three_times_again() {
    let Some(office) = Office::new() else { return };
    let database = office.worker("one");
    let mut log = Match::new(&database, "again").begin().unwrap();
    add(log.as_mut(), "first").unwrap();
    for state in ["40001", "40P01", "53100"] {
        failing(&office, state, 3);
        add(log.as_mut(), "tried again").unwrap();
        failing(&office, state, 4);
        let fault = words(add(log.as_mut(), "refused"));
        let told = format!("the database rolled back: planted (SQLSTATE {state})");
        assert!(fault.starts_with("InputOutput") && fault.contains(&told), "{fault}");
        // Nothing was written, and the match goes on once there is room.
        add(log.as_mut(), "written").unwrap();
    }
    // What was held together is not written in parts: the match must be claimed again.
    log.hold();
    add(log.as_mut(), "held").unwrap();
    failing(&office, "53100", 4);
    assert!(words(log.release()).contains("53100"));
    assert!(words(add(log.as_mut(), "late")).contains("an earlier write to the journal failed"));
    drop(log);
    assert_eq!(Match::new(&database, "again").read().unwrap().entries.len(), 7);
    // Something else is not tried again.
    failing(&office, "22023", 1);
    let mut log = Match::new(&database, "again").claim().unwrap();
    assert!(words(add(log.as_mut(), "no")).contains("the database says: planted (SQLSTATE 22023)"));
    add(log.as_mut(), "yes").unwrap();
}

#[test]
fn one_match_that_cannot_be_written_holds_up_no_other() {
    let Some(office) = Office::new() else { return };
    let database = office.worker("one");
    let mut bad = Match::new(&database, "bad").begin().unwrap();
    let mut good = Match::new(&database, "good").begin().unwrap();
    failing(&office, "53100", 4);
    assert!(add(bad.as_mut(), "first").is_err());
    add(good.as_mut(), "first").unwrap();
}

fn through(office: &Office, proxy: &Proxy) -> Rc<Database> {
    let url = office.url().replace(&format!("port={}", office.server.port), &format!("port={}", proxy.port));
    Database::open(settings(&url, office.folder.path()), "one", Heads::none(), super::brisk()).unwrap()
}

#[test]
fn a_connection_lost_at_commit_leaves_every_entry_once() {
    let Some(office) = Office::new() else { return };
    let proxy = Proxy::to(office.server.port);
    let database = through(&office, &proxy);
    let mut log = Match::new(&database, "lost").begin().unwrap();
    for round in 0..20 {
        match round % 3 {
            0 => proxy.cut_before(),
            1 => proxy.cut_after(),
            _ => {}
        }
        log.hold();
        add(log.as_mut(), "one").unwrap();
        add(log.as_mut(), "two").unwrap();
        log.release().unwrap();
        assert!(proxy.is_whole());
    }
    drop(log);
    let found = Match::new(&office.worker("two"), "lost").read().unwrap();
    assert_eq!(found.entries.len(), 40);
    assert_eq!(found.head.unwrap().number, 40);
}

#[test]
fn a_match_that_somebody_else_took_meanwhile_is_not_written_after_a_lost_connection() {
    let Some(office) = Office::new() else { return };
    let proxy = Proxy::to(office.server.port);
    let database = through(&office, &proxy);
    let mut log = Match::new(&database, "lost").begin().unwrap();
    add(log.as_mut(), "first").unwrap();
    let sql = "update club.game set lease = nextval('club.lease_number'), lease_by = 'two'";
    office.client().batch_execute(sql).unwrap();
    proxy.cut_before();
    assert!(words(add(log.as_mut(), "second")).contains("two took the match"));
    drop(log);
    assert_eq!(Match::new(&office.worker("two"), "lost").read().unwrap().entries.len(), 1);
}

#[test]
fn tables_that_somebody_has_changed_are_found() {
    let Some(office) = Office::new() else { return };
    let database = office.worker("one");
    let mut client = office.client();
    let mut fault_after = |sql: &str| {
        let it = Match::new(&office.worker("fresh"), "changed");
        let mut log = it.begin().unwrap();
        (0..3).for_each(|_| assert!(add(log.as_mut(), "an entry").is_ok()));
        drop(log);
        client.batch_execute(sql).unwrap();
        let fault = words(Match::new(&database, "changed").claim());
        client.batch_execute("delete from club.entry; delete from club.game").unwrap();
        assert!(fault.starts_with("Proof changed: "), "{fault}");
        fault
    };
    assert!(
        fault_after("delete from club.entry where number = 3").contains("journal entry 3: it is missing")
    );
    assert!(fault_after("delete from club.entry where number = 2").contains("journal entry 2"));
    assert!(
        fault_after("update club.entry set hash = sha256('x') where number = 2")
            .contains("lines of its journal")
    );
    assert!(
        fault_after("update club.game set head_hash = sha256('x')").contains("journal entry 3: its hash is")
    );
    let reworded = "update club.entry set line = convert_to(replace(convert_from(line, 'UTF8'), 'an entry', \
                    'no entry'), 'UTF8') where number = 2";
    assert!(fault_after(reworded).contains("journal entry 2"));
    // A head that was set back: what lies behind it is not written over.
    let it = Match::new(&database, "set back");
    let mut log = it.begin().unwrap();
    (0..3).for_each(|_| assert!(add(log.as_mut(), "an entry").is_ok()));
    drop(log);
    client
        .batch_execute("update club.game set head_number = 2, head_hash = (select hash from club.entry where number = 2)")
        .unwrap();
    let mut log = Match::new(&office.worker("fresh"), "set back").claim().unwrap();
    assert!(words(add(log.as_mut(), "over it")).contains("there are entries behind entry 2"));
    // And while somebody has the match.
    drop(log);
    client.batch_execute("delete from club.entry where number = 3").unwrap();
    let mut log = Match::new(&office.worker("fresh"), "set back").claim().unwrap();
    client.batch_execute("update club.game set head_hash = sha256('x')").unwrap();
    assert!(words(add(log.as_mut(), "over it")).contains("though nobody had a lease"));
}
