//! Looking for markup in reports.

/// What is wrong with the nesting of a page's elements.
pub fn unbalanced(html: &str) -> Option<String> {
    let (head, rest) = html.split_once("<style>")?;
    let (_, body) = rest.split_once("</style>")?;
    // What a script compares is no markup.
    let (body, end) = match body.split_once("<script>") {
        Some((before, script)) => (before, script.split_once("</script>")?.1),
        None => (body, ""),
    };
    let mut open: Vec<&str> = Vec::new();
    for tag in [head, body, end]
        .iter()
        .flat_map(|it| it.split('<'))
        .filter_map(|part| part.split_once('>'))
        .map(|it| it.0)
    {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.ends_with('/') || matches!(name, "meta" | "!DOCTYPE" | "br") {
            continue;
        }
        if !tag.starts_with('/') {
            open.push(name);
        } else if open.pop() != Some(name) {
            return Some(format!("</{name}> within {open:?}"));
        }
    }
    (!open.is_empty()).then(|| format!("left open: {open:?}"))
}

/// What is left of Markdown as markup: escaped characters taken away.
pub fn unescaped(markdown: &str) -> String {
    let mut parts = markdown.split('\\');
    let first = parts.next().unwrap_or_default().to_owned();
    let cut = |part: &str| part.chars().skip(1).collect::<String>();
    first + &parts.map(cut).collect::<String>()
}
