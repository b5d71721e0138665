//! Lists of ratings in words.

use serde_json::{Value, json};
use tournament::Entrant;
use tournament::formats::csv;
use tournament::rating::{Duel, How, List, Moved, Row, Score, Step};

use super::columns;
use crate::settings::RatingKind;
use crate::state::League;

/// What a kind of list is called.
pub(crate) fn kind_name(kind: RatingKind) -> &'static str {
    match kind {
        RatingKind::Area => "AREA",
        RatingKind::Elo => "Elo",
        RatingKind::Glicko2 => "Glicko-2",
    }
}

/// What a list is called.
fn title((system, kind): (&str, RatingKind)) -> String {
    format!("{}, {system}", kind_name(kind))
}

const HEAD: [&str; 5] = ["place", "entrant", "rating", "matches", "last"];

fn rows(list: &List, name: &dyn Fn(&Entrant) -> String) -> Vec<Vec<String>> {
    let row = |it: &Row| {
        let mark = if it.provisional { "?" } else { "" };
        let rank = it.rank.map_or(String::new(), |rank| rank.to_string());
        vec![
            rank,
            name(&it.entrant),
            format!("{}{mark}", it.rating),
            it.matches.to_string(),
            it.last.to_string(),
        ]
    };
    list.rows.iter().map(row).collect()
}

/// A list as text.
pub fn ratings(league: &League, of: (&str, RatingKind), list: &List) -> String {
    let mut text = format!("{}, as of {}\n", title(of), list.as_of);
    if list.rows.is_empty() {
        return text + "nobody has played a rated match yet\n";
    }
    text += &columns(&HEAD, &rows(list, &|who| league.name(who).to_owned()));
    if list.rows.iter().any(|row| row.provisional) {
        text += "? is provisional: few matches, or a large deviation.\n";
    }
    if list.rows.iter().any(|row| row.rank.is_none()) {
        text += "Without a place: no rated match in the last 12 months.\n";
    }
    text
}

/// A list for spreadsheets.
pub fn ratings_csv(system: &str, kind: RatingKind, list: &List) -> String {
    let rows: Vec<Vec<String>> = list
        .rows
        .iter()
        .map(|it| {
            let rank = it.rank.map_or(String::new(), |rank| rank.to_string());
            let provisional = if it.provisional { "yes" } else { "no" };
            let own = [system, kind.word()].map(str::to_owned);
            let rest = [rank, it.entrant.word().to_owned(), it.rating.to_string(), it.matches.to_string()];
            own.into_iter().chain(rest).chain([it.last.to_string(), provisional.to_owned()]).collect()
        })
        .collect();
    csv::table(&["system", "list", "place", "entrant", "rating", "matches", "last", "provisional"], &rows)
}

/// A list for programs.
pub fn ratings_json(system: &str, kind: RatingKind, list: &List) -> Value {
    let row = |it: &Row| {
        json!({
            "place": it.rank, "entrant": it.entrant, "rating": it.rating.to_string(), "matches": it.matches,
            "waiting": it.waiting, "last": it.last.to_string(), "provisional": it.provisional,
        })
    };
    json!({ "system": system, "list": kind.word(), "rows": list.rows.iter().map(row).collect::<Vec<_>>() })
}

/// A number of thousandths as points with their sign.
pub(crate) fn change(thousandths: i64) -> String {
    match thousandths % 1000 {
        0 => format!("{:+}", thousandths / 1000),
        _ => format!(
            "{}{}.{:03}",
            if thousandths < 0 { "-" } else { "+" },
            thousandths.abs() / 1000,
            thousandths.abs() % 1000
        ),
    }
}

/// What came of a match to somebody, before the name of whom he met.
pub(crate) fn score(of: Score) -> &'static str {
    match of {
        Score::Win => "won against",
        Score::Draw => "drew with",
        Score::Loss => "lost to",
    }
}

/// What was expected, and by which factor it counts.
pub(crate) fn expected(how: How) -> String {
    match how {
        How::Area { .. } => String::new(),
        How::Elo { expected, factor, .. } => format!(", expected 0.{expected:02}, K {factor}"),
        How::Glicko2 { expected } => format!(", expected 0.{expected:03}"),
    }
}

fn duel(league: &League, it: &Duel) -> String {
    let against: Vec<&str> = it.against.iter().map(|who| league.name(who)).collect();
    format!(
        "entry {}, {}: {} {} ({} against {}{})",
        it.entry,
        it.date,
        score(it.score),
        against.join(" and "),
        it.own,
        it.theirs,
        expected(it.how)
    )
}

/// Each step of an entrant's rating, as text.
pub fn steps(league: &League, of: (&str, RatingKind), who: &Entrant, list: &List) -> String {
    let steps = list.steps(who);
    let mut text = format!("{}: {}\n", title(of), league.name(who));
    if steps.is_empty() {
        return text + "  no rated match\n";
    }
    for step in steps {
        let period = step.period.map_or(String::new(), |(from, to)| format!("{from} to before {to}: "));
        text += &format!("  {period}{} -> {} ({})\n", step.before, step.after, change(step.change()));
        for it in &step.duels {
            text += &format!("    {}\n", duel(league, it));
        }
    }
    text
}

/// The same for programs.
pub fn steps_json(system: &str, who: &Entrant, list: &List) -> Value {
    let duel = |it: &Duel| {
        json!({
            "entry": it.entry, "date": it.date.to_string(), "against": it.against, "score": it.score.halves(),
            "own": it.own.to_string(), "theirs": it.theirs.to_string(),
        })
    };
    let step = |it: &Step| {
        json!({
            "before": it.before.to_string(), "after": it.after.to_string(), "change": change(it.change()),
            "duels": it.duels.iter().map(duel).collect::<Vec<_>>(),
        })
    };
    json!({ "system": system, "entrant": who, "steps": list.steps(who).iter().map(step).collect::<Vec<_>>() })
}

/// Whom an entry moved, as text.
pub fn moved(league: &League, of: (&str, RatingKind), entry: u64, moved: &[Moved]) -> String {
    let mut text = format!("{}: what entry {entry} moved\n", title(of));
    if moved.is_empty() {
        return text + "  nobody\n";
    }
    for it in moved {
        let [before, after] =
            [it.before, it.after].map(|at| at.map_or("none".to_owned(), |(rating, _)| rating.to_string()));
        text += &format!("  {}: {before} -> {after}\n", league.name(&it.entrant));
    }
    text
}

/// The same for programs.
pub fn moved_json(system: &str, moved: &[Moved]) -> Value {
    let at = |of: Option<(tournament::rating::Rating, Option<u32>)>| {
        of.map(|(rating, place)| json!({ "rating": rating.to_string(), "place": place }))
    };
    let one = |it: &Moved| json!({ "entrant": it.entrant, "before": at(it.before), "after": at(it.after) });
    json!({ "system": system, "moved": moved.iter().map(one).collect::<Vec<_>>() })
}
