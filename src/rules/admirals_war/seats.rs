//! 1.1 Who plays: two players with a side each, or four with the nations of a seat each; and what teammates
//! settle together.

use super::board::{AreaId, Theatre};
use super::item::Item;
use super::options::{self, FOUR, INDIVIDUAL, TEAM};
use super::pieces::{Seat, UnitId};
use super::state::Ocean;
use super::{AdmiralsWar, Table};
use engine::party::Party;
use engine::question::Ask;
use engine::rulebook::Choices;
use engine::rulebook::two_sided::{ALLIES, AXIS, Camp, party};
use engine::side::Flag;
use engine::table::Step;

static BRITAIN: Flag =
    Flag { id: "britain", name: "British", adjective: "British", colour: "#7c2d12", order: 2 };
static JAPAN: Flag =
    Flag { id: "japan", name: "Japanese", adjective: "Japanese", colour: "#b91c1c", order: 3 };
static UNITED_STATES: Flag =
    Flag { id: "us", name: "Americans", adjective: "American", colour: "#1e40af", order: 4 };
static GERMANY: Flag =
    Flag { id: "germany", name: "Germans", adjective: "German", colour: "#374151", order: 5 };

/// The four seats as parties, in the order in which nationalities act (5.1).
pub const SEATS: &[Party] =
    &[Seat::Britain.party(), Seat::Japan.party(), Seat::UnitedStates.party(), Seat::Germany.party()];

/// The parties of all matches: sides that are one player, then the seats.
pub const PARTIES: &[Party] = &[party::AXIS, party::ALLIES, SEATS[0], SEATS[1], SEATS[2], SEATS[3]];

/// How many players there are (1.1), and of four how they win (1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seating {
    /// Two.
    #[default]
    Two,
    /// Four.
    Four(Victory),
}

impl Seating {
    /// What a match has chosen, of a scenario for so many players.
    ///
    /// # Errors
    /// A sentence that says what does not fit together.
    pub(super) fn of(seats: &[u8], choices: &Choices) -> Result<Seating, String> {
        match (choices.value(&options::SEATS), choices.value(&options::VICTORY)) {
            (FOUR, _) if !seats.contains(&4) => {
                Err("this scenario is for two players, so seats=4 is not for it".to_owned())
            }
            (FOUR, TEAM) => Ok(Seating::Four(Victory::Team)),
            (FOUR, INDIVIDUAL) => Ok(Seating::Four(Victory::Individual)),
            (FOUR, _) => Err(format!(
                "four players must agree how they win (1.4): add victory={TEAM} or victory={INDIVIDUAL}"
            )),
            (_, TEAM | INDIVIDUAL) => {
                Err("victory is for four players: add seats=4, or leave it out".to_owned())
            }
            _ if Council::of(choices) == Council::Closed => {
                Err("council=closed is for four players: add seats=4, or leave it out".to_owned())
            }
            _ => Ok(Seating::Two),
        }
    }
}

/// How four players win (1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// As two sides.
    Team,
    /// Each alone.
    Individual,
}

/// What teammates know of what an optional rule hides from the enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Council {
    /// All that either knows.
    #[default]
    Open,
    /// Nothing.
    Closed,
}

impl Council {
    /// What a match has chosen.
    pub(super) fn of(choices: &Choices) -> Council {
        if choices.value(&options::COUNCIL) == options::CLOSED { Council::Closed } else { Council::Open }
    }
}

impl Seat {
    /// The player of the seat in a match of four.
    pub const fn party(self) -> Party {
        match self {
            Seat::Britain => Party::seat(&BRITAIN, ALLIES),
            Seat::Japan => Party::seat(&JAPAN, AXIS),
            Seat::UnitedStates => Party::seat(&UNITED_STATES, ALLIES),
            Seat::Germany => Party::seat(&GERMANY, AXIS),
        }
    }

    /// Whose word counts where teammates in a theatre differ (7.221).
    fn of(side: Camp, theatre: Theatre) -> Seat {
        match (side, theatre) {
            (Camp::Allies, Theatre::Atlantic) => Seat::Britain,
            (Camp::Allies, Theatre::Pacific) => Seat::UnitedStates,
            (Camp::Axis, Theatre::Atlantic) => Seat::Germany,
            (Camp::Axis, Theatre::Pacific) => Seat::Japan,
        }
    }
}

/// Who is asked about units: a player with a whole side, or one with a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The player of a side.
    Side(Camp),
    /// The player of a seat.
    Seat(Seat),
}

impl By {
    /// His side.
    pub fn side(self) -> Camp {
        match self {
            By::Side(side) => side,
            By::Seat(seat) => seat.side(),
        }
    }

    /// Who is asked.
    pub fn party(self) -> Party {
        match self {
            By::Side(side) => side.into(),
            By::Seat(seat) => seat.party(),
        }
    }

    /// His units among those of his side, with the first of as many numbers as he has units; teammates never
    /// share one.
    pub(super) fn numbered(self, system: &AdmiralsWar, ocean: &Ocean, all: &[UnitId]) -> (u8, Vec<UnitId>) {
        let mut first: usize = 1;
        for by in system.players(self.side()) {
            let own: Vec<UnitId> =
                all.iter().copied().filter(|&unit| by.commands(system, ocean, unit)).collect();
            if by == self {
                return (u8::try_from(first).unwrap_or(u8::MAX), own);
            }
            first += own.len();
        }
        (1, Vec::new())
    }

    /// Whether he commands a unit (AW-1.1).
    pub(super) fn commands(self, system: &AdmiralsWar, ocean: &Ocean, unit: UnitId) -> bool {
        match self {
            By::Side(side) => system.side_of(ocean, unit) == side,
            By::Seat(seat) => system.seat_of(ocean, unit) == seat,
        }
    }
}

impl From<By> for Party {
    fn from(by: By) -> Party {
        by.party()
    }
}

impl AdmiralsWar {
    /// The player who commands a seat.
    pub(super) fn player(&self, seat: Seat) -> By {
        match self.scenario.seating {
            Seating::Two => By::Side(seat.side()),
            Seating::Four(_) => By::Seat(seat),
        }
    }

    /// The player who commands a unit (AW-1.1).
    pub(super) fn player_of(&self, ocean: &Ocean, unit: UnitId) -> By {
        self.player(self.seat_of(ocean, unit))
    }

    /// The party that commands a seat.
    pub(super) fn party(&self, seat: Seat) -> Party {
        self.player(seat).party()
    }

    /// The players of a side, in nationality order.
    pub(super) fn players(&self, side: Camp) -> Vec<By> {
        let mut players: Vec<By> =
            Seat::ALL.into_iter().filter(|seat| seat.side() == side).map(|seat| self.player(seat)).collect();
        players.dedup();
        players
    }

    /// Whose eyes a player sees with: those of his side, or his own where the council is closed.
    pub(super) fn observer_of(&self, by: By) -> By {
        match self.scenario.council {
            Council::Open => By::Side(by.side()),
            Council::Closed => by,
        }
    }

    /// Who reads what a party is shown.
    pub(super) fn reader(&self, party: Party) -> By {
        let seat = Seat::ALL.into_iter().find(|seat| seat.party() == party);
        seat.map_or_else(|| By::Side(Camp::in_match(party.side())), By::Seat)
    }

    /// The seats that a party commands, in nationality order.
    pub(super) fn seats_of(&self, party: Party) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| self.party(*seat) == party).collect()
    }

    /// Of the players of a side, the one whose theatre an area lies in.
    pub(super) fn lead(&self, side: Camp, area: AreaId) -> By {
        self.player(Seat::of(side, self.board.area(area).theatre))
    }

    /// Of the players of a side, those that command any of some units; who has the whole side in any case.
    pub(super) fn players_among(&self, ocean: &Ocean, side: Camp, units: &[UnitId]) -> Vec<By> {
        let mut players = self.players(side);
        players.retain(|by| match by {
            By::Side(_) => true,
            By::Seat(_) => units.iter().any(|&unit| by.commands(self, ocean, unit)),
        });
        players
    }
}

/// What a player has answered.
pub(super) type Answered<A, B> = (By, Vec<(A, B)>);

/// Puts questions to some players at once.
pub(super) fn ask_players<A, B>(table: &mut Table, asks: Vec<(By, Ask<A, B>)>) -> Step<Vec<Answered<A, B>>>
where
    A: Copy + Into<Item>,
    B: Copy + Into<Item>,
{
    let answers = table.ask_all(&asks)?;
    Ok(asks.iter().map(|(by, _)| *by).zip(answers).collect())
}

/// Puts a question to each player of a side at once, about his own units, and gives all that they answer in
/// the order of the questions.
pub(super) fn ask_side<A, B>(
    table: &mut Table,
    side: Camp,
    question: impl Fn(&Table, By) -> Ask<A, B>,
) -> Step<Vec<(A, B)>>
where
    A: Copy + PartialEq + Into<Item>,
    B: Copy + Into<Item>,
{
    let players = table.system().players(side);
    let asks: Vec<(By, Ask<A, B>)> = players.into_iter().map(|by| (by, question(table, by))).collect();
    let asked: Vec<A> = asks.iter().flat_map(|(_, ask)| &ask.subjects).map(|subject| subject.item).collect();
    let mut answers: Vec<(A, B)> =
        ask_players(table, asks)?.into_iter().flat_map(|(_, answer)| answer).collect();
    answers.sort_by_key(|(item, _)| asked.iter().position(|subject| subject == item));
    Ok(answers)
}

/// What teammates settle in a theatre: where they differ, the one whose theatre it is decides (AW-7.221).
pub(super) fn settled<B: Copy + PartialEq>(
    theatre: Theatre,
    side: Camp,
    answers: &[(By, Option<B>)],
) -> Option<B> {
    let lead = By::Seat(Seat::of(side, theatre));
    let own = || answers.iter().filter(|(by, _)| by.side() == side);
    own().find(|(by, _)| *by == lead).or_else(|| own().next()).and_then(|(_, answer)| *answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::Rulebook;
    use engine::system::{Rules, Views};

    const FOUR_SEATS: [&str; 2] = ["seats=4", "victory=team"];

    fn choices(words: &[&str]) -> Choices {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Choices::parse(&words, options::OPTIONS).unwrap()
    }

    fn standard(words: &[&str]) -> AdmiralsWar {
        AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &choices(words)).unwrap()
    }

    #[test]
    fn four_players_agree_how_they_win_and_two_do_not() {
        let of = |seats: &[u8], words: &[&str]| Seating::of(seats, &choices(words));
        assert_eq!(of(&[2, 4], &[]), Ok(Seating::Two));
        assert_eq!(of(&[2, 4], &FOUR_SEATS), Ok(Seating::Four(Victory::Team)));
        let individual = ["seats=4", "victory=individual", "council=closed"];
        assert_eq!(of(&[2, 4], &individual), Ok(Seating::Four(Victory::Individual)));
        let refused: [(&[u8], &[&str], &str); 4] = [
            (&[2], &FOUR_SEATS, "for two players"),
            (&[2, 4], &["seats=4"], "add victory=team or victory=individual"),
            (&[2, 4], &["victory=team"], "victory is for four players"),
            (&[2, 4], &["council=closed"], "council=closed is for four players"),
        ];
        for (seats, words, why) in refused {
            assert!(of(seats, words).unwrap_err().contains(why), "{words:?}");
        }
    }

    #[test]
    fn a_seat_is_commanded_by_its_player_and_a_theatre_led_by_one() {
        let (two, four) = (standard(&[]), standard(&FOUR_SEATS));
        let area = |id: &str| two.board.area_by_id(id).unwrap();
        let (atlantic, pacific) = (area("mid-atlantic"), area("central-pacific"));
        for side in [Camp::AXIS, Camp::ALLIES] {
            assert_eq!(two.players(side), [By::Side(side)]);
            assert_eq!([atlantic, pacific].map(|it| two.lead(side, it)), [By::Side(side); 2]);
        }
        assert_eq!(four.players(Camp::ALLIES), [By::Seat(Seat::Britain), By::Seat(Seat::UnitedStates)]);
        assert_eq!(four.players(Camp::AXIS), [By::Seat(Seat::Japan), By::Seat(Seat::Germany)]);
        let leads = |side| [atlantic, pacific].map(|it| four.lead(side, it));
        assert_eq!(leads(Camp::ALLIES), [Seat::Britain, Seat::UnitedStates].map(By::Seat));
        assert_eq!(leads(Camp::AXIS), [Seat::Germany, Seat::Japan].map(By::Seat));
        assert_eq!(two.seats_of(party::AXIS), [Seat::Japan, Seat::Germany]);
        assert_eq!(four.seats_of(Seat::Japan.party()), [Seat::Japan]);
    }

    #[test]
    fn teammates_number_their_own_units_one_after_the_other() {
        let system = standard(&FOUR_SEATS);
        let ocean = system.opening();
        let unit = |id: &str| system.counters.by_id(id).unwrap();
        let units = ["us-augusta", "gb-hood", "us-tuscaloosa", "gb-kent"].map(unit);
        let numbered = |seat| By::Seat(seat).numbered(&system, &ocean, &units);
        assert_eq!(numbered(Seat::Britain), (1, vec![units[1], units[3]]));
        assert_eq!(numbered(Seat::UnitedStates), (3, vec![units[0], units[2]]));
        let both = By::Side(Camp::ALLIES).numbered(&standard(&[]), &ocean, &units);
        assert_eq!(both, (1, units.to_vec()));
    }

    #[test]
    fn where_teammates_differ_the_one_decides_whose_theatre_it_is() {
        let answers =
            |britain, america| [(By::Seat(Seat::Britain), britain), (By::Seat(Seat::UnitedStates), america)];
        let differ = answers(Some(1), Some(2));
        assert_eq!(settled(Theatre::Atlantic, Camp::ALLIES, &differ), Some(1));
        assert_eq!(settled(Theatre::Pacific, Camp::ALLIES, &differ), Some(2));
        // Who has nothing there is not asked.
        assert_eq!(settled(Theatre::Pacific, Camp::ALLIES, &differ[..1]), Some(1));
        assert_eq!(settled(Theatre::Pacific, Camp::AXIS, &differ), None);
    }

    #[test]
    fn who_reads_sees_with_the_eyes_of_the_side_or_with_his_own() {
        let (open, closed) =
            (standard(&FOUR_SEATS), standard(&[FOUR_SEATS[0], FOUR_SEATS[1], "council=closed"]));
        let japan = By::Seat(Seat::Japan);
        assert_eq!(open.reader(Seat::Japan.party()), japan);
        assert_eq!(open.reader(party::AXIS), By::Side(Camp::AXIS));
        assert_eq!((open.observer_of(japan), closed.observer_of(japan)), (By::Side(Camp::AXIS), japan));
    }

    #[test]
    fn a_seat_reads_of_its_own_theatre_first() {
        let system = standard(&FOUR_SEATS);
        let view = |seat: Seat| system.view(&system.opening(), seat.party(), engine::system::News::NONE);
        let first = |seat: Seat| {
            let view = view(seat);
            let track = view.own.tracks.unwrap()[0].track;
            (track, view.sea.zones[0].key.clone().unwrap(), view.sea.zones.len(), view.sea.ports.len())
        };
        let [britain, japan, america, germany] = Seat::ALL.map(first);
        assert_eq!(
            (britain.0, germany.0, japan.0, america.0),
            ("Atlantic", "Atlantic", "Pacific", "Pacific")
        );
        assert_eq!((&britain.1, &japan.1), (&germany.1, &america.1));
        assert!(britain.1 != japan.1 && britain.2 == japan.2 && britain.3 == japan.3);
    }
}
