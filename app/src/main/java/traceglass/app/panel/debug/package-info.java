/// Debug tracks: the form that maps result columns to track fields, and the creation of the tracks.
///
/// Tracks are stored and read by `traceglass.analysis.debug`.
package traceglass.app.panel.debug;
