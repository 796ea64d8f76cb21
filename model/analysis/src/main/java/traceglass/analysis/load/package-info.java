/// Loading of tracks: lays out events in rows, collects samples of counters in arrays, and provides kinds of tracks
/// that one query can read.
///
/// Which tracks exist, and how special kinds are read, is defined by their subjects; drawing is elsewhere.
package traceglass.analysis.load;
