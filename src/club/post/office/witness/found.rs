//! The checkpoint in a letter.

use crate::checkpoint::{Checkpoint, Request};

/// How a line with a signature begins.
const DASH: &str = "\u{2014} ";

/// The first checkpoint in a text, with what shows that it continues the one before, if the text has that:
/// the lines with signatures, the block above them, and the block above that if it says from where a proof
/// leads.
pub(super) fn checkpoint_in(text: &str) -> Option<(Checkpoint, Request)> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let signed = lines.iter().position(|line| line.starts_with(DASH))?;
    let end = signed + lines[signed..].iter().take_while(|line| line.starts_with(DASH)).count();
    let block = |empty: usize| {
        lines[empty]
            .is_empty()
            .then(|| lines[..empty].iter().rposition(|it| it.is_empty()).map_or(0, |at| at + 1))
    };
    let body = block(signed.checked_sub(1)?)?;
    let proof = body.checked_sub(1).and_then(block).filter(|at| lines[*at].starts_with("old "));
    let note = lines[proof.unwrap_or(body)..end].join("\n") + "\n";
    let request = Request::parse(&note).ok()?;
    Some((request.note.checkpoint().ok()?, request))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\u{2014} \
                        example.com/behind-the-sofa \
                        Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n";

    #[test]
    fn a_checkpoint_is_found_among_the_words_of_a_letter() {
        let hash = NOTE.lines().nth(2).unwrap();
        for (text, old) in [
            (NOTE.to_owned(), 0),
            (format!("Hello,\n\nplease cosign this.\n\n{NOTE}\nYours, Uma\n\u{2014} Uma\n"), 0),
            (format!("Hello,\r\n\r\nold 12\r\n{hash}\r\n\r\n{}\r\n", NOTE.replace('\n', "\r\n")), 12),
        ] {
            let (checkpoint, request) = checkpoint_in(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((checkpoint.size, request.old), (20_852_163, old));
            assert_eq!(
                (request.note.to_string().as_str(), request.proof.len()),
                (NOTE, usize::from(old > 0))
            );
        }
    }

    #[test]
    fn other_letters_have_none() {
        for text in [
            "",
            "Hello,\n\n\u{2014} Uma",
            "\u{2014} Uma",
            &NOTE.replace("\n\n", "\n"),
            &NOTE.replace("20852163", "many"),
            &NOTE.replace("CsUY", "> CsUY"),
        ] {
            assert!(checkpoint_in(text).is_none(), "{text}");
        }
    }
}
