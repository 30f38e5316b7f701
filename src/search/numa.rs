//! Which processors the threads of a search run on, where some memory is nearer to some
//! processors than to others (NUMA). A node is memory with the processors beside it.
//!
//! A bound thread stays on the processors of one node, its own memory is written there first, so
//! that it lies there, and the pages of the table lie on all nodes by turns (idea: Stockfish,
//! whose words the option uses, too).

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::OnceLock;
use thiserror::Error;

/// A node, as the numbers of the processors that the program may use.
type Node = Vec<usize>;

/// What is wrong with a list of processors.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NumaError {
    /// Not numbers and ranges.
    #[error("'{0}' is neither auto, none or system nor processors such as 0-7,16-23:8-15,24-31")]
    Syntax(String),
    /// A processor that does not exist or is not ours.
    #[error("the program may not run on processor {0}")]
    NotUsable(usize),
    /// A processor in two nodes, or twice in one.
    #[error("processor {0} is there twice")]
    Twice(usize),
}

/// Nodes, and when threads are bound to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numa {
    nodes: Vec<Node>,
    /// Not before there are more threads than the largest node has processors: fewer are better
    /// off together, and several programs with few threads would crowd the first node.
    only_if_many: bool,
}

impl Default for Numa {
    /// The policy `auto`.
    fn default() -> Self {
        Self { nodes: system_nodes().to_vec(), only_if_many: true }
    }
}

impl Numa {
    /// Reads the option: `auto`, `none`, `system`, or nodes separated by colons, each as
    /// processors and ranges of them, separated by commas.
    ///
    /// # Errors
    /// If it is none of these, or names a processor that can't be used.
    pub fn read(text: &str) -> Result<Self, NumaError> {
        match text.to_ascii_lowercase().as_str() {
            "" | "auto" => Ok(Self::default()),
            "none" => Ok(Self::unbound()),
            // All of a single node's processors are those that the program may use anyway.
            "system" if system_nodes().len() < 2 => Ok(Self::unbound()),
            "system" => Ok(Self { nodes: system_nodes().to_vec(), only_if_many: false }),
            _ => Self::of_list(text, usable()),
        }
    }

    fn unbound() -> Self {
        Self { nodes: Vec::new(), only_if_many: false }
    }

    fn of_list(text: &str, usable: &[usize]) -> Result<Self, NumaError> {
        let nodes = text.split(':').map(read_ranges).collect::<Option<Vec<_>>>();
        let nodes = nodes.ok_or_else(|| NumaError::Syntax(text.to_owned()))?;
        // Checked one by one: a range may be longer than memory.
        let mut seen = Vec::new();
        for processor in nodes.iter().flatten().cloned().flatten() {
            if !usable.contains(&processor) {
                return Err(NumaError::NotUsable(processor));
            }
            if seen.contains(&processor) {
                return Err(NumaError::Twice(processor));
            }
            seen.push(processor);
        }
        let nodes =
            nodes.into_iter().map(|ranges| ranges.into_iter().flatten().collect()).collect();
        Ok(Self { nodes, only_if_many: false })
    }

    /// The node of each of so many threads, in turn the one with most room; empty if they are
    /// not bound.
    fn placement(&self, threads: usize) -> Vec<usize> {
        let largest = self.nodes.iter().map(Vec::len).max().unwrap_or_default();
        let binds = !self.only_if_many || threads > largest;
        let is_choice = self.nodes.len() > usize::from(self.only_if_many);
        if !is_choice || !binds {
            return Vec::new();
        }
        let mut taken = vec![0; self.nodes.len()];
        (0..threads)
            .filter_map(|_| {
                // Compares shares of nodes as fractions: taken / processors.
                let fuller = |&a: &usize, &b: &usize| {
                    ((taken[a] + 1) * self.nodes[b].len())
                        .cmp(&((taken[b] + 1) * self.nodes[a].len()))
                };
                let home = (0..self.nodes.len()).min_by(fuller)?;
                taken[home] += 1;
                Some(home)
            })
            .collect()
    }

    /// Describes where `threads` threads run.
    pub fn describe(&self, threads: usize) -> String {
        let placement = self.placement(threads);
        if placement.is_empty() {
            return "threads are not bound".to_owned();
        }
        let count = |node| placement.iter().filter(|&&home| home == node).count().to_string();
        let counts: Vec<String> = (0..self.nodes.len()).map(count).collect();
        let nodes = if self.nodes.len() == 1 { "node" } else { "nodes" };
        format!("{} {nodes} with {} threads", self.nodes.len(), counts.join(", "))
    }
}

/// Where each thread of a search runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    nodes: Vec<Node>,
    /// The node of each thread; empty if they are not bound.
    of_threads: Vec<usize>,
}

impl Placement {
    /// Those of so many threads.
    pub fn new(numa: &Numa, threads: usize) -> Self {
        Self { nodes: numa.nodes.clone(), of_threads: numa.placement(threads) }
    }

    /// The number of threads from the first on that stay where they are when these homes become
    /// others.
    pub fn common_prefix(&self, others: &Self) -> usize {
        let pairs = self.of_threads.iter().zip(&others.of_threads);
        match (self.of_threads.is_empty(), others.of_threads.is_empty()) {
            (true, true) => usize::MAX,
            _ if self.nodes != others.nodes => 0,
            _ => pairs.take_while(|(own, other)| own == other).count(),
        }
    }

    /// True if two threads run on the same node, or wherever they like.
    pub fn shares_node(&self, one: usize, other: usize) -> bool {
        self.of_threads.get(one) == self.of_threads.get(other)
    }

    /// Brings the calling thread, number `id` of the search, to its node; once bound, it is set
    /// free with the homes of threads that are not.
    pub fn bind(&self, id: usize) {
        if let Some(&node) = self.of_threads.get(id) {
            system::bind(&self.nodes[node]);
        } else if id == 0 {
            system::bind(usable());
        }
    }

    /// Work of the main thread for thread `id`, done on that one's node: memory that is written
    /// for the first time lies there.
    pub fn run_on_node_of<T>(&self, id: usize, work: impl FnOnce() -> T) -> T {
        self.on(self.of_threads.get(id).copied(), work)
    }

    /// Work of the main thread on the nodes by turns.
    pub fn interleave<T>(&self, turn: usize, work: impl FnOnce() -> T) -> T {
        let binds = !self.of_threads.is_empty();
        self.on(binds.then(|| turn % self.nodes.len()), work)
    }

    fn on<T>(&self, node: Option<usize>, work: impl FnOnce() -> T) -> T {
        let Some(node) = node else { return work() };
        system::bind(&self.nodes[node]);
        let result = work();
        self.bind(0);
        result
    }
}

/// Ranges of processors, at least one, separated by commas, as Linux writes them.
fn read_ranges(text: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && last < MOST).then_some(first..=last)
    };
    text.trim().split(',').map(range).collect()
}

/// The processors of such ranges.
fn read_processors(text: &str) -> Option<Node> {
    Some(read_ranges(text)?.into_iter().flatten().collect())
}

/// Above the number of any processor.
const MOST: usize = 1 << 20;

/// The processors that the program may use, found out before a thread is bound.
fn usable() -> &'static [usize] {
    static USABLE: OnceLock<Vec<usize>> = OnceLock::new();
    USABLE.get_or_init(system::usable)
}

/// The nodes of the machine, as far as the program may use them.
fn system_nodes() -> &'static [Node] {
    static NODES: OnceLock<Vec<Node>> = OnceLock::new();
    NODES.get_or_init(|| nodes_in(Path::new("/sys/devices/system/node"), usable()))
}

/// The nodes that a folder of Linux's describes, in the order of their numbers; none on other
/// systems.
fn nodes_in(folder: &Path, usable: &[usize]) -> Vec<Node> {
    let mut nodes: Vec<(usize, Node)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.strip_prefix("node")?.parse().ok()?;
            let text = std::fs::read_to_string(entry.path().join("cpulist")).ok()?;
            let mut node = read_processors(&text)?;
            node.retain(|processor| usable.contains(processor));
            (!node.is_empty()).then_some((number, node))
        })
        .collect();
    nodes.sort_unstable();
    nodes.into_iter().map(|(_, node)| node).collect()
}

#[cfg(all(target_os = "linux", feature = "cli"))]
mod system {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// The calling thread.
    const SELF: Pid = Pid::from_raw(0);

    pub fn usable() -> Vec<usize> {
        let set = sched_getaffinity(SELF).unwrap_or_default();
        (0..CpuSet::count()).filter(|&processor| set.is_set(processor) == Ok(true)).collect()
    }

    pub fn bind(processors: &[usize]) {
        let mut set = CpuSet::new();
        let all = processors.iter().try_for_each(|&processor| set.set(processor));
        if let Err(error) = all.and_then(|()| sched_setaffinity(SELF, &set)) {
            log::warn!("a thread can't be bound to processors {processors:?}: {error}");
        }
    }
}

#[cfg(not(all(target_os = "linux", feature = "cli")))]
mod system {
    pub fn usable() -> Vec<usize> {
        Vec::new()
    }

    pub fn bind(_: &[usize]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_linux_writes_them() {
        // As many ranges as would take gigabytes.
        let many = format!("0{}", ",0-1048575".repeat(100_000));
        assert_eq!(Numa::of_list(&many, &[0, 1]), Err(NumaError::Twice(0)));
        assert_eq!(read_processors("0-3,8,10-11\n"), Some(vec![0, 1, 2, 3, 8, 10, 11]));
        for wrong in ["", "\n", "3-1", "a", "1,", "-2", "1-99999999999999999999", "0-4000000000"] {
            assert_eq!(read_processors(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_lists_are_named() {
        let read = |text| Numa::of_list(text, &[0, 1, 2, 3]);
        assert_eq!(read("0,1:2-3").map(|numa| numa.nodes), Ok(vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(read("0:4"), Err(NumaError::NotUsable(4)));
        assert_eq!(read("0-2:2"), Err(NumaError::Twice(2)));
        assert_eq!(read("0::1"), Err(NumaError::Syntax("0::1".to_owned())));
    }

    #[test]
    fn threads_share_the_nodes_by_their_processors() {
        let numa =
            |only_if_many| Numa { nodes: vec![(0..4).collect(), (4..6).collect()], only_if_many };
        assert_eq!(numa(false).placement(7), [0, 0, 1, 0, 0, 1, 0]);
        assert_eq!(numa(true).placement(4), [0; 0]);
        assert_eq!(numa(true).placement(5), numa(false).placement(5));
        assert_eq!(numa(false).describe(6), "2 nodes with 4, 2 threads");
        let single = |only_if_many| Numa { nodes: vec![vec![0, 1]], only_if_many };
        assert_eq!(single(true).placement(8), [0; 0]);
        assert_eq!(single(false).placement(3), [0; 3]);
        assert_eq!(single(false).describe(3), "1 node with 3 threads");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri lets no test write to a disk")]
    fn nodes_are_read_from_the_system() {
        let folder = std::env::temp_dir().join(format!("nullfenster-nodes-{}", std::process::id()));
        for (name, text) in
            [("node0", "0-1,4\n"), ("node10", "3\n"), ("node2", "2\n"), ("node3", "\n")]
        {
            std::fs::create_dir_all(folder.join(name)).unwrap();
            std::fs::write(folder.join(name).join("cpulist"), text).unwrap();
        }
        std::fs::write(folder.join("possible"), "0-10\n").unwrap();
        let found = nodes_in(&folder, &[0, 1, 2, 3]);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, [vec![0, 1], vec![2], vec![3]]);
        assert!(nodes_in(&folder, &[0]).is_empty());
    }
}
