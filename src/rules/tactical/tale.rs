//! A battle told as a short story: a paragraph a turn at most, and none for a turn on which nothing happened.
//! Dice stay in the log.

use serde::Serialize;

use super::Outcome;
use super::dossier::Dossier;
use super::log::{Cause, Effect, Entry, Id, Shot};
use super::map::End;
use super::report::Ended;
use crate::cards::{Cards, Kind, Weapon};
use engine::problem::{count, list_and};

/// What happened on a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// The turn; 0 before the first.
    pub turn: u8,
    /// Whether it is night.
    pub night: bool,
    /// In words.
    pub text: String,
}

impl Paragraph {
    /// The paragraph as a line of a story: `Turn 3, at night: ...`.
    pub fn line(&self) -> String {
        match (self.turn, self.night) {
            (0, _) => self.text.clone(),
            (turn, false) => format!("Turn {turn}: {}", self.text),
            (turn, true) => format!("Turn {turn}, at night: {}", self.text),
        }
    }
}

/// The turn of which a line of a story tells; 0 before the first.
pub fn turn_of(line: &str) -> u8 {
    let number = line.strip_prefix("Turn ").and_then(|rest| rest.split([':', ',']).next());
    number.and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Tells a battle from its log.
pub fn tell(cards: &Cards, dossier: &Dossier, outcome: &Outcome) -> Vec<Paragraph> {
    let teller = Teller { cards, dossier, outcome };
    let mut story = vec![Paragraph { turn: 0, night: false, text: teller.opening() }];
    let mut turn = Turn::default();
    for entry in &outcome.log {
        if let Entry::Turn { turn: number, night } = entry {
            story.extend(teller.paragraph(&turn));
            turn = Turn { turn: *number, night: *night, ..Turn::default() };
        }
        turn.take(&teller, entry);
    }
    story.extend(teller.paragraph(&turn));
    story.push(Paragraph { turn: outcome.report.turns_played, night: turn.night, text: teller.closing() });
    story
}

/// What a turn is told from.
#[derive(Default)]
struct Turn {
    turn: u8,
    night: bool,
    /// Attacks of this phase that did something.
    blows: Vec<Shot>,
    /// Sentences about ships, boats and bases.
    sentences: Vec<String>,
    /// Aircraft shot down, driven off and lost otherwise, by end.
    down: [usize; 2],
    off: [usize; 2],
    astray: [usize; 2],
    /// Who left.
    left: Vec<Id>,
    /// Who went ashore.
    ashore: Vec<Id>,
}

/// Knows the names.
struct Teller<'a> {
    cards: &'a Cards,
    dossier: &'a Dossier,
    outcome: &'a Outcome,
}

impl Turn {
    /// Takes up an entry of the log.
    fn take(&mut self, teller: &Teller<'_>, entry: &Entry) {
        match entry {
            Entry::Phase { .. } => self.blows.clear(),
            Entry::Shot(shot) => match shot.effect {
                Effect::Abort => self.off[teller.end(shot.at) as usize] += 1,
                Effect::Damage | Effect::Vital => self.blows.push(shot.clone()),
                Effect::Miss | Effect::Hidden | Effect::Foiled => {}
            },
            Entry::Damaged { unit, crippled, .. } => {
                let fate = if *crippled { "and left crippled" } else { "" };
                self.blow(teller, *unit, "hit", fate);
            }
            Entry::Destroyed { unit, cause } => self.lost(teller, *unit, *cause),
            Entry::Left { unit, from: Some(_) } => self.left.push(*unit),
            Entry::Ashore { unit, .. } => self.ashore.push(*unit),
            Entry::BreakOff { end } => {
                self.sentences
                    .push(format!("The {} side breaks off.", teller.dossier.side(*end).adjective()));
            }
            Entry::Mended { unit, .. } => {
                self.sentences.push(format!("Repairs succeed aboard {}.", teller.name(*unit)));
            }
            _ => {}
        }
    }

    fn lost(&mut self, teller: &Teller<'_>, unit: Id, cause: Cause) {
        if teller.kind(unit).is_some_and(Kind::is_aircraft) {
            let end = teller.end(unit) as usize;
            match cause {
                Cause::Attack => self.down[end] += 1,
                _ => self.astray[end] += 1,
            }
            return;
        }
        match cause {
            Cause::Transport => {
                self.sentences.push(format!("{} goes down with the ship.", teller.name(unit)))
            }
            _ => {
                let land = teller.kind(unit).is_some_and(|kind| !kind.is_afloat());
                self.blow(teller, unit, if land { "destroyed" } else { "sunk" }, "");
            }
        }
    }

    /// A sentence about a unit that was hit, with those who did it.
    fn blow(&mut self, teller: &Teller<'_>, unit: Id, done: &str, fate: &str) {
        if teller.kind(unit).is_some_and(Kind::is_aircraft) {
            return;
        }
        let by = self.blows.iter().filter(|shot| shot.at == unit);
        let mut by: Vec<(Id, &str)> = by.map(|shot| (shot.by, means(shot.weapon))).collect();
        by.dedup();
        let mut sentence = format!("{} is {done}", teller.name(unit));
        if !by.is_empty() {
            sentence.push_str(" by ");
            sentence.push_str(&teller.attackers(&by));
        }
        if !fate.is_empty() {
            sentence.push_str(if by.is_empty() { " " } else { ", " });
            sentence.push_str(fate.strip_prefix("and ").filter(|_| !by.is_empty()).unwrap_or(fate));
        }
        sentence.push('.');
        self.sentences.push(sentence);
    }
}

/// By what means a weapon hits, in words.
const fn means(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Main | Weapon::Secondary | Weapon::Tertiary | Weapon::Gunnery => "guns",
        Weapon::Torpedo => "torpedoes",
        Weapon::Bomb => "bombs",
        Weapon::Aa => "flak",
        Weapon::Asw => "depth charges",
    }
}

impl Teller<'_> {
    fn kind(&self, id: Id) -> Option<Kind> {
        let name = self.outcome.roster.get(usize::from(id.0))?;
        let card = self.cards.by_id(&name.card).or_else(|| self.cards.squadron(&name.card))?;
        Some(self.cards[card].kind)
    }

    fn end(&self, id: Id) -> End {
        self.outcome.roster.get(usize::from(id.0)).map_or(End::A, |name| name.end)
    }

    fn name(&self, id: Id) -> String {
        let Some(name) = self.outcome.roster.get(usize::from(id.0)) else { return String::new() };
        let card = self.cards.by_id(&name.card).or_else(|| self.cards.squadron(&name.card));
        card.map_or_else(|| name.card.clone(), |card| self.cards[card].name.clone())
    }

    /// `the guns of HMS Hood and HMS Exeter and the bombs of 2 SBD Dauntless`.
    fn attackers(&self, by: &[(Id, &str)]) -> String {
        let mut kinds: Vec<&str> = by.iter().map(|(_, means)| *means).collect();
        kinds.dedup();
        let of = |means: &str| {
            let mut names: Vec<(String, usize)> = Vec::new();
            for (id, _) in by.iter().filter(|(_, its)| *its == means) {
                let name = self.name(*id);
                match names.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, number)) => *number += 1,
                    None => names.push((name, 1)),
                }
            }
            let names: Vec<String> = names
                .into_iter()
                .map(|(name, number)| if number > 1 { format!("{number} {name}") } else { name })
                .collect();
            format!("{means} of {}", list_and(&names))
        };
        let parts: Vec<String> = kinds.into_iter().map(of).collect();
        list_and(&parts)
    }

    /// Who meets, where.
    fn opening(&self) -> String {
        let forces: Vec<String> = End::BOTH
            .into_iter()
            .map(|end| {
                let force = self.dossier.force(end);
                let parts = [
                    (force.ships.len(), "ship"),
                    (force.submarines.len(), "submarine"),
                    (force.ashore.len(), "unit ashore"),
                ];
                let mut parts: Vec<String> = parts
                    .into_iter()
                    .filter(|(number, _)| *number > 0)
                    .map(|(number, noun)| some(number, noun))
                    .collect();
                if !force.aircraft.is_empty() {
                    parts.push(format!("{} aircraft", force.aircraft.len()));
                }
                let parts = if parts.is_empty() { "nothing".to_owned() } else { list_and(&parts) };
                format!("{} with {parts}", self.dossier.side(end).name())
            })
            .collect();
        let waters = [(self.dossier.islands.len(), "island"), (self.dossier.squalls.len(), "squall")];
        let waters: Vec<String> = waters
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, noun)| count(number, noun))
            .collect();
        let waters =
            if waters.is_empty() { "open sea in clear weather".to_owned() } else { list_and(&waters) };
        format!("{} meet: {waters}.", list_and(&forces))
    }

    /// A turn in words; nothing if nothing happened.
    fn paragraph(&self, turn: &Turn) -> Option<Paragraph> {
        let mut sentences = Vec::new();
        for end in End::BOTH {
            let side = self.dossier.side(end).adjective();
            let counts = [(turn.down[end as usize], "shot down"), (turn.off[end as usize], "driven off")];
            let parts: Vec<String> = counts
                .into_iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, what)| format!("{number} {}", was(number, what)))
                .collect();
            if !parts.is_empty() {
                sentences.push(format!("Of the {side} aircraft {}.", list_and(&parts)));
            }
        }
        sentences.extend(turn.sentences.iter().cloned());
        for end in End::BOTH {
            let astray = turn.astray[end as usize];
            if astray > 0 {
                let side = self.dossier.side(end).adjective();
                let come = if astray == 1 { "does" } else { "do" };
                sentences.push(format!("{} {come} not come home.", count_of(astray, side)));
            }
            let names = |ids: &[Id]| -> Vec<String> {
                ids.iter().filter(|id| self.end(**id) == end).map(|id| self.name(*id)).collect()
            };
            let left = names(&turn.left);
            if !left.is_empty() {
                sentences.push(format!(
                    "{} {} the map.",
                    list_and(&left),
                    if left.len() == 1 { "leaves" } else { "leave" }
                ));
            }
            let ashore = names(&turn.ashore);
            if !ashore.is_empty() {
                let go = if ashore.len() == 1 { "goes" } else { "go" };
                sentences.push(format!("{} {go} ashore.", list_and(&ashore)));
            }
        }
        let text = sentences.join(" ");
        (!text.is_empty()).then_some(Paragraph { turn: turn.turn, night: turn.night, text })
    }

    /// How it ended.
    fn closing(&self) -> String {
        let why = match self.outcome.report.ended {
            Ended::LastTurn => "The battle ends with its last turn",
            Ended::OneSideGone => "One side has nothing left",
            Ended::Agreed => "Both sides agree to end the battle",
        };
        let [a, k] = self.outcome.points;
        let points = format!("{} points to {}", a.max(k), a.min(k));
        match self.outcome.winner {
            Some(side) => {
                let end = self.dossier.end(side).unwrap_or(End::A);
                let (own, other) =
                    (self.outcome.points[end as usize], self.outcome.points[end.other() as usize]);
                format!("{why}: the {} side wins, {own} points to {other}.", side.adjective())
            }
            None => format!("{why}: nobody wins, {points}."),
        }
    }
}

/// `1 ship`, `2 units ashore`.
fn some(number: usize, noun: &str) -> String {
    match noun.split_once(' ') {
        Some((noun, rest)) => format!("{} {rest}", count(number, noun)),
        None => count(number, noun),
    }
}

fn was(number: usize, what: &str) -> String {
    format!("{} {what}", if number == 1 { "is" } else { "are" })
}

fn count_of(number: usize, side: &str) -> String {
    let article = if side.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    if number == 1 { format!("{article} {side} aircraft") } else { format!("{number} {side} aircraft") }
}
