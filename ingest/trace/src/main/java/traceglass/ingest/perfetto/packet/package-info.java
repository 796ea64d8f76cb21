/// Packets out of bytes: splitting the trace, the fields of a packet, the state of its sequence (interned data,
/// defaults, losses), and what a packet parser works with.
///
/// Parsers of all subjects build on it. It knows none of them, nor the reader that drives them.
package traceglass.ingest.perfetto.packet;
