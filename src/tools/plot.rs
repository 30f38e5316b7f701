//! The picture of a comparison: nodes over depth, on a logarithmic scale.

use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 600);

/// A line of the picture: its name and nodes at depth 1, 2 and so on.
pub type Line = (String, Vec<u64>);

/// Draws the lines as an SVG image.
///
/// # Errors
/// Says what the drawing library could not do.
pub fn nodes_over_depth(title: &str, lines: &[Line]) -> Result<String, String> {
    let mut svg = String::new();
    draw(SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title, lines)
        .map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw<B: DrawingBackend>(
    area: DrawingArea<B, plotters::coord::Shift>,
    title: &str,
    lines: &[Line],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    let depth = lines.iter().map(|(_, nodes)| nodes.len()).max().unwrap_or(1).max(2);
    let most = lines.iter().flat_map(|(_, nodes)| nodes).copied().max().unwrap_or(1).max(10);
    let least = lines.iter().flat_map(|(_, nodes)| nodes).copied().min().unwrap_or(1).max(1);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(20)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(
            1.0..depth as f64,
            (least as f64 * 0.8..most as f64 * 1.3).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .y_desc("nodes")
        .x_labels(depth)
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .y_label_formatter(&|&nodes| si(nodes))
        .label_style(("sans-serif", 14))
        .draw()?;
    for (index, (name, nodes)) in lines.iter().enumerate() {
        // Neighbours get hues far from each other, and every other line is thin.
        let color = HSLColor((index as f64 * 0.381_966) % 1.0, 0.75, 0.42);
        let style = color.stroke_width(if index % 2 == 0 { 3 } else { 2 });
        let points = nodes.iter().enumerate().map(|(at, &nodes)| (at as f64 + 1.0, nodes as f64));
        chart
            .draw_series(LineSeries::new(points, style).point_size(3))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(("sans-serif", 14))
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()
}

/// 20000 as 20 k.
fn si(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.0} G", n / 1e9),
        n if n >= 1e6 => format!("{:.0} M", n / 1e6),
        n if n >= 1e3 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_drawn_and_named() {
        let lines: Vec<Line> =
            (1..=3).map(|n| (format!("line {n}"), vec![20 * n, 400 * n, 8000 * n])).collect();
        let svg = nodes_over_depth("a <title>", &lines).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let one = nodes_over_depth("", &lines[..1]).unwrap();
        let strokes = |svg: &str| svg.matches("<polyline").count();
        assert!(strokes(&svg) >= strokes(&one) + 4, "line and legend");
        assert!(lines.iter().all(|(name, _)| svg.contains(name.as_str())));
        assert!(svg.contains("a &lt;title&gt;"));
        // Nothing to draw is no reason to fail.
        assert!(nodes_over_depth("", &[]).is_ok());
        assert!(nodes_over_depth("", &[("one".into(), vec![20])]).is_ok());
    }
}
