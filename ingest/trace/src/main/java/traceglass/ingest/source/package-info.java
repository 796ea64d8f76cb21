/// Discovery of traces in files: gzip, zstd, zip and tar containers, nested, in the order in which their contents must
/// be read.
///
/// Input: a file. Output: [traceglass.ingest.TraceInput]s, streamed with bounded memory. Damaged containers are read up
/// to the damage.
package traceglass.ingest.source;
