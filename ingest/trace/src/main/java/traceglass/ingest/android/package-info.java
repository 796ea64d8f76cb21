/// Packets that only Android writes: frames, display, and what its services report.
///
/// In: packets of Perfetto's format. Out: slices, counters and rows through the trackers. One class a packet; rules and
/// names are those of Perfetto's trace processor.
package traceglass.ingest.android;
