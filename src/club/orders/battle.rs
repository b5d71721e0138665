//! Battle plans in a form.

use std::fmt::Write;

use super::form::Lines as FormLines;
use engine::draft::battle::BattlePlans;
use engine::draft::write::remark;

/// How a form begins what it says of battle plans.
const WORDS: &str = "You may send whole battle plans: take away the first `# ` of the lines below and change them. They stand \
                     until you send others, `battle-plans: []` takes them back, and no other side sees them.";

/// Writes the plans that stand, or a pattern behind `#`; a form of the lines that are needed only names it.
pub(super) fn offer(text: &mut String, plans: &BattlePlans, lines: FormLines) {
    if !plans.standing.trim().is_empty() {
        text.push_str("\nbattle-plans:\n");
        plans.standing.lines().for_each(|line| _ = writeln!(text, "  {line}"));
        return;
    }
    text.push('\n');
    if lines == FormLines::Needed {
        let words = "You may send whole battle plans under `battle-plans:` (a whole form has a pattern).";
        return remark(text, "", words);
    }
    remark(text, "", WORDS);
    text.push_str("# battle-plans:\n");
    plans.pattern.lines().for_each(|line| _ = writeln!(text, "#   {line}"));
}
