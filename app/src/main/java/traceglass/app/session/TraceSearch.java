package traceglass.app.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/// Searches a trace for a text: in the names of slices, and for threads and processes in who ran.
public final class TraceSearch {

    private static final int MOST = 200_000;

    /// Both halves give table, id, ts, dur, name, thread, tid, process. The text is looked for as it is, in any case.
    private static final String SQL = """
            SELECT * FROM (
              SELECT 0 AS kind, s.id, s.ts, s.dur, s.name, th.name AS thread, th.tid, coalesce(p.name, tp.name) AS process
              FROM slice AS s
              JOIN __intrinsic_track AS t ON t.id = s.track_id
              LEFT JOIN thread AS th ON th.utid = t.utid
              LEFT JOIN process AS p ON p.upid = th.upid
              LEFT JOIN process AS tp ON tp.upid = t.upid
              WHERE s.name ILIKE ? ESCAPE '\\'
              UNION ALL
              SELECT 1, s.id, s.ts, s.dur, th.name, th.name, th.tid, p.name
              FROM sched AS s
              JOIN thread AS th ON th.utid = s.utid
              LEFT JOIN process AS p ON p.upid = th.upid
              WHERE th.utid <> 0 AND (th.name ILIKE ? ESCAPE '\\' OR p.name ILIKE ? ESCAPE '\\')
            )
            ORDER BY ts, kind, id
            LIMIT ?""";

    private TraceSearch() {}

    /// Work for [QueryPool].
    public static QueryPool.Work<SearchHits> of(String text) {
        return (connection, cancel) -> run(connection, cancel, text);
    }

    private static SearchHits run(Connection c, Cancellation cancel, String text) throws SQLException {
        String pattern = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
        try (PreparedStatement s = c.prepareStatement(SQL)) {
            cancel.onCancel(() -> {
                try {
                    s.cancel();
                } catch (SQLException e) {
                    // It ended by itself in the same moment.
                }
            });
            s.setString(1, pattern);
            s.setString(2, pattern);
            s.setString(3, pattern);
            s.setInt(4, MOST + 1);
            try (ResultSet r = s.executeQuery()) {
                return read(r, text);
            }
        }
    }

    private static SearchHits read(ResultSet r, String text) throws SQLException {
        byte[] tables = new byte[1024];
        long[] ids = new long[1024];
        long[] ts = new long[1024];
        long[] dur = new long[1024];
        String[] names = new String[1024];
        String[] where = new String[1024];
        int n = 0;
        while (r.next() && n < MOST) {
            if (n == ts.length) {
                int more = n * 2;
                tables = Arrays.copyOf(tables, more);
                ids = Arrays.copyOf(ids, more);
                ts = Arrays.copyOf(ts, more);
                dur = Arrays.copyOf(dur, more);
                names = Arrays.copyOf(names, more);
                where = Arrays.copyOf(where, more);
            }
            tables[n] = (byte) r.getInt(1);
            ids[n] = r.getLong(2);
            ts[n] = r.getLong(3);
            dur[n] = r.getLong(4);
            names[n] = r.getString(5) == null ? "" : r.getString(5);
            where[n] = where(r.getString(6), r.getString(7), r.getString(8));
            n++;
        }
        return new SearchHits(text, Arrays.copyOf(tables, n), Arrays.copyOf(ids, n), Arrays.copyOf(ts, n), Arrays.copyOf(dur, n),
                Arrays.copyOf(names, n), Arrays.copyOf(where, n), n == MOST);
    }

    private static String where(String thread, String tid, String process) {
        StringBuilder out = new StringBuilder(thread == null ? tid == null ? "" : "thread" : thread);
        if (tid != null) {
            out.append(' ').append(tid);
        }
        if (process != null && !process.equals(thread)) {
            out.append(out.isEmpty() ? "" : " · ").append(process);
        }
        return out.toString();
    }
}
