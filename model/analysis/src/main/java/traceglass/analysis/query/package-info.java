/// Queries on a trace: a pool of connections, cancellation, a log of statements with their times, and small helpers
/// that read a few rows.
package traceglass.analysis.query;
