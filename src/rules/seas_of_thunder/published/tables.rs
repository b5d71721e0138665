//! Scenarios: turns, minefields, presence, stripes and convoy tokens, as the rulebook tables them.

use super::*;

/// SOT-4.0-11: first and last turn by scenario. The campaign is no scenario of its own here.
pub(super) fn turns(values: &Value, data: &Data) -> Judged {
    let published: BTreeMap<String, (u8, u8)> = super::values(values)?;
    let broken = data.laid.iter().filter_map(|Laid { row, .. }| {
        let own = (row.first_turn, row.last_turn);
        differs(&format!("{}: turns", row.id), &Some(own), &published.get(&row.id).copied())
    });
    Ok(broken.collect())
}

/// The value that a list, one entry a scenario, has for one of them.
fn of(list: &[u8], row: &ScenarioRow) -> u8 {
    usize::from(row.number).checked_sub(1).and_then(|at| list.get(at)).copied().unwrap_or_default()
}

/// SOT-13.S1-20.
pub(super) fn minefields(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Fields {
        danish: Vec<u8>,
        gibraltar: Vec<u8>,
    }
    let published: Fields = super::values(values)?;
    let broken = data.laid.iter().filter_map(|Laid { row, scenario, .. }| {
        let own = (scenario.danish, scenario.gibraltar);
        let published = (of(&published.danish, row), of(&published.gibraltar, row));
        differs(&format!("{}: Danish and Gibraltar minefield", row.id), &own, &published)
    });
    Ok(broken.collect())
}

/// SOT-13.S1-21.
pub(super) fn presence(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Duties {
        uk: Vec<u8>,
        french: Vec<u8>,
    }
    let published: Duties = super::values(values)?;
    let broken = data.laid.iter().filter_map(|Laid { row, scenario, .. }| {
        let duty =
            |nation| scenario.presence.iter().find(|it| it.nation == nation).map_or(0, |it| it.minimum);
        let own = (duty(Nation::Uk), duty(Nation::France));
        let published = (of(&published.uk, row), of(&published.french, row));
        differs(&format!("{}: British and French presence", row.id), &own, &published)
    });
    Ok(broken.collect())
}

/// SOT-13.S1-22.
pub(super) fn tokens(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Tokens {
        axis: usize,
        allied: usize,
        allied_from_turn_1: usize,
        allied_from_turn_8: usize,
    }
    let published: Tokens = super::values(values)?;
    let tokens = &data.convoys.tokens;
    let of = |side: Camp| tokens.iter().filter(move |token| token.side == side);
    let from = |turn: u8| of(Camp::ALLIES).filter(|token| token.turns.0 == turn).count();
    let mut broken: Vec<String> = [
        differs("Axis tokens", &of(Camp::AXIS).count(), &published.axis),
        differs("Allied tokens", &of(Camp::ALLIES).count(), &published.allied),
        differs("Allied tokens from turn 1", &from(1), &published.allied_from_turn_1),
        differs("Allied tokens from turn 8", &from(8), &published.allied_from_turn_8),
    ]
    .into_iter()
    .flatten()
    .collect();
    let bare = tokens.iter().filter(|token| token.areas.is_empty());
    broken.extend(bare.map(|token| format!("token {} names no area", token.id)));
    Ok(broken)
}

/// SOT-13.S2-30: the first scenario without the ships of a stripe.
pub(super) fn stripes(values: &Value, data: &Data) -> Judged {
    let published: BTreeMap<String, u8> = super::values(values)?;
    let broken = data.laid.iter().filter_map(|Laid { row, .. }| {
        let lost =
            published.iter().filter(|(_, from)| **from <= row.number).map(|(stripe, _)| stripe.as_str());
        let own: BTreeSet<&str> = row.removed_stripes.iter().map(String::as_str).collect();
        differs(&format!("{}: stripes that are absent", row.id), &own, &lost.collect())
    });
    Ok(broken.collect())
}
