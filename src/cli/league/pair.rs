//! `sealord league pair` and `import`: who meets whom.

use std::path::PathBuf;

use league::acts::{self, Desk, Paired};
use league::book::fact::PairedBoard;
use league::figures::lines;
use league::settings::EventSettings;
use serde_json::{Value, json};
use tournament::Entrant;
use tournament::pairing::{self, Board, Field, Rule, Seating, Why};

use super::at_desk;
use super::organise::EventArgs;
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json, read};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count, list_and, quote};

/// The largest file of pairs that is read.
const LIMIT: u64 = 1 << 20;

/// Pair the next round
#[derive(Debug, clap::Args)]
pub struct PairArgs {
    #[command(flatten)]
    of: EventArgs,
    /// Show the pairing and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Show the cheapest round without this board, and what it would cost more
    #[arg(long, value_name = "BOARD", value_parser = clap::value_parser!(u32).range(1..))]
    why: Option<u32>,
    /// Pair by hand: the boards as FIRST-SECOND, the first board first, and who has a bye as a word alone
    #[arg(
        long,
        value_name = "PAIR,PAIR",
        value_delimiter = ',',
        requires = "reason",
        conflicts_with = "why"
    )]
    by_hand: Vec<String>,
    /// Let this rule of pairing give way (2, 4 or 5): only where no pairing fulfils all
    #[arg(long, value_name = "RULE", requires = "by_hand", value_parser = rule)]
    relax: Vec<Rule>,
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Take a pairing that another program wrote, after the check of its legality
#[derive(Debug, clap::Args)]
pub struct ImportArgs {
    #[command(flatten)]
    of: EventArgs,
    /// The pairs: a list as bbpPairings and JaVaFo write it, or a report file of FIDE with the next round.
    /// Numbers are those of `sealord league export --trf`
    #[arg(long, value_name = "FILE")]
    pairs: PathBuf,
    /// Let this rule of pairing give way (2, 4 or 5)
    #[arg(long, value_name = "RULE", value_parser = rule, requires = "reason")]
    relax: Vec<Rule>,
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

fn rule(word: &str) -> Result<Rule, String> {
    let rule = word.parse().ok().and_then(Rule::of).filter(|rule| rule.may_give_way());
    rule.ok_or_else(|| {
        "write 2 (no rematch), 4 (no second bye) or 5 (sides); rules 1 and 3 always hold".to_owned()
    })
}

/// Runs `sealord league pair`.
pub fn pair(shared: &Shared, args: PairArgs) -> Outcome {
    let EventArgs { club, event } = &args.of;
    at_desk(shared, &club.club, |desk| {
        let paired = match args.by_hand.is_empty() {
            true => acts::work_out(desk, event)?,
            false => acts::take_pairs(desk, event, seating(&args.by_hand)?, &args.relax)?,
        };
        if let Some(board) = args.why {
            return why(shared, desk, event, &paired, board);
        }
        finish(shared, desk, event, &paired, (args.dry_run, args.reason.as_deref()))
    })?;
    Ok(ExitCode::Done)
}

/// Runs `sealord league import`.
pub fn import(shared: &Shared, args: ImportArgs) -> Outcome {
    let EventArgs { club, event } = &args.of;
    let bytes = read(&args.pairs, LIMIT)?;
    let name = args.pairs.display().to_string();
    let text = String::from_utf8(bytes).map_err(|_| MatchFault::Io(format!("{name} is not UTF-8")))?;
    at_desk(shared, &club.club, |desk| {
        let numbers = desk.event(event)?.entered.iter().map(|it| it.entrant.clone()).collect::<Vec<_>>();
        let round = league::export::round_of_file(desk.event(event)?, desk.current(event)?.number);
        let seating = league::export::seating(&text, &name, &numbers, round)
            .map_err(|problems| MatchFault::Refused { problems, source: text.clone() })?;
        let paired = acts::take_pairs(desk, event, seating, &args.relax)?;
        let why = args.reason.clone().unwrap_or_else(|| "paired by another program".to_owned());
        finish(shared, desk, event, &paired, (false, Some(&why)))
    })?;
    Ok(ExitCode::Done)
}

/// Boards as they are written by hand.
fn seating(words: &[String]) -> Result<Seating, MatchFault> {
    let mut seating = Seating::default();
    for word in words {
        match word.split_once('-') {
            Some((first, second)) if !first.is_empty() && !second.is_empty() => {
                seating.boards.push(Board { first: Entrant::new(first), second: Entrant::new(second) });
            }
            None if !word.is_empty() => seating.byes.push(Entrant::new(word)),
            _ => {
                let what = format!("{} is no pair", quote(word));
                return Err(MatchFault::usage(what, "write FIRST-SECOND, as anna-bert"));
            }
        }
    }
    Ok(seating)
}

/// Shows a pairing, and writes it down unless it is only to be shown.
fn finish(
    shared: &Shared,
    desk: &mut Desk<'_>,
    event: &str,
    paired: &Paired,
    (dry_run, why): (bool, Option<&str>),
) -> Result<(), MatchFault> {
    let of = desk.event(event)?;
    let byes = of.round(paired.round).map_or(0, |round| round.byes_asked.len());
    let gone = of.entered.iter().filter(|it| it.gone.is_some()).count();
    let mut text = format!("{event}, round {} of {}: ", paired.round, of.settings.rounds);
    text += &format!("{} confirmed", paired.field.contenders.len());
    if byes > 0 {
        text += &format!(", {byes} asked for a bye");
    }
    if gone > 0 {
        text += &format!(", {gone} left");
    }
    text.push('\n');
    text += &boards(&paired.field, (&of.settings, &paired.pairing.seating), &lines(of));
    text += &cost(paired);
    text += match dry_run {
        true => {
            "Nothing was written. Without --dry-run this is the round; --why BOARD shows the cheapest round without that board.\n"
        }
        false => match acts::pair(desk, event, paired, why)? {
            true => "The round was paired so already; nothing was written.\n",
            false => "Written. Decide the sides with `sealord league seats`, then begin the matches.\n",
        },
    };
    match shared.json {
        true => print_json(&value(event, &desk.event(event)?.settings, paired, dry_run)),
        false => print(&text),
    }
}

/// A line for each board and bye.
fn boards(
    field: &Field,
    (settings, seating): (&EventSettings, &Seating),
    lines: &[tournament::Line],
) -> String {
    let score = |who: &Entrant| {
        let contender = field.contenders.iter().find(|it| it.entrant == *who);
        contender.map_or(String::new(), |it| format!("({})", it.score))
    };
    let width = field.contenders.iter().map(|it| it.entrant.word().len()).max().unwrap_or(0);
    let mut text = String::new();
    for PairedBoard { board: number, first, second, .. } in &acts::paired_boards(settings, seating) {
        let scores = [first, second]
            .map(|who| field.contenders.iter().find(|it| it.entrant == *who).map(|it| it.score));
        let floats = match scores {
            [Some(one), Some(other)] if one > other => format!("  {second} meets a higher score"),
            [Some(one), Some(other)] if one < other => format!("  {first} meets a higher score"),
            _ => String::new(),
        };
        text += format!(
            "board {number:<2} {first:<width$} {:<5} -  {second:<width$} {:<5}{floats}",
            score(first),
            score(second)
        )
        .trim_end();
        text.push('\n');
    }
    for who in &seating.byes {
        let had = lines.iter().filter(|line| matches!(&line.what, tournament::What::Bye { of, kind: tournament::Bye::Pairing } if of == who)).count();
        let which =
            if had == 0 { "his first".to_owned() } else { format!("he has had {}", count(had, "bye")) };
        text += &format!("bye      {who:<width$} {:<5}    {which}\n", score(who));
    }
    text
}

/// What a pairing costs, and what gave way.
fn cost(paired: &Paired) -> String {
    let layers: Vec<String> =
        paired.pairing.cost.layers().iter().map(|(layer, cost)| format!("{} {cost}", layer.name())).collect();
    let mut text = format!("cost: {}\n", layers.join(", "));
    for (rule, times) in &paired.pairing.relaxed {
        text += &format!("rule {} gave way {}\n", rule.number(), count(*times, "time"));
    }
    text
}

fn value(event: &str, settings: &EventSettings, paired: &Paired, dry_run: bool) -> Value {
    let seating = &paired.pairing.seating;
    let boards = acts::paired_boards(settings, seating)
        .into_iter()
        .map(|it| json!({ "board": it.board, "first": it.first, "second": it.second }));
    let cost = paired
        .pairing
        .cost
        .layers()
        .iter()
        .map(|(layer, cost)| json!({ "layer": layer.name(), "cost": cost }));
    let relaxed =
        paired.pairing.relaxed.iter().map(|(rule, times)| json!({ "rule": rule.number(), "times": times }));
    json!({
        "ok": true, "event": event, "round": paired.round, "written": !dry_run,
        "boards": boards.collect::<Vec<_>>(), "byes": seating.byes, "cost": cost.collect::<Vec<_>>(),
        "relaxed": relaxed.collect::<Vec<_>>(),
    })
}

/// Why a board is there.
fn why(shared: &Shared, desk: &Desk<'_>, event: &str, paired: &Paired, board: u32) -> Result<(), MatchFault> {
    let boards = &paired.pairing.seating.boards;
    let games = desk.event(event)?.settings.matches_of_a_pair();
    let Some(pair) = boards.get((board as usize - 1) / games) else {
        let what = format!("round {} would have boards 1 to {}", paired.round, boards.len() * games);
        return Err(MatchFault::no(what, "name one of them"));
    };
    let other = pairing::why(&paired.field, pair)
        .map_err(|refusal| MatchFault::no(refusal.to_string(), "let players confirm the round"))?;
    let Board { first, second } = pair;
    let text = match &other {
        None => format!("{first} and {second} must meet: every legal round has this board\n"),
        Some(Why { seating, difference, .. }) => {
            let more: Vec<String> = difference
                .layers
                .iter()
                .filter(|(_, more)| *more != 0)
                .map(|(layer, more)| format!("{} {more:+}", layer.name()))
                .collect();
            let more =
                if more.is_empty() { "nothing: the lot alone decided".to_owned() } else { list_and(&more) };
            let shown = boards_of(desk, event, paired, seating)?;
            format!(
                "without {first} - {second} the cheapest round would be:\n{shown}difference in cost: {more}\n"
            )
        }
    };
    match shared.json {
        true => print_json(&json!({
            "ok": true, "board": board, "forced": other.is_none(),
            "difference": other.map(|why| why.difference.layers.iter().map(|(layer, more)| json!({ "layer": layer.name(), "more": more.to_string() })).collect::<Vec<_>>()),
        })),
        false => print(&text),
    }
}

fn boards_of(desk: &Desk<'_>, event: &str, paired: &Paired, seating: &Seating) -> Result<String, MatchFault> {
    let of = desk.event(event)?;
    Ok(boards(&paired.field, (&of.settings, seating), &lines(of)))
}
