/// Searches in loaded data: the next and previous event, the edge to snap to, the tracks to load ahead.
///
/// In: the paint state and its frames. Not in: moving, selecting and loading, which the callers do.
package traceglass.render.seek;
