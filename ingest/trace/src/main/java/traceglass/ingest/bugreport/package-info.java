/// Text files of Android bug reports: dumpstate with its sections, battery statistics and logs.
///
/// Input: lines. Output: rows, counters and slices through the trackers. Rules and names are those of Perfetto's trace
/// processor.
package traceglass.ingest.bugreport;
