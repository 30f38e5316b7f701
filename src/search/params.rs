//! The numbers of the search. A MARGIN is in centipawns, a DEPTH in plies, a
//! LIMIT bounds, a FACTOR multiplies, a BASE is what remains at zero.

/// Half width of the first aspiration window.
pub const ASPIRATION_MARGIN: i32 = 16;
/// Half width from which on the window is opened.
pub const ASPIRATION_LIMIT: i32 = 600;
/// The most plies that repeated fails high take off.
pub const ASPIRATION_LOWERED_LIMIT: i32 = 3;
/// First depth that is searched with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 5;

/// Reverse futility pruning: deepest node, margin a ply, less if improving.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Margin for each ply of depth.
pub const REVERSE_FUTILITY_MARGIN: i32 = 75;

/// Null move: reduction is BASE + depth / FACTOR + surplus / MARGIN.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Plies that a null move takes off besides its own.
pub const NULL_MOVE_BASE: i32 = 3;
/// Depth for each further ply of reduction.
pub const NULL_MOVE_FACTOR: i32 = 4;
/// Centipawns above beta for each further ply of reduction.
pub const NULL_MOVE_MARGIN: i32 = 200;
/// For each ply of depth the static evaluation may lie this far below beta.
pub const NULL_MOVE_SLACK: i32 = 20;
/// The most further plies that a surplus brings.
pub const NULL_MOVE_SURPLUS_LIMIT: i32 = 3;

/// Half-move clock from which on the table, which doesn't know it, cuts no more.
pub const TABLE_CUT_CLOCK: u32 = 90;

/// Least depth at which a missing table move takes a ply off.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late move pruning: deepest node, moves searched at least.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Moves that are always searched.
pub const LATE_MOVE_BASE: i32 = 3;

/// Futility pruning of quiet moves: deepest node, BASE + MARGIN a ply.
pub const FUTILITY_DEPTH: i32 = 8;
/// Margin at depth zero.
pub const FUTILITY_BASE: i32 = 90;
/// Margin for each ply.
pub const FUTILITY_MARGIN: i32 = 85;

/// Exchange pruning: deepest node.
pub const EXCHANGE_DEPTH: i32 = 8;
/// What a quiet move may lose for each ply.
pub const EXCHANGE_QUIET_MARGIN: i32 = 60;
/// What a capture may lose for each ply squared.
pub const EXCHANGE_NOISY_MARGIN: i32 = 25;

/// Late move reductions: least depth.
pub const REDUCTION_DEPTH: i32 = 2;
/// Reduction of the first reduced move, in 1024ths of a ply.
pub const REDUCTION_BASE: i32 = 600;
/// Divides the product of the logarithms of depth and move number.
pub const REDUCTION_FACTOR: i32 = 4_700;
/// Taken off in nodes that are or were on a principal variation.
pub const REDUCTION_PV: i32 = 800;
/// Added where the node is expected to fail high.
pub const REDUCTION_CUT_NODE: i32 = 900;
/// Added where the evaluation is not better than two plies ago.
pub const REDUCTION_NOT_IMPROVING: i32 = 400;
/// Taken off for checks.
pub const REDUCTION_CHECK: i32 = 700;
/// History that is worth one ply.
pub const REDUCTION_HISTORY: i32 = 9_000;

/// Quiescence: a capture that leaves the score this far below alpha is dropped.
pub const QUIESCENCE_MARGIN: i32 = 150;

/// History bonus: FACTOR a ply, up to LIMIT.
pub const HISTORY_FACTOR: i32 = 170;
/// Taken off every bonus.
pub const HISTORY_BASE: i32 = 90;
/// The largest bonus.
pub const HISTORY_LIMIT: i32 = 1_700;

/// Base-2 logarithm in 1024ths, linear between powers of two: the same on every
/// machine, which a floating-point logarithm isn't.
pub const fn log2(x: u32) -> i32 {
    let x = if x == 0 { 1 } else { x };
    let whole = x.ilog2();
    ((whole << 10) + (((x - (1 << whole)) << 10) >> whole)) as i32
}

/// Plies by which move `number` (from 1) at `depth` is reduced, in 1024ths.
pub const fn reduction(depth: i32, number: i32) -> i32 {
    let product = (log2(depth as u32) * (log2(number as u32) >> 3)) >> 7;
    REDUCTION_BASE + product * 1024 / REDUCTION_FACTOR
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
                assert!(reduction(depth, number) <= reduction(depth + 1, number));
                assert!(reduction(depth, number) <= reduction(depth, number + 1));
            }
        }
        assert!(reduction(20, 30) < 8 * 1024);
    }
}
