//! An SMTP server (RFC 5321). The commands, their grammar and the login are lettre's; the connection is the
//! one that IMAP uses too, with its limits and its names for what can go wrong.

use std::fmt;
use std::path::Path;

use lettre::Address;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};

use super::{Carrier, Envelope, SendFault, Sent, with_ends};
use crate::post::wire::config;
use crate::post::wire::fault::WireFault;
use crate::post::wire::net::Server;
use crate::post::wire::secret::Secret;

pub(crate) mod dialogue;

use dialogue::{Dialogue, Reply};

/// An SMTP server as a carrier. It connects with the first message and keeps the connection for the next.
pub struct SmtpServer {
    settings: config::Smtp,
    server: Server,
    secret: Option<Secret>,
    open: Option<Dialogue>,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpServer").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl SmtpServer {
    /// Prepares a server. `base` is the folder from which a relative `ca` is taken; with a user in the
    /// settings there must be a secret.
    pub fn new(settings: config::Smtp, secret: Option<Secret>, base: &Path) -> SmtpServer {
        let server = dialogue::server(&settings, base);
        SmtpServer { settings, server, secret, open: None }
    }

    /// Says farewell; the next message connects anew.
    pub fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            open.quit();
        }
    }

    fn connect(&mut self) -> Result<Dialogue, WireFault> {
        Dialogue::connect(&self.settings, &self.server, self.secret.as_ref())
    }

    /// Begins a message. A connection that was kept may have ended meanwhile: then there is one more try.
    fn begin(&mut self, mail: &Mail) -> Result<(Dialogue, Reply), SendFault> {
        if let Some(mut kept) = self.open.take()
            && let Ok(reply) = kept.say(mail, "naming the sender")
            && reply.code != 421
        {
            return Ok((kept, reply));
        }
        let mut fresh = self.connect()?;
        let reply = fresh.say(mail, "naming the sender")?;
        Ok((fresh, reply))
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.close();
    }
}

impl Carrier for SmtpServer {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<Sent, SendFault> {
        envelope.check()?;
        let message = with_ends(bytes, b"\r\n", true)?;
        let from = envelope.from.as_deref().map(parse).transpose()?;
        let to = envelope.to.iter().map(|to| parse(to)).collect::<Result<Vec<_>, _>>()?;
        if self.open.is_none() {
            self.open = Some(self.connect()?);
        }
        let beyond_ascii = from.iter().chain(&to).any(|address| !address.to_string().is_ascii());
        let parameters = match &self.open {
            Some(open) => parameters(open, beyond_ascii, &message)?,
            None => vec![],
        };
        let (mut open, reply) = self.begin(&Mail::new(from, parameters))?;
        let outcome = carry(&mut open, reply, &to, &message);
        // After a plain no the connection is as good as before; after anything else it is not used again.
        let clean = match &outcome {
            Ok(_) => true,
            Err(SendFault::Refused { .. }) => {
                open.say(&Rset, "starting over").is_ok_and(|reply| reply.is_yes())
            }
            Err(_) => false,
        };
        if clean {
            self.open = Some(open);
        } else {
            open.quit();
        }
        outcome
    }
}

/// The steps of one message behind its sender.
fn carry(open: &mut Dialogue, reply: Reply, to: &[Address], message: &[u8]) -> Result<Sent, SendFault> {
    accept(reply, None)?;
    for recipient in to {
        let reply = open.say(&Rcpt::new(recipient.clone(), vec![]), "naming the recipient")?;
        accept(reply, Some(recipient))?;
    }
    accept(open.say(&Data, "beginning the message")?, None)?;
    let reply = open.say_message(message).map_err(|(fault, whole)| match SendFault::from(fault) {
        SendFault::Later { why, .. } => SendFault::Later { why, perhaps_sent: whole },
        other => other,
    })?;
    let answer = reply.text.clone();
    accept(reply, None)?;
    Ok(Sent { answer })
}

/// Sorts replies: 2xx and 3xx are a yes, 5xx is for good, all others are for now.
fn accept(reply: Reply, recipient: Option<&Address>) -> Result<(), SendFault> {
    if reply.is_yes() {
        return Ok(());
    }
    let recipient = recipient.map(ToString::to_string);
    match reply.code {
        // These tell of the set-up and not of this message (RFC 4954, section 6).
        530 | 534 | 535 | 538 => Err(SendFault::Misconfigured {
            what: format!("the server wants a login ({} {})", reply.code, reply.text),
            mend: "Give `user` and `password`, and `tls: starttls` or `tls: connect`.".into(),
        }),
        500.. => Err(SendFault::Refused { recipient, code: Some(reply.code), text: reply.text }),
        code => {
            let whom = recipient.map(|recipient| format!(" for {recipient}")).unwrap_or_default();
            Err(SendFault::later(format!("the server said {code}{whom}: {}", reply.text)))
        }
    }
}

fn parse(text: &str) -> Result<Address, SendFault> {
    text.parse().map_err(|_| SendFault::Refused {
        recipient: Some(crate::post::wire::fault::plain(text)),
        code: None,
        text: "this is not an address".into(),
    })
}

/// What must be said with the sender: letters beyond ASCII in addresses (RFC 6531) or in the message (RFC
/// 6152).
fn parameters(open: &Dialogue, beyond_ascii: bool, message: &[u8]) -> Result<Vec<MailParameter>, SendFault> {
    let mut parameters = vec![];
    if beyond_ascii {
        if !open.offers(Extension::SmtpUtfEight) {
            return Err(SendFault::unfit("the server takes no addresses with letters beyond ASCII"));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !message.is_ascii() {
        if !open.offers(Extension::EightBitMime) {
            return Err(SendFault::unfit("the server takes no messages with bytes beyond ASCII"));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}
