package traceglass.app.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/// Searches a trace for a text: in the names of slices and the values of their arguments, and for threads and processes in who
/// ran. A number also finds the slice with that id and the threads and processes with that number; `/…/` is a regular
/// expression. Case does not count.
public final class TraceSearch {

    private static final int MOST = 200_000;

    /// Fewer letters than this are in too many values of arguments.
    private static final int ARGS_FROM = 3;

    /// What is common to slices: kind, id, ts, dur, name, thread, tid, process, argument.
    private static final String SLICES = """
            SELECT 0 AS kind, s.id, s.ts, s.dur, s.name, th.name AS thread, th.tid, coalesce(p.name, tp.name) AS process, %s AS arg
            FROM slice AS s
            JOIN __intrinsic_track AS t ON t.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = t.utid
            LEFT JOIN process AS p ON p.upid = th.upid
            LEFT JOIN process AS tp ON tp.upid = t.upid
            %s
            WHERE %s
            """;

    private static final String ARGS = """
            JOIN (
              SELECT arg_set_id, any_value(key || ' = ' || string_value) AS found
              FROM __intrinsic_args WHERE %s GROUP BY arg_set_id
            ) AS a ON a.arg_set_id = s.arg_set_id""";

    private static final String SCHED = """
            SELECT 1, s.id, s.ts, s.dur, th.name, th.name, th.tid, p.name, NULL
            FROM sched AS s
            JOIN thread AS th ON th.utid = s.utid
            LEFT JOIN process AS p ON p.upid = th.upid
            WHERE th.utid <> 0 AND (%s)
            """;

    private TraceSearch() {}

    /// Work for [QueryPool].
    public static QueryPool.Work<SearchHits> of(String text) {
        return (connection, cancel) -> run(connection, cancel, text);
    }

    private static SearchHits run(Connection c, Cancellation cancel, String text) throws SQLException {
        boolean regex = text.length() > 2 && text.startsWith("/") && text.endsWith("/");
        String pattern = regex ? text.substring(1, text.length() - 1)
                : "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
        try (PreparedStatement s = c.prepareStatement(sql(text, regex))) {
            cancel.onCancel(() -> {
                try {
                    s.cancel();
                } catch (SQLException e) {
                    // It ended by itself in the same moment.
                }
            });
            s.setString(1, pattern);
            try (ResultSet r = s.executeQuery()) {
                return read(r, text);
            }
        }
    }

    private static String sql(String text, boolean regex) {
        String number = text.matches("[0-9]{1,18}") ? text : null;
        String inName = matches("s.name", regex);
        StringBuilder sql = new StringBuilder("SELECT * FROM (\n");
        sql.append(SLICES.formatted("NULL", "", inName + (number == null ? "" : " OR s.id = " + number)));
        if (text.length() >= ARGS_FROM) {
            sql.append("UNION ALL\n").append(SLICES.formatted("a.found", ARGS.formatted(matches("string_value", regex)),
                    "(" + inName + ") IS NOT TRUE"));
        }
        sql.append("UNION ALL\n").append(SCHED.formatted(matches("th.name", regex) + " OR " + matches("p.name", regex)
                + (number == null ? "" : " OR th.tid = " + number + " OR p.pid = " + number)));
        return sql.append(")\nORDER BY ts, kind, id\nLIMIT ").append(MOST + 1).toString();
    }

    private static String matches(String column, boolean regex) {
        return regex ? "regexp_matches(" + column + ", $1, 'i')" : column + " ILIKE $1 ESCAPE '\\'";
    }

    private static SearchHits read(ResultSet r, String text) throws SQLException {
        byte[] tables = new byte[1024];
        long[] ids = new long[1024];
        long[] ts = new long[1024];
        long[] dur = new long[1024];
        String[] names = new String[1024];
        String[] where = new String[1024];
        int n = 0;
        boolean more = false;
        while (r.next()) {
            if (n == MOST) {
                more = true;
                break;
            }
            if (n == ts.length) {
                int next = n * 2;
                tables = Arrays.copyOf(tables, next);
                ids = Arrays.copyOf(ids, next);
                ts = Arrays.copyOf(ts, next);
                dur = Arrays.copyOf(dur, next);
                names = Arrays.copyOf(names, next);
                where = Arrays.copyOf(where, next);
            }
            tables[n] = (byte) r.getInt(1);
            ids[n] = r.getLong(2);
            ts[n] = r.getLong(3);
            dur[n] = r.getLong(4);
            names[n] = r.getString(5) == null ? "" : r.getString(5);
            where[n] = where(r.getString(6), r.getString(7), r.getString(8), r.getString(9));
            n++;
        }
        return new SearchHits(text, Arrays.copyOf(tables, n), Arrays.copyOf(ids, n), Arrays.copyOf(ts, n), Arrays.copyOf(dur, n),
                Arrays.copyOf(names, n), Arrays.copyOf(where, n), more);
    }

    private static String where(String thread, String tid, String process, String arg) {
        StringBuilder out = new StringBuilder(arg == null ? "" : arg.length() > 80 ? arg.substring(0, 80) + "…" : arg);
        if (thread != null || tid != null) {
            out.append(out.isEmpty() ? "" : " · ").append(thread == null ? "thread" : thread);
        }
        if (tid != null) {
            out.append(' ').append(tid);
        }
        if (process != null && !process.equals(thread)) {
            out.append(out.isEmpty() ? "" : " · ").append(process);
        }
        return out.toString();
    }
}
