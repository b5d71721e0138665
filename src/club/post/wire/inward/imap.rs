//! A folder of an IMAP server (RFC 3501). Messages are looked at without marking them (`BODY.PEEK`), fetched
//! one by one, and marked as seen when they are done.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use jiff::Timestamp;

use super::{Backlog, Body, Done, Fetched, HEAD, MessageId, Source, Waiting, headers_of};
use crate::post::wire::config::{Find, Imap};
use crate::post::wire::fault::WireFault;
use crate::post::wire::net::Server;
use crate::post::wire::secret::Secret;

mod answer;
mod dialogue;
#[cfg(test)]
mod mutations;
pub(crate) mod session;

use dialogue::Trouble;
use session::Open;

/// Messages whose sizes are asked for in one command.
const AT_ONCE: usize = 200;
/// What an answer without a message may bring: the numbers of a million messages.
pub(crate) const ANSWER: u64 = 8 * 1024 * 1024;

/// How far a folder has been read, for [`Find::Later`]: the caller keeps it with what it writes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The folder's UIDVALIDITY: if it changes, all numbers start anew (RFC 3501, section 2.3.1.1).
    pub validity: u32,
    /// The last message before which all are done.
    pub uid: u32,
}

/// A folder of an IMAP server as a source. It connects when first asked, and again after a connection was
/// lost.
pub struct Inbox {
    settings: Imap,
    secret: Secret,
    server: Server,
    largest: u64,
    open: Option<Open>,
    sizes: BTreeMap<u32, u64>,
    mark: Option<Mark>,
    /// For [`Find::Later`]: what is not done yet of all that was found, and the highest number found.
    unfinished: BTreeSet<u32>,
    highest: u32,
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Inbox {
    /// Prepares a folder. `base` is the folder from which a relative `ca` is taken; a message of more than
    /// `largest` bytes is not read whole; `mark` is how far the folder was read before, if that is known.
    pub fn new(settings: Imap, secret: Secret, base: &Path, largest: u64, mark: Option<Mark>) -> Inbox {
        let server = session::server(&settings, base);
        let (unfinished, sizes) = (BTreeSet::new(), BTreeMap::new());
        Inbox { settings, secret, server, largest, open: None, sizes, mark, unfinished, highest: 0 }
    }

    /// How far the folder has been read, for [`Find::Later`].
    pub fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// Runs an exchange that may bring `bytes`, connecting first if need be.
    fn with<T>(
        &mut self,
        doing: &str,
        bytes: u64,
        exchange: impl FnOnce(&mut Open) -> Result<T, Trouble>,
    ) -> Result<T, WireFault> {
        if self.open.is_none() {
            self.open = Some(Open::connect(&self.settings, &self.server, &self.secret)?);
        }
        let Some(open) = &mut self.open else { unreachable!("connected just now") };
        open.allowance.grant(bytes + bytes / 8 + 64 * 1024, self.settings.patience());
        exchange(open).map_err(|trouble| {
            if !matches!(trouble, Trouble::No(_)) {
                // What comes next on this connection could belong to this exchange: begin anew.
                self.open = None;
            }
            session::fault(&self.server, doing, &self.secret, trouble)
        })
    }

    fn find(&mut self) -> Result<Vec<u32>, WireFault> {
        let find = self.settings.find;
        let mark = self.mark;
        let mut validity = 0;
        let found = self.with("looking for messages", ANSWER, |open| {
            validity = open.validity;
            let last = mark.filter(|mark| mark.validity == open.validity).map_or(0, |mark| mark.uid);
            let query = match find {
                Find::Unseen => "UNSEEN".to_owned(),
                Find::Later => format!("UID {}:*", last.saturating_add(1)),
            };
            // `N:*` always names the last message too, even if its number is below N.
            let found = open.search(&query)?;
            Ok(found.into_iter().filter(|uid| find == Find::Unseen || *uid > last).collect::<BTreeSet<u32>>())
        })?;
        if find == Find::Later {
            let same = self.mark.is_some_and(|mark| mark.validity == validity);
            let before = if same { self.mark.map_or(0, |mark| mark.uid) } else { 0 };
            self.mark = Some(Mark { validity, uid: before });
            self.highest = found.last().copied().unwrap_or(before);
            self.unfinished = found.clone();
        }
        Ok(found.into_iter().collect())
    }

    fn ask_sizes(&mut self, uids: &[u32]) -> Result<(), WireFault> {
        self.sizes.clear();
        for some in uids.chunks(AT_ONCE) {
            let set: Vec<String> = some.iter().map(u32::to_string).collect();
            let messages =
                self.with("asking for sizes", ANSWER, |open| open.fetch(&set.join(","), "UID RFC822.SIZE"))?;
            let sizes = messages.into_iter().filter_map(|message| Some((message.uid, message.size?)));
            self.sizes.extend(sizes);
        }
        Ok(())
    }

    /// The number of a message, if its name is of the folder as it is now.
    fn uid(&mut self, id: &MessageId) -> Result<Option<u32>, WireFault> {
        let validity = self.with("connecting", ANSWER, |open| Ok(open.validity))?;
        let parts = id.0.split_once(':').and_then(|(one, two)| Some((one.parse().ok()?, two.parse().ok()?)));
        Ok(parts.filter(|(one, _): &(u32, u32)| *one == validity).map(|(_, uid)| uid))
    }

    fn fetch(&mut self, uid: u32, size: u64) -> Result<Option<(u64, Body, Option<Timestamp>)>, WireFault> {
        let large = size > self.largest;
        let what = if large { format!("BODY.PEEK[]<0.{HEAD}>") } else { "BODY.PEEK[]".to_owned() };
        // Servers may be wrong about sizes, a little; but the limit holds whatever they say.
        let most = if large { HEAD as u64 } else { self.largest };
        let doing = format!("fetching message {uid}");
        let messages = self.with(&doing, most, |open| {
            open.fetch(&uid.to_string(), &format!("UID RFC822.SIZE INTERNALDATE {what}"))
        })?;
        let mut ours = messages.into_iter().filter(|message| message.uid == uid);
        let body = ours.find_map(|message| Some((message.body?, message.arrived)));
        Ok(body.map(|(bytes, arrived)| match bytes.len() as u64 {
            _ if large => (size, Body::TooLarge(headers_of(bytes)), arrived),
            length if length > self.largest => (length, Body::TooLarge(headers_of(bytes)), arrived),
            length => (length, Body::Whole(bytes), arrived),
        }))
    }

    fn finish(&mut self, uid: u32) {
        self.unfinished.remove(&uid);
        let before = self.unfinished.first().map_or(self.highest, |first| first.saturating_sub(1));
        if let Some(mark) = self.mark.as_mut().filter(|mark| mark.uid < before) {
            mark.uid = before;
        }
    }
}

impl Source for Inbox {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        let mut uids = self.find()?;
        uids.truncate(limit);
        self.ask_sizes(&uids)?;
        let validity = self.with("connecting", ANSWER, |open| Ok(open.validity))?;
        let id = |uid: &u32| MessageId(format!("{validity}:{uid}"));
        Ok(uids.iter().map(|uid| Waiting { id: id(uid), size: self.sizes.get(uid).copied() }).collect())
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        let Some(uid) = self.uid(id)? else { return Ok(None) };
        if !self.sizes.contains_key(&uid) {
            self.ask_sizes(&[uid])?;
        }
        let Some(size) = self.sizes.get(&uid).copied() else { return Ok(None) };
        Ok(self.fetch(uid, size)?.map(|(size, body, arrived)| Fetched {
            id: id.clone(),
            size,
            body,
            arrived,
        }))
    }

    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        let Some(uid) = self.uid(id)? else { return Ok(()) };
        let to = match outcome {
            Done::Refused => self.settings.refused.clone(),
            Done::Taken | Done::Ignored => self.settings.taken.clone(),
        };
        self.with("marking a message as seen", ANSWER, |open| open.mark_seen(uid))?;
        self.finish(uid);
        if let Some(to) = to {
            self.with(&format!("moving a message to `{to}`"), ANSWER, |open| open.move_to(uid, &to))?;
        }
        Ok(())
    }

    /// A folder numbers its messages as they come into it, so only the first is asked when it came.
    fn backlog(&mut self) -> Result<Backlog, WireFault> {
        let uids = self.find()?;
        let Some(first) = uids.first() else { return Ok(Backlog::default()) };
        let asked = self.with("asking when a message came", ANSWER, |open| {
            open.fetch(&first.to_string(), "UID INTERNALDATE")
        })?;
        let oldest = asked.into_iter().find(|message| message.uid == *first).and_then(|it| it.arrived);
        Ok(Backlog { count: uids.len(), oldest })
    }
}
