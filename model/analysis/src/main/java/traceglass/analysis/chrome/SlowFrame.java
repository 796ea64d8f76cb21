package traceglass.analysis.chrome;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// The frame of a Chromium trace that scripts delayed most, and the script call that delayed it.
///
/// @param frame from the start of the animation frame to its end
/// @param call id of the slice of the script call
/// @param script time range of the call
/// @param layouts number of times that the call computed the layout of the page
/// @param waitedNs time for which the thread waited for a CPU during the call
public record SlowFrame(TimeSpan frame, long call, TimeSpan script, int layouts, long waitedNs) {

    private static final String FRAME = """
        SELECT frame.ts, frame.dur, call.id, call.ts, call.dur, call.track_id, frame_track.utid
        FROM slice AS frame
        JOIN thread_track AS frame_track ON frame_track.id = frame.track_id
        JOIN thread_track AS call_track ON call_track.utid = frame_track.utid
        JOIN slice AS call ON call.track_id = call_track.id
        WHERE frame.name = 'AnimationFrame' AND call.name = 'FunctionCall'
          AND call.ts >= frame.ts AND call.ts + call.dur <= frame.ts + frame.dur
        ORDER BY call.dur DESC, call.id LIMIT 1
        """;

    private static final String LAYOUTS =
            "SELECT count(*) FROM slice WHERE track_id = ? AND name = 'Layout' AND ts >= ? AND ts < ?";

    private static final String WAITED = """
        SELECT coalesce(sum(least(ts + dur, ?) - greatest(ts, ?)), 0) FROM thread_state
        WHERE utid = ? AND state IN ('R', 'R+') AND ts < ? AND ts + dur > ?
        """;

    private record Found(TimeSpan frame, long call, TimeSpan script, long track, long utid) {}

    /// Finds the frame; empty if no script ran within an animation frame.
    public static Optional<SlowFrame> find(TraceQueries queries) throws QueryException {
        Optional<Found> frame = queries.first(
                FRAME,
                r -> new Found(
                        new TimeSpan(r.getLong(1), r.getLong(1) + r.getLong(2)),
                        r.getLong(3),
                        new TimeSpan(r.getLong(4), r.getLong(4) + r.getLong(5)),
                        r.getLong(6),
                        r.getLong(7)));
        if (frame.isEmpty()) {
            return Optional.empty();
        }
        Found f = frame.get();
        long start = f.script.start();
        long end = f.script.end();
        int layouts =
                queries.first(LAYOUTS, r -> r.getInt(1), f.track, start, end).orElse(0);
        long waited = queries.first(WAITED, r -> r.getLong(1), end, start, f.utid, end, start)
                .orElse(0L);
        return Optional.of(new SlowFrame(f.frame, f.call, f.script, layouts, waited));
    }
}
