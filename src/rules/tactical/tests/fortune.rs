//! Whoever counts dice counts each once, and changes nothing.

use super::*;
use engine::fortune::Fortune;

/// What dice that are good for nobody are rolled for.
const LEFT_OUT: [&str; 4] = ["dice", "recover", "survival", "drift"];
/// Abilities whose dice are not counted: what they decide is no hit, search or speed.
const NOT_COUNTED: [Ability; 7] = [
    Ability::DrawTheCap,
    Ability::JammedMount,
    Ability::PressTheAttack,
    Ability::DeterminedAttack,
    Ability::ReplenishAircraft,
    Ability::SweepMines,
    Ability::UncertainArrival,
];

/// Dice that are counted.
struct Counting {
    dice: Keyed,
    /// How many should be.
    due: usize,
    fell: Vec<Fortune>,
}

impl Dice for Counting {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let is_of_ability = NOT_COUNTED.iter().any(|ability| ability.name() == label.what);
        let counts = !LEFT_OUT.contains(&label.what) && !is_of_ability;
        self.due += if counts { faces.len() } else { 0 };
        self.dice.roll(label, faces)
    }

    fn counts(&self) -> bool {
        true
    }

    fn fell(&mut self, fortune: Fortune) {
        self.fell.push(fortune);
    }
}

#[test]
fn each_die_of_a_battle_is_counted_once() {
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    let names: Vec<&str> = library.names().collect();
    let mut kinds = BTreeSet::new();
    for seed in 0..60 {
        let (dossier, plans) = random_battle(&cards, seed);
        let plans = plans.map(|plan| library.named(names[plan]).unwrap());
        let mut dice = Counting { dice: Keyed::new(seed), due: 0, fell: Vec::new() };
        let outcome = fight(&cards, &dossier, plans, &mut dice, true).unwrap();
        assert_eq!(outcome, fought(&cards, &library, seed).1, "seed {seed}: counting changes the battle");
        let counted: u32 = dice.fell.iter().map(|it| it.dice).sum();
        assert_eq!(counted as usize, dice.due, "seed {seed}");
        for it in &dice.fell {
            assert!(it.dice > 0 && it.got <= it.dice && dossier.sides.contains(&it.side), "{it:?}");
            kinds.insert(it.kind);
        }
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
}
