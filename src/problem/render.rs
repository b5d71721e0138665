//! Problems as people read them: the line itself, a caret, the rule, the mend. Nothing reaches the terminal as it
//! stood in a file: hidden characters are spelled out and long lines are cut.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::words::push_visible;
use super::{Class, Lines, Place, Problem, Problems, count, visible};

/// Longest piece of a line that is shown, in characters of the file.
const SHOWN: usize = 100;
/// How much of a long line is shown before the place in question.
const BEFORE: usize = 40;

/// Renders all problems, then the count.
pub(super) fn render(problems: &Problems, source: &str, colour: bool) -> String {
    let mut sorted = problems.clone();
    sorted.sort();
    let lines = Lines::new(source);
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for problem in &sorted {
        out.push_str(&render_one(problem, source, &lines, &renderer));
        out.push_str("\n\n");
    }
    out.push_str(&tally(&sorted));
    out.push('\n');
    out
}

/// The line that counts the problems, class by class.
fn tally(problems: &Problems) -> String {
    let parts: Vec<String> = Class::ALL
        .iter()
        .filter_map(|class| match (problems.of_class(*class), class) {
            (0, _) => None,
            (number, Class::Warning | Class::Hint) => Some(count(number, class.word())),
            (number, _) => Some(format!("{number} {}", class.word())),
        })
        .collect();
    let total = count(problems.len(), "problem");
    if parts.is_empty() { total } else { format!("{total}: {}", parts.join(", ")) }
}

fn render_one(problem: &Problem, source: &str, lines: &Lines<'_>, renderer: &Renderer) -> String {
    let title = level(problem.class).primary_title(safe(&problem.what)).id(safe(&problem.code));
    let mut group = Group::with_title(title);
    let window = problem.place.as_ref().and_then(|place| Window::around(place, source, lines));
    if let Some(place) = &problem.place {
        let origin =
            Origin::path(safe(&place.file)).line(place.line as usize).char_column(place.column as usize);
        group = group.element(origin);
    }
    if let (Some(place), Some(window)) = (&problem.place, window) {
        let snippet = Snippet::source(window.text)
            .line_start(place.line as usize)
            .annotation(AnnotationKind::Primary.span(window.start..window.end));
        group = group.element(snippet);
    }
    if let Some(rule) = &problem.rule {
        group = group.element(Level::NOTE.with_name("rule").message(safe(rule)));
    }
    if let Some(mend) = &problem.mend {
        group = group.element(Level::HELP.with_name("mend").message(safe(mend)));
    }
    let text = renderer.render(&[group]);
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn level(class: Class) -> Level<'static> {
    let level = match class {
        Class::Malformed | Class::Illegal => Level::ERROR,
        Class::Void | Class::Warning => Level::WARNING,
        Class::Hint => Level::HELP,
    };
    level.with_name(class.word())
}

/// Our own sentences may have several lines; everything else that is hidden is spelled out.
fn safe(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// The piece of a line that is shown, and the marked bytes within it.
struct Window {
    text: String,
    start: usize,
    end: usize,
}

impl Window {
    /// Nothing if the place does not lie in this source.
    fn around(place: &Place, source: &str, lines: &Lines<'_>) -> Option<Window> {
        let line = lines.line_of(place.start)?;
        if lines.position(place.start).0 != place.line {
            return None;
        }
        let mark = place.start.clamp(line.start, line.end);
        let mark_end = place.end.clamp(mark, line.end);
        let before = source.get(line.start..mark)?.chars().count();
        let total = before + source.get(mark..line.end)?.chars().count();
        let first = if total <= SHOWN { 0 } else { before.saturating_sub(BEFORE) };
        let mut window = Window { text: String::new(), start: 0, end: 0 };
        if first > 0 {
            window.text.push_str("...");
        }
        let mut at = line.start;
        let mut last_end = window.text.len();
        for (number, character) in source[line.clone()].chars().enumerate() {
            if number >= first && number < first + SHOWN {
                if at <= mark {
                    window.start = window.text.len();
                }
                push_visible(&mut window.text, character);
                last_end = window.text.len();
                if at < mark_end {
                    window.end = last_end;
                }
            }
            at += character.len_utf8();
        }
        if mark == line.end {
            window.start = last_end;
        }
        window.end = window.end.max(window.start);
        if first + SHOWN < total {
            window.text.push_str("...");
        }
        Some(window)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spot;
    use super::*;

    fn at(source: &str, start: usize, end: usize) -> Place {
        let (line, column) = Lines::new(source).position(start);
        Spot { line, column, start, end }.in_file("orders.yaml")
    }

    #[test]
    fn all_parts_in_their_order() {
        let source = "side: axis\nfinl: true\n";
        let mut problems = Problems::new();
        problems.push(
            Problem::new(Class::Illegal, "too-far", "Bismarck cannot reach zone 9.")
                .at(at(source, 11, 15))
                .citing("SOT-5.3-1")
                .mending("Give her zone 39."),
        );
        problems.push(Problem::new(Class::Hint, "early", "This can still be changed.").at(at(source, 6, 10)));
        problems.push(Problem::new(Class::Malformed, "empty", "There is nothing here."));
        insta::assert_snapshot!(problems.render(source, false), @"");
    }

    #[test]
    fn hidden_characters_are_spelled_out() {
        let source = "a\u{1b}[31m: \u{202e}x\tö\n";
        let start = source.find('x').unwrap();
        let problem =
            Problem::new(Class::Malformed, "hidden", "Look:\u{7} here").at(at(source, start, start + 1));
        let text = Problems::from(problem).render(source, false);
        insta::assert_snapshot!(text, @"");
        assert!(!text.chars().any(|c| is_hidden_or_escape(c)));
    }

    fn is_hidden_or_escape(character: char) -> bool {
        character != '\n' && super::super::is_hidden(character)
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = format!("note: {}X{}\n", "ä".repeat(200), "b".repeat(200));
        let start = source.find('X').unwrap();
        let problem = Problem::new(Class::Warning, "long", "Here.").at(at(&source, start, start + 1));
        insta::assert_snapshot!(Problems::from(problem).render(&source, false), @"");
    }

    #[test]
    fn places_outside_of_the_source_are_named_without_a_line() {
        for (start, end, line) in [(900, 950, 3), (3, 1, 1), (1, 2, 1), (4, 9999, 1), (4, 4, 1), (0, 0, 7)] {
            let place = Spot { line, column: 1, start, end }.in_file("x\u{1b}");
            let text = Problems::from(Problem::new(Class::Void, "v", "w").at(place)).render("äß\n", true);
            assert!(text.contains("x<U+001B>"), "{text}");
        }
    }

    #[test]
    fn json_has_every_field() {
        let problem = Problem::new(Class::Void, "sunk", "She was sunk.").at(at("ab", 1, 2)).citing("AW-7.1");
        assert_eq!(
            Problems::from(problem).to_json().to_string(),
            r#"[{"class":"void","code":"sunk","column":2,"file":"orders.yaml","line":1,"mend":null,"rule":"AW-7.1","what":"She was sunk."}]"#
        );
    }
}
