//! What pictures of trees are made of, as elements of an SVG image.

use super::layout::SHAPE;
use crate::lab::Cut;
use std::fmt::Write;

/// Colours that people with any colour vision can tell apart, as in the picture of `compare`.
pub const INK: &str = "#1d2329";
pub const PALE: &str = "#8a929b";
/// Cuts of alpha-beta, null windows and searches again, in the colours of the pages.
pub const DEEP: &str = "#c62828";
pub const NULL: &str = "#7b1fa2";
pub const AGAIN: &str = "#a85000";
pub const FAINT: &str = "#b9c0c7";
pub const LINE_FILL: &str = "#ffe9a8";

/// The elements of an image.
#[derive(Default)]
pub struct Canvas(pub String);

impl Canvas {
    /// `anchor` is start, middle or end.
    pub fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        color: &str,
        anchor: &str,
        bold: bool,
        text: &str,
    ) {
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{color}\" \
             text-anchor=\"{anchor}\"{weight}>{text}</text>"
        );
    }

    pub fn path(&mut self, points: &[(f64, f64)], color: &str, width: f64) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            self.0,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
            points.join("L")
        );
    }

    /// A square for the side that maximises, a circle for the other.
    pub fn node(
        &mut self,
        (x, y): (f64, f64),
        width: f64,
        is_max: bool,
        fill: &str,
        stroke: (&str, f64),
    ) {
        let (color, thick) = stroke;
        let paint = format!("fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"{thick}\"");
        let _ = if is_max {
            writeln!(
                self.0,
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{SHAPE}\" {paint}/>",
                x - width / 2.0
            )
        } else {
            writeln!(
                self.0,
                "<ellipse cx=\"{x:.1}\" cy=\"{:.1}\" rx=\"{:.1}\" ry=\"{}\" {paint}/>",
                y + SHAPE / 2.0,
                width / 2.0,
                SHAPE / 2.0
            )
        };
    }

    /// The mark of a cut through a line from one point to another: two bars, or a cross where
    /// only a null window cuts.
    pub fn strike(&mut self, from: (f64, f64), to: (f64, f64), cut: Cut) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (dx, dy) = (dx / length, dy / length);
        let (x, y) = mark(from, to);
        // A point so far along the line and so far across it.
        let at =
            |along: f64, across: f64| (x + along * dx - across * dy, y + along * dy + across * dx);
        let (bars, color) = match cut {
            Cut::AlphaBeta => ([[-4.5, -0.5], [0.5, 4.5]], DEEP),
            Cut::NullWindow => ([[-5.0, 5.0], [5.0, -5.0]], NULL),
        };
        for [near, far] in bars {
            self.path(&[at(near, -6.5), at(far, 6.5)], color, 2.4);
        }
    }

    /// What lies behind the mark of a cut that not every search makes.
    pub fn halo(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (x, y) = mark(from, to);
        let _ = writeln!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9.5\" fill=\"#fff3c9\" stroke=\"#b98900\" \
             stroke-width=\"1.5\"/>"
        );
    }
}

/// Where the mark of a cut is on a line: near its lower end, where lines that leave the same node
/// are apart.
fn mark(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
    let back = (14.0 / length).min(0.36);
    let at = |from: f64, to: f64| to + back * (from - to);
    (at(from.0, to.0), at(from.1, to.1))
}
