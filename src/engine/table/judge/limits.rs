//! What an answer must keep as a whole: what silence fills in, and the words for a limit that is broken.
//! Nothing here knows where in a file an answer stands.

use crate::problem::{list_and, list_or};
use crate::question::{Limit, OpenQuestion, bound};

/// A full answer from what was said of some subjects: silence fills in the rest.
///
/// # Errors
/// The subjects, by index, for which silence has no answer.
pub fn filled(question: &OpenQuestion, given: &[Option<u16>]) -> Result<Vec<u16>, Vec<usize>> {
    let filled = filled_as_far_as_said(question, given);
    let missing: Vec<usize> = (0..filled.len()).filter(|&at| filled[at].is_none()).collect();
    if missing.is_empty() { Ok(filled.into_iter().flatten().collect()) } else { Err(missing) }
}

/// The same as far as it goes: nothing where silence has no answer.
pub fn filled_as_far_as_said(question: &OpenQuestion, given: &[Option<u16>]) -> Vec<Option<u16>> {
    given.iter().enumerate().map(|(at, said)| said.or_else(|| default_answer(question, given, at))).collect()
}

/// What silence means for a subject, given what was said of others: once a counted option has been named
/// often enough, those who were not named take another.
fn default_answer(question: &OpenQuestion, given: &[Option<u16>], at: usize) -> Option<u16> {
    let default = question.subjects[at].default?;
    let allowed = |of: u16| {
        let counts = question.limits.iter().filter_map(Limit::counts);
        counts.filter(|(option, _)| *option == of).map(|(_, allowed)| *allowed.end()).min()
    };
    let Some(count) = allowed(default) else { return Some(default) };
    let named = given.iter().flatten().filter(|option| **option == default).count();
    let unnamed =
        |&before: &usize| given[before].is_none() && question.subjects[before].default == Some(default);
    if named + (0..at).filter(unnamed).count() < count {
        return Some(default);
    }
    question.open_to(at).iter().copied().find(|&of| allowed(of).is_none()).or(Some(default))
}

/// A broken limit in words: its code, what is wrong, how to mend it.
type Broken = (&'static str, String, String);

/// A broken limit in words. `who` are the subjects at fault.
pub fn broken(question: &OpenQuestion, limit: &Limit, who: &[usize], choice: &[u16]) -> Broken {
    let names = who.iter().map(|&at| question.subjects[at].id.as_str()).collect::<Vec<_>>().join(", ");
    let option = |at: usize| &question.options[choice[at] as usize].id;
    let chosen = |at: &usize| format!("{} ({})", question.subjects[*at].id, option(*at));
    match limit {
        Limit::Distinct { what, .. } => {
            let where_ = who.first().map_or("?", |&at| option(at));
            let mend = "choose something else for one of them".to_owned();
            ("not-distinct", format!("{what}: {names} ({where_})"), mend)
        }
        Limit::Exactly { option, count, .. } => {
            let id = &question.options[*option as usize].id;
            let what = format!("`{id}` is chosen for {} but must be for {count}", who.len());
            ("wrong-count", what, format!("write `{id}` for exactly {count}"))
        }
        Limit::AtMost { option, count, .. } => {
            let id = &question.options[*option as usize].id;
            let what = format!("`{id}` is chosen for {}, at most {count} may take it: {names}", who.len());
            ("too-many", what, format!("write `{id}` for no more than {count}"))
        }
        Limit::AtLeast { option, count, .. } => {
            let id = &question.options[*option as usize].id;
            let what = format!("`{id}` is chosen for {}, at least {count} must take it", who.len());
            ("too-few", what, format!("write `{id}` for {count} or more"))
        }
        Limit::OnlyWith { option, needs, .. } => alone(question, *option, needs, choice, &names),
        Limit::OnlyIf { cases, what, .. } => {
            let taken: Vec<String> = who.iter().map(chosen).collect();
            let lacks = cases.iter().map(|case| lacking(question, case, choice));
            let mut mends = vec![format!("choose something else for {}", some_of(question, who))];
            mends.extend(lacks.filter(|mend| !mend.is_empty()));
            ("only-if", format!("{what}: {}", few(&taken)), mends.join(", or "))
        }
        Limit::Weighed { weights, most, what, .. } => {
            too_heavy(question, who, what, summed(question, weights, choice), *most)
        }
        Limit::Sum { least, most, what, .. } => {
            let sum: u32 = who.iter().map(|&at| u32::from(question.options[choice[at] as usize].mark)).sum();
            let bounds = bounds(*least, *most);
            ("wrong-sum", format!("{sum} {what}, not {bounds}: {names}"), format!("choose {bounds} {what}"))
        }
        Limit::Follows { needs, .. } => {
            let needed = &question.subjects[usize::from(*needs)].id;
            let id = &question.subjects[who[0]].id;
            let mend = format!("choose it for {needed} as well");
            ("out-of-turn", format!("{id} comes only with {needed}"), mend)
        }
        Limit::Alike { what, .. } => {
            let all: Vec<String> = who.iter().map(chosen).collect();
            ("not-alike", format!("{what}: {}", all.join(", ")), "choose alike for all of them".to_owned())
        }
        // Room, what is wanted and what is in vain are never broken, only warned of.
        Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. } | Limit::LeftToRight { .. } => {
            out_of_line(&names, option(who[0]))
        }
    }
}

/// An option that was taken without those that it needs.
fn alone(question: &OpenQuestion, bound: u16, needs: &[u16], choice: &[u16], names: &str) -> Broken {
    let id = |at: u16| format!("`{}`", question.options[at as usize].id);
    let lacking: Vec<String> =
        needs.iter().filter(|need| !choice.contains(need)).map(|&need| id(need)).collect();
    let (bound, lacking) = (id(bound), list_and(&lacking));
    let what = format!("{bound} may be chosen only if {lacking} is chosen as well: {names}");
    let mend = format!("choose {lacking} for another, or choose something other than {bound}");
    ("not-allowed-alone", what, mend)
}

/// More of something than is allowed; where what is done already is too much, nothing can be added.
fn too_heavy(question: &OpenQuestion, who: &[usize], what: &str, sum: i64, most: i32) -> Broken {
    let some = first_of(question, who);
    if most < 0 {
        let passed = match bound(what) {
            Some(sentence) => format!("no more of {some}: {sentence}, and that is passed already"),
            None => already_passed(&some, what),
        };
        return ("too-much", passed, "take less of it, or more of what eases the limit".to_owned());
    }
    let passed = match bound(what) {
        Some(sentence) => format!("{sentence}, and these orders are {} over it", sum - i64::from(most)),
        None => over(what, sum, most),
    };
    ("too-much", passed, format!("take less of {some}"))
}

fn already_passed(some: &str, what: &str) -> String {
    format!("no more of {some} {what}: it is passed already")
}

fn over(what: &str, sum: i64, most: i32) -> String {
    format!("{sum} {what} is {} too much; at most {most} is allowed", sum - i64::from(most))
}

/// The first of some subjects, and whether there are more.
fn first_of(question: &OpenQuestion, who: &[usize]) -> String {
    let some: Vec<&str> = who.iter().take(8).map(|&at| question.subjects[at].id.as_str()).collect();
    format!("{}{}", some.join(", "), if who.len() > some.len() { ", and more" } else { "" })
}

/// A broken limit as journals record it, where that is not how people read it.
pub fn recorded(question: &OpenQuestion, limit: &Limit, who: &[usize], choice: &[u16]) -> Option<String> {
    let Limit::Weighed { weights, most, what, .. } = limit else { return None };
    bound(what)?;
    Some(match *most {
        most if most < 0 => already_passed(&first_of(question, who), what),
        most => over(what, summed(question, weights, choice), most),
    })
}

/// What the marks of an answer come to.
fn summed(question: &OpenQuestion, weights: &[(u16, i32)], choice: &[u16]) -> i64 {
    let marks: Vec<u16> = choice.iter().map(|&of| question.options[usize::from(of)].mark).collect();
    crate::question::limit::weight(weights, &marks)
}

/// The bounds of a sum.
fn bounds(least: u16, most: u16) -> String {
    match (least, most) {
        (least, most) if least == most => format!("{least}"),
        (0, most) => format!("at most {most}"),
        (least, u16::MAX) => format!("at least {least}"),
        (least, most) => format!("from {least} to {most}"),
    }
}

/// Ships that attack past a target that nobody engages.
fn out_of_line(names: &str, target: &str) -> Broken {
    let what = format!("{names} cannot attack {target}: targets run left to right, none skipped");
    let mend = "let ships further left engage the targets before it, or choose the same target as the last ship \
                or the next one";
    ("out-of-line", what, mend.to_owned())
}

/// How many names a message lists.
const FEW: usize = 6;

/// The first of some words, and how many more there are.
fn few(words: &[String]) -> String {
    let shown: Vec<String> = words.iter().take(FEW).cloned().collect();
    match words.len() - shown.len() {
        0 => list_and(&shown),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn some_of(question: &OpenQuestion, subjects: &[usize]) -> String {
    few(&subjects.iter().map(|&at| question.subjects[at].id.clone()).collect::<Vec<_>>())
}

/// What would have to be chosen instead for a case of [`Limit::OnlyIf`] to hold.
fn lacking(question: &OpenQuestion, case: &[(Vec<u16>, Vec<u16>)], choice: &[u16]) -> String {
    let mends = case.iter().filter_map(|(who, options)| {
        let who = who.iter().map(|&at| usize::from(at));
        let lack: Vec<usize> = who.filter(|&at| !options.contains(&choice[at])).collect();
        let all = |option: &&u16| {
            options.contains(option) && lack.iter().all(|&at| question.open_to(at).contains(option))
        };
        let open = question.open_to(*lack.first()?).iter().filter(all);
        let open: Vec<&str> =
            open.take(FEW).map(|&option| question.options[usize::from(option)].id.as_str()).collect();
        Some(format!("{} for {}", list_or(&open), some_of(question, &lack)))
    });
    mends.collect::<Vec<_>>().join(" and ")
}
