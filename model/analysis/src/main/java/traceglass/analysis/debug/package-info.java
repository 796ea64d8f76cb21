/// Debug tracks: tracks that people make of the rows of a query, slices or samples of a counter.
///
/// In: SQL sessions and the track tree's nodes. Not in: how a person is asked what goes where, and how it is drawn.
package traceglass.analysis.debug;
