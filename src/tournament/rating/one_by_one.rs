//! AREA and Elo: each result moves ratings at once.

use jiff::civil::Date;

use crate::Entrant;
use crate::round::mean;

use super::contest::Contest;
use super::result::Score;
use super::settings::Settings;
use super::sheet::{Player, Sheet, note};
use super::step::{How, Rating, Step};
use super::{History, area, elo};

/// What comes of a match against one other side: for a player, by the ratings of his side and of the other
/// in points, by what he made of it, and by the number of other sides.
pub(super) type Rule = fn(&Player, [i64; 2], Score, i64) -> How;

/// The rule of AREA: with several other sides a gain is divided by their number, toward zero.
pub(super) fn by_area(_: &Player, [own, theirs]: [i64; 2], score: Score, others: i64) -> How {
    How::Area { change: area::gain(own, theirs, score) / others }
}

/// The rule of Elo.
pub(super) fn by_elo(player: &Player, [own, theirs]: [i64; 2], score: Score, others: i64) -> How {
    let expected = elo::expected(own, theirs);
    let factor = elo::factor(player.matches, player.best.points());
    How::Elo { expected, factor, change: elo::change(factor, score, expected, others) }
}

/// Counts all results up to a day, in the order of the book.
pub(super) fn count(settings: &Settings, rule: Rule, history: &History, as_of: Date) -> Sheet {
    let mut sheet = Sheet::new();
    for (entry, result) in history.results().filter(|(_, result)| result.date() <= as_of) {
        note(&mut sheet, settings, result);
        let rated = |side: &Vec<Entrant>| {
            let ratings: Vec<i64> = side.iter().map(|entrant| sheet[entrant].rating.points()).collect();
            Rating::Points(mean(&ratings))
        };
        let contest = Contest { entry, result, sides: result.sides().iter().map(rated).collect() };
        // All step from the ratings before the result.
        let steps: Vec<Step> = contest.players().map(|seat| step(&sheet, rule, &contest, seat)).collect();
        for ((_, entrant), step) in contest.players().zip(steps) {
            let player = sheet.get_mut(entrant).expect("all players of a result were noted");
            player.matches += 1;
            player.take(step);
        }
    }
    sheet
}

/// The step that a player takes by a result.
fn step(sheet: &Sheet, rule: Rule, contest: &Contest, (side, entrant): (usize, &Entrant)) -> Step {
    let player = &sheet[entrant];
    let how = |own: Rating, theirs: Rating, score| {
        rule(player, [own.points(), theirs.points()], score, contest.others())
    };
    let duels = contest.duels((side, entrant), contest.sides[side], how);
    let change: i64 = duels.iter().map(|duel| duel.how.change()).sum();
    let after = Rating::Points(player.rating.points() + change);
    Step { period: None, duels, before: player.rating, after }
}
