//! What an umpire declares by mail, in a match beside a real table: a fact a line, and below them the reason.

use super::parse::Act;
use crate::matches::MatchFault;
use crate::matches::publish::publish_earlier;
use crate::post::compose::dispatches::Answer;
use crate::post::office::state::MatchSession;
use engine::declare::Batch;

/// How a fact is written.
const USAGE: &str = "write fact and value, as in \"declare weather-snow.tk false\"";
/// Under which name a letter stands where it is refused.
const LETTER: &str = "your mail";

/// Facts of one letter, which are one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Each as `FACT=VALUE`.
    words: Vec<String>,
    /// Whether the exchange that is open is closed for them, and its questions are asked anew.
    reopen: bool,
}

impl Facts {
    /// Reads what stands behind `declare`: fact and value, or several as `FACT=VALUE`; `reopen` may stand
    /// before them.
    ///
    /// # Errors
    /// How to write it.
    pub fn read(words: &[&str]) -> Result<Facts, String> {
        let is_reopen =
            |word: &str| word.trim_matches(['-', '–', '—', ',', ':']).eq_ignore_ascii_case("reopen");
        let (reopen, words) = match words {
            [first, rest @ ..] if is_reopen(first) => (true, rest),
            words => (false, words),
        };
        let words = match words {
            [first, ..] if first.contains('=') => pairs(words),
            // Where there is no value, the match says what it may be.
            [fact, value @ ..] => {
                let value = value.join(" ");
                vec![format!("{}={}", fact.trim_end_matches(':'), value.trim_start_matches('=').trim())]
            }
            [] => return Err(USAGE.to_owned()),
        };
        Ok(Facts { words, reopen })
    }

    /// Takes up the facts of the lines that follow. Gives how many lines that were, those between them
    /// included.
    ///
    /// # Errors
    /// How to write a line that begins like one of them.
    pub fn join(&mut self, lines: &[&str]) -> Result<usize, String> {
        let mut taken = 0;
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words[0].eq_ignore_ascii_case("declare") {
                break;
            }
            let more = Facts::read(&words[1..])?;
            self.words.extend(more.words);
            self.reopen |= more.reopen;
            taken = at + 1;
        }
        Ok(taken)
    }
}

/// Facts as `FACT=VALUE`; a list may have blanks in it.
fn pairs(words: &[&str]) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    for word in words {
        match facts.last_mut() {
            Some(last) if !word.contains('=') => {
                last.push(' ');
                last.push_str(word);
            }
            _ => facts.push((*word).to_owned()),
        }
    }
    facts
}

impl Act {
    /// Takes up what a letter says of its first line further down. Gives how many of these lines that were.
    pub(crate) fn with(self, below: &[&str]) -> (Result<Act, String>, usize) {
        let Act::Declare(mut facts) = self else { return (Ok(self), 0) };
        match facts.join(below) {
            Ok(taken) => (Ok(Act::Declare(facts)), taken),
            Err(what) => (Err(what), 0),
        }
    }
}

impl MatchSession<'_> {
    /// Takes up what a letter declares, as the command does: all of it or nothing. A run that died behind it
    /// finds it done.
    ///
    /// # Errors
    /// If there is no reason, or any of it cannot be declared.
    pub(crate) fn declare(&mut self, facts: &Facts, reason: &str) -> Result<Answer, MatchFault> {
        let labelled = reason.split_once(':').filter(|(label, _)| label.eq_ignore_ascii_case("reason"));
        let reason = labelled.map_or(reason, |(_, reason)| reason.trim());
        if reason.is_empty() {
            return Err(MatchFault::no("a declaration needs a reason", "write it below the facts"));
        }
        let mut batch = Batch::of_words(&facts.words);
        LETTER.clone_into(&mut batch.file);
        let known = self.host.declared_already(reason, &batch)?;
        if known.is_none() {
            publish_earlier(&*self.store, &self.host, &self.context.templates)?;
            self.host.declare(reason, &batch, facts.reopen)?;
        }
        self.publish()?;
        let (game, word) = (&self.host.game, &self.info.match_id);
        let standing = game.rules.standing().name;
        let what = match known {
            Some(entry) => format!("{word} has this declared already, as entry {entry}. Now: {standing}."),
            None => format!("declared in {word}. Now: {standing}."),
        };
        let mut lines: Vec<String> =
            batch.lines.iter().map(|line| format!("{} = {}", line.fact, line.value)).collect();
        match game.open {
            true => lines.push(format!("exchange {} is open", game.exchange())),
            false => lines.extend(game.rules.wanted().iter().map(|it| format!("waits for the table: {it}"))),
        }
        Ok(Answer { lines, ..Answer::that(what) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Facts, String> {
        Facts::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn facts(words: &[&str], reopen: bool) -> Facts {
        Facts { words: words.iter().map(|it| (*it).to_owned()).collect(), reopen }
    }

    #[test]
    fn facts_are_written_as_on_the_command_line() {
        for line in ["tide.axis.tk 1", "tide.axis.tk=1", "tide.axis.tk = 1", "tide.axis.tk: 1"] {
            assert_eq!(read(line), Ok(facts(&["tide.axis.tk=1"], false)), "{line}");
        }
        let list = "strategic-warfare-box.tk [naval-purges, us-ship-building]";
        assert_eq!(
            read(list),
            Ok(facts(&["strategic-warfare-box.tk=[naval-purges, us-ship-building]"], false))
        );
        assert_eq!(
            read("reopen segment=support phasing-faction=axis"),
            Ok(facts(&["segment=support", "phasing-faction=axis"], true))
        );
        assert_eq!(read("a=[b, c] d=e"), Ok(facts(&["a=[b, c]", "d=e"], false)));
        assert_eq!(read("--reopen a b"), Ok(facts(&["a=b"], true)));
        for line in ["tide.axis.tk", "tide.axis.tk ="] {
            assert_eq!(read(line), Ok(facts(&["tide.axis.tk="], false)), "{line}");
        }
        for line in ["", "reopen"] {
            assert_eq!(read(line), Err(USAGE.to_owned()), "{line}");
        }
    }

    /// The lines of facts stand together; what follows is the reason.
    #[test]
    fn lines_that_follow_are_of_the_same_moment() {
        let mut all = facts(&["a=b"], false);
        assert_eq!(
            all.join(&["Declare c d", "", "declare reopen e=f", "", "Oslo falls.", "declare x y"]),
            Ok(3)
        );
        assert_eq!(all, facts(&["a=b", "c=d", "e=f"], true));
        assert_eq!(all.join(&["declare"]), Err(USAGE.to_owned()));
        assert_eq!(facts(&["a=b"], false).join(&[]), Ok(0));
    }
}
