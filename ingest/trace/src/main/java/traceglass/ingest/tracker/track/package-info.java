/// Tracks and what lies on them: slices, counters, states, the flows between slices, and the work of GPUs that flows
/// join. Events of a format become rows here.
package traceglass.ingest.tracker.track;
