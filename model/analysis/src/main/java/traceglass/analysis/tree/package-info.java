/// The tree of tracks while it is put together: what a trace has, read by a few queries, and the draft that subjects
/// add their tracks to (`TrackProvider`).
///
/// In: facts that queries on the store tell. Not in: which tracks there are, which the subjects say; the data of a
/// track, see `traceglass.analysis.load`.
package traceglass.analysis.tree;
