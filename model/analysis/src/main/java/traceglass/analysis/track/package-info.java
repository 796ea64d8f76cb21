/// Tracks: node in the tree, kind, style, and data as immutable primitive arrays.
///
/// Contains the common interface of all kinds of tracks and the context in which they are read. The kinds are in the
/// packages of their subjects, and the tree is built in `traceglass.analysis.tree`. Independent of JavaFX.
package traceglass.analysis.track;
