//! `nullfenster learn`: the guided tour as a page.

use super::new_file::NewFile;
use crate::pages::learn;
use crate::terminal::Failure;
use crate::terminal::Output;

use clap::Args;
use std::io;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The page to write. It begins in the language of the browser: English, German or Russian
    #[arg(long, value_name = "FILE.html", default_value = "tour.html")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &LearnArguments) -> Result<u8, Failure> {
    let name = arguments.out.display();
    let file = NewFile::begin(&arguments.out, "learn: --out")?;
    file.finish_with(&learn::html())?;
    Output::new(io::stdout()).line(&format!("{name}: open it in a browser"))?;
    Ok(0)
}
