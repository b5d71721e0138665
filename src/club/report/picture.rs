//! A chart as a picture of its own: a file that any program shows which knows SVG.

use super::ReportFault;
use super::chart::Names;
use super::env::{Kit, Templates};
use super::replay::Whose;
use super::sides::Sides;
use engine::view::Parts;

/// The template: the drawing with the style of pages within.
const TEMPLATE: &str = "common/html/picture.svg";

/// What the template can name.
#[derive(serde::Serialize)]
struct Picture {
    /// The members of the drawing's first tag, and all that stands within the drawing.
    members: minijinja::Value,
    within: minijinja::Value,
}

/// Draws the chart of a view as a file of its own: the largest sheet, in which its insets are framed.
///
/// # Errors
/// [`ReportFault`] when the file of a chart is damaged, nothing is known of a side, or the template is wrong.
pub(super) fn of(
    templates: &Templates,
    kit: &Kit,
    whose: Whose,
    view: &Parts<'_>,
) -> Result<String, ReportFault> {
    let sides = Sides::of(&kit.sides, whose.side(), view)?;
    let names = Names::new(whose.side(), &sides);
    let names = if matches!(whose, Whose::All(_)) { names.of_all() } else { names };
    let drawn = kit.charts.draw(view, &names, false)?.svg;
    let (members, within) = first(&drawn).unwrap_or_default();
    let [members, within] = [members, within].map(|it| minijinja::Value::from_safe_string(it.to_owned()));
    templates.page(TEMPLATE, &Picture { members, within })
}

/// The first drawing of some markup: the members of its tag, and what stands within.
fn first(drawn: &str) -> Option<(&str, &str)> {
    let (_, rest) = drawn.split_once("<svg ")?;
    let (members, rest) = rest.split_once('>')?;
    Some((members, rest.split_once("</svg>")?.0))
}
