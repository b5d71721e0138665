//! What can be asked, each kind of question once: rules put it, doctrine answers it and officers know it by
//! this name.

use engine::question::questions;

questions! {
    DAY_NIGHT = "day-night" in combat: "a Day or a Night Action";
    TARGETS = "targets" in combat: "who fires at what";
    SET_UP = "set-up": "where pieces begin";
    MISSIONS = "missions": "what is done in the Support Segment, in its order";
    COMPOSE = "compose": "what a Task Force is made of";
    CONTEST = "contest": "whether a placement is contested, and by what";
    REFORM = "reform": "a Task Force made anew for a further contest";
    REBASE = "rebase": "where ships and LBAs rebase";
    FORCED = "forced": "where pieces go that must leave";
    RETURN = "return": "where pieces go home or arrive";
    LUCK = "luck" in combat: "whether a die is rolled again";
    COMMERCE_RAID = "commerce-raid": "who goes on a commerce raid";
    INTERCEPT = "intercept": "who intercepts raiders, and in which groups";
    ENGAGE = "engage": "whether interceptors fight";
    RAID_GAIN = "raid-gain": "what a commerce raid brings";
    RAID_LOSS = "raid-loss": "what a commerce raid costs";
    INTERCEPT_RAIDERS = "intercept-raiders": "who answers a Base Attack Raid";
    PATROL_TARGET = "patrol-target": "what an X-boat on patrol attacks";
    BUILD = "build": "which ships are begun";
    REORGANIZE = "reorganize": "which LBAs reorganize";
    EMERGENCY_RECALL = "emergency-recall": "the Emergency Recall";
    SERVRON = "servron": "the Servron marker";
    RESERVE_HOLD = "reserve-hold": "which ships hold a Reserve Fleet";
    EVENT = "event": "what an event does";
    WITHDRAW = "withdraw": "what is withdrawn to the other theatre";
    RECALL = "recall": "what is recalled from the other theatre";
    RETIRE = "retire" in combat: "whether to retire after the first round";
}
