//! Mission Selection (WST-sa-128): a dive bomber that flies as fighter or as torpedo bomber.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::MissionSelectionDiveBomberFighter, Ability::MissionSelectionDiveBomberTorpedoBomber],
    at: &[Hook::FliesAs(role)],
};

fn role(field: &Field<'_>, id: Id) -> Kind {
    match field.unit(id).has(Ability::MissionSelectionDiveBomberFighter) {
        true => air::fighter_or_bomber(field, id),
        false => Kind::TorpedoBomber,
    }
}
