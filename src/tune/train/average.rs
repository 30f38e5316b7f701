//! The mean of networks that were trained from the same one. What each of them has learned from its
//! data by chance cancels, what they have in common stays (idea: Izmailov et al., Averaging Weights
//! Leads to Wider Optima and Better Generalization, 2018; for different data Wortsman et al., Model
//! soups, 2022).

use super::super::{TuneError, write_whole};
use super::layout::Numbers;
use super::quantised::Quantised;
use crate::eval::network::OUTPUT_SUM_LIMIT;
use std::fs;

/// Writes the mean of the networks of `files`, which have one shape, to `out`.
///
/// # Errors
/// If a file can't be read or written, if a network has another shape than the first one, or if there
/// is none.
pub fn average(files: &[String], out: &str) -> Result<(), TuneError> {
    let failed = |path: &String, error| TuneError::From { path: path.clone(), error };
    let mut sum: Option<(Quantised, Numbers)> = None;
    for path in files {
        let bytes = fs::read(path).map_err(TuneError::file(path))?;
        let read = Quantised::from_bytes(&bytes).map_err(|error| failed(path, error))?;
        let weights = read.weights();
        match &mut sum {
            None => sum = Some((read, weights)),
            Some((first, _)) if first.shape() != read.shape() => {
                return Err(failed(path, format!("it has another shape than {}", files[0])));
            }
            Some((_, sum)) => {
                sum.iter_mut().zip(weights.iter()).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
    let (first, mut sum) = sum.ok_or_else(|| TuneError::Argument("no networks".to_owned()))?;
    sum.iter_mut().for_each(|sum| *sum /= files.len() as f32);
    let mean = Quantised::new(first.shape(), &sum);
    if mean.output_sum() > i64::from(OUTPUT_SUM_LIMIT) {
        return Err(TuneError::TooLarge);
    }
    write_whole(out, &mean.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::initial::random;
    use super::super::layout::Shape;
    use super::*;

    #[test]
    fn the_mean_of_a_network_with_itself_is_the_same_and_of_two_lies_between() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let shape = Shape { hidden: 32, king_buckets: 1, outputs: 2 };
        let networks = [1, 2].map(|seed| Quantised::new(shape, &random(shape, seed)));
        for (network, name) in networks.iter().zip(["a", "b"]) {
            fs::write(path(name), network.to_bytes()).unwrap();
        }
        let mean = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(|name| path(name)).collect();
            average(&files, &path("mean")).unwrap();
            Quantised::from_bytes(&fs::read(path("mean")).unwrap()).unwrap().weights()
        };
        let [a, b] = networks.each_ref().map(Quantised::weights);
        assert_eq!(*mean(&["a", "a", "a"]), *a);
        for (mean, (a, b)) in mean(&["a", "b"]).iter().zip(a.iter().zip(b.iter())) {
            let unit = 1.0 / 32.0;
            assert!(*mean >= a.min(*b) - unit && *mean <= a.max(*b) + unit, "{a} {mean} {b}");
        }
        fs::write(path("c"), b"no network").unwrap();
        assert!(average(&[path("a"), path("c")], &path("mean")).is_err());
    }
}
