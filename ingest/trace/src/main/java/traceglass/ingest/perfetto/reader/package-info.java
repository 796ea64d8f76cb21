/// Drives the reading of a Perfetto trace: each packet to the reader of its machine, its time by its clock, to its
/// parsers as it is read and again in order of time; and the packets of the tracing service itself.
///
/// The parsers are passed in: no subject but track events is known here.
package traceglass.ingest.perfetto.reader;
