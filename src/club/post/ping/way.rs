//! The ways of pings, as `notify:` in `office.yaml` has them.

use std::path::Path;

use serde::Deserialize;

use crate::post::wire::config::Origin;
use crate::post::wire::secret::Password;
use engine::digest::Digest;

/// Where a ping goes. Whoever knows a link or a topic can write there or read along, so these are kept as
/// passwords are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// A link that takes JSON.
    Webhook(Webhook),
    /// A channel of Discord.
    Discord(Discord),
    /// A topic of ntfy.
    Ntfy(Ntfy),
    /// A room of Matrix.
    Matrix(Matrix),
}

/// A link that takes JSON.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// Where the link is kept.
    pub url: Password,
    /// Where the token is kept that goes with it, if it needs one.
    #[serde(default)]
    pub token: Option<Password>,
}

/// A channel of Discord.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    /// Where the link of the channel's webhook is kept.
    pub url: Password,
}

/// A topic of ntfy.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ntfy {
    /// The server.
    #[serde(default = "ntfy_server")]
    pub server: String,
    /// Where the name of the topic is kept: whoever knows it reads along.
    pub topic: Password,
    /// Where the token is kept, if the server wants one.
    #[serde(default)]
    pub token: Option<Password>,
}

/// The server of those who name none.
pub(super) fn ntfy_server() -> String {
    "https://ntfy.sh".to_owned()
}

/// A room of Matrix.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The home server of the office's account.
    pub server: String,
    /// The room, as in `!abc:club.example`; the account has joined it.
    pub room: String,
    /// Where the account's token is kept.
    pub token: Password,
}

impl Way {
    /// The word for this kind of way.
    pub fn kind(&self) -> &'static str {
        match self {
            Way::Webhook(_) => "webhook",
            Way::Discord(_) => "discord",
            Way::Ntfy(_) => "ntfy",
            Way::Matrix(_) => "matrix",
        }
    }

    /// Names this way in logs, without what is secret: its kind, and a few digits of what the settings say.
    pub fn id(&self) -> String {
        let secrets: String = self
            .secrets()
            .map(|secret| match secret {
                Password::Plain(plain) => plain.expose().to_owned(),
                kept => format!("{kept:?}"),
            })
            .collect();
        let said = format!("{:?} {:?} {secrets}", self.server(), self.kind());
        format!("{}-{}", self.kind(), &Digest::of(said.as_bytes()).to_string()[..8])
    }

    /// What must be kept like passwords.
    pub fn secrets(&self) -> impl Iterator<Item = &Password> {
        let (first, second) = match self {
            Way::Webhook(it) => (&it.url, it.token.as_ref()),
            Way::Discord(it) => (&it.url, None),
            Way::Ntfy(it) => (&it.topic, it.token.as_ref()),
            Way::Matrix(it) => (&it.token, None),
        };
        std::iter::once(first).chain(second)
    }

    /// The server and, for Matrix, the room, where the settings name them in the open.
    fn server(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Way::Webhook(_) | Way::Discord(_) => (None, None),
            Way::Ntfy(it) => (Some(&it.server), None),
            Way::Matrix(it) => (Some(&it.server), Some(&it.room)),
        }
    }

    /// What cannot be, each with its remedy; nothing is tried and no secret is fetched.
    pub fn flaws(&self, at: &str, origin: &Origin) -> Vec<(String, String)> {
        let mut flaws = Vec::new();
        let at = format!("{at}.{}", self.kind());
        if !cfg!(feature = "ping") {
            let mend = "take `notify:` out, or build sealord with the feature `ping`".to_owned();
            flaws.push((format!("{at}: this build sends no pings"), mend));
        }
        if let (Some(server), _) = self.server()
            && let Err(why) = sound(server)
        {
            flaws.push((format!("{at}.server: {why}"), "write it as https://ntfy.example".to_owned()));
        }
        if let (_, Some(room)) = self.server()
            && !(room.starts_with('!') && room.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            let mend =
                "write the room's own id, as in \"!abc:club.example\"; its settings show it".to_owned();
            flaws.push((format!("{at}.room: this is no id of a room"), mend));
        }
        let is_open = origin.mode.is_some_and(|mode| mode & 0o077 != 0);
        if is_open && self.secrets().any(|it| matches!(it, Password::Plain(_))) {
            let mend = "run `chmod 600` on the settings, or keep it in a file: {file: PATH}".to_owned();
            flaws.push((format!("{at}: people other than the owner may read what is secret"), mend));
        }
        flaws
    }

    /// Fetches what is secret, to see whether it is there.
    ///
    /// # Errors
    /// Says what is wrong with the first that is not, and never what was found.
    pub fn probe(&self, base: &Path) -> Result<(), String> {
        self.secrets().try_for_each(|secret| secret.fetch(base).map(drop).map_err(|fault| fault.to_string()))
    }
}

/// Refuses what is no address of a server that keeps a secret: only this machine itself may be asked without
/// encryption.
///
/// # Errors
/// Says why, without the rest of a link, which may be secret.
pub fn sound(link: &str) -> Result<(), &'static str> {
    let Some((scheme, rest)) = link.split_once("://") else { return Err("this is no link") };
    if !link.bytes().all(|byte| byte.is_ascii_graphic()) || rest.is_empty() || rest.starts_with('/') {
        return Err("this is no link");
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err("a link must not have a name and a password before the server");
    }
    let host = match authority.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    match scheme {
        "https" => Ok(()),
        "http" if ["localhost", "127.0.0.1", "::1"].contains(&host) => Ok(()),
        "http" => Err("a link must begin with https://, or everybody on the way can read it"),
        _ => Err("this is no link of the web"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_encrypted_but_on_this_machine() {
        for good in
            ["https://ntfy.sh", "https://a.example:8443/x?y#z", "http://127.0.0.1:80/x", "http://[::1]/"]
        {
            assert_eq!(sound(good), Ok(()), "{good}");
        }
        for bad in [
            "ntfy.sh",
            "http://ntfy.sh",
            "http://127.0.0.1.evil.example/",
            "https://",
            "https:///x",
            "http://127.0.0.1@evil.example/",
            "file:///etc/passwd",
            "https://a b.example",
        ] {
            assert!(sound(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_way_is_named_without_its_secrets_and_apart_from_others() {
        let plain = |topic: &str| {
            Way::Ntfy(Ntfy {
                server: ntfy_server(),
                topic: Password::Plain(crate::post::wire::secret::Secret::new(topic)),
                token: None,
            })
        };
        let (one, other) = (plain("anna-4711"), plain("bert-0815"));
        assert_ne!(one.id(), other.id());
        assert_eq!(one.id(), plain("anna-4711").id());
        assert!(!one.id().contains("4711") && one.id().starts_with("ntfy-"));
    }
}
