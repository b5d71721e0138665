//! What doctrine may say of ships, flights and places.

use sealord::doctrine::Doctrine;
use sealord::question::{Ask, Picks};
use sealord::rules::seas_of_thunder::item::{Item, Word};
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::two_sided::party::AXIS;
use sealord::system::Rules;

use super::system;

/// The doctrine that a text gives, or the codes and mends of what is wrong with it.
fn doctrine(text: &str) -> Result<Doctrine<Item>, Vec<String>> {
    let draft = sealord::draft::parse("doctrine", format!("doctrine: {{{text}}}\n").as_bytes()).unwrap();
    let told = |problem: sealord::problem::Problem| {
        format!("{} {}", problem.code, problem.mend.unwrap_or_default()).trim_end().to_owned()
    };
    let compiled = sealord::doctrine::compile::compile(system(), &draft.doctrine.unwrap());
    compiled.map_err(|problems| problems.into_iter().map(told).collect())
}

#[test]
fn a_flight_answers_to_its_port_and_its_zone() {
    let kiel = system().board().port_by_id("kiel").expect("a port");
    let zones = &system().board().port(kiel).zones;
    let mut ask: Ask<UnitId, Item> = Ask::new("place-air", "t1/air/axis".into(), "R", "Fly".into());
    let stay = ask.option(Item::Word(Word::Stay));
    let flights: Vec<u16> = zones.iter().map(|&zone| ask.option(Item::Flight(kiel, zone))).collect();
    let last = *flights.last().expect("a zone");
    let zone = zones.last().expect("a zone").0;
    let set = ask.set(std::iter::once(stay).chain(flights.iter().copied()).collect());
    ask.subject(UnitId(0), set, Some(stay));
    for (prefer, wanted) in
        [("kiel".to_owned(), flights[0]), (format!("{zone}"), last), (format!("kiel/{zone}"), last)]
    {
        let doctrine = doctrine(&format!("place-air: [{{prefer: [{prefer}]}}]")).expect("it means something");
        assert_eq!(
            doctrine.answer(system(), &system().opening(), AXIS, &ask, true),
            Some(Picks::in_order(vec![wanted])),
            "{prefer}"
        );
    }
    let elsewhere = doctrine("place-air: kiel/1").expect_err("no such flight");
    assert_eq!(elsewhere.len(), 1);
}

#[test]
fn doctrine_is_narrowed_only_to_places_that_are_asked() {
    for good in ["fire@zone-9: any", "overstack@kiel: stay", "return@zone-9: any", "fire: [{for: [BB]}]"] {
        assert!(doctrine(good).is_ok(), "{good}");
    }
    for (bad, wanted) in [
        ("fire@9: any", "unknown-place did you mean `fire@zone-9`?"),
        ("fire@zone9: any", "unknown-place did you mean `fire@zone-9`?"),
        (
            "fire@zone-999: any",
            "unknown-place write a place as in `fire@zone-1`, or `fire` alone for all places",
        ),
        ("fire@: any", "unknown-place write a place as in `fire@zone-1`, or `fire` alone for all places"),
        ("move-ships@zone-9: any", "unknown-place write `move-ships` alone; it is not asked place by place"),
        ("fier: any", "unknown-kind did you mean `fire`?"),
        ("fire: [{for: [any], prefer: [any]}]", "unknown-word leave out `for` if the rule is for all"),
    ] {
        assert_eq!(doctrine(bad), Err(vec![wanted.to_owned()]), "{bad}");
    }
}
