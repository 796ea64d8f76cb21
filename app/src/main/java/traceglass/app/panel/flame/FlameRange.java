package traceglass.app.panel.flame;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// A range of time on some tracks, for flame graphs.
///
/// @param start       ns
/// @param end         ns
/// @param traceEnd    ns; where what never ended is taken to end
/// @param sliceTracks `track_id`s
/// @param threads     `utid`s; empty for all
public record FlameRange(long start, long end, long traceEnd, List<Long> sliceTracks, List<Long> threads) {

    String list(Collection<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
