//! Numbers of the ways to put pieces on squares, as Syzygy tables count them.
//!
//! A position and its mirror images have one entry in a table, so the first piece of a
//! table without pawns stands in the triangle a1-d1-d4, the first pawn of others on the files
//! a to d. Squares count from a1 = 0 along the ranks to h8 = 63.

/// More than the pieces of any group.
const CHOOSE: usize = 7;

/// Binomial coefficients: the ways to choose `k` of `n` squares.
const BINOMIALS: [[u64; CHOOSE]; 65] = {
    let mut table = [[0; CHOOSE]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < CHOOSE {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The ways to choose `k` (at most 6) of `n` (at most 64) squares.
pub const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// Ways to put three different pieces, by symmetry.
pub const TRIPLES: u64 = 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6;

/// Ways to put two kings that don't touch, by symmetry.
pub const KING_PAIRS: u64 = 462;

const fn file(square: usize) -> usize {
    square % 8
}

const fn rank(square: usize) -> usize {
    square / 8
}

/// How far a square is above the long diagonal a1-h8; negative below.
pub const fn above_diagonal(square: usize) -> i32 {
    rank(square) as i32 - file(square) as i32
}

/// Mirrored at the long diagonal.
pub const fn flip_diagonal(square: usize) -> usize {
    8 * file(square) + rank(square)
}

/// Numbers of the squares of the triangle: first the six below the diagonal, then the four
/// on it; 10 elsewhere.
const TRIANGLE: [usize; 64] = {
    let mut numbers = [10; 64];
    let (mut below, mut on) = (0, 6);
    let mut square = 0;
    while square < 64 {
        if file(square) < 4 && above_diagonal(square) < 0 {
            numbers[square] = below;
            below += 1;
        } else if file(square) < 4 && above_diagonal(square) == 0 {
            numbers[square] = on;
            on += 1;
        }
        square += 1;
    }
    numbers
};

/// Numbers of the 28 squares below the diagonal; 28 elsewhere.
const BELOW: [u64; 64] = {
    let mut numbers = [28; 64];
    let (mut next, mut square) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            numbers[square] = next;
            next += 1;
        }
        square += 1;
    }
    numbers
};

/// Stands for two kings that touch or are a mirror image of others.
const NO_PAIR: u64 = KING_PAIRS;

/// Numbers of the pairs of kings, by the number of the first one's square in the triangle.
/// Pairs on the diagonal come last.
const PAIRS: [[u64; 64]; 10] = {
    let mut numbers = [[NO_PAIR; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut index = 0;
        while index < 10 {
            let mut first = 0;
            while TRIANGLE[first] != index {
                first += 1;
            }
            let mut second = 0;
            while second < 64 {
                let apart = file(first).abs_diff(file(second)) > 1
                    || rank(first).abs_diff(rank(second)) > 1;
                let on_diagonal = above_diagonal(first) == 0;
                let mirrored = on_diagonal && above_diagonal(second) > 0;
                let both = on_diagonal && above_diagonal(second) == 0;
                if apart && !mirrored && both == both_on_diagonal {
                    numbers[index][second] = next;
                    next += 1;
                }
                second += 1;
            }
            index += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(next == KING_PAIRS);
    numbers
};

/// The number of two kings, the first in the triangle, the second not above the diagonal if
/// the first is on it; at least [`KING_PAIRS`] for others.
pub fn kings(first: usize, second: usize) -> u64 {
    PAIRS.get(TRIANGLE[first]).map_or(NO_PAIR, |pairs| pairs[second])
}

/// The number of three different pieces, the first in the triangle, the first that is off the
/// diagonal below it.
pub fn triple([a, b, c]: [usize; 3]) -> u64 {
    // A square is counted among those that the pieces before it left free.
    let free_b = (b - usize::from(b > a)) as u64;
    let free_c = (c - usize::from(c > a) - usize::from(c > b)) as u64;
    let on = |square| file(square) as u64;
    let (a_on, b_on, c_on) = (on(a), on(b), on(c));
    if above_diagonal(a) != 0 {
        return (TRIANGLE[a] as u64 * 63 + free_b) * 62 + free_c;
    }
    let before = 6 * 63 * 62;
    if above_diagonal(b) != 0 {
        return before + (a_on * 28 + BELOW[b]) * 62 + free_c;
    }
    let before = before + 4 * 28 * 62;
    let b_free = b_on - u64::from(b_on > a_on);
    if above_diagonal(c) != 0 {
        return before + (a_on * 7 + b_free) * 28 + BELOW[c];
    }
    let c_free = c_on - u64::from(c_on > a_on) - u64::from(c_on > b_on);
    before + 4 * 7 * 28 + (a_on * 7 + b_free) * 6 + c_free
}

/// The order of a pawn among those of its colour: the first pawn of a table is that with
/// the highest. From 47 on a2 it falls by two a rank and by twelve a file towards the
/// middle; the mirrored square on the other wing is one lower.
pub const fn pawn_order(square: usize) -> usize {
    let (file, wing) = if file(square) < 4 { (file(square), 0) } else { (7 - file(square), 1) };
    47 - 12 * file - 2 * (rank(square) - 1) - wing
}

/// For `count` pawns of the first group, by file and rank of the first one: how many ways
/// come before, and in the last place how many there are on the file.
const FIRST_PAWN: [[[u64; 7]; 4]; CHOOSE - 1] = {
    let mut table = [[[0; 7]; 4]; CHOOSE - 1];
    let mut count = 1;
    while count < CHOOSE {
        let mut file = 0;
        while file < 4 {
            let mut rank = 1;
            while rank < 7 {
                // The others have a lower order.
                let ways = binomial(pawn_order(8 * rank + file), count - 1);
                table[count - 1][file][rank] = table[count - 1][file][rank - 1] + ways;
                rank += 1;
            }
            file += 1;
        }
        count += 1;
    }
    table
};

/// The ways of `count` pawns (1 to 6) of which the first is on this file (0 to 3).
pub fn pawn_ways(count: usize, file: usize) -> u64 {
    FIRST_PAWN[count - 1][file][6]
}

/// The number of these pawns among those with the first one on the same file; the first is
/// that with the highest order and on the files a to d, the others follow by falling order.
pub fn leading_pawns(pawns: &[usize]) -> u64 {
    let first = pawns[0];
    let before = FIRST_PAWN[pawns.len() - 1][file(first)][rank(first) - 1];
    let others = pawns[1..].iter().rev().enumerate();
    before + others.map(|(index, &pawn)| binomial(pawn_order(pawn), index + 1)).sum::<u64>()
}

/// The number of a set of places, given in rising order.
pub fn combination(places: impl Iterator<Item = usize>) -> u64 {
    places.enumerate().map(|(index, place)| binomial(place, index + 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// What a numbering has to do: each way one number, none left out.
    fn check(numbers: impl Iterator<Item = u64>, ways: u64) {
        let (mut seen, mut most) = (HashSet::new(), 0);
        for number in numbers {
            assert!(seen.insert(number), "{number} twice");
            most = most.max(number);
        }
        assert_eq!((seen.len() as u64, most + 1), (ways, ways));
    }

    fn is_first(squares: &[usize]) -> bool {
        let off = squares.iter().find(|&&square| above_diagonal(square) != 0);
        TRIANGLE[squares[0]] < 10 && off.is_none_or(|&square| above_diagonal(square) < 0)
    }

    #[test]
    fn every_triple_has_its_number() {
        let squares = (0..64 * 64 * 64).map(|n| [n % 64, n / 64 % 64, n / 4096]);
        let triples =
            squares.filter(|s| is_first(s) && s[0] != s[1] && s[0] != s[2] && s[1] != s[2]);
        check(triples.map(triple), TRIPLES);
    }

    #[test]
    fn every_pair_of_kings_has_its_number() {
        let pairs = (0..64 * 64).map(|n| kings(n % 64, n / 64)).filter(|&n| n < KING_PAIRS);
        check(pairs, KING_PAIRS);
    }

    #[test]
    fn every_set_of_pawns_has_its_number() {
        let order =
            |squares: &[usize]| squares.windows(2).all(|s| pawn_order(s[0]) > pawn_order(s[1]));
        let places =
            || (8..56).flat_map(|a| (8..56).flat_map(move |b| (8..56).map(move |c| [a, b, c])));
        for on in 0..4 {
            let threes = places().filter(|s| file(s[0]) == on && order(s));
            check(threes.map(|pawns| leading_pawns(&pawns)), pawn_ways(3, on));
            check(
                (8..56).filter(|&s| file(s) == on).map(|s| leading_pawns(&[s])),
                pawn_ways(1, on),
            );
        }
    }
}
