//! `sealord resolve --trial`

use std::path::Path;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print_json, print_plain};
use crate::matches::{Game, MatchFault, Next, Trial, check_orders};
use crate::orders::remarks;
use crate::party::Party;
use crate::problem::{ExitCode, count, list_and};

/// Shows what closing the open exchange would meet; `wanted` is its number, if the user says one.
///
/// # Errors
/// If no exchange is open, or another one; and as [`Game::trial`].
pub fn run(shared: &Shared, dir: &Path, wanted: Option<u32>) -> Outcome {
    let (game, head) = shared.game(dir)?;
    let open = game.exchange();
    if let Some(wanted) = wanted.filter(|wanted| *wanted != open) {
        let what = format!("exchange {open} is the newest, not {wanted}");
        return Err(MatchFault::no(what, "look at `sealord status`"));
    }
    let waits_for = game.waits_for(&shared.kit.now())?;
    let orders = orders(&game, head)?;
    let trial = game.trial()?;
    if shared.json {
        let orders: Vec<_> =
            orders.iter().map(|(party, lines)| json!({ "side": party, "remarks": lines })).collect();
        print_json(&json!({
            "ok": true, "trial": trial, "waits_for": waits_for, "orders": orders,
        }))?;
    } else {
        print_plain(&words(&trial, waits_for.as_deref(), &orders))?;
    }
    Ok(ExitCode::Done)
}

/// What is worth a look in the orders that are open, by party.
fn orders(game: &Game, head: crate::journal::Head) -> Result<Vec<(Party, Vec<String>)>, MatchFault> {
    let Some(exchange) = game.open_now() else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for &party in game.parties() {
        let Some(sealed) = exchange.submissions.revealed(party) else { continue };
        let packet = game.packet(party, head)?;
        let understood = check_orders(&*game.rules, &packet, "orders", sealed.open())?;
        let left = understood.left_open.iter();
        let left = left.map(|key| format!("not answered, so doctrine or the default will answer: {key}"));
        all.push((party, remarks(&packet, &understood).into_iter().chain(left).collect()));
    }
    Ok(all)
}

fn names(parties: &[Party]) -> String {
    list_and(&parties.iter().map(|party| format!("the {party}")).collect::<Vec<_>>())
}

fn words(trial: &Trial, waits_for: Option<&str>, orders: &[(Party, Vec<String>)]) -> String {
    let mut text =
        format!("a trial of exchange {}: no die is rolled, and nothing is written\n", trial.exchange);
    match waits_for {
        Some(why) => text += &format!("without --close it would wait: {why}\n"),
        None => text += "it can be resolved now\n",
    }
    if !trial.missing.is_empty() {
        let (who, policy) = (names(&trial.missing), trial.policy.id());
        text += &format!("missing: {who}; the policy ({policy}) would answer\n");
    }
    if !trial.unopened.is_empty() {
        text += &format!("still sealed: the files of {}\n", names(&trial.unopened));
    }
    trial.by_hand.iter().for_each(|why| text += &format!("the umpire must act: {why}\n"));
    for (party, lines) in orders.iter().filter(|(_, lines)| !lines.is_empty()) {
        text += &format!("orders of the {party}:\n");
        lines.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    for void in &trial.voids {
        text += &format!("void: {} of the {}: {}\n", void.key, void.party, void.why);
    }
    text + &match &trial.next {
        Next::Dice => "then dice fall, and what comes after depends on them\n".to_owned(),
        Next::Over => "then the match is over\n".to_owned(),
        Next::Unknown => "what comes then, nobody can say yet\n".to_owned(),
        Next::Questions(questions) => {
            let mut text =
                format!("then {} would be put, with no die before:\n", count(questions.len(), "question"));
            questions.iter().for_each(|(party, title)| text += &format!("  to the {party}: {title}\n"));
            text
        }
    }
}
