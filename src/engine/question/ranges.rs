//! Numbers in a row, as people write them: `7-9` for 7, 8 and 9.

/// So many numbers in a row are written as a range.
const RANGE: usize = 3;

/// Writes numbers in a row, as a range where they are many, and begins a new row.
pub fn end_row(words: &mut Vec<String>, row: &mut Vec<u32>) {
    match row.as_slice() {
        [first, .., last] if row.len() >= RANGE => words.push(format!("{first}-{last}")),
        few => words.extend(few.iter().map(u32::to_string)),
    }
    row.clear();
}

/// Ids in their order, numbers in a row as ranges.
pub fn with_ranges<'i>(ids: impl Iterator<Item = &'i str>) -> Vec<String> {
    let (mut words, mut row) = (Vec::new(), Vec::new());
    for id in ids {
        let number = id.parse::<u32>().ok().filter(|_| super::is_number(id));
        let follows = |number: &u32| row.last().is_none_or(|last: &u32| last.checked_add(1) == Some(*number));
        if !number.as_ref().is_some_and(follows) {
            end_row(&mut words, &mut row);
        }
        match number {
            Some(number) => row.push(number),
            None => words.push(id.to_owned()),
        }
    }
    end_row(&mut words, &mut row);
    words
}

#[cfg(test)]
mod tests {
    use super::with_ranges;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        let ids = ["stay", "1", "2", "3", "5", "6", "9", "kiel", "10"];
        assert_eq!(with_ranges(ids.into_iter()), ["stay", "1-3", "5", "6", "9", "kiel", "10"]);
    }
}
