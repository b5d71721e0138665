//! Turns the YAML of one game file into compact JSON. Shared by the build script and the program, so that a
//! file is read alike whether it is built in or given by hand; it touches no file itself.

use serde_yaml as yaml;

/// Any file may have so many nodes.
pub const NODES: usize = 400_000;
/// A larger one may have a node for so many of its bytes. Of what people write none is as short: a key of one
/// letter and a digit are two nodes, and with what stands between take five.
const NODE: usize = 4;
/// Any file may have so many bytes of scalars.
const SCALARS: usize = 4 << 20;

/// How a text is parsed: no anchors, no aliases, no tags, no key twice, `true` and `false` the only booleans.
/// So it says no more than it is long, and how long it may be is for whoever reads it from somewhere.
pub fn options(text: &str) -> yaml::Options {
    let nodes = NODES.max(text.len() / NODE);
    yaml::options! {
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
        merge_keys: yaml::options::MergeKeyPolicy::Error,
        duplicate_keys: yaml::DuplicateKeyPolicy::Error,
        budget: yaml::budget! {
            max_depth: 16,
            flow_nesting_limit: 16,
            max_nodes: nodes,
            max_events: nodes * 3,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_total_scalar_bytes: SCALARS.max(text.len()),
        },
    }
}

/// Converts YAML to JSON without blanks, its keys sorted. Comments and layout are lost, so two texts that say
/// the same give the same JSON.
///
/// # Errors
/// The parser's own error when the text is not YAML or breaks a limit of `options`.
pub fn to_json(text: &str) -> Result<String, yaml::Error> {
    let value: serde_json::Value = yaml::from_str_with_options(text, options(text))?;
    Ok(value.to_string())
}
