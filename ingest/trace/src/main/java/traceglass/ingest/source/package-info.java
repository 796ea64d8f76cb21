/// From a path to the traces in it: gzip, zstd, zip and tar, nested, in the order in which they must be read.
///
/// In: a file. Out: [traceglass.ingest.TraceInput]s, streamed, with bounded memory. What is damaged is read up to the
/// damage.
package traceglass.ingest.source;
