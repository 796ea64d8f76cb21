/// Tracks and their contents: slices, counters, states, the flows between slices, and GPU work connected by flows.
package traceglass.ingest.tracker.track;
