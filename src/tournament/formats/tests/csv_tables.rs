//! Tables for spreadsheets.

use crate::Entrant;
use crate::rating::Ending;

use super::csv::{COLUMNS, ResultRow, write};
use super::*;

fn row() -> ResultRow {
    ResultRow {
        event: "autumn".to_owned(),
        round: 3,
        board: 2,
        match_word: "autumn-3-2".to_owned(),
        ended: Some("2027-11-21T20:00:00Z".parse().unwrap()),
        first: vec![Entrant::new("anna")],
        second: vec![Entrant::new("bert"), Entrant::new("carl")],
        points_first: Some(34),
        points_second: Some(-41),
        handicap: Some(("allies".to_owned(), Halves(3))),
        outcome: "allies".to_owned(),
        how: Ending::Played,
        rated: true,
        genesis: "c183".to_owned(),
    }
}

#[test]
fn a_result_is_a_line_of_the_table() {
    let bye = ResultRow {
        event: "autumn".to_owned(),
        round: 3,
        board: 4,
        how: Ending::Bye,
        ..ResultRow::default()
    };
    assert_eq!(
        write(&[row(), bye]),
        "event,round,board,match,ended,first,second,points_first,points_second,handicap,outcome,how,rated,genesis\r\n\
         autumn,3,2,autumn-3-2,2027-11-21T20:00:00Z,anna,bert carl,34,-41,allies 1.5,allies,played,yes,c183\r\n\
         autumn,3,4,,,,,,,,,bye,no,\r\n"
    );
}

#[test]
fn a_field_is_quoted_where_it_must_be() {
    let odd = "a,\"b\"\r\nc";
    let text = write(&[ResultRow { event: odd.to_owned(), ..row() }]);
    assert!(text.contains("\r\n\"a,\"\"b\"\"\r\nc\",3,2,"), "{text}");
    let mut table = ::csv::Reader::from_reader(text.as_bytes());
    assert_eq!(table.headers().unwrap().iter().collect::<Vec<_>>(), COLUMNS);
    let fields = table.records().next().unwrap().unwrap();
    assert_eq!((&fields[0], &fields[13], fields.len()), (odd, "c183", 14));
}

#[test]
fn a_table_of_nothing_has_its_columns() {
    assert_eq!(write(&[]), COLUMNS.join(",") + "\r\n");
}
