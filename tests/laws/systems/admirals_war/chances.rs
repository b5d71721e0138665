//! What the Axis must not learn before the groups of uncertain location turn up: their chances and their dice
//! (23.2).

use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::board::{AreaId, HoldId};
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::state::{Ocean, Pacific};
use sealord::rules::two_sided::{ALLIES, AXIS};
use sealord::side::Side;

use super::PEARL_HARBOR;
use crate::laws::fog::{same, view, watched};
use crate::laws::play::{boldness, play};
use crate::laws::systems::{Campaign, Disguise, Lawful, Reach};

/// Other chances, and other dice of the groups that have not turned up.
pub struct Otherwise {
    chances: Vec<AreaId>,
    rolled: Vec<(HoldId, u8, u8)>,
    moved: usize,
}

impl Otherwise {
    /// Nothing if the Allies hide nothing, or not from these sides alone.
    pub fn new(from: &[Side], ocean: &Ocean, seed: u64, reach: Reach) -> Option<Otherwise> {
        let known = &ocean.uncertain;
        if from != [AXIS] || known.chances.is_empty() {
            return None;
        }
        let mut mind = ChaCha20Rng::seed_from_u64(seed);
        let area = |id: &str| AdmiralsWar::system().board.area_by_id(id).unwrap();
        let areas = ["central-pacific", "hawaiian-islands", "caribbean-sea"].map(area);
        let mut chances = known.chances.clone();
        let mut rolled = known.rolled.clone();
        match reach {
            // Any chances, and any dice.
            Reach::Seen => {
                for (at, area) in chances.iter_mut().enumerate() {
                    *area = areas[if at < 3 { at } else { mind.random_range(0..3) }];
                }
                for at in (1..chances.len()).rev() {
                    chances.swap(at, mind.random_range(0..=at));
                }
                let mut die = || mind.random_range(1..=6);
                rolled.iter_mut().for_each(|it| (it.1, it.2) = (die(), die()));
            }
            // The dice are what they are: who lies in port must lie there all the same.
            Reach::Played => {
                for of in &mut chances {
                    *of = if *of == areas[0] {
                        areas[2]
                    } else if *of == areas[2] {
                        areas[0]
                    } else {
                        *of
                    };
                }
            }
        }
        let others = chances.iter().zip(&known.chances).filter(|(a, b)| a != b).count();
        let dice = rolled.iter().zip(&known.rolled).filter(|(a, b)| a != b).count();
        Some(Otherwise { chances, rolled, moved: others + dice })
    }

    fn event(&self, event: &Event) -> Event {
        match event {
            Event::ChancesSet { .. } => Event::ChancesSet { chances: self.chances.clone() },
            // Groups that lie in port stand among the dice that were told, and not among those that are
            // hidden.
            Event::GroupsRolled { rolls } => {
                let other = |it: &(HoldId, u8, u8)| {
                    self.rolled.iter().find(|other| other.0 == it.0).copied().unwrap_or(*it)
                };
                Event::GroupsRolled { rolls: rolls.iter().map(other).collect() }
            }
            _ => event.clone(),
        }
    }
}

impl Disguise<AdmiralsWar> for Otherwise {
    fn moved(&self) -> usize {
        self.moved
    }

    /// The Allies see what they have chosen.
    fn shows(&self, to: Side, ocean: &Ocean) -> bool {
        to == ALLIES && self.chances != ocean.uncertain.chances
    }

    fn hidden(&self, _: &Ocean) -> Option<String> {
        None
    }

    fn state(&self, ocean: &Ocean) -> Ocean {
        let mut twin = ocean.clone();
        if !ocean.uncertain.chances.is_empty() {
            twin.uncertain.chances.clone_from(&self.chances);
            let known = |it: &(HoldId, u8, u8)| ocean.uncertain.rolled.iter().any(|of| of.0 == it.0);
            twin.uncertain.rolled = self.rolled.iter().copied().filter(known).collect();
        }
        twin
    }

    fn event(&self, event: &Event) -> Option<Event> {
        Some(self.event(event))
    }

    fn word(&self, _: &mut String) {}
}

static CAMPAIGN: Campaign = PEARL_HARBOR;

/// Whatever the Allies have chosen and diced, the Axis sees and is asked the same until the groups turn up.
#[test]
fn chances_and_dice_of_groups_change_no_byte_of_what_the_axis_sees() {
    let (mut moved, mut diced, mut shown) = (0, 0, 0);
    for seed in 0..2 {
        AdmiralsWar::under(&CAMPAIGN, || {
            play::<AdmiralsWar>(seed, boldness(seed), |_, moment| {
                let ocean = &moment.progress.present;
                let twin = Otherwise::new(&[AXIS], ocean, seed ^ u64::from(moment.exchange), Reach::Seen);
                let Some(twin) = twin else { return };
                moved += twin.moved();
                diced += usize::from(!ocean.uncertain.rolled.is_empty());
                for party in [AXIS, ALLIES] {
                    let [one, other] = [None, Some(&twin as &dyn Disguise<AdmiralsWar>)]
                        .map(|twin| view(moment, party.into(), twin));
                    if party == AXIS {
                        same(&one, &other, &format!("seed {seed}, exchange {}", moment.exchange));
                    } else if twin.shows(party, ocean) {
                        assert_ne!(one, other);
                        shown += 1;
                    }
                }
            });
        });
    }
    println!(
        "{moved} things were others, {diced} times between the dice and the answer, {shown} times for the Allies"
    );
    assert!(moved > 100 && diced > 1 && shown > 20, "{moved} {diced} {shown}");
}

/// The same of all that leaves the program, from the set-up and on the day of the attack.
#[test]
fn chances_and_dice_of_groups_change_no_byte_that_leaves() {
    AdmiralsWar::under(&CAMPAIGN, || {
        let looks = |ocean: &Ocean, exchange: u32| match ocean.pacific {
            Pacific::War => None,
            Pacific::Attack => Some(true),
            _ => Some(exchange.is_multiple_of(40)),
        };
        let (moved, _) = watched::<AdmiralsWar>(1, looks);
        assert!(moved > 20, "{moved}");
    });
}
