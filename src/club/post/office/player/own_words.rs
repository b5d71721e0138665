//! What a player or umpire says to others is compared with what was mailed to them, so that no line of a mail
//! leaves the office as somebody's own words. A mail program that copies the answered mail below an answer
//! would otherwise give a report away.

use crate::matches::MatchFault;
use crate::matches::note::{Note, Voice};
use crate::post::keys::CodeWord;
use crate::post::letters::{Command, Echo, Kind, Letter, first_at};
use crate::post::office::inbox::Incoming;
use crate::post::office::state::MatchSession;
use crate::report::{Format, Ready};
use engine::party::Party;

/// What is said to somebody whose reason was not passed on.
pub(crate) const LEFT_OUT: &str = " Your reason was not passed on, since lines of a mail or your code word stand in it; write it again with \"say\".";

impl MatchSession<'_> {
    /// Keeps the orders that somebody sent: they are nobody else's business, also if he quotes his own mail.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn hear_orders(&self, party: Party, letter: &Letter) -> Result<(), MatchFault> {
        let mut echo = Echo::default();
        for candidate in &letter.contents.candidates {
            if let Kind::Orders(text) = &candidate.kind {
                // Where the marks of the block cannot be read, all of it may be orders.
                let block = engine::draft::extract("mail", text);
                echo.add(block.as_ref().map_or(text.as_str(), |block| &block.text));
            }
        }
        self.context.overhear(&self.player(party)?.address, Some(self.info), &echo)
    }

    /// All that a party's player must not say by accident: his mail, his orders, his newest report, and what
    /// he said or heard in confidence. `words` are what he says now.
    fn secrets_of(&self, party: Party, words: &str) -> Result<Echo, MatchFault> {
        let player = self.player(party)?;
        let mut echo = self.context.heard(std::iter::once(&player.address).chain(&player.also))?;
        // Mails from before such hashes were kept.
        let packet = self.host.packet(party)?;
        let mut ready = Ready::of(&self.context.templates, &packet)?;
        for format in [Format::Text, Format::Markdown] {
            echo.add(&ready.render(format)?);
        }
        self.add_confidences(&mut echo, Voice::Party(party), words);
        Ok(echo)
    }

    /// All that an umpire or moderator must not say by accident.
    fn secrets_of_umpire(&self, words: &str) -> Result<Echo, MatchFault> {
        let people: Vec<_> = self.context.settings.umpires().cloned().collect();
        let mut echo =
            self.context.heard(people.iter().flat_map(|it| std::iter::once(&it.address).chain(&it.also)))?;
        self.add_confidences(&mut echo, Voice::Umpire, words);
        Ok(echo)
    }

    /// Words that not all heard, as far as somebody knows them. What he says once more, to others, is his to
    /// say.
    fn add_confidences(&self, echo: &mut Echo, knows: Voice, words: &str) {
        let notes = self.host.trail().notes().iter().map(|kept| &kept.note);
        for note in notes.filter(|note| !note.to.is_empty() && note.is_for(knows)) {
            let own = note.from == Some(knows);
            if !(own && note.words == words) {
                echo.add(if own { without_signature(note, words) } else { &note.words });
            }
        }
    }

    /// A player's words below a command, for others to read.
    ///
    /// # Errors
    /// If lines of a mail of the office stand among them, or of what he wrote in confidence.
    pub(crate) fn words_for_others(&self, party: Party, letter: &Letter) -> Result<String, MatchFault> {
        let words = words_below(letter, &self.code(party))?;
        let secrets = self.secrets_of(party, &words)?;
        self.own_words(words, letter, &secrets)
    }

    /// What a player who resigns writes to the umpire: all but the lines that show the code word.
    ///
    /// # Errors
    /// If a line of a mail stands among the words.
    pub(crate) fn parting_words(&self, party: Party, letter: &Letter) -> Result<String, MatchFault> {
        let code = self.code(party);
        let keep = |line: &&str| {
            let is_label = line.trim().trim_end_matches([':', '=']).eq_ignore_ascii_case("code");
            !is_label && Command::parse(line).is_none() && !code.is_in(line)
        };
        let words: Vec<&str> = letter.contents.own_text.lines().filter(keep).collect();
        let words = words.join("\n").trim().to_owned();
        let secrets = self.secrets_of(party, &words)?;
        self.own_words(words, letter, &secrets)
    }

    /// An umpire's words for others to read.
    ///
    /// # Errors
    /// If lines of a mail of the office stand among them.
    pub(crate) fn umpires_words(&self, words: &str, incoming: &Incoming) -> Result<String, MatchFault> {
        let secrets = self.secrets_of_umpire(words)?;
        self.own_words(words.to_owned(), &incoming.letter, &secrets)
    }

    fn own_words(&self, words: String, letter: &Letter, secrets: &Echo) -> Result<String, MatchFault> {
        own_words(words, letter, secrets, &self.context.settings.address)
    }
}

/// What somebody typed, for others to read; `office` is the address of the office.
///
/// # Errors
/// If something of these secrets stands in it, and it is not certain where the copy of a mail begins.
pub(crate) fn own_words(
    words: String,
    letter: &Letter,
    secrets: &Echo,
    office: &str,
) -> Result<String, MatchFault> {
    let Some(found) = secrets.find(&words, &letter.contents.text) else { return Ok(words) };
    if let Some(above) = secrets.above_copy(&words, found, office) {
        return Ok(above);
    }
    let line = words.lines().nth(found).unwrap_or_default().trim();
    let line: String = line.chars().take(60).collect();
    Err(MatchFault::no(
        format!("a line of a mail of this office stands among your words: {}", engine::problem::quote(&line)),
        "nothing was passed on. Delete all that your mail program has copied, and send your own words again",
    ))
}

/// Own words without their last paragraph, if the same one ends what is said now: a name below a letter is no
/// secret.
fn without_signature<'n>(note: &'n Note, words: &str) -> &'n str {
    match note.words.rsplit_once("\n\n") {
        Some((before, last)) if words.ends_with(last) => before,
        _ => &note.words,
    }
}

/// What is written below a command, without the lines that hold a code word.
///
/// # Errors
/// If the code word stands among the words: what is said to others must not bear it.
pub(crate) fn words_below(letter: &Letter, code: &CodeWord) -> Result<String, MatchFault> {
    let bears = |line: &str| line.split([':', '=']).any(|part| code.matches(part.trim()));
    let named = |line: &str| {
        let field = line.split(':').next().unwrap_or_default().trim_matches(['#', ' ', '*']);
        line.contains(':') && field.eq_ignore_ascii_case("code")
    };
    let mut lines: Vec<&str> = letter.contents.own_text.lines().map(str::trim_end).collect();
    lines.retain(|line| !bears(line) && !named(line));
    let first = first_at(&lines);
    if lines.get(first).is_some_and(|line| Command::parse(line).is_some()) {
        lines.drain(..=first);
    }
    let words = lines.join("\n").trim().to_owned();
    let plain = |text: &str| -> String {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join("-")
    };
    if plain(&words).contains(code.as_str()) {
        return Err(MatchFault::no(
            "your code word stands in the words",
            "write it on a line of its own: \"code: …\"",
        ));
    }
    Ok(words)
}
