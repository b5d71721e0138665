//! What a party replies to a question: by its file, its plans, its doctrine, or silence.

use super::planned::{Planned, Proposal, Reached};
use super::{Ask, Halt, Picks, Step, Table};
use crate::party::Party;
use crate::system::System;

/// Why an answer is void that was to count only if nothing became known.
pub(super) const NEWS: &str = "something became known before the question was reached";

/// As of which exchange a party's doctrine was asked, and whether it answered.
type Consulted = Option<(u32, bool)>;

/// What a party replies to a question, or in which words it is put to the party.
pub(super) struct Reply<A, B> {
    /// The answer; nothing if the question waits.
    pub picks: Option<Picks>,
    /// The words in which it waits, where a plan has changed them.
    proposal: Option<Box<Proposal<A, B>>>,
    /// Whether it was planned.
    pub by_plan: bool,
    /// Whether the party's doctrine was asked.
    pub doctrine: Consulted,
}

impl<A, B> Reply<A, B> {
    fn given(picks: Picks) -> Reply<A, B> {
        Reply { picks: Some(picks), proposal: None, by_plan: false, doctrine: None }
    }

    fn put(proposal: Option<Box<Proposal<A, B>>>) -> Reply<A, B> {
        Reply { picks: None, proposal, by_plan: false, doctrine: None }
    }

    /// The question as it is put.
    pub fn worded<'a>(&'a self, ask: &'a Ask<A, B>) -> &'a Ask<A, B> {
        self.proposal.as_ref().map_or(ask, |proposal| &proposal.ask)
    }
}

impl<S: System> Table<'_, S> {
    /// What a party would answer to a question if it were asked and sent nothing: by its doctrine, or
    /// silence. Nothing if neither answers.
    pub fn standing<A, B>(&self, party: Party, ask: &Ask<A, B>) -> Vec<(A, B)>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        let doctrine = self.book.doctrine(party, self.consumed);
        let told = doctrine.and_then(|it| it.answer(self.system, &self.state, party, ask, true));
        told.or_else(|| ask.default_answer()).map_or(Vec::new(), |picks| ask.read(&picks))
    }

    /// A party's reply to a question: by its file, its plans, its doctrine, or silence.
    pub(super) fn answer<A, B>(
        &mut self,
        party: Party,
        ask: &Ask<A, B>,
        reached: Reached,
    ) -> Step<Reply<A, B>>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        if let Some(picks) = ask.forced() {
            return Ok(Reply::given(picks));
        }
        if !self.rehearsal && !self.keys.insert((party, ask.key.clone())) {
            return Err(Halt::fault(format!("question {} was put to {party} twice", ask.key)));
        }
        let opened = self.book.opened(party, &ask.key);
        let proposal = opened.and_then(|_| self.proposal(party, ask, reached));
        let worded = proposal.as_ref().map_or(ask, |it| &it.ask);
        // An answer from before the question was put was told void then, if it was not used.
        let given =
            self.book.answer(party, &ask.key).filter(|(at, _)| opened.is_none_or(|asked| *at >= asked));
        match given {
            Some((exchange, _)) if opened.is_none() && self.last_file != Some((party, exchange)) => {
                self.void(party, ask.key.clone(), NEWS.to_owned());
            }
            Some((exchange, draft)) => {
                let question = crate::system::open(self.system, &self.state, worded);
                let groups = self.book.groups(party, exchange);
                match crate::table::judge::answer_with(&question, groups, draft) {
                    Ok(picks) => {
                        self.consume(party, exchange);
                        return Ok(Reply::given(picks));
                    }
                    Err(problems) => {
                        self.void(party, ask.key.clone(), problems[0].for_the_record().to_owned());
                        // A ruling has changed what is asked: nobody chose silence, so the question is put
                        // again.
                        if opened.is_some() {
                            return Ok(Reply::put(proposal));
                        }
                    }
                }
            }
            None => {}
        }
        if opened.is_none() {
            match self.by_plan(party, ask, reached) {
                Planned::Settled(picks) => return Ok(Reply { by_plan: true, ..Reply::given(picks) }),
                Planned::Put(proposal) => return Ok(Reply::put(proposal)),
                Planned::Silent => {}
            }
        }
        let (picks, doctrine) = self.standing_answer(party, ask, proposal.as_deref(), opened)?;
        let picks = match (picks, opened) {
            (None, None) => self.without_asking(party, ask, reached),
            (picks, _) => picks,
        };
        Ok(Reply { picks, proposal, by_plan: false, doctrine })
    }

    /// Doctrine, or silence once the exchange that put the question is closed; whether doctrine was asked.
    fn standing_answer<A, B>(
        &mut self,
        party: Party,
        ask: &Ask<A, B>,
        proposal: Option<&Proposal<A, B>>,
        opened: Option<u32>,
    ) -> Step<(Option<Picks>, Consulted)>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        match opened {
            Some(exchange) if self.book.is_closed(exchange) => {
                let doctrine = self.book.doctrine(party, exchange);
                let mut asked = None;
                let picks = match proposal {
                    None => {
                        let told =
                            doctrine.and_then(|it| it.answer(self.system, &self.state, party, ask, true));
                        asked = Some((exchange, told.is_some()));
                        told.or_else(|| ask.default_answer())
                    }
                    Some(rows) => {
                        let told =
                            doctrine.and_then(|it| rows.by_doctrine(self.system, &self.state, party, it));
                        told.or_else(|| rows.ask.default_answer())
                    }
                };
                if picks.is_some() {
                    self.consume(party, exchange);
                }
                Ok((picks, asked))
            }
            Some(_) => Ok((None, None)),
            None if self.book.is_by_hand(ask.kind) => Ok((None, None)),
            None => {
                let doctrine = self.book.doctrine(party, self.consumed);
                let told = doctrine.and_then(|it| it.answer(self.system, &self.state, party, ask, true));
                let asked = Some((self.consumed, told.is_some()));
                Ok((told, asked))
            }
        }
    }
}
