use super::super::{Data, Schiffskrieg};
use engine::rulebook::Rulebook;
use engine::system::{Rules, Views};

#[test]
fn what_is_ordered_is_seen_by_its_faction_alone() {
    use super::super::faction::Faction;
    use super::super::options::Chosen;
    use super::super::state::{Goal, Mission, SupportId};
    use engine::system::News;
    let data = Data::load(&Schiffskrieg::built_in()).unwrap();
    let chosen =
        Chosen { companion: false, turns: 8, at_once: false, together: true, asks: Some(3), par: None };
    let system = Schiffskrieg::for_match(data, "29", chosen).unwrap();
    let mut sea = system.opening();
    sea.orders.push(Mission::Place(SupportId(0), Goal::StrategicWarfare));
    let own = sea.clock.unwrap().faction;
    let seen = |faction: Faction| system.view(&sea, faction.side().into(), News::NONE).own.seen;
    assert_eq!(seen(own), sea);
    for other in system.scenario.factions().filter(|it| *it != own) {
        assert!(seen(other).orders.is_empty(), "{other:?}");
    }
}
