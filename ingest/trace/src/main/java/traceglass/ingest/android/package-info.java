/// Packets specific to Android: frames, displays and reports of its services.
///
/// Input: packets of Perfetto's format. Output: slices, counters and rows through the trackers. There is one class per
/// packet. Rules and names are those of Perfetto's trace processor.
package traceglass.ingest.android;
