//! temp
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    Malformed,
    Illegal,
    Void,
    Warning,
    Hint,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub start: usize,
    pub end: usize,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub class: Class,
    pub code: String,
    pub what: String,
    pub place: Option<Place>,
    pub rule: Option<String>,
    pub mend: Option<String>,
}
pub fn suggest<'a>(_w: &str, _c: &[&'a str]) -> Option<&'a str> {
    None
}
