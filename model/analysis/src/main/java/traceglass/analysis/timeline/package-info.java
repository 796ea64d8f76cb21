/// Everything that a timeline needs of a trace that was opened: the tree of tracks that all subjects add to, their
/// data, their place by what is on them, and the minimap.
///
/// In: subjects, as a whole. Not in: what a track is, which its subject says.
package traceglass.analysis.timeline;
