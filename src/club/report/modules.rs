//! Modules of script that a page holds as one script: each stands behind those that it imports.

/// The modules as one script, strict and by itself.
pub(super) fn one<'m>(modules: impl IntoIterator<Item = &'m str>) -> String {
    let modules: Vec<String> = modules.into_iter().map(plain).collect();
    format!("(()=>{{\"use strict\";\n{}}})();\n", modules.concat())
}

/// A module as a part of one script, without its remarks and indentation.
pub(super) fn plain(module: &str) -> String {
    let mut plain = String::with_capacity(module.len());
    for line in module.lines() {
        let line = line.trim_start();
        if line.is_empty() || line.starts_with("//") || line.starts_with("import ") {
            continue;
        }
        plain.extend([line.strip_prefix("export ").unwrap_or(line), "\n"]);
    }
    plain
}
