//! The parts of a party's questions that its players answer.
//!
//! A part is a packet as its player would have it alone, so that form and check treat it as any other. A
//! subject is a player's if it has one of this player's words and nobody else's; what is nobody's or several
//! players' is the leader's. Limits that a part alone can break stay in it; those of the whole question are
//! judged when parts are joined.

use engine::adjudicator::Adjudicator;
use engine::question::{Limit, OpenQuestion, OpenSubject};
use engine::tags::Tags;
use engine::team::{LEADER, Player};
use engine::view::Packet;

/// Who orders what of a packet's questions.
pub struct Shares<'p> {
    /// The packet of the whole party.
    pub packet: &'p Packet,
    /// The player of each subject, by question: those that are open before those that may be answered early.
    pub(super) owners: Vec<Vec<usize>>,
}

/// What is one player's of a packet.
pub struct Part<'s> {
    /// The packet with this player's subjects and no others.
    pub packet: Packet,
    shares: &'s Shares<'s>,
    player: usize,
}

impl<'p> Shares<'p> {
    /// Shares a packet out among the players of its party. Of a party that nobody shares, all is the
    /// leader's.
    pub fn of(rules: &dyn Adjudicator, packet: &'p Packet) -> Shares<'p> {
        let given =
            |player: &Player| player.words.iter().fold(Tags::NONE, |given, word| given | rules.tags_of(word));
        let given: Vec<Tags> = packet.team.players().iter().map(given).collect();
        let owner = |subject: &OpenSubject| sole(&given, rules.tags_of(&subject.id)).unwrap_or(LEADER);
        let owners =
            questions(packet).map(|question| question.subjects.iter().map(owner).collect()).collect();
        Shares { packet, owners }
    }

    /// The questions with the players of their subjects, those that are open before those that may be
    /// answered early.
    pub(super) fn questions(&self) -> impl Iterator<Item = (&'p OpenQuestion, &[usize])> {
        questions(self.packet).zip(self.owners.iter().map(Vec::as_slice))
    }

    /// The player in a place of the team.
    pub(super) fn name(&self, player: usize) -> &'p str {
        self.packet.team.players().get(player).map_or("", |player| player.name.as_str())
    }

    /// The part of the player in a place of the team.
    pub fn part(&self, player: usize) -> Part<'_> {
        let (open, ahead) = self.owners.split_at(self.packet.questions.len().min(self.owners.len()));
        let reduced = |questions: &[OpenQuestion], owners: &[Vec<usize>]| {
            let pairs = questions.iter().zip(owners);
            pairs.filter_map(|(question, owners)| reduced(question, owners, player)).collect()
        };
        let mut packet = self.packet.clone();
        packet.questions = reduced(&self.packet.questions, open);
        packet.ahead = reduced(&self.packet.ahead, ahead);
        if player != LEADER {
            packet.doctrine.clear();
            packet.battle_plans = None;
            packet.later.clear();
        }
        Part { packet, shares: self, player }
    }
}

impl<'s> Part<'s> {
    /// Whose part it is.
    pub fn name(&self) -> &'s str {
        self.shares.name(self.player)
    }

    /// Who leads the party.
    pub fn leader(&self) -> &'s str {
        self.shares.name(LEADER)
    }

    /// Whether it is the leader's.
    pub fn leads(&self) -> bool {
        self.player == LEADER
    }

    /// The names of all players of the party, the leader first.
    pub fn names(&self) -> impl Iterator<Item = &'s str> {
        self.shares.packet.team.players().iter().map(|player| player.name.as_str())
    }

    /// The other player who orders the subject of a question that a word names.
    pub fn orders(&self, key: &str, word: &str) -> Option<&'s str> {
        let (question, owners) = self.shares.questions().find(|(question, _)| question.key == key)?;
        let mut subjects = question.subjects.iter().zip(owners);
        let (_, &owner) =
            subjects.find(|(subject, owner)| **owner != self.player && is_called(subject, word))?;
        Some(self.shares.name(owner))
    }

    /// The players of a question of which nothing is this player's.
    pub fn others_in(&self, key: &str) -> Option<Vec<&'s str>> {
        let (_, owners) = self.shares.questions().find(|(question, _)| question.key == key)?;
        let mut others = owners.to_vec();
        others.sort_unstable();
        others.dedup();
        (!others.contains(&self.player)).then(|| others.iter().map(|&at| self.shares.name(at)).collect())
    }
}

/// Whether a word of a file names a subject, by id or name, in any case of letters.
pub(super) fn is_called(subject: &OpenSubject, word: &str) -> bool {
    let word = word.to_lowercase();
    [&subject.id, &subject.name].into_iter().any(|name| name.to_lowercase() == word)
}

fn questions(packet: &Packet) -> impl Iterator<Item = &OpenQuestion> {
    packet.questions.iter().chain(&packet.ahead)
}

/// The only player to whom something with these tags is given.
fn sole(given: &[Tags], tags: Tags) -> Option<usize> {
    let mut players = (0..given.len()).filter(|&at| given[at].meets(tags));
    players.next().filter(|_| players.next().is_none())
}

/// A question with the subjects of one player, and the sets and limits that concern them; nothing if there
/// are none. Options keep their places, and subjects their order.
fn reduced(question: &OpenQuestion, owners: &[usize], player: usize) -> Option<OpenQuestion> {
    let own = question.subjects.iter().zip(owners).filter(|(_, owner)| **owner == player);
    let mut subjects: Vec<OpenSubject> = own.map(|(subject, _)| subject.clone()).collect();
    if subjects.is_empty() {
        return None;
    }
    let mut kept: Vec<u16> = subjects.iter().map(|subject| subject.set).collect();
    kept.sort_unstable();
    kept.dedup();
    for subject in &mut subjects {
        subject.set = kept.partition_point(|set| *set < subject.set) as u16;
    }
    let sets: Vec<Vec<u16>> = kept.iter().map(|&set| question.sets[usize::from(set)].clone()).collect();
    let concerns = |limit: &&Limit| match limit {
        Limit::Distinct { .. } => true,
        Limit::AtMost { option, .. } | Limit::Room { option, .. } => {
            sets.iter().any(|set| set.contains(option))
        }
        Limit::Exactly { .. }
        | Limit::AtLeast { .. }
        | Limit::OnlyWith { .. }
        | Limit::OnlyIf { .. }
        | Limit::Sum { .. }
        | Limit::Follows { .. }
        | Limit::Alike { .. }
        | Limit::Wanted { .. }
        | Limit::Vain { .. }
        | Limit::LeftToRight { .. }
        | Limit::Weighed { .. } => false,
    };
    let limits = question.limits.iter().filter(concerns).cloned().collect();
    Some(OpenQuestion {
        kind: question.kind.clone(),
        key: question.key.clone(),
        rule: question.rule.clone(),
        title: question.title.clone(),
        about: question.about.clone(),
        layout: question.layout,
        subjects,
        options: question.options.clone(),
        sets,
        limits,
    })
}
