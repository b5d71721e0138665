//! One connection to an SMTP server: a command, an answer. Answers are bounded in lines, bytes and time.

use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS, Mechanism};
use lettre::transport::smtp::commands::{Auth, Ehlo, Quit, Starttls};
use lettre::transport::smtp::extension::{ClientId, Extension, ServerInfo};
use lettre::transport::smtp::response::Response;

use crate::post::wire::config::{Smtp, Tls};
use crate::post::wire::fault::{WireFault, plain};
use crate::post::wire::net::{Allowance, Server, Stream, read_line};
use crate::post::wire::secret::Secret;

/// The longest line of an answer; RFC 5321, section 4.5.3.1.5, says 512.
const LINE: usize = 4096;
/// The most that one answer may bring.
const ANSWER: u64 = 64 * 1024;

/// What a server says to a command.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) code: u16,
    pub(crate) text: String,
    /// As lettre reads it, for the extensions and the steps of a login.
    whole: Response,
}

impl Reply {
    pub(crate) fn is_yes(&self) -> bool {
        (200..400).contains(&self.code)
    }
}

/// The server of some settings.
pub(crate) fn server(settings: &Smtp, base: &Path) -> Server {
    let ca = settings.ca.as_ref().map(|ca| base.join(ca));
    Server { host: settings.host.clone(), port: settings.port(), ca, timeout: settings.patience() }
}

/// A connection that has been greeted.
pub(crate) struct Dialogue {
    stream: BufReader<Stream>,
    allowance: Allowance,
    server: Server,
    info: ServerInfo,
    scrub: Option<Secret>,
}

impl Dialogue {
    /// Goes all the way to where messages can be sent.
    pub(crate) fn connect(
        settings: &Smtp,
        server: &Server,
        secret: Option<&Secret>,
    ) -> Result<Dialogue, WireFault> {
        let stream = server.dial(&server.resolve()?)?;
        let mut dialogue = Dialogue::greet(stream, settings, server)?;
        if let (Some(user), Some(secret)) = (&settings.user, secret) {
            dialogue.login(user, secret)?;
        }
        Ok(dialogue)
    }

    /// Listens to the greeting, says hello, and encrypts the connection as the settings want it.
    pub(crate) fn greet(stream: Stream, settings: &Smtp, server: &Server) -> Result<Dialogue, WireFault> {
        let stream = if settings.tls == Tls::Connect { server.encrypt(stream)? } else { stream };
        let mut dialogue = Dialogue::over(stream, server);
        dialogue.allowance.grant(ANSWER, server.timeout);
        let greeting = dialogue.listen("greeting")?;
        dialogue.must("greeting", greeting)?;
        let name = hello(settings);
        dialogue.hello(&name)?;
        if !matches!(settings.tls, Tls::Starttls | Tls::StarttlsIfOffered) {
            return Ok(dialogue);
        }
        if dialogue.offers(Extension::StartTls) && dialogue.say(&Starttls, "asking for STARTTLS")?.is_yes() {
            // What somebody slipped in behind the answer must not count as said under TLS (CVE-2011-0411).
            if !dialogue.stream.buffer().is_empty() {
                return Err(dialogue.garbled("asking for STARTTLS", "more than one answer"));
            }
            let stream = server.encrypt(dialogue.stream.into_inner())?;
            dialogue = Dialogue::over(stream, server);
            dialogue.hello(&name)?;
        } else if settings.tls == Tls::Starttls {
            return Err(WireFault::NoStarttls { host: server.host.clone(), port: server.port });
        }
        Ok(dialogue)
    }

    fn over(stream: Stream, server: &Server) -> Dialogue {
        let allowance = stream.allowance();
        let stream = BufReader::new(stream);
        Dialogue { stream, allowance, server: server.clone(), info: ServerInfo::default(), scrub: None }
    }

    fn hello(&mut self, name: &ClientId) -> Result<(), WireFault> {
        const DOING: &str = "saying hello";
        let reply = self.say(&Ehlo::new(name.clone()), DOING)?;
        let reply = self.must(DOING, reply)?;
        self.info = ServerInfo::from_response(&reply.whole)
            .map_err(|error| self.garbled(DOING, &error.to_string()))?;
        Ok(())
    }

    /// Logs in. The password goes over an encrypted connection, or to this machine.
    pub(crate) fn login(&mut self, user: &str, secret: &Secret) -> Result<(), WireFault> {
        const DOING: &str = "logging in";
        let stream = self.stream.get_ref();
        if !stream.is_encrypted() && !stream.is_local() {
            return Err(WireFault::InTheOpen { host: self.server.host.clone() });
        }
        self.scrub = Some(secret.clone());
        let refused = |host: &str, answer: String| WireFault::LoginRefused {
            host: host.to_owned(),
            user: user.to_owned(),
            answer,
        };
        let Some(mechanism) = self.info.get_auth_mechanism(DEFAULT_MECHANISMS) else {
            return Err(refused(
                &self.server.host,
                "the server offers no kind of login that sealord knows".into(),
            ));
        };
        let credentials = Credentials::new(user.to_owned(), secret.expose().to_owned());
        let mut reply = self.auth(mechanism, &credentials, None)?;
        // LOGIN asks for the user and for the password; nothing asks for more.
        for _ in 0..2 {
            if reply.code == 334 {
                reply = self.auth(mechanism, &credentials, Some(&reply.whole))?;
            }
        }
        match reply.code {
            200..300 => Ok(()),
            // A 4xx is the server's trouble and may pass (RFC 4954, section 6).
            400..500 => self.must(DOING, reply).map(|_| ()),
            code => Err(refused(&self.server.host, format!("{code} {}", reply.text))),
        }
    }

    fn auth(
        &mut self,
        mechanism: Mechanism,
        credentials: &Credentials,
        asked: Option<&Response>,
    ) -> Result<Reply, WireFault> {
        let command = match asked {
            None => Auth::new(mechanism, credentials.clone(), None),
            Some(asked) => Auth::new_from_response(mechanism, credentials.clone(), asked),
        };
        // The error would be about the server's question; it is not repeated, as it stands beside the
        // password.
        let command =
            command.map_err(|_| self.garbled("logging in", "a question that sealord does not know"))?;
        self.say(&command, "logging in")
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.stream.get_ref().is_encrypted()
    }

    /// Whether the server offers an extension.
    pub(crate) fn offers(&self, extension: Extension) -> bool {
        self.info.supports_feature(extension)
    }

    /// Sends a command and reads the answer.
    pub(crate) fn say(&mut self, command: &impl Display, doing: &str) -> Result<Reply, WireFault> {
        self.allowance.grant(ANSWER, self.server.timeout);
        self.write(command.to_string().as_bytes()).map_err(|error| self.server.io_fault(doing, &error))?;
        self.listen(doing)
    }

    /// Sends a message, its lines already ended and its dots doubled. The fault comes with whether the whole
    /// message had gone out before.
    pub(crate) fn say_message(&mut self, message: &[u8]) -> Result<Reply, (WireFault, bool)> {
        const DOING: &str = "sending the message";
        // A slow line still carries 16 KiB in a second.
        let time = self.server.timeout + Duration::from_secs(message.len() as u64 / (16 * 1024));
        self.allowance.grant(ANSWER, time);
        let sent = self.write(message).map_err(|error| (self.server.io_fault(DOING, &error), false));
        sent?;
        self.allowance.grant(ANSWER, self.server.timeout);
        let ended = self.write(b".\r\n").map_err(|error| (self.server.io_fault(DOING, &error), true));
        ended?;
        self.listen("accepting the message").map_err(|fault| (fault, true))
    }

    /// Sends QUIT, if the server is still there.
    pub(crate) fn quit(&mut self) {
        self.allowance.grant(ANSWER, Duration::from_millis(500));
        let _ = self.write(Quit.to_string().as_bytes());
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(bytes)?;
        stream.flush()
    }

    /// Hears one answer of one or more lines (RFC 5321, section 4.2.1).
    fn listen(&mut self, doing: &str) -> Result<Reply, WireFault> {
        let mut text = String::new();
        loop {
            let line =
                read_line(&mut self.stream, LINE).map_err(|error| self.server.io_fault(doing, &error))?;
            let line = String::from_utf8_lossy(&line);
            let is_reply = line.len() >= 4 && line.as_bytes()[..3].iter().all(u8::is_ascii_digit);
            if !is_reply || text.len() + line.len() > ANSWER as usize {
                return Err(self.garbled(doing, &line));
            }
            // lettre wants a space behind the code of the last line and CRLF at its end.
            let end = line.trim_end();
            text += end;
            text += if end.len() == 3 { " \r\n" } else { "\r\n" };
            if end.as_bytes().get(3) != Some(&b'-') {
                break;
            }
        }
        let whole: Response = text.parse().map_err(|_| self.garbled(doing, &text))?;
        let words: Vec<&str> = whole.message().collect();
        let words = self.scrubbed(&words.join(" "));
        Ok(Reply { code: whole.code().into(), text: words, whole })
    }

    fn must(&self, doing: &str, reply: Reply) -> Result<Reply, WireFault> {
        if reply.is_yes() {
            return Ok(reply);
        }
        let answer = format!("{} {}", reply.code, reply.text);
        Err(WireFault::Declined {
            host: self.server.host.clone(),
            doing: doing.to_owned(),
            code: Some(reply.code),
            answer,
        })
    }

    fn garbled(&self, doing: &str, found: &str) -> WireFault {
        let (host, doing) = (self.server.host.clone(), doing.to_owned());
        WireFault::Garbled { host, doing, found: self.scrubbed(found) }
    }

    fn scrubbed(&self, text: &str) -> String {
        plain(&self.scrub.as_ref().map_or_else(|| text.to_owned(), |secret| secret.scrub(text)))
    }
}

fn hello(settings: &Smtp) -> ClientId {
    settings.hello.clone().map_or_else(ClientId::default, ClientId::Domain)
}
