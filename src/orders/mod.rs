//! ORDERS: the file shape shared by all systems.

pub mod book;
pub mod check;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spot {
    pub line: u32,
    pub column: u32,
    pub start: usize,
    pub end: usize,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub spot: Spot,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerDraft {
    pub key: Word,
    pub body: AnswerBody,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerBody {
    Single(Word),
    Entries(Vec<Entry>),
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: Word,
    pub keys: Vec<Word>,
    pub value: EntryValue,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryValue {
    One(Word),
    Many(Vec<Word>),
}
