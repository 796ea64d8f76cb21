/// Trace import: the interface that importers implement, and the state they share during an import.
///
/// Input: paths and byte streams. Output: a filled `TraceStorage`. An importer knows only its own format.
/// [ImportContext] creates the trackers and passes each its dependencies; trackers know neither the context nor any
/// format. The selection of an importer for a file is in `traceglass.ingest.open`, which depends on all formats; this
/// package must not depend on any of them.
package traceglass.ingest;
