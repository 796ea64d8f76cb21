/// Packets that GPU drivers write.
///
/// In: packets of Perfetto's format. Out: counters and slices through the trackers. One class a packet; rules and names
/// are those of Perfetto's trace processor.
package traceglass.ingest.gpu;
