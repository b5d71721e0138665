//! What can be asked, each kind of question once: rules put it, doctrine answers it and officers know it by
//! this name.

use engine::question::questions;

questions! {
    BUY = "buy": "the first fleet; a side that buys nothing gets the sample fleet";
    PREBUILD = "prebuild": "what was begun before the first turn, and how much is paid";
    YARDS = "yards": "where yards and the pen stand, and which small yards are raised";
    FACTORIES = "factories": "which aircraft the first factories make";
    TRANSPORTS = "transports": "how many transports lie at each base at the start";
    SPEND = "spend": "what is paid for units";
    BASE = "base": "where aircraft are based";
    EMBARK = "embark": "troops that go aboard ships, or ashore";
    LOAD = "load": "points that ships take aboard";
    CONVOY = "convoy": "which ships go with a convoy";
    MOVE = "move": "where ships and submarines go";
    SCOUT = "scout": "which sectors aircraft scout";
    SCOUT_DETAILS = "scout-details": "what further scouts look for, in which order";
    STRIKE = "strike": "which sectors aircraft are committed to";
    STAND = "stand": "where forces flee, and what crippled ships in port do";
    HUNT = "hunt": "what submarines and task forces do about convoys";
    LATE_STRIKE = "late-strike": "which sectors aircraft are committed to after tactical intelligence";
    AT_TABLE = "at-table": "which battles you would fight at the table";
    PLAN = "plan": "which battle plan holds where";
    OWN_PLAN = "own-plan": "your own battle plan, field by field";
    RESULT = "result" in combat: "what came of a battle at the table";
    RESULT_AGAIN = "result-again" in combat: "the same, where the two results differed";
    REGROUP = "regroup": "where ships go after combat";
}
