//! Curves as SVG images.

use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (1000, 600);
/// Of the names beside the curves, the place before them, and the width of a letter.
const MARK: usize = 70;
const LETTER: usize = 7;

/// A curve: its name and its values at x = 1, 2, ...
pub type Line = (String, Vec<f64>);

/// Colours that people with any colour vision can tell apart (M. Okabe and K. Ito, 2008), all
/// but the yellow, and a grey.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(120, 120, 120),
];

/// The labels of the axes and the format of the values.
struct Axes<'a> {
    x: &'a str,
    y: &'a str,
    format: fn(f64) -> String,
}

/// Draws ratios of nodes to those of `base` at depth 1, 2, ... as an SVG image.
///
/// # Errors
/// The message of the drawing library.
pub fn ratios_over_depth(title: &str, base: &str, lines: &[Line]) -> Result<String, String> {
    let format = |ratio| format!("{ratio:.1}");
    let y = &format!("nodes / {base}");
    curves(title, &Axes { x: "depth in plies", y, format }, lines)
}

/// Draws losses after 1, 2, ... epochs as an SVG image.
///
/// # Errors
/// The message of the drawing library.
pub fn loss_over_epochs(title: &str, lines: &[Line]) -> Result<String, String> {
    let format = |loss| format!("{loss:.5}");
    curves(title, &Axes { x: "epochs", y: "loss", format }, lines)
}

fn curves(title: &str, axes: &Axes<'_>, lines: &[Line]) -> Result<String, String> {
    let mut svg = String::new();
    draw(SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title, axes, lines)
        .map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw<B: DrawingBackend>(
    area: DrawingArea<B, plotters::coord::Shift>,
    title: &str,
    axes: &Axes<'_>,
    lines: &[Line],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    let longest = lines.iter().map(|(_, values)| values.len()).max().unwrap_or(1).max(2);
    let values =
        || lines.iter().flat_map(|(_, values)| values).copied().filter(|&value| value > 0.0);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    let (least, most) = if most > 0.0 { (least, most) } else { (0.0, 1.0) };
    let letters = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(60);
    let width = SIZE.0 as usize - MARK - LETTER * letters;
    let (plot, names) = area.titled(title, ("sans-serif", 20))?.split_horizontally(width as i32);
    let mut chart = ChartBuilder::on(&plot)
        .margin(20)
        .margin_right(5)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(1.0..longest as f64, least * 0.9..most * 1.1)?;
    chart
        .configure_mesh()
        .x_desc(axes.x)
        .y_desc(axes.y)
        .x_labels(longest.min(30))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|&y| (axes.format)(y))
        .label_style(("sans-serif", 14))
        .draw()?;
    for (index, (name, values)) in lines.iter().enumerate() {
        // After the colours have been used once, thinner and with hollow points.
        let is_first = index < COLORS.len();
        let color = COLORS[index % COLORS.len()];
        let style = color.stroke_width(if is_first { 3 } else { 1 });
        let points = values.iter().enumerate().map(|(at, &value)| (at as f64 + 1.0, value));
        let dots: Vec<_> = points
            .clone()
            .map(|point| {
                Circle::new(point, 4, if is_first { color.filled() } else { color.into() })
            })
            .collect();
        chart.draw_series(LineSeries::new(points, style))?;
        chart.draw_series(dots)?;
        // Beside the curves, where it covers none.
        let y = 30 + 22 * index as i32;
        names.draw(&PathElement::new([(18, y), (42, y)], style))?;
        let dot = if is_first { color.filled() } else { color.into() };
        names.draw(&Circle::new((30, y), 4, dot))?;
        names.draw(&Text::new(name.as_str(), (50, y - 7), ("sans-serif", 14)))?;
    }
    area.present()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_drawn_and_named() {
        let lines: Vec<Line> = (1..=3)
            .map(|n| (format!("line {n}"), [20, 400, 8000].map(|y| f64::from(y * n)).into()))
            .collect();
        let svg = ratios_over_depth("a <title>", "x", &lines).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let one = ratios_over_depth("", "x", &lines[..1]).unwrap();
        let points = |svg: &str| svg.matches("<circle").count();
        // One for each value, and one beside the name.
        assert_eq!((points(&one), points(&svg)), (4, 12));
        assert!(lines.iter().all(|(name, _)| svg.contains(name.as_str())));
        assert!(svg.contains("a &lt;title&gt;"));
        // An empty plot is not an error.
        assert!(ratios_over_depth("", "", &[]).is_ok());
        assert!(ratios_over_depth("", "x", &[("one".into(), vec![20.0])]).is_ok());
    }
}
