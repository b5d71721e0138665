//! Task Forces of Schiffskrieg: what they may be made of, and who is in range.

use sealord::rules::roster::UnitId;
use sealord::rules::schiffskrieg::board::{Hex, SeaMap};
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::facts::{Fact, Missing};
use sealord::rules::schiffskrieg::force::Wanted;
use sealord::rules::schiffskrieg::pieces::Nation;
use sealord::rules::schiffskrieg::reach::Reach;
use sealord::rules::schiffskrieg::scenario::Support;
use sealord::rules::schiffskrieg::state::{Place, Sea, Site, UnitState};
use sealord::rules::schiffskrieg::{Data, Schiffskrieg};
use sealord::system::Rules;

struct Game {
    rules: Schiffskrieg,
    sea: Sea,
}

impl Game {
    fn of(scenario: &str, facts: &[&str]) -> Game {
        let rules = Schiffskrieg::of(Data::load(&sealord::rules::games()).unwrap(), scenario).unwrap();
        let mut sea = rules.opening();
        let lines: Vec<(String, String)> = facts
            .iter()
            .map(|line| line.split_once('=').expect("a fact"))
            .map(|(fact, value)| (fact.to_owned(), value.to_owned()))
            .collect();
        let batch = rules.reader().batch(&sea.facts, &lines).unwrap_or_else(|them| panic!("{them:?}"));
        batch.iter().for_each(|one| sea.facts.take(&rules.facts, one));
        Game { rules, sea }
    }

    fn unit(&self, id: &str) -> UnitId {
        self.rules.counters.by_id(id).unwrap_or_else(|| panic!("no counter {id}"))
    }

    fn put(&mut self, id: &str, place: &str) -> UnitId {
        let unit = self.unit(id);
        let place = self.rules.place_of(place).unwrap();
        self.sea.units[usize::from(unit.0)] = UnitState::at(place);
        unit
    }

    fn hex(&self, code: &str) -> Hex {
        self.rules.board.grid.hex(code).unwrap_or_else(|| panic!("no hex {code}"))
    }

    fn station(&self, zone: &str) -> Site {
        Site::Station(self.rules.board.zone_named(zone).unwrap_or_else(|| panic!("no zone {zone}")))
    }

    fn reach(&self, faction: Faction, unit: UnitId, site: Site) -> Result<Reach, Missing> {
        self.rules.ship_reach(&self.sea, faction, unit, site)
    }

    /// The zones in which a ship joins without a die, and those in which it must check.
    fn zones(&self, faction: Faction, unit: UnitId) -> (Vec<String>, Vec<String>) {
        let with = |wanted: Reach| {
            let zones = self.rules.board.zone_ids();
            let of = zones.filter(|zone| self.reach(faction, unit, Site::Station(*zone)) == Ok(wanted));
            let mut ids: Vec<String> = of.map(|zone| self.rules.board.zone(zone).id.clone()).collect();
            ids.sort_unstable();
            ids
        };
        (with(Reach::Free), with(Reach::Check))
    }

    /// The rules that a Task Force breaks.
    fn wrong(&self, wanted: Wanted, units: &[&str]) -> Vec<&'static str> {
        let units: Vec<UnitId> = units.iter().map(|id| self.unit(id)).collect();
        self.rules.wrong_with(wanted, &units).into_iter().map(|(rule, _)| rule).collect()
    }
}

const NO_RULE: [&str; 0] = [];

fn wanted(kind: Support, nation: Nation, die: u8) -> Wanted {
    Wanted { kind, nation, die: Some(die), ten_go: false }
}

/// SK-EX-WASH-1, SK-3.3.2-1, SK-3.3.2-2
#[test]
fn the_washington_at_honolulu_reaches_seven_zones() {
    let mut game = Game::of("46", &[]);
    let ship = game.put("washington", "base honolulu");
    let (free, check) = game.zones(Faction::Western, ship);
    assert_eq!(free, ["central-pacific", "eastern-pacific", "northeast-pacific"]);
    assert_eq!(check, ["gulf-of-alaska", "international-dateline", "north-pacific", "southeast-pacific"]);
}

/// SK-3.3.2-3, SK-3.3.2-4, SK-3.3.2.1-4
#[test]
fn boxes_reach_what_they_border_and_damaged_ships_pass_no_check() {
    let mut game = Game::of("28", &[]);
    let ship = game.put("exeter", "box eastern-us-canada");
    let (free, check) = game.zones(Faction::Western, ship);
    assert_eq!(free, ["north-atlantic"]);
    assert_eq!(check, NO_RULE);
    let no = Ok(Reach::No("SK-3.3.2-3"));
    assert_eq!(game.reach(Faction::Western, ship, game.station("western-mediterranean")), no);
    assert_eq!(game.reach(Faction::Western, ship, Site::StrategicWarfare(SeaMap::Tk)), Ok(Reach::Check));
    assert_eq!(game.reach(Faction::Western, ship, Site::StrategicWarfare(SeaMap::Ds)), no);
    let ship = game.put("york", "base scapa-flow");
    game.sea.units[usize::from(ship.0)].hurt = true;
    assert_eq!(game.reach(Faction::Western, ship, game.station("north-sea")), Ok(Reach::Free));
    let arctic = game.reach(Faction::Western, ship, game.station("arctic-sea"));
    assert_eq!(arctic, Ok(Reach::No("SK-3.3.2.1-4")));
    let used = game.put("york", "used north-sea");
    assert_eq!(game.reach(Faction::Western, used, game.station("north-sea")), Ok(Reach::No("SK-1-1")));
}

/// SK-3.3.2.4-1 to SK-3.3.2.4-3
#[test]
fn the_kiel_canal_leads_from_its_ports_into_the_next_zone() {
    let statuses = [
        "country-status.britain.tk=active-western",
        "country-status.germany.tk=active-axis",
        "hostile.axis.western.tk=true",
    ];
    let with = |more: &[&str]| {
        let facts: Vec<&str> = statuses.iter().chain(more).copied().collect();
        let mut game = Game::of("28", &facts);
        let (kiel, stettin) = (game.put("lutzow", "base kiel"), game.put("graf-spee", "base stettin"));
        (game.zones(Faction::Axis, kiel).1, game.zones(Faction::Axis, stettin).1)
    };
    let closed = "ground-unit-in-hex.w4123=britain";
    let both = |facts: &[&str]| {
        let (kiel, stettin) = with(facts);
        (kiel == ["north-sea"], stettin == ["north-sea"])
    };
    assert_eq!(both(&[]), (true, true), "the straits are open as well");
    assert_eq!(both(&[closed]), (true, false), "the canal is for its own ports");
    let beside = "ground-unit-in-hex.w3923=britain";
    assert_eq!(both(&[closed, beside]), (false, false), "an enemy beside the canal closes it");
    let own = "ground-unit-in-hex.w3923=germany";
    assert_eq!(with(&[closed, own]).0, ["north-sea"]);
}

/// SK-EX-GIB-1, SK-1.2-2, SK-1.2-3
#[test]
fn with_gibraltar_closed_scapa_flow_leads_to_west_africa_and_no_farther() {
    let facts = [
        "country-status.germany.tk=active-axis",
        "hostile.axis.western.tk=true",
        "ground-unit-in-hex.w2208=germany",
    ];
    let reached = |facts: &[&str]| {
        let game = Game::of("28", facts);
        let board = &game.rules.board;
        let scapa = board.base(board.base_named("scapa-flow").unwrap()).zones.clone();
        let reached = game.rules.reached(&game.sea.facts, Faction::Western, &scapa, None).unwrap();
        let zones: Vec<String> = reached.zones.iter().map(|zone| board.zone(*zone).id.clone()).collect();
        let boxes: Vec<String> = reached.boxes.iter().map(|hold| board.hold(*hold).id.clone()).collect();
        (zones, boxes)
    };
    let (zones, boxes) = reached(&facts);
    assert!(
        boxes.contains(&"west-africa".to_owned()) && !boxes.contains(&"middle-east".to_owned()),
        "{boxes:?}"
    );
    assert!(!zones.iter().any(|zone| zone.contains("mediterranean")), "{zones:?}");
    let (zones, _) = reached(&[]);
    assert!(zones.contains(&"eastern-mediterranean".to_owned()));
    // Whose the unit is must be known once one stands there.
    let game = Game::of("28", &["ground-unit-in-hex.w2208=germany"]);
    let board = &game.rules.board;
    let scapa = board.base(board.base_named("scapa-flow").unwrap()).zones.clone();
    let missing = game.rules.reached(&game.sea.facts, Faction::Western, &scapa, None).unwrap_err();
    assert_eq!(missing.fact, Fact::CountryStatus);
}

/// The umpire's word on a path stands above what is worked out.
#[test]
fn a_declared_path_counts() {
    let mut game = Game::of("28", &["fleet-unit-path.north-sea.arctic-sea.western=false"]);
    let ship = game.put("rodney", "base edinburgh");
    let (_, check) = game.zones(Faction::Western, ship);
    assert!(
        !check.iter().any(|it| it == "arctic-sea") && check.iter().any(|it| it == "north-atlantic"),
        "{check:?}"
    );
}

/// SK-3.3.2.3-1
#[test]
fn frozen_ships_are_not_used() {
    let mut game = Game::of("28", &["weather-snow.tk=true"]);
    let ship = game.put("marat", "base leningrad");
    let baltic = game.station("baltic-sea");
    assert_eq!(game.reach(Faction::Soviet, ship, baltic), Ok(Reach::No("SK-3.3.2.3-1")));
    let mut game = Game::of("28", &["weather-snow.tk=false"]);
    let ship = game.put("marat", "base leningrad");
    assert_eq!(game.reach(Faction::Soviet, ship, baltic), Ok(Reach::Free));
    let mut game = Game::of("28", &[]);
    let ship = game.put("marat", "base leningrad");
    assert_eq!(game.reach(Faction::Soviet, ship, baltic).unwrap_err().fact, Fact::WeatherSnow);
}

/// SK-EX-MUNICH-1, SK-EX-MIDWAY-2, SK-EX-DUTCH-1, SK-3.3.1-3, SK-3.3.1-5, SK-3.3.1-7, SK-3.3.1-8
#[test]
fn aircraft_reach_air_bases_nine_hexes_away() {
    let mut game = Game::of("46", &[]);
    let lba = game.put("5bc", "base honolulu");
    assert!(game.rules.lba_reaches(&game.sea, lba, game.hex("p4519")), "Honolulu to Midway");
    game.put("5bc", "box panama-canal");
    assert!(!game.rules.lba_reaches(&game.sea, lba, game.hex("p4519")));
    let mut game = Game::of("28", &[]);
    let lba = game.put("10flk", "base tripoli");
    assert!(game.rules.lba_reaches(&game.sea, lba, game.hex("w2424")), "Tripoli to Naples is nine");
    assert!(!game.rules.lba_reaches(&game.sea, lba, game.hex("w3323")), "Munich is not in its own range");
    let site = |game: &Game| {
        let hex = game.hex("p5620");
        Site::SeaHex(hex, game.rules.board.zone_of_sea(hex).unwrap())
    };
    let bases = |facts: &[&str], faction: Faction| {
        let game = Game::of("46", facts);
        game.rules.air_bases_for(&game.sea.facts, faction, site(&game)).len()
    };
    let all = ["air-base.p5616.axis=true", "air-base.p5720.western=true"];
    assert_eq!(bases(&all, Faction::Axis), 0, "Kiska is too far");
    assert_eq!(bases(&all, Faction::Western), 1, "Dutch Harbor");
    assert_eq!(bases(&["air-base.p5618.axis=true"], Faction::Axis), 1, "Adak would do");
}

/// SK-3.3.1-6
#[test]
fn aircraft_fly_around_what_is_closed_as_far_as_they_reach() {
    let (tripoli, naples) = ("w1522", "w2424");
    let game = Game::of("28", &[]);
    let at = |code: &str| game.hex(code);
    let last = at(naples).neighbours().filter(|hex| hex.distance(at(tripoli)) == Some(8));
    let codes: Vec<String> = last.map(|hex| game.rules.board.grid.code(hex)).collect();
    assert!(codes.len() > 1, "{codes:?}");
    let reaches = |base: &str, closed: &[String]| {
        let facts: Vec<String> = closed.iter().map(|code| format!("terrain-closed.{code}=true")).collect();
        let mut game = Game::of("28", &facts.iter().map(String::as_str).collect::<Vec<_>>());
        let lba = game.put("10flk", base);
        game.rules.lba_reaches(&game.sea, lba, game.hex(naples))
    };
    assert!(reaches("base tripoli", &codes[1..]), "another way of nine hexes is left");
    assert!(!reaches("base tripoli", &codes), "every way of nine hexes is closed");
    let near: Vec<String> = at(naples).neighbours().map(|hex| game.rules.board.grid.code(hex)).collect();
    assert!(reaches("base rome", &near[1..]), "a longer way is short enough from Rome");
    assert!(!reaches("base rome", &near), "nothing leads into a hex that is closed all around");
}

/// SK-3.3.1-4
#[test]
fn aircraft_for_the_strategic_warfare_box_fly_from_near_the_naval_base_of_their_fleet() {
    let joins = |air_base: &str| {
        let air_base = format!("air-base.{air_base}.western=true");
        let facts = [air_base.as_str(), "naval-base.p4226.united-states=true"];
        let mut game = Game::of("46", &facts);
        let lba = game.put("5bc", "base honolulu");
        let of = wanted(Support::SurfaceFleet, Nation::Us, 1);
        let found =
            game.rules.candidates(&game.sea, Faction::Western, of, Site::StrategicWarfare(SeaMap::Ds));
        found.lbas.contains(&lba)
    };
    assert!(joins("p4226") && joins("p4223"), "three hexes from Honolulu");
    assert!(!joins("p4222"), "four");
}

/// SK-3.1.2-1 to SK-3.1.2-9, SK-EX-MIDWAY-1, SK-EX-USCV-1
#[test]
fn fleets_keep_to_their_limits() {
    let game = Game::of("46", &[]);
    let fleet = |nation: Nation, die: u8| wanted(Support::CvFleet, nation, die);
    let surface = |die: u8| wanted(Support::SurfaceFleet, Nation::Us, die);
    let axis = ["akagi", "hiryu", "kaga", "soryu", "kumano", "mikuma", "mogami", "suzuya", "i-168"];
    assert_eq!(game.wrong(fleet(Nation::Japanese, 2), &axis), NO_RULE);
    let ninth: Vec<&str> = axis.iter().copied().chain(["tone"]).collect();
    assert_eq!(game.wrong(fleet(Nation::Japanese, 2), &ninth), ["SK-3.1.2-3"]);
    assert_eq!(game.wrong(fleet(Nation::Japanese, 3), &ninth), NO_RULE);
    let western = [
        "enterprise",
        "hornet",
        "yorktown",
        "astoria",
        "minneap",
        "n-orleans",
        "northamp",
        "pensacola",
        "portland",
        "vincennes",
        "5bc",
    ];
    assert_eq!(game.wrong(fleet(Nation::Us, 4), &western), NO_RULE);
    assert_eq!(game.wrong(fleet(Nation::Us, 3), &western), ["SK-3.1.2-3"]);
    assert_eq!(game.wrong(surface(6), &["astoria", "exeter"]), ["SK-3.1.2-1"]);
    assert_eq!(game.wrong(surface(6), &["astoria", "portland", "exeter"]), NO_RULE);
    assert_eq!(game.wrong(fleet(Nation::Us, 6), &["astoria", "portland", "illustrious"]), ["SK-3.1.2-5"]);
    let victorious =
        ["enterprise", "astoria", "minneap", "n-orleans", "northamp", "pensacola", "victorious", "portland"];
    assert_eq!(game.wrong(fleet(Nation::Us, 1), &victorious[..7]), NO_RULE, "six and the Victorious");
    assert_eq!(game.wrong(fleet(Nation::Us, 1), &victorious), ["SK-3.1.2-3"], "seven and the Victorious");
    let unequal = ["enterprise", "hornet", "yorktown", "astoria", "portland"];
    assert_eq!(game.wrong(fleet(Nation::Us, 6), &unequal), ["SK-3.1.2-6"]);
    let heavy = ["washington", "no-carol", "texas", "new-york", "enterprise", "hornet", "yorktown"];
    assert_eq!(game.wrong(fleet(Nation::Us, 6), &heavy), ["SK-3.1.2-7"]);
    assert_eq!(game.wrong(surface(6), &["astoria", "portland", "5bc", "7bc"]), ["SK-3.1.2-9"]);
    assert_eq!(game.wrong(surface(6), &["astoria", "portland", "exeter", "illustrious"]), ["SK-3.2-1"]);
    let mut german = wanted(Support::SurfaceFleet, Nation::German, 1);
    assert_eq!(game.wrong(german, &["lutzow", "schlesien"]), ["SK-3.1.2-8"]);
    german.ten_go = true;
    assert_eq!(game.wrong(german, &["lutzow"]), ["SK-3.1.2-1"], "Ten-Go is for the Japanese");
    let ten_go = Wanted { ten_go: true, ..wanted(Support::SurfaceFleet, Nation::Japanese, 1) };
    assert_eq!(game.wrong(ten_go, &["tone"]), NO_RULE);
    assert_eq!(game.wrong(Wanted { ten_go: false, ..ten_go }, &["tone"]), ["SK-3.1.2-1"]);
    let lone = Wanted { kind: Support::CvFleet, ..ten_go };
    assert_eq!(game.wrong(lone, &["akagi"]), ["SK-3.1.2-6"], "the ratio binds under Ten-Go (SK-9.12-1)");
}

/// SK-3.1.1-1 to SK-3.1.1-3, SK-3.1.3-1 to SK-3.1.3-4, SK-3.1.4-1, SK-3.2-3
#[test]
fn air_units_sub_fleets_and_scratch_fleets_have_their_own_rules() {
    let game = Game::of("28", &[]);
    let of = |kind: Support, nation: Nation| Wanted { kind, nation, die: None, ten_go: false };
    let counters = &game.rules.counters;
    let lba = |nation: Nation, heavy: bool, at: usize| {
        let is = |it: &&sealord::rules::schiffskrieg::pieces::Counter| {
            it.is_lba() && it.nation == nation && it.is_heavy() == heavy
        };
        counters.0.iter().filter(is).nth(at).map(|it| it.id.as_str()).expect("an LBA")
    };
    let (us_heavy, us_light) = (lba(Nation::Us, true, 0), lba(Nation::Us, false, 0));
    let (uk_heavy, uk_light) = (lba(Nation::British, true, 0), lba(Nation::British, false, 0));
    let bomber = of(Support::Bomber, Nation::Us);
    assert_eq!(game.wrong(bomber, &[us_heavy, uk_light]), NO_RULE);
    assert_eq!(game.wrong(bomber, &[us_light, uk_heavy]), ["SK-3.1.1-2"]);
    let air = of(Support::AirForce, Nation::Us);
    assert_eq!(game.wrong(air, &[us_light]), NO_RULE);
    assert_eq!(game.wrong(air, &[uk_light]), ["SK-3.1.1-1"]);
    assert_eq!(game.wrong(air, &[us_light, us_heavy, uk_light]), ["SK-3.1.1-1"]);
    assert_eq!(game.wrong(air, &[us_light, "enterprise"]), ["SK-3.1.1-1"]);
    let interceptor = of(Support::Interceptor, Nation::Us);
    assert_eq!(game.wrong(interceptor, &[us_light, uk_heavy]), ["SK-3.1.1-3"]);
    let subs = of(Support::SubFleet, Nation::German);
    assert_eq!(game.wrong(subs, &["u-47"]), NO_RULE);
    for others in [&["10mas"][..], &["u-47", "u-29"], &["u-47", "lutzow"], &[]] {
        assert!(game.wrong(subs, others).contains(&"SK-3.1.4-1"), "{others:?}");
    }
    let scratch = |die: u8| Wanted { die: Some(die), ..of(Support::ScratchDefenseFleet, Nation::British) };
    assert_eq!(game.rules.most_ships(scratch(3)), 4);
    let seven = ["rodney", "nelson", "warspite", "valiant", "malaya", "hood", "renown"];
    assert_eq!(game.wrong(scratch(6), &seven), NO_RULE);
    assert_eq!(game.wrong(scratch(5), &seven), ["SK-3.1.3-2"]);
    assert_eq!(game.wrong(scratch(1), &["ark-royal", "furious", uk_light]), NO_RULE);
    assert_eq!(game.wrong(scratch(1), &[uk_light]), ["SK-3.1.3-1"]);
    assert_eq!(game.wrong(scratch(1), &["york", us_light]), ["SK-3.2-3"]);
    assert_eq!(game.wrong(scratch(1), &["york", uk_light, uk_heavy]), ["SK-3.1.3-3"]);
}

/// Every place that a position can name is written and read alike.
#[test]
fn places_are_read_as_they_are_written() {
    let game = Game::of("28", &[]);
    for state in &game.sea.units {
        let words = game.rules.place_words(state.place);
        assert_eq!(game.rules.place_of(&words), Ok(state.place));
    }
    assert_eq!(game.rules.place_of("sunk"), Ok(Place::Sunk));
    assert!(game.rules.place_of("base atlantis").unwrap_err().contains("on-station ZONE"));
}
