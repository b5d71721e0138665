//! The letters around reports, filled for a party to see whether they fail. They are given nothing but what
//! the party itself may read, so what they could give away stands in their files.

use crate::fence::fenced;
use crate::post::compose::dispatches::{
    Addressee, Cover, Deadline, Dispatch, Dispatches, Missed, Receipt, Reminder, Reveal, Status,
};
use engine::trust::Trust;
use engine::view::Packet;

/// What is wrong with the club's letters, each with its file.
pub(super) fn flaws(own: &[(String, String)], reader: &Packet) -> Vec<(Option<String>, String)> {
    if own.is_empty() {
        return Vec::new();
    }
    let name = |path: &String| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let texts: Vec<(String, String)> = own.iter().map(|(path, text)| (name(path), text.clone())).collect();
    let letters = match Dispatches::with(&texts) {
        Ok(letters) => letters,
        Err(fault) => return vec![(None, fault.to_string())],
    };
    let wrong = samples(reader).into_iter().filter_map(|letter| match fenced(|| letters.write(&letter)) {
        Ok(Ok(_)) => None,
        Ok(Err(fault)) => Some((None, fault.to_string())),
        Err(words) => Some((None, format!("the program fails on a letter: {words}"))),
    });
    wrong.collect()
}

/// A letter of each kind that players are sent, as the party might get it.
fn samples(packet: &Packet) -> Vec<Dispatch> {
    let to = Addressee {
        player: "a player".to_owned(),
        party: packet.party.name().to_owned(),
        match_id: packet.match_id.clone(),
        exchange: packet.exchange.into(),
    };
    let deadline = packet.due.clone().or_else(|| packet.deadline.clone());
    let by = deadline.clone().unwrap_or_else(|| "the deadline".to_owned());
    let sealing = packet.trust == Trust::CommitReveal;
    let cover = Cover {
        to: to.clone(),
        news: packet.standing.clone(),
        asked: packet.asked,
        idle: packet.is_idle(),
        may_send: packet.takes_standing(),
        sealing,
        deadline: deadline.clone(),
        ..Cover::default()
    };
    let letter = match packet.over {
        true => Dispatch::Result(cover),
        false => Dispatch::Report(cover),
    };
    let status = Status { to: to.clone(), standing: packet.standing.clone(), deadline, ..Status::default() };
    vec![
        letter,
        Dispatch::Receipt(Receipt { to: to.clone(), has_orders: true, ..Receipt::default() }),
        Dispatch::Reminder(Reminder { to: to.clone(), deadline: by.clone(), sealing, ..Reminder::default() }),
        Dispatch::Deadline(Deadline { to: to.clone(), new: Some(by.clone()), ..Deadline::default() }),
        Dispatch::Missed(Missed { to: to.clone(), deadline: by, ..Missed::default() }),
        Dispatch::Reveal(Reveal { to, ..Reveal::default() }),
        Dispatch::Status(status),
        Dispatch::Unknown,
    ]
}
