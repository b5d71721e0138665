//! Dice, as far as an officer reckons with them. Only sums, products and quotients: the same on every
//! machine.

pub(super) use engine::rulebook::chances::fades;

/// Chance that a die of gunfire hits, its share in the pairs of 2s among many dice included (SOT-5.5.4.7-2).
pub(super) const GUNFIRE: f32 = 0.22;
/// Chance that a die hits on a 1.
pub(super) const ONES: f32 = 1.0 / 6.0;
/// Chance that a die hits on a 1 or a 2.
pub(super) const ONES_AND_TWOS: f32 = 1.0 / 3.0;

/// So many hits are reckoned with; more of them sink anything.
const MOST_HITS: usize = 8;

/// Chance that so many dice, each of which sinks a convoy on 1 to 3, all fail (SOT-5.5.4.8-2).
pub(super) fn convoy_survives(dice: f32) -> f32 {
    fades(dice * std::f32::consts::LN_2)
}

/// A number between 0 and 1 to the power of a count, which may be a fraction.
pub(super) fn power(base: f32, count: f32) -> f32 {
    let mut result = 1.0;
    let mut left = count;
    while left >= 1.0 {
        result *= base;
        left -= 1.0;
    }
    result * (1.0 + left * (base - 1.0))
}

/// What an attack does to a ship.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effect {
    /// Chance that it is hit at all, and so leaves the fight (SOT-5.5.2-4).
    pub removed: f32,
    /// Chance that it is sunk.
    pub sunk: f32,
}

/// What so many dice do to a ship of this survivability, each die hitting with this chance.
pub(super) fn effect(dice: f32, chance: f32, survivability: u8, damage_dice: bool) -> Effect {
    if dice <= 0.0 {
        return Effect::default();
    }
    let whole = dice.max(1.0);
    // Fewer dice than one, after AA fire, hit less often.
    let chance = chance * (dice / whole);
    let count = whole as usize;
    let mut hits = [0.0f32; MOST_HITS + 1];
    hits[0] = 1.0;
    for _ in 0..count {
        for at in (0..=MOST_HITS).rev() {
            let before = if at == 0 { 0.0 } else { hits[at - 1] };
            let stays = if at == MOST_HITS { 1.0 } else { 1.0 - chance };
            hits[at] = hits[at] * stays + before * chance;
        }
    }
    let sinking = sinking(survivability, damage_dice);
    let sunk = hits.iter().zip(sinking).map(|(hits, sinks)| hits * sinks).sum();
    Effect { removed: 1.0 - hits[0], sunk }
}

/// Chance that so many hits sink a ship.
pub(super) fn sinks(hits: usize, survivability: u8, damage_dice: bool) -> f32 {
    sinking(survivability, damage_dice)[hits.min(MOST_HITS)]
}

/// The same for every number of hits: a damage die each, or one point each (SOT-5.5.2-2, SOT-5.5.2-3).
fn sinking(survivability: u8, damage_dice: bool) -> [f32; MOST_HITS + 1] {
    let needed = usize::from(survivability);
    if !damage_dice {
        return std::array::from_fn(|hits| if hits >= needed { 1.0 } else { 0.0 });
    }
    // Chances to stay below what is needed, by the sum so far.
    let mut below = vec![0.0f32; needed.max(1)];
    below[0] = 1.0;
    let mut sinking = [0.0; MOST_HITS + 1];
    for chance in &mut sinking[1..] {
        let mut next = vec![0.0f32; below.len()];
        for (sum, chance) in below.iter().enumerate() {
            next.iter_mut().skip(sum + 1).take(6).for_each(|there| *there += chance / 6.0);
        }
        below = next;
        *chance = 1.0 - below.iter().sum::<f32>();
    }
    sinking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 0.01
    }

    #[test]
    fn chances_meet_what_can_be_counted() {
        assert!(
            near(sinks(1, 4, true), 0.5)
                && near(sinks(1, 7, true), 0.0)
                && near(sinks(2, 12, true), 1.0 / 36.0)
        );
        assert!(near(sinks(1, 1, false), 1.0) && near(sinks(1, 2, false), 0.0));
        let shot = effect(1.0, ONES, 1, true);
        assert!(near(shot.removed, 1.0 / 6.0) && near(shot.sunk, 1.0 / 6.0));
        let pair = effect(2.0, ONES_AND_TWOS, 6, true);
        assert!(near(pair.removed, 5.0 / 9.0));
        assert!(near(convoy_survives(0.0), 1.0) && near(convoy_survives(2.0), 0.25));
        assert!(near(power(0.5, 2.0), 0.25) && near(power(0.5, 0.0), 1.0) && near(power(0.5, 1.5), 0.375));
    }
}
