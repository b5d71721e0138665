//! What somebody reads who steals a dump of the database before orders are revealed.

use sealord::matches::Store;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord_postgres::Match;

use super::Table;
use crate::mail::player::{Manner, Player};
use crate::mail::read::Mail;
use crate::server::server;

/// A shorter line says nothing that could not stand elsewhere as well.
const SHORTEST: usize = 16;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sign = |three: &[u8], nth: usize| {
        let all = three.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        char::from(SIGNS[(all >> (18 - 6 * nth) & 63) as usize])
    };
    bytes.chunks_exact(3).flat_map(|three| (0..4).map(move |nth| sign(three, nth))).collect()
}

/// How bytes can stand in a dump: as they are, in hex, in hex once more, and in base64, wherever they begin.
fn forms(bytes: &[u8]) -> Vec<String> {
    let mut forms = vec![hex(bytes), hex(hex(bytes).as_bytes())];
    forms.extend(std::str::from_utf8(bytes).map(str::to_owned));
    for start in 0..3 {
        let text = base64(&bytes[start..]);
        forms.extend([hex(text.as_bytes()), text]);
    }
    forms
}

/// The same of a secret that is written in hex itself.
fn forms_of_hex(text: &str) -> Vec<String> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    let bytes: Vec<u8> = (0..text.len()).step_by(2).map(digit).collect();
    [forms(text.as_bytes()), forms(&bytes)].concat()
}

#[test]
fn base64_is_written_as_others_write_it() {
    assert_eq!(base64(b"Man is a"), "TWFuIGlz");
    assert!(forms(b"any carnal pleasure").contains(&"bnkgY2FybmFsIHBsZWFzdXJl".to_owned()));
}

/// The lines of a sealed file that nobody but its player has seen yet: they stand in no mail, and in no file
/// that was revealed before.
fn unsaid(sealed: &str, mails: &[Mail], before: &str) -> Vec<String> {
    let told: String = mails.iter().map(Mail::everything).collect();
    let lines = sealed.lines().map(str::trim).filter(|line| line.len() >= SHORTEST);
    let fresh = lines.filter(|line| !told.contains(line) && !before.contains(line));
    // The genesis stands in the journal, which everybody may know by its hash; the first line is a title.
    fresh
        .filter(|line| !["genesis: ", "sealord "].iter().any(|it| line.starts_with(it)))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_dump_before_a_reveal_shows_neither_seed_nor_orders_nor_code_words() {
    let Some(server) = server() else { return };
    let mut table = Table::empty(Some(server));
    let of_match = ["--seed", "1939", "--trust", "commit-reveal"];
    table.club.begin("spring", &of_match);
    let lines = table.club.usual("spring", ["", ""]);
    table.settle(&lines);
    let mut players =
        [Player::new("Anna", AXIS, Manner::Sealing), Player::new("Bert", ALLIES, Manner::Sealing)];
    let (mut looked, mut revealed, mut before) = (0, Vec::<String>::new(), String::new());
    while looked < 3 {
        let read = table.club.mails.len();
        table.club.fetch();
        let dump = table.dump();
        assert!(
            revealed.is_empty() || revealed.iter().any(|line| dump.contains(line)),
            "a dump would show it"
        );
        revealed.clear();
        // The office asks for the sealed files: all commitments are in, and nothing else.
        let asks = table.club.mails[read..].iter().find(|mail| mail.kind() == "reveal");
        if let Some(asks) = asks {
            let exchange = asks.head("X-Sealord-Exchange").parse().expect("a number");
            let mut secrets = Vec::new();
            for sealed in players.iter().filter_map(|player| player.sealed(exchange)) {
                let lines = unsaid(&sealed, &table.club.mails, &before);
                assert!(!lines.is_empty(), "{sealed}");
                let salts = lines.iter().filter_map(|line| line.strip_prefix("salt: "));
                secrets.extend(salts.flat_map(forms_of_hex));
                secrets.extend(lines.iter().flat_map(|line| forms(line.as_bytes())));
                revealed.extend(lines.iter().map(|line| hex(line.as_bytes())));
            }
            let it = Match::new(&table.open().expect("a database"), "spring");
            secrets.extend(forms_of_hex(&it.seed().unwrap().expect("a seed").to_hex()));
            let codes = table.club.mails.iter().filter_map(Mail::code);
            secrets.extend(codes.flat_map(|code| forms(code.as_bytes())));
            assert!(secrets.len() > 30, "{}", secrets.len());
            for secret in secrets {
                assert!(secret.len() >= 4 && !dump.contains(&secret), "{secret} stands in the dump");
            }
            players.iter().filter_map(|player| player.sealed(exchange)).for_each(|sealed| before += &sealed);
            looked += 1;
        }
        assert_ne!(
            players.each_mut().map(|player| player.play(&mut table.club)),
            [false, false],
            "it is over"
        );
    }
}
