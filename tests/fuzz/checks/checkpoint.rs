//! Any bytes are the checkpoint of a training or an error; a training goes on from it.

use nullfenster::tune::games::Trace;
use nullfenster::tune::train::{self, Source, TrainSpec};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The files of a training.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let name = format!("nullfenster-checkpoint-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpora = [root.join("tests/fuzz/corpus"), root.join("corpus")];
    let game = corpora.iter().find_map(|corpus| fs::read(corpus.join("games/one")).ok());
    fs::write(folder.join("games"), game.expect("a game").repeat(100)).expect("a file");
    folder
});

/// A checkpoint after the only epoch, of which an input changes some bytes.
static CHECKPOINT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    train::run(&spec(), &mut |_| {}).expect("a training");
    fs::read(FOLDER.join("checkpoint")).expect("a checkpoint")
});

fn spec() -> TrainSpec {
    let path = |name: &str| FOLDER.join(name).to_str().expect("a path in UTF-8").to_owned();
    TrainSpec {
        files: vec![Source { path: path("games"), weight: 1.0 }],
        from: None,
        yardstick: None,
        out: path("network"),
        checkpoint: Some(path("checkpoint")),
        hidden: 32,
        king_buckets: 1,
        outputs: 1,
        epochs: 1,
        batch: 64,
        pool: 1_000_000,
        rate: 0.001,
        decay: 0.15,
        lambda: 0.0,
        scale: 160.0,
        trace: Trace { factor: 0.7, until: Trace::ALWAYS },
        seed: 1,
        threads: 1,
    }
}

/// Puts the right checksum into the header, if there is one: wrong ones are all alike.
fn mend(file: &mut Vec<u8>) {
    let Some(end) = file.iter().position(|&byte| byte == b'\n') else { return };
    let name = b"\"checksum\":";
    let Some(at) = file[..end].windows(name.len()).position(|window| window == name) else {
        return;
    };
    let start = at + name.len();
    let digits = file[start..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sum = crc32c::crc32c(&file[end + 1..]).to_string();
    file.splice(start..start + digits, sum.into_bytes());
}

/// The first four bytes say where the others go: with the highest bit set they take the place of
/// the header's last bytes, so many as the rest of the number says; otherwise they are written
/// over the file, which ends with them if the next bit is set. True if the training goes on from
/// that.
pub fn check(bytes: &[u8]) -> bool {
    let Some((place, change)) = bytes.split_first_chunk() else { return false };
    let place = u32::from_le_bytes(*place);
    let number = (place & 0x3fff_ffff) as usize;
    let mut file = CHECKPOINT.clone();
    if place >> 31 != 0 {
        let header = file.iter().position(|&byte| byte == b'\n').expect("a header");
        file.splice(header - number % (header + 1)..header, change.iter().copied());
    } else {
        let start = number % file.len();
        let end = (start + change.len()).min(file.len());
        file[start..end].copy_from_slice(&change[..end - start]);
        if place >> 30 != 0 {
            file.truncate(end);
        }
    }
    mend(&mut file);
    let path = FOLDER.join("checkpoint");
    fs::write(&path, &file).expect("a file");
    let trained = train::run(&spec(), &mut |_| {}).is_ok();
    assert!(trained || fs::read(&path).expect("a file") == file, "a refused checkpoint changed");
    trained
}
