//! Battle plans at random: made up from the words of a page, and sound ones spoiled.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::compose::doctrine::{quoted, unpacked};
use crate::compose::spelled::loosened;

/// What may stand where something else belongs.
const ODD: [&str; 14] = [
    "",
    "~",
    "[]",
    "{}",
    "[a]",
    "{a: b}",
    "''",
    "x y",
    "[x, x]",
    "[[x]]",
    "{all: [], any: x}",
    "[\u{201c}x\u{201d}]",
    "none",
    "300",
];

/// The words of a page, for battle plans at random.
pub(super) struct Words<'v> {
    of: &'v Value,
    cards: Vec<String>,
}

impl<'v> Words<'v> {
    pub(super) fn new(of: &'v Value) -> Words<'v> {
        Words { of, cards: unpacked(of["cards"].as_str().unwrap()) }
    }

    fn any(&self, chance: &mut ChaCha8Rng, list: &Value) -> String {
        let word = list.as_array().unwrap().choose(chance).unwrap();
        word.as_str().or_else(|| word["name"].as_str()).or_else(|| word[0].as_str()).unwrap().to_owned()
    }

    fn unit(&self, chance: &mut ChaCha8Rng) -> String {
        match chance.random_range(0..12) {
            0 | 1 => self.cards.choose(chance).unwrap().clone(),
            2 => format!("{}-{}", self.cards.choose(chance).unwrap(), chance.random_range(0..20)),
            3 => self.any(chance, &self.of["kinds"]),
            4 => "any".to_owned(),
            5 => loosened(self.cards.choose(chance).unwrap(), chance),
            6 => loosened(&self.any(chance, &self.of["called"]), chance),
            _ => self.any(chance, &self.of["units"]),
        }
    }

    fn target(&self, chance: &mut ChaCha8Rng) -> String {
        let before = ["", "", "", "crippled ", "damaged ", "crippled damaged ", "sunken "];
        format!("{}{}", before.choose(chance).unwrap(), self.unit(chance))
    }

    fn member(&self, chance: &mut ChaCha8Rng) -> String {
        let unit = self.unit(chance);
        match chance.random_range(0..6) {
            0 => format!("{unit} x{}", number(chance, 6)),
            1 => format!("{unit} x{} per {}", number(chance, 3), self.unit(chance)),
            2 if chance.random_bool(0.2) => format!("{unit} {}", number(chance, 3)),
            3 if chance.random_bool(0.3) => format!("{}x {unit}", number(chance, 9)),
            4 if chance.random_bool(0.3) => format!("all {unit}s"),
            _ => unit,
        }
    }

    fn group(&self, chance: &mut ChaCha8Rng) -> String {
        let all = &self.of["plans"][0]["groups"];
        match chance.random_range(0..6) {
            0 | 1 => ["raiders", "guard", "line"].choose(chance).unwrap().to_string(),
            2 if chance.random_bool(0.15) => "nobody".to_owned(),
            _ => self.any(chance, all),
        }
    }

    /// A phrase of a list, with what follows it; sometimes with more, less or something else.
    fn phrase(&self, chance: &mut ChaCha8Rng, list: &Value) -> String {
        let phrase = list.as_array().unwrap().choose(chance).unwrap();
        let mut text = phrase[0].as_str().unwrap().to_owned();
        if let Some(most) = phrase[1][1].as_u64() {
            text += &format!(" {}", number(chance, most.min(400)));
        }
        if phrase[2].as_bool().unwrap() {
            text += &format!(" {}", self.group(chance));
        }
        match chance.random_range(0..30) {
            0 => text + " 1",
            1 => text.split(' ').next().unwrap().to_owned(),
            _ => text,
        }
    }

    fn posture(&self, chance: &mut ChaCha8Rng) -> String {
        self.phrase(chance, &self.of["postures"]["known"])
    }

    fn clause(&self, chance: &mut ChaCha8Rng) -> String {
        self.phrase(chance, &self.of["clauses"]["known"])
    }

    fn choice(&self, chance: &mut ChaCha8Rng, key: &str) -> String {
        self.any(chance, &self.of["choices"][key])
    }

    fn bound(&self, chance: &mut ChaCha8Rng, key: &str) -> String {
        number(chance, self.of["numbers"][key][1].as_u64().unwrap())
    }

    fn battle(&self, chance: &mut ChaCha8Rng) -> String {
        let sector = number(chance, self.of["sectors"].as_u64().unwrap());
        let side = match chance.random_range(0..4) {
            0 => self.of["sides"]
                .as_object()
                .unwrap()
                .keys()
                .collect::<Vec<_>>()
                .choose(chance)
                .unwrap()
                .to_string(),
            1 => "IJN".to_owned(),
            _ => self.any(chance, &self.of["fighting"]),
        };
        match chance.random_range(0..4) {
            0 => format!("sector {sector}"),
            1 => format!("sector {sector} against {side}"),
            _ => self.any(chance, &self.of["battles"]),
        }
    }

    fn share(&self, chance: &mut ChaCha8Rng) -> String {
        match chance.random_range(0..5) {
            0 => format!("{}/{}", number(chance, 4), number(chance, 5)),
            1 => format!("{}%", number(chance, 100)),
            2 => number(chance, 8),
            3 if chance.random_bool(0.2) => "1/2/3".to_owned(),
            _ => self.any(chance, &self.of["shares"]),
        }
    }

    fn ability(&self, chance: &mut ChaCha8Rng) -> String {
        let name = self.any(chance, &self.of["abilities"]);
        match chance.random_range(0..6) {
            0 => format!("{}/{name}", self.unit(chance)),
            1 => name.to_lowercase(),
            _ => name,
        }
    }

    fn usage(&self, chance: &mut ChaCha8Rng) -> String {
        match chance.random_range(0..3) {
            0 => ["A1", "H4", "V8", "W1", "a1", "A9", "A11"].choose(chance).unwrap().to_string(),
            _ => self.phrase(chance, &self.of["uses"]),
        }
    }

    fn list(&self, chance: &mut ChaCha8Rng, one: impl Fn(&mut ChaCha8Rng) -> String) -> String {
        let all: Vec<String> = (0..chance.random_range(0..4)).map(|_| plain(&slip(chance, &one))).collect();
        format!("[{}]", all.join(", "))
    }

    fn map(&self, chance: &mut ChaCha8Rng, pairs: Vec<(String, String)>) -> String {
        let pair = |(key, value): (String, String)| {
            let key = slip(chance, &|_: &mut ChaCha8Rng| key.clone());
            format!("{}: {}", plain(&key), odd(chance, value))
        };
        let pairs: Vec<String> = pairs.into_iter().map(pair).filter(|it| !it.starts_with(':')).collect();
        format!("{{{}}}", pairs.join(", "))
    }

    fn a_group(&self, chance: &mut ChaCha8Rng) -> String {
        let mut pairs = Vec::new();
        let mut put = |chance: &mut ChaCha8Rng, often: f64, key: &str, value: String| {
            if chance.random_bool(often) {
                pairs.push((key.to_owned(), value));
            }
        };
        let name = self.group(chance);
        put(chance, 0.97, "name", name);
        let members = self.list(chance, |chance| self.member(chance));
        put(chance, 0.9, "members", members);
        let posture = slip(chance, &|chance: &mut ChaCha8Rng| self.posture(chance));
        put(chance, 0.9, "posture", posture);
        for key in ["station", "asw"] {
            let word = slip(chance, &|chance: &mut ChaCha8Rng| self.choice(chance, &format!("group {key}")));
            put(chance, 0.2, key, word);
        }
        let seek = self.list(chance, |chance| self.unit(chance));
        put(chance, 0.2, "seek", seek);
        let rows = ["4 5 3 6", "[8, 1]", "8 1 8", "0", "[1, 9]", "five"].choose(chance).unwrap().to_string();
        put(chance, 0.2, "rows", rows);
        let depth = self.bound(chance, "depth");
        put(chance, 0.2, "depth", depth);
        self.map(chance, pairs)
    }

    fn air(&self, chance: &mut ChaCha8Rng, wave: bool) -> String {
        let mut pairs = Vec::new();
        if wave {
            pairs.push(("wave".to_owned(), self.bound(chance, "wave")));
        }
        for _ in 0..chance.random_range(1..4) {
            let keys = &self.of["keys"]["air"];
            let key = self.any(chance, keys);
            let value = match key.as_str() {
                "cap" | "strike" => slip(chance, &|chance: &mut ChaCha8Rng| self.share(chance)),
                "escort" | "mass" | "from_turn" => self.bound(chance, &key),
                "asw" => ["none", "spare", "2", "-1", "256", "some"].choose(chance).unwrap().to_string(),
                "waves" if wave => "[]".to_owned(),
                "waves" => {
                    let waves: Vec<String> =
                        (0..chance.random_range(0..3)).map(|_| self.air(chance, true)).collect();
                    format!("[{}]", waves.join(", "))
                }
                other => {
                    slip(chance, &|chance: &mut ChaCha8Rng| self.choice(chance, &format!("air {other}")))
                }
            };
            if pairs.iter().all(|(it, _)| *it != key) || chance.random_bool(0.1) {
                pairs.push((key, value));
            }
        }
        self.map(chance, pairs)
    }

    fn postures(&self, chance: &mut ChaCha8Rng) -> String {
        let pairs = (0..chance.random_range(0..3)).map(|_| (self.group(chance), self.posture(chance)));
        let pairs = pairs.collect();
        self.map(chance, pairs)
    }

    fn trigger(&self, chance: &mut ChaCha8Rng) -> String {
        let when = match chance.random_range(0..3) {
            0 => {
                let clauses = self.list(chance, |chance| self.clause(chance));
                let word = ["all", "any"].choose(chance).unwrap().to_string();
                self.map(chance, vec![(word, clauses)])
            }
            _ => slip(chance, &|chance: &mut ChaCha8Rng| self.clause(chance)),
        };
        let then = match chance.random_range(0..3) {
            0 => slip(chance, &|_: &mut ChaCha8Rng| "withdraw".to_owned()),
            _ => self.postures(chance),
        };
        let mut pairs = vec![("when".to_owned(), when), ("then".to_owned(), then)];
        if chance.random_bool(0.05) {
            pairs.remove(chance.random_range(0..2));
        }
        self.map(chance, pairs)
    }

    fn value(&self, chance: &mut ChaCha8Rng, key: &str) -> String {
        let several = |chance: &mut ChaCha8Rng, most: usize, one: &dyn Fn(&mut ChaCha8Rng) -> String| {
            let number = if chance.random_bool(0.05) { most + 2 } else { chance.random_range(0..4) };
            let all: Vec<String> = (0..number).map(|_| one(chance)).collect();
            format!("[{}]", all.join(", "))
        };
        match key {
            "like" => slip(chance, &|chance: &mut ChaCha8Rng| self.any(chance, &self.of["plans"])),
            "battle" => slip(chance, &|chance: &mut ChaCha8Rng| self.battle(chance)),
            "edge" | "cripples" => {
                slip(chance, &|chance: &mut ChaCha8Rng| self.choice(chance, &format!("plan {key}")))
            }
            "groups" => several(chance, 8, &|chance| self.a_group(chance)),
            "targets" => {
                let pairs = (0..chance.random_range(0..3)).map(|_| {
                    (self.any(chance, &self.of["targets"]), self.list(chance, |chance| self.target(chance)))
                });
                let pairs = pairs.collect();
                self.map(chance, pairs)
            }
            "air" => self.air(chance, false),
            "night" => {
                let pairs = vec![
                    ("groups".to_owned(), self.postures(chance)),
                    ("air".to_owned(), self.choice(chance, "night air")),
                ];
                self.map(chance, pairs)
            }
            "break_off" if chance.random_bool(0.3) => "never".to_owned(),
            "worth_floor" | "break_off" => self.bound(chance, key),
            "rearguard" => self.list(chance, |chance| self.group(chance)),
            "triggers" => several(chance, 12, &|chance| self.trigger(chance)),
            _ => {
                let pairs = (0..chance.random_range(0..3)).map(|_| {
                    (self.ability(chance), slip(chance, &|chance: &mut ChaCha8Rng| self.usage(chance)))
                });
                let pairs = pairs.collect();
                self.map(chance, pairs)
            }
        }
    }

    /// A plan, as lines.
    fn plan(&self, chance: &mut ChaCha8Rng) -> Vec<String> {
        let keys = self.of["keys"]["plan"].as_array().unwrap();
        let mut used: Vec<&str> = keys.iter().map(|key| key.as_str().unwrap()).collect();
        used.retain(|_| chance.random_bool(0.35));
        if chance.random_bool(0.03) {
            used.push("battle");
        }
        let line = |key: &str| {
            let value = self.value(chance, key);
            let value = odd(chance, value);
            let key = slip(chance, &|_: &mut ChaCha8Rng| key.to_owned());
            format!("{}: {value}", plain(&key))
        };
        used.into_iter().map(line).collect()
    }

    /// Battle plans, in one of the ways in which they may be written.
    pub(super) fn plans(&self, chance: &mut ChaCha8Rng) -> String {
        let items: Vec<Vec<String>> = (0..chance.random_range(1..4)).map(|_| self.plan(chance)).collect();
        match chance.random_range(0..30) {
            0..=4 => items[0].join("\n"),
            5 => format!("[{{{}}}]", items[0].join(",\n  ")),
            6 => ["# nothing", "[]", "bold", "{}", "[bold, {}]", "- \n- ~", "null"]
                .choose(chance)
                .unwrap()
                .to_string(),
            7 => items.iter().map(|lines| format!("-\n  {}\n", lines.join("\n  "))).collect(),
            _ => items
                .iter()
                .map(|lines| {
                    format!("# one\n- {}\n", if lines.is_empty() { "{}".into() } else { lines.join("\n  ") })
                })
                .collect(),
        }
    }
}

/// A number up to another, or a little more; sometimes it is written in another way, or none.
fn number(chance: &mut ChaCha8Rng, most: u64) -> String {
    let number = chance.random_range(0..=most + 1 + most / 12);
    match chance.random_range(0..40) {
        0 => format!("+{number}"),
        1 => format!("0{number}"),
        2 => format!("-{number}"),
        3 => "two".to_owned(),
        _ => number.to_string(),
    }
}

/// A word, sometimes mistyped.
fn slip(chance: &mut ChaCha8Rng, one: &dyn Fn(&mut ChaCha8Rng) -> String) -> String {
    let word = one(chance);
    if chance.random_bool(0.95) { word } else { mistyped(chance, &word) }
}

fn mistyped(chance: &mut ChaCha8Rng, word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    for _ in 0..chance.random_range(1..3) {
        if letters.len() < 2 {
            letters.push('x');
        }
        let at = chance.random_range(0..letters.len() - 1);
        match chance.random_range(0..6) {
            0 => _ = letters.remove(at),
            1 => letters.swap(at, at + 1),
            2 => letters.insert(at, 'e'),
            3 => letters[at] = 'q',
            4 => letters[at] = letters[at].to_ascii_uppercase(),
            _ => letters.truncate(at + 1),
        }
    }
    letters.into_iter().collect()
}

/// A value, sometimes something else in its place.
fn odd(chance: &mut ChaCha8Rng, value: String) -> String {
    if chance.random_bool(0.97) { value } else { (*ODD.choose(chance).unwrap()).to_owned() }
}

/// A word with quotes only where something in it asks for them.
fn plain(word: &str) -> String {
    let asks = word.is_empty() || word.starts_with(['-', ' ', '#']) || word.ends_with(' ');
    if asks || word.contains([',', ':', '{', '[', '\'']) { quoted(word) } else { word.to_owned() }
}

/// A text with one thing spoiled: a letter, a word, a line.
pub(super) fn spoiled(chance: &mut ChaCha8Rng, text: &str, words: &Words<'_>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = chance.random_range(0..lines.len());
    match chance.random_range(0..8) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines[at] = mistyped(chance, &lines[at]),
        3 => lines[at] = lines[at].replacen(": ", ": {", 1),
        _ => {
            let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let line = &lines[at];
            let all: Vec<&str> = line.split(|c| !is_word(c)).filter(|it| it.len() > 1).collect();
            let Some(word) = all.choose(chance) else { return text.to_owned() };
            let other = match chance.random_range(0..5) {
                0 => mistyped(chance, word),
                1 => words.unit(chance),
                2 => words.group(chance),
                3 => (*ODD.choose(chance).unwrap()).to_owned(),
                _ => number(chance, 12),
            };
            lines[at] = line.replacen(word, &other, 1);
        }
    }
    lines.join("\n")
}
