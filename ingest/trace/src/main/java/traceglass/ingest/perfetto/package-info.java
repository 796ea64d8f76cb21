/// Perfetto's protobuf traces: the importers, the registry of packet parsers, and the parsers of data about the trace
/// itself (metadata, the service's own trace, translation tables).
///
/// Input: [traceglass.ingest.TraceInput]. Output: rows, written through the trackers. A new packet needs a parser
/// class and a line in [PacketParsers], the only class that refers to all parsers. No parser may use this package.
package traceglass.ingest.perfetto;
