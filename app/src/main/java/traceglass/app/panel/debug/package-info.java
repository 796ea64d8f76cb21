/// Debug tracks: asking which columns of a result become what on the timeline, and making the tracks.
///
/// In: the parts of a window. Not in: how tracks are kept and read, see `traceglass.analysis.debug`.
package traceglass.app.panel.debug;
