//! Problems as people read them: the line itself, a caret, the rule, the help. Nothing reaches the terminal
//! as it stood in a file: hidden characters are spelled out and long lines are cut.

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
    let mut out = String::new();
    render_each(&mut out, &sorted.iter().collect::<Vec<_>>(), source, colour);
    out.push_str(&tally(&sorted));
    out.push('\n');
    out
}

/// Renders the problems of several files, file by file, then the count of all. What stands in no file comes
/// last.
pub(super) fn render_together(problems: &Problems, sources: &[(String, String)], colour: bool) -> String {
    let mut sorted = problems.clone();
    sorted.sort();
    let in_file =
        |problem: &Problem, name: &String| problem.place.as_ref().is_some_and(|place| place.file == *name);
    let mut out = String::new();
    for (name, source) in sources {
        let own: Vec<&Problem> = sorted.iter().filter(|problem| in_file(problem, name)).collect();
        render_each(&mut out, &own, source, colour);
    }
    let known = |problem: &&Problem| sources.iter().any(|(name, _)| in_file(problem, name));
    let rest: Vec<&Problem> = sorted.iter().filter(|problem| !known(problem)).collect();
    render_each(&mut out, &rest, "", colour);
    out.push_str(&tally(&sorted));
    out.push('\n');
    out
}

/// Renders problems in their order, those with a place in this source.
fn render_each(out: &mut String, problems: &[&Problem], source: &str, colour: bool) {
    let source = needed(source, problems);
    let lines = Lines::new(source);
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    for problem in problems {
        out.push_str(&render_one(problem, source, &lines, &renderer));
        out.push_str("\n\n");
    }
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
        group = group.element(Level::HELP.message(safe(mend)));
    }
    let text = renderer.render(&[group]);
    text.lines().map(str::trim_end).filter(|line| !is_junction(line)).collect::<Vec<_>>().join("\n")
}

/// Whether a line is the renderer's mark for "another file", which it puts between a place and its own line.
fn is_junction(line: &str) -> bool {
    line.ends_with([':', 'm']) && anstream::adapter::strip_str(line).to_string().trim() == ":::"
}

/// The part of the source up to the last place and somewhat beyond it.
fn needed<'a>(source: &'a str, problems: &[&Problem]) -> &'a str {
    let last = problems.iter().filter_map(|problem| problem.place.as_ref()).map(|place| place.start).max();
    let end = last.unwrap_or_default().saturating_add(8 * SHOWN);
    (0..=end.min(source.len())).rev().find_map(|end| source.get(..end)).unwrap_or_default()
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
        let head = source.get(line.start..mark)?;
        let short = source[line.clone()].chars().take(SHOWN + 1).count() <= SHOWN;
        let back = if short { head.len() } else { head.chars().rev().take(BEFORE).map(char::len_utf8).sum() };
        let from = mark - back;
        let mut window = Window { text: String::new(), start: 0, end: 0 };
        if from > line.start {
            window.text.push_str("...");
        }
        let mut at = from;
        for character in source[from..line.end].chars().take(SHOWN) {
            if at == mark {
                window.start = window.text.len();
            }
            push_visible(&mut window.text, character);
            at += character.len_utf8();
            if at <= mark_end {
                window.end = window.text.len();
            }
        }
        if mark == line.end {
            window.start = window.text.len();
        }
        window.end = window.end.max(window.start);
        if at < line.end {
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
                .citing("R-5.3-1")
                .mending("Give her zone 39."),
        );
        problems.push(Problem::new(Class::Hint, "early", "This can still be changed.").at(at(source, 6, 10)));
        problems.push(Problem::new(Class::Malformed, "empty", "There is nothing here."));
        insta::assert_snapshot!(problems.render(source, false), @r#"
    hint[early]: This can still be changed.
     --> orders.yaml:1:7
      |
    1 | side: axis
      |       ^^^^

    illegal[too-far]: Bismarck cannot reach zone 9.
     --> orders.yaml:2:1
      |
    2 | finl: true
      | ^^^^
      |
      = rule: R-5.3-1
      = help: Give her zone 39.

    malformed[empty]: There is nothing here.

    3 problems: 1 malformed, 1 illegal, 1 hint
    "#);
    }

    #[test]
    fn hidden_characters_are_spelled_out() {
        let source = "a\u{1b}[31m: \u{202e}x\tö\n";
        let start = source.find('x').unwrap();
        let problem =
            Problem::new(Class::Malformed, "hidden", "Look:\u{7} here").at(at(source, start, start + 1));
        let text = Problems::from(problem).render(source, false);
        insta::assert_snapshot!(text, @r#"
    malformed[hidden]: Look:<U+0007> here
     --> orders.yaml:1:10
      |
    1 | a<U+001B>[31m: <U+202E>x<tab>ö
      |                        ^

    1 problem: 1 malformed
    "#);
        assert!(!text.chars().any(is_hidden_or_escape));
    }

    fn is_hidden_or_escape(character: char) -> bool {
        character != '\n' && super::super::is_hidden(character)
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = format!("note: {}X{}\n", "ä".repeat(200), "b".repeat(200));
        let start = source.find('X').unwrap();
        let problem = Problem::new(Class::Warning, "long", "Here.").at(at(&source, start, start + 1));
        insta::assert_snapshot!(Problems::from(problem).render(&source, false), @r#"
    warning[long]: Here.
     --> orders.yaml:1:207
      |
    1 | ...ääääääääääääääääääääääääääääääääääääääääXbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...
      |                                            ^

    1 problem: 1 warning
    "#);
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
