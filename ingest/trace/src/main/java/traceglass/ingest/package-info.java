/// How traces get in: the seam that importers implement, and what they share during an import.
///
/// In: paths and streams of bytes. Out: a filled `TraceStorage`. An importer knows its format only. [ImportContext]
/// makes the trackers and hands each what it works with; trackers themselves know neither it nor a format. The way from
/// a file to its importer is in `traceglass.ingest.open`, above all formats: nothing here may know one of them.
package traceglass.ingest;
