//! `export_net`: writes the network in use to a file.

use super::{Kind, Line, PromptCommand};
use crate::engine::Engine;
use crate::terminal::ascii;
use std::fs::{File, remove_file};
use std::io::Write;

pub const EXPORT_NET: PromptCommand = PromptCommand {
    name: "export_net",
    usage: "export_net FILE",
    about: "write the network in use to a new file",
    kind: Kind::Quick(run),
};

fn run(engine: &mut Engine, path: &str, _: bool) -> Vec<Line> {
    if path.is_empty() {
        return vec![Line::Error("export_net needs the path of a new file".to_owned())];
    }
    let bytes = engine.network().to_bytes();
    let written = File::create_new(path).and_then(|mut file| {
        // A part of a network is of no use.
        file.write_all(&bytes).inspect_err(|_| drop(remove_file(path)))
    });
    vec![match written {
        Ok(()) => Line::Result(format!("info string {} bytes in {}", bytes.len(), ascii(path))),
        Err(error) => Line::Error(format!("export_net: {path}: {error}")),
    }]
}
