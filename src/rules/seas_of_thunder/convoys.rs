//! 5.2 Convoys.

use super::Table;
use super::board::ZoneId;
use super::event::Event;
use super::key::{Key, When};
use super::state::{TokenId, TokenPlace};
use crate::questions;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Convoys sunk on the turn before are dealt out and placed again (SOT-5.2-1 to SOT-5.2-4), with those that
/// come into use on this turn (SOT-13.S8-5).
///
/// *Ruling:* which tokens a player gets is drawn at random (SOT-5.2-4).
pub(super) fn place_sunk_convoys(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let mut dealt: BySide<Vec<TokenId>> = BySide::default();
    for owner in [Camp::AXIS, Camp::ALLIES] {
        let system = table.system();
        let mut out: Vec<TokenId> = table.state().tokens_at(TokenPlace::Sunk).collect();
        let later = table.state().tokens_at(TokenPlace::Later);
        out.extend(later.filter(|token| system.pieces.tokens[token.0 as usize].from <= turn));
        out.sort_unstable();
        let group: Vec<TokenId> =
            out.into_iter().filter(|&token| system.token_side(token) == owner).collect();
        if group.is_empty() {
            continue;
        }
        let order = table.shuffle(format!("t{turn}/convoys/{}", owner.id()), group.len())?;
        // The odd token goes to the enemy of the side whose convoys they are (SOT-5.2-3).
        let to_enemy = group.len().div_ceil(2);
        for (at, place) in order.into_iter().enumerate() {
            let player = if at < to_enemy { owner.enemy() } else { owner };
            dealt[player].push(group[place]);
        }
    }
    for by in [Camp::AXIS, Camp::ALLIES] {
        let mut tokens = std::mem::take(&mut dealt[by]);
        tokens.sort_unstable();
        if !tokens.is_empty() {
            table.record(Event::ConvoysDrawn { by, tokens, rule: "SOT-5.2-2".to_owned() })?;
        }
    }
    place_held(table, When(Some(turn)))
}

/// The Axis places all tokens it holds, of both sides, then the Allies theirs (SOT-5.2-5).
pub(super) fn place_held(table: &mut Table, when: When) -> Step<()> {
    for by in [Camp::AXIS, Camp::ALLIES] {
        let (ask, kept) = placement(table, by, when);
        // By zone: the order of the file, by tokens as a rule, would tell what stands on their backs.
        let mut placed = table.ask(by, &ask)?;
        placed.sort_by_key(|&(token, zone)| (zone, table.system().token_side(token)));
        for (token, zone) in placed {
            table.record(Event::ConvoyPlaced { by, token, zone })?;
        }
        for token in kept {
            table.record(Event::ConvoyKept { by, token })?;
        }
    }
    Ok(())
}

/// The question where a player's tokens go, and the tokens for which no zone is free (SOT-5.2-6, -7, -10).
fn placement(table: &Table, by: Camp, when: When) -> (Ask<TokenId, ZoneId>, Vec<TokenId>) {
    let system = table.system();
    let mut ask = Ask::new(
        questions::PLACE_CONVOYS,
        Key::Convoys { when, by }.text(),
        "SOT-5.2-7",
        "Place each convoy token in a sea zone of its area; one convoy of a side to a zone".into(),
    )
    .limit(Limit::Distinct {
        rule: "SOT-5.2-6".into(),
        what: "two convoys of one side in one sea zone".into(),
    });
    let tokens: Vec<TokenId> = table.state().tokens_at(TokenPlace::Held(by)).collect();
    let mut open: Vec<Vec<u16>> = Vec::new();
    for &token in &tokens {
        let owner = system.token_side(token);
        let free = system.pieces.tokens[token.0 as usize].zones.iter().copied();
        let free = free.filter(|&zone| table.state().convoy_in(system, zone, owner).is_none());
        open.push(free.map(|zone| zone_option(&mut ask, zone, owner)).collect());
    }
    let mut kept = Vec::new();
    // Silence means a placement of as many tokens as can be placed.
    for ((token, options), default) in
        tokens.into_iter().zip(open.clone()).zip(match_up(&open, ask.options.len()))
    {
        match default {
            None => kept.push(token),
            Some(_) => {
                let set = ask.set(options);
                ask.subject(token, set, default);
            }
        }
    }
    (ask, kept)
}

/// Gives as many takers as possible an option of their own, earlier ones and lower options first where there
/// is a choice (maximum matching by augmenting paths, Kuhn 1955).
fn match_up(open: &[Vec<u16>], options: usize) -> Vec<Option<u16>> {
    fn find(taker: usize, open: &[Vec<u16>], tried: &mut [bool], holder: &mut [Option<usize>]) -> bool {
        for &option in &open[taker] {
            let at = option as usize;
            if std::mem::replace(&mut tried[at], true) {
                continue;
            }
            if holder[at].is_none_or(|other| find(other, open, tried, holder)) {
                holder[at] = Some(taker);
                return true;
            }
        }
        false
    }
    let mut holder: Vec<Option<usize>> = vec![None; options];
    for taker in 0..open.len() {
        find(taker, open, &mut vec![false; options], &mut holder);
    }
    let own = |taker: usize| holder.iter().position(|it| *it == Some(taker)).map(|at| at as u16);
    (0..open.len()).map(own).collect()
}

/// The option of a zone for a convoy of one side; each side has marks of its own.
fn zone_option(ask: &mut Ask<TokenId, ZoneId>, zone: ZoneId, owner: Camp) -> u16 {
    let mark = u16::from(zone.0) * 2 + owner.index() as u16;
    let at = ask.options.iter().position(|choice| choice.mark == mark);
    at.map_or_else(|| ask.choice(zone, mark, 0), |at| at as u16)
}

#[cfg(test)]
mod tests {
    #[test]
    fn nobody_is_left_out_who_could_be_placed() {
        assert_eq!(super::match_up(&[vec![0, 1], vec![0]], 2), [Some(1), Some(0)]);
        assert_eq!(super::match_up(&[vec![0], vec![0]], 1), [Some(0), None]);
        assert_eq!(super::match_up(&[vec![1], vec![0, 1], vec![0, 2]], 3), [Some(1), Some(0), Some(2)]);
    }
}
