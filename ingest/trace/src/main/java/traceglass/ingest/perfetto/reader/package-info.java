/// Reading of a Perfetto trace: passes each packet to the reader of its machine, converts its time, and calls its
/// parsers when it is read and again in time order. Also handles the packets of the tracing service itself.
///
/// The parsers are passed in; this package refers only to the one for track events.
package traceglass.ingest.perfetto.reader;
