//! Compiled code, kept between runs.
//!
//! ```text
//! FOLDER/key            32 random bytes, made once, readable by their owner only
//! FOLDER/HASH.code      a seal of 32 bytes, then the code
//! ```
//!
//! The engine runs code that it loads without a further look, so only code that was compiled here is
//! loaded: its seal is a BLAKE3 of name and code under the folder's key, which nothing that is handed in
//! can make. `HASH` is of the module, the limit on the time to compile it, the engine's version and its settings.
//! Anything else is compiled again and written over.

use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::rand::{GetRandomFlags, getrandom};
use wasmtime::Module;

use crate::engine::{ENGINE_VERSION, engine};

const KEY_FILE: &str = "key";
const KEY_BYTES: usize = 32;
const SEAL_BYTES: usize = 32;

/// A folder of compiled code.
#[derive(Clone, Debug)]
pub struct Artefacts {
    folder: PathBuf,
    key: [u8; KEY_BYTES],
    limit: Duration,
}

impl Artefacts {
    /// Opens the folder, which is made if it is not there.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let key = read_key(folder).or_else(|_| make_key(folder))?;
        Ok(Self { folder: folder.to_owned(), key, limit: Duration::MAX })
    }

    /// The same folder for modules that were compiled under this limit: one that took longer is refused, whatever
    /// a larger limit has let in before.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// The code of a module that was compiled here before.
    pub(crate) fn load(&self, bytes: &[u8]) -> Option<Module> {
        let name = self.name_of(bytes);
        let sealed = fs::read(self.file(&name)).ok()?;
        let (seal, code) = sealed.split_at_checked(SEAL_BYTES)?;
        if self.seal(&name, code) != blake3::Hash::from_slice(seal).ok()? {
            return None;
        }
        // SAFETY: the seal under this folder's key says that `code` is what `Module::serialize` gave
        // here, byte for byte, for a module of that name.
        #[expect(unsafe_code, reason = "the engine cannot tell code that it made from any other")]
        unsafe { Module::deserialize(engine(), code) }.ok()
    }

    /// Keeps the code of a module. A folder that is full costs time, and nothing else.
    pub(crate) fn keep(&self, bytes: &[u8], module: &Module) {
        let name = self.name_of(bytes);
        let _kept = module.serialize().map(|code| self.write(&name, &self.file(&name), &code));
    }

    /// Names code by what it was made from.
    fn name_of(&self, bytes: &[u8]) -> blake3::Hash {
        let mut settings = Settings(blake3::Hasher::new());
        engine().precompile_compatibility_hash().hash(&mut settings);
        settings.0.update(ENGINE_VERSION.as_bytes()).update(&self.limit.as_nanos().to_le_bytes());
        settings.0.update(bytes).finalize()
    }

    fn file(&self, name: &blake3::Hash) -> PathBuf {
        self.folder.join(format!("{}.code", name.to_hex()))
    }

    /// Writes the file as a whole or not at all.
    fn write(&self, name: &blake3::Hash, file: &Path, code: &[u8]) -> io::Result<()> {
        let mut whole = tempfile::NamedTempFile::new_in(&self.folder)?;
        whole.write_all(self.seal(name, code).as_bytes())?;
        whole.write_all(code)?;
        whole.persist(file).map_err(|error| error.error)?;
        Ok(())
    }

    fn seal(&self, name: &blake3::Hash, code: &[u8]) -> blake3::Hash {
        blake3::Hasher::new_keyed(&self.key).update(name.as_bytes()).update(code).finalize()
    }
}

/// Takes the engine's settings into a hash.
struct Settings(blake3::Hasher);

impl Hasher for Settings {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        unreachable!("only the whole hash is asked for")
    }
}

fn read_key(folder: &Path) -> io::Result<[u8; KEY_BYTES]> {
    let mut key = [0; KEY_BYTES];
    File::open(folder.join(KEY_FILE))?.read_exact(&mut key)?;
    Ok(key)
}

/// Makes a key, unless another process has just made one. One that was cut is written over: what it has
/// sealed is compiled again.
fn make_key(folder: &Path) -> io::Result<[u8; KEY_BYTES]> {
    let mut key = [0; KEY_BYTES];
    getrandom(&mut key, GetRandomFlags::empty())?;
    let mut whole = tempfile::Builder::new()
        .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).mode(0o600).open(path))?;
    whole.write_all(&key)?;
    let file = folder.join(KEY_FILE);
    if read_key(folder).is_err() {
        let _gone = fs::remove_file(&file);
    }
    match whole.persist_noclobber(&file) {
        Ok(_) => Ok(key),
        Err(_) => read_key(folder),
    }
}
