/// Track events and the descriptors of their tracks, written by instrumented programs. Reads them, prefetches their
/// arguments on another thread, and creates slices, counters, states and flows.
///
/// A `TrackEventExtension` stores producer-specific data in its own rows. Extensions are in the packages of their
/// subjects and are passed in.
package traceglass.ingest.perfetto.trackevent;
