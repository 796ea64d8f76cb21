/// Which tracks a trace has and where they stand: one class for each subject adds its tracks to a draft of the tree
/// (`TrackProvider`), for some by the types in `track-groups.txt`.
///
/// In: facts that queries on the store tell. Not in: the data of a track, see `traceglass.analysis.load`.
package traceglass.analysis.tree;
