/// Reads Perfetto's protobuf trace format: packets out of bytes, the state of packet sequences, and one parser for each
/// kind of packet.
///
/// In: [traceglass.ingest.TraceInput]. Out: rows, through the trackers. What is common to several formats belongs in
/// `traceglass.ingest.tracker`. A new packet type is one [PacketParser] and one line in [PacketParsers].
package traceglass.ingest.perfetto;
