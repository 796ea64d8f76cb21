/// What a track is: its node in the tree, its kind, how it is drawn, and its data as immutable primitive arrays.
///
/// In: what every kind of track says about itself, and what it is read with. Not in: the kinds, which are in the
/// packages of their subjects; how the tree is put together, which is in `traceglass.analysis.tree`; nothing of JavaFX.
package traceglass.analysis.track;
