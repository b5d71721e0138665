//! A letter as a player's mail program writes it.

/// How a mail program writes a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text, eight bits.
    Plain,
    /// Plain text, `format=flowed`.
    Flowed,
    QuotedPrintable,
    Base64,
    /// A page and nothing else, as some phones write it.
    Html,
    /// The text and the same as a page.
    Both,
}

/// Every way.
pub const STYLES: [Style; 6] =
    [Style::Plain, Style::Flowed, Style::QuotedPrintable, Style::Base64, Style::Html, Style::Both];

/// An attached file.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub media: &'static str,
    pub bytes: Vec<u8>,
}

/// A letter before it is written.
#[derive(Clone, Debug)]
pub struct Letter {
    pub from: String,
    pub to: String,
    pub subject: String,
    pub id: String,
    /// The letter that it answers, and that one's references.
    pub answers: Option<(String, String)>,
    pub more: Vec<String>,
    pub text: String,
    pub files: Vec<File>,
}

impl Letter {
    /// The bytes as they are sent.
    pub fn write(&self, style: Style) -> Vec<u8> {
        let mut head = vec![
            format!("From: {}", self.from),
            format!("To: {}", self.to),
            format!("Subject: {}", self.subject),
            format!("Message-ID: {}", self.id),
            "Date: Sat, 24 Oct 2026 20:00:00 +0200".to_owned(),
            "MIME-Version: 1.0".to_owned(),
        ];
        if let Some((id, references)) = &self.answers {
            head.push(format!("In-Reply-To: {id}"));
            let all: Vec<&str> = references.split_whitespace().chain([id.as_str()]).collect();
            head.push(format!("References: {}", all.join("\n ")));
        }
        head.extend(self.more.iter().cloned());
        let body = text_part(&self.text, style);
        let whole = if self.files.is_empty() {
            body
        } else {
            let files = self.files.iter().map(|file| {
                format!(
                    "Content-Type: {}; name=\"{name}\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; \
                     filename=\"{name}\"\n\n{}",
                    file.media,
                    base64(&file.bytes),
                    name = file.name
                )
            });
            multipart("mixed", std::iter::once(body).chain(files))
        };
        format!("{}\n{whole}", head.join("\n")).replace('\n', "\r\n").into_bytes()
    }
}

fn multipart(kind: &str, parts: impl Iterator<Item = String>) -> String {
    let boundary = format!("--=_{kind}_sealordtest");
    let parts: String = parts.map(|part| format!("--{boundary}\n{part}\n")).collect();
    format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"\n\n{parts}--{boundary}--\n")
}

fn text_part(text: &str, style: Style) -> String {
    let plain = |more: &str, encoding: &str, body: &str| {
        format!(
            "Content-Type: text/plain; charset=utf-8{more}\nContent-Transfer-Encoding: {encoding}\n\n{body}"
        )
    };
    let page = || {
        format!(
            "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}",
            base64(html(text).as_bytes())
        )
    };
    match style {
        Style::Plain => plain("", "8bit", text),
        Style::Flowed => plain("; format=flowed", "8bit", &flowed(text)),
        Style::QuotedPrintable => plain("", "quoted-printable", &quoted_printable(text)),
        Style::Base64 => plain("", "base64", &base64(text.replace('\n', "\r\n").as_bytes())),
        Style::Html => page(),
        Style::Both => multipart("alternative", [plain("", "8bit", text), page()].into_iter()),
    }
}

/// RFC 3676: long lines end in a space and go on, lines that begin with a space are stuffed.
fn flowed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = if line == "-- " { line } else { line.trim_end() };
        if line.starts_with([' ', '>']) && !line.starts_with("> ") && line != ">" || line.starts_with("From ")
        {
            out.push(' ');
        }
        let mut rest = line;
        while rest.len() > 76 && !line.starts_with('>') {
            let Some(at) = rest[..76].rfind(' ').filter(|at| *at > 20) else { break };
            out.push_str(&rest[..=at]);
            out.push('\n');
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut column = 0;
        let last = line.len().saturating_sub(1);
        for (at, byte) in line.bytes().enumerate() {
            let plain = (byte.is_ascii_graphic() && byte != b'=') || (byte == b' ' && at != last);
            let piece = if plain { char::from(byte).to_string() } else { format!("={byte:02X}") };
            if column + piece.len() > 75 {
                out.push_str("=\n");
                column = 0;
            }
            column += piece.len();
            out.push_str(&piece);
        }
        out.push('\n');
    }
    out
}

/// As a phone writes it: what is quoted stands in a block, every line ends in a break.
fn html(text: &str) -> String {
    let escape = |line: &str| {
        let body = line.trim_start_matches(' ');
        let indent = "&nbsp;".repeat(line.len() - body.len());
        indent + &body.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    };
    let (mut out, mut quoted) = ("<html><body><div dir=\"auto\">".to_owned(), false);
    for line in text.lines() {
        let inner = line.strip_prefix('>').map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
        if inner.is_some() != quoted {
            quoted = inner.is_some();
            out.push_str(if quoted { "<blockquote type=\"cite\">" } else { "</blockquote>" });
        }
        out.push_str(&escape(inner.unwrap_or(line)));
        out.push_str("<br>\n");
    }
    out + if quoted { "</blockquote></div></body></html>\n" } else { "</div></body></html>\n" }
}

/// Base64 in lines, as mail has it.
pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (row, block) in bytes.chunks(57).enumerate() {
        if row > 0 {
            out.push('\n');
        }
        for chunk in block.chunks(3) {
            let group =
                chunk.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
            for place in 0..4 {
                let digit = ALPHABET[(group >> (18 - 6 * place)) as usize & 63];
                out.push(if place <= chunk.len() { char::from(digit) } else { '=' });
            }
        }
    }
    out + "\n"
}
