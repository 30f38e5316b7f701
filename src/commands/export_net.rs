//! `export_net`: writes the network in use to a file.

use super::new_file::write_new;
use super::{Kind, Line, PromptCommand};
use crate::engine::Engine;
use crate::terminal::ascii;

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
    vec![match write_new(path, &bytes) {
        Ok(()) => Line::Result(format!("info string {} bytes in {}", bytes.len(), ascii(path))),
        Err(error) => Line::Error(format!("export_net: {path}: {error}")),
    }]
}
