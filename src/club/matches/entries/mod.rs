//! What the entries of a journal say, and what follows from them one by one.

#[cfg(feature = "signatures")]
mod checkpointed;
pub(in crate::matches) mod header;
mod in_effect;
mod instant;
mod lay_out;
pub mod note;
pub mod protest;
pub mod record;
mod resolve_quote;
pub mod settings;
mod trail;
mod visible_head;

#[cfg(feature = "signatures")]
pub use checkpointed::{checkpoint_of, is_checkpoint_of};
pub(crate) use header::{OF_A_CLUB, Standing};
pub(in crate::matches) use in_effect::{Step, in_effect};
pub(crate) use instant::instant;
pub(in crate::matches) use instant::later;
pub use lay_out::LayOut;
pub use note::{Ballot, LONGEST, Note, Voice, Vouched};
pub use protest::Docket;
pub use record::{
    Agreed, Clocked, Committed, Defaulted, Disclosed, Ended, Judged, Opened, Revealed, Superseded, Testimony,
    Withdrawn, Witnessed, value,
};
pub(crate) use resolve_quote::resolve_quote;
pub use settings::{Missing, Sealing, Settings};
pub use trail::Trail;
pub(crate) use visible_head::VisibleHead;
pub use visible_head::visible_head;
