//! Who may ask for what. Any page in the same browser can send requests to this machine, and so can any
//! program on it; what they lack is the word in the address.
//!
//! - The host must be the one that was printed: a name of somebody else's that points to this machine (DNS
//!   rebinding) is not.
//! - The path begins with the word, which is compared in a time that says nothing about it.
//! - Orders are taken from a page of this server alone (`Origin`), as a type that no other site may send
//!   without asking first; nobody who asks is given leave.

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use subtle::ConstantTimeEq;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Where the match stands: the page for orders, or the end.
    Now,
    /// The report of an exchange.
    Report(u32),
    /// The newest report.
    Last,
    /// The match as a replay.
    Replay,
    /// To hand in orders.
    Orders,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal(pub StatusCode, pub &'static str);

/// The word and the port of a server.
pub(super) struct Guard {
    word: String,
    port: u16,
}

/// The type of an orders file.
const ORDERS: &str = "application/yaml";

impl Guard {
    pub(super) fn new(word: String, port: u16) -> Guard {
        Guard { word, port }
    }

    /// The path below which everything is.
    pub(super) fn path(&self) -> String {
        format!("/{}/", self.word)
    }

    /// The address of the pages.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.path())
    }

    /// What a request asks for.
    ///
    /// # Errors
    /// Why it is not answered.
    pub(super) fn wanted(&self, asked: &Parts) -> Result<Wanted, Refusal> {
        let own = format!("127.0.0.1:{}", self.port);
        let authority = asked.uri.authority().map_or(own.as_str(), |it| it.as_str());
        if only(&asked.headers, HOST) != Some(own.as_str()) || authority != own {
            return Err(Refusal(StatusCode::MISDIRECTED_REQUEST, "this server has another address"));
        }
        let rest = self.below_word(asked.uri.path()).ok_or(NOTHING)?;
        let is_orders = rest == "orders";
        match asked.method {
            Method::GET if !is_orders => self.shown(asked, rest),
            Method::POST if is_orders => self.handed_in(asked, &own),
            _ => Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, "that is not done here")),
        }
    }

    /// The path without the word.
    fn below_word<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (word, rest) = path.strip_prefix('/')?.split_once('/')?;
        bool::from(word.as_bytes().ct_eq(self.word.as_bytes())).then_some(rest)
    }

    fn shown(&self, asked: &Parts, rest: &str) -> Result<Wanted, Refusal> {
        // A page is opened from outside, but nothing is read into one.
        let site = only(&asked.headers, HeaderName::from_static("sec-fetch-site"));
        let mode = only(&asked.headers, HeaderName::from_static("sec-fetch-mode"));
        let is_foreign = site.is_some_and(|site| !["same-origin", "none"].contains(&site));
        if asked.headers.contains_key(ORIGIN) || (is_foreign && mode != Some("navigate")) {
            return Err(FOREIGN);
        }
        match rest {
            "" => Ok(Wanted::Now),
            "replay" => Ok(Wanted::Replay),
            "report" => Ok(Wanted::Last),
            _ => {
                let number = rest.strip_prefix("report/").and_then(|it| it.parse().ok());
                number.map(Wanted::Report).ok_or(NOTHING)
            }
        }
    }

    fn handed_in(&self, asked: &Parts, own: &str) -> Result<Wanted, Refusal> {
        let origin = only(&asked.headers, ORIGIN);
        let site = only(&asked.headers, HeaderName::from_static("sec-fetch-site"));
        if origin != Some(&format!("http://{own}")) || site.is_some_and(|site| site != "same-origin") {
            return Err(FOREIGN);
        }
        if only(&asked.headers, CONTENT_TYPE) != Some(ORDERS) {
            return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "orders come as application/yaml"));
        }
        Ok(Wanted::Orders)
    }
}

/// Whoever does not know the word learns nothing.
const NOTHING: Refusal = Refusal(StatusCode::NOT_FOUND, "there is nothing here");
const FOREIGN: Refusal = Refusal(StatusCode::FORBIDDEN, "that comes from another page");

/// A header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    all.next().is_none().then(|| first.to_str().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    const HOME: &str = "127.0.0.1:4000";

    fn wanted(method: &str, path: &str, headers: &[(&str, &str)]) -> Result<Wanted, StatusCode> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        Guard::new("secret".to_owned(), 4000).wanted(&parts).map_err(|refusal| refusal.0)
    }

    #[test]
    fn pages_are_shown_to_whoever_knows_the_word_at_this_address() {
        let home = [("host", HOME)];
        assert_eq!(wanted("GET", "/secret/", &home), Ok(Wanted::Now));
        assert_eq!(wanted("GET", "/secret/report", &home), Ok(Wanted::Last));
        assert_eq!(wanted("GET", "/secret/report/12", &home), Ok(Wanted::Report(12)));
        assert_eq!(wanted("GET", "/secret/replay", &home), Ok(Wanted::Replay));
        let opened = [("host", HOME), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(wanted("GET", "/secret/", &opened), Ok(Wanted::Now));
        let lost = [
            "/",
            "/secret",
            "/Secret/",
            "/secre/",
            "/secret2/",
            "//secret/",
            "/secret/../",
            "/secret/report/x",
        ];
        for path in lost {
            assert_eq!(wanted("GET", path, &home), Err(StatusCode::NOT_FOUND), "{path}");
        }
    }

    #[test]
    fn another_host_another_page_and_another_way_are_refused() {
        for host in ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "localhost:4000", ""] {
            let found = wanted("GET", "/secret/", &[("host", host)]);
            assert_eq!(found, Err(StatusCode::MISDIRECTED_REQUEST), "{host}");
        }
        assert_eq!(wanted("GET", "/secret/", &[]), Err(StatusCode::MISDIRECTED_REQUEST));
        let twice = [("host", HOME), ("host", "evil.example:4000")];
        assert_eq!(wanted("GET", "/secret/", &twice), Err(StatusCode::MISDIRECTED_REQUEST));
        let elsewhere = wanted("GET", "http://evil.example:4000/secret/", &[("host", HOME)]);
        assert_eq!(elsewhere, Err(StatusCode::MISDIRECTED_REQUEST));
        for foreign in
            [[("host", HOME), ("origin", "null")], [("host", HOME), ("sec-fetch-site", "cross-site")]]
        {
            assert_eq!(wanted("GET", "/secret/", &foreign), Err(StatusCode::FORBIDDEN));
        }
        for (method, path) in [
            ("GET", "/secret/orders"),
            ("POST", "/secret/"),
            ("OPTIONS", "/secret/orders"),
            ("PUT", "/secret/orders"),
            ("HEAD", "/secret/"),
        ] {
            assert_eq!(
                wanted(method, path, &[("host", HOME)]),
                Err(StatusCode::METHOD_NOT_ALLOWED),
                "{method}"
            );
        }
    }

    #[test]
    fn orders_come_from_a_page_of_this_server_as_orders() {
        let own = ("origin", "http://127.0.0.1:4000");
        let yaml = ("content-type", "application/yaml");
        let sent =
            |more: &[(&str, &str)]| wanted("POST", "/secret/orders", &[&[("host", HOME)], more].concat());
        assert_eq!(sent(&[own, yaml]), Ok(Wanted::Orders));
        assert_eq!(sent(&[own, yaml, ("sec-fetch-site", "same-origin")]), Ok(Wanted::Orders));
        for foreign in [
            "http://evil.example",
            "null",
            "http://127.0.0.1",
            "https://127.0.0.1:4000",
            "http://localhost:4000",
        ] {
            assert_eq!(sent(&[("origin", foreign), yaml]), Err(StatusCode::FORBIDDEN), "{foreign}");
        }
        assert_eq!(sent(&[yaml]), Err(StatusCode::FORBIDDEN));
        assert_eq!(sent(&[own, own, yaml]), Err(StatusCode::FORBIDDEN));
        assert_eq!(sent(&[own, yaml, ("sec-fetch-site", "same-site")]), Err(StatusCode::FORBIDDEN));
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            assert_eq!(
                sent(&[own, ("content-type", kind)]),
                Err(StatusCode::UNSUPPORTED_MEDIA_TYPE),
                "{kind}"
            );
        }
        assert_eq!(sent(&[own]), Err(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
}
