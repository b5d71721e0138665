//! Finds the line and column of a byte. Nothing here walks a line twice: a megabyte on one line costs no more
//! than on many.

/// Bytes between two entries of the character count.
const STRIDE: usize = 64;

/// A table of a text's lines. A line ends with LF, CRLF or a lone CR; a byte-order mark has no column.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    characters: Vec<usize>,
    mark: usize,
}

impl<'a> Lines<'a> {
    /// Reads the text once and notes where its lines begin.
    pub fn new(text: &'a str) -> Lines<'a> {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut characters = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut seen = 0;
        for (at, byte) in bytes.iter().enumerate() {
            if at % STRIDE == 0 {
                characters.push(seen);
            }
            seen += usize::from(begins_character(*byte));
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        characters.push(seen);
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lines { text, starts, characters, mark }
    }

    /// The line and column of a byte, both from 1; a byte behind the end counts as the end.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let offset = offset.clamp(self.mark.min(self.text.len()), self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = if line == 0 { self.mark } else { self.starts[line] };
        let column = self.characters_before(offset) - self.characters_before(start);
        (line as u32 + 1, column as u32 + 1)
    }

    /// The bytes of the line on which a byte stands, without the line's end; nothing for a byte behind the
    /// end.
    pub fn line_of(&self, offset: usize) -> Option<std::ops::Range<usize>> {
        if offset > self.text.len() {
            return None;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = if line == 0 { self.mark } else { self.starts[line] };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let body = self.text.get(start..end)?;
        Some(start..start + body.trim_end_matches(['\n', '\r']).len())
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / STRIDE;
        let rest = &self.text.as_bytes()[block * STRIDE..offset];
        self.characters.get(block).copied().unwrap_or_default()
            + rest.iter().filter(|byte| begins_character(**byte)).count()
    }
}

fn begins_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let lines = Lines::new("a\nb\r\nc\rd");
        assert_eq!(lines.position(2), (2, 1));
        assert_eq!(lines.position(5), (3, 1));
        assert_eq!(lines.position(7), (4, 1));
        assert_eq!(lines.line_of(2), Some(2..3));
        assert_eq!(lines.position(99), (4, 2));
        assert_eq!(lines.line_of(99), None);
    }

    #[test]
    fn columns_count_characters_and_not_the_byte_order_mark() {
        let lines = Lines::new("\u{feff}höß: x\nü: y");
        assert_eq!(lines.position(0), (1, 1));
        assert_eq!(lines.position(3), (1, 1));
        assert_eq!(lines.position(10), (1, 6));
        assert_eq!(lines.position(15), (2, 3));
    }

    #[test]
    fn columns_are_right_far_to_the_right() {
        let text = "ü".repeat(3000);
        let lines = Lines::new(&text);
        for at in [0, 255, 256, 257, 511, 512, 2999, 3000] {
            assert_eq!(lines.position(at * 2), (1, at as u32 + 1));
        }
    }
}
