//! An office in the database: what is its own (`Shelf`) and all its matches (`Yard`), so that any of several
//! machines can run it. One at a time does: a run holds the lease of the office, and whatever it writes
//! names that lease. Others tend matches for it (`chores.rs`).

mod chores;
mod facts;
mod heard;
mod moved;
mod put_by;
mod row;
mod shelf;
mod yard;

use std::path::Path;
use std::rc::Rc;

use club::matches::MatchFault;
use club::post::office::Premises;

pub use moved::copy_office;
pub use shelf::OfficeShelf;
pub use yard::OfficeYard;

use crate::database::Database;

/// An office whose settings lie in a folder of this machine, and all else in the database.
///
/// # Errors
/// If what is its own lies in the folder as well.
pub fn premises(settings: &Path, database: &Rc<Database>) -> Result<Premises, MatchFault> {
    moved::has_moved(settings)?;
    let shelf = OfficeShelf::new(database);
    let yard = OfficeYard::of(&shelf);
    Ok(Premises::new(settings, Box::new(shelf), Box::new(yard)))
}
