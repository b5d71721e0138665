//! A ping as a request over HTTP, and what became of it.

use std::path::Path;

use serde_json::{Value, json};

use super::way::sound;
use super::{Ping, Way};
use crate::post::wire::secret::{Password, Secret};
use crate::post::wire::{SendFault, Sent};

/// How long a server may take for everything.
#[cfg(feature = "ping")]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(15);

/// A request, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// True for PUT, false for POST.
    pub puts: bool,
    /// The link. Whoever knows it may need nothing else, so it is never printed.
    pub link: Secret,
    /// What stands behind `Authorization: Bearer`, if anything does.
    pub token: Option<Secret>,
    /// The body.
    pub body: Value,
}

/// The request by which a ping goes a way; files are looked for from `base`.
///
/// # Errors
/// If a secret cannot be fetched, or is no link where it must be one; never with the secret itself.
pub fn request(way: &Way, ping: &Ping, base: &Path) -> Result<Request, SendFault> {
    let fetch = |secret: &Password| {
        secret.fetch(base).map_err(|fault| wrong(format!("notify: {fault}"), "see `sealord doctor`"))
    };
    let token = |secret: &Option<Password>| secret.as_ref().map(fetch).transpose();
    let both = || format!("{}: {}", ping.title, ping.text);
    let link = |link: Secret| -> Result<Secret, SendFault> {
        sound(link.expose()).map_err(|why| wrong(format!("notify: {why}"), "write the whole link"))?;
        Ok(link)
    };
    let at = |server: &str, path: &str| Secret::new(format!("{}/{path}", server.trim_end_matches('/')));
    Ok(match way {
        Way::Webhook(it) => {
            Request { puts: false, link: link(fetch(&it.url)?)?, token: token(&it.token)?, body: json!(ping) }
        }
        Way::Discord(it) => Request {
            puts: false,
            link: link(fetch(&it.url)?)?,
            token: None,
            // Whatever a match is called, nobody is called by it.
            body: json!({ "content": both(), "allowed_mentions": { "parse": [] } }),
        },
        Way::Ntfy(it) => Request {
            puts: false,
            link: link(at(&it.server, ""))?,
            token: token(&it.token)?,
            body: json!({ "topic": fetch(&it.topic)?.expose(), "title": ping.title, "message": ping.text }),
        },
        // A server of Matrix takes what comes again under the same number for the same message.
        Way::Matrix(it) => Request {
            puts: true,
            link: link(at(
                &it.server,
                &format!(
                    "_matrix/client/v3/rooms/{}/send/m.room.message/{}",
                    escaped(&it.room),
                    escaped(&ping.id)
                ),
            ))?,
            token: Some(fetch(&it.token)?),
            body: json!({ "msgtype": "m.notice", "body": both() }),
        },
    })
}

fn wrong(what: String, mend: &str) -> SendFault {
    SendFault::later(format!("{what}; {mend}"))
}

/// A word as a part of a path.
fn escaped(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    word.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Sends a ping. A server that is busy, or is not there, may be asked again; what it refuses is refused for
/// good.
///
/// # Errors
/// With the status of the answer, and nothing that is secret.
#[cfg(feature = "ping")]
pub fn carry(way: &Way, bytes: &[u8], base: &Path) -> Result<Sent, SendFault> {
    let ping: Ping = serde_json::from_slice(bytes)
        .map_err(|error| SendFault::unfit(format!("what was kept is no ping: {error}")))?;
    let request = request(way, &ping, base)?;
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        // A secret goes to nobody else.
        .max_redirects(0)
        .user_agent("sealord")
        .build();
    let agent = ureq::Agent::new_with_config(config);
    let link = request.link.expose();
    let mut asked = if request.puts { agent.put(link) } else { agent.post(link) };
    asked = asked.content_type("application/json");
    if let Some(token) = &request.token {
        asked = asked.header("Authorization", format!("Bearer {}", token.expose()));
    }
    let scrubbed = |words: String| {
        let words = request.link.scrub(&words);
        request.token.iter().fold(words, |words, token| token.scrub(&words))
    };
    match asked.send(request.body.to_string()) {
        Err(error) => Err(SendFault::later(scrubbed(format!("{}: {error}", way.kind())))),
        // What else it says may repeat what is secret, so it is left out.
        Ok(answer) => match answer.status() {
            status if status.is_success() => Ok(Sent { answer: format!("{} took it: {status}", way.kind()) }),
            status if status.is_server_error() || [408, 425, 429].contains(&status.as_u16()) => {
                Err(SendFault::later(format!("{} answered {status}", way.kind())))
            }
            status => Err(SendFault::unfit(format!("{} answered {status}", way.kind()))),
        },
    }
}

/// A build without the feature `ping` sends none; the settings say so before it comes to that.
///
/// # Errors
/// Always.
#[cfg(not(feature = "ping"))]
pub fn carry(way: &Way, _bytes: &[u8], _base: &Path) -> Result<Sent, SendFault> {
    Err(SendFault::later(format!("{}: this build sends no pings", way.kind())))
}

#[cfg(test)]
mod tests {
    use super::super::{Discord, Matrix, Ntfy, Webhook};
    use super::*;

    fn ping() -> Ping {
        Ping::new("Club", "m/axis/3/report", Some("m"), Some("Friday, 20:00"))
    }

    fn plain(text: &str) -> Password {
        Password::Plain(Secret::new(text))
    }

    #[test]
    fn each_way_has_the_shape_that_its_server_takes() {
        let base = Path::new("");
        let said = "A mail about the match m waits for you. Your answer is due by Friday, 20:00.";
        let hook = Way::Webhook(Webhook { url: plain("https://a.example/x"), token: Some(plain("t0k")) });
        let asked = request(&hook, &ping(), base).unwrap();
        assert_eq!(asked.link.expose(), "https://a.example/x");
        assert_eq!(asked.token.unwrap().expose(), "t0k");
        assert_eq!(asked.body["text"], said);
        assert_eq!(asked.body["match"], "m");
        let discord = Way::Discord(Discord { url: plain("https://discord.example/api/webhooks/1/x") });
        let asked = request(&discord, &ping(), base).unwrap();
        assert_eq!(asked.body["content"], format!("Club: {said}"));
        assert_eq!(asked.body["allowed_mentions"], json!({ "parse": [] }));
        let ntfy =
            Way::Ntfy(Ntfy { server: "https://ntfy.example/".into(), topic: plain("top"), token: None });
        let asked = request(&ntfy, &ping(), base).unwrap();
        assert_eq!((asked.link.expose(), &asked.body["topic"]), ("https://ntfy.example/", &json!("top")));
        let (server, room) = ("https://m.example".into(), "!a b:c".into());
        let asked = request(&Way::Matrix(Matrix { server, room, token: plain("s3cret") }), &ping(), base);
        let asked = asked.unwrap();
        let path = "https://m.example/_matrix/client/v3/rooms/%21a%20b%3Ac/send/m.room.message/";
        assert_eq!(asked.link.expose(), format!("{path}{}", ping().id));
        assert!(asked.puts);
        assert!(!format!("{asked:?}").contains("s3cret"), "what is secret is printed nowhere");
    }
}
