package traceglass.analysis.tree;

/// Puts the tracks of one kind into the tree. A new kind of track is one class like this and one line in
/// [TrackTreeBuilder].
interface TrackProvider {

    void addTo(TreeDraft tree, TraceFacts facts);
}
