//! The text of a checkpoint. Source: c2sp.org/tlog-checkpoint.

use std::fmt;

use engine::digest::Digest;
use engine::problem::quote;

use super::CheckpointFault;
use crate::signature::base64::{base64_of, strict_base64};

/// How long a log is, and the root of the tree over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the log.
    pub origin: String,
    /// How many entries it has.
    pub size: u64,
    /// The root of the tree over their hashes.
    pub root: Digest,
    /// Lines that the convention leaves to the log; sealord writes none.
    pub extensions: Vec<String>,
}

impl Checkpoint {
    /// Reads the text of a note that is a checkpoint.
    ///
    /// # Errors
    /// The first line that is not as it must be.
    pub fn parse(text: &str) -> Result<Checkpoint, CheckpointFault> {
        let wrong = |line: usize, what: &str| {
            let mend =
                "a checkpoint is a name, a number and a hash, each on a line; `sealord note head` prints one";
            CheckpointFault::no(format!("line {line}: {what}"), mend)
        };
        let body = text.strip_suffix('\n').ok_or_else(|| wrong(text.lines().count(), "it has no end"))?;
        let lines: Vec<&str> = body.split('\n').collect();
        if let Some(at) = lines.iter().position(|line| line.is_empty()) {
            return Err(wrong(at + 1, "it is empty"));
        }
        let [origin, size, root, extensions @ ..] = lines.as_slice() else {
            return Err(wrong(lines.len() + 1, "it is missing"));
        };
        let number = size.parse().ok().filter(|number: &u64| number.to_string() == **size);
        let number = number.ok_or_else(|| wrong(2, &format!("{} is no number of entries", quote(size))))?;
        let hash = strict_base64(root).and_then(|bytes| bytes.try_into().ok()).map(Digest::from_bytes);
        let root = hash.ok_or_else(|| wrong(3, &format!("{} is no hash in base64", quote(root))))?;
        let extensions = extensions.iter().map(|line| (*line).to_owned()).collect();
        Ok(Checkpoint { origin: (*origin).to_owned(), size: number, root, extensions })
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checkpoint { origin, size, root, extensions } = self;
        writeln!(f, "{origin}\n{size}\n{}", base64_of(root.as_bytes()))?;
        extensions.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of c2sp.org/tlog-checkpoint.
    const KNOWN: &str =
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

    #[test]
    fn a_checkpoint_is_read_back() {
        let read = Checkpoint::parse(KNOWN).unwrap();
        assert_eq!((read.origin.as_str(), read.size), ("example.com/behind-the-sofa", 20_852_163));
        assert_eq!(read.to_string(), KNOWN);
        let more = format!("{KNOWN}a line of the log\n");
        assert_eq!(Checkpoint::parse(&more).unwrap().to_string(), more);
    }

    #[test]
    fn the_line_that_is_wrong_is_named() {
        for (text, line) in [
            (KNOWN.trim_end().to_owned(), 3),
            (KNOWN.replace("20852163", "020852163"), 2),
            (KNOWN.replace("20852163", "+20852163"), 2),
            (KNOWN.replace("20852163", "many"), 2),
            (KNOWN.replace("q2I=", "q2I"), 3),
            (KNOWN.replace("q2I=", "q2J="), 3),
            (KNOWN.replace("CsUY", ""), 3),
            (KNOWN.replace('\n', "\n\n"), 2),
            ("example.com/log\n7\n".to_owned(), 3),
        ] {
            let fault = Checkpoint::parse(&text).unwrap_err().to_string();
            assert!(fault.starts_with(&format!("line {line}: ")), "{text:?}: {fault}");
        }
    }
}
