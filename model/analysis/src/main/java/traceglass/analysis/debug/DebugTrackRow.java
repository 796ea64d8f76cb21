package traceglass.analysis.debug;

import java.util.List;
import traceglass.analysis.events.Arg;

/// Row of a debug track.
///
/// @param dur duration, ns; −1 if it never ended, null for a sample
/// @param value value of a sample; null for a slice
/// @param track number of its track among the tracks of the query
/// @param columns columns of the query's result, and the arguments of its argument set
public record DebugTrackRow(
        String table, long id, long ts, Long dur, String name, Double value, long track, List<Arg> columns) {}
