//! What can be wrong with keys, lists and signatures, in words.

use std::fmt;

use jiff::Timestamp;

/// The most characters of somebody else's text that an error repeats.
const SHOWN: usize = 60;

/// A stranger's text as an error may repeat it: short, on one line, without control characters.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}

/// Why a text is not a public key that may sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// Nothing that looks like a key.
    NotAKey,
    /// A private key stands where a public one belongs.
    Private,
    /// A type of key that is not accepted.
    OtherType {
        /// The type, such as `ssh-rsa`.
        kind: String,
    },
    /// It begins like a key but does not decode.
    Damaged,
    /// A key whose signatures prove nothing.
    Weak,
}

/// What is wrong with a line of an allowed_signers file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// A name that cannot stand there.
    Name {
        /// The name.
        name: String,
    },
    /// A pattern other than a lone `*`.
    Pattern {
        /// The pattern.
        name: String,
    },
    /// A quotation mark without its partner.
    OpenQuote,
    /// An option that is unknown, or whose value is not in quotation marks.
    Option {
        /// The option.
        option: String,
    },
    /// An option stands there twice.
    Twice {
        /// Its name.
        option: String,
    },
    /// The option `cert-authority`.
    Authority,
    /// A time that is not understood, or has no `Z`.
    Time {
        /// The time.
        time: String,
    },
    /// The line's time ends before it begins.
    NoTime,
    /// The key is not accepted.
    Key(KeyFault),
}

/// A line of an allowed_signers file that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedFault {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: LineFault,
}

/// Why a private key cannot be used for signing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignerFault {
    /// Nothing that looks like a private key.
    NotAKey,
    /// A public key.
    Public,
    /// A private key in the form of another program.
    OtherFormat,
    /// The key has a passphrase.
    Encrypted,
    /// A type of key that is not accepted.
    OtherType {
        /// The type, such as `ssh-rsa`.
        kind: String,
    },
    /// It begins like a key but does not decode.
    Damaged,
    /// The file could not be read.
    File {
        /// The file.
        path: String,
        /// What the operating system says.
        reason: String,
    },
}

/// Why a signature does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureFault {
    /// There is no signature in the text.
    NotASignature,
    /// More than one signature.
    Several {
        /// How many.
        count: usize,
    },
    /// The end of the armor is missing.
    CutShort,
    /// The armor does not decode.
    Damaged,
    /// The key in the signature is of a kind that is not accepted.
    Key(KeyFault),
    /// It was made for another purpose.
    OtherNamespace {
        /// The namespace in the signature.
        found: String,
        /// The namespace it should have.
        wanted: String,
    },
    /// The list has no key for the principal.
    UnknownPrincipal {
        /// Who should have signed.
        principal: String,
    },
    /// It was made with a key that is not the principal's.
    OtherKey {
        /// Who should have signed.
        principal: String,
        /// The fingerprint of the key that signed.
        found: String,
        /// The fingerprints of the principal's keys.
        known: Vec<String>,
    },
    /// The list does not let the key sign for this purpose.
    NamespaceNotAllowed {
        /// The namespace of the signature.
        wanted: String,
        /// Those that the list allows.
        allowed: String,
    },
    /// The key is not good yet.
    TooEarly {
        /// From when on it is.
        after: Timestamp,
    },
    /// The key is no longer good.
    TooLate {
        /// Until when it was.
        before: Timestamp,
    },
    /// It is over the same bytes with other line ends.
    LineEnds,
    /// It is not over these bytes.
    OtherBytes,
}

impl fmt::Display for KeyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyFault::NotAKey => f.write_str(
                "this is not an SSH public key; give the line of the `.pub` file, which begins with `ssh-ed25519`",
            ),
            KeyFault::Private => f.write_str(
                "this is a private key; give the public one, the line of the `.pub` file. Anyone who has read \
                 the private key can sign with it: make a new one with `ssh-keygen -t ed25519`",
            ),
            KeyFault::OtherType { kind } => write!(
                f,
                "keys of type `{kind}` are not accepted; make one with `ssh-keygen -t ed25519` (`ecdsa-sha2-nistp256` \
                 is accepted too)"
            ),
            KeyFault::Damaged => f.write_str(
                "this begins like a public key, but something in it is wrong or missing; copy the whole line again",
            ),
            KeyFault::Weak => {
                f.write_str("this key is weak: its signatures prove nothing; make one with `ssh-keygen -t ed25519`")
            }
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineFault::Name { name } => {
                write!(
                    f,
                    "`{name}` cannot be a signer's name; use one word without commas or quotation marks"
                )
            }
            LineFault::Pattern { name } => {
                write!(f, "`{name}` is a pattern; write exact names, or `*` alone for any")
            }
            LineFault::OpenQuote => f.write_str("a quotation mark is not closed"),
            LineFault::Option { option } => write!(
                f,
                "`{option}` is not understood; the options are namespaces=\"…\", valid-after=\"…\" and \
                 valid-before=\"…\", and a key of type `ssh-ed25519` follows"
            ),
            LineFault::Twice { option } => write!(f, "`{option}` is there twice; keep one"),
            LineFault::Authority => {
                f.write_str("`cert-authority` is not accepted; give each signer's own key a line")
            }
            LineFault::Time { time } => write!(
                f,
                "`{time}` is not understood; write the time in UTC as yyyymmddZ, yyyymmddhhmmZ or yyyymmddhhmmssZ"
            ),
            LineFault::NoTime => f.write_str("`valid-before` is not later than `valid-after`"),
            LineFault::Key(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for AllowedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "allowed signers, line {}: {}", self.line, self.what)
    }
}

impl fmt::Display for SignerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAKE: &str = "make one with `ssh-keygen -t ed25519`";
        match self {
            SignerFault::NotAKey => write!(f, "this is not an SSH private key; {MAKE}"),
            SignerFault::Public => {
                f.write_str("this is a public key, which signs nothing; give the file without `.pub`")
            }
            SignerFault::OtherFormat => {
                write!(f, "this private key is not in the form of OpenSSH; {MAKE}")
            }
            SignerFault::Encrypted => f.write_str(
                "the private key has a passphrase, and sealord does not ask for one; sign with \
                 `ssh-keygen -Y sign -f KEY -n sealord FILE`",
            ),
            SignerFault::OtherType { kind } => write!(
                f,
                "a private key of type `{kind}` cannot be used here; {MAKE}, or sign with \
                 `ssh-keygen -Y sign -f KEY -n sealord FILE`"
            ),
            SignerFault::Damaged => f.write_str("the private key is damaged; restore it from a backup"),
            SignerFault::File { path, reason } => write!(f, "key file {path}: {reason}"),
        }
    }
}

impl fmt::Display for SignatureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SignatureFault::NotASignature => f.write_str(
                "there is no signature here; send the file that `ssh-keygen -Y sign` wrote, from \
                 `-----BEGIN SSH SIGNATURE-----` to `-----END SSH SIGNATURE-----`",
            ),
            SignatureFault::Several { count } => write!(f, "there are {count} signatures here; send one"),
            SignatureFault::CutShort => {
                f.write_str("the end of the signature is missing; send all of it again")
            }
            SignatureFault::Damaged => {
                f.write_str("the signature was changed on the way; send it again, as an attachment")
            }
            SignatureFault::Key(fault) => write!(f, "the signature's key cannot be used: {fault}"),
            SignatureFault::OtherNamespace { found, wanted } => write!(
                f,
                "the signature was made for `{found}`, not for `{wanted}`; sign with `ssh-keygen -Y sign -n {wanted}`"
            ),
            SignatureFault::UnknownPrincipal { principal } => {
                write!(f, "no key of {principal} is known; send the umpire the line of the `.pub` file first")
            }
            SignatureFault::OtherKey { principal, found, known } => write!(
                f,
                "the signature was made with the key {found}, which is not {principal}'s; known: {}",
                known.join(", ")
            ),
            SignatureFault::NamespaceNotAllowed { wanted, allowed } => {
                write!(f, "the list of signers allows this key for `{allowed}` only, not for `{wanted}`")
            }
            SignatureFault::TooEarly { after } => write!(f, "the key is good only from {after} on"),
            SignatureFault::TooLate { before } => write!(f, "the key was good until {before}"),
            SignatureFault::LineEnds => f.write_str(
                "the signature does not fit: the line ends of the file were changed after it was signed; send the \
                 file as an attachment, as it is",
            ),
            SignatureFault::OtherBytes => f.write_str(
                "the signature does not fit: the file was changed after it was signed; sign the file that you send, \
                 and send it as an attachment",
            ),
        }
    }
}

impl std::error::Error for KeyFault {}
impl std::error::Error for LineFault {}
impl std::error::Error for AllowedFault {}
impl std::error::Error for SignerFault {}
impl std::error::Error for SignatureFault {}
