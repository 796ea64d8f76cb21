/// Clocks: snapshots, the graph they form, and conversion of any clock of a file to trace time.
package traceglass.ingest.tracker.clock;
