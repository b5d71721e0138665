//! The same matches under many umpires, each with an office of his own: the digest of the day to all of them.

use std::path::PathBuf;
use std::time::Instant;

use crate::club::{Club, OFFICE};
use crate::{seconds, told};

/// Matches of an umpire.
const EACH: usize = 100;
/// The digests of a hundred umpires are to take so many seconds.
const LIMIT: f64 = 2.0;

/// Shares the matches out and measures the run in which each umpire gets his digest.
pub fn measure(club: &Club, matches: usize) {
    let offices: Vec<PathBuf> = (0..matches / EACH).map(|number| shared_out(club, number)).collect();
    club.psql("analyze");
    // After it has moved, each match is looked at once.
    for office in &offices {
        let (_, said) = club.fetch(office, "2026-09-04T07:00:00Z");
        assert!(said.contains("; 0 sent, 0 to be sent"), "{said}");
    }
    let begun = Instant::now();
    offices.iter().for_each(|office| _ = club.fetch(office, "2026-09-04T07:30:00Z"));
    let idle = seconds(begun.elapsed());
    let begun = Instant::now();
    for office in &offices {
        let (_, said) = club.fetch(office, "2026-09-04T08:01:00Z");
        assert!(said.contains("; 1 sent, 0 to be sent"), "{said}");
    }
    let took = seconds(begun.elapsed());
    let limit = LIMIT * offices.len() as f64 / 100.0;
    told(&format!("the digest to {} umpires of {EACH} matches each", offices.len()), "s", limit, took);
    println!("  of that the runs, without a digest: {idle:.2} s");
}

/// Gives an umpire his matches, with all that the office knows of them.
fn shared_out(club: &Club, number: usize) -> PathBuf {
    let folder = club.folder().join(format!("umpire-{number:03}"));
    let (address, first) = (format!("umpire{number:03}@club.example"), number * EACH);
    std::fs::create_dir(&folder).expect("made");
    std::fs::copy(club.folder().join("office.key"), folder.join("office.key")).expect("copied");
    club.settle(&folder, &address, first..first + EACH);
    club.sealord(&folder, "2026-09-04T06:00:00Z", &["store", "init", "."]);
    let (low, high) = (format!("m{first:05}"), format!("m{:05}", first + EACH - 1));
    let whose = |text: &str| format!("substring({text} from 'm[0-9]{{5}}') between '{low}' and '{high}'");
    let line = whose("convert_from(line, 'UTF8')");
    club.psql(&format!(
        "update sealord.game set office = '{address}' where word between '{low}' and '{high}'; \
         update sealord.heard set office = '{address}' where match between '{low}' and '{high}'; \
         update sealord.put_by set office = '{address}' where {}; \
         update sealord.fact set office = '{address}' where office = '{OFFICE}' and {line}; \
         insert into sealord.fact select '{address}', log, number, line from sealord.fact \
         where office = '{OFFICE}' and convert_from(line, 'UTF8') like '%\"fact\":\"put-by\"%'; \
         insert into sealord.thing select '{address}', name, bytes from sealord.thing where office = '{OFFICE}'",
        whose("key")
    ));
    folder
}
