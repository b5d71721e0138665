//! What was mailed to whom: kept as hashes of words before a mail can go, so that no line of it leaves the
//! office later as somebody's own words.

use super::mail::Mail;
use crate::matches::MatchFault;
use crate::post::letters::Echo;
use crate::post::office::state::{OfficeContext, OfficeMatch};
use engine::digest::Digest;

/// Attachments above this size are not read.
const LARGEST: usize = 2 * 1024 * 1024;

impl OfficeContext {
    /// What was mailed to these addresses, and came from them.
    ///
    /// # Errors
    /// If what was kept cannot be read.
    pub(crate) fn heard<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a String>,
    ) -> Result<Echo, MatchFault> {
        let (heard, mut echo) = (self.shelf.heard(), Echo::default());
        for address in addresses {
            heard.of(&short(address))?.into_iter().for_each(|row| echo.keep(row));
        }
        Ok(echo)
    }

    /// A match is over, and everything in it is open to all: not all of its hashes need be kept.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn hear_no_more(&self, info: &OfficeMatch) -> Result<(), MatchFault> {
        Ok(self.shelf.heard().is_over(&short(&info.match_id))?)
    }

    /// Whether this is the address of an umpire or a player. Mail to anybody else need not be kept as hashes.
    pub(crate) fn speaks(&self, address: &str) -> bool {
        let umpires = self.settings.umpires().map(|it| (&it.address, &it.also));
        let players = self.settings.matches.iter().flat_map(|played| played.players.values());
        let mut all = umpires.chain(players.map(|it| (&it.address, &it.also)));
        all.any(|(own, also)| also.iter().chain([own]).any(|it| it.eq_ignore_ascii_case(address)))
    }

    /// Keeps what a mail says to whom it goes, before it can go.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn hear_mail(
        &self,
        info: Option<&OfficeMatch>,
        address: &str,
        mail: &Mail,
        (text, page): (&str, Option<&str>),
    ) -> Result<(), MatchFault> {
        let mut echo = Echo::default();
        // What stands above and below the reader's own line are two texts: no words run on across it.
        let is_own = |line: &&str| mail.echo.as_deref() == Some(line.trim());
        let lines: Vec<&str> = text.lines().collect();
        lines.split(is_own).for_each(|part| echo.add(&part.join("\n")));
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
        self.overhear(address, info, &echo)
    }

    /// Keeps what an address heard or said, in a match or in none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn overhear(
        &self,
        address: &str,
        info: Option<&OfficeMatch>,
        echo: &Echo,
    ) -> Result<(), MatchFault> {
        let of = info.map(|info| short(&info.match_id));
        let numbers: Vec<u64> = echo.hashes().collect();
        Ok(self.shelf.heard().keep(&short(address), of.as_deref(), &numbers)?)
    }
}

/// What stands for a word where numbers are kept.
fn short(word: &str) -> String {
    Digest::of(word.to_lowercase().as_bytes()).to_string()[..16].to_owned()
}
