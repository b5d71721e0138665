//! Settings, passwords, addresses and delays.

use super::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use sealord::post::wire::address;
use sealord::post::wire::config::{Config, Flaw, Folder, In, Nothing, Origin, Out, Sendmail, Tls};
use sealord::post::wire::pace::RateLimit;
use sealord::post::wire::probe;
use sealord::post::wire::secret::{Password, Secret};

fn config(inward: In, outward: Out) -> Config {
    Config { inward, outward, largest: 4 << 20, rate: RateLimit::default() }
}

fn told(config: &Config, mode: u32) -> String {
    let flaws = config.check(&Origin { folder: "/etc".into(), mode: Some(mode) });
    flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn good_settings_have_no_flaw() {
    let imap = support::imap(993, Tls::Connect, None, "sealord");
    let smtp = support::smtp(587, Tls::Starttls, None, Some("sealord"));
    assert_eq!(told(&config(In::Imap(imap), Out::Smtp(smtp)), 0o600), "");
    let folder = Folder { path: "out".into() };
    assert_eq!(told(&config(In::Stdin(Nothing {}), Out::Folder(folder)), 0o644), "");
}

#[test]
fn all_flaws_are_told_at_once() {
    let mut imap = support::imap(143, Tls::Connect, None, "");
    (imap.host, imap.folder, imap.timeout) = ("https://imap.club.example:993".into(), "Entwürfe".into(), 0);
    imap.taken = Some("Entwürfe".into());
    let mut smtp = support::smtp(465, Tls::None, None, Some("sealord"));
    (smtp.host, smtp.password, smtp.hello) = ("smtp.club.example:25".into(), None, Some("a b".into()));
    let mut both = config(In::Imap(imap), Out::Smtp(smtp));
    (both.largest, both.rate.per_hour) = (7, Some(0));
    insta::assert_snapshot!(told(&both, 0o644));
}

#[test]
fn passwords_do_not_go_in_the_open() {
    let mut imap = support::imap(143, Tls::StarttlsIfOffered, None, "sealord");
    imap.host = "imap.club.example".into();
    let sendmail = Out::Sendmail(Sendmail { path: "sendmail".into(), timeout: 30 });
    insta::assert_snapshot!(told(&config(In::Imap(imap), sendmail), 0o600), @"
    in.imap.tls: the password could go to imap.club.example unencrypted. Write `tls: connect` or `tls: starttls`.
    out.sendmail.path: `sendmail` is not a complete path. Write the complete path, as in `path: /usr/sbin/sendmail`.
    ");
}

#[test]
fn passwords_come_from_files_variables_and_commands() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("secret");
    let write = |text: &str, mode| {
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    };
    let from_file = || Password::File("secret".into()).fetch(temp.path());
    write("opensesame\nsecond line\n", 0o600);
    assert_eq!(from_file().unwrap().expose(), "opensesame");
    write("opensesame\r\n", 0o400);
    assert_eq!(from_file().unwrap().expose(), "opensesame");
    for mode in [0o640, 0o604, 0o620] {
        write("opensesame", mode);
        let fault = from_file().unwrap_err().to_string();
        assert!(
            fault.contains("people other than its owner may read it") && !fault.contains("sesame"),
            "{fault}"
        );
    }
    for bad in ["", "\nsecond", "a\0b", &"x".repeat(5000)] {
        write(bad, 0o600);
        from_file().unwrap_err();
    }
    assert!(Password::File("absent".into()).fetch(temp.path()).is_err());
    assert!(Password::File(".".into()).fetch(temp.path()).is_err());

    let command = |line: &str| Password::Command(line.into()).fetch(temp.path());
    assert_eq!(command("printf 'open sesame\\nmore\\n'").unwrap().expose(), "open sesame");
    let fault = command("echo opensesame; exit 3").unwrap_err().to_string();
    assert!(fault.contains("exit status: 3") && !fault.contains(": opensesame"), "{fault}");
    assert!(command("true").is_err());

    assert!(Password::Env("PATH".into()).fetch(temp.path()).is_ok());
    let fault = Password::Env("SEALORD_NO_SUCH".into()).fetch(temp.path()).unwrap_err();
    insta::assert_snapshot!(fault, @"no password from the environment variable `SEALORD_NO_SUCH`: it is not set. Give the password as `{file: PATH}` (mode 0600), `{env: NAME}` or `{command: LINE}`.");
}

#[test]
fn a_password_in_the_wrong_place_is_not_repeated() {
    use serde::Deserialize;
    use serde::de::value::{Error, MapDeserializer, StrDeserializer, U64Deserializer};
    let map = |pairs: &[(&'static str, &'static str)]| {
        let pairs: Vec<_> = pairs.to_vec();
        Password::deserialize(MapDeserializer::<_, Error>::new(pairs.into_iter()))
    };
    assert_eq!(map(&[("file", "secret")]), Ok(Password::File("secret".into())));
    assert_eq!(map(&[("env", "PW")]), Ok(Password::Env("PW".into())));
    assert_eq!(map(&[("command", "pass show club")]), Ok(Password::Command("pass show club".into())));
    assert_eq!(map(&[("plain", "opensesame")]), Ok(Password::Plain(Secret::new("opensesame"))));
    let told = [
        map(&[]).unwrap_err(),
        map(&[("opensesame", "x")]).unwrap_err(),
        map(&[("file", "a"), ("opensesame", "b")]).unwrap_err(),
        Password::deserialize(StrDeserializer::<Error>::new("opensesame")).unwrap_err(),
        Password::deserialize(U64Deserializer::<Error>::new(4711)).unwrap_err(),
    ];
    for error in told.map(|error| error.to_string()) {
        assert!(error.contains("`{file: PATH}`"), "{error}");
        assert!(!error.contains("opensesame") && !error.contains("integer `4711`"), "{error}");
    }
}

#[test]
fn secrets_do_not_print() {
    let mut smtp = support::smtp(465, Tls::Connect, None, Some("sealord"));
    smtp.password = Some(Password::Plain(Secret::new("opensesame")));
    let all = format!("{:#?}", config(In::Stdin(Nothing {}), Out::Smtp(smtp)));
    assert!(all.contains("***") && !all.contains("opensesame"), "{all}");
    assert_eq!(Secret::new("opensesame").scrub("no opensesame here, opensesame"), "no *** here, ***");
}

#[test]
fn roads_on_this_machine_are_probed() {
    let temp = tempfile::tempdir().unwrap();
    let steps =
        |steps: Vec<probe::Step>| steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let folder = |path: &str| Folder { path: path.into() };
    let here = |text: String| text.replace(temp.path().to_str().unwrap(), "HERE");
    let told = [
        steps(probe::probe_in(&In::Maildir(folder("Mail")), temp.path())),
        steps(probe::probe_out(&Out::Folder(folder("out")), temp.path())),
        steps(probe::probe_out(
            &Out::Sendmail(Sendmail { path: "/etc/passwd".into(), timeout: 1 }),
            temp.path(),
        )),
        steps(probe::probe_in(&In::Imap(support::imap(1, Tls::Connect, None, "anna")), temp.path())),
    ];
    insta::assert_snapshot!(here(told.join("\n")));
    assert_eq!(fs::read_dir(temp.path().join("out")).unwrap().count(), 0);
}

#[test]
fn addresses() {
    for good in
        ["anna@club.example", "a.b+t3@sub.club.example", "o'brien@club.example", "ä@bücher.example", "a@b"]
    {
        assert_eq!(address::check(good), Ok(good));
    }
    let long = format!("{}@club.example", "x".repeat(65));
    for bad in [
        "",
        "anna",
        "@club.example",
        "anna@",
        "anna@.example",
        "anna@club..example",
        ".a@b.c",
        "a.@b.c",
        "-a@b.c",
        "a@-b.c",
        "a@b-.c",
        "Anna <anna@club.example>",
        "\"a b\"@c.d",
        "a@[127.0.0.1]",
        "a@b.c\r\nBcc: d@e.f",
        "a@b.c,d@e.f",
        "a(b)@c.d",
        "a@b@c.d",
        "a\u{a0}b@c.d",
        &long,
    ] {
        assert!(address::check(bad).is_err(), "{bad}");
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

#[test]
fn the_rate_is_kept_in_every_window() {
    let limit = RateLimit { per_minute: Some(2), per_hour: Some(3) };
    assert_eq!(limit.room(&[], at(5000)), 2);
    assert_eq!(limit.room(&[at(4990)], at(5000)), 1);
    assert_eq!(limit.room(&[at(4990), at(4970)], at(5000)), 0);
    assert_eq!(limit.room(&[at(4990), at(4970)], at(5030)), 1);
    assert_eq!(limit.room(&[at(4000), at(3000), at(2000)], at(5000)), 0);
    assert_eq!(limit.room(&[at(4000), at(3000), at(2000)], at(5600)), 1);
    assert_eq!(limit.room(&[at(9_000_000), at(9_000_001)], at(5000)), 2, "the clock was set back");
    assert_eq!(RateLimit { per_minute: Some(0), per_hour: None }.room(&[], at(5000)), 1);
    assert_eq!(RateLimit::default().room(&[at(5000); 500], at(5000)), usize::MAX);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whoever_sends_no_more_than_there_is_room_never_breaks_the_rate(
        minute in 1_u32..5, hour in 1_u32..20, pauses in proptest::collection::vec(0_i64..200, 1..60),
    ) {
        let limit = RateLimit { per_minute: Some(minute), per_hour: Some(hour) };
        let (mut sent, mut now) = (vec![], at(1_000_000));
        for pause in pauses {
            now += SignedDuration::from_secs(pause);
            let room = limit.room(&sent, now);
            sent.extend(std::iter::repeat_n(now, room.min(3)));
        }
        for (most, window) in [(minute, 60), (hour, 3600)] {
            for last in &sent {
                let since = *last - SignedDuration::from_secs(window);
                let within = sent.iter().filter(|at| **at > since && *at <= last).count();
                prop_assert!(within <= most as usize);
            }
        }
    }

    #[test]
    fn no_good_address_can_leave_its_line(text in any::<String>()) {
        if address::check(&text).is_ok() {
            prop_assert!(!text.contains(['\r', '\n', ' ', '<', '>', ',', ';', '"']) && !text.starts_with('-'));
        }
    }
}

#[test]
fn the_origin_of_settings_is_their_folder() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("sealord.yaml");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(Origin::of(&file).unwrap(), Origin { folder: temp.path().into(), mode: Some(0o600) });
    assert!(Origin::of(Path::new("/nowhere/sealord.yaml")).is_err());
}
