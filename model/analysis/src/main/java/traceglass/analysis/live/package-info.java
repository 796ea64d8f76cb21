/// Tracks of a trace while it is still being imported, from the tables in memory, with the keys of the finished tree.
///
/// Depends on the storage that an import fills, not on the store, which does not exist yet.
package traceglass.analysis.live;
