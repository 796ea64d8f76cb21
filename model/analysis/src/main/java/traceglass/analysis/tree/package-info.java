/// Construction of the track tree: data about a trace (`TraceContents`), read with a few queries, and the draft that
/// subjects add their tracks to (`TrackProvider`).
///
/// The tracks are defined by the subjects; their data is read in `traceglass.analysis.load`.
package traceglass.analysis.tree;
