package traceglass.convert.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Callstack samples of a trace, by profiler and thread.
final class Samples {

    /// Samples of one profiler in one thread.
    ///
    /// @param source name of the profiler, such as `perf`
    /// @param utid utid of the thread; -1 for samples without a thread
    /// @param tid thread id; 0 if unknown, like pid
    record Track(String source, long utid, long tid, String thread, long pid, String process, long samples) {

        String title() {
            String name = thread.isEmpty() ? tid == 0 ? "no thread" : "thread " + tid : thread;
            return process.isEmpty() || process.equals(thread) ? name : process + ": " + name;
        }
    }

    /// Consumer of the samples of a track, in time order.
    interface Consumer {

        /// @param site callsite; -1 for a sample without a stack
        void onSample(long ts, int site) throws IOException;
    }

    private static final String FROM = """
             FROM __intrinsic_profiler_sample AS s
             LEFT JOIN __intrinsic_profiler_task_context AS c ON c.id = s.task_context_id
             LEFT JOIN thread AS t ON t.utid = c.utid
             LEFT JOIN process AS p ON p.upid = coalesce(c.upid, t.upid)\
            """;

    private final TraceRows rows;

    Samples(TraceRows rows) {
        this.rows = rows;
    }

    /// Returns the tracks with samples, ordered by profiler, process and thread. Profilers of time come before
    /// profilers of other events such as allocations and locks; among them, those with the most samples come first.
    List<Track> tracks() throws IOException, ConvertProblem {
        List<Track> tracks = new ArrayList<>();
        rows.query(
                """
                SELECT s.source, coalesce(t.utid, -1), coalesce(any_value(t.tid), 0), coalesce(any_value(t.name), ''),
                  coalesce(any_value(p.pid), 0), coalesce(any_value(p.name), ''), count(*),
                  sum(count(*)) OVER (PARTITION BY s.source)\
                """
                        + FROM + " GROUP BY s.source, t.utid"
                        + " ORDER BY coalesce(s.source, '') LIKE '%alloc%' OR coalesce(s.source, '') LIKE '%lock%',"
                        + " 8 DESC, s.source, 5, 3",
                c -> {
                    while (c.next()) {
                        tracks.add(new Track(
                                c.getString(0) == null ? "" : c.getString(0),
                                c.getLong(1),
                                c.getLong(2),
                                c.getString(3),
                                c.getLong(4),
                                c.getString(5),
                                c.getLong(6)));
                    }
                });
        return tracks;
    }

    /// Reads the samples of a track.
    void read(Track track, Consumer consumer) throws IOException, ConvertProblem {
        rows.query(
                "SELECT s.ts, coalesce(s.callsite_id, -1)" + FROM + " WHERE coalesce(s.source, '') = '"
                        + track.source().replace("'", "''") + "' AND coalesce(t.utid, -1) = " + track.utid()
                        + " ORDER BY s.ts, s.id",
                c -> {
                    while (c.next()) {
                        consumer.onSample(c.getLong(0), (int) c.getLong(1));
                    }
                });
    }
}
