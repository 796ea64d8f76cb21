/// Searches in loaded data: the next and previous event, the edge to snap to, the tracks to load ahead.
///
/// Reads the paint state and its frames. Callers move, select and load.
package traceglass.render.seek;
