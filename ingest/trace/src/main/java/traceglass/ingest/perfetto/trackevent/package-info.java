/// Track events and the descriptors of their tracks, written by instrumented programs. Reads them, prefetches their
/// arguments on another thread, and creates slices, counters, states and flows.
///
/// Producer-specific data is stored in its own rows by a `TrackEventExtension`, which belongs to its subject and is
/// passed in.
package traceglass.ingest.perfetto.trackevent;
