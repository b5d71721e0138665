//! A mail of the office as a player reads it.

use mail_parser::{MessageParser, MimeHeaders};
use sealord::view::Packet;

use crate::mail::letter::File;

/// A mail that lies in a mailbox.
#[derive(Clone, Debug)]
pub struct Mail {
    pub bytes: Vec<u8>,
    pub text: String,
    pub files: Vec<File>,
}

impl Mail {
    pub fn read(bytes: Vec<u8>) -> Mail {
        let message = MessageParser::default().parse(&bytes).expect("a message");
        let text = message.body_text(0).expect("a text").replace("\r\n", "\n");
        let files = message.attachments().map(|part| File {
            name: part.attachment_name().expect("a name").to_owned(),
            media: "",
            bytes: part.contents().to_vec(),
        });
        let files = files.collect();
        Mail { bytes, text, files }
    }

    /// A header, unfolded; empty if it is not there.
    pub fn head(&self, name: &str) -> String {
        let head = String::from_utf8_lossy(self.headers()).replace("\r\n", "\n");
        let head = head.replace("\n ", " ").replace("\n\t", " ");
        let wanted = format!("{}:", name.to_lowercase());
        let line = head.lines().find(|line| line.to_lowercase().starts_with(&wanted));
        line.map(|line| line[wanted.len()..].trim().to_owned()).unwrap_or_default()
    }

    /// What stands above the first empty line. What stands below may be large, and is not looked at.
    fn headers(&self) -> &[u8] {
        let is_end =
            |at: &usize| matches!(&self.bytes[*at..], [b'\n', b'\n', ..] | [b'\n', b'\r', b'\n', ..]);
        let end = (0..self.bytes.len()).find(is_end).unwrap_or(self.bytes.len());
        &self.bytes[..end]
    }

    pub fn id(&self) -> String {
        self.head("Message-ID")
    }

    /// What it is for, in the office's word.
    pub fn kind(&self) -> String {
        self.head("X-Sealord-Kind")
    }

    /// Whether this goes to an address.
    pub fn is_to(&self, address: &str) -> bool {
        self.head("To").contains(&format!("<{address}>")) || self.head("To") == address
    }

    /// The bytes of the attached file whose name ends so.
    pub fn file(&self, end: &str) -> Option<&[u8]> {
        self.files.iter().find(|file| file.name.ends_with(end)).map(|file| file.bytes.as_slice())
    }

    pub fn packet(&self) -> Option<Packet> {
        self.file(".json").map(|bytes| serde_json::from_slice(bytes).expect("a packet"))
    }

    /// The code word that it tells.
    pub fn code(&self) -> Option<String> {
        let enclosed = self.file("code.txt").map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let text = enclosed.as_deref().unwrap_or(&self.text);
        text.lines().find_map(|line| line.trim().strip_prefix("code: ").map(str::to_owned))
    }

    /// Everything that can be read in it.
    pub fn everything(&self) -> String {
        let mut all = String::from_utf8_lossy(&self.bytes).into_owned() + &self.text;
        for file in &self.files {
            all.push_str(&String::from_utf8_lossy(&file.bytes));
        }
        all
    }
}
