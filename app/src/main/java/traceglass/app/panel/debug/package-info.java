/// Debug tracks: the form that maps result columns to track fields, and the creation of the tracks.
///
/// How tracks are stored and read is in `traceglass.analysis.debug`.
package traceglass.app.panel.debug;
