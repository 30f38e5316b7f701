//! The tree as books draw it: nodes and edges from top to bottom, squares for the side that
//! maximises and circles for the other, values in them and windows above, and the branches that
//! were cut off struck through.

use super::Tree;
use super::canvas::{AGAIN, Canvas, FAINT, INK, LINE_FILL, NULL, PALE};
use super::layout::{
    HOOK, LINE, Layout, NOTE, SHAPE, Spot, VALUE, Words, notes_height, text_width,
};
use super::walk::{Place, Walk};
use crate::lab::{Cut, Kind, TreeTooLarge};
use crate::types::Color;
use std::fmt::Write;

/// Space around the picture, and for the names of the levels.
const MARGIN: f64 = 20.0;
const NAMES: f64 = 46.0;
/// Height of a title with the line below it.
const TITLE: f64 = 58.0;
/// Of so many searches of a node the windows are shown.
const WINDOWS: usize = 3;

/// An SVG image of one search, or of several below each other with the same places.
///
/// # Errors
/// If more than `limit` nodes are to be drawn, those that were cut off among them.
pub fn svg(trees: &[Tree], limit: usize) -> Result<String, TreeTooLarge> {
    let walk = Walk::new(trees);
    if walk.places.len() > limit {
        return Err(TreeTooLarge { limit });
    }
    let lanes: Vec<Lane<'_>> = (0..trees.len()).map(|lane| Lane::new(&walk, lane)).collect();
    let words: Vec<Words> = (0..walk.places.len()).map(|place| widest(&lanes, place)).collect();
    let layout = Layout::new(&walk, &words);
    let mut out = Canvas::default();
    let (tree_width, tree_height) = layout.size;
    let titles = lanes.iter().flat_map(|lane| {
        let [name, facts] = lane.titles();
        [text_width(&name, 20.0), text_width(&facts, 13.0)]
    });
    let inner = titles.fold((tree_width + NAMES).max(640.0), f64::max);
    let left = MARGIN + NAMES + (inner - NAMES - tree_width) / 2.0;
    let mut top = MARGIN;
    for lane in &lanes {
        let [name, facts] = lane.titles();
        out.text((MARGIN, top + 18.0), 20.0, INK, "start", true, &name);
        out.text((MARGIN, top + 39.0), 13.0, "#4a535d", "start", false, &facts);
        let _ = writeln!(out.0, "<g transform=\"translate({left} {})\">", top + TITLE);
        lane.draw(&mut out, &layout);
        out.0.push_str("</g>\n");
        top += TITLE + tree_height + 26.0;
    }
    let bottom = legend(&mut out, &lanes, inner, top);
    let (width, height) = (inner + 2.0 * MARGIN, bottom + MARGIN);
    let about = trees[0].start();
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', \
         sans-serif\">\n<title>{}</title>\n<desc>{about}</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
        lanes.iter().map(|lane| lane.titles()[0].clone()).collect::<Vec<_>>().join("; "),
        out.0,
    ))
}

/// One of the searches.
struct Lane<'a> {
    walk: &'a Walk<'a>,
    lane: usize,
    line: Vec<bool>,
    /// By place, true if only this search cuts it off.
    alone: Vec<bool>,
}

impl<'a> Lane<'a> {
    fn new(walk: &'a Walk<'a>, lane: usize) -> Self {
        let mut alone = vec![false; walk.places.len()];
        for difference in walk.differences() {
            if difference.cuts.iter().any(|cut| cut.0 == lane) {
                difference.branches.iter().for_each(|(place, _)| alone[*place] = true);
            }
        }
        Self { walk, lane, line: walk.line(lane), alone }
    }

    fn is_alone(&self) -> bool {
        self.alone.contains(&true)
    }

    fn place(&self, place: usize) -> &'a Place {
        &self.walk.places[place]
    }

    fn visits(&self, place: usize) -> &'a [usize] {
        &self.place(place).visits[self.lane]
    }

    fn titles(&self) -> [String; 2] {
        let tree = &self.walk.lanes[self.lane];
        let counters = &tree.outcome.counters;
        let plural = |count: u64, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let leaves = match &tree.written {
            Some(written) => format!("{} of {} leaves", self.leaves(), written.size().1),
            None => plural(counters.leaves, "leaf", "leaves"),
        };
        let mut facts = format!(
            "{}, {leaves}, {}",
            plural(counters.nodes, "node", "nodes"),
            plural(counters.cuts, "cut", "cuts"),
        );
        if counters.null_cuts > 0 {
            let _ = write!(facts, ", {} of them only thanks to null windows", counters.null_cuts);
        }
        if counters.re_searches > 0 {
            let _ = write!(facts, ", {} searched again", counters.re_searches);
        }
        let value = self.walk.value((self.lane, 0));
        [format!("{}, depth {}, value {value}", tree.algorithm, tree.depth), facts]
    }

    /// The number of leaves that were visited, each counted once.
    fn leaves(&self) -> usize {
        let places = 0..self.walk.places.len();
        let is_leaf = |&place: &usize| self.place(place).children.is_empty();
        places.filter(is_leaf).filter(|&place| !self.visits(place).is_empty()).count()
    }

    /// The windows of the searches of a place, and how each was searched.
    fn windows(&self, place: usize) -> Vec<(String, Kind)> {
        let visits = self.visits(place);
        if self.place(place).children.is_empty() {
            return Vec::new();
        }
        let of = |&visit: &usize| {
            let kind = self.walk.lanes[self.lane].nodes[visit].kind;
            (self.walk.window((self.lane, visit)), kind)
        };
        let mut windows: Vec<_> = visits.iter().map(of).collect();
        if windows.len() > WINDOWS {
            let more = format!("\u{2026} {} more", windows.len() + 1 - WINDOWS);
            windows.splice(1..=windows.len() + 1 - WINDOWS, [(more, Kind::Open)]);
        }
        windows
    }

    /// The notes above a place: its move, unless the tree is a written one, and its windows.
    fn notes(&self, place: usize) -> Vec<(String, Kind)> {
        let is_chess = self.walk.lanes[0].written.is_none();
        let label = &self.place(place).label;
        let mv = (is_chess && !label.is_empty()).then(|| (label.clone(), Kind::Open));
        mv.into_iter().chain(self.windows(place)).collect()
    }

    /// The value found, or written at a leaf that was not searched.
    fn value(&self, place: usize) -> String {
        match (self.visits(place).last(), &self.place(place).leaf) {
            (Some(&visit), _) => self.walk.value((self.lane, visit)),
            (None, leaf) => leaf.clone().unwrap_or_default(),
        }
    }

    fn draw(&self, out: &mut Canvas, layout: &Layout) {
        for (ply, &(_, y)) in layout.levels.iter().enumerate() {
            let mut level = self.walk.places.iter().filter(|place| place.ply == ply);
            if level.any(|place| !place.children.is_empty()) {
                let name = if ply % 2 == 0 { "MAX" } else { "MIN" };
                out.text((-NAMES, y + SHAPE / 2.0 + 4.0), NOTE, PALE, "start", true, name);
            }
        }
        // The more a line says, the later it is drawn; nodes lie over lines.
        let weight = |&place: &usize| (self.line[place], !self.visits(place).is_empty());
        let mut edges: Vec<usize> = (1..self.walk.places.len()).collect();
        edges.sort_by_key(weight);
        edges.into_iter().for_each(|place| self.draw_edge(out, layout, place));
        (0..self.walk.places.len()).for_each(|place| self.draw_node(out, layout, place));
    }

    fn draw_edge(&self, out: &mut Canvas, layout: &Layout, place: usize) {
        let Some(parent) = self.place(place).parent else { return };
        let (from, to) = (layout.spots[parent], layout.spots[place]);
        let is_searched = !self.visits(place).is_empty();
        let (color, width) = match (self.line[place], is_searched) {
            (true, _) => (INK, 4.0),
            (_, true) => (INK, 1.4),
            _ => (FAINT, 1.4),
        };
        let start = if to.hangs { (to.x, from.y + SHAPE / 2.0) } else { (from.x, from.y + SHAPE) };
        let (near, far) = if to.hangs {
            let y = to.y + LINE / 2.0 + 3.0;
            ((to.x, y), (to.x + HOOK - 4.0, y))
        } else {
            (start, (to.x, layout.levels[self.place(place).ply].0))
        };
        let end = if to.hangs { far } else { (to.x, to.top) };
        out.path(&[start, near, far, end], color, width);
        if let Some(cut) = self.walk.struck(self.lane, place) {
            if self.alone[place] {
                out.halo(near, far);
            }
            out.strike(near, far, cut);
        }
    }

    fn draw_node(&self, out: &mut Canvas, layout: &Layout, place: usize) {
        let Spot { x, y, width, top, hangs } = layout.spots[place];
        let is_searched = !self.visits(place).is_empty();
        let (is_leaf, on_line) = (self.place(place).children.is_empty(), self.line[place]);
        let color = if is_searched { INK } else { PALE };
        let notes = self.notes(place);
        if hangs {
            let mut x = x + HOOK;
            for (note, _) in &notes {
                out.text((x, y + 14.0), NOTE, color, "start", false, note);
                x += text_width(note, NOTE) + 6.0;
            }
            self.draw_leaf(out, (x + width / 2.0, y + 10.0), width, color, on_line, place);
            return;
        }
        // The notes end at the node, and a line from above at the notes.
        let first = y - notes_height(notes.len());
        if first > top && place > 0 {
            out.path(&[(x, top), (x, first)], if is_searched { INK } else { FAINT }, 1.4);
        }
        for (row, (note, kind)) in notes.iter().enumerate() {
            let color = match kind {
                Kind::Null => NULL,
                Kind::Again => AGAIN,
                Kind::Open => color,
            };
            let y = first + LINE * (row + 1) as f64 - 3.0;
            out.text((x, y), NOTE, color, "middle", false, note);
        }
        if is_leaf {
            self.draw_leaf(out, (x, y + 11.0), width, color, on_line, place);
            return;
        }
        let fill = if on_line { LINE_FILL } else { "white" };
        let stroke = match (on_line, is_searched) {
            (true, _) => (INK, 3.0),
            (_, true) => (INK, 1.4),
            _ => (FAINT, 1.4),
        };
        let is_max = self.place(place).ply.is_multiple_of(2);
        out.node((x, y), width, is_max, fill, stroke);
        if is_searched {
            let value = self.value(place);
            out.text((x, y + SHAPE / 2.0 + 5.0), VALUE, INK, "middle", on_line, &value);
        }
    }

    /// A leaf is its value; the middle of it is given.
    fn draw_leaf(
        &self,
        out: &mut Canvas,
        (x, y): (f64, f64),
        width: f64,
        color: &str,
        on_line: bool,
        place: usize,
    ) {
        let fill = match (on_line, self.visits(place).is_empty()) {
            (true, _) => LINE_FILL,
            (_, false) => "#e6eaee",
            _ => "none",
        };
        let value = self.value(place);
        if value.is_empty() {
            return;
        }
        let _ = writeln!(
            out.0,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"18\" rx=\"4\" \
             fill=\"{fill}\"/>",
            x - width / 2.0,
            y - 9.0
        );
        out.text((x, y + 5.0), VALUE, color, "middle", on_line, &value);
    }
}

/// The widest words of all searches at a place: they have it at the same spot.
fn widest(lanes: &[Lane<'_>], place: usize) -> Words {
    let mut words = Words::default();
    for lane in lanes {
        for (row, (note, _)) in lane.notes(place).into_iter().enumerate() {
            match words.notes.get_mut(row) {
                None => words.notes.push(note),
                Some(known) if text_width(known, NOTE) < text_width(&note, NOTE) => *known = note,
                Some(_) => {}
            }
        }
        let value = lane.value(place);
        if text_width(&value, VALUE) > text_width(&words.value, VALUE) {
            words.value = value;
        }
    }
    words
}

/// What the signs mean, in lines as wide as the picture. Returns the lower end.
fn legend(out: &mut Canvas, lanes: &[Lane<'_>], width: f64, top: f64) -> f64 {
    let walk = lanes[0].walk;
    let places = || lanes.iter().flat_map(|lane| (0..walk.places.len()).map(move |p| (lane, p)));
    let has_struck = |cut| places().any(|(lane, place)| walk.struck(lane.lane, place) == Some(cut));
    let has_kind = |kind| {
        places().any(|(lane, place)| lane.windows(place).iter().any(|(_, other)| *other == kind))
    };
    let has_bounds = places().any(|(lane, p)| lane.value(p).starts_with(['\u{2264}', '\u{2265}']));
    let is_unsearched = |(lane, place): (&Lane<'_>, usize)| lane.visits(place).is_empty();
    let [max, min] = match (&walk.lanes[0].written, walk.lanes[0].nodes[0].position.side_to_move())
    {
        (Some(_), _) => ["MAX to move", "MIN to move"],
        (None, Color::White) => ["MAX: White to move", "MIN: Black to move"],
        (None, Color::Black) => ["MAX: Black to move", "MIN: White to move"],
    };
    let seen = if walk.is_own() {
        "values as the side to move sees them"
    } else if walk.lanes[0].written.is_some() {
        "values as MAX sees them"
    } else {
        "values in centipawns as MAX sees them"
    };
    let signs = [
        (Some(Sign::Node(true)), max, true),
        (Some(Sign::Node(false)), min, true),
        (Some(Sign::Line), "principal variation", true),
        (Some(Sign::Strike(Cut::AlphaBeta)), "cut off", has_struck(Cut::AlphaBeta)),
        (
            Some(Sign::Strike(Cut::NullWindow)),
            "cut off only thanks to a null window",
            has_struck(Cut::NullWindow),
        ),
        (
            Some(Sign::Alone),
            "cut off here, but not in every search",
            lanes.iter().any(Lane::is_alone),
        ),
        (Some(Sign::Faint), "not searched", places().any(is_unsearched)),
        (Some(Sign::Word("[\u{3b1}, \u{3b2}]", INK)), "window", true),
        (Some(Sign::Word("[\u{3b1}, \u{3b2}]", NULL)), "null window", has_kind(Kind::Null)),
        (Some(Sign::Word("[\u{3b1}, \u{3b2}]", AGAIN)), "searched again", has_kind(Kind::Again)),
        (Some(Sign::Word("\u{2264} \u{2265}", INK)), "at most, at least", has_bounds),
        (None, seen, true),
    ];
    let (mut x, mut y) = (MARGIN, top + 10.0);
    for (sign, words, _) in signs.into_iter().filter(|(.., is_there)| *is_there) {
        let mark = sign.as_ref().map_or(0.0, Sign::width);
        let end = mark + text_width(words, 12.0);
        if x > MARGIN && x + end > MARGIN + width {
            (x, y) = (MARGIN, y + 26.0);
        }
        if let Some(sign) = sign {
            sign.draw(out, (x, y));
        }
        out.text((x + mark, y + 4.0), 12.0, INK, "start", false, words);
        x += end + 22.0;
    }
    y + 12.0
}

/// A sign of the legend.
enum Sign {
    Node(bool),
    Line,
    Strike(Cut),
    Alone,
    Faint,
    Word(&'static str, &'static str),
}

impl Sign {
    /// With the space after it.
    fn width(&self) -> f64 {
        match self {
            Self::Word(word, _) => text_width(word, NOTE) + 6.0,
            _ => 34.0,
        }
    }

    /// At its left end and its middle height.
    fn draw(&self, out: &mut Canvas, (x, y): (f64, f64)) {
        let ends = [(x, y), (x + 26.0, y)];
        match *self {
            Self::Node(is_max) => {
                out.node((x + 13.0, y - SHAPE / 2.0), SHAPE, is_max, "white", (INK, 1.4));
            }
            Self::Line => out.path(&ends, INK, 4.0),
            Self::Faint => out.path(&ends, FAINT, 1.4),
            Self::Alone => out.halo(ends[0], ends[1]),
            Self::Strike(cut) => {
                out.path(&ends, FAINT, 1.4);
                out.strike(ends[0], ends[1], cut);
            }
            Self::Word(word, color) => out.text((x, y + 4.0), NOTE, color, "start", false, word),
        }
    }
}
