//! Puts paragraphs of `format=flowed` together again (RFC 3676).

/// Joins lines that were broken softly, within one depth of quoting. Quoted lines come out as `>` for each
/// level, a space, and the text; the space before a line that would else look like a quotation is taken away.
/// `delsp` says that the space at a soft break was put in by the sender's program.
pub fn unfold(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The depth of the paragraph that may go on, if the line before it ended in a soft break.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let content = &line[depth..];
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_signature = content == "-- ";
        let joins = open == Some(depth) && !is_signature;
        if !joins {
            if open.is_some() {
                out.push('\n');
            }
            if depth > 0 {
                out.extend(std::iter::repeat_n('>', depth));
                if !content.is_empty() {
                    out.push(' ');
                }
            }
        }
        let soft = content.ends_with(' ') && !is_signature;
        out.push_str(if soft && delsp { &content[..content.len() - 1] } else { content });
        open = soft.then_some(depth);
        if !soft {
            out.push('\n');
        }
    }
    if open.is_some() {
        out.push('\n');
    }
    out
}
