/// Process memory: profiles and dumps of heaps, mappings, snapshots.
///
/// [MemorySubject] registers the tracks, event tables and flame graph sources.
package traceglass.analysis.memory;
