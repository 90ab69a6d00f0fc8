//! Standings as comma-separated values (RFC 4180), the columns' names on the first line.

use std::io;
use std::path::Path;

use croupier_arena::standings::Row;

use super::{cells, columns, ranks};

/// Writes the rows to a file, in place of any other of that name.
pub(crate) fn write(path: &Path, rows: &[Row]) -> io::Result<()> {
    let mut file = ::csv::Writer::from_path(path)?;
    file.write_record(columns(rows))?;
    let ranks = ranks(rows);
    for row in rows {
        file.write_record(cells(row, ranks))?;
    }
    file.flush()
}
