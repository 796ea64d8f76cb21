/// Flame graphs of slices, callstack samples and heap profiles: filters, drawing, comparison with a base, and export.
///
/// Graphs are computed by `traceglass.analysis.flame`. The subpackage computes layout and colors and writes SVG,
/// without JavaFX. No other package draws frames.
package traceglass.app.panel.flame;
