//! Where the branches of a tree are in a picture: the root on top, each ply on a level of its
//! own, each subtree in a strip of its own, so that nothing lies over anything else.

use super::walk::Walk;

/// Height of a line of a note and of a node.
pub const LINE: f64 = 14.0;
pub const SHAPE: f64 = 26.0;
/// Sizes of letters: values, and windows and moves.
pub const VALUE: f64 = 15.0;
pub const NOTE: f64 = 11.5;
/// From a node to the next, at least.
const SPACE: f64 = 12.0;
/// Leaves of a wider tree hang below each other, as from a hook, at this distance.
const WIDEST: f64 = 1800.0;
const HANGING: f64 = 20.0;
pub const HOOK: f64 = 18.0;

/// What is written at a place: lines above the node, and the value in it.
#[derive(Clone, Default, Debug)]
pub struct Words {
    pub notes: Vec<String>,
    pub value: String,
}

/// The place of a branch in the picture.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spot {
    /// The middle of the node, or where a hanging leaf begins; the upper end of the node.
    pub x: f64,
    pub y: f64,
    /// The width of the node.
    pub width: f64,
    /// The upper end of the notes.
    pub top: f64,
    /// It hangs from its parent below other leaves.
    pub hangs: bool,
}

/// The places of all branches.
#[derive(Clone, Debug)]
pub struct Layout {
    pub spots: Vec<Spot>,
    /// By ply, where the lines from above end, and the upper end of its nodes.
    pub levels: Vec<(f64, f64)>,
    pub size: (f64, f64),
}

/// The width of a text in a font of this size, at least: as wide as in DejaVu Sans, wider than
/// in Helvetica and Arial.
pub fn text_width(text: &str, size: f64) -> f64 {
    let of = |letter: char| match letter {
        ' ' | ',' | '.' | ':' | '[' | ']' | '(' | ')' | 'i' | 'l' | 'j' => 0.4,
        'm' | 'w' | 'M' | 'W' => 1.0,
        '+' | '\u{2212}' | '\u{221e}' | '\u{2264}' | '\u{2265}' | '#' | '\u{2026}' => 0.85,
        'A'..='Z' => 0.75,
        _ => 0.64,
    };
    text.chars().map(of).sum::<f64>() * size
}

/// The height of so many notes with the space between them and the node.
pub fn notes_height(notes: usize) -> f64 {
    if notes == 0 { 0.0 } else { LINE * notes as f64 + 4.0 }
}

impl Layout {
    /// `words` is by place.
    pub fn new(walk: &Walk<'_>, words: &[Words]) -> Self {
        let mut plan = Plan { walk, words, node: 0.0, hang: false };
        plan.node = (0..words.len())
            .filter(|&place| !walk.places[place].children.is_empty())
            .map(|place| text_width(&words[place].value, VALUE) + 12.0)
            .fold(SHAPE, f64::max);
        plan.hang = plan.strips()[0] > WIDEST;
        plan.lay_out()
    }
}

struct Plan<'a> {
    walk: &'a Walk<'a>,
    words: &'a [Words],
    /// The width of inner nodes.
    node: f64,
    hang: bool,
}

impl Plan<'_> {
    fn children(&self, place: usize) -> &[usize] {
        &self.walk.places[place].children
    }

    /// True if the leaves of a place hang below it.
    fn has_hanging(&self, place: usize) -> bool {
        let children = self.children(place);
        self.hang && children.len() > 1 && children.iter().all(|&c| self.children(c).is_empty())
    }

    fn node_width(&self, place: usize) -> f64 {
        if self.children(place).is_empty() {
            text_width(&self.words[place].value, VALUE) + 10.0
        } else {
            self.node
        }
    }

    fn notes_width(&self, place: usize) -> f64 {
        self.words[place].notes.iter().map(|note| text_width(note, NOTE)).fold(0.0, f64::max)
    }

    /// Node and notes with the space around them.
    fn block(&self, place: usize) -> f64 {
        self.node_width(place).max(self.notes_width(place)) + SPACE
    }

    /// How far the line with the leaves of a place is to the left of its middle.
    fn hook(&self, place: usize) -> f64 {
        self.node_width(place) / 2.0 - 3.0
    }

    /// A hanging leaf with its line.
    fn hanging_width(&self, place: usize) -> f64 {
        let notes = self.notes_width(place);
        HOOK + notes + if notes > 0.0 { 6.0 } else { 0.0 } + self.node_width(place)
    }

    /// By place, the width of its strip.
    fn strips(&self) -> Vec<f64> {
        let mut strips = vec![0.0; self.words.len()];
        // Children come after their parents.
        for place in (0..strips.len()).rev() {
            let block = self.block(place);
            let children = self.children(place);
            strips[place] = if self.has_hanging(place) {
                let right = children.iter().map(|&c| self.hanging_width(c)).fold(0.0, f64::max);
                block / 2.0 + (right + SPACE - self.hook(place)).max(block / 2.0)
            } else {
                block.max(children.iter().map(|&child| strips[child]).sum())
            };
        }
        strips
    }

    fn lay_out(&self) -> Layout {
        let strips = self.strips();
        let count = strips.len();
        let mut spots = vec![Spot::default(); count];
        let mut lefts = vec![0.0; count];
        for place in 0..count {
            spots[place].width = self.node_width(place);
            let children = self.children(place);
            let inner: f64 = children.iter().map(|&child| strips[child]).sum();
            let mut left = lefts[place] + (strips[place] - inner).max(0.0) / 2.0;
            for &child in children {
                lefts[child] = left;
                left += strips[child];
            }
        }
        // A node is above the middle of its children, inside its strip.
        for place in (0..count).rev() {
            let (half, left) = (self.block(place) / 2.0, lefts[place]);
            let children = self.children(place);
            let middle = match (children.first(), children.last()) {
                _ if self.has_hanging(place) => left + half,
                (Some(&first), Some(&last)) => (spots[first].x + spots[last].x) / 2.0,
                _ => left + strips[place] / 2.0,
            };
            spots[place].x =
                middle.clamp(left + half, (left + strips[place] - half).max(left + half));
        }
        let levels = self.levels(&spots);
        let mut bottom = 0.0_f64;
        for place in 0..count {
            let (_, y) = levels[self.walk.places[place].ply];
            if !spots[place].hangs {
                spots[place].y = y;
                spots[place].top = y - notes_height(self.words[place].notes.len());
            }
            if self.has_hanging(place) {
                let Spot { x, y, .. } = spots[place];
                for (row, &child) in self.children(place).iter().enumerate() {
                    let y = y + SHAPE + 8.0 + HANGING * row as f64;
                    let x = x - self.hook(place);
                    let spot = &mut spots[child];
                    (spot.x, spot.y, spot.top, spot.hangs) = (x, y, y, true);
                    bottom = bottom.max(y + HANGING);
                }
            }
            bottom = bottom.max(spots[place].y + SHAPE);
        }
        Layout { spots, levels, size: (strips[0], bottom) }
    }

    /// The levels: the farther lines go to the side, the higher is the space for them.
    fn levels(&self, spots: &[Spot]) -> Vec<(f64, f64)> {
        let plies = self.walk.places.iter().map(|place| place.ply).max().unwrap_or(0) + 1;
        let (mut notes, mut reach) = (vec![0; plies], vec![0.0_f64; plies]);
        for (id, place) in self.walk.places.iter().enumerate() {
            if place.parent.is_some_and(|parent| self.has_hanging(parent)) {
                continue;
            }
            notes[place.ply] = notes[place.ply].max(self.words[id].notes.len());
            let aside = place.parent.map_or(0.0, |parent| (spots[parent].x - spots[id].x).abs());
            reach[place.ply] = reach[place.ply].max(aside);
        }
        let mut bottom = 0.0;
        (0..plies)
            .map(|ply| {
                let gap = if ply == 0 { 0.0 } else { (reach[ply] / 6.0).clamp(34.0, 96.0) };
                let top = bottom + gap;
                let y = top + notes_height(notes[ply]);
                bottom = y + SHAPE;
                (top, y)
            })
            .collect()
    }
}
