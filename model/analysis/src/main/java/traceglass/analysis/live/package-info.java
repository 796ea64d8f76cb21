/// Tracks of a trace while it is still being read, from the tables in memory, with the keys that the finished tree has.
///
/// In: the storage that an import fills. Not in: the store, which is not there yet.
package traceglass.analysis.live;
