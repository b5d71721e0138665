//! What can be asked, each kind of question once: rules put it, doctrine answers it and officers know it by
//! this name.

use engine::question::questions;

questions! {
    SET_UP = "set-up": "where units start";
    RAID_FORCE = "raid-force": "which Japanese ships lie ready for Pearl Harbor";
    CHANCES = "chances": "with which dice the groups of uncertain location turn up where";
    REINFORCE = "reinforce": "where reinforcements arrive";
    WITHDRAW = "withdraw": "which unit leaves instead of one that is lost";
    PATROL = "patrol": "where patrolling ships and submarines go, and which ships will raid";
    REPAIR = "repair": "which ship each repair point of a port serves";
    PLACE_AIR = "place-air": "where air units go, one at a time";
    ITALY_ENTRY = "italy-entry": "whether Italy declares war on turn 0";
    SAIL_AMPHIBIOUS = "sail-amphibious": "where amphibious units go";
    RAID = "raid": "where raiding ships go";
    TURN_SUBMARINE = "turn-submarine": "which submarine of an area turns to its raiding side";
    SELECT_AREA = "select-area" in combat: "the next area to be fought in";
    STRIKE = "strike" in combat: "which ports and bases air units attack";
    HUNTERS = "hunters" in combat: "which navy hunts submarines off America";
    SCRAP = "scrap": "which unfinished German ships are broken up";
    BUILD = "build": "which German ships are built instead of U-boats";
    RENAME = "rename": "whether Deutschland becomes Lutzow";
    NAME = "name": "which carriers take the name of one that was lost";
    CONVERT = "convert": "which battleships become carriers";
    PEARL_STAY = "pearl-stay": "whether Japan stays off Hawaii after the raids";
    PEARL_RETREAT = "pearl-retreat": "whether the Allies leave Hawaii before more combat";
    TASK_FORCES = "task-forces" in combat: "the task forces of a round";
    INTENT = "intent" in combat: "whether a task force searches, hides or lands";
    ACTION = "action" in combat: "an air action or a surface action";
    KAMIKAZE = "kamikaze" in combat: "which Japanese aircraft attack to the death";
    JOIN_SURFACE = "join-surface" in combat: "which unsighted task forces join a surface action";
    GUNS = "guns" in combat: "which carriers of the side that fires second fire their guns";
    AIR_TARGETS = "air-targets" in combat: "targets of airstrikes";
    DEFEND = "defend" in combat: "the attacker that Aquila's fighters meet";
    GUN_TARGETS = "gun-targets" in combat: "targets of gunnery";
    SUBMARINE_TARGET = "submarine-target" in combat: "the target of a raiding submarine";
    RETREAT = "retreat" in combat: "retreat from an area, or stay";
    GROUPS = "groups" in combat: "the groups in which units retreat";
    PURSUE = "pursue" in combat: "which ships pursue which group";
    AIR_RAID = "air-raid" in combat: "which ports and bases carriers raid";
    RAID_TARGETS = "raid-targets" in combat: "targets in a port or base";
    LAND = "land" in combat: "where amphibious units land";
    DEFENDER = "defender" in combat: "which of several defenders is lost";
    TRANSFER = "transfer": "which ships leave the Atlantic for the Pacific before turn 11";
    LILA = "lila": "whether Germany seizes the French fleet now";
    CATAPULT = "catapult": "which British units attack which French ships";
    CATAPULT_REPLY = "catapult-reply": "targets of the French ships that fire back";
    REFUEL = "refuel": "which German ships stay at sea";
    RETURN = "return" in combat: "the ports and bases to which units return";
}
