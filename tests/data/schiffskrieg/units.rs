//! `units.yaml`.

use std::collections::BTreeSet;

use sealord::rules::schiffskrieg::pieces::{Counter, Nation, ShipType, Stripe};
use serde_json::Value;

use super::{data, rows, twice};
use crate::data::Checks;

fn counter(id: &str) -> &'static Counter {
    let counters = &data().counters;
    &counters[counters.by_id(id).unwrap_or_else(|| panic!("no counter {id}"))]
}

#[test]
fn there_are_so_many_counters_of_each_kind() {
    let counters = &data().counters.0;
    let count = |is: fn(&Counter) -> bool| counters.iter().filter(|it| is(it)).count();
    assert_eq!((count(Counter::is_ship), count(Counter::is_lba), count(Counter::is_boat)), (337, 91, 11));
    assert_eq!(twice(counters.iter().map(|it| it.id.as_str())), [""; 0]);
    let key = |it: &Counter| (it.nation, it.ship(), it.is_lba(), it.label[0].clone());
    assert_eq!(counters.iter().map(key).collect::<BTreeSet<_>>().len(), counters.len());
}

/// SK-INTRO-1 to SK-INTRO-4, SK-INTRO-9, SK-INTRO-12
#[test]
fn factors_go_with_what_a_counter_is() {
    let mut checks = Checks::default();
    for of in &data().counters.0 {
        let sides = [Some(&of.front), of.back.as_ref()];
        for side in sides.into_iter().flatten() {
            let right = match of.ship() {
                Some(class) if class.is_carrier() => side.gunnery == 0 && side.torpedo == 0,
                Some(_) => side.airstrike == 0 && side.torpedo == 0,
                None if of.is_lba() => side.gunnery == 0 && side.torpedo == 0 && side.airstrike > 0,
                None => side.gunnery == 0 && side.airstrike == 0 && side.torpedo > 0,
            };
            checks.that(right, format!("{}: its own factors", of.id));
            checks.that(of.is_boat() == (side.defense == 0), format!("{}: Defense", of.id));
        }
        checks.that(of.is_ship() == of.front.speed.is_some(), format!("{}: Speed", of.id));
        if let Some(back) = &of.back {
            checks.that(back.speed.is_none() && back.damage.is_none(), format!("{}: its back", of.id));
            checks.that(back.defense <= of.front.defense, format!("{}: weaker", of.id));
        }
        let both = of.front.damage.is_none_or(|damage| damage > 0 && damage < of.front.defense);
        checks.that(both || of.front.damage == Some(of.front.defense), format!("{}: Damage factor", of.id));
        checks.that(of.back.is_some() == of.front.damage.is_some(), format!("{}: two sides", of.id));
    }
    checks.done();
}

/// SK-INTRO-1, SK-INTRO-2, SK-INTRO-10
#[test]
fn types_are_heavy_or_light_carriers_or_surface_ships() {
    let heavy: Vec<_> = ShipType::ALL.into_iter().filter(|it| it.is_heavy()).collect();
    let carriers: Vec<_> = ShipType::ALL.into_iter().filter(|it| it.is_carrier()).collect();
    assert_eq!((heavy, carriers), (vec![ShipType::Bb, ShipType::Cv], vec![ShipType::Cv, ShipType::Cvl]));
    assert!(counter("5bc").is_lba() && !counter("i-168").is_heavy() && counter("i-168").is_boat());
}

/// SK-INTRO-7: a stripe for every Russian ship, fixed or chosen when it is begun, and for no other.
#[test]
fn stripes_are_for_russian_ships() {
    for row in rows("units", "ships") {
        let russian = row["nation"] == "russian";
        assert_eq!(row.get("stripe").is_some(), russian, "{}", row["id"]);
    }
    assert_eq!(counter("marat").stripe, Some(Stripe::Blue));
    assert_eq!(counter("paris-kom").stripe, Some(Stripe::Gray));
    assert_eq!(counter("sov-soyuz").stripe, None);
}

/// SK-INTRO-5: numbers order construction within nation and type, without a gap or a double.
#[test]
fn construction_numbers_run_from_one() {
    for nation in Nation::ALL {
        for class in ShipType::ALL {
            let of = |it: &&Counter| it.nation == nation && it.ship() == Some(class);
            let mut numbers: Vec<u8> =
                data().counters.0.iter().filter(of).filter_map(|it| it.construction).collect();
            numbers.sort_unstable();
            let whole: Vec<u8> = (1..=numbers.len() as u8).collect();
            assert_eq!(numbers, whole, "{} {}", nation.id(), class.id());
        }
    }
    assert!(
        data()
            .counters
            .0
            .iter()
            .all(|it| it.construction.is_none() || it.nation.builds() || it.nation == Nation::Italian)
    );
}

/// What the worked examples state or allow.
#[test]
fn printed_factors_stand() {
    let factors = |id: &str| &counter(id).front;
    assert_eq!(counter("lexington").front.defense, 4, "SK-EX-LEX-1");
    assert_eq!(counter("lexington").front.damage, Some(2), "SK-EX-LEX-1");
    assert_eq!(
        (factors("graf-spee").gunnery, factors("exeter").gunnery, factors("cumberld").gunnery),
        (2, 1, 1)
    );
    assert_eq!(factors("exeter").damage, Some(1));
    assert_eq!(factors("illustrious").airstrike, 2);
    assert_eq!((factors("washington").speed, factors("renown").speed), (Some(4), Some(4)));
    assert_eq!((factors("yorktown").defense, factors("i-168").torpedo), (3, 2));
    let all = rows("units", "checks");
    assert_eq!(all.len(), 6);
    for check in all {
        let ids: Vec<&str> = check["ids"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let values: Vec<u64> = ids.iter().map(|id| factor(id, check["factor"].as_str().unwrap())).collect();
        let number = |key: &str| check.get(key).and_then(Value::as_u64);
        assert!(number("equals").is_none_or(|sum| values.iter().sum::<u64>() == sum), "{check}");
        assert!(number("each_at_least").is_none_or(|least| values.iter().all(|it| *it >= least)), "{check}");
        assert!(number("each_at_most").is_none_or(|most| values.iter().all(|it| *it <= most)), "{check}");
        assert!(check.get("first_greater").is_none() || values[0] > values[1], "{check}");
    }
}

fn factor(id: &str, name: &str) -> u64 {
    let of = &counter(id).front;
    match name {
        "airstrike" => of.airstrike.into(),
        "gunnery" => of.gunnery.into(),
        "defense" => of.defense.into(),
        "damage" => of.damage.unwrap_or(0).into(),
        "speed" => of.speed.unwrap_or(0).into(),
        other => panic!("no factor {other}"),
    }
}

/// Bounds that the examples set: `>= 2`, `< 6`.
#[test]
fn factors_keep_the_bounds_of_the_examples() {
    let mut checks = Checks::default();
    for row in rows("units", "ships") {
        let Some(bounds) = row.get("bounds").and_then(Value::as_object) else { continue };
        let id = row["id"].as_str().unwrap();
        for (name, bound) in bounds {
            let (how, number) = bound.as_str().unwrap().split_once(' ').unwrap();
            let (value, number) = (factor(id, name), number.parse::<u64>().unwrap());
            let kept = match how {
                ">=" => value >= number,
                "<=" => value <= number,
                ">" => value > number,
                "<" => value < number,
                "=" => value == number,
                other => panic!("no bound {other}"),
            };
            checks.that(kept, format!("{id}: {name} {value}, not {bound}"));
        }
    }
    checks.done();
}
