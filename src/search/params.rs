//! The numbers of the search. A margin is in centipawns, a DEPTH in plies, a
//! LIMIT bounds, a factor multiplies, a base is what remains at zero. Reductions
//! are in 1024ths of a ply.
//!
//! A number that games can tune is declared once, in `tunables!`, with its
//! range. It is a constant in an ordinary build; with the feature `tuning` it can
//! be set by `setoption` (see `scripts/spsa`) and for each player of `nullfenster match`.

/// One number that can be tuned.
#[cfg(feature = "tuning")]
#[derive(Debug)]
pub struct Tunable {
    /// Its name, which is also that of the UCI option.
    pub name: &'static str,
    /// The value of the ordinary build.
    pub default: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

/// Values of all tunable numbers, for one searcher.
#[cfg(feature = "tuning")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuning([i32; TUNABLES.len()]);

#[cfg(feature = "tuning")]
impl Default for Tuning {
    fn default() -> Self {
        Self(std::array::from_fn(|index| TUNABLES[index].default))
    }
}

#[cfg(feature = "tuning")]
impl Tuning {
    /// Sets the number at `index` of [`TUNABLES`], within its range.
    pub fn set(&mut self, index: usize, value: i32) {
        let Tunable { min, max, .. } = TUNABLES[index];
        self.0[index] = value.clamp(min, max);
    }

    /// The number at `index` of [`TUNABLES`].
    pub fn get(&self, index: usize) -> i32 {
        self.0[index]
    }

    /// Puts these values in force for the searches of the calling thread.
    pub(super) fn install(&self) {
        VALUES.with(|values| {
            for (cell, &value) in values.iter().zip(&self.0) {
                cell.set(value);
            }
        });
    }
}

/// Declares tunable numbers: a function for each, and in a tuning build the list
/// of them all.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal..=$max:literal;)*) => {
        /// All tunable numbers in the order of their declaration.
        #[cfg(feature = "tuning")]
        pub static TUNABLES: [Tunable; [$(stringify!($name)),*].len()] = [$(Tunable {
            name: stringify!($name),
            default: $value,
            min: $min,
            max: $max,
        }),*];

        // Each thread has its own, so that two players in one program can differ.
        #[cfg(feature = "tuning")]
        thread_local! {
            static VALUES: [std::cell::Cell<i32>; TUNABLES.len()] =
                const { [$(std::cell::Cell::new($value)),*] };
        }

        #[cfg(feature = "tuning")]
        #[allow(non_camel_case_types)]
        enum Index { $($name),* }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return VALUES.with(|values| values[Index::$name as usize].get());
                #[cfg(not(feature = "tuning"))]
                $value
            }
        )*

        // A default outside its range would make a tuning build another engine.
        const _: () = assert!(true $(&& $min <= $value && $value <= $max)*);
    };
}

tunables! {
    /// Time: moves assumed to be left if none are given.
    time_moves = 26 in 10..=40;
    /// Time: percent of a move taken off these for each move of the game up to the sixtieth, with an
    /// increment larger than the overhead.
    time_growth = 36 in 0..=40;
    /// Time: percent of the increment in the soft limit.
    time_increment = 100 in 30..=100;
    /// Time: the hard limit in percent of the soft one, at most.
    time_hard = 700 in 150..=1_000;
    /// Time: the largest percentage of the remaining time that a move may take.
    time_most = 60 in 20..=80;
    /// Time: the soft limit in percent if the best move took none of the nodes.
    time_share_base = 195 in 120..=300;
    /// Time: percent taken off if it took them all.
    time_share = 130 in 50..=250;
    /// Time: hundredths of a percent added for each centipawn that the score has dropped by.
    time_drop = 100 in 0..=300;
    /// Time: how strongly best-move stability scales the soft limit, in percent.
    time_stability = 150 in 0..=250;

    /// Optimism: what a side that is far ahead at the root adds to every static evaluation.
    optimism_most = 20 in 0..=100;

    /// Half width of the first aspiration window.
    aspiration_margin = 11 in 5..=40;

    /// Reverse futility: margin for each ply of depth.
    reverse_futility_margin = 26 in 10..=180;
    /// Reverse futility: what the margin is larger by where the queen is attacked.
    reverse_futility_queen = 20 in 0..=200;
    /// Reverse futility: what the margin is smaller by where the evaluation improves.
    reverse_futility_improving = 23 in 0..=180;
    /// Reverse futility: eighths of a centipawn that the margin is larger by for each ply squared.
    reverse_futility_square = 9 in 0..=40;
    /// Reverse futility: what the margin is larger by for each centipawn of correction, of 128.
    reverse_futility_correction = 114 in 0..=400;
    /// Null move: centipawns above beta for each further ply of reduction.
    null_move_margin = 152 in 66..=500;
    /// Null move: for each ply of depth the static evaluation may lie this far below
    /// beta.
    null_move_slack = 19 in 6..=50;
    /// ProbCut: how far above beta the table's value has to be where no search is needed.
    probcut_table_margin = 214 in 150..=700;
    /// ProbCut: how far above beta a good capture has to come.
    probcut_margin = 63 in 30..=400;
    /// Hindsight: gain of the side to move by the last move above which a ply is taken off.
    hindsight_margin = 91 in 50..=500;

    /// Late move pruning: its deepest node. Games to learn from do without it: searches of a few
    /// hundred nodes know too little of which moves are late.
    late_move_depth = 9 in 0..=20;
    /// Late move pruning: percent of the moves that are left where the evaluation does not improve.
    late_move_not_improving = 37 in 20..=100;
    /// Futility: margin at depth zero.
    futility_base = 49 in 30..=220;
    /// Futility: margin for each ply.
    futility_margin = 31 in 16..=210;
    /// History pruning: a quiet move whose history is below minus this times the depth is pruned.
    history_pruning_margin = 6_523 in 1_000..=10_000;
    /// SEE pruning: what a quiet move may lose for each ply of its reduced depth squared.
    see_quiet_margin = 26 in 6..=60;
    /// SEE pruning: what a capture may lose for each ply squared.
    see_noisy_margin = 35 in 8..=62;

    /// Futility of losing captures: margin at depth zero.
    losing_capture_base = 64 in 0..=300;
    /// Futility of losing captures: margin for each ply.
    losing_capture_margin = 61 in 20..=200;

    /// Singular extensions: how far the other moves have to stay below the table's
    /// value, for each ply, in sixteenths of a centipawn.
    singular_margin = 13 in 4..=60;
    /// Singular extensions: how much further below for a second ply.
    singular_double_margin = 6 in 0..=100;
    /// Singular extensions: below this depth of a node, a second ply makes the node a ply deeper.
    singular_raise_depth = 8 in 0..=20;

    /// The constant part of the reduction.
    reduction_base = 949 in 200..=1_500;
    /// Divides the product of the logarithms of depth and move number.
    reduction_factor = 4_305 in 1_500..=11_000;
    /// Taken off in nodes that are or were on a principal variation.
    reduction_pv = 668 in 260..=2_000;
    /// Taken off in nodes with an open window, besides.
    reduction_open = 930 in 0..=2_000;
    /// Taken off where the node is or was on a principal variation and the table has it as deep.
    reduction_pv_deep = 335 in 0..=2_000;
    /// The part of the product of the logarithms that is left for captures and promotions, in percent.
    reduction_noisy = 78 in 20..=100;
    /// Taken off for the first move of a node with a null window.
    reduction_first = 2_686 in 1_000..=4_000;
    /// Taken off for each centipawn by which the evaluation is better than two plies ago, or added for
    /// each by which it is worse.
    reduction_improvement = 6 in 0..=20;
    /// Added where the node is expected to fail high.
    reduction_cut_node = 766 in 300..=2_200;
    /// Added where the evaluation is not better than two plies ago.
    reduction_not_improving = 499 in 130..=1_000;
    /// Added to quiet moves where the tt_move is noisy.
    reduction_tt_noisy = 981 in 0..=2_000;
    /// Added after more than [`CUTOFFS_LIMIT`] cutoffs at the next ply.
    reduction_cutoffs = 589 in 0..=2_000;
    /// Taken off for each centipawn by which the static evaluation was corrected.
    reduction_correction = 10 in 0..=40;
    /// Taken off for checks.
    reduction_check = 767 in 230..=1_700;
    /// History that is worth one ply.
    reduction_history = 8_653 in 3_000..=22_000;
    /// A reduced search that comes out this far above the best value so far is
    /// followed by one that is a ply deeper.
    deeper_margin = 13 in 5..=150;

    /// Quiescence: a capture that leaves the score this far below alpha is dropped.
    quiescence_margin = 44 in 20..=370;

    /// Correction histories: centipawns at full scale for the pawns.
    correction_pawns = 22 in 0..=300;
    /// For the minor pieces and kings.
    correction_minors = 43 in 0..=300;
    /// For each side's pieces.
    correction_pieces = 43 in 0..=300;
    /// For the last two moves.
    correction_moves = 118 in 0..=300;
    /// For the last move and that three plies before it.
    correction_far_moves = 78 in 0..=300;
    /// The largest step of a correction, of 16384.
    correction_limit = 2_803 in 500..=8_000;
    /// The step for each centipawn of error and ply of depth.
    correction_rate = 10 in 2..=25;

    /// History bonus for each ply.
    history_factor = 363 in 56..=420;
    /// Taken off every bonus.
    history_base = 57 in 30..=220;
    /// Weight of the butterfly history in the joint history of a quiet move, of 128.
    weight_squares = 98 in 30..=300;
    /// Weight of the continuation history of one ply.
    weight_one_ply = 128 in 30..=300;
    /// Weight of that of two plies.
    weight_two_plies = 138 in 30..=300;
    /// Weight of that of four plies.
    weight_four_plies = 99 in 0..=300;
    /// What a capture may lose in exchanges and still come before the quiet moves, in centipawns.
    good_capture_loss = 28 in -100..=200;
    /// What a killer's history counts more in the order of moves; the second one's half of that.
    killer_bonus = 3_343 in 0..=200_000;
    /// Bonus for moving an attacked piece.
    attacked_bonus = 2_221 in 0..=6_000;
    /// What a move of a safe piece to an attacked square counts less.
    exposed_malus = 1_203 in 0..=6_000;
    /// What a move of a piece to a square that a pawn attacks counts less in the order of moves.
    pawn_target_malus = 3_599 in 0..=20_000;
    /// What moving a piece away from an attack by a lesser one counts more in the order of moves, for
    /// each step that it has to lose, see `LesserAttacks`.
    lesser_escape = 3_685 in 0..=20_000;
    /// What moving a piece into such an attack counts less.
    lesser_exposure = 1_865 in 0..=20_000;
    /// Percent of the bonus that quiet moves before the one that cut off lose.
    history_malus = 206 in 50..=300;
    /// Percent of the bonus that the move before a node gets if the node fails low.
    prior_bonus = 80 in 0..=200;
    /// Percent that it gets besides if the static evaluation had not liked it.
    prior_surprise = 76 in 0..=200;
    /// History of a quiet move: the bonus for each centipawn of static evaluation that it gains.
    history_gain = 9 in 0..=60;
    /// What is added to that gain, in centipawns: each of the two evaluations is by the side to move,
    /// to which the move is worth something.
    history_gain_offset = 12 in -100..=100;
    /// The bonus of a capture that cuts off in quiescence.
    quiescence_bonus = 134 in 0..=1_000;
    /// The largest bonus.
    history_limit = 1_687 in 560..=4_200;
}

/// A result of the tablebases holds at any depth; the transposition table keeps it as
/// this much deeper.
pub const TB_ENTRY_DEPTH: i32 = 6;
/// The largest bonus or malus for what a quiet move gains by the static evaluation.
pub const HISTORY_GAIN_LIMIT: i32 = 1_200;
/// The score at the root, in centipawns, of which half the optimism comes.
pub const OPTIMISM_HALF: i32 = 120;
/// The square of a score, in centipawns, by which the first window is a centipawn wider.
pub const ASPIRATION_SQUARE: i32 = 12_000;
/// Scores of more than this, in centipawns, count as this much there.
pub const ASPIRATION_SCORE_LIMIT: i32 = 2_000;
/// Half width above which the window is opened.
pub const ASPIRATION_LIMIT: i32 = 600;
/// The most plies that repeated fails high take off.
pub const ASPIRATION_LOWERED_LIMIT: i32 = 3;
/// First depth that is searched with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 5;
/// Half-move clock from which on it is part of the key of the transposition table.
pub const CLOCK_IN_KEY: u32 = 90;
/// Deepest node of reverse futility pruning.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Least depth of a node with a null move; its reduction is BASE + depth / FACTOR
/// and the surplus over beta.
pub const NULL_MOVE_DEPTH: i32 = 4;
/// Plies that a null move takes off besides its own.
pub const NULL_MOVE_BASE: i32 = 3;
/// Depth for each further ply of reduction.
pub const NULL_MOVE_FACTOR: i32 = 4;
/// The most further plies that a surplus brings.
pub const NULL_MOVE_SURPLUS_LIMIT: i32 = 3;
/// A side with pieces and at most this many legal moves may be in zugzwang.
pub const ZUGZWANG_MOVES: u64 = 10;
/// Null moves are verified from this depth on.
pub const VERIFY_DEPTH: i32 = 14;
/// Least depth at which a missing tt_move takes a ply off.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;
/// Least depth of ProbCut.
pub const PROBCUT_DEPTH: i32 = 5;
/// Plies that its searches leave out.
pub const PROBCUT_REDUCTION: i32 = 4;
/// Late move pruning: the moves that are left at a depth of zero, if the evaluation improves.
pub const LATE_MOVE_BASE: i32 = 5;
/// Largest reduced depth of futility pruning.
pub const FUTILITY_DEPTH: i32 = 8;
/// Deepest node in which losing captures are futile.
pub const LOSING_CAPTURE_DEPTH: i32 = 10;
/// Largest reduced depth of history pruning.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// Deepest node of SEE pruning.
pub const SEE_DEPTH: i32 = 7;
/// Least depth of singular extensions.
pub const SINGULAR_DEPTH: i32 = 6;
/// The most second plies that the moves of one line are extended by.
pub const DOUBLE_EXTENSIONS_LIMIT: i32 = 6;
/// After more than this many cutoffs at the next ply late moves are reduced more.
pub const CUTOFFS_LIMIT: i32 = 3;
/// Centipawns below the evaluation before a move from which on its success is a surprise.
pub const SURPRISE: i32 = 60;
/// The largest improvement that changes a reduction, in centipawns.
pub const IMPROVEMENT_LIMIT: i32 = 100;
/// Plies that a tt_move loses in a null-window node where another move may be as good.
pub const NOT_SINGULAR: i32 = 3;
/// The largest correction that lessens a reduction, in centipawns.
pub const REDUCTION_CORRECTION_LIMIT: i32 = 300;
/// Largest reduction of a move of the root, in plies.
pub const ROOT_REDUCTION_LIMIT: i32 = 1;
/// Between these depths of a node on the principal variation the moves after the first good one
/// are searched less deep.
pub const ALPHA_RAISED_DEPTHS: std::ops::RangeInclusive<i32> = 3..=13;
/// The half-move clock at which the static evaluation would have shrunk to nothing.
pub const EVAL_CLOCK: i32 = 200;
/// Least depth of late move reductions.
pub const REDUCTION_DEPTH: i32 = 2;

/// Base-2 logarithm in 1024ths, linear between powers of two: the same on every
/// machine, which a floating-point logarithm isn't.
pub const fn log2(x: u32) -> i32 {
    let x = if x == 0 { 1 } else { x };
    let whole = x.ilog2();
    ((whole << 10) + (((x - (1 << whole)) << 10) >> whole)) as i32
}

/// Plies by which move `number` (from 1) at `depth` is reduced, in 1024ths.
pub fn base_reduction(depth: i32, number: i32) -> i32 {
    let product = (log2(depth as u32) * (log2(number as u32) >> 3)) >> 7;
    reduction_base() + product * 1024 / reduction_factor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_close() {
        for x in 1..250_u32 {
            let exact = f64::from(x).log2() * 1024.0;
            assert!((f64::from(log2(x)) - exact).abs() < 90.0, "{x}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        for depth in 2..60 {
            for number in 2..60 {
                assert!(base_reduction(depth, number) <= base_reduction(depth + 1, number));
                assert!(base_reduction(depth, number) <= base_reduction(depth, number + 1));
            }
        }
        assert!(base_reduction(20, 30) < 8 * 1024);
    }
}
