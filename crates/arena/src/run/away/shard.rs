//! A part of a contest, and the file that holds what came of it.
//!
//! ```text
//! one line of JSON   what it is, and the run that it belongs to
//! parcels            each with its length before it: 8 bytes, the lowest first
//! ```

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::parcel::{NoParcels, Parcel};
use super::{Crew, Due, NotTaken};
use crate::run::RunError;
use crate::stop::Stop;
use crate::store::{Archive, FinishedMatch, Run, StoreError, read_record};

/// A part of a contest: one of so many, from 1.
///
/// ```
/// use croupier_arena::run::away::Shard;
/// let shard: Shard = "2/3".parse()?;
/// let played: Vec<u32> = (1..=7).filter(|&number| shard.has(number)).collect();
/// assert_eq!(played, [2, 5]);
/// assert!("0/3".parse::<Shard>().is_err() && "4/3".parse::<Shard>().is_err());
/// # Ok::<(), croupier_arena::run::away::BadShard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    part: u32,
    of: u32,
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a part such as 3/16, from 1/N to N/N, found `{}`", .0.escape_debug())]
pub struct BadShard(String);

impl Shard {
    /// Whether a match belongs to it. Neighbours are of different parts, so that parts take alike.
    pub fn has(self, number: u32) -> bool {
        (number - 1) % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let parsed = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(BadShard(text.to_owned())),
        }
    }
}

/// As a name of files: `3-of-16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.part, self.of)
    }
}

/// The file of a part that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile(pub PathBuf);

/// Why the file of a part cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardFileError {
    /// It cannot be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// It is none.
    #[error("{}: this is no file of a part of a contest", .0.display())]
    Foreign(PathBuf),
    /// It is of another run: another seed, other settings, other bots.
    #[error("{}: its matches are of another contest, other settings, another seed or other bots", .0.display())]
    OtherRun(PathBuf),
    /// It is cut or was changed.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: NoParcels,
    },
    /// The data folder.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize, Deserialize)]
struct Head {
    croupier: String,
    key: String,
    shard: Shard,
}

const KIND: &str = "part of a contest, format 2";

/// No parcel is longer: 4 GiB.
const PARCEL_BYTES_MAX: u64 = 1 << 32;

impl ShardFile {
    /// Writes the matches of a run that were played into the file: as a whole, or not at all.
    ///
    /// # Errors
    /// See [`ShardFileError`].
    pub fn write(&self, shard: Shard, archive: &Archive, run: &Run) -> Result<usize, ShardFileError> {
        let folder =
            self.0.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let head = Head { croupier: KIND.into(), key: archive.key_of(run)?, shard };
        let finished = archive.finished(run)?;
        let written = || -> io::Result<Result<usize, StoreError>> {
            fs::create_dir_all(folder)?;
            let mut out = BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
            writeln!(out, "{}", serde_json::to_string(&head)?)?;
            for (number, played) in &finished {
                let parcel = match parcel(archive, run, *number, played) {
                    Ok(parcel) => parcel?,
                    Err(error) => return Ok(Err(error)),
                };
                let bytes = Parcel::pack(&[parcel]);
                out.write_all(&(bytes.len() as u64).to_le_bytes())?;
                out.write_all(&bytes)?;
            }
            out.into_inner()?.persist(&self.0)?;
            Ok(Ok(finished.len()))
        };
        let count = written().map_err(|why| ShardFileError::File { path: self.0.clone(), why })?;
        Ok(count?)
    }

    /// Whether it is a sound beginning of a part of another run than that of this key.
    pub fn is_of_another_run(&self, key: &str) -> bool {
        let head = File::open(&self.0).and_then(|file| first_line(&mut BufReader::new(file)));
        head.is_ok_and(|head| head.is_some_and(|head| head.croupier == KIND && head.key != key))
    }

    /// Hands each match in the file to `take`.
    fn read(&self, key: &str, take: &mut dyn FnMut(Parcel) -> Result<(), RunError>) -> Result<(), RunError> {
        let file =
            |why: io::Error| RunError::Crew(Box::new(ShardFileError::File { path: self.0.clone(), why }));
        let damaged = |why| RunError::Crew(Box::new(ShardFileError::Damaged { path: self.0.clone(), why }));
        let mut input = BufReader::new(File::open(&self.0).map_err(file)?);
        let head: Option<Head> = first_line(&mut input).map_err(file)?;
        let Some(head) = head.filter(|head| head.croupier == KIND) else {
            return Err(RunError::Crew(Box::new(ShardFileError::Foreign(self.0.clone()))));
        };
        if head.key != key {
            return Err(RunError::Crew(Box::new(ShardFileError::OtherRun(self.0.clone()))));
        }
        loop {
            let mut length = [0; 8];
            match input.read(&mut length[..1]).map_err(file)? {
                0 => return Ok(()),
                _ => input.read_exact(&mut length[1..]).map_err(file)?,
            }
            let length = u64::from_le_bytes(length);
            if length > PARCEL_BYTES_MAX {
                return Err(damaged(NoParcels::TOO_LONG));
            }
            let mut bytes = Vec::new();
            let found = (&mut input).take(length).read_to_end(&mut bytes).map_err(file)?;
            if found as u64 != length {
                return Err(damaged(NoParcels::CUT));
            }
            for parcel in Parcel::unpack(&bytes).map_err(damaged)? {
                take(parcel)?;
            }
        }
    }
}

/// The first line of a file of a part; `None` if it is none.
fn first_line(input: &mut impl BufRead) -> io::Result<Option<Head>> {
    const MOST: u64 = 4096;
    let mut line = Vec::new();
    input.take(MOST).read_until(b'\n', &mut line)?;
    Ok(line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice(line).ok()))
}

fn parcel(
    archive: &Archive,
    run: &Run,
    number: u32,
    played: &FinishedMatch,
) -> Result<io::Result<Parcel>, StoreError> {
    let stored = archive.find_match(&format!("{}/{number}", run.label))?;
    let fuel: Vec<Option<u64>> = played.seats.iter().map(|seat| seat.fuel).collect();
    let seats = 0..u8::try_from(fuel.len()).expect("a table has at most eight seats");
    let logs = seats.map(|seat| archive.log(run, number, seat)).collect::<Result<Vec<_>, StoreError>>()?;
    let result = Some(played.result.clone());
    Ok(read_record(&stored.path).map(|record| Parcel { number, record, logs, fuel, result, played_ms: 0 }))
}

/// Takes the matches from the files of parts. One that is not believed stops the run: its file is named.
impl Crew for Vec<ShardFile> {
    fn play(&mut self, due: &mut dyn Due, _: &Stop) -> Result<(), RunError> {
        let run = due.run().clone();
        let key = due.store().archive().key_of(&run)?;
        for file in self.iter() {
            // One match of each file is played again, if it comes out the same whoever plays it.
            let mut is_audited = false;
            file.read(&key, &mut |parcel| {
                let number = parcel.number;
                match due.take(parcel)? {
                    Ok(true) if !is_audited && due.is_repeatable(number) => {
                        is_audited = true;
                        if due.is_same_again(number)? {
                            return Ok(());
                        }
                        due.forget(&[number])?;
                        let said = "comes out otherwise when it is played again";
                        Err(RunError::Crew(format!("{}: match {number} {said}", file.0.display()).into()))
                    }
                    // It is of a later round, or of a bot that is not seated here.
                    Ok(_) | Err(NotTaken::Number(_)) => Ok(()),
                    Err(why) => Err(RunError::Crew(
                        format!("{}: match {number} is not believed: {why}", file.0.display()).into(),
                    )),
                }
            })?;
        }
        Ok(())
    }
}
