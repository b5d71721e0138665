//! There and back: what is an office's own moves from its folder into the database, or from there into the
//! folder, as matches do (`copy.rs`). It can be run at one place only, whenever a copy is cut short.

use std::path::Path;
use std::rc::Rc;

use club::matches::MatchFault;
use club::post::office::{CopiedShelf, copy_shelf};
use club::post::shelf::{Away, Shelf, ShelfDir};

use super::shelf::OfficeShelf;
use crate::copy::Direction;
use crate::database::Database;

/// Moves what is an office's own; nothing if there is nothing to be moved.
///
/// # Errors
/// If it is at both places, a run is busy with it, or something cannot be read or written. Given again, it
/// goes on.
pub fn copy_office(
    database: &Rc<Database>,
    office: &Path,
    to: Direction,
) -> Result<Option<CopiedShelf>, MatchFault> {
    let (folder, rows) = (ShelfDir::new(office).moving(), OfficeShelf::new(database).moving());
    match to {
        Direction::Postgres => to_postgres(&folder, &rows),
        Direction::Folder => to_folder(&folder, &rows),
    }
}

fn to_postgres(folder: &ShelfDir, rows: &OfficeShelf) -> Result<Option<CopiedShelf>, MatchFault> {
    match (folder.away()?, rows.away()?) {
        (Some(Away::Gone), None) => return Ok(None),
        // Cut short after the folder was marked: all is there.
        (Some(Away::Gone), Some(Away::Arriving)) => {
            let _claim = rows.claim()?;
            rows.set_away(None)?;
            return Ok(Some(CopiedShelf::default()));
        }
        (Some(_), _) => return Err(half_way("folder")),
        (None, _) if !folder.is_begun() => return Ok(None),
        (None, None) if rows.is_begun()? => return Err(at_both(&rows.name())),
        (None, _) => {}
    }
    let _claims = (folder.claim()?, rows.claim()?);
    rows.set_away(Some(Away::Arriving))?;
    let copied = copy_shelf(folder, rows)?;
    folder.set_away(Some(Away::Gone))?;
    rows.set_away(None)?;
    Ok(Some(copied))
}

fn to_folder(folder: &ShelfDir, rows: &OfficeShelf) -> Result<Option<CopiedShelf>, MatchFault> {
    match (rows.away()?, folder.away()?) {
        (Some(Away::Gone), None) => return Ok(None),
        (Some(Away::Gone), Some(Away::Arriving)) => {
            let _claim = folder.claim()?;
            folder.set_away(None)?;
            return Ok(Some(CopiedShelf::default()));
        }
        (Some(_), _) => return Err(half_way("database")),
        (None, _) if !rows.is_begun()? => return Ok(None),
        (None, None) if folder.is_begun() => return Err(at_both(&rows.name())),
        (None, _) => {}
    }
    let _claims = (folder.claim()?, rows.claim()?);
    folder.set_away(Some(Away::Arriving))?;
    let copied = copy_shelf(rows, folder)?;
    rows.set_away(Some(Away::Gone))?;
    folder.set_away(None)?;
    Ok(Some(copied))
}

fn half_way(at: &str) -> MatchFault {
    let what = format!(
        "what is the office's own is on its way out of or into the {at}, by a copy the other way that was cut short"
    );
    MatchFault::no(what, "give the command of that copy again first")
}

fn at_both(office: &str) -> MatchFault {
    let what = format!("{office} was run both from its folder and from the database");
    MatchFault::no(what, "keep the folder `post` elsewhere if the database is right; docs/store.md says more")
}

/// Refuses to run an office from the database as long as what is its own lies in its folder: whoever went on
/// without it would write to everybody again.
///
/// # Errors
/// If it does.
pub(super) fn has_moved(office: &Path) -> Result<(), MatchFault> {
    let folder = ShelfDir::new(office);
    if !folder.is_begun() || folder.away()? == Some(Away::Gone) {
        return Ok(());
    }
    let what = format!("{}: this office was run from its folder, and has not moved", office.display());
    Err(MatchFault::no(
        what,
        "run `sealord store copy OFFICE --to postgres`, or take `store` out of office.yaml",
    ))
}
