//! Faults of the office's logs and letters as faults of a match; and which of them concern one letter alone.

use crate::matches::MatchFault;
use crate::post::compose::LogFault;
use crate::post::compose::dispatches::DispatchFault;
use crate::post::compose::outbox::OutboxFault;
use crate::post::wire::WireFault;

/// What the log cannot take holds mail up; what is wrong with one message is a defect.
impl From<OutboxFault> for MatchFault {
    fn from(fault: OutboxFault) -> MatchFault {
        match fault {
            OutboxFault::Log(_) | OutboxFault::Contradiction { .. } => MatchFault::Io(fault.to_string()),
            _ => MatchFault::Bug(fault.to_string()),
        }
    }
}

impl From<LogFault> for MatchFault {
    fn from(fault: LogFault) -> MatchFault {
        MatchFault::Io(fault.to_string())
    }
}

/// A template of the club's own is wrong: mail waits until it is put right.
impl From<DispatchFault> for MatchFault {
    fn from(fault: DispatchFault) -> MatchFault {
        MatchFault::Io(fault.to_string())
    }
}

impl From<WireFault> for MatchFault {
    fn from(fault: WireFault) -> MatchFault {
        MatchFault::Io(fault.to_string())
    }
}

/// Whether trying again later is of no use: neither a disk, a server nor a journal is to blame, but what the
/// letter says.
pub(crate) fn is_of_the_letter(fault: &MatchFault) -> bool {
    !matches!(fault, MatchFault::Io(_) | MatchFault::Waiting(_) | MatchFault::Proof { entry: Some(_), .. })
}
