//! Makes strange text safe to print on one line.

/// Whether a character is invisible and turns the order in which its neighbours are shown, or has no width at all.
pub fn is_bidi(character: char) -> bool {
    matches!(character,
        '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Turns a text into one line of at most `most` characters: runs of white space and control characters become one space,
/// invisible ones and bidi overrides vanish.
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
