/// Packets that crossed the device's network interfaces.
///
/// In: packets of Perfetto's format. Out: slices and rows through the trackers; rules and names are those of Perfetto's
/// trace processor.
package traceglass.ingest.network;
