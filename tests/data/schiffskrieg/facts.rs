//! `facts.yaml`, and declarations as they are written.

use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::board::SeaMap;
use sealord::rules::schiffskrieg::calendar::Turn;
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::facts::{
    Declared, Fact, Facts, Missing, Reader, Refusal, Subject, Value, Veil, Who,
};
use sealord::rules::schiffskrieg::tables::WarState;

use super::{data, ledger};

fn reader(scenario: &str) -> Reader<'static> {
    let data = data();
    let scenario = data.scenario(scenario).expect("a scenario");
    Reader { catalogue: &data.facts, board: &data.board, counters: &data.counters, scenario }
}

/// A match at the table: nothing but declarations says what is so.
fn at_the_table() -> Schiffskrieg {
    Schiffskrieg::of(data().clone(), "29").expect("a scenario")
}

fn lines(text: &str) -> Vec<(String, String)> {
    let line = |line: &str| line.split_once('=').map(|(fact, value)| (fact.to_owned(), value.to_owned()));
    text.lines().map(str::trim).filter(|it| !it.is_empty()).map(|it| line(it).expect("an =")).collect()
}

fn declared(scenario: &str, text: &str) -> Facts {
    let mut facts = Facts::default();
    take(scenario, &mut facts, text);
    facts
}

fn take(scenario: &str, facts: &mut Facts, text: &str) {
    let batch = reader(scenario).batch(facts, &lines(text)).unwrap_or_else(|them| panic!("{them:?}"));
    batch.iter().for_each(|one| facts.take(&data().facts, one));
}

fn refused(scenario: &str, facts: &Facts, text: &str) -> Refusal {
    let before = facts.clone();
    let mut all = reader(scenario).batch(facts, &lines(text)).expect_err("it is refused");
    assert_eq!(*facts, before, "nothing changes");
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn there_are_forty_seven_facts_and_their_needs_are_those_of_the_ledger() {
    assert_eq!(data().facts.all().len(), 47);
    let ledger = ledger();
    let legend = &ledger.find("SK-DATA-NEEDS").expect("the legend").gist;
    for kind in data().facts.all() {
        assert!(legend.contains(&kind.need), "{}: {}", kind.fact, kind.need);
        assert!(!kind.about.is_empty());
    }
    // Every word of the legend that a rule asks for has a fact, but for the counters, which are data.
    let mut needs: Vec<String> = Vec::new();
    for entry in ledger.entries() {
        let list = entry.values.as_ref().and_then(|values| values.get("needs")).and_then(|it| it.as_array());
        needs.extend(list.into_iter().flatten().filter_map(|it| it.as_str()).map(str::to_owned));
    }
    needs.sort_unstable();
    needs.dedup();
    let missing = needs.iter().filter(|need| !data().facts.all().iter().any(|kind| kind.need == **need));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    let secret: Vec<&str> =
        data().facts.all().iter().filter(|it| it.secret.is_some()).map(|it| it.fact.id()).collect();
    assert_eq!(secret, ["option-card", "fow-cards"]);
    assert!(
        data().facts.of(Fact::ForcePool).who == Who::Owner && data().facts.of(Fact::Turn).who == Who::Umpire
    );
}

#[test]
fn every_fact_can_be_declared() {
    let text = "
        turn=aug-sept-1939
        segment=support
        phasing-faction=axis
        war-state.tk=limited-war
        other-map-war-state=pre-war
        posture.britain.tk=war
        policy-affected.united-states.tk=true
        truce-affected.russia.tk=false
        hostile.western.axis.tk=true
        country-status.italy.tk=neutral
        dependent-of.malta=britain
        active-minors-leader.greece=false
        hex-control.scapa-flow=western
        ground-unit-in-hex.w2208=britain
        detachment-or-logistics.w2208=none
        enemy-entry.w4123=germany
        axis-ground-unit-in-country.france=false
        all-home-ports-lost.france=no
        sea-hex-zone.w3818=north-sea
        coast.w3818=britain, france,belgium-holland
        terrain-closed.w3323=false
        box-entry-hexes.middle-east=w1520,w1521
        air-unit-path.w3323.w2424=true
        fleet-unit-path.north-sea.baltic-sea.axis=true
        air-base.p4519.western=true
        naval-base.w3717.france=true
        weather-snow.tk=false
        weather-mud.tk=false
        force-pool.tk.german-air-force=3
        support-unit-event.tk.german-surface-fleet=arrives
        support-delay.tk=false
        convoys.tk=2
        placement.tk.german-surface-fleet=w3818
        may-contest.tk.axis-scratch-defense-fleet=false
        uscl=1
        tide.axis.tk=2
        delay-drm.ship.axis.tk=-1
        strategic-warfare-box.tk=raid-western-delay,naval-purges
        navy-leads-government=true
        option-card.axis.tk=3
        reinforcement-release.tk=outbreak-of-war
        political-event.axis.tk=neutrals-pressured
        conditional-event.france=case-yellow
        card-lba-names.5flk=7
        fow-cards.western.tk=a,B
        country-markers.france=communist,civil-war
        table-override.sub-patrol.2=any-ship";
    let text = text.replace("air-base.p4519.western=true", "air-base.w2424.axis=true");
    let facts = declared("29", &text);
    let once = data().facts.all().iter().filter(|kind| kind.once).count();
    assert_eq!((lines(&text).len(), facts.standing().len()), (47, 47 - once));
    assert_eq!(once, 6);
    assert_eq!(facts.turn(), Ok(Turn::named("Aug-Sept 1939").unwrap()));
    assert_eq!(at_the_table().war_state(&facts, SeaMap::Tk), Ok(WarState::LimitedWar));
    assert_eq!(at_the_table().are_hostile(&facts, Faction::Western, Faction::Axis, SeaMap::Tk), Ok(true));
    let scapa = data().board.base_named("scapa-flow").unwrap();
    assert_eq!(at_the_table().controller(&facts, scapa), Ok(Some(Faction::Western)));
    let us = data().board.country_named("united-states").unwrap();
    assert_eq!(
        at_the_table().flag(&facts, Fact::PolicyAffected, &[Subject::Country(us), Subject::Map(SeaMap::Tk)]),
        Ok(true)
    );
    let boxed = facts.get(Fact::StrategicWarfareBox, &[Subject::Map(SeaMap::Tk)]);
    assert_eq!(boxed, Some(&Value::List(vec![Value::Word(0), Value::Word(3)])));
    let json = serde_json::to_string(&facts).expect("text");
    assert_eq!(serde_json::from_str::<Facts>(&json).expect("facts"), facts);
}

#[test]
fn a_wrong_declaration_says_what_is_allowed() {
    let facts = declared("29", "turn=mar-apr-1940\nwar-state.tk=limited-war");
    let said = |text: &str| refused("29", &facts, text);
    assert_eq!(said("war-stat.tk=total-war").allowed, ["war-state"]);
    assert_eq!(said("war-state.ds=total-war").allowed, ["tk"], "a map that is not played");
    assert_eq!(said("war-state=total-war").allowed, ["war-state.map"]);
    assert_eq!(said("war-state.tk=peace").allowed, ["pre-war", "limited-war", "total-war"]);
    assert_eq!(said("war-state.tk=pre-war").allowed, ["limited-war", "total-war"], "it does not fall");
    let back = said("turn=aug-sept-1939");
    assert_eq!(back.allowed, ["mar-apr-1940", "apr-may-1940"]);
    assert_eq!(back.what, "turns run forward, and Mar-Apr 1940 has begun");
    assert_eq!(said("hex-control.skapa-flow=western").allowed, ["scapa-flow"]);
    assert_eq!(
        said("hex-control.honolulu=western").what,
        "there is no port or city of this match `honolulu`"
    );
    assert_eq!(said("uscl=7").allowed, ["0 to 6"]);
    assert_eq!(said("uscl=-1").allowed, ["0 to 6"]);
    assert_eq!(said("posture.france.tk=war").allowed, ["britain", "united-states"]);
    assert_eq!(said("weather-snow.tk=maybe").allowed, ["true", "false"]);
    assert_eq!(said("hostile.axis.axis.tk=true").what, "a faction is not its own enemy");
    assert_eq!(said("ground-unit-in-hex.x1234=none").what, "there is no hex of this match `x1234`");
    assert_eq!(said("table-override.sub-patrol.2=two-rounds").allowed, ["any-ship", "at-sea", "no-contact"]);
    assert_eq!(said("force-pool.tk.german-navy=1").what, "there is no kind of support unit `german-navy`");
    let line = said("uscl=9").to_string();
    assert_eq!(line, "line 1, uscl: `9` is not what it may be; write 0 to 6");
    assert!(refused("49", &facts, "other-map-war-state=pre-war").what.contains("one map alone"));
}

#[test]
fn a_batch_is_taken_whole_or_not_at_all() {
    let mut facts = Facts::default();
    let all = reader("29").batch(&facts, &lines("uscl=1\nuscl=2\ntide.axis.tk=4\nturn=mar-apr-1940"));
    let all = all.expect_err("two are wrong");
    assert_eq!(all.iter().map(|it| it.line).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(facts.standing().len(), 0);
    // In one batch a later line is checked against those before it.
    assert_eq!(refused("29", &facts, "turn=mar-apr-1940\nturn=aug-sept-1939").line, 2);
    take("29", &mut facts, "uscl=1");
    take("29", &mut facts, "uscl=2");
    assert_eq!((facts.standing().len(), facts.standing()[0].version), (1, 2));
    assert_eq!(at_the_table().number(&facts, Fact::Uscl, &[]), Ok(2));
}

/// SK-DATA-NEEDS: a fact that nobody declared is refused by its name.
#[test]
fn a_missing_fact_is_named() {
    let facts = Facts::default();
    let of = vec![Subject::Map(SeaMap::Tk)];
    assert_eq!(
        at_the_table().war_state(&facts, SeaMap::Tk),
        Err(Missing { fact: Fact::WarState, of: of.clone() })
    );
    let words = reader("29").missing(&Missing { fact: Fact::WarState, of });
    assert_eq!(
        words,
        "war-state.tk is not declared (European on the TK map and Pacific on the DS map); write war-state.tk= and one of: \
         pre-war, limited-war, total-war"
    );
    let scapa = data().board.base_named("scapa-flow").unwrap();
    let missing = at_the_table().controller(&facts, scapa).expect_err("nobody said");
    assert!(reader("29").missing(&missing).starts_with("hex-control.scapa-flow is not declared"));
}

/// Cards are their faction's until they are shown; the Allies share Fortunes of War (SK-12.1-1).
#[test]
fn secrets_are_for_those_who_may_know() {
    let facts = declared("29", "option-card.western.tk=3\nfow-cards.western.tk=a\nuscl=1");
    let catalogue = &data().facts;
    let veil = |fact: Fact, faction: Faction, shown: bool| {
        let one: &Declared = &facts.standing().iter().find(|it| it.declared.fact == fact).unwrap().declared;
        Facts::veil(catalogue, one, faction, |_| shown)
    };
    assert_eq!(veil(Fact::OptionCard, Faction::Western, false), None);
    assert_eq!(veil(Fact::OptionCard, Faction::Axis, false), Some(Veil::UntilShown));
    assert_eq!(veil(Fact::OptionCard, Faction::Soviet, false), Some(Veil::UntilShown));
    assert_eq!(veil(Fact::OptionCard, Faction::Axis, true), None);
    assert_eq!(veil(Fact::FowCards, Faction::Soviet, false), None);
    assert_eq!(veil(Fact::FowCards, Faction::Axis, false), Some(Veil::Count));
    assert_eq!(veil(Fact::Uscl, Faction::Axis, false), None);
}
