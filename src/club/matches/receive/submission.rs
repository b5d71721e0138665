//! What is handed in: a file, and the signature beside it.

/// How a sealed file begins, of whatever format.
pub(crate) const SEALED: &[u8] = b"sealord sealed";

/// A file as it is handed in, and the signature beside it.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// What messages call the file.
    pub name: &'a str,
    /// The file: sealed orders, or plain ones.
    pub file: &'a [u8],
    /// The signature over the file, if one came with it.
    pub signature: Option<&'a str>,
}

impl<'a> Submission<'a> {
    /// A file without a signature.
    pub fn unsigned(name: &'a str, file: &'a [u8]) -> Submission<'a> {
        Submission { name, file, signature: None }
    }

    /// Whether the file is sealed, in whatever format.
    pub(crate) fn is_sealed(&self) -> bool {
        self.file.starts_with(SEALED)
    }
}
