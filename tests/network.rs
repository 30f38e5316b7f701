//! The network: all instruction sets find the same value, and only files of networks are
//! accepted.

mod common;
mod support;

use common::{Random, random_games};
use nullfenster::eval::network::ops::{NATIVE, Output, Portable};
use nullfenster::eval::network::{
    Accumulator, HEADER, HIDDEN, InputRow, MAGIC, MOST_TACTICS, Network, NetworkError,
    OUTPUT_SUM_LIMIT, OUTPUTS, Row, TACTIC_NEURONS, TACTICS, TacticRow, king_bucket, output_of,
    swap_sides, tactic_inputs,
};
use std::fs;
use std::path::Path;
use support::{Engine, bench_nodes, has_error, pipe, run, text};

fn find<O: Output>() -> O {
    O::find().unwrap_or_else(|| panic!("this processor has no {}", O::NAME))
}

/// Random neurons far beyond, at and within their limits, and weights up to the largest.
fn rows(random: &mut Random) -> (Row, Row) {
    let edges = [i16::MIN, -1, 0, 1, 127, 254, 255, 256, i16::MAX];
    let mut neuron = || match random.below(3) {
        0 => edges[random.below(edges.len())],
        1 => random.bits() as i16,
        _ => random.below(300) as i16 - 20,
    };
    let neurons = std::array::from_fn(|_| neuron());
    // The sum of the weights is limited, too.
    let most = (OUTPUT_SUM_LIMIT as usize / HIDDEN).min(128);
    let weights = std::array::from_fn(|_| random.below(2 * most + 1) as i16 - most as i16);
    (Row(neurons), Row(weights))
}

/// The weights of two inputs for pieces and of two for tactics.
fn inputs(random: &mut Random) -> ([InputRow; 2], [TacticRow; 2]) {
    let mut weight = |_| random.bits() as i8;
    let pieces = [(); 2].map(|()| InputRow(std::array::from_fn(&mut weight)));
    (pieces, [(); 2].map(|()| TacticRow(std::array::from_fn(|at| i16::from(weight(at))))))
}

/// Checks updates of a row, whose sums leave the range of their numbers, and sums of the weights for
/// tactics, by themselves and with the sum over what comes out.
fn updates_by_the_definition(
    ops: impl Output,
    from: &Row,
    weights: &Row,
    ([a, b], tactics): &([InputRow; 2], [TacticRow; 2]),
) {
    let mut to = Row::ZERO;
    let each = |of: &dyn Fn(usize) -> i16| Row(std::array::from_fn(of));
    let [plus, minus] = [a, b].map(|row| |at: usize| i16::from(row.0[at]));
    ops.update(&mut to, from, [a], []);
    assert_eq!(to, each(&|at| from.0[at].wrapping_add(plus(at))));
    ops.update(&mut to, from, [a, a], [b]);
    let expected = |at: usize| from.0[at].wrapping_add(2 * plus(at) - minus(at));
    assert_eq!(to, each(&expected));
    let mut again = Row::ZERO;
    let found = ops.update_and_sum(&mut again, from, [a, a], [b], &[], weights);
    assert_eq!((again, found), (to, ops.sum(&to, &[], weights)));

    let [first, second] = tactics;
    let more = [first, second, first];
    let mut all = to;
    for (at, neuron) in all.0[..TACTIC_NEURONS].iter_mut().enumerate() {
        *neuron = more.iter().fold(*neuron, |sum, row| sum.wrapping_add(row.0[at]));
    }
    let expected = ops.sum(&all, &[], weights);
    assert_eq!(ops.sum(&to, &more, weights), expected);
    let found = ops.update_and_sum(&mut again, from, [a, a], [b], &more, weights);
    assert_eq!((again, found), (to, expected));
}

/// The instruction sets of the build, each against plain Rust.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod instruction_sets {
    use super::*;

    fn same_as_portable<O: Output>() {
        let (ops, portable) = (find::<O>(), find::<Portable>());
        let mut random = Random(0x5e1f);
        for _ in 0..2_000 {
            let (neurons, weights) = rows(&mut random);
            let expected = portable.sum(&neurons, &[], &weights);
            assert_eq!(
                ops.sum(&neurons, &[], &weights),
                expected,
                "{} {neurons:?} {weights:?}",
                O::NAME
            );
            updates_by_the_definition(ops, &neurons, &weights, &inputs(&mut random));
        }
        let network = Network::embedded();
        for position in random_games(0xb17, 60).iter().flat_map(|game| game.positions()) {
            let accumulators = Accumulator::new(&network, &position);
            let expected = network.value(&accumulators, &position, portable);
            assert_eq!(
                network.value(&accumulators, &position, ops),
                expected,
                "{} {position}",
                O::NAME
            );
            assert_eq!(
                network.value(&accumulators, &position, NATIVE),
                expected,
                "native {position}"
            );
        }
    }

    #[test]
    fn avx2_finds_the_same_values() {
        same_as_portable::<nullfenster::eval::network::ops::Avx2>();
    }

    #[test]
    #[cfg(target_feature = "avx512bw")]
    fn avx512_finds_the_same_values() {
        same_as_portable::<nullfenster::eval::network::ops::Avx512>();
    }
}

/// The loops by their definitions, in numbers that can't overflow.
#[test]
fn the_sum_and_the_update_are_those_of_the_definition() {
    let portable = find::<Portable>();
    let mut random = Random(0xdef);
    for _ in 0..500 {
        let (neurons, weights) = rows(&mut random);
        let square = |neuron: i16| i64::from(neuron.clamp(0, 255)).pow(2);
        let terms = neurons.0.iter().zip(&weights.0);
        let expected: i64 = terms.map(|(&n, &w)| square(n) * i64::from(w)).sum();
        assert_eq!(i64::from(portable.sum(&neurons, &[], &weights)), expected);
        updates_by_the_definition(portable, &neurons, &weights, &inputs(&mut random));
    }
}

fn embedded() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/network/embedded.nnue");
    fs::read(path).unwrap()
}

/// The file with a valid checksum.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32c::crc32c(&bytes[HEADER..]);
    bytes[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The offsets of the output weights and of their biases in a file.
fn outputs_of(bytes: &[u8]) -> [usize; 2] {
    let biases = bytes.len() - 4 * OUTPUTS;
    [biases - 4 * HIDDEN * OUTPUTS, biases]
}

/// Squares of the king and their buckets.
#[test]
fn the_square_of_the_king_selects_the_inputs() {
    let square = |name: &str| {
        let [file, rank] = [0, 1].map(|at| usize::from(name.as_bytes()[at]));
        file - usize::from(b'a') + 8 * (rank - usize::from(b'1'))
    };
    for (name, bucket) in [
        ("e1", 1),
        ("f1", 1),
        ("g1", 0),
        ("h1", 0),
        ("e2", 2),
        ("h2", 2),
        ("e3", 3),
        ("g5", 3),
        ("h8", 3),
    ] {
        assert_eq!(king_bucket(square(name), 4), bucket, "{name}");
        assert_eq!(king_bucket(square(name), 1), 0, "{name}");
    }
}

/// With eight outputs each range of four pieces has its own.
#[test]
fn the_number_of_pieces_selects_the_output() {
    for (pieces, output) in [(1, 0), (2, 0), (4, 0), (5, 1), (8, 1), (9, 2), (28, 6), (32, 7)] {
        assert_eq!(output_of(pieces, 8), output, "{pieces}");
        assert_eq!(output_of(pieces, 1), 0);
    }
    // A higher bias of one output changes the values of its positions and of no others.
    let network = Network::embedded();
    for changed in 0..OUTPUTS {
        let mut bytes = embedded();
        let at = outputs_of(&bytes)[1] + 4 * changed;
        let bias = i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        bytes[at..at + 4].copy_from_slice(&(bias + 30_000).to_le_bytes());
        let other = Network::from_bytes(&with_checksum(bytes)).unwrap();
        for position in random_games(0x0b1a5, 4).iter().flat_map(|game| game.positions()) {
            let value = |network: &Network| {
                network.value(&Accumulator::new(network, &position), &position, NATIVE)
            };
            let is_changed = value(&other) != value(&network);
            assert_eq!(is_changed, output_of(position.piece_count(), OUTPUTS) == changed);
        }
    }
}

#[test]
fn a_bad_file_is_refused_with_the_reason() {
    let good = embedded();
    assert_eq!(Network::from_bytes(&good).unwrap(), *Network::embedded());
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    for length in [0, 7, HEADER - 1] {
        assert!(matches!(read(&good[..length]), NetworkError::NoNetwork));
    }
    assert!(matches!(read(&changed(0, b'x')), NetworkError::NoNetwork));
    assert!(matches!(read(&changed(MAGIC.len() - 1, b'3')), NetworkError::Version));
    // The high bytes of the numbers of neurons, king buckets and outputs.
    for at in [11, 15, 19] {
        assert!(matches!(read(&changed(at, 1)), NetworkError::Shape { .. }));
    }
    assert!(matches!(read(&good[..good.len() - 1]), NetworkError::Length(_)));
    assert!(matches!(read(&[good.clone(), vec![0]].concat()), NetworkError::Length(_)));
    let mut random = Random(0xf11e);
    for _ in 0..100 {
        let at = HEADER + random.below(good.len() - HEADER);
        let flipped = changed(at, good[at] ^ 1 << random.below(8));
        assert!(matches!(read(&flipped), NetworkError::Checksum));
    }
    // The high byte of the last bias and of the last weight of the outputs.
    let [outputs, biases] = outputs_of(&good);
    for at in [outputs - 1, biases - 1] {
        let large = with_checksum(changed(at, 0x7f));
        assert!(matches!(read(&large), NetworkError::Weight(_)), "{at}");
    }
    for bias in [i32::MIN, i32::MAX, 1 << 25] {
        let mut bytes = good.clone();
        let at = bytes.len() - 4;
        bytes[at..].copy_from_slice(&bias.to_le_bytes());
        assert!(matches!(read(&with_checksum(bytes)), NetworkError::Weight(_)), "{bias}");
    }
}

/// With colours exchanged, each side has the inputs of the other.
#[test]
fn inputs_for_tactics_are_exchanged_with_the_colours() {
    let mut most = 0;
    for position in random_games(0x7ac7, 60).iter().flat_map(|game| game.positions()) {
        let of = |position: &_| {
            let mut inputs: Vec<_> = tactic_inputs(position).into_iter().map(usize::from).collect();
            inputs.sort_unstable();
            inputs
        };
        let mut expected: Vec<_> = of(&position).into_iter().map(swap_sides).collect();
        expected.sort_unstable();
        assert_eq!(of(&position.flipped()), expected, "{position}");
        assert!(expected.iter().all(|&input| input < TACTICS));
        most = most.max(expected.len());
    }
    assert!(most > 10 && most < MOST_TACTICS, "{most}");
}

/// The sum over the neurons of a side is largest with all neurons of positive weights and smallest
/// with all of negative ones.
#[test]
fn positive_and_negative_weights_are_limited_apart() {
    let most = (OUTPUT_SUM_LIMIT as usize / HIDDEN) as i16;
    let network = |weight: &dyn Fn(usize) -> i16| {
        let mut bytes = embedded();
        let outputs = outputs_of(&bytes)[0];
        for neuron in 0..2 * HIDDEN {
            let at = outputs + 2 * neuron;
            bytes[at..at + 2].copy_from_slice(&weight(neuron).to_le_bytes());
        }
        Network::from_bytes(&with_checksum(bytes))
    };
    let more = most + 1;
    assert!(network(&|neuron| if neuron.is_multiple_of(2) { more } else { -more }).is_ok());
    for sign in [-1, 1] {
        assert!(network(&|_| sign * most).is_ok());
        assert!(matches!(network(&|_| sign * more), Err(NetworkError::Weight("output"))));
        // One side's neurons are enough.
        let one = |neuron| if neuron < HIDDEN { 0 } else { sign * more };
        assert!(matches!(network(&one), Err(NetworkError::Weight("output"))));
    }
}

/// A network that evaluates all positions higher.
fn of_high_values() -> Vec<u8> {
    let mut other = embedded();
    for bias in other[outputs_of(&embedded())[1]..].chunks_exact_mut(4) {
        bias.copy_from_slice(&30_000_i32.to_le_bytes());
    }
    with_checksum(other)
}

/// True if the answer says which network there is now.
fn is_named(answer: &[String]) -> bool {
    let begins = "info string EvalFile: Network(";
    matches!(answer, [line] if line.starts_with(begins) && line.contains(&format!("768 + {TACTICS} -> ")))
}

#[test]
fn a_bad_network_leaves_the_old_one() {
    let folder = std::env::temp_dir().join(format!("nullfenster-network-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let mut engine = Engine::start();
    let mut ask = |line: &str| {
        engine.send(line);
        engine.until_ready()
    };
    assert!(ask("setoption name Evaluation value classical").is_empty());
    let classical = ask("eval");
    assert!(ask("setoption name Evaluation value network").is_empty());
    let before = ask("eval");
    assert_ne!(before, classical);
    for (path, reason) in [
        (file("empty", b""), "not a network"),
        (file("text", b"a text that is long enough for a header"), "not a network"),
        (file("short", &embedded()[..1000]), "bytes"),
        (folder.display().to_string(), "not a file"),
        #[cfg(unix)]
        ("/dev/zero".to_owned(), "not a file"),
        (folder.join("none").display().to_string(), ""),
    ] {
        let answer = ask(&format!("setoption name EvalFile value {path}"));
        assert!(has_error(&answer, &["EvalFile", &path, reason]), "{answer:?}");
        assert_eq!(ask("eval"), before);
    }
    let path = file("good", &embedded());
    assert!(is_named(&ask(&format!("setoption name EvalFile value {path}"))));
    assert_eq!(ask("eval"), before);
    let path = file("other", &of_high_values());
    assert!(is_named(&ask(&format!("setoption name EvalFile value {path}"))));
    assert_ne!(ask("eval"), before);
    assert!(is_named(&ask("setoption name EvalFile value <empty>")));
    assert_eq!(ask("eval"), before);
    let wrong = ask("setoption name Evaluation value x");
    assert!(has_error(&wrong, &["Network, Classical", "'x'"]), "{wrong:?}");
    assert_eq!(ask("eval"), before);
    assert!(ask("setoption name Evaluation value Classical").is_empty());
    assert_eq!(ask("eval"), classical);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bench_searches_with_the_network_in_use() {
    let file = std::env::temp_dir().join(format!("nullfenster-bench-{}", std::process::id()));
    let path = file.display().to_string();
    let [option, word] = [format!("--EvalFile={path}"), format!("evalfile={path}")];
    let missing = run(&["bench", "depth=4", &word]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains(&format!("bench: evalfile: {path}")), "{missing:?}");
    fs::write(&file, of_high_values()).unwrap();
    let other = bench_nodes(&run(&["bench", "depth=4", &word]));
    assert_eq!(other, bench_nodes(&run(&[&option, "bench", "depth=4"])));
    let of_uci = |words: &str| {
        bench_nodes(&pipe(&format!("setoption name EvalFile value {path}\n{words}\n")))
    };
    assert_eq!(other, of_uci("bench depth=4"));
    let embedded = bench_nodes(&run(&["bench", "depth=4"]));
    assert_ne!(other, embedded);
    assert_eq!(embedded, of_uci("bench depth=4 evalfile="));
    let classical = bench_nodes(&run(&["bench", "depth=4", "evaluation=classical"]));
    let switch = "setoption name Evaluation value Classical";
    assert_eq!(classical, of_uci(&format!("{switch}\nbench depth=4")));
    assert_eq!(other, of_uci(&format!("{switch}\nbench depth=4 evaluation=network")));
    fs::remove_file(&file).unwrap();
}
