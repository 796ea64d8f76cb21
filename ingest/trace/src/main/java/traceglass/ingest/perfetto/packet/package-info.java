/// Decoding of packets: splitting the trace, the fields of a packet, the state of its sequence (interned data,
/// defaults, losses), and the dependencies of packet parsers.
///
/// All packet parsers depend on this package. It depends neither on them nor on the reader that drives them.
package traceglass.ingest.perfetto.packet;
