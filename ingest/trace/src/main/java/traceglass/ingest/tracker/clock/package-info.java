/// Clocks: what snapshots say of them, the graph that they make, and the way from any clock of a file to trace time.
package traceglass.ingest.tracker.clock;
