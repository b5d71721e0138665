//! The odds of a battle as a page: how it ended most often, how many units each side lost, how many points it
//! made.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::figure::{Figure, Series};
use super::{ReportFault, Templates};
use engine::odds::{Ending, Share, Tally};
use engine::problem::{count, list_and};

/// Odds that are to be shown.
pub struct Odds<'a> {
    /// The word of the game.
    pub system: &'a str,
    /// What the page is called.
    pub title: &'a str,
    /// What was counted.
    pub tally: &'a Tally,
    /// What players may not expect of it, a line each.
    pub notes: &'a [String],
}

/// So many endings are named.
pub const ENDINGS: usize = 3;
/// Points stand in at most so many bars.
const BARS: i64 = 14;

/// What the template of the page can name.
#[derive(Serialize)]
struct Page<'a> {
    game: &'a str,
    title: &'a str,
    battles: u64,
    endings: Vec<(String, String)>,
    pictures: Vec<(&'static str, Value)>,
    notes: &'a [String],
}

impl Odds<'_> {
    /// The page, which needs nothing but itself.
    ///
    /// # Errors
    /// [`ReportFault`] when a club's template is wrong.
    pub fn page(&self, templates: &Templates) -> Result<String, ReportFault> {
        let tally = self.tally;
        let endings = tally.likeliest(ENDINGS).into_iter();
        let drawn = |title, figure: Figure<'_>| (title, Value::from_safe_string(figure.bars()));
        let page = Page {
            game: self.system,
            title: self.title,
            battles: tally.battles,
            endings: endings.map(|(it, times)| (percent(times, tally.battles), ending(it))).collect(),
            pictures: vec![drawn(LOST, lost(tally)), drawn(MADE, made(tally))],
            notes: self.notes,
        };
        templates.fill_part("common/html/odds.html", Value::from(Serde(page)))
    }
}

const LOST: &str = "Units lost, in percent of all battles";
const MADE: &str = "Points made, in percent of all battles";

/// A share of all battles in words.
fn percent(part: u64, of: u64) -> String {
    let tenths = (part * 1000 + of / 2) / of.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// How a battle ended, in words.
pub fn ending(it: &Ending) -> String {
    let won = it.won.map_or_else(|| "won by nobody".to_owned(), |side| format!("won by the {side}"));
    let lost: Vec<String> = it
        .lost
        .iter()
        .map(|(side, units)| match units {
            0 => format!("the {side} lose nothing"),
            _ => format!("the {side} lose {}", count(*units, "unit")),
        })
        .collect();
    format!("{won}; {}", list_and(&lost))
}

/// A bar for each number of lost units.
fn lost(tally: &Tally) -> Figure<'static> {
    let shares = || tally.sides.iter().map(|(_, share)| share);
    let most = shares().filter_map(|share| share.lost.keys().last()).max().copied().unwrap_or(0);
    let of = |share: &Share, units: usize| share.lost.get(&units).copied().unwrap_or_default();
    let rows = |share: &Share| (0..=most).map(|units| of(share, units)).collect();
    figure("lost", LOST, "Units", (0..=most).map(|units| units.to_string()).collect(), tally, rows)
}

/// A bar for each range of points.
fn made(tally: &Tally) -> Figure<'static> {
    let all = || tally.sides.iter().flat_map(|(_, share)| share.made.keys().copied());
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let wide = ((most - least + BARS) / BARS).max(1);
    let begins: Vec<i64> = (0..=(most - least) / wide).map(|at| least + at * wide).collect();
    let label = |from: &i64| match wide {
        1 => from.to_string(),
        _ => format!("{from} to {}", from + wide - 1),
    };
    let rows = |share: &Share| {
        let within = |from: &i64| share.made.range(*from..*from + wide).map(|(_, times)| *times).sum();
        begins.iter().map(within).collect()
    };
    figure("made", MADE, "Points", begins.iter().map(label).collect(), tally, rows)
}

/// Bars of all sides, in percent.
fn figure(
    id: &'static str,
    title: &'static str,
    along: &'static str,
    labels: Vec<String>,
    tally: &Tally,
    rows: impl Fn(&Share) -> Vec<u64>,
) -> Figure<'static> {
    let all = tally.battles.max(1);
    let in_percent = |times: u64| i64::try_from((times * 100 + all / 2) / all).unwrap_or(0);
    let series = tally.sides.iter().map(|(side, share)| Series {
        class: side.id(),
        name: side.name(),
        values: rows(share).into_iter().map(in_percent).collect(),
    });
    Figure { id, title, along, labels, series: series.collect(), begins: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::two_sided::{ALLIES, AXIS};
    use engine::side::SideMap;

    #[test]
    fn a_page_has_the_likeliest_endings_and_both_pictures() {
        engine::rulebook::two_sided::declare();
        let mut tally = Tally {
            battles: 8,
            sides: SideMap::from_fn(&[AXIS, ALLIES], |_| Share::default()),
            ..Tally::default()
        };
        let endings = [(Some(AXIS), 0, 2, 5), (None, 1, 1, 2), (Some(ALLIES), 3, 0, 1)];
        for (won, axis, allies, times) in endings {
            tally.endings.insert(Ending { won, lost: vec![(AXIS, axis), (ALLIES, allies)] }, times);
            for (side, units) in [(AXIS, axis), (ALLIES, allies)] {
                let share = tally.sides.get_mut(side).unwrap();
                share.lost.insert(units, times);
                (0..times).for_each(|_| share.earn(40 * units as i64));
            }
        }
        let odds =
            Odds { system: "", title: "Off <Samar>", tally: &tally, notes: &["Nobody fired.".to_owned()] };
        let page = odds.page(&Templates::builtin()).unwrap();
        let said = [
            "<title>Off &lt;Samar&gt;: odds</title>",
            "<b>62.5 %</b> won by the Axis; the Axis lose nothing and the Allies lose 2 units",
            "<b>25.0 %</b> won by nobody; the Axis lose 1 unit and the Allies lose 1 unit",
            "<tr><th scope=\"row\">3</th><td>13</td><td>0</td></tr>",
            "<tr><th scope=\"row\">0 to 8</th><td>63</td><td>13</td></tr>",
            "Nobody fired.",
        ];
        said.iter().for_each(|it| assert!(page.contains(it), "{it} is missing in\n{page}"));
    }
}
