//! Suggestions for misspelt words.

/// Words less alike than this, of 1 for the same, are not suggested.
#[cfg(feature = "cli")]
const LIKENESS: f64 = 0.8;

/// None: the library alone makes no suggestions.
#[cfg(not(feature = "cli"))]
pub fn nearest<'a>(_: &str, _: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    None
}

/// The name that is most like `word`, if one is like it (Jaro's likeness, case ignored).
#[cfg(feature = "cli")]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let like = |name: &&str| strsim::jaro(&word, &name.to_ascii_lowercase());
    names
        .into_iter()
        .filter(|name| like(name) > LIKENESS)
        .max_by(|a, b| like(a).total_cmp(&like(b)))
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_are_recognised_and_others_are_not() {
        let names = ["Hash", "Threads", "Move Overhead", "bench", "perft"];
        for (word, expected) in [
            ("hsah", Some("Hash")),
            ("Thread", Some("Threads")),
            ("moveoverhead", Some("Move Overhead")),
            ("pertf", Some("perft")),
            ("Contempt", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
    }
}
