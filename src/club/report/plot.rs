//! The map of a combat as a drawing. It knows no game: a packet says which cells there are, and what stands
//! where.

use super::chart::pen::{Words, draw};
use engine::view::{Piece, Plot, Waters};

/// The width of a cell in the drawing; cells are as high as wide.
const WIDE: i32 = 60;
/// Space around the map, for letters and numbers.
const MARGIN: i32 = 20;
/// No map of a combat is larger.
const MOST: u8 = 26;

/// Draws a map, in whole numbers. Each piece has its name as a title; its mark says what befell it: `!` badly
/// damaged, a dagger lost. Nothing of a map that is too large or too small to be one.
pub fn svg<T: AsRef<str>>(plot: &Plot<T>) -> Option<String> {
    if !(1..=MOST).contains(&plot.columns) || !(1..=MOST).contains(&plot.rows) {
        return None;
    }
    let (columns, rows) = (i32::from(plot.columns), i32::from(plot.rows));
    let (wide, high) = (columns * WIDE + 2 * MARGIN, rows * WIDE + WIDE / 2 + 2 * MARGIN);
    let mut svg = String::with_capacity(4096);
    draw!(svg, "<svg viewBox=\"0 0 ", wide, " ", high, "\" role=\"img\" class=\"plot\"><title>");
    draw!(svg, Words(plot.title.as_ref()), "</title>");
    let sea = if plot.night { "#26364a" } else { "#dcebf5" };
    (0..plot.columns).for_each(|column| cell(&mut svg, (column, 0), rows, sea));
    for water in plot.waters.iter().filter(|water| is_on(plot, water.at)) {
        let fill = match water.what {
            Waters::Land => "#b9a77c",
            Waters::Squall => "#9fb0bd",
            Waters::Smoke => "#c9c9c9",
        };
        cell(&mut svg, water.at, 1, fill);
    }
    draw!(svg, "<path d=\"");
    for column in 0..plot.columns {
        for row in 1..plot.rows {
            let (x, y) = corner((column, row));
            draw!(svg, "M", x, " ", y, "h", WIDE);
        }
    }
    draw!(svg, "\" fill=\"none\" stroke=\"#8aa0b0\"/>");
    for column in 0..columns {
        let letter = char::from(b'A' + column as u8).to_string();
        draw!(
            svg,
            "<text x=\"",
            MARGIN + column * WIDE + WIDE / 2,
            "\" y=\"14\">",
            Words(&letter),
            "</text>"
        );
    }
    for row in 0..rows {
        draw!(svg, "<text x=\"9\" y=\"", MARGIN + row * WIDE + WIDE / 2 + 4, "\">", row + 1, "</text>");
    }
    let mut placed: Vec<((u8, u8), i32)> = Vec::new();
    for piece in plot.pieces.iter().filter(|piece| is_on(plot, piece.at)) {
        let place = match placed.iter_mut().find(|(at, _)| *at == piece.at) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                placed.push((piece.at, 0));
                0
            }
        };
        draw_piece(&mut svg, piece, place);
    }
    draw!(svg, "</svg>");
    Some(svg)
}

fn is_on<T>(plot: &Plot<T>, (column, row): (u8, u8)) -> bool {
    column < plot.columns && row < plot.rows
}

/// Cells below each other, in one colour.
fn cell(svg: &mut String, at: (u8, u8), count: i32, fill: &str) {
    let (x, y) = corner(at);
    draw!(*svg, "<rect x=\"", x, "\" y=\"", y, "\" width=\"", WIDE, "\" height=\"", count * WIDE);
    draw!(*svg, "\" fill=\"", fill, "\" stroke=\"#8aa0b0\"/>");
}

/// One piece: two in a row, three rows in a cell; what is beyond that lies over them.
fn draw_piece<T: AsRef<str>>(svg: &mut String, piece: &Piece<T>, place: i32) {
    let (x, y) = corner(piece.at);
    let (x, y) = (x + 3 + place % 2 * 28, y + 3 + place / 2 % 3 * 19);
    let colour = piece.side.colour();
    let (fill, line) = if piece.lost { ("#ffffff", colour) } else { (colour, "#ffffff") };
    let mark = match (piece.lost, piece.hurt) {
        (true, _) => "\u{2020}",
        (false, true) => "!",
        (false, false) => "",
    };
    draw!(*svg, "<g><title>", Words(piece.name.as_ref()), "</title><rect x=\"", x, "\" y=\"", y);
    draw!(
        *svg,
        "\" width=\"26\" height=\"17\" rx=\"2\" fill=\"",
        fill,
        "\" stroke=\"",
        line,
        "\"/><text x=\""
    );
    draw!(
        *svg,
        x + 13,
        "\" y=\"",
        y + 13,
        "\" fill=\"",
        line,
        "\">",
        Words(piece.letters.as_ref()),
        mark,
        "</text></g>"
    );
}

/// The upper left corner of a cell: every second column lies half a cell lower.
fn corner((column, row): (u8, u8)) -> (i32, i32) {
    let (column, row) = (i32::from(column), i32::from(row));
    (MARGIN + column * WIDE, MARGIN + row * WIDE + column % 2 * (WIDE / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::two_sided::AXIS;
    use engine::view::Water;

    #[test]
    fn a_map_shows_its_pieces_and_no_markup_of_theirs() {
        let piece = |name, at, lost| Piece { name, letters: "BB", side: AXIS, at, hurt: false, lost };
        let mut plot = Plot {
            title: "After turn 3",
            columns: 11,
            rows: 8,
            night: false,
            waters: vec![
                Water { at: (4, 4), what: Waters::Land },
                Water { at: (90, 1), what: Waters::Smoke },
            ],
            pieces: vec![
                piece("<b>", (0, 0), false),
                piece("Hood", (0, 0), true),
                piece("off", (0, 8), false),
            ],
        };
        let drawn = svg(&plot).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>"), "{drawn}");
        assert_eq!((drawn.matches("<g>").count(), drawn.matches("</g>").count()), (2, 2), "{drawn}");
        assert!(drawn.contains("<title>&lt;b&gt;</title>") && drawn.contains("BB\u{2020}"), "{drawn}");
        plot.columns = 200;
        assert_eq!(svg(&plot), None);
    }
}
