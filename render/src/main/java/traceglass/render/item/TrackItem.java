package traceglass.render.item;

/// One event on a track.
///
/// @param trackKey key of its track in the tree
/// @param table table of its id: `slice`, `sched`, `thread_state` or `counter`
/// @param id id in that table
/// @param ts start, ns
/// @param end end, ns; the start for instants; for a counter, the time of the next sample
/// @param name label
/// @param unfinished whether it never ended; `end` is then the end of the trace
public record TrackItem(String trackKey, String table, long id, long ts, long end, String name, boolean unfinished) {

    public long durNs() {
        return end - ts;
    }
}
