/// Information about the trace and its import rather than the traced system: statistics, metadata, a log of individual
/// problems, and periods of lost data.
package traceglass.ingest.tracker.stats;
