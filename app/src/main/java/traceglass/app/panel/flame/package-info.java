/// Flame graphs of slices or callstack samples in a selected range. [FlameTree] and [FlameLayout] are plain Java; the
/// other classes use JavaFX. No other package draws frames.
package traceglass.app.panel.flame;
