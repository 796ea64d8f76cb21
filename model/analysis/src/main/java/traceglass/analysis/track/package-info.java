/// What a track is, as plain data: its node in the tree, its kind, where its data comes from, and the data itself as
/// immutable primitive arrays.
///
/// In: nothing but arrays and text. Not in: queries, which are in `traceglass.analysis.load` and
/// `traceglass.analysis.tree`; nothing about drawing.
package traceglass.analysis.track;
