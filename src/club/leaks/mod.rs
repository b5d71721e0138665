//! LEAKS: whether a club's own templates give away what the reader of a report may not know.
//!
//! A report is filled with the packet of its reader and with nothing else, so a value can say no more than
//! the packet does, and the laws hold the packets. What a template can still do is to hold the secret
//! itself, in a line that somebody wrote for one side or forgot, and to send what the reader knows to
//! another machine. So all that the templates write in a match is searched for what each reader cannot
//! know: every party, every exchange, every format. The files are searched, too, since a line that nobody
//! was shown yet may wait for its day.

mod findings;
mod fold;
#[cfg(feature = "mail")]
mod letters;
mod outward;
mod pages;
mod secrets;

use std::collections::{BTreeMap, BTreeSet};

pub use findings::{Fault, Findings, Leak, Remark, Where};

use crate::audit::{Past, Shown};
use crate::matches::MatchFault;
use crate::report::{Origins, OwnFile, Place, Templates, Written, built_in_texts};
use engine::view::Packet;
use findings::{Book, Find};
use fold::Folded;
use outward::Outward;
use pages::Page;
use secrets::{Hit, Secrets, Umpire};

/// What is checked.
pub struct Check<'a> {
    /// The match.
    pub past: &'a Past<'a>,
    /// The templates of the club.
    pub templates: &'a Templates,
    /// The templates of its letters: where each lies, and its text.
    pub letters: &'a [(String, String)],
    /// The page for orders of a packet, filled by some templates.
    pub orders: pages::Orders<'a>,
    /// The one exchange that is looked at; without it all of them.
    pub exchange: Option<u32>,
}

impl Check<'_> {
    /// Fills everything and searches it.
    ///
    /// # Errors
    /// If the seed is not known, the match makes no sense, or no exchange has the number.
    pub fn run(&self) -> Result<Findings, MatchFault> {
        let game = self.past.game()?;
        let umpire = Umpire::of(&game, self.past.entries());
        let mut search = Search::new(self, umpire)?;
        let mut shown: Vec<Packet> = Vec::new();
        let mut entry = 0;
        self.past.each_shown(|next: Shown| {
            if next.entry != entry {
                search.group(&std::mem::take(&mut shown))?;
                entry = next.entry;
            }
            let wanted = self.exchange.is_none_or(|exchange| exchange == next.packet.exchange);
            if wanted && !next.again {
                shown.push(next.packet);
            }
            Ok(())
        })?;
        search.group(&shown)?;
        if search.newest.is_empty() {
            let what = format!("nobody was shown anything of {}", self.asked_for());
            return Err(MatchFault::no(what, "look at `sealord status`"));
        }
        search.last()?;
        Ok(search.book.findings(&game.settings.match_id, search.sheets))
    }

    fn asked_for(&self) -> String {
        self.exchange.map_or_else(|| "the match".to_owned(), |exchange| format!("exchange {exchange}"))
    }
}

/// A search under way.
struct Search<'a> {
    check: &'a Check<'a>,
    umpire: Umpire,
    /// The templates of the program: what they say is known to everybody.
    stock: Templates,
    origins: Origins,
    public: Folded,
    /// The club's files, with their letters behind them.
    sheets: Vec<OwnFile>,
    /// All that stands in them, and that as words.
    standing: (Vec<Written>, Folded),
    /// The packets of the newest group.
    newest: Vec<Packet>,
    book: Book,
}

impl<'a> Search<'a> {
    fn new(check: &'a Check<'a>, umpire: Umpire) -> Result<Search<'a>, MatchFault> {
        let mut sheets = check.templates.own_files();
        let letters = check.letters.iter();
        sheets.extend(letters.map(|(path, text)| OwnFile {
            path: path.clone(),
            text: text.clone(),
            fills: true,
        }));
        let standing: Vec<Written> =
            sheets.iter().enumerate().flat_map(|(number, file)| file.written(number)).collect();
        let folded = folded(&standing);
        Ok(Search {
            check,
            umpire,
            stock: Templates::builtin(),
            origins: Origins::of(check.templates)?,
            public: Folded::of(built_in_texts().flat_map(|text| [text, "\n"])),
            sheets,
            standing: (standing, folded),
            newest: Vec::new(),
            book: Book::default(),
        })
    }

    /// Searches what all parties were shown at one time.
    fn group(&mut self, packets: &[Packet]) -> Result<(), MatchFault> {
        for reader in packets {
            let secrets = self.secrets(reader, packets)?;
            self.files(&secrets);
            for page in Page::REPORTS {
                self.page(&page, reader, &secrets);
            }
        }
        if !packets.is_empty() {
            self.newest = packets.to_vec();
        }
        Ok(())
    }

    fn secrets(&self, reader: &Packet, all: &[Packet]) -> Result<Secrets, MatchFault> {
        let damaged = |fault: engine::view::ViewFault| MatchFault::Bug(fault.to_string());
        Secrets::of(reader, all, &self.umpire, &self.public).map_err(damaged)
    }

    /// The pages that are filled once a match, as of the newest packets.
    fn last(&mut self) -> Result<(), MatchFault> {
        let packets = std::mem::take(&mut self.newest);
        for reader in &packets {
            let secrets = self.secrets(reader, &packets)?;
            if reader.asked {
                self.page(&Page::Orders(self.check.orders), reader, &secrets);
            }
            self.page(&Page::Replay(self.check.past), reader, &secrets);
            #[cfg(feature = "mail")]
            self.letters(reader);
        }
        Ok(())
    }

    /// Fills the letters around a report with what a party may be written.
    #[cfg(feature = "mail")]
    fn letters(&mut self, reader: &Packet) {
        for (file, flaw) in letters::flaws(self.check.letters, reader) {
            self.book.fault(file, flaw, reader, "a letter");
        }
    }

    /// Searches the files themselves, whatever of them is shown.
    fn files(&mut self, secrets: &Secrets) {
        let mut hits = secrets.search(&self.standing.1);
        if hits.is_empty() {
            return;
        }
        // A club that copies a file of the program says no more with it.
        let open = secrets.search(&self.public);
        hits.retain(|hit| !open.iter().any(|it| it.is_like(hit)));
        for hit in hits {
            if let Some(place) = self.in_files(&hit) {
                self.book.leak(Find::of(&hit, Some(place)), None);
            }
        }
    }

    /// The line of a file in which words stand.
    fn in_files(&self, hit: &Hit) -> Option<Place> {
        let (written, folded) = &self.standing;
        hit.at.first().and_then(|at| written.get(folded.piece(*at))?.place)
    }

    /// Fills a page for a reader and searches it.
    fn page(&mut self, page: &Page<'_>, reader: &Packet, secrets: &Secrets) {
        let text = match page.fill(self.check.templates, reader) {
            Ok(text) => text,
            Err(flaw) => return self.book.fault(flaw.file, flaw.what, reader, page.name()),
        };
        self.book.filled(page.name());
        let folded = Folded::of([text.as_str()]);
        let (mut hits, mut outward) = (secrets.search(&folded), outward::outward(&text, page.format()));
        if hits.is_empty() && outward.is_empty() {
            return;
        }
        // What the program's own templates show, a reader may see.
        let stock = page.fill(&self.stock, reader).unwrap_or_default();
        let shown = secrets.search(&Folded::of([stock.as_str()]));
        hits.retain(|hit| !shown.iter().any(|it| it.is_like(hit)));
        let linked: BTreeSet<Outward> = outward::outward(&stock, page.format()).into_iter().collect();
        outward.retain(|it| !linked.contains(it));
        if hits.is_empty() && outward.is_empty() {
            return;
        }
        let written = self.origins.of_filling(|templates| page.fill(templates, reader));
        let origin = Origin::new(&written, &self.standing);
        let found: Vec<(Hit, Option<Place>)> =
            hits.into_iter().filter_map(|hit| origin.of_hit(secrets, hit)).collect();
        for (hit, place) in found {
            self.book.leak(Find::of(&hit, place), Some((reader, page.name())));
        }
        for it in outward {
            let (place, carries) = origin.of_address(&it);
            self.book.outward(it, place, carries, (reader, page.name()));
        }
    }
}

fn folded(written: &[Written]) -> Folded {
    Folded::of(written.iter().map(|it| it.text.as_str()))
}

/// What wrote a page, piece by piece.
struct Origin<'w> {
    written: &'w [Written],
    folded: Folded,
    /// What stands in the files.
    standing: &'w (Vec<Written>, Folded),
    raw: String,
    /// Where each piece begins in that.
    starts: Vec<usize>,
}

impl<'w> Origin<'w> {
    fn new(written: &'w [Written], standing: &'w (Vec<Written>, Folded)) -> Origin<'w> {
        let (mut raw, mut starts) = (String::new(), Vec::new());
        for it in written {
            starts.push(raw.len());
            raw += &it.text;
        }
        Origin { written, folded: folded(written), standing, raw, starts }
    }

    /// The line that wrote what was found in a page; nothing at all if only values did, which hold no
    /// secret of this kind.
    fn of_hit(&self, secrets: &Secrets, hit: Hit) -> Option<(Hit, Option<Place>)> {
        let same = |hits: Vec<Hit>| hits.into_iter().find(|it| it.is_like(&hit));
        let in_files = || {
            let (standing, folded) = self.standing;
            folded.all(&hit.key).find_map(|at| standing.get(folded.piece(at))?.place)
        };
        let pieces = same(secrets.search(&self.folded)).map(|it| it.at).unwrap_or_default();
        let pieces = || pieces.iter().filter_map(|at| self.written.get(self.folded.piece(*at)));
        let fixed = pieces().filter(|it| it.fixed).find_map(|it| it.place);
        let place = fixed.or_else(in_files);
        if hit.fixed && place.is_none() {
            return None;
        }
        let place = place.or_else(|| pieces().find_map(|it| it.place));
        Some((hit, place))
    }

    /// The line that wrote an address, and whether any part of it is a value.
    fn of_address(&self, address: &Outward) -> (Option<Place>, bool) {
        let found = self.raw.find(&address.url).map(|at| (at, at + address.url.len()));
        let at = found.map(|(at, _)| at).or_else(|| self.raw.find(address.host()));
        let piece = |at: usize| self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let place = at.and_then(|at| self.written.get(piece(at))?.place);
        let place = place.or_else(|| {
            let lines = self.standing.0.iter();
            lines.filter(|it| it.text.contains(address.host())).find_map(|it| it.place)
        });
        let plain = found.is_some_and(|(from, until)| {
            self.written[piece(from)..=piece(until - 1)].iter().all(|it| it.fixed)
        });
        (place, !plain)
    }
}

/// The finds of one place, by what they are.
type Seen<K> = BTreeMap<K, Where>;
