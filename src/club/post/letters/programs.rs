//! What mail programs and machines write of their own accord, language by language: `programs.yaml`.

use std::sync::LazyLock;

use serde::Deserialize;

use engine::games::yaml;

/// The words that mark text written by a mail program and not by its user.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Programs {
    /// Words with which a line of courtesy begins, in lower case.
    pub courtesies: Vec<String>,
    /// Reply and forward words of subjects, in lower case.
    pub replies: Vec<String>,
    /// How the lines above quotations begin.
    pub openers: Vec<String>,
    /// The words for writing in them.
    pub verbs: Vec<String>,
    /// How the first line of an unmarked copy begins, in lower case.
    pub from: Vec<String>,
    /// How its other lines begin, in lower case.
    pub others: Vec<String>,
    /// What stands in the middle of a line of hyphens above an unmarked copy, in lower case.
    pub dividers: Vec<String>,
    /// Words with which servers begin a warning above a mail from outside, in lower case.
    pub banners: Vec<String>,
    /// What such warnings say, in lower case.
    pub banner_phrases: Vec<String>,
    /// How the line begins that a phone puts below a mail, in lower case.
    pub phones: Vec<String>,
    /// Fields that no person's mail program writes.
    pub machine_fields: Vec<String>,
    /// Fields that say nothing alone, but do beside the subject of an automatic reply.
    pub vacation_fields: Vec<String>,
    /// How the subjects of automatic replies begin, in lower case.
    pub vacation_subjects: Vec<String>,
    /// The elements of a page that begin and end a line.
    pub blocks: Vec<String>,
}

/// The words of the file.
pub static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| yaml::read(include_str!("programs.yaml")).expect("the words of programs can be read"));
