/// Loading of tracks: lays out events in rows, collects samples of counters in arrays, and provides kinds of tracks
/// that one query can read.
///
/// The packages of the individual subjects define which tracks exist and how special kinds are read. Drawing is
/// elsewhere.
package traceglass.analysis.load;
