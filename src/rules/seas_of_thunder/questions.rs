//! What can be asked, each kind of question once: rules put it, doctrine answers it and officers know it by
//! this name.

use engine::question::questions;

questions! {
    REQUEST_MINORS = "request-minors": "which neutral minors the Axis asks to join";
    BID_FOR_MINORS = "bid-for-minors": "points bid for neutral minors";
    ANSWER_BIDS = "answer-bids": "whether minors join or the points are taken";
    PLACE_CONVOYS = "place-convoys": "where convoy tokens go";
    DEPLOY = "deploy": "the ports of the setup";
    ADJUST_SETUP = "adjust-setup": "the Axis adjustment of the setup";
    REINFORCE = "reinforce": "the ports of new and repaired ships";
    OVERSTACK = "overstack": "which ships of an overfull port lie up";
    MOVE_SHIPS = "move-ships": "where ships sail";
    PLACE_AIR = "place-air": "where LBA fly";
    DECLARE = "declare": "whether the Soviet Union goes to war with Japan";
    CHOOSE_NAVY = "choose-navy" in combat: "which of several navies that do not cooperate must fight";
    MAT = "mat" in combat: "the box of each unit";
    INTERCEPT = "intercept" in combat: "which of several equal missions surplus Air cancels";
    STRIKE_TARGETS = "strike-targets" in combat: "targets of air strikes";
    AFTER_STRIKE = "after-strike" in combat: "where SSAV go after an air strike";
    ASW_TARGETS = "asw-targets" in combat: "targets of antisubmarine attacks";
    ASW_SWEEP = "asw-sweep" in combat: "which minelayer a sweeper stops in ASW";
    RAIDER = "raider" in combat: "raid, line or reserve";
    SUBMARINE_TARGETS = "submarine-targets" in combat: "targets of submarines";
    AFTER_SUBMARINE = "after-submarine" in combat: "where submarines go after their attack";
    SWEEP = "sweep" in combat: "which minelayer a sweeper stops";
    SWEPT_LAYER = "swept-layer" in combat: "where a stopped minelayer goes";
    MINE_TARGETS = "mine-targets" in combat: "targets of mines";
    AFTER_MINE = "after-mine" in combat: "where mine units go after their attack";
    FIRE = "fire" in combat: "targets of gunfire";
    RETURN = "return" in combat: "the ports of ships that go home";
}
