package traceglass.render.item;

/// One event on a track.
///
/// @param trackKey key of its track in the tree
/// @param table the table its id belongs to: `slice`, `sched`, `thread_state` or `counter`
/// @param id its id there
/// @param ts start, ns
/// @param end end, ns; the start for instants; for a counter, where the next sample is
/// @param name its label
/// @param unfinished it never ended; `end` is then the end of the trace
public record TrackItem(String trackKey, String table, long id, long ts, long end, String name, boolean unfinished) {

    public long durNs() {
        return end - ts;
    }
}
