//! Writing SVG: marks, numbers and names one after the other. A chart has thousands of numbers, and the
//! formatter of the standard library takes several times as long for each.

use super::super::filters::{clean, write_html};

/// Writes things into a drawing, one after the other.
macro_rules! draw {
    ($svg:expr, $($part:expr),+ $(,)?) => {{
        let svg: &mut String = &mut $svg;
        $($crate::report::chart::pen::Put::put($part, svg);)+
    }};
}
pub(in crate::report) use draw;

/// What can be written into a drawing.
pub(in crate::report) trait Put {
    /// Appends itself.
    fn put(self, svg: &mut String);
}

impl Put for &str {
    /// Markup, as it is.
    fn put(self, svg: &mut String) {
        svg.push_str(self);
    }
}

/// A text from a packet, made fit for elements and quoted attributes.
#[derive(Clone, Copy)]
pub(in crate::report) struct Words<'a>(pub(in crate::report) &'a str);

impl Put for Words<'_> {
    fn put(self, svg: &mut String) {
        write_html(svg, &clean(self.0)).expect("a String takes all");
    }
}

impl Put for i32 {
    fn put(self, svg: &mut String) {
        i64::from(self).put(svg);
    }
}

impl Put for i64 {
    fn put(self, svg: &mut String) {
        if self < 0 {
            svg.push('-');
        }
        self.unsigned_abs().put(svg);
    }
}

impl Put for u64 {
    fn put(self, svg: &mut String) {
        let (mut digits, mut from, mut rest) = ([0; 20], 20, self);
        loop {
            from -= 1;
            digits[from] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        svg.extend(digits[from..].iter().map(|&digit| char::from(digit)));
    }
}

impl Put for usize {
    fn put(self, svg: &mut String) {
        (self as u64).put(svg);
    }
}

impl Put for u16 {
    fn put(self, svg: &mut String) {
        u64::from(self).put(svg);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_full() {
        let mut svg = String::new();
        draw!(svg, 0, " ", -17, " ", i32::MIN, " ", u64::MAX, " ", 255_u16, " ", 10_usize);
        assert_eq!(svg, "0 -17 -2147483648 18446744073709551615 255 10");
    }

    #[test]
    fn words_are_no_markup() {
        let mut svg = String::new();
        draw!(svg, "<b>", Words("a<b> & \"c\""), "</b>");
        assert_eq!(svg, "<b>a&lt;b&gt; &amp; &quot;c&quot;</b>");
    }
}
