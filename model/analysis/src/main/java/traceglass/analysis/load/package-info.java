/// Reads the data of tracks from a store: slices on their rows, samples of counters, states, the overview of the whole
/// trace.
///
/// In: nodes of the tree and connections to the store. Not in: which tracks there are, and what is drawn of them.
package traceglass.analysis.load;
