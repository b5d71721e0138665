//! What a letter of a player asks for.

use crate::matches::MatchFault;
use crate::orders;
use crate::post::letters::{Candidate, Command, Kind as Found, Letter, Place, unquoted};
use crate::post::office::state::MatchSession;
use engine::draft::{BEGIN, END, extract};
use engine::party::Party;

/// What a letter asks for.
#[derive(PartialEq, Eq)]
pub(crate) enum Request<'l> {
    Orders(&'l Candidate),
    /// Two different blocks of orders in one text.
    Both,
    Ask(&'l Command),
    /// The form came back as it went.
    Untouched,
    Nothing,
}

impl Request<'_> {
    /// Whether it is done only for a letter that proves itself.
    pub(crate) fn is_proven(&self) -> bool {
        match self {
            Request::Orders(_) | Request::Both => true,
            Request::Ask(command) => !matches!(
                command,
                Command::Status
                    | Command::Help
                    | Command::Form
                    | Command::Report
                    | Command::Reveal
                    | Command::Resign { confirmed: false }
                    | Command::Matches
                    | Command::Open
                    | Command::Join { .. }
            ),
            Request::Untouched | Request::Nothing => false,
        }
    }
}

impl MatchSession<'_> {
    /// A command counts before orders that are merely quoted below it, not before orders that were attached
    /// or typed. A form that comes back as it went is no orders: somebody answered the report with a few
    /// words. Of the blocks in a text, those that are untouched or say the same do not count beside another.
    pub(crate) fn request<'l>(&self, party: Party, letter: &'l Letter) -> Result<Request<'l>, MatchFault> {
        let contents = &letter.contents;
        let command = contents.commands.first().map(|asked| &asked.command);
        if let Some(command) = command.filter(|command| command.is_words()) {
            return Ok(Request::Ask(command));
        }
        let form = self.form_as_sent(party)?;
        let (mut orders, mut untouched) = (Vec::<(&Candidate, Option<String>)>::new(), false);
        for candidate in &contents.candidates {
            let (said, is_form) = match &candidate.kind {
                Found::Orders(text) => (bare(text), is_same(text, &form)),
                Found::Sealed(_) | Found::Age(_) => (None, false),
                Found::Signature(_) | Found::Commitment(_) => continue,
            };
            if candidate.origin.place != Place::Attachment && is_form {
                untouched = true;
                continue;
            }
            orders.push((candidate, said));
        }
        let first = orders.first().map(|(candidate, _)| *candidate);
        // Two different blocks in one text are for the player to choose from.
        let is_other = |(other, said): &&(&Candidate, Option<String>)| {
            let (place, first_said) = (other.origin.place, &orders[0].1);
            place != Place::Attachment && orders[0].0.origin.place != Place::Attachment && said != first_said
        };
        let both = orders.iter().skip(1).find(is_other);
        let about_orders = matches!(
            command,
            None | Some(Command::Final | Command::NotFinal | Command::Reveal | Command::Commit(_))
        );
        match (first, command) {
            (Some(orders), _) if about_orders || orders.origin.place == Place::Attachment => {
                Ok(both.map_or(Request::Orders(orders), |_| Request::Both))
            }
            (_, Some(command)) => Ok(Request::Ask(command)),
            (Some(orders), None) => Ok(Request::Orders(orders)),
            (None, None) => {
                let promise = contents.candidates.iter().find(|it| matches!(it.kind, Found::Commitment(_)));
                let nothing = if untouched { Request::Untouched } else { Request::Nothing };
                Ok(promise.map_or(nothing, Request::Orders))
            }
        }
    }

    /// The form of this exchange as it stands in the mail that was sent.
    fn form_as_sent(&self, party: Party) -> Result<String, MatchFault> {
        let packet = self.host.packet(party)?;
        Ok(orders::form::by_mail(&orders::form::form(&packet, Some(&packet.doctrine))))
    }
}

/// Whether a block of orders in a text is a form that nobody has changed: it says the same, or has the same
/// words in the same order, remarks with their marks among them. A mail program that wraps what it quotes
/// lets the end of a long remark run on into the next line, and changes no word.
fn is_same(text: &str, form: &str) -> bool {
    let same = |of: fn(&str) -> Option<String>| {
        let said = of(text);
        said.is_some() && said == of(form)
    };
    same(bare) || same(flowing)
}

/// All words between the marks of a block of orders, one blank apart, without the number of the version. The
/// marks may have run on into other lines, too.
fn flowing(text: &str) -> Option<String> {
    let text = text.lines().map(|line| unquoted(line).1).collect::<Vec<_>>().join(" ");
    let (_, block) = text.split_once(BEGIN)?;
    let (block, _) = block.split_once(END)?;
    let mut words: Vec<&str> = Vec::new();
    for word in block.split_whitespace() {
        if words.last() != Some(&"version:") || word.parse::<u32>().is_err() {
            words.push(word);
        }
    }
    Some(words.join(" "))
}

/// What the block of orders in a text says. Remarks and blanks do not count: mail programs break long lines,
/// and pages of phones hold no row of blanks; nor does the number of the version.
fn bare(text: &str) -> Option<String> {
    let block = extract("mail", text).ok()?;
    let lines = block.text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let said = lines.filter(|line| !line.is_empty() && !line.starts_with("version:"));
    Some(said.collect::<Vec<_>>().join("\n"))
}
