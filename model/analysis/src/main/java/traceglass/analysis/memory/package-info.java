/// What processes keep in memory: profiles and dumps of heaps, mappings, snapshots.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [MemorySubject].
package traceglass.analysis.memory;
