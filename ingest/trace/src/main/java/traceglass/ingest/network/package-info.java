/// Packets on the device's network interfaces.
///
/// Input: packets of Perfetto's format. Output: slices and rows through the trackers. Rules and names are those of
/// Perfetto's trace processor.
package traceglass.ingest.network;
