/// What is said of the trace and of the import rather than of the system: statistics, metadata, notes of single
/// problems, and when data was lost.
package traceglass.ingest.tracker.stats;
