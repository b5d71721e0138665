//! A way that a player names by mail, in `settings`.
//!
//! A letter must not make the office call a machine of its writer's choice. So a player gives the name of a
//! topic or the link of a channel of Discord, and no other link.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::way::{Discord, Ntfy, Way, ntfy_server};
use crate::post::wire::secret::{Password, Secret};

/// How the link of a channel of Discord begins.
const CHANNEL: &str = "https://discord.com/api/webhooks/";

/// How a player wants to hear that a mail waits, whatever the settings of the office say.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnWay {
    /// On no way.
    None,
    /// By this topic of ntfy.
    Ntfy(String),
    /// By the webhook of a channel of Discord: what stands behind its server and `/api/webhooks/`.
    Discord(String),
}

/// Without what is secret.
impl fmt::Debug for OwnWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl OwnWay {
    /// The way that the words behind `notify` name; nothing for the office's own ways.
    ///
    /// # Errors
    /// In words, with what would do; never with a topic or link.
    pub fn read(mut words: std::str::SplitWhitespace<'_>) -> Result<Option<OwnWay>, String> {
        let kind = words.next().unwrap_or_default().to_lowercase();
        let named = words.next().unwrap_or_default();
        if !cfg!(feature = "ping") && !["no", "off", "office"].contains(&kind.as_str()) {
            return Err("this office sends no pings".to_owned());
        }
        let is_word =
            |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        Ok(Some(match kind.as_str() {
            "office" => return Ok(None),
            "no" | "off" => OwnWay::None,
            "ntfy" if (1..=64).contains(&named.len()) && is_word(named) => OwnWay::Ntfy(named.to_owned()),
            "ntfy" => {
                return Err(
                    "notify ntfy wants the name of a topic: up to 64 letters, digits, - and _".to_owned()
                );
            }
            "discord" => {
                let rest = named.trim_matches(['<', '>']).strip_prefix(CHANNEL);
                let parts = rest.and_then(|rest| rest.split_once('/'));
                let is_sound = |(number, token): (&str, &str)| {
                    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                    is_number && !token.is_empty() && is_word(token) && token.len() <= 200
                };
                match rest.filter(|_| parts.is_some_and(is_sound)) {
                    Some(rest) => OwnWay::Discord(rest.to_owned()),
                    None => {
                        return Err(format!(
                            "notify discord wants the whole link of the channel's webhook: {CHANNEL}NUMBER/TOKEN"
                        ));
                    }
                }
            }
            _ => return Err("notify: write ntfy TOPIC, discord LINK, no or office".to_owned()),
        }))
    }

    /// How the player's settings are shown: a mail is read by more people than it is meant for.
    pub fn words(&self) -> &'static str {
        match self {
            OwnWay::None => "no",
            OwnWay::Ntfy(_) => "ntfy ***",
            OwnWay::Discord(_) => "discord ***",
        }
    }

    /// The way itself. Topics are on the server of `ntfy`, that of the umpire's own topic, if there is one.
    pub fn way(&self, ntfy: Option<&Ntfy>) -> Option<Way> {
        let plain = |text: String| Password::Plain(Secret::new(text));
        match self {
            OwnWay::None => None,
            OwnWay::Ntfy(topic) => Some(Way::Ntfy(Ntfy {
                server: ntfy.map_or_else(ntfy_server, |it| it.server.clone()),
                topic: plain(topic.clone()),
                token: ntfy.and_then(|it| it.token.clone()),
            })),
            OwnWay::Discord(rest) => Some(Way::Discord(Discord { url: plain(format!("{CHANNEL}{rest}")) })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Option<OwnWay>, String> {
        OwnWay::read(words.split_whitespace())
    }

    #[test]
    #[cfg(feature = "ping")]
    fn a_letter_names_topics_and_channels_and_no_other_link() {
        assert_eq!(read("office"), Ok(None));
        assert_eq!(read("NO"), Ok(Some(OwnWay::None)));
        assert_eq!(read("ntfy anna_0815-x"), Ok(Some(OwnWay::Ntfy("anna_0815-x".to_owned()))));
        let link = "discord <https://discord.com/api/webhooks/4711/t0-k_en>";
        assert_eq!(read(link), Ok(Some(OwnWay::Discord("4711/t0-k_en".to_owned()))));
        for bad in [
            "",
            "yes",
            "ntfy",
            "ntfy anna/../x",
            "ntfy https://ntfy.sh/anna",
            "discord",
            "discord https://discord.com.evil.example/api/webhooks/1/t0k",
            "discord https://discord.com/api/webhooks/1/t0k/slack",
            "discord https://discord.com/api/webhooks/1/../x",
            "discord https://discord.com/api/webhooks/x/t0k",
            "webhook https://127.0.0.1/",
        ] {
            let said = read(bad).expect_err(bad);
            assert!(!said.contains("t0k") && !said.contains("anna"), "{said}");
        }
    }

    #[test]
    fn a_topic_is_shown_nowhere() {
        let own = OwnWay::Ntfy("anna-0815".to_owned());
        let shown = format!("{own:?} {:?} {}", own.way(None), own.words());
        assert!(!shown.contains("0815"), "{shown}");
        assert_eq!(own.way(None).map(|way| way.kind()), Some("ntfy"));
        assert_eq!(OwnWay::None.way(None), None);
    }
}
