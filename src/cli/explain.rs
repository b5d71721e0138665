//! `sealord explain`

use std::path::PathBuf;

use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, party, print_json, print_plain};
use crate::adjudicator::Part;
use crate::matches::read_orders;
use crate::matches::{Game, MatchFault};
use crate::orders::battle::battle_plans_text;
use crate::orders::write::draft_text;
use crate::orders::{OrdersDraft, PlanDraft};
use crate::party::Party;
use crate::problem::{ExitCode, quote, visible};
use crate::report::sentences;
use crate::rules::ledger::Ledger;
use crate::view::Sea;

/// Explain why something happened: the rule with its ruling, the dice, the side's own answers
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A match folder, for everything so far, or a packet, for what it reports
    pub from: PathBuf,
    /// A ship, a place or its number, a rule or a kind of event; leave it out for everything
    pub word: Option<String>,
    /// The side from whose view to explain, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
}

/// The system, the view as JSON, and the party's own answers with their keys.
type Source = (String, Value, Vec<(String, String)>);

/// One thing that happened, with what made it so.
struct Explained {
    chapter: String,
    rule: String,
    sentence: String,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let (system, view, answers) = source(shared, &args)?;
    let wanted = wanted(&view, args.word.as_deref().unwrap_or_default());
    let mut chapters = Vec::new();
    let mut lines: Vec<&Value> = Vec::new();
    let story = crate::view::story(&view).map_err(|fault| {
        let what =
            format!("{} was damaged: there is no story in it that can be read: {fault}", args.from.display());
        MatchFault::no(what, "use the .json file as it came with the report")
    })?;
    for chapter in &story {
        for line in chapter.lines {
            if wanted.iter().any(|word| mentions(line, word) || is_of(chapter.title, word)) {
                chapters.push(chapter.title.to_owned());
                lines.push(line);
            }
        }
    }
    if lines.is_empty() {
        let what = format!("nothing here mentions {}", quote(args.word.as_deref().unwrap_or("anything")));
        return Err(MatchFault::no(what, "name a ship, a place or a rule as the report writes it"));
    }
    let told = sentences(&shared.kit.templates, &system, &lines)?;
    let told = told.into_iter().zip(chapters).zip(&lines).map(|((sentence, chapter), line)| {
        let rule = line["rule"].as_str().unwrap_or_default().to_owned();
        Explained { chapter, rule, sentence }
    });
    let told: Vec<Explained> = told.collect();
    let ledger =
        Ledger::load(&shared.kit.games, &system).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let answers: Vec<(String, String)> = answers
        .into_iter()
        .filter(|(key, text)| wanted.iter().any(|word| matches_answer(key, text, word)))
        .collect();
    tell(shared, &told, &ledger, &answers)?;
    Ok(ExitCode::Done)
}

/// The words to look for: of a zone that has a number, however it is called, the number; of any other place its name, as
/// the story has it, and its id, as keys and answers have it; otherwise the word itself.
fn wanted(view: &Value, word: &str) -> Vec<String> {
    let named = Sea::of(view).ok().and_then(|sea| names_of(&sea, word));
    let mut named = named.unwrap_or_else(|| vec![word.to_lowercase()]);
    named.dedup();
    named
}

/// What is looked for where a word means a place.
fn names_of(sea: &Sea<'_>, word: &str) -> Option<Vec<String>> {
    let called = |name: &str| name.to_lowercase() == word.to_lowercase();
    if let Some(zone) = sea.called(word).or_else(|| sea.zones.iter().find(|zone| called(zone.name))) {
        let names = || [Some(zone.name), zone.key].into_iter().flatten().map(str::to_lowercase).collect();
        return Some(zone.number.map_or_else(names, |number| vec![number.to_string()]));
    }
    let port = sea.ports.iter().find(|port| called(port.name) || called(port.id))?;
    Some(vec![port.name.to_lowercase(), port.id.to_lowercase()])
}

/// What a party may know, and its own answers where a match folder has them.
fn source(shared: &Shared, args: &Args) -> Result<Source, MatchFault> {
    if !args.from.is_dir() {
        let packet = shared.packet(&args.from, args.party)?;
        return Ok((packet.system, packet.view, Vec::new()));
    }
    let party = args.party.ok_or_else(|| {
        let mend = format!("say {}", shared.party_flags(&args.from));
        MatchFault::usage("a match folder has what all sides know", mend)
    })?;
    let game = shared.whole_game(&args.from)?;
    let view = game.view(party, Part::All)?;
    Ok((game.settings.system.clone(), view, own_answers(&game, party)?))
}

/// A party's own answers in closed exchanges: the keys with their exchange, and what was written.
fn own_answers(game: &Game, party: Party) -> Result<Vec<(String, String)>, MatchFault> {
    let mut answers = Vec::new();
    for exchange in &game.exchanges {
        let files = exchange.gathering.revealed(party).map(|sealed| sealed.open().to_vec());
        let policy = exchange.defaults.get(&party).map(|orders| orders.clone().into_bytes());
        for file in files.into_iter().chain(policy) {
            let OrdersDraft { answers: given, plans, battle_plans, .. } = read_orders(&file)?;
            for draft in given {
                answers
                    .push((format!("{} (exchange {})", draft.key.text, exchange.number), draft_text(&draft)));
            }
            for PlanDraft { hold, answer, .. } in plans.into_iter().flat_map(|plans| plans.plans) {
                let of = format!("{} (exchange {}, {} plan)", answer.key.text, exchange.number, hold.id());
                answers.push((of, draft_text(&answer)));
            }
            if let Some(plans) = battle_plans {
                let of = format!("battle-plans (exchange {})", exchange.number);
                answers.push((of, battle_plans_text(&plans)));
            }
        }
    }
    Ok(answers)
}

/// True if the title of a chapter names the zone of that number.
fn is_of(title: &str, wanted: &str) -> bool {
    title.to_lowercase().ends_with(&format!("({wanted})"))
}

/// True if an answer was given for a place of that word or number, which stands in its key, or speaks of the word.
fn matches_answer(key: &str, text: &str, wanted: &str) -> bool {
    let is_place = |part: &str| part == wanted || part.ends_with(&format!("-{wanted}"));
    key.split('/').any(is_place) || text.to_lowercase().contains(wanted)
}

/// True if a telling has the word as a name, an id, a place's number, its rule or its kind.
fn mentions(value: &Value, wanted: &str) -> bool {
    match value {
        Value::String(text) => {
            let text = text.to_lowercase();
            wanted.is_empty() || text == wanted || text.ends_with(&format!("({wanted})")) || {
                wanted.len() > 2 && text.split(['(', ',']).any(|part| part.trim() == wanted)
            }
        }
        Value::Array(items) => items.iter().any(|item| mentions(item, wanted)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, wanted)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn tell(
    shared: &Shared,
    told: &[Explained],
    ledger: &Ledger,
    answers: &[(String, String)],
) -> Result<(), MatchFault> {
    if shared.json {
        let lines: Vec<Value> = told
            .iter()
            .map(|it| json!({ "chapter": it.chapter, "rule": it.rule, "sentence": it.sentence }))
            .collect();
        let answers: Vec<Value> =
            answers.iter().map(|(key, text)| json!({ "key": key, "answer": text })).collect();
        return print_json(&json!({ "told": lines, "answers": answers }));
    }
    let mut text = String::new();
    let mut chapter = "";
    for it in told {
        if it.chapter != chapter {
            chapter = &it.chapter;
            text += &format!("\n{}\n", visible(chapter));
        }
        // A ruling comes from no rule.
        let rule = if it.rule.is_empty() { String::new() } else { format!(" [{}]", visible(&it.rule)) };
        text += &format!("  {}{rule}\n", it.sentence);
    }
    let mut rules: Vec<&str> = told.iter().map(|it| it.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    text += "\nThe rules behind it\n";
    for rule in rules {
        if let Some(entry) = ledger.find(rule) {
            text += &format!("  {}  {}: {}\n", entry.id, entry.title, entry.gist.trim());
            if let Some(ruling) = &entry.ruling {
                text += &format!("    Ruling: {}\n", ruling.trim());
            }
        }
    }
    if !answers.is_empty() {
        text += "\nYour answers\n";
        for (key, answer) in answers {
            text += &format!("  {key}: {answer}\n");
        }
    }
    print_plain(text.trim_start_matches('\n'))
}
