//! A part of a contest, and the file that holds what came of it.
//!
//! ```text
//! one line of JSON   what it is, and the run that it belongs to
//! parcels            each with its length before it: 8 bytes, the lowest first
//! ```

use std::collections::BTreeMap;
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
/// for wrong in ["0/3", "4/3", "+1/3", "01/3"] {
///     assert!(wrong.parse::<Shard>().is_err());
/// }
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

    /// As it is asked for: `3/16`.
    pub fn asked(self) -> String {
        format!("{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let parsed = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let shard = parsed.map(|(part, of)| Self { part, of });
        // Numbers are written in one way: neither `+1` nor `01`.
        let is_one = |shard: &Self| (1..=shard.of).contains(&shard.part) && shard.asked() == text;
        shard.filter(is_one).ok_or_else(|| BadShard(text.to_owned()))
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

/// The run that a part belongs to, as far as people can tell it from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    key: String,
    contest: String,
    seed: u64,
    /// The entrants by name: the beginning of the hash of their files.
    bots: BTreeMap<String, String>,
}

/// Letters of a hash that tell files apart.
const HASH_LETTERS: usize = 12;

impl Origin {
    /// That of a run.
    ///
    /// # Errors
    /// When the data folder cannot be read.
    pub fn of(archive: &Archive, run: &Run) -> Result<Self, StoreError> {
        let short = |hash: String| hash.chars().take(HASH_LETTERS).collect();
        let entrants = archive.entrants(run)?.into_iter();
        let bots = entrants.map(|entrant| (entrant.name, short(entrant.hash))).collect();
        Ok(Self { key: archive.key_of(run)?, contest: run.contest.clone(), seed: run.seed, bots })
    }

    /// What another run would need to be this one.
    fn expected_of(&self, other: &Self) -> String {
        if self.seed != other.seed {
            return format!("seed {}, found {}", self.seed, other.seed);
        }
        for (name, hash) in &self.bots {
            match other.bots.get(name) {
                None => return format!("`{name}` among its contestants"),
                Some(found) if found != hash => {
                    return format!("files of `{name}` with the hash {hash}…, found {found}…");
                }
                Some(_) => {}
            }
        }
        match other.bots.keys().find(|name| !self.bots.contains_key(*name)) {
            Some(name) => format!("no `{name}` among its contestants"),
            None => "the settings of this contest and this version of the rules, found others".to_owned(),
        }
    }
}

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
    /// It is a folder.
    #[error("{}: expected a file of a part, such as 1-of-16.matches, found a folder", .0.display())]
    Folder(PathBuf),
    /// It is none.
    #[error("{}: expected a file that `croupier run --shard` has written, {KIND}, found another first line", .0.display())]
    Foreign(PathBuf),
    /// It is of another run: another seed, other settings, other bots.
    #[error("{}: this is part {} of another run of `{contest}`: expected {expected}", path.display(), part.asked())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The part.
        part: Shard,
        /// What the contest is called that it is of.
        contest: String,
        /// What is expected, and what was found.
        expected: String,
    },
    /// It is cut or was changed.
    #[error("{}: damaged after byte {at}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part.
        part: Shard,
        /// So many bytes of it are sound.
        at: u64,
        /// What is wrong.
        why: NoParcels,
    },
    /// One of its records is not believed.
    #[error("{}: {why}", path.display())]
    NotBelieved {
        /// The file.
        path: PathBuf,
        /// The part.
        part: Shard,
        /// What is wrong.
        why: NotTaken,
    },
    /// One of its matches is not what its players play.
    #[error("{}: match {number} comes out otherwise when it is played again", path.display())]
    Otherwise {
        /// The file.
        path: PathBuf,
        /// The part.
        part: Shard,
        /// The match.
        number: u32,
    },
    /// The data folder.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize, Deserialize)]
struct Head {
    croupier: String,
    shard: Shard,
    origin: Origin,
}

const KIND: &str = "part of a contest, format 3";

/// No first line is longer: names of thousands of bots.
const HEAD_BYTES_MAX: u64 = 1 << 20;

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
        let head = Head { croupier: KIND.into(), shard, origin: Origin::of(archive, run)? };
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

    /// That it is a part of another run than this, if it begins as one.
    pub fn of_another_run(&self, own: &Origin) -> Option<ShardFileError> {
        let opened = self.open().and_then(|file| head(&mut BufReader::new(file)));
        opened.ok().flatten().and_then(|(head, _)| self.other_run(head, own))
    }

    fn other_run(&self, head: Head, own: &Origin) -> Option<ShardFileError> {
        (head.origin.key != own.key).then(|| ShardFileError::OtherRun {
            path: self.0.clone(),
            part: head.shard,
            expected: own.expected_of(&head.origin),
            contest: head.origin.contest,
        })
    }

    /// Opens it to be read. A pipe, which would have to be written to first, is refused.
    fn open(&self) -> io::Result<File> {
        if fs::metadata(&self.0)?.is_file() {
            return File::open(&self.0);
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a file, found something else"))
    }

    /// Hands each match in the file to `take`, with the part that it is of.
    fn read(
        &self,
        own: &Origin,
        take: &mut dyn FnMut(Shard, Parcel) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let path = || self.0.clone();
        let file = |why: io::Error| failed(ShardFileError::File { path: path(), why });
        if self.0.is_dir() {
            return Err(failed(ShardFileError::Folder(path())));
        }
        let mut input = BufReader::new(self.open().map_err(file)?);
        let Some((head, mut at)) = head(&mut input).map_err(file)? else {
            return Err(failed(ShardFileError::Foreign(path())));
        };
        let part = head.shard;
        if let Some(other) = self.other_run(head, own) {
            return Err(failed(other));
        }
        loop {
            let damaged = |why| failed(ShardFileError::Damaged { path: path(), part, at, why });
            let length = up_to(LENGTH_BYTES, &mut input).map_err(file)?;
            if length.is_empty() {
                return Ok(());
            }
            let length = length.try_into().map_err(|_| damaged(NoParcels::CUT))?;
            let length = u64::from_le_bytes(length);
            if length > PARCEL_BYTES_MAX {
                return Err(damaged(NoParcels::TOO_LONG));
            }
            let bytes = up_to(length, &mut input).map_err(file)?;
            if bytes.len() as u64 != length {
                return Err(damaged(NoParcels::CUT));
            }
            for parcel in Parcel::unpack(&bytes).map_err(damaged)? {
                take(part, parcel)?;
            }
            at += LENGTH_BYTES + length;
        }
    }
}

/// Bytes of the length before a parcel.
const LENGTH_BYTES: u64 = 8;

/// The next bytes: so many, or fewer at the end of the file.
fn up_to(count: u64, input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(count).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The first line of a file of a part, and its length in bytes; `None` if it is none.
fn head(input: &mut impl BufRead) -> io::Result<Option<(Head, u64)>> {
    let mut line = Vec::new();
    let bytes = input.take(HEAD_BYTES_MAX).read_until(b'\n', &mut line)?;
    let head: Option<Head> = line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice(line).ok());
    Ok(head.filter(|head| head.croupier == KIND).map(|head| (head, bytes as u64)))
}

fn failed(error: ShardFileError) -> RunError {
    RunError::Crew(Box::new(error))
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
        let own = Origin::of(due.store().archive(), &run)?;
        for file in self.iter() {
            // One match of each file is played again, if it comes out the same whoever plays it.
            let mut is_audited = false;
            file.read(&own, &mut |part, parcel| {
                let (path, number) = (file.0.clone(), parcel.number);
                match due.take(parcel)? {
                    Ok(true) if !is_audited && due.is_repeatable(number) => {
                        is_audited = true;
                        if due.is_same_again(number)? {
                            return Ok(());
                        }
                        due.forget(&[number])?;
                        Err(failed(ShardFileError::Otherwise { path, part, number }))
                    }
                    // It is of a bot that is not seated here.
                    Ok(_) | Err(NotTaken::Number(_)) => Ok(()),
                    Err(why) => Err(failed(ShardFileError::NotBelieved { path, part, why })),
                }
            })?;
        }
        Ok(())
    }

    fn brings_parts(&self) -> bool {
        true
    }
}
