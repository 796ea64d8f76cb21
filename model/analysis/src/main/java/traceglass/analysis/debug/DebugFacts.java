package traceglass.analysis.debug;

import java.util.List;
import traceglass.analysis.events.Arg;

/// A row of a debug track.
///
/// @param dur ns, −1 when it never ended; null for a sample
/// @param value of a sample; null for a slice
/// @param track number of its track among those of the query
/// @param columns what the query answered, and the arguments that it named
public record DebugFacts(
        String table, long id, long ts, Long dur, String name, Double value, long track, List<Arg> columns) {}
