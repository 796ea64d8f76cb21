/// Discovery of traces in files: compressed files and archives, possibly nested, in the order in which their contents
/// must be read.
///
/// Input: a file. Output: [traceglass.ingest.TraceInput]s, streamed with bounded memory. Damaged containers are read up
/// to the damage.
package traceglass.ingest.source;
