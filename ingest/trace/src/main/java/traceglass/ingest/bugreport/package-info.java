/// What a bug report of Android holds as text: dumpstate with its sections, battery statistics, and logs.
///
/// In: lines. Out: rows, counters and slices through the trackers; rules and names are those of Perfetto's trace
/// processor.
package traceglass.ingest.bugreport;
