//! Scenario 1 of Seas of Thunder from the first report to the last by mail alone.

use std::collections::BTreeSet;

use sealord::rules::two_sided::PARTIES;
use sealord::rules::two_sided::party::{ALLIES, AXIS};

use crate::mail::club::{Club, Road};
use crate::mail::player::{Manner, Player, have};
use crate::wire::support::servers::Servers;

/// More rounds of mail than this are never needed.
const MOST: usize = 400;

#[test]
fn plain_orders_by_folders() {
    play(Road::Folders, Manner::Plain);
}

#[test]
fn commitments_by_folders() {
    play(Road::Folders, Manner::Sealing);
}

#[test]
fn envelopes_by_folders() {
    if have("age") && have("age-keygen") {
        play(Road::Folders, Manner::Enclosing);
    }
}

#[test]
fn plain_orders_by_sendmail() {
    play(Road::Sendmail, Manner::Plain);
}

#[test]
fn plain_orders_by_servers() {
    if let Some(servers) = Servers::start() {
        play(Road::Servers(servers), Manner::Plain);
    }
}

#[test]
fn commitments_by_servers() {
    if let Some(servers) = Servers::start() {
        play(Road::Servers(servers), Manner::Sealing);
    }
}

#[test]
fn envelopes_by_servers() {
    if have("age")
        && have("age-keygen")
        && let Some(servers) = Servers::start()
    {
        play(Road::Servers(servers), Manner::Enclosing);
    }
}

/// Plays a match to its end, and looks at all that was sent.
fn play(road: Road, manner: Manner) {
    let mut club = Club::new(road);
    let mut players = [Player::new("Anna", AXIS, manner), Player::new("Bert", ALLIES, manner)];
    let trust = if manner == Manner::Sealing { "commit-reveal" } else { "umpire" };
    club.begin("spring", &["--seed", "1939", "--trust", trust]);
    let keys = players.each_ref().map(Player::setting);
    club.settle(&club.usual("spring", [&keys[0], &keys[1]]));
    let mut rounds = 0;
    loop {
        let account = club.fetch();
        assert_eq!(account["troubles"].as_array().map(Vec::len), Some(0), "{account}");
        assert_eq!(account["refused"], 0, "{account}\n{}", club.mails.last().map_or("", |mail| &mail.text));
        let wrote = players.each_mut().map(|player| player.play(&mut club));
        rounds += 1;
        if wrote == [false, false] {
            break;
        }
        assert!(rounds < MOST, "the match does not end");
    }
    println!("{rounds} rounds, {} mails", club.mails.len());
    assert_eq!(club.mails.iter().filter(|mail| mail.kind() == "result").count(), 2, "both were told the end");
    club.ok(&["audit", "spring"]);
    assert_eq!(club.fetch()["sent"], 0, "there is nothing more to say");
    judge(&club, &players);
}

/// What holds for the mails of every match.
fn judge(club: &Club, players: &[Player; 2]) {
    let ids: BTreeSet<String> = club.mails.iter().map(|mail| mail.id()).collect();
    assert_eq!(ids.len(), club.mails.len(), "no id is used twice");
    let mut codes = Vec::new();
    for player in players {
        let mails = club.mails_to(&club.address(player.name), 0);
        if player.manner == Manner::Enclosing {
            let open = mails
                .iter()
                .find(|mail| mail.code().is_some() || mail.files.iter().any(|it| !it.name.ends_with(".age")));
            assert!(
                open.is_none(),
                "{} can be read on the way",
                open.map_or_else(String::new, |mail| mail.id())
            );
        }
        let mails: Vec<_> = mails.into_iter().map(|mail| player.open(mail)).collect();
        for id in &player.wrote {
            let answers = mails.iter().filter(|mail| mail.head("In-Reply-To") == *id).count();
            assert_eq!(answers, 1, "{id} was answered once");
        }
        let (roots, later): (Vec<_>, Vec<_>) =
            mails.iter().partition(|mail| mail.head("References").is_empty());
        assert_eq!(roots.len(), 1, "one conversation for {}", player.name);
        for mail in later {
            let references = mail.head("References");
            assert_eq!(references.split_whitespace().next(), Some(roots[0].id().as_str()), "{}", mail.id());
        }
        let word = mails.iter().find_map(|mail| mail.code()).expect("a code word");
        codes.push((player.party, word, mails));
    }
    for (party, _, mails) in &codes {
        let (_, word, _) = codes.iter().find(|(other, ..)| other != party).expect("the other side");
        for mail in mails {
            let all = mail.everything();
            assert!(!all.contains(word.as_str()), "{} tells the other's code word", mail.id());
            assert!(
                mail.files
                    .iter()
                    .all(|file| party.others(PARTIES).all(|other| !file.name.contains(other.id()))),
                "{}",
                mail.id()
            );
            assert!(mail.packet().is_none_or(|packet| packet.party == *party), "{}", mail.id());
        }
    }
}
