//! Pictures of numbers: curves over turns, bars side by side. Each is one SVG with a title and a description
//! for those who listen, and behind it, folded, the table that it shows. Nothing is told by colour alone:
//! curves are dashed and end in their names, bars are filled, hollow or striped and bear their numbers.

use super::chart::pen::{Words, draw};

/// The numbers of one side.
pub(super) struct Series<'a> {
    /// The class that colours it: the word of a side, or one of the style sheet.
    pub(super) class: &'a str,
    /// What it is called.
    pub(super) name: &'a str,
    /// As many as there are labels.
    pub(super) values: Vec<i64>,
}

/// Numbers that are worth a picture.
pub(super) struct Figure<'a> {
    /// A word for its ids on the page.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// What the labels are: turns, classes.
    pub(super) along: &'a str,
    pub(super) labels: Vec<String>,
    pub(super) series: Vec<Series<'a>>,
    /// Labels at which something begins, by place: a line is drawn there.
    pub(super) begins: Vec<usize>,
}

/// Where drawings stand on their paper: left, top, width and height.
const FRAME: (i64, i64, i64, i64) = (40, 10, 470, 150);
/// The width of the paper, and how much of it stands below a frame.
const PAPER: i64 = 620;
const BELOW: i64 = 30;

/// How the lines of a grid run from the least value to the most.
struct Scale {
    low: i64,
    high: i64,
    step: i64,
}

impl Scale {
    /// From the least to the most; 0 is always on it.
    fn of(values: impl Iterator<Item = i64>) -> Scale {
        let (least, most) = values.fold((0, 1), |(least, most), it| (least.min(it), most.max(it)));
        Scale::between(least, most)
    }

    /// From the least to the most, wherever 0 is: what never comes near it would be a flat line.
    fn around(values: impl Iterator<Item = i64>) -> Scale {
        let ends = values.fold(None, |ends: Option<(i64, i64)>, it| {
            Some(ends.map_or((it, it), |(least, most)| (least.min(it), most.max(it))))
        });
        let (least, most) = ends.unwrap_or((0, 0));
        Scale::between(least, most.max(least + 1))
    }

    fn between(least: i64, most: i64) -> Scale {
        let step = step(most - least);
        Scale { low: least.div_euclid(step) * step, high: -(-most).div_euclid(step) * step, step }
    }

    fn y(&self, value: i64) -> i64 {
        let (_, top, _, height) = FRAME;
        top + height - height * (value - self.low) / (self.high - self.low)
    }

    fn grid(&self, svg: &mut String) {
        let (left, _, width, _) = FRAME;
        for line in 0..=(self.high - self.low) / self.step {
            let value = self.low + line * self.step;
            let y = self.y(value);
            draw!(*svg, "<path class=\"grid\" d=\"M", left, " ", y, "h", width, "\"/>");
            draw!(*svg, "<text class=\"tick\" x=\"", left - 6, "\" y=\"", y + 3, "\">", value, "</text>");
        }
    }
}

impl Figure<'_> {
    /// The numbers as curves over what goes by, the table behind them.
    pub(super) fn curves(&self) -> String {
        self.drawn(&Scale::of(self.all()))
    }

    /// The same for levels, such as ratings, that need not come near 0.
    pub(super) fn levels(&self) -> String {
        self.drawn(&Scale::around(self.all()))
    }

    fn drawn(&self, scale: &Scale) -> String {
        let mut svg = self.open(BELOW);
        let (left, top, width, height) = FRAME;
        let x = |at: usize| left + width * at as i64 / (self.labels.len() as i64 - 1).max(1);
        scale.grid(&mut svg);
        // Of many turns every other is named, or every fifth.
        let every = if self.labels.len() > 30 { 5 } else { 1 + self.labels.len() / 16 };
        for (at, label) in self.labels.iter().enumerate().filter(|(at, _)| at % every == 0) {
            draw!(svg, "<text x=\"", x(at), "\" y=\"", top + height + 14, "\">", Words(label), "</text>");
        }
        for at in &self.begins {
            draw!(svg, "<path class=\"inset\" d=\"M", x(*at), " ", top, "v", height, "\"/>");
        }
        let last = |it: &Series<'_>| it.values.last().copied().unwrap_or_default();
        let ends = ends(&self.series.iter().map(|it| scale.y(last(it))).collect::<Vec<_>>());
        for (it, end) in self.series.iter().zip(ends) {
            draw!(svg, "<path class=\"curve ", it.class, "\" d=\"");
            for (at, value) in it.values.iter().enumerate() {
                draw!(svg, if at == 0 { "M" } else { "L" }, x(at), " ", scale.y(*value));
            }
            draw!(svg, "\"/><text class=\"curve-name\" x=\"", left + width + 6, "\" y=\"", end + 3, "\">");
            draw!(svg, Words(it.name), " ", last(it), "</text>");
        }
        svg.push_str("</svg>");
        self.table(&mut svg);
        svg
    }

    /// The numbers as bars, those of one label side by side, the table behind them.
    pub(super) fn bars(&self) -> String {
        let rows = self.series.len() as i64;
        let mut svg = self.open(BELOW + 16);
        let (left, top, width, height) = FRAME;
        let width = width + 80;
        let scale = Scale::of(self.all());
        scale.grid(&mut svg);
        let many = self.labels.len().max(1) as i64;
        let slot = width / many;
        let bar = ((slot - 6) / rows.max(1)).clamp(2, 36);
        for (at, label) in self.labels.iter().enumerate() {
            let middle = left + slot * at as i64 + slot / 2;
            // Where labels would run into each other, every other stands lower.
            let lower = if at % 2 == 1 && slot < 74 { 11 } else { 0 };
            draw!(svg, "<text x=\"", middle, "\" y=\"", top + height + 13 + lower, "\">");
            draw!(svg, Words(label), "</text>");
            for (nth, it) in self.series.iter().enumerate() {
                let value = it.values.get(at).copied().unwrap_or_default();
                let x = middle - bar * rows / 2 + bar * nth as i64;
                let (from, to) = (scale.y(value.max(0)), scale.y(value.min(0)));
                draw!(svg, "<path class=\"bar ", it.class, " b", nth as i64, "\" d=\"M", x + 1, " ", from);
                draw!(svg, "h", (bar - 2).max(1), "V", to, "h", -(bar - 2).max(1), "z\"/>");
                if value != 0 && bar >= 10 {
                    draw!(svg, "<text x=\"", x + bar / 2, "\" y=\"", from - 2, "\">", value, "</text>");
                }
            }
        }
        let below = top + height + 13 + 24;
        for (nth, it) in self.series.iter().enumerate() {
            let x = left + 170 * nth as i64;
            draw!(svg, "<path class=\"bar ", it.class, " b", nth as i64, "\" d=\"M", x, " ", below - 8);
            draw!(svg, "h14v9h-14z\"/><text class=\"curve-name\" x=\"", x + 19, "\" y=\"", below, "\">");
            draw!(svg, Words(it.name), "</text>");
        }
        svg.push_str("</svg>");
        self.table(&mut svg);
        svg
    }

    /// The curves alone, as wide as they are given room: a graph under a slider. Who listens has the slider.
    pub(super) fn strip(&self) -> String {
        let scale = Scale::of(self.all());
        let (_, top, _, height) = FRAME;
        let most = (self.labels.len() as i64 - 1).max(1);
        let mut svg = String::from(
            "<svg class=\"strip\" viewBox=\"0 0 1000 150\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
        );
        for it in &self.series {
            draw!(svg, "<path class=\"curve ", it.class, "\" d=\"");
            for (at, value) in it.values.iter().enumerate() {
                let y = (scale.y(*value) - top).clamp(2, height - 2);
                draw!(svg, if at == 0 { "M" } else { "L" }, at as i64 * 1000 / most, " ", y);
            }
            svg.push_str("\"/>");
        }
        svg.push_str("<path class=\"here\" id=\"here\" d=\"M0 0v150\"/></svg>");
        svg
    }

    fn all(&self) -> impl Iterator<Item = i64> {
        self.series.iter().flat_map(|it| it.values.iter().copied())
    }

    /// Begins the drawing; so much stands below its frame.
    fn open(&self, below: i64) -> String {
        let (_, top, _, height) = FRAME;
        let mut svg = String::from("<svg class=\"growth\" viewBox=\"0 0 ");
        draw!(svg, PAPER, " ", top + height + below, "\" role=\"img\" aria-labelledby=\"", self.id, "-t ");
        draw!(svg, self.id, "-d\"><title id=\"", self.id, "-t\">", Words(self.title), "</title><desc id=\"");
        draw!(svg, self.id, "-d\">", Words(&self.said()), "</desc>");
        svg
    }

    /// What a listener is told in a sentence; the table has the rest.
    fn said(&self) -> String {
        let (Some(first), Some(last)) = (self.labels.first(), self.labels.last()) else {
            return String::new();
        };
        let one = |it: &Series<'_>| {
            let from = it.values.first().copied().unwrap_or_default();
            match it.values.last() {
                Some(to) if self.labels.len() > 1 => format!("{} {from} at {first}, {to} at {last}", it.name),
                _ => format!("{} {from}", it.name),
            }
        };
        let all = self.series.iter().map(one).collect::<Vec<_>>().join("; ");
        format!("{all}. The table below has every number.")
    }

    /// The numbers as a table, folded.
    fn table(&self, html: &mut String) {
        draw!(*html, "<details class=\"fold behind\"><summary>The same in numbers</summary>");
        draw!(*html, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", Words(self.title));
        draw!(
            *html,
            ", table\"><table class=\"numbers\"><thead><tr><th scope=\"col\">",
            Words(self.along),
            "</th>"
        );
        for it in &self.series {
            draw!(*html, "<th scope=\"col\">", Words(it.name), "</th>");
        }
        html.push_str("</tr></thead><tbody>");
        for (at, label) in self.labels.iter().enumerate() {
            draw!(*html, "<tr><th scope=\"row\">", Words(label), "</th>");
            for it in &self.series {
                draw!(*html, "<td>", it.values.get(at).copied().unwrap_or_default(), "</td>");
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table></div></details>");
    }
}

/// Where the names of curves stand that end at these heights: side by side they would cover each other.
fn ends(heights: &[i64]) -> Vec<i64> {
    const APART: i64 = 11;
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by_key(|&at| heights[at]);
    let mut ends = heights.to_vec();
    for pair in order.windows(2) {
        let [upper, lower] = [pair[0], pair[1]];
        let between = ends[lower] - ends[upper];
        if between < APART {
            let push = (APART - between) / 2 + 1;
            (ends[upper], ends[lower]) = (ends[upper] - push, ends[lower] + push);
        }
    }
    ends
}

/// How far the lines of a grid are apart: 1, 2 or 5 times a power of ten, so that there are at most six.
fn step(range: i64) -> i64 {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if step * 6 >= range {
            break;
        }
        step = match factor {
            2 => step * 2,
            5 => step / 2 * 5,
            _ => step * 2,
        };
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure<'static> {
        let series = |class, name, values: &[i64]| Series { class, name, values: values.to_vec() };
        Figure {
            id: "f",
            title: "Losses",
            along: "Class",
            labels: ["BB", "C<A", "DD"].map(str::to_owned).to_vec(),
            series: vec![series("axis", "Axis", &[1, 0, 4]), series("allies", "A<B", &[0, 2, 3])],
            begins: vec![2],
        }
    }

    #[test]
    fn curves_and_bars_say_their_numbers_to_all() {
        for html in [figure().curves(), figure().bars()] {
            assert!(
                html.starts_with("<svg class=\"growth\"") && html.contains("aria-labelledby=\"f-t f-d\""),
                "{html}"
            );
            assert!(html.contains("<title id=\"f-t\">Losses</title>"), "{html}");
            assert!(html.contains("Axis 1 at BB, 4 at DD; A&lt;B 0 at BB, 3 at DD."), "{html}");
            assert!(html.contains("<tr><th scope=\"row\">C&lt;A</th><td>0</td><td>2</td></tr>"), "{html}");
            assert_eq!(html.matches("<table").count(), 1);
        }
        let bars = figure().bars();
        // A bar for each number, and one for each side in the legend.
        assert_eq!(bars.matches("<path class=\"bar axis b0\"").count(), 4);
        assert_eq!(bars.matches("<path class=\"bar allies b1\"").count(), 4);
        assert!(figure().strip().contains("aria-hidden"));
    }

    #[test]
    fn levels_need_not_come_near_zero() {
        let mut high = figure();
        high.series[0].values = vec![5000, 5100, 5050];
        high.series[1].values = vec![4900, 4950, 5000];
        assert!(!high.levels().contains(">0</text>") && high.levels().contains(">4900</text>"));
        assert!(high.curves().contains(">0</text>"));
        high.series.iter_mut().for_each(|it| it.values = vec![5000; 3]);
        assert!(high.levels().contains(">5001</text>"));
    }

    #[test]
    fn a_figure_without_numbers_is_drawn() {
        let mut none = figure();
        none.labels.clear();
        none.series.iter_mut().for_each(|it| it.values.clear());
        assert!(
            [none.curves(), none.levels(), none.bars(), none.strip()]
                .iter()
                .all(|svg| svg.contains("</svg>"))
        );
    }

    #[test]
    fn steps_are_round() {
        let steps = [1, 6, 7, 13, 31, 61, 130, 601].map(step);
        assert_eq!(steps, [1, 1, 2, 5, 10, 20, 50, 200]);
    }

    #[test]
    fn names_of_curves_keep_apart() {
        assert_eq!(ends(&[50, 20]), [50, 20]);
        assert_eq!(ends(&[20, 22]), [15, 27]);
        assert_eq!(ends(&[22, 20]), [27, 15]);
        let ends = ends(&[20, 20, 90]);
        assert!(ends[1] - ends[0] >= 11 && ends[2] == 90, "{ends:?}");
    }
}
