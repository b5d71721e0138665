//! `sealord luck`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use league::book::Book;
use league::luck::{Fell as OfClub, of_club, throw};
use league::pages::Pages;
use serde_json::{Value, json};
use tournament::luck::{Kind, Luck, Throw, luck, swings};

use super::Outcome;
use super::audit::{Source, audited};
use super::shared::{Shared, print, print_json};
use crate::fallen::{Event, fallen, under_way};
use crate::matches::{MatchFault, Settings};
use crate::problem::{ExitCode, count};
use crate::side::Side;

/// How many of the largest swings are shown.
const SWINGS: usize = 5;
/// Of how many sides the text says how many are as lucky or unlucky by chance alone.
const SIDES: u32 = 400;

/// Show how the dice fell: hits against hits to be expected, and how rare that is
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The match is audited first. While it is under way, only the umpire's own folder will do: the dice \
                  show what sides did in secret.\n\nA die belongs to the side that gains by it. docs/luck.md says \
                  how to read the table."
)]
pub struct Args {
    /// The folder or the proof of a match that is over; or the umpire's own folder
    #[arg(value_name = "MATCH")]
    pub of: PathBuf,
    /// Say, too, where it lies among the matches of this club that are over
    #[arg(long, value_name = "CLUB")]
    pub club: Option<PathBuf>,
}

/// The dice of one event for one side and purpose, and where they fell.
struct Fell<'e> {
    event: &'e Event,
    side: Side,
    throw: Throw,
    dice: u32,
    of_six: u8,
    got: u32,
}

/// What a match's dice come to.
struct Ledger<'e> {
    fell: Vec<Fell<'e>>,
    luck: Vec<(Side, Kind, Luck)>,
    /// The places of the largest swings.
    swings: Vec<usize>,
}

/// Runs `sealord luck`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let source = Source::at(shared, &args.of)?;
    let (fallen, findings) = audited(shared, &source, |_, _| {
        let rules = Settings::of(source.entries())?.lay_out(shared.kit.systems, &shared.kit.games)?;
        fallen(source.entries(), rules, source.seed())
    })?;
    if !fallen.is_over && source.seed().is_none() {
        return Err(under_way());
    }
    let ledger = Ledger::of(&fallen.events)?;
    let others = match &args.club {
        Some(club) => others(shared, club, &Settings::of(source.entries())?)?,
        None => Vec::new(),
    };
    if shared.json {
        print_json(&json!({
            "match": findings.match_id, "over": fallen.is_over, "luck": ledger.rows(),
            "swings": ledger.swings().map(Fell::json).collect::<Vec<_>>(), "head": findings.head,
            "unluckier": args.club.is_some().then(|| ledger.places(&others).map(Place::json).collect::<Vec<_>>()),
        }))?;
    } else {
        let places: String = match args.club.is_some() {
            true => ledger.places(&others).map(Place::words).collect(),
            false => String::new(),
        };
        print(&format!("{}: how the dice fell\n{}{places}", findings.match_id, ledger.words()))?;
    }
    Ok(ExitCode::Done)
}

/// The table of how the dice of a match fell, with its largest swings, as text.
///
/// # Errors
/// Only by a defect of the rules.
pub fn table(events: &[Event]) -> Result<String, MatchFault> {
    Ok(Ledger::of(events)?.words())
}

/// How the dice of attacks fell in a club's other matches of this one's system.
fn others(shared: &Shared, club: &Path, of: &Settings) -> Result<Vec<OfClub>, MatchFault> {
    let book = Book::read(club)?;
    let proofs = Pages::of(club).proofs_of(&book.league)?;
    let mut all = of_club(&book.league, &of.system, &proofs, &shared.kit.rules());
    all.retain(|it| it.match_id != of.match_id);
    Ok(all)
}

/// Where the attacks of a side lie among those of a club's other matches.
struct Place {
    side: Side,
    /// How many sides were unluckier.
    unluckier: usize,
    /// How many there are.
    all: usize,
}

impl Place {
    fn words(self) -> String {
        let Place { side, unluckier, all } = self;
        format!(
            "hits of the {}: of {all} sides in other matches of the club {unluckier} were unluckier\n",
            side.name()
        )
    }

    fn json(self) -> Value {
        json!({ "side": self.side.id(), "unluckier": self.unluckier, "of": self.all })
    }
}

impl<'e> Ledger<'e> {
    /// Counts the dice of all events.
    ///
    /// # Errors
    /// Only by a defect of the rules.
    fn of(events: &'e [Event]) -> Result<Ledger<'e>, MatchFault> {
        let all = events.iter().flat_map(|event| event.fallen.fortunes.iter().map(move |it| (event, it)));
        let fell = all.map(|(event, it)| {
            Ok(Fell {
                event,
                side: it.side,
                throw: throw(it)?,
                dice: it.dice,
                of_six: it.of_six,
                got: it.got,
            })
        });
        let fell = fell.collect::<Result<Vec<_>, MatchFault>>()?;
        let throws: Vec<Throw> = fell.iter().map(|it| it.throw.clone()).collect();
        let side = |word: &Arc<str>| fell.iter().map(|it| it.side).find(|side| side.id() == &**word);
        let luck = luck(&throws);
        let luck = luck.into_iter().filter_map(|((word, kind), luck)| Some((side(&word)?, kind, luck)));
        Ok(Ledger { luck: luck.collect(), swings: swings(&throws, SWINGS), fell })
    }

    fn swings(&self) -> impl Iterator<Item = &Fell<'e>> {
        self.swings.iter().map(|at| &self.fell[*at])
    }

    /// Where the attacks of each side lie among those of other matches.
    fn places(&self, others: &[OfClub]) -> impl Iterator<Item = Place> {
        let attacks = self.luck.iter().filter(|(_, kind, _)| *kind == Kind::Hit);
        attacks.map(|(side, _, luck)| {
            let z = |luck: &Luck| luck.z().unwrap_or(0.0);
            let unluckier = others.iter().filter(|other| z(&other.luck) < z(luck)).count();
            Place { side: *side, unluckier, all: others.len() }
        })
    }

    fn rows(&self) -> Vec<Value> {
        let row = |(side, kind, luck): &(Side, Kind, Luck)| {
            json!({
                "side": side.id(), "kind": kind.word(), "dice": luck.dice, "expected": luck.expected(),
                "actual": luck.got, "deviation": luck.deviation(), "z": luck.z(), "so_few": luck.few,
                "so_many": luck.many, "as_rare_of_400": luck.as_rare(SIDES),
            })
        };
        self.luck.iter().map(row).collect()
    }

    fn words(&self) -> String {
        if self.luck.is_empty() {
            return "no dice of a combat are counted in this match\n".to_owned();
        }
        let wide = self.luck.iter().map(|(side, ..)| side.name().chars().count()).max().unwrap_or(0).max(4);
        let mut text =
            format!("{:wide$}  kind       dice  expected  actual      z   chance  of 400\n", "side");
        for (side, kind, luck) in &self.luck {
            text += &format!("{:wide$}  {}\n", side.name(), row(*kind, luck));
        }
        text += &format!(
            "chance: of so few or fewer (-), of so many or more (+)\n\
             of {SIDES}: how many of so many sides do as badly, or as well, by chance alone\n"
        );
        let swings: String = self.swings().map(Fell::words).collect();
        if swings.is_empty() { text } else { format!("{text}\nThe largest swings\n{swings}") }
    }
}

/// A row of the table without its side.
fn row(kind: Kind, luck: &Luck) -> String {
    let z = luck.z().map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"));
    let sign = if luck.z().is_some_and(|z| z < 0.0) { '-' } else { '+' };
    let (dice, expected, got) = (luck.dice, luck.expected(), luck.got);
    let (chance, rare) = (luck.chance(), luck.as_rare(SIDES));
    format!("{:9}  {dice:4}  {expected:8.1}  {got:6}  {z:>5}  {sign}{chance:.4}  {rare:6}", kind.word())
}

impl Fell<'_> {
    /// By how many dice more were good than was to be expected.
    fn beyond(&self) -> f64 {
        self.throw.swing() as f64 / 6.0
    }

    fn words(&self) -> String {
        let Event { entry, exchange, fallen } = self.event;
        let rule = if fallen.rule.is_empty() { String::new() } else { format!(" [{}]", fallen.rule) };
        format!(
            "{:+5.1}  {}, {}: {} of {} at {} in 6; {}: {}{rule}, exchange {exchange}, entry {entry}\n",
            self.beyond(),
            self.side.name(),
            self.throw.kind().word(),
            self.got,
            count(self.dice as usize, "die").replace("dies", "dice"),
            self.of_six,
            fallen.at,
            fallen.event,
        )
    }

    fn json(&self) -> Value {
        let Event { entry, exchange, fallen } = self.event;
        json!({
            "side": self.side.id(), "kind": self.throw.kind().word(), "dice": self.dice, "of_six": self.of_six,
            "got": self.got, "beyond": self.beyond(), "at": fallen.at, "event": fallen.event,
            "rule": fallen.rule, "exchange": exchange, "entry": entry,
        })
    }
}
