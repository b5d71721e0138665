//! What the example matches of the repository bring: their journals, packets and files of orders.

use std::path::{Path, PathBuf};

use sealord::audit::Past;
use sealord::entry::{Entry, Kind};
use sealord::journal::verify;
use sealord::matches::Settings;
use sealord::party::Party;
use sealord::rules::load_for;
use sealord::view::Packet;

/// An example, and the exchanges whose packets are taken: the first ones, and some with battles.
pub const EXAMPLES: [(&str, &[u32]); 3] = [
    ("midway", &[1, 2, 3, 4, 5, 6]),
    ("raider-warfare", &[1, 2, 3, 4, 6, 8, 24, 25, 26]),
    ("struggle-for-the-middle-sea", &[1, 2, 3, 4, 5]),
];

/// A folder of the repository.
pub fn folder(name: &str) -> PathBuf {
    // The targets of cargo-fuzz lie in a folder of the repository, the tests in the repository itself.
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if own.join("examples").is_dir() { own } else { own.parent().expect("a repository") };
    root.join(name)
}

/// The entries of an example's journal.
pub fn entries(example: &str) -> Vec<Entry> {
    let path = folder("examples").join(example).join("match/journal.jsonl");
    verify(&std::fs::read(path).expect("a journal"), None).expect("a sound journal")
}

/// The packets of some exchanges of all examples, each as its party was shown it.
pub fn packets() -> Vec<Packet> {
    let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
    let mut packets = Vec::new();
    for (example, exchanges) in EXAMPLES {
        let entries = entries(example);
        let past = Past::new(&entries, None, &load).expect("a disclosed seed");
        let opened = entries.iter().map(Entry::header).filter(|it| it.kind == Kind::Opened);
        for header in opened.filter(|it| it.exchange.is_some_and(|at| exchanges.contains(&at))) {
            let both = past.parties().expect("parties").iter();
            packets.extend(both.map(|&party: &Party| past.packet(header.number, party).expect("a packet")));
        }
    }
    packets
}

/// The files of orders of the exchanges of [`packets`].
pub fn orders() -> Vec<Vec<u8>> {
    let files = |(example, exchanges): (&'static str, &'static [u32])| {
        let folder = folder("examples").join(example).join("orders");
        let name = move |(exchange, side): (u32, &str)| folder.join(format!("{exchange:03}-{side}.yaml"));
        let sides = exchanges.iter().flat_map(|&exchange| [(exchange, "axis"), (exchange, "allies")]);
        sides.filter_map(move |it| std::fs::read(name(it)).ok())
    };
    EXAMPLES.into_iter().flat_map(files).collect()
}

/// The kept corpus of a target.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    files(&folder("fuzz/corpus").join(target))
}

/// The files of a folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}
