//! The special abilities that stand on cards, by name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use engine::tags::words;

words! {
    /// A special ability as a card names it; abilities of one family have a name for each number. Base N and
    /// Flagship N are no abilities here: a card has them as capacity and flagship (WST-sa-18, WST-sa-84).
    #[derive(PartialOrd, Ord)]
    pub enum Ability: name {
        /// WST-sa-1.
        AaVeteran = "AA Veteran",
        /// WST-sa-3.
        AswPinpointer = "ASW Pinpointer",
        /// WST-sa-2.
        Ace = "Ace",
        /// WST-sa-4.
        AdvancedFighter = "Advanced Fighter",
        /// WST-sa-4.
        AdvancedFighter1 = "Advanced Fighter 1",
        /// WST-sa-5.
        AggressiveTactics = "Aggressive Tactics",
        /// WST-sa-8.
        AirRaid4 = "Air Raid 4",
        /// WSC-17-4.
        AirSupport = "Air Support",
        /// WSC-17-12.
        Airfield = "Airfield",
        /// WST-sa-6.
        AirfieldStrike = "Airfield Strike",
        /// WST-sa-7.
        AlternatePayload5 = "Alternate Payload 5",
        /// WST-sa-7.
        AlternatePayload6 = "Alternate Payload 6",
        /// WST-sa-7.
        AlternatePayload7 = "Alternate Payload 7",
        /// WST-sa-9.
        AntiairBarrage = "Antiair Barrage",
        /// WST-sa-10.
        AntiairSpecialist = "Antiair Specialist",
        /// WST-sa-11.
        AntishipMissile = "Antiship Missile",
        /// WST-sa-12.
        ArmoredDeck1 = "Armored Deck 1",
        /// WST-sa-13.
        AudaciousAttack = "Audacious Attack",
        /// WST-sa-14.
        AuxiliaryHunter = "Auxiliary Hunter",
        /// WST-sa-15.
        AvoidMines = "Avoid Mines",
        /// WST-sa-16.
        BadLuck = "Bad Luck",
        /// WST-sa-17.
        BadWeatherFighter = "Bad Weather Fighter",
        /// WST-sa-19.
        BatterySilencer = "Battery Silencer",
        /// WST-sa-20.
        BattleshipKiller = "Battleship Killer",
        /// WST-sa-21.
        BeachLanding3 = "Beach Landing 3",
        /// WST-sa-22.
        Bombard = "Bombard",
        /// WST-sa-23.
        BristlingWithGuns = "Bristling with Guns",
        /// WST-sa-24.
        CarrierHunter = "Carrier Hunter",
        /// WST-sa-25.
        CarrierLeader = "Carrier Leader",
        /// WST-sa-26.
        Chase = "Chase",
        /// WST-sa-27.
        ChaseTheSalvoes = "Chase the Salvoes",
        /// WST-sa-28.
        CloseEscort = "Close Escort",
        /// WST-sa-29.
        CoastalDeployment = "Coastal Deployment",
        /// WST-sa-30.
        CoastalTactics = "Coastal Tactics",
        /// WST-sa-31.
        CombatAirPatrol = "Combat Air Patrol",
        /// WST-sa-32.
        CombinedAttack = "Combined Attack",
        /// WST-sa-33.
        CommerceRaider = "Commerce Raider",
        /// WST-sa-34.
        CoveringFire = "Covering Fire",
        /// WST-sa-35.
        CripplingSalvo = "Crippling Salvo",
        /// WST-sa-36.
        CruiserHunter = "Cruiser Hunter",
        /// WST-sa-37.
        CruiserKiller = "Cruiser Killer",
        /// WST-sa-38.
        CruiserLeader = "Cruiser Leader",
        /// WST-sa-39.
        DamageControl = "Damage Control",
        /// WST-sa-40.
        DangerousQuarry = "Dangerous Quarry",
        /// WST-sa-41.
        DeceptiveTarget = "Deceptive Target",
        /// WST-sa-42.
        DefectiveTorpedoes = "Defective Torpedoes",
        /// WST-sa-43.
        DefendTheFlattop = "Defend the Flattop",
        /// WST-sa-44.
        DefensiveArmament = "Defensive Armament",
        /// WST-sa-46.
        DesperateAa = "Desperate AA",
        /// WST-sa-47.
        DestroyerHunter = "Destroyer Hunter",
        /// WST-sa-48.
        DestroyerKiller = "Destroyer Killer",
        /// WST-sa-49.
        DestroyerLeader = "Destroyer Leader",
        /// WST-sa-50.
        Determination = "Determination",
        /// WST-sa-51.
        DeterminedAttack = "Determined Attack",
        /// WST-sa-52.
        Disguise = "Disguise",
        /// WST-sa-53.
        DivideTheDefense = "Divide the Defense",
        /// WST-sa-54.
        DrawTheCap = "Draw the CAP",
        /// WST-sa-55.
        DriveOff = "Drive Off",
        /// WSC-17-5.
        DugIn = "Dug-In",
        /// WST-sa-56.
        EarlyDeployment = "Early Deployment",
        /// WST-sa-57.
        EarlyWarningRadar = "Early Warning Radar",
        /// WST-sa-58.
        ElusiveQuarry = "Elusive Quarry",
        /// WST-sa-59.
        EmbarkB25 = "Embark B-25",
        /// WST-sa-60.
        EscapeIntoDarkness = "Escape into Darkness",
        /// WST-sa-61.
        Escort = "Escort",
        /// WST-sa-62.
        EscortKiller = "Escort Killer",
        /// WST-sa-63.
        EstablishScreen = "Establish Screen",
        /// WST-sa-64.
        Evacuate = "Evacuate",
        /// WST-sa-65.
        EvadeBombs = "Evade Bombs",
        /// WST-sa-66.
        EvadeTorpedoes = "Evade Torpedoes",
        /// WST-sa-67.
        ExcellentEndurance = "Excellent Endurance",
        /// WST-sa-68.
        ExcellentSpotting = "Excellent Spotting",
        /// WST-sa-69.
        ExpertAsw = "Expert ASW",
        /// WST-sa-70.
        ExpertBomber = "Expert Bomber",
        /// WST-sa-70.
        ExpertBomber2 = "Expert Bomber 2",
        /// WST-sa-71.
        ExpertDogfighter = "Expert Dogfighter",
        /// WST-sa-71.
        ExpertDogfighter2 = "Expert Dogfighter 2",
        /// WST-sa-73.
        ExpertStrafer = "Expert Strafer",
        /// WST-sa-72.
        ExpertTorpedoes = "Expert Torpedoes",
        /// WST-sa-74.
        ExportVersion = "Export Version",
        /// WST-sa-75.
        ExtendedRange4 = "Extended Range 4",
        /// WST-sa-75.
        ExtendedRange5 = "Extended Range 5",
        /// WST-sa-76.
        Fast5 = "Fast 5",
        /// WST-sa-77.
        FatalFlaw = "Fatal Flaw",
        /// WST-sa-78.
        FighterCover5 = "Fighter Cover 5",
        /// WST-sa-79.
        FighterDirector = "Fighter Director",
        /// WST-sa-80.
        FighterUmbrella = "Fighter Umbrella",
        /// WST-sa-81.
        FighterBomber = "Fighter-Bomber",
        /// WST-sa-82.
        FightingInstinct = "Fighting Instinct",
        /// WST-sa-83.
        FinishHimOff = "Finish Him Off",
        /// WST-sa-85.
        FlankSpeed = "Flank Speed",
        /// WST-sa-86.
        FlotillaLeader = "Flotilla Leader",
        /// WST-sa-87.
        FlyOffStrike = "Fly-off Strike",
        /// WST-sa-88.
        GeneralPursuit = "General Pursuit",
        /// WST-sa-89.
        GreatAgility = "Great Agility",
        /// WST-sa-90.
        GuardShip = "Guard Ship",
        /// WST-sa-91.
        GuardTheConvoy = "Guard the Convoy",
        /// WST-sa-92.
        HarassFromADistance = "Harass from a Distance",
        /// WST-sa-93.
        HarassingFire5 = "Harassing Fire 5",
        /// WST-sa-94.
        HeavyAntiair = "Heavy Antiair",
        /// WST-sa-94.
        HeavyAntiair2 = "Heavy Antiair 2",
        /// WST-sa-95.
        HeavyRaider = "Heavy Raider",
        /// WST-sa-96.
        HeavyStrafer = "Heavy Strafer",
        /// WST-sa-97.
        HiLevelBomber = "Hi-Level Bomber",
        /// WST-sa-98.
        HighAgility = "High Agility",
        /// WST-sa-99.
        HighSpeedEvasion = "High-Speed Evasion",
        /// WST-sa-100.
        HighSpeedRun = "High-Speed Run",
        /// WST-sa-101.
        HunterKillerGroup = "Hunter-Killer Group",
        /// WST-sa-102.
        IgnoreEscorts = "Ignore Escorts",
        /// WST-sa-103.
        ImprovedRadar = "Improved Radar",
        /// WST-sa-104.
        Inactivity = "Inactivity",
        /// WST-sa-105.
        Incomplete = "Incomplete",
        /// WSC-17-3.
        Infantry = "Infantry",
        /// WST-sa-106.
        Infiltrator = "Infiltrator",
        /// WST-sa-107.
        InspireToVictory = "Inspire to Victory",
        /// WST-sa-108.
        InspiringExample = "Inspiring Example",
        /// WST-sa-109.
        Interceptor = "Interceptor",
        /// WST-sa-110.
        JammedMount = "Jammed Mount",
        /// WST-sa-111.
        KamikazeAttack = "Kamikaze Attack",
        /// WST-sa-112.
        KillerInstinct = "Killer Instinct",
        /// WSC-17-8.
        LandBase = "Land Base",
        /// WST-sa-113.
        LandBased = "Land Based",
        /// WST-sa-114.
        LandFighter = "Land Fighter",
        /// WST-sa-115.
        LandSecretCargo2 = "Land Secret Cargo 2",
        /// WST-sa-115.
        Landing10 = "Landing 10",
        /// WST-sa-115.
        Landing3 = "Landing 3",
        /// WST-sa-115.
        Landing5 = "Landing 5",
        /// WST-sa-116.
        LaySmokeScreen = "Lay Smoke Screen",
        /// WST-sa-117.
        LeadTheAttack2 = "Lead the Attack 2",
        /// WST-sa-45.
        LightDefensiveArmament = "Light Defensive Armament",
        /// WST-sa-118.
        LimitedAswThreat = "Limited ASW Threat",
        /// WST-sa-119.
        Loiter = "Loiter",
        /// WST-sa-120.
        LongCruise = "Long Cruise",
        /// WST-sa-121.
        LongShot6 = "Long Shot 6",
        /// WST-sa-122.
        LongLanceTorpedoes = "Long-Lance Torpedoes",
        /// WST-sa-123.
        LuckyEscape = "Lucky Escape",
        /// WST-sa-124.
        LuckyHit = "Lucky Hit",
        /// WST-sa-125.
        MtbKiller = "MTB Killer",
        /// WST-sa-126.
        MaskedGuns = "Masked Guns",
        /// WST-sa-127.
        Mines = "Mines",
        /// WST-sa-128.
        MissionSelectionDiveBomberFighter = "Mission Selection (Dive Bomber/Fighter)",
        /// WST-sa-128.
        MissionSelectionDiveBomberTorpedoBomber = "Mission Selection (Dive Bomber/Torpedo Bomber)",
        /// WST-sa-129.
        NearMiss = "Near Miss",
        /// WST-sa-130.
        NightFighter = "Night Fighter",
        /// WST-sa-131.
        NightSpecialist = "Night Specialist",
        /// WST-sa-98.
        Nimble = "Nimble",
        /// WST-sa-132.
        NoSeaControl = "No Sea Control",
        /// WST-sa-133.
        OpeningSalvo1Gunnery = "Opening Salvo 1 (Gunnery)",
        /// WST-sa-133.
        OpeningSalvo1GunneryTorpedo = "Opening Salvo 1 (Gunnery/Torpedo)",
        /// WST-sa-134.
        Overstack = "Overstack",
        /// WST-sa-135.
        Pinpointer = "Pinpointer",
        /// WST-sa-136.
        PoorFacilities = "Poor Facilities",
        /// WST-sa-137.
        PressTheAttack = "Press the Attack",
        /// WST-sa-138.
        ProtectCripple = "Protect Cripple",
        /// WST-sa-139.
        PursuitShip = "Pursuit Ship",
        /// WST-sa-140.
        RadarFireControl = "Radar Fire Control",
        /// WST-sa-141.
        RadarPicket = "Radar Picket",
        /// WST-sa-142.
        RadarSolution = "Radar Solution",
        /// WST-sa-143.
        Raider = "Raider",
        /// WST-sa-144.
        RaiderHunter = "Raider Hunter",
        /// WST-sa-145.
        Ram = "Ram",
        /// WST-sa-146.
        RapidFire = "Rapid Fire",
        /// WST-sa-147.
        Repair = "Repair",
        /// WST-sa-148.
        ReplenishAircraft = "Replenish Aircraft",
        /// WST-sa-115.
        RescueOperations = "Rescue Operations",
        /// WST-sa-149.
        RiskyAttack = "Risky Attack",
        /// WST-sa-150.
        RocketAttack = "Rocket Attack",
        /// WST-sa-151.
        Rugged = "Rugged",
        /// WST-sa-152.
        RunSilent = "Run Silent",
        /// WST-sa-153.
        ScoutCruiser = "Scout Cruiser",
        /// WST-sa-154.
        ScoutPlanes = "Scout Planes",
        /// WST-sa-155.
        ScoutplaneAttack = "Scoutplane Attack",
        /// WST-sa-156.
        SeaBasing = "Sea Basing",
        /// WST-sa-157.
        SeaplaneDetachments = "Seaplane Detachments",
        /// WST-sa-158.
        SecretBreakout = "Secret Breakout",
        /// WST-sa-115.
        SecretCargo4 = "Secret Cargo 4",
        /// WST-sa-159.
        ShadowBattleship = "Shadow Battleship",
        /// WST-sa-160.
        Shadowing = "Shadowing",
        /// WST-sa-161.
        ShallowDraft = "Shallow Draft",
        /// WST-sa-162.
        Sharpshooter = "Sharpshooter",
        /// WSC-17-16.
        ShoreBattery = "Shore Battery",
        /// WST-sa-163.
        ShoreSupport = "Shore Support",
        /// WSC-17-4.
        ShoreSupportInfantry = "Shore Support (infantry)",
        /// WST-sa-164.
        SkilledSearch = "Skilled Search",
        /// WST-sa-165.
        SkipBomb = "Skip-Bomb",
        /// WST-sa-166.
        SlipAway = "Slip Away",
        /// WST-sa-167.
        Slow1 = "Slow 1",
        /// WST-sa-167.
        Slow2 = "Slow 2",
        /// WST-sa-167.
        Slow3 = "Slow 3",
        /// WST-sa-168.
        SneakAttack = "Sneak Attack",
        /// WST-sa-169.
        SplitFire = "Split Fire",
        /// WST-sa-170.
        Sprint = "Sprint",
        /// WST-sa-171.
        Stalwart = "Stalwart",
        /// WST-sa-172.
        Stealthy = "Stealthy",
        /// WST-sa-173.
        Straddle = "Straddle",
        /// WST-sa-174.
        StukaOperations = "Stuka Operations",
        /// WST-sa-174.
        StukaOperationsAquila = "Stuka Operations (Aquila)",
        /// WST-sa-175.
        SubHunter = "Sub Hunter",
        /// WST-sa-176.
        SubmergedShot = "Submerged Shot",
        /// WST-sa-177.
        SuicideAttack = "Suicide Attack",
        /// WST-sa-178.
        Surprise = "Surprise",
        /// WST-sa-179.
        SurpriseRaid = "Surprise Raid",
        /// WST-sa-180.
        Survivor = "Survivor",
        /// WST-sa-181.
        SwarmTactics = "Swarm Tactics",
        /// WST-sa-182.
        SweepMines = "Sweep Mines",
        /// WST-sa-115.
        TokyoExpress = "Tokyo Express",
        /// WST-sa-183.
        TorpedoDefense1 = "Torpedo Defense 1",
        /// WST-sa-184.
        TorpedoProtection = "Torpedo Protection",
        /// WST-sa-185.
        TorpedoRun = "Torpedo Run",
        /// WST-sa-186.
        TorpedoSalvo = "Torpedo Salvo",
        /// WST-sa-187.
        TorpedoSwarm = "Torpedo Swarm",
        /// WST-sa-188.
        ToughCruiser1 = "Tough Cruiser 1",
        /// WST-sa-189.
        UncertainArrival = "Uncertain Arrival",
        /// WST-sa-190.
        UniquelyTough = "Uniquely Tough",
        /// WST-sa-126.
        UnmaskGuns = "Unmask Guns",
        /// WST-sa-191.
        ValiantStand = "Valiant Stand",
        /// WST-sa-105.
        VerySlow = "Very Slow",
        /// WST-sa-192.
        VeteranPilot1 = "Veteran Pilot 1",
        /// WST-sa-115.
        VitalCargo6 = "Vital Cargo 6",
        /// WST-sa-115.
        VitalCargo8 = "Vital Cargo 8",
        /// WST-sa-193.
        WildcatOperations = "Wildcat Operations",
        /// WST-sa-194.
        Wolfpack = "Wolfpack",
        /// WST-sa-195.
        WornOutBoat = "Worn-Out Boat",
    }
}

impl Serialize for Ability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ability, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ability::named(&name).ok_or_else(|| serde::de::Error::custom(format!("`{name}` is no ability")))
    }
}
