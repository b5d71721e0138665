//! Makes strange text safe to print on one line.

/// Whether a character is invisible and turns the order in which its neighbours are shown, or has no width at
/// all.
pub fn is_bidi(character: char) -> bool {
    matches!(character,
        '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character is not shown where it stands: those of [`is_bidi`], and hyphens for a line end that
/// never came.
pub fn is_invisible(character: char) -> bool {
    is_bidi(character) || matches!(character, '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{fe00}'..='\u{fe0f}')
}

/// A text without characters that are not shown, except those that join letters and signs.
pub fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    let joins = |c: char| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let hidden = |c: char| is_invisible(c) && !joins(c);
    match text.contains(hidden) {
        true => text.chars().filter(|c| !hidden(*c)).collect::<String>().into(),
        false => text.into(),
    }
}

/// Turns a text into one line of at most `most` characters: runs of white space and control characters become
/// one space, invisible ones and bidi overrides vanish.
pub fn one_line(text: &str, most: usize) -> String {
    let mut line = String::with_capacity(text.len().min(most));
    let mut count = 0;
    let mut gap = false;
    for character in text.chars().filter(|c| !is_bidi(*c)) {
        if character.is_whitespace() || character.is_control() || "\u{2028}\u{2029}".contains(character) {
            gap = count > 0;
            continue;
        }
        let needed = 1 + usize::from(gap);
        if count + needed > most {
            break;
        }
        if gap {
            line.push(' ');
        }
        line.push(character);
        count += needed;
        gap = false;
    }
    line
}
