/// Colors of slices by the user's rules and by the trace itself, and the filter that shows only matching slices.
///
/// Conditions are evaluated once for a trace, on a background thread; the result is applied to the data of each
/// track when it is loaded. The renderer sees only the color keys in [traceglass.analysis.track.SliceData].
package traceglass.analysis.coloring;
