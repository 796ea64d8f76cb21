/// Packets written by GPU drivers.
///
/// Input: packets of Perfetto's format. Output: counters and slices through the trackers. There is one class per
/// packet. Rules and names are those of Perfetto's trace processor.
package traceglass.ingest.gpu;
