//! A file that a command writes: whole or not at all.

use crate::terminal::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file where none is; a part of it is removed.
///
/// # Errors
/// If there is a file of that name, or it can't be written.
pub fn write_new(path: &str, bytes: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(bytes).inspect_err(|_| drop(fs::remove_file(path)))
}

/// A file that takes its place once it is whole: until then an older one of that name stays. What is
/// written is kept in memory, so that a program that is ended in the middle leaves nothing on the disk.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    /// What is named with an error: the command and its argument.
    argument: &'static str,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// To be written beside its place, and renamed.
    Beside(Vec<u8>),
    /// A device or pipe, which has to be written itself.
    Itself(File),
}

impl NewFile {
    /// Begins a file, before the work that fills it: a path that can't be written would waste that.
    ///
    /// # Errors
    /// Names the argument, such as `learn: --out`, and the path.
    pub fn begin(path: &Path, argument: &'static str) -> Result<Self, Failure> {
        // Through a link, so that what it leads to is replaced and not the link.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let path = &place;
        if path == Path::new("-") {
            let error =
                io::Error::other("standard output is no file; leave the argument out or name one");
            return Err(failure(argument, path, &error));
        }
        let target = match fs::metadata(path) {
            Ok(data) if !data.is_file() => {
                File::options().write(true).open(path).map(Target::Itself)
            }
            // A file that may not be written must not be replaced either.
            Ok(_) => {
                File::options().write(true).open(path).and_then(|_| beside(path)).map(in_memory)
            }
            Err(_) => beside(path).map(in_memory),
        };
        let target = target.map_err(|error| failure(argument, path, &error))?;
        Ok(Self { path: path.to_owned(), argument, target })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// As for [`Self::begin`].
    pub fn finish(self) -> Result<(), Failure> {
        let Self { path, argument, target } = self;
        match target {
            Target::Beside(bytes) => {
                let written = beside(&path).and_then(|mut file| {
                    file.write_all(&bytes)?;
                    file.persist(&path).map_err(|error| error.error)
                });
                written.map(drop).map_err(|error| failure(argument, &path, &error))
            }
            Target::Itself(_) => Ok(()),
        }
    }

    /// Writes all of the file and puts it in its place.
    ///
    /// # Errors
    /// As for [`Self::begin`].
    pub fn finish_with(mut self, text: &str) -> Result<(), Failure> {
        self.write_all(text.as_bytes())
            .map_err(|error| failure(self.argument, &self.path, &error))?;
        self.finish()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Beside(kept) => kept.write(bytes),
            Target::Itself(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file that could be made is removed again.
fn in_memory(_: NamedTempFile) -> Target {
    Target::Beside(Vec::new())
}

/// A temporary file in the folder of this one.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".nullfenster-");
    // As any new file; the system's mask applies.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // Its own name means nothing to anyone.
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

fn failure(argument: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{argument} {}: {error}", path.display()))
}
