//! `sealord explain`

mod merged;

use std::path::PathBuf;

use serde_json::{Value, json};

use self::merged::merged;

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
use crate::problem::{Candidates, ExitCode, list_and, quote, visible};
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
    /// For the umpire: explain what every side was told, and say which lines only some of them were told
    #[arg(long, conflicts_with = "party")]
    pub umpire: bool,
}

/// What is explained, and what explains it.
struct Source {
    system: String,
    /// What is known, by one party or by each.
    views: Vec<Known>,
    /// The rules, for what they say of a line; none for a packet of other data, or of an edition that is not
    /// played any more.
    rules: Option<Box<dyn Adjudicator>>,
}

/// What a party may know.
struct Known {
    party: Party,
    /// The view as JSON.
    view: Value,
    /// The party's own answers with their keys.
    answers: Vec<(String, String)>,
}

/// One thing that happened, with what made it so.
struct Explained {
    chapter: String,
    rule: String,
    sentence: String,
    /// The nearest other result, with its sentence.
    nearest: Option<(Nearest, String)>,
    /// Who was told.
    told_to: Vec<Party>,
}

/// What was found of a story: lines with the titles of their chapters.
type Found = (Vec<String>, Vec<Value>);

/// Runs `sealord explain`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let Source { system, views, rules } = source(shared, &args)?;
    let word = args.word.as_deref().unwrap_or_default();
    let told = found(&args, &views, word)?.into_iter().zip(&views).map(|((chapters, lines), known)| {
        explained(shared, &system, rules.as_deref(), known.party, chapters, &lines)
    });
    let told = merged(told.collect::<Result<_, _>>()?);
    let ledger =
        Ledger::load(&shared.kit.games, &system).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    let parties: Vec<Party> =
        if args.umpire { views.iter().map(|it| it.party).collect() } else { Vec::new() };
    let mut answers = Vec::new();
    for Known { party, view, answers: own } in views {
        let wanted = wanted(&view, word);
        let own = own.into_iter().filter(|(key, text)| wanted.iter().any(|it| matches_answer(key, text, it)));
        let whose = if args.umpire { format!("{}: ", party.name()) } else { String::new() };
        answers.extend(own.map(|(key, text)| (format!("{whose}{key}"), text)));
    }
    tell(shared, &told, &ledger, &answers, &parties)?;
    Ok(ExitCode::Done)
}

/// The lines of each story that mention what is looked for: as a whole name if any story has it so, otherwise
/// as a part of one.
fn found(args: &Args, views: &[Known], word: &str) -> Result<Vec<Found>, MatchFault> {
    let stories = views.iter().map(|known| crate::view::story(&known.view)).collect::<Result<Vec<_>, _>>();
    let stories = stories.map_err(|fault| {
        let what =
            format!("{} was damaged: there is no story in it that can be read: {fault}", args.from.display());
        MatchFault::no(what, "use the .json file as it came with the report")
    })?;
    let whole = stories.iter().zip(views).map(|(story, known)| {
        let wanted = wanted(&known.view, word);
        find(story, &|text| is_word(text, &wanted), &wanted)
    });
    let is_any = |found: &[Found]| found.iter().any(|(_, lines)| !lines.is_empty());
    let mut found: Vec<Found> = whole.collect();
    if !is_any(&found) {
        found = stories.iter().map(|story| find(story, &|text| has_word(text, word), &[])).collect();
    }
    if is_any(&found) {
        return Ok(found);
    }
    let what = format!("nothing here mentions {}", quote(args.word.as_deref().unwrap_or("anything")));
    let names: Vec<&str> =
        stories.iter().flatten().flat_map(|chapter| chapter.lines).flat_map(names).collect();
    let near = Candidates::new(names).nearest(word).map(|near| format!("did you mean {}?", quote(near)));
    let mend = near.unwrap_or_else(|| "name a ship, a place or a rule as the report writes it".to_owned());
    Err(MatchFault::no(what, mend))
}

/// Lines in words, each with its rule and what would have changed it.
fn explained(
    shared: &Shared,
    system: &str,
    rules: Option<&dyn Adjudicator>,
    party: Party,
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
        told_to: vec![party],
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

/// What is known, with the parties' own answers where a match folder has them.
fn source(shared: &Shared, args: &Args) -> Result<Source, MatchFault> {
    if !args.from.is_dir() {
        if args.umpire {
            let what =
                format!("{} is one side's, and --umpire explains what all of them know", args.from.display());
            return Err(MatchFault::usage(what, "name the match folder, or leave --umpire out"));
        }
        let packet = shared.packet(&args.from, args.party)?;
        let rules = shared.kit.rules_of(&packet).ok();
        let known = Known { party: packet.party, view: packet.view, answers: Vec::new() };
        return Ok(Source { system: packet.system, views: vec![known], rules });
    }
    if args.party.is_none() && !args.umpire {
        let mend = format!("say {}, or --umpire", shared.party_flags(&args.from));
        return Err(MatchFault::usage("a match folder has what all sides know", mend));
    }
    let game = shared.whole_game(&args.from)?;
    let parties = args.party.map_or_else(|| game.parties().to_vec(), |party| vec![party]);
    let known = |party: Party| -> Result<Known, MatchFault> {
        Ok(Known { party, view: game.view(party, Part::All)?, answers: own_answers(&game, party)? })
    };
    let views = parties.into_iter().map(known).collect::<Result<_, _>>()?;
    Ok(Source { system: game.settings.system, views, rules: Some(game.rules) })
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
fn find(story: &[ReadChapter<'_>], named: &dyn Fn(&str) -> bool, zones: &[String]) -> Found {
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

/// A line as JSON; for the umpire with the parties that were told it.
fn in_json(it: &Explained, is_for_umpire: bool) -> Value {
    let mut line = json!({ "chapter": it.chapter, "rule": it.rule, "sentence": it.sentence });
    if let Some((near, words)) = &it.nearest {
        let mut near = json!(near);
        near["sentence"] = json!(words);
        line["nearest"] = near;
    }
    if is_for_umpire {
        line["told_to"] = it.told_to.iter().map(|party| party.id()).collect();
    }
    line
}

/// Prints what was found; `parties` are all of the match, for the umpire alone.
fn tell(
    shared: &Shared,
    told: &[Explained],
    ledger: &Ledger,
    answers: &[(String, String)],
    parties: &[Party],
) -> Result<(), MatchFault> {
    if shared.json {
        let lines: Vec<Value> = told.iter().map(|it| in_json(it, !parties.is_empty())).collect();
        let answers: Vec<Value> =
            answers.iter().map(|(key, text)| json!({ "key": key, "answer": text })).collect();
        return print_json(&json!({ "told": lines, "answers": answers }));
    }
    let mut text = in_words(told, parties) + &rules_behind(told, ledger);
    if !answers.is_empty() {
        text += if parties.is_empty() { "\nYour answers\n" } else { "\nAnswers\n" };
        for (key, answer) in answers {
            text += &format!("  {key}: {answer}\n");
        }
    }
    print_plain(text.trim_start_matches('\n'))
}

/// The lines below the titles of their chapters.
fn in_words(told: &[Explained], parties: &[Party]) -> String {
    let (mut text, mut chapter) = (String::new(), "");
    for it in told {
        if it.chapter != chapter {
            chapter = &it.chapter;
            text += &format!("\n{}\n", visible(chapter));
        }
        // A ruling comes from no rule.
        let rule = if it.rule.is_empty() { String::new() } else { format!(" [{}]", visible(&it.rule)) };
        let only = if it.told_to.len() < parties.len() { only(&it.told_to) } else { String::new() };
        text += &below(&format!("{}{rule}{only}", it.sentence));
        if let Some((near, words)) = &it.nearest {
            let cited = if near.rule == it.rule { String::new() } else { format!(" [{}]", near.rule) };
            text += &format!("    {words}{cited}\n");
        }
    }
    text
}

/// That only these were told.
fn only(told_to: &[Party]) -> String {
    let names: Vec<String> = told_to.iter().map(|party| format!("the {}", party.name())).collect();
    format!(" (told to {} only)", list_and(&names))
}

/// The rules that the lines cite, with their rulings.
fn rules_behind(told: &[Explained], ledger: &Ledger) -> String {
    let near = told.iter().filter_map(|it| Some(it.nearest.as_ref()?.0.rule));
    let mut rules: Vec<&str> = told.iter().map(|it| it.rule.as_str()).chain(near).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut text = "\nThe rules behind it\n".to_owned();
    for entry in rules.into_iter().filter_map(|rule| ledger.find(rule)) {
        text += &format!("  {}  {}: {}\n", entry.id, entry.title, entry.gist.trim());
        if let Some(ruling) = &entry.ruling {
            text += &format!("    Ruling: {}\n", ruling.trim());
        }
    }
    text
}
