package traceglass.render.item;

import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.text.NumberText;

/// One event on a track.
///
/// @param trackKey key of its track in the tree
/// @param table table of its id: `slice`, `sched`, `thread_state` or `counter`
/// @param id id in that table
/// @param ts start, ns
/// @param end end, ns; the start for instants; for a counter, the time of the next sample
/// @param name label
/// @param isUnfinished whether it never ended; `end` is then the end of the trace
public record TrackItem(String trackKey, String table, long id, long ts, long end, String name, boolean isUnfinished) {

    /// Returns an event of a slice track.
    ///
    /// @param event index in the data
    public static TrackItem of(TrackNode node, SliceData data, int event) {
        return new TrackItem(
                node.key(),
                node.kind().table(),
                data.id()[event],
                data.ts()[event],
                data.end()[event],
                data.names()[data.name()[event]],
                (data.flags()[event] & SliceData.UNFINISHED) != 0);
    }

    /// Returns a sample of a counter; its name is its value.
    ///
    /// @param sample index in the data
    /// @param traceEnd end of the last sample, ns
    public static TrackItem of(TrackNode node, CounterData data, int sample, long traceEnd) {
        long end = sample + 1 < data.size() ? data.ts()[sample + 1] : traceEnd;
        return new TrackItem(
                node.key(),
                node.kind().table(),
                data.id()[sample],
                data.ts()[sample],
                Math.max(end, data.ts()[sample]),
                NumberText.compact(data.value()[sample], data.unit()),
                false);
    }

    public long durNs() {
        return end - ts;
    }
}
