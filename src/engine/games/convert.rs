//! Turns the YAML of one game file into compact JSON. Shared by the build script and the program, so that a
//! file is read alike whether it is built in or given by hand; it touches no file itself.

use serde_yaml as yaml;

/// How game files are parsed: no anchors, no aliases, no tags, no key twice, `true` and `false` the only
/// booleans.
pub fn options() -> yaml::Options {
    yaml::options! {
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
        merge_keys: yaml::options::MergeKeyPolicy::Error,
        duplicate_keys: yaml::DuplicateKeyPolicy::Error,
        budget: yaml::budget! {
            max_depth: 16,
            flow_nesting_limit: 16,
            max_nodes: 400_000,
            max_events: 1_200_000,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_total_scalar_bytes: 4 << 20,
        },
    }
}

/// Converts YAML to JSON without blanks, its keys sorted. Comments and layout are lost, so two texts that say
/// the same give the same JSON.
///
/// # Errors
/// The parser's own error when the text is not YAML or breaks a limit of `options`.
pub fn to_json(text: &str) -> Result<String, yaml::Error> {
    let value: serde_json::Value = yaml::from_str_with_options(text, options())?;
    Ok(value.to_string())
}
