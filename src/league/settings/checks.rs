//! What only the whole of `league.yaml` shows to be wrong: words that mean nobody, dates that overlap, one
//! key or address of two people.

use std::collections::BTreeMap;

use engine::draft::checks::Reader;
use engine::draft::{Spot, Word};
use engine::problem::{quote, suggest};

use super::fields::refuse;
use super::{EventSettings, LeagueSettings, ORGANISER, Season};

/// Where things stand that are looked at when all is read.
#[derive(Default)]
pub(super) struct Spots {
    pub entrants: BTreeMap<String, Spot>,
    pub seasons: BTreeMap<String, Spot>,
    pub events: BTreeMap<String, Spot>,
    /// Words that should be entrants, with their paths.
    pub people: Vec<(String, Word)>,
    /// Words that should be seasons, with their paths.
    pub words: Vec<(String, Word)>,
}

/// Notes what is wrong with the whole.
pub(super) fn check(reader: &mut Reader<'_, '_>, settings: &LeagueSettings, spots: &Spots) {
    people(reader, spots);
    shared(reader, settings, spots);
    seasons(reader, settings, spots);
    for (word, event) in &settings.events {
        let spot = spots.events.get(word).copied().unwrap_or_default();
        rounds(reader, settings, (word, event), spot);
        ratings(reader, settings, (word, event), spot);
    }
}

/// Words that are no entrant, or no season.
fn people(reader: &mut Reader<'_, '_>, spots: &Spots) {
    let lists = [
        (&spots.people, &spots.entrants, Some(ORGANISER), "no entrant", "write the word of an entrant"),
        (&spots.words, &spots.seasons, None, "no season", "write a word that stands under `seasons`"),
    ];
    for (used, known, more, what, otherwise) in lists {
        for (path, word) in used.iter().filter(|(_, word)| !known.contains_key(&word.text)) {
            let mend = match suggest(&word.text, known.keys().map(String::as_str).chain(more)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => otherwise.to_owned(),
            };
            refuse(
                reader,
                "unknown-word",
                path,
                &format!("{} is {what}", quote(&word.text)),
                word.spot,
                mend,
            );
        }
    }
}

/// Two entrants with one key or one address.
fn shared(reader: &mut Reader<'_, '_>, settings: &LeagueSettings, spots: &Spots) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (entrant, person) in &settings.entrants {
        let address = person.address.as_ref().map(|it| ("address", it.to_ascii_lowercase()));
        let key = person.key.as_ref().map(|it| ("key", it.line().to_owned()));
        for (what, value) in address.into_iter().chain(key) {
            let Some(other) = seen.insert(value, entrant.word()) else { continue };
            let path = format!("entrants.{entrant}.{what}");
            let said = format!("{} and {} have the same {what}", quote(other), quote(entrant.word()));
            let spot = spots.entrants.get(entrant.word()).copied().unwrap_or_default();
            refuse(reader, "shared", &path, &said, spot, "one person is one entrant: delete one of the two");
        }
    }
}

/// Seasons that end before they begin, or overlap.
fn seasons(reader: &mut Reader<'_, '_>, settings: &LeagueSettings, spots: &Spots) {
    let spot = |word: &str| spots.seasons.get(word).copied().unwrap_or_default();
    let mut before: Vec<(&str, &Season)> = Vec::new();
    for (word, season) in &settings.seasons {
        let path = format!("seasons.{word}");
        if season.to < season.from {
            let what = format!("it ends on {} and begins on {}", season.to, season.from);
            refuse(
                reader,
                "dates-out-of-order",
                &path,
                &what,
                spot(word),
                "write the earlier day under `from`",
            );
            continue;
        }
        for (other, theirs) in &before {
            if theirs.from <= season.to && season.from <= theirs.to {
                let what = format!("it overlaps with {}: {} to {}", quote(other), theirs.from, theirs.to);
                refuse(
                    reader,
                    "dates-overlap",
                    &path,
                    &what,
                    spot(word),
                    "let one end before the other begins",
                );
            }
        }
        before.push((word, season));
    }
}

/// Rounds that do not fit into their season.
fn rounds(
    reader: &mut Reader<'_, '_>,
    settings: &LeagueSettings,
    (word, event): (&str, &EventSettings),
    spot: Spot,
) {
    let season = event.season.as_ref().and_then(|word| Some((word, settings.seasons.get(word)?)));
    let Some((name, season)) = season else { return };
    let path = format!("events.{word}");
    if event.first < season.from || event.first > season.to {
        let what = format!("its first round begins on {}, outside the season {}", event.first, quote(name));
        let mend = format!("let it begin from {} to {}", season.from, season.to);
        refuse(reader, "outside-season", &path, &what, spot, mend);
        return;
    }
    let late = (1..=event.rounds).find(|&round| event.days(round).1 > season.to);
    if let Some(round) = late {
        let (_, ends) = event.days(round);
        let what = format!(
            "round {round} ends on {ends}, after the season {}, which ends on {}",
            quote(name),
            season.to
        );
        let mend = "play fewer or shorter rounds, begin earlier, or let the season end later";
        refuse(reader, "outside-season", &path, &what, spot, mend);
    }
}

/// Ratings that the club does not keep.
fn ratings(
    reader: &mut Reader<'_, '_>,
    settings: &LeagueSettings,
    (word, event): (&str, &EventSettings),
    spot: Spot,
) {
    use super::RatingKind::{Area, Elo, Glicko2};
    for kind in &event.rated {
        let is_kept = match kind {
            Area => settings.ratings.area.is_some(),
            Elo => settings.ratings.elo.is_some(),
            Glicko2 => settings.ratings.glicko2.is_some(),
        };
        if !is_kept {
            let path = format!("events.{word}.rated");
            let what = format!("the club keeps no list {}", quote(kind.word()));
            refuse(
                reader,
                "no-such-list",
                &path,
                &what,
                spot,
                format!("add `{}:` under `ratings`", kind.word()),
            );
        }
    }
}
