//! However often another side sends its orders, takes them back and sends them again: what leaves for the
//! others says nothing of it. Only the hash of the journal's entry differs, as it must, and nobody can read a
//! hash.

use std::cell::RefCell;
use std::path::Path;

use sealord::digest::Salt;
use sealord::matches::{Host, Receipt};
use sealord::orders::form::form;
use sealord::party::Party;
use sealord::report::{Format, Templates, render};
use sealord::seal::{SealHeader, Sealed};
use sealord::trust::Trust;
use sealord::view::Packet;

use crate::laws::play;
use crate::laws::systems::Lawful;
use sealord::matches::Submission;

/// How many exchanges are played in each match.
const EXCHANGES: u32 = 6;

crate::laws::laws! { what_leaves_does_not_show_how_often_another_side_sent }

fn sealed(host: &Host, packet: &Packet, orders: &str, salt: u8) -> Sealed {
    let header = SealHeader {
        match_id: packet.match_id.clone(),
        genesis: host.game.genesis,
        exchange: packet.exchange,
        party: packet.party,
        salt: Salt::from_bytes([salt; 32]),
    };
    Sealed::make(header, orders.as_bytes()).unwrap()
}

/// A match in which the others send as often as they like, and what left for the reader, without hashes.
struct Played {
    host: Host,
    reader: Party,
    left: Vec<String>,
    /// What was shown last, with the packet of which it was made.
    last: RefCell<Option<(Packet, Vec<String>)>>,
}

impl Played {
    /// What the reader is shown now: packet, form and reports. All of it is made of the packet alone, and not
    /// made again while that is the same.
    fn shown<S: Lawful>(&self, templates: &Templates) -> Vec<String> {
        let packet = self.host.packet(self.reader).unwrap();
        if let Some((_, texts)) = self.last.borrow().as_ref().filter(|(last, _)| *last == packet) {
            return texts.clone();
        }
        let report = |format| render(templates, &packet, format).unwrap();
        let mut texts = vec![serde_json::to_string(&packet).unwrap(), form(&packet, Some(&packet.doctrine))];
        texts.extend(Format::ALL.map(report));
        *self.last.borrow_mut() = Some((packet, texts.clone()));
        texts
    }

    /// Notes what the reader is shown now.
    fn shows<S: Lawful>(&mut self, templates: &Templates) {
        let head = self.host.visible_head(self.reader).unwrap().hash.to_string();
        let texts = self.shown::<S>(templates);
        self.left.extend(texts.iter().map(|text| text.replace(&head, "HEAD")));
    }

    /// Notes a receipt, if it is the reader's.
    fn answers(&mut self, receipt: &Receipt) {
        if receipt.party == self.reader {
            let text = serde_json::to_string(receipt).unwrap();
            self.left.push(text.replace(&receipt.head.to_string(), "HEAD"));
        }
    }

    /// Sends a file: under commit-reveal its commitment.
    fn sends(&mut self, file: &Sealed) {
        let party = file.header().party;
        let receipt = match self.host.game.settings.trust {
            Trust::CommitReveal => self.host.commit(party, file.commitment(), None),
            Trust::Umpire => self.host.receive(
                Submission::unsigned("o", file.bytes()),
                Some(party),
                Salt::from_bytes([0; 32]),
            ),
        };
        self.answers(&receipt.unwrap());
    }

    /// Another party sends other files, and takes the last of them back. The reader is shown the very same
    /// meanwhile.
    fn wavers<S: Lawful>(&mut self, (packet, orders): (&Packet, &str), before: u8, templates: &Templates) {
        let shown = self.shown::<S>(templates);
        for salt in 0..before {
            let other = sealed(&self.host, packet, orders, 2 + salt);
            self.sends(&other);
            assert_eq!(self.shown::<S>(templates), shown, "{}", self.reader);
        }
        if before > 0 && packet.exchange.is_multiple_of(2) {
            self.host.withdraw(packet.party, None).unwrap();
            assert_eq!(self.shown::<S>(templates), shown, "{}", self.reader);
        }
    }
}

/// Plays a match in which the other sides send so many files before the one that counts; gives what left for
/// the reader.
fn played<S: Lawful>(root: &Path, reader: Party, trust: Trust, before: u8) -> Vec<String> {
    let templates = S::templates();
    let host = play::host_under::<S>(root, 7, trust);
    let mut game = Played { host, reader, left: Vec::new(), last: RefCell::default() };
    let mut officers = play::officers(S::players(), 7, 35);
    for _ in 0..EXCHANGES {
        game.shows::<S>(&templates);
        let mut files = Vec::new();
        for (place, &party) in S::players().iter().enumerate() {
            let packet = game.host.packet(party).unwrap();
            if packet.asked {
                let orders = play::orders(&mut officers[place], &packet);
                if party != reader {
                    game.wavers::<S>((&packet, &orders), before, &templates);
                }
                let file = sealed(&game.host, &packet, &orders, 1);
                game.sends(&file);
                game.shows::<S>(&templates);
                files.push(file);
            }
        }
        if trust == Trust::CommitReveal {
            for file in &files {
                let receipt = game.host.reveal(Submission::unsigned("o", file.bytes())).unwrap();
                game.answers(&receipt);
            }
        }
        game.host.resolve(false).unwrap();
    }
    game.shows::<S>(&templates);
    game.left
}

fn what_leaves_does_not_show_how_often_another_side_sent<S: Lawful>() {
    for trust in [Trust::Umpire, Trust::CommitReveal] {
        for &reader in S::players() {
            let [once, often] = [0, 3].map(|before: u8| {
                let folder = tempfile::tempdir().unwrap();
                played::<S>(&folder.path().join("match"), reader, trust, before)
            });
            assert!(once == often, "{reader} {trust:?}: {:?}", once.iter().zip(&often).find(|(a, b)| a != b));
        }
    }
}
