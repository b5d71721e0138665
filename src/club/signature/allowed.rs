//! The list of allowed signers: whose key is whose. The file is that of OpenSSH, so that anybody may check a
//! signature with `ssh-keygen -Y verify -f allowed_signers -I anna -n sealord -s x.sig < x`.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::line;
use super::{AllowedFault, LineFault, NAMESPACE, PublicKey, SignatureFault};

/// The list, in the order of its file. Empty at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedSigners(Vec<AllowedSigner>);

/// One line of the list: who may sign, with which key, for what, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedSigner {
    pub(super) principals: Vec<String>,
    pub(super) namespaces: Option<Vec<String>>,
    pub(super) valid_after: Option<Timestamp>,
    pub(super) valid_before: Option<Timestamp>,
    pub(super) key: PublicKey,
}

impl AllowedSigners {
    /// Reads an allowed_signers file of OpenSSH. Empty lines and lines beginning with `#` are passed over.
    ///
    /// # Errors
    /// With the first line that is not understood, or that would mean less here than it does to OpenSSH:
    /// patterns (other than a lone `*`), `cert-authority`, times without `Z`, keys of other types.
    pub fn parse(text: &str) -> Result<AllowedSigners, AllowedFault> {
        let mut signers = Vec::new();
        for (number, content) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let content = content.trim();
            if !content.is_empty() && !content.starts_with('#') {
                let signer = line::parse(content).map_err(|what| AllowedFault { line: number + 1, what })?;
                signers.push(signer);
            }
        }
        Ok(AllowedSigners(signers))
    }

    /// Appends a line.
    pub fn push(&mut self, signer: AllowedSigner) {
        self.0.push(signer);
    }

    /// The lines in their order.
    pub fn iter(&self) -> impl Iterator<Item = &AllowedSigner> {
        self.0.iter()
    }

    /// The lines that hold for this principal: by its exact name, or by `*`.
    pub fn of<'a>(&'a self, principal: &'a str) -> impl Iterator<Item = &'a AllowedSigner> {
        self.0
            .iter()
            .filter(move |signer| signer.principals.iter().any(|name| name == principal || name == "*"))
    }
}

impl AllowedSigner {
    /// A line for one principal and one key, for the namespace [`NAMESPACE`] alone, without limits of time.
    ///
    /// # Errors
    /// If the name cannot stand in the file: it is empty, or holds a blank, a comma, a quotation mark or a
    /// character of patterns.
    pub fn new(principal: &str, key: PublicKey) -> Result<AllowedSigner, LineFault> {
        line::check_name(principal)?;
        Ok(AllowedSigner {
            principals: vec![principal.to_owned()],
            namespaces: Some(vec![NAMESPACE.to_owned()]),
            valid_after: None,
            valid_before: None,
            key,
        })
    }

    /// The same line, good from this second on.
    pub fn from(mut self, time: Timestamp) -> AllowedSigner {
        self.valid_after = Some(line::whole_second(time));
        self
    }

    /// The same line, good up to and including this second: when a substitute takes over.
    pub fn until(mut self, time: Timestamp) -> AllowedSigner {
        self.valid_before = Some(line::whole_second(time));
        self
    }

    /// Who may sign.
    pub fn principals(&self) -> &[String] {
        &self.principals
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Whether the line holds for a namespace at a time. Both limits of time belong to it, as in OpenSSH.
    pub(super) fn check(&self, namespace: &str, at: Timestamp) -> Result<(), SignatureFault> {
        let at = line::whole_second(at);
        if let Some(names) = &self.namespaces
            && !names.iter().any(|name| name == namespace || name == "*")
        {
            let allowed = names.join(",");
            return Err(SignatureFault::NamespaceNotAllowed { wanted: namespace.to_owned(), allowed });
        }
        match (self.valid_after, self.valid_before) {
            (Some(after), _) if at < after => Err(SignatureFault::TooEarly { after }),
            (_, Some(before)) if at > before => Err(SignatureFault::TooLate { before }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for AllowedSigners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|signer| writeln!(f, "{signer}"))
    }
}

impl fmt::Display for AllowedSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.principals.join(","))?;
        let options = line::options(self);
        if !options.is_empty() {
            write!(f, "{} ", options.join(","))?;
        }
        self.key.fmt(f)
    }
}

impl Serialize for AllowedSigner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AllowedSigner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AllowedSigner, D::Error> {
        let text = String::deserialize(deserializer)?;
        line::parse(text.trim()).map_err(serde::de::Error::custom)
    }
}
