/// Perfetto's protobuf traces: the importers, the registry of packet parsers, and the parsers of what is said of the
/// trace itself (metadata, the service's own trace, translation tables).
///
/// In: [traceglass.ingest.TraceInput]. Out: rows, through the trackers. A new packet is one parser class and one line
/// in [PacketParsers], which is the only class that knows all of them; no parser may use this room.
package traceglass.ingest.perfetto;
