//! `sealord explain`

use std::path::PathBuf;

use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, party, print_json, print_plain};
use crate::adjudicator::{Adjudicator, Part};
use crate::draft::battle::battle_plans_text;
use crate::draft::write::draft_text;
use crate::draft::{OrdersDraft, PlanDraft};
use crate::matches::read_orders;
use crate::matches::{Game, MatchFault};
use crate::nearest::Nearest;
use crate::party::Party;
use crate::problem::{Candidates, ExitCode, quote, visible};
use crate::report::{nearest, sentences};
use crate::rulebook::ledger::Ledger;
use crate::view::{ReadChapter, Sea};

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

/// What is explained, and what explains it.
struct Source {
    system: String,
    /// The view as JSON.
    view: Value,
    /// The party's own answers with their keys.
    answers: Vec<(String, String)>,
    /// The rules, for what they say of a line; none for a packet of other data, or of an edition that is not
    /// played any more.
    rules: Option<Box<dyn Adjudicator>>,
}

/// One thing that happened, with what made it so.
struct Explained {
    chapter: String,
    rule: String,
    sentence: String,
    /// The nearest other result, with its sentence.
    nearest: Option<(Nearest, String)>,
}

/// Runs `sealord explain`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let Source { system, view, answers, rules } = source(shared, &args)?;
    let word = args.word.as_deref().unwrap_or_default();
    let wanted = wanted(&view, word);
    let story = crate::view::story(&view).map_err(|fault| {
        let what =
            format!("{} was damaged: there is no story in it that can be read: {fault}", args.from.display());
        MatchFault::no(what, "use the .json file as it came with the report")
    })?;
    let (chapters, lines) = match find(&story, &|text| is_word(text, &wanted), &wanted) {
        found if !found.0.is_empty() => found,
        _ => find(&story, &|text| has_word(text, word), &[]),
    };
    if lines.is_empty() {
        let what = format!("nothing here mentions {}", quote(args.word.as_deref().unwrap_or("anything")));
        let names: Vec<&str> = story.iter().flat_map(|chapter| chapter.lines).flat_map(names).collect();
        let near = Candidates::new(names).nearest(word).map(|near| format!("did you mean {}?", quote(near)));
        let mend =
            near.unwrap_or_else(|| "name a ship, a place or a rule as the report writes it".to_owned());
        return Err(MatchFault::no(what, mend));
    }
    let told = explained(shared, &system, rules.as_deref(), chapters, &lines)?;
    let ledger =
        Ledger::load(&shared.kit.games, &system).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let answers: Vec<(String, String)> = answers
        .into_iter()
        .filter(|(key, text)| wanted.iter().any(|word| matches_answer(key, text, word)))
        .collect();
    tell(shared, &told, &ledger, &answers)?;
    Ok(ExitCode::Done)
}

/// Lines in words, each with its rule and what would have changed it.
fn explained(
    shared: &Shared,
    system: &str,
    rules: Option<&dyn Adjudicator>,
    chapters: Vec<String>,
    lines: &[Value],
) -> Result<Vec<Explained>, MatchFault> {
    let templates = &shared.kit.templates;
    let told = sentences(templates, system, &lines.iter().collect::<Vec<_>>())?;
    let near: Vec<Option<Nearest>> = lines.iter().map(|line| rules?.nearest(line)).collect();
    let all: Vec<Nearest> = near.iter().flatten().copied().collect();
    let mut words = nearest(templates, system, &all)?.into_iter();
    let told = told.into_iter().zip(chapters).zip(lines).zip(near);
    let told = told.map(|(((sentence, chapter), line), near)| Explained {
        chapter,
        rule: line["rule"].as_str().unwrap_or_default().to_owned(),
        sentence,
        nearest: near.and_then(|near| Some((near, words.next()?))),
    });
    Ok(told.collect())
}

/// The words to look for: of a zone that has a number, however it is called, the number; of any other place
/// its name, as the story has it, and its id, as keys and answers have it; otherwise the word itself.
fn wanted(view: &Value, word: &str) -> Vec<String> {
    let named = Sea::of(view).ok().and_then(|sea| names_of(&sea, word));
    let mut named = named.unwrap_or_else(|| vec![word.to_lowercase()]);
    named.dedup();
    named
}

/// What is looked for where a word means a place.
fn names_of(sea: &Sea<&str>, word: &str) -> Option<Vec<String>> {
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
        let rules = shared.kit.rules_of(&packet).ok();
        return Ok(Source { system: packet.system, view: packet.view, answers: Vec::new(), rules });
    }
    let party = args.party.ok_or_else(|| {
        let mend = format!("say {}", shared.party_flags(&args.from));
        MatchFault::usage("a match folder has what all sides know", mend)
    })?;
    let game = shared.whole_game(&args.from)?;
    let view = game.view(party, Part::All)?;
    let answers = own_answers(&game, party)?;
    Ok(Source { system: game.settings.system, view, answers, rules: Some(game.rules) })
}

/// A party's own answers in closed exchanges: the keys with their exchange, and what was written.
fn own_answers(game: &Game, party: Party) -> Result<Vec<(String, String)>, MatchFault> {
    let mut answers = Vec::new();
    for exchange in &game.exchanges {
        let files = exchange.submissions.revealed(party).map(|sealed| sealed.open().to_vec());
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

/// True if an answer was given for a place of that word or number, which stands in its key, or speaks of the
/// word.
fn matches_answer(key: &str, text: &str, wanted: &str) -> bool {
    let is_place = |part: &str| part == wanted || part.ends_with(&format!("-{wanted}"));
    key.split('/').any(is_place) || text.to_lowercase().contains(wanted)
}

/// The tellings that name what is looked for, each with the title of its chapter; those of a chapter whose
/// title is about the zone of that number are all.
fn find(
    story: &[ReadChapter<'_>],
    named: &dyn Fn(&str) -> bool,
    zones: &[String],
) -> (Vec<String>, Vec<Value>) {
    let (mut chapters, mut lines) = (Vec::new(), Vec::new());
    for chapter in story {
        let is_all = zones.iter().any(|zone| is_of(chapter.title, zone));
        for line in chapter.lines.iter().filter(|line| is_all || mentions(line, named)) {
            chapters.push(chapter.title.to_owned());
            lines.push(if is_all { line.clone() } else { pared(line, named) });
        }
    }
    (chapters, lines)
}

/// True if a text is one of the words, as a name, an id, a place's number, a rule or a kind of event.
fn is_word(text: &str, wanted: &[String]) -> bool {
    let text = text.to_lowercase();
    wanted.iter().any(|wanted| {
        wanted.is_empty() || text == *wanted || text.ends_with(&format!("({wanted})")) || {
            wanted.len() > 2 && text.split(['(', ',']).any(|part| part.trim() == wanted)
        }
    })
}

/// True if a text has the words of another among its own, as `Admiral Hipper` has `Hipper`. A number alone is
/// no name.
fn has_word(text: &str, wanted: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let (wanted, own) = (words(wanted), words(text));
    let is_name = wanted.iter().any(|word| word.chars().count() > 2 && word.chars().any(char::is_alphabetic));
    is_name && own.windows(wanted.len()).any(|some| some == wanted)
}

/// True if a telling has a text that is named.
fn mentions(value: &Value, named: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => named(text),
        Value::Array(items) => items.iter().any(|item| mentions(item, named)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, named)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A longer list of things than this is not told whole where one of them is asked about.
const LONG: usize = 12;

/// A telling without those items of its long lists that are about something else, such as all other places
/// where ships lie.
fn pared(value: &Value, named: &dyn Fn(&str) -> bool) -> Value {
    match value {
        Value::Array(items) => {
            let told = |item: &&Value| mentions(item, named);
            let is_long = items.len() > LONG || value.to_string().len() > 1000;
            let about = is_long && items.iter().any(|item| told(&item));
            items.iter().filter(|item| !about || told(item)).map(|item| pared(item, named)).collect()
        }
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), pared(field, named))).collect())
        }
        other => other.clone(),
    }
}

/// The names in a telling: its shorter texts.
fn names(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text.as_str()],
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(fields) => fields.values().flat_map(names).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// How many letters a line may have before it is broken, and how many it has then.
const BROKEN: (usize, usize) = (200, 100);

/// A sentence below the title of its chapter; one that is as long as a page is broken into lines.
fn below(sentence: &str) -> String {
    let (longest, width) = BROKEN;
    if sentence.chars().count() <= longest {
        return format!("  {sentence}\n");
    }
    let (mut text, mut column) = (" ".to_owned(), 1);
    for word in sentence.split_whitespace() {
        let wide = word.chars().count();
        if column + 1 + wide > width && column > 1 {
            text += "\n   ";
            column = 3;
        }
        text += " ";
        text += word;
        column += 1 + wide;
    }
    text + "\n"
}

/// A line as JSON.
fn in_json(it: &Explained) -> Value {
    let mut line = json!({ "chapter": it.chapter, "rule": it.rule, "sentence": it.sentence });
    if let Some((near, words)) = &it.nearest {
        let mut near = json!(near);
        near["sentence"] = json!(words);
        line["nearest"] = near;
    }
    line
}

fn tell(
    shared: &Shared,
    told: &[Explained],
    ledger: &Ledger,
    answers: &[(String, String)],
) -> Result<(), MatchFault> {
    if shared.json {
        let lines: Vec<Value> = told.iter().map(in_json).collect();
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
        text += &below(&format!("{}{rule}", it.sentence));
        if let Some((near, words)) = &it.nearest {
            let cited = if near.rule == it.rule { String::new() } else { format!(" [{}]", near.rule) };
            text += &format!("    {words}{cited}\n");
        }
    }
    let near = told.iter().filter_map(|it| Some(it.nearest.as_ref()?.0.rule));
    let mut rules: Vec<&str> = told.iter().map(|it| it.rule.as_str()).chain(near).collect();
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
