//! Defective Torpedoes (WST-sa-42, WSC-2.4-2): a die may foil a torpedo attack of it, or by a handicap of all
//! its side.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::DefectiveTorpedoes], at: &[Hook::Foils(foils)] };

fn foils(field: &Field<'_>, owner: Id, _attack: &Attack, _strength: &Strength) -> Option<bool> {
    let unit = field.unit(owner);
    let handicaps = &field.dossier.force(unit.end).handicaps;
    (!unit.has(Ability::DefectiveTorpedoes)).then(|| handicaps.contains(&Handicap::DefectiveTorpedoes))
}
