/// Data of a timeline for an open trace: the tree of tracks that all subjects add to, their data, the track index, and
/// the minimap.
///
/// Depends on the combined subjects; a kind of track is defined by its subject.
package traceglass.analysis.timeline;
