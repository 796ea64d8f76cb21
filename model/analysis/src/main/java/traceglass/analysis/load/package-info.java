/// Puts events of tracks on their rows and samples of counters into arrays, and the kinds of tracks that one query
/// gives.
///
/// In: rows of queries. Not in: which tracks there are, how one kind is read, which its subject says, and what is drawn
/// of them.
package traceglass.analysis.load;
