//! `sealord compose`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, ends_as, party, put};
use crate::matches::MatchFault;
use crate::orders::team::Shares;
use crate::party::Party;
use crate::problem::{ExitCode, quote};
use crate::report::{Composer, Lore, compose};

/// Write a web page on which to compose orders by pointing: chart, choices, verdict, and the orders file at
/// the end. It needs a browser and nothing else
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long = "side", value_name = "SIDE", value_parser = party)]
    pub party: Option<Party>,
    /// Only what this player of a shared side is asked
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The address to which the page's mails go
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub mail: Option<String>,
    /// Write to this file instead of stdout; an existing file is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// An address that a link to a mail program can hold: one, without a name.
fn address(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "@._+-".contains(c);
    let parts = text.split_once('@').filter(|(name, host)| !name.is_empty() && !host.is_empty());
    match parts {
        Some((_, host)) if text.chars().all(plain) && !host.contains('@') => Ok(text.to_owned()),
        _ => Err("write one address alone, such as office@club.example".to_owned()),
    }
}

/// Runs `sealord compose`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(args.out.as_deref(), "the page for orders", &["html", "htm"])?;
    let packet = shared.packet(&args.packet, args.party)?;
    if packet.over {
        let what = format!("the match {} is over: nobody is asked anything", quote(&packet.match_id));
        return Err(MatchFault::no(what, "read its end with `sealord report`"));
    }
    let templates = &shared.kit.templates;
    let mail = args.mail.as_deref();
    let rules = shared.kit.rules_of(&packet)?;
    let lore = &Lore::of(&*rules, shared.kit.systems.system(&packet.system)?.arena);
    let page = match args.player.as_deref() {
        Some(name) => {
            let player = packet.team.find(packet.party, name)?;
            let shares = Shares::of(&*rules, &packet);
            let part = shares.part(player);
            let composer = Composer {
                asks: &part.packet,
                player: Some(part.name()),
                leads: part.leads(),
                lore,
                mail,
                desk: None,
            };
            compose(templates, &packet, &composer)?
        }
        None => compose(
            templates,
            &packet,
            &Composer { asks: &packet, player: None, leads: true, lore, mail, desk: None },
        )?,
    };
    put(args.out.as_deref(), &page)?;
    Ok(ExitCode::Done)
}
