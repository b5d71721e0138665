//! The office as a page and as a letter. A mail about a very large office has the matches that come first,
//! and how many more there are: nobody reads ten thousand, and no mail server takes them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::office::Overview;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::{Dispatch, OverviewLetter};
use crate::post::office::settings::Person;
use crate::post::office::state::{OfficeContext, Record};
use crate::report::Templates;

/// A mail has no more matches, and no more lines of a kind.
const MOST: usize = 500;

impl Overview {
    /// The office as a page that needs nothing but itself.
    ///
    /// # Errors
    /// If a club's own template is wrong.
    pub fn page(&self, templates: &Templates) -> Result<String, MatchFault> {
        self.page_of(self, templates)
    }

    /// The same for a mail, in which a very large office has its first matches alone.
    ///
    /// # Errors
    /// If a club's own template is wrong.
    pub(crate) fn page_for_mail(&self, templates: &Templates) -> Result<String, MatchFault> {
        match self.matches.len() + self.unreadable.len() <= MOST {
            true => self.page_of(self, templates),
            false => self.page_of(&self.beginning(), templates),
        }
    }

    /// The matches that come first, as many as a mail holds.
    fn beginning(&self) -> Overview {
        let cut = |lines: &[String]| lines.iter().take(MOST).cloned().collect();
        let matches = self.matches.iter().take(MOST).cloned().collect();
        Overview {
            office: self.office.clone(),
            on_duty: self.on_duty.clone(),
            matches,
            unreadable: cut(&self.unreadable),
            league: cut(&self.league),
            aside: cut(&self.aside),
            ..*self
        }
    }

    fn page_of(&self, shown: &Overview, templates: &Templates) -> Result<String, MatchFault> {
        let (running, wanting, late) = self.sum();
        let sides = shown.matches.iter().flat_map(|it| &it.sides);
        let known = sides.filter(|side| side.record != Record::default());
        let players = known.map(|side| (&*side.player, &side.record)).collect();
        let more = self.more(shown.matches.len());
        let page = Page { office: shown, running, wanting, late, players, more };
        Ok(templates.page("common/html/office.html", &page)?)
    }

    /// That there are more matches than so many; nothing if there are not.
    fn more(&self, shown: usize) -> Option<String> {
        let more = self.matches.len().checked_sub(shown).filter(|more| *more > 0)?;
        Some(format!("{more} more matches; `sealord status --all` in the folder of the office lists them"))
    }
}

/// What the template of the page can name.
#[derive(Serialize)]
struct Page<'a> {
    office: &'a Overview,
    running: usize,
    wanting: usize,
    late: usize,
    /// How reliable the players are, each once.
    players: BTreeMap<&'a str, &'a Record>,
    /// That there are more matches.
    more: Option<String>,
}

impl OfficeContext {
    /// The overview as a letter: the matches that are under way, or for a digest what there is to do first.
    pub(crate) fn overview_letter(&self, person: &Person, overview: &Overview, is_digest: bool) -> Dispatch {
        let (running, wanting, late) = overview.sum();
        let open: Vec<String> = overview
            .matches
            .iter()
            .flat_map(|it| it.for_umpire.iter().map(|words| format!("{}: {words}", it.match_id)))
            .take(MOST)
            .collect();
        let mut lines = overview.beginning().lines();
        lines.extend(overview.more(MOST));
        Dispatch::Overview(OverviewLetter {
            name: person.name.clone(),
            running,
            wanting,
            late,
            for_umpire: if is_digest { open } else { Vec::new() },
            lines: lines.join("\n"),
            on_duty: overview.on_duty.clone(),
            waiting: overview.waiting,
            is_digest,
            code_word: self.desk_code(person).as_str().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::office::Match;
    use super::*;

    fn office(matches: usize) -> Overview {
        let one = |number: usize| Match {
            match_id: format!("m{number:05}"),
            title: "Seas of Thunder".to_owned(),
            standing: "Turn 1 of 25".to_owned(),
            exchange: 1,
            deadline: None,
            deadline_words: None,
            left: None,
            due: "no deadline".to_owned(),
            paused: false,
            over: false,
            sides: Vec::new(),
            for_umpire: vec!["declare the weather".to_owned()],
            undelivered: Vec::new(),
        };
        Overview {
            office: "The referee".to_owned(),
            at: jiff::Timestamp::UNIX_EPOCH,
            on_duty: "Uma".to_owned(),
            matches: (0..matches).map(one).collect(),
            unreadable: Vec::new(),
            waiting: 0,
            league: Vec::new(),
            aside: Vec::new(),
        }
    }

    #[test]
    fn a_mail_about_a_very_large_office_fits_and_says_what_is_left_out() {
        let templates = Templates::builtin();
        let [small, large] = [office(MOST), office(20 * MOST)];
        assert_eq!(small.page_for_mail(&templates).unwrap(), small.page(&templates).unwrap());
        let (page, whole) = (large.page_for_mail(&templates).unwrap(), large.page(&templates).unwrap());
        assert!(page.contains("9500 more matches") && page.contains("10000"), "all are counted");
        assert!(page.contains("m00499") && !page.contains("m00500"));
        assert!(whole.contains("m09999") && !whole.contains("more matches"));
    }
}
