/// How traces get in: the seam that importers implement, what they share during an import, and the way from a file to a
/// store.
///
/// In: paths and streams of bytes. Out: a filled `TraceStorage`. An importer knows its format only; what is common to
/// all (processes, tracks, slices, clocks, order in time) is in `traceglass.ingest.tracker` and in
/// [traceglass.ingest.EventSorter].
package traceglass.ingest;
