//! What an audit lists although it proves nothing wrong: what a player might ask the umpire about.

use serde::Serialize;

use super::Findings;
use engine::party::Party;

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// A file or a commitment was taken after the time for it was up.
    Late,
    /// The policy answered for a party that had sent nothing, before its time was up.
    Early,
    /// A party took back what it had sent.
    Withdrawal,
    /// An exchange was closed before its deadline on orders that were not final.
    NotFinal,
    /// The umpire wrote answers for a party.
    ByUmpire,
    /// A commitment counted, and its file was never opened.
    Unopened,
    /// An undo or a ruling took back an exchange for which a party had committed.
    UndoneCommitment,
    /// An exchange under commit-reveal had the salt of this party alone for its dice.
    LoneSalt,
    /// The match fixes a key of the party, and a commitment or a file is not signed.
    Unsigned,
    /// A staff officer of another edition wrote the file, so it was not worked out anew.
    OtherOfficer,
}

/// One thing that a player might ask about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The number of the journal entry.
    pub entry: u64,
    /// The exchange.
    pub exchange: u32,
    /// Whose file, commitment or answers.
    #[serde(rename = "side")]
    pub party: Party,
    /// What.
    pub what: Matter,
}

impl Findings {
    /// Lists something and counts it.
    pub(super) fn remark(&mut self, entry: u64, exchange: u32, party: Party, what: Matter) {
        *self.counted(what) += 1;
        self.remarks.push(Remark { entry, exchange, party, what });
    }

    fn counted(&mut self, what: Matter) -> &mut usize {
        match what {
            Matter::Late => &mut self.late,
            Matter::Early => &mut self.early,
            Matter::Withdrawal => &mut self.withdrawals,
            Matter::NotFinal => &mut self.not_final,
            Matter::ByUmpire => &mut self.by_umpire,
            Matter::Unopened => &mut self.unopened,
            Matter::UndoneCommitment => &mut self.undone_commitments,
            Matter::LoneSalt => &mut self.lone_salts,
            Matter::Unsigned => &mut self.unsigned,
            Matter::OtherOfficer => &mut self.other_officers,
        }
    }
}
