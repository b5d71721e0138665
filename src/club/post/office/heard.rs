//! What was mailed to whom, and what came from him: kept as hashes of words, so that no line of it leaves the office as
//! somebody's own words. A mail program that copies the answered mail below an answer would else give a report away.

use super::asks::words_below;
use super::deal::Incoming;
use super::desk::MatchSession;
use super::known::OfficeMatch;
use super::overheard::Overheard;
use super::tell::{Mail, OfficeContext};
use crate::matches::MatchFault;
use crate::matches::note::{Note, Voice};
use crate::post::letters::{Command, Echo, Kind, Letter};
use crate::report::{Format, render};
use engine::party::Party;

/// Attachments above this size are not read.
const LARGEST: usize = 2 * 1024 * 1024;

impl OfficeContext {
    fn overheard(&self) -> Overheard {
        Overheard::below(&self.folder.join("post"))
    }

    /// What was mailed to these addresses, and came from them.
    ///
    /// # Errors
    /// If what was kept cannot be read.
    pub(super) fn heard<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a String>,
    ) -> Result<Echo, MatchFault> {
        let (overheard, mut echo) = (self.overheard(), Echo::default());
        for address in addresses {
            echo.join(overheard.of(address)?);
        }
        Ok(echo)
    }

    /// A match is over, and everything in it is open to all: what was heard of it need not all be kept any more.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn hear_no_more(&self, info: &OfficeMatch) -> Result<(), MatchFault> {
        Ok(self.overheard().is_over(&info.match_id)?)
    }

    /// Whether somebody speaks through the office: what anybody else is told need not be kept.
    pub(super) fn speaks(&self, address: &str) -> bool {
        let umpires = self.settings.umpires().map(|it| (&it.address, &it.also));
        let players = self.settings.matches.iter().flat_map(|played| played.players.values());
        let mut all = umpires.chain(players.map(|it| (&it.address, &it.also)));
        all.any(|(own, also)| also.iter().chain([own]).any(|it| it.eq_ignore_ascii_case(address)))
    }

    /// Keeps what a mail says to whom it goes, before it can go.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn hear_mail(
        &self,
        info: Option<&OfficeMatch>,
        address: &str,
        mail: &Mail,
        (text, page): (&str, Option<&str>),
    ) -> Result<(), MatchFault> {
        let mut echo = Echo::default();
        let echoed = |line: &&str| mail.echo.as_deref().is_none_or(|own| line.trim() != own);
        echo.add(&text.lines().filter(echoed).collect::<Vec<_>>().join("\n"));
        if mail.echo.is_none() {
            page.iter().for_each(|page| echo.add_page(page));
        }
        mail.enclosed.iter().for_each(|text| echo.add(text));
        for file in mail.attachments.iter().filter(|file| file.bytes.len() <= LARGEST) {
            let Ok(text) = std::str::from_utf8(&file.bytes) else { continue };
            if file.media_type.starts_with("text/html") {
                echo.add_page(text);
            } else if file.media_type.starts_with("text/") || file.media_type.contains("yaml") {
                echo.add(text);
            }
        }
        let match_id = info.map(|info| &*info.match_id);
        Ok(self.overheard().keep(address, match_id, echo.hashes())?)
    }
}

impl MatchSession<'_> {
    /// Keeps the orders that somebody sent: they are nobody else's business, also if he quotes his own mail.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn hear_orders(&self, party: Party, letter: &Letter) -> Result<(), MatchFault> {
        let mut echo = Echo::default();
        for candidate in &letter.contents.candidates {
            if let Kind::Orders(text) = &candidate.kind {
                let block = engine::draft::extract("mail", text).ok();
                block.iter().for_each(|block| echo.add(&block.text));
            }
        }
        let (address, match_id) = (&self.player(party)?.address, &*self.info.match_id);
        Ok(self.context.overheard().keep(address, Some(match_id), echo.hashes())?)
    }

    /// All that a party's player must not say by accident: his mail, his orders, his newest report, and what he said or was
    /// told in confidence. `words` are what he says now.
    fn secrets_of(&self, party: Party, words: &str) -> Result<Echo, MatchFault> {
        let player = self.player(party)?;
        let mut echo = self.context.heard(std::iter::once(&player.address).chain(&player.also))?;
        // Mails from before such hashes were kept.
        let packet = self.host.packet(party)?;
        for format in [Format::Text, Format::Markdown] {
            echo.add(&render(&self.context.templates, &packet, format)?);
        }
        self.add_confidences(&mut echo, Voice::Party(party), words);
        Ok(echo)
    }

    /// The same of whoever acts as the umpire.
    fn secrets_of_umpire(&self, words: &str) -> Result<Echo, MatchFault> {
        let people: Vec<_> = self.context.settings.umpires().cloned().collect();
        let mut echo =
            self.context.heard(people.iter().flat_map(|it| std::iter::once(&it.address).chain(&it.also)))?;
        self.add_confidences(&mut echo, Voice::Umpire, words);
        Ok(echo)
    }

    /// Words that not all heard, as far as somebody knows them. What he says once more, to others, is his to say.
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
    pub(super) fn words_for_others(&self, party: Party, letter: &Letter) -> Result<String, MatchFault> {
        let words = words_below(letter, &self.code(party))?;
        let secrets = self.secrets_of(party, &words)?;
        self.own_words(words, letter, &secrets)
    }

    /// What a player who resigns writes to the umpire: all but the lines that show the code word.
    ///
    /// # Errors
    /// If a line of a mail stands among the words.
    pub(super) fn parting_words(&self, party: Party, letter: &Letter) -> Result<String, MatchFault> {
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
    /// The same.
    pub(super) fn umpires_words(&self, words: &str, incoming: &Incoming) -> Result<String, MatchFault> {
        let secrets = self.secrets_of_umpire(words)?;
        self.own_words(words.to_owned(), &incoming.letter, &secrets)
    }

    fn own_words(&self, words: String, letter: &Letter, secrets: &Echo) -> Result<String, MatchFault> {
        let Some(found) = secrets.find(&words, &letter.contents.text) else { return Ok(words) };
        if let Some(above) = secrets.above_copy(&words, found, &self.context.settings.address) {
            return Ok(above);
        }
        let line = words.lines().nth(found).unwrap_or_default().trim();
        let line: String = line.chars().take(60).collect();
        Err(MatchFault::no(
            format!(
                "a line of a mail of this office stands among your words: {}",
                engine::problem::quote(&line)
            ),
            "nothing was passed on. Delete all that your mail program has copied, and send your own words again",
        ))
    }
}

/// Own words without their last paragraph, if the same one ends what is said now: a name below a letter is no secret.
fn without_signature<'n>(note: &'n Note, words: &str) -> &'n str {
    match note.words.rsplit_once("\n\n") {
        Some((before, last)) if words.ends_with(last) => before,
        _ => &note.words,
    }
}
