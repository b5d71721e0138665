mod imap_faults;
mod maildir;
mod mbox;
mod outward;
mod servers;
mod settings;
mod smtp_faults;
pub(crate) mod support;
