/// Track events and the descriptors of their tracks: what instrumented programs write. Reads them, decodes their
/// arguments ahead on another thread, and makes slices, counters, states and flows of them.
///
/// What a producer adds to them is given rows of its own by a `TrackEventExtension`, which lives with its subject and
/// is passed in.
package traceglass.ingest.perfetto.trackevent;
