//! `nullfenster judge`: gives trees to a learner's own program and checks what it answers, the exercise of
//! the slides (text 002) with someone who corrects it.

use crate::board::Position;
use crate::lab::{
    Algorithm, Cut, EXAMPLES, Ending, Lab, Options, TreeNode, WrittenTree, branch_number,
};
use crate::terminal::{CHECK_FAILED, Failure, Output};
use clap::{Args, value_parser};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use fastrand::Rng;
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

#[derive(Debug, Args)]
pub struct JudgeArguments {
    /// The algorithm that the program is to be, one of those of compare
    #[arg(long, value_name = "NAME", default_value = "alpha-beta")]
    algorithm: Algorithm,
    /// Random trees after those of the examples
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(0..=100_000))]
    trees: u32,
    /// Random seed: the same seed gives the same trees
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<String>,
}

/// The time that a program has for a tree.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// Nodes of a tree at most.
const LIMIT: usize = 100_000;

/// Runs the command: status 1 at the first wrong answer.
pub fn run(arguments: &JudgeArguments) -> Result<u8, Failure> {
    let mut learner = Learner::start(&arguments.program)
        .map_err(|error| Failure::Usage(format!("judge: {}: {error}", arguments.program[0])))?;
    let mut out = Output::new(io::stdout());
    let mut rng = Rng::with_seed(arguments.seed);
    // Not those whose values are seen by the side to move, which the text doesn't say.
    let says_all = |tree: &WrittenTree| tree.to_string().parse().as_ref() == Ok(tree);
    let examples = EXAMPLES.iter().filter_map(|example| example.grow().ok()).filter(says_all);
    let random = (0..arguments.trees).map(|number| random_tree(&mut rng, number));
    let mut right = 0;
    for tree in examples.chain(random) {
        let expected = Expected::of(arguments.algorithm, &tree);
        let fault = match learner.ask(&tree.to_string()) {
            Ok(answer) => expected.fault(&answer),
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            out.line(&format!("tree {}: {tree}", right + 1))?;
            out.line(&fault)?;
            out.line(&format!(
                "right: {} {}",
                expected.value,
                expected.leaves.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
            ))?;
            return Ok(CHECK_FAILED);
        }
        right += 1;
    }
    out.line(&format!("{right} trees, all answers are those of {}", arguments.algorithm))?;
    Ok(0)
}

/// A tree that grows with its number: three plies at first, later up to six.
fn random_tree(rng: &mut Rng, number: u32) -> WrittenTree {
    fn grow(rng: &mut Rng, depth: u32) -> String {
        if depth == 0 || rng.u32(0..10) == 0 {
            return rng.i32(-20..=20).to_string();
        }
        let branches: Vec<String> = (0..rng.u32(1..=3)).map(|_| grow(rng, depth - 1)).collect();
        format!("({})", branches.join(" "))
    }
    let depth = 2 + number.min(300) / 100;
    let branches: Vec<String> = (0..rng.u32(2..=3)).map(|_| grow(rng, depth)).collect();
    let text = format!("({})", branches.join(" "));
    text.parse().unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

/// The learner's program.
struct Learner {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Learner {
    fn start(program: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&program[0])
            .args(&program[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no input or output"));
        };
        let (sender, answers) = unbounded();
        std::thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).is_ok_and(|n| n > 0)
            {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        })?;
        Ok(Self { child, input, answers })
    }

    /// The answer to a tree, or what is wrong with the program.
    fn ask(&mut self, tree: &str) -> Result<String, String> {
        let written = writeln!(self.input, "{tree}").and_then(|()| self.input.flush());
        let ended = || "the program has ended without an answer".to_owned();
        written.map_err(|_| ended())?;
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("no answer within {} seconds", PATIENCE.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(ended()),
        }
    }
}

impl Drop for Learner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the algorithm does with a tree.
struct Expected {
    algorithm: Algorithm,
    value: i32,
    /// The leaves by number, from 1 on the left, in the order in which they are looked at.
    leaves: Vec<usize>,
    /// The branches that lead to each leaf, counted from 1, and its value.
    all: Vec<(Vec<usize>, i32)>,
    /// The nodes that are left before their last branch: the branches to them, the number of the last one
    /// searched, and why.
    cuts: Vec<(Vec<usize>, usize, Cut)>,
}

impl Expected {
    fn of(algorithm: Algorithm, tree: &WrittenTree) -> Self {
        let root = Position::startpos();
        let draw = |algorithm| {
            let drawn =
                Lab::of_tree(algorithm, Options::default(), tree).draw(&root, tree.depth(), LIMIT);
            drawn.map(|(outcome, nodes)| (outcome.value, nodes)).unwrap_or_default()
        };
        let paths = |nodes: &[TreeNode]| {
            let mut paths: Vec<Vec<usize>> = Vec::with_capacity(nodes.len());
            for node in nodes {
                let mut path = node.parent.map_or(Vec::new(), |parent| paths[parent].clone());
                path.extend(node.parent.map(|_| branch_number(node.mv) + 1));
                paths.push(path);
            }
            paths
        };
        let (_, whole) = draw(Algorithm::Minimax);
        let all: Vec<(Vec<usize>, i32)> = paths(&whole)
            .into_iter()
            .zip(&whole)
            .filter(|(_, node)| node.ending == Ending::Leaf)
            .map(|(path, node)| {
                // A leaf's value is that of the side that moved to it; the tree's is the root's.
                let value = node.value.centipawns();
                let value = if path.len() % 2 == 1 { value } else { -value };
                (path, value)
            })
            .collect();
        let numbers: HashMap<&Vec<usize>, usize> =
            all.iter().enumerate().map(|(index, (path, _))| (path, index + 1)).collect();
        let (value, nodes) = draw(algorithm);
        let visited = paths(&nodes);
        let is_leaf = |(_, node): &(&Vec<usize>, &TreeNode)| node.ending == Ending::Leaf;
        let leaves = visited
            .iter()
            .zip(&nodes)
            .filter(is_leaf)
            .filter_map(|(path, _)| numbers.get(path).copied())
            .collect();
        let cuts = (0..nodes.len())
            .filter_map(|at| {
                let (cut, left) = nodes[at].cut.filter(|(_, left)| *left > 0)?;
                let branches = all.iter().filter(|(path, _)| path.starts_with(&visited[at]));
                let last = branches.filter_map(|(path, _)| path.get(visited[at].len())).max()?;
                Some((visited[at].clone(), last - left, cut))
            })
            .collect();
        Self { algorithm, value: value.centipawns(), leaves, all, cuts }
    }

    /// What is wrong with an answer: the value, and the numbers of the leaves.
    fn fault(&self, answer: &str) -> Option<String> {
        let shown: String = answer.chars().filter(|c| !c.is_control()).take(60).collect();
        let mut words =
            answer.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let Some(value) = words.next().and_then(|word| word.parse::<i32>().ok()) else {
            return Some(format!("'{shown}' does not begin with the value of the root"));
        };
        let mut leaves = Vec::new();
        for word in words {
            match word.parse::<usize>() {
                Ok(leaf) if (1..=self.all.len()).contains(&leaf) => leaves.push(leaf),
                _ => {
                    let count = self.all.len();
                    return Some(format!("'{word}' is not the number of a leaf from 1 to {count}"));
                }
            }
        }
        let same = leaves.iter().zip(&self.leaves).take_while(|(own, right)| own == right).count();
        let fault = match (leaves.get(same), self.leaves.get(same)) {
            (None, None) => {
                return (value != self.value).then(|| {
                    format!("the leaves are right, but the value is {}, not {value}", self.value)
                });
            }
            (Some(&own), None) => {
                format!("looks at {} and should have ended. {}", self.name(own), self.why(own))
            }
            (None, Some(&right)) => format!("ends before it has looked at {}", self.name(right)),
            (Some(&own), Some(&right)) => {
                let why = if self.leaves.contains(&own) { String::new() } else { self.why(own) };
                format!("looks at {}, where {} comes next. {why}", self.name(own), self.name(right))
            }
        };
        let after = match same {
            0 => "at the start it ".to_owned(),
            _ => format!("after {} ", self.name(leaves[same - 1])) + "it ",
        };
        Some((after + &fault).trim_end().to_owned())
    }

    /// A leaf with its place and value.
    fn name(&self, leaf: usize) -> String {
        let (path, value) = &self.all[leaf - 1];
        format!("leaf {leaf} (branches {}, value {value})", dotted(path))
    }

    /// Why a leaf is not looked at, if a cut leaves it out.
    fn why(&self, leaf: usize) -> String {
        let (path, _) = &self.all[leaf - 1];
        let cut = self.cuts.iter().find(|(node, last, _)| {
            path.starts_with(node) && path.get(node.len()).is_some_and(|branch| branch > last)
        });
        let Some((node, last, cut)) = cut else { return String::new() };
        let place =
            if node.is_empty() { "the root".to_owned() } else { format!("node {}", dotted(node)) };
        let window = match cut {
            Cut::AlphaBeta => "its window is closed",
            Cut::NullWindow => "its null window is answered",
        };
        format!("{} leaves {place} after branch {last}: {window}.", self.algorithm)
    }
}

/// Branches from the root, such as 2.1.
fn dotted(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let tree: WrittenTree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
        let expected = Expected::of(Algorithm::AlphaBeta, &tree);
        assert_eq!(expected.fault("3 1 2 3 4 7 8 9"), None);
        assert_eq!(expected.fault("3, 1,2,3,4,7,8,9"), None);
        for (answer, words) in [
            ("", "does not begin with the value"),
            ("3 1 2 x", "'x' is not the number of a leaf from 1 to 9"),
            ("3 0", "'0' is not"),
            ("4 1 2 3 4 7 8 9", "the value is 3, not 4"),
            (
                "3 1 2 3 4 7 8",
                "after leaf 8 (branches 3.2, value 5) it ends before it has looked at leaf 9",
            ),
            ("3 1 2 3 4 5", "leaf 5 (branches 2.2, value 4), where leaf 7"),
            ("3 1 2 3 4 5", "alpha-beta leaves node 2 after branch 1: its window is closed"),
            ("3 1 3", "looks at leaf 3 (branches 1.3, value 8), where leaf 2"),
            ("3 2", "at the start it looks at leaf 2"),
        ] {
            let fault = expected.fault(answer).expect(answer);
            assert!(fault.contains(words), "{answer}: {fault}");
        }
    }

    #[test]
    fn leaves_below_the_other_side_have_the_values_of_the_text() {
        let tree: WrittenTree = "((1 (2 3)) 4)".parse().expect("a tree");
        let expected = Expected::of(Algorithm::Minimax, &tree);
        let values: Vec<i32> = expected.all.iter().map(|(_, value)| *value).collect();
        assert_eq!((values, expected.leaves), (vec![1, 2, 3, 4], vec![1, 2, 3, 4]));
    }
}
