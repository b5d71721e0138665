//! What is said of places that are overfull or left short: no reason to refuse.

use super::team::question;
use crate::orders::remarks::{overfull, short_of};
use engine::question::Limit;

#[test]
fn a_full_port_is_remarked() {
    let limit = Limit::Room { option: 2, count: 1, what: "ship".into(), rule: "R-2".into() };
    let over: Vec<String> = overfull(&question(vec![limit]), &[2, 2, 0, 1, 0]).collect();
    assert_eq!(over, ["malta: 2 ships, room for 1 (R-2)"]);
}

#[test]
fn a_port_that_is_left_short_is_remarked() {
    let short = |who: &[u16], choice: [u16; 5]| -> Vec<String> {
        let (who, what, rule) = (who.to_vec(), "ship".into(), "R-3".into());
        let limits = vec![Limit::Wanted { option: 2, count: 2, who, what, rule }];
        short_of(&question(limits), &choice).collect()
    };
    let one = ["malta: 1 ship, at least 2 wanted (R-3)"];
    // Where nobody is named, all count.
    assert_eq!(short(&[], [2, 2, 0, 1, 0]), <[&str; 0]>::default());
    assert_eq!(short(&[], [2, 0, 0, 1, 0]), one);
    assert_eq!(short(&[0, 2], [2, 2, 0, 1, 0]), one);
    assert_eq!(short(&[0, 1], [2, 2, 0, 1, 0]), <[&str; 0]>::default());
}
