package traceglass.app.session;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// Searches a trace for a text: in the names of slices, in the names and values of their arguments, in who ran (threads
/// and processes; where nobody knows who ran, in whose slices there are), in the names of counters and in logs. A
/// number also finds the slice with that id, arguments of that value and the threads and processes with that number;
/// `/…/` is a regular expression. Case does not count.
public final class TraceSearch {

    private static final int MOST = 200_000;

    /// Fewer letters than this are in too many values of arguments.
    private static final int ARGS_FROM = 3;

    /// What is common to slices: kind, id, ts, dur, name, thread, tid, process, argument, on which track or CPU,
    /// and of which thread (utid).
    private static final String SLICES = """
        SELECT 0 AS kind, s.id, s.ts, s.dur, s.name, th.name AS thread, th.tid, coalesce(p.name, tp.name) AS process, %s AS arg, s.track_id AS place, t.utid AS who
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
          SELECT arg_set_id, any_value(key || ' = ' || coalesce(string_value, CAST(int_value AS VARCHAR), '')) AS found
          FROM __intrinsic_args WHERE %s GROUP BY arg_set_id
        ) AS a ON a.arg_set_id = s.arg_set_id\
        """;

    private static final String SCHED = """
        SELECT 1, s.id, s.ts, s.dur, th.name, th.name, th.tid, p.name, NULL, s.ucpu, s.utid
        FROM sched AS s
        JOIN thread AS th ON th.utid = s.utid
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE th.utid <> 0 AND (%s)
        """;

    /// Threads that are on no CPU of the trace are found by the first of their slices.
    private static final String THREADS = """
        SELECT 0, min_by(s.id, s.ts), min(s.ts), min_by(s.dur, s.ts), min_by(s.name, s.ts), any_value(th.name), any_value(th.tid), any_value(p.name),
          NULL, min_by(s.track_id, s.ts), th.utid
        FROM thread AS th
        JOIN __intrinsic_track AS t ON t.utid = th.utid
        JOIN slice AS s ON s.track_id = t.id
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE th.utid NOT IN (SELECT utid FROM sched WHERE utid IS NOT NULL) AND (%s)
        GROUP BY th.utid
        HAVING (%s) IS NOT TRUE
        """;

    /// A counter is found by its first sample.
    private static final String COUNTERS = """
        SELECT 2, min_by(c.id, c.ts), min(c.ts), 0, any_value(t.name), any_value(th.name), any_value(th.tid), any_value(coalesce(p.name, tp.name)),
          'counter', t.id, any_value(t.utid)
        FROM __intrinsic_track AS t
        JOIN counter AS c ON c.track_id = t.id
        LEFT JOIN thread AS th ON th.utid = t.utid
        LEFT JOIN process AS tp ON tp.upid = th.upid
        LEFT JOIN process AS p ON p.upid = t.upid
        WHERE t.event_type = 'counter' AND %s
        GROUP BY t.id
        """;

    private static final String LOGS = """
        SELECT 3, l.id, l.ts, 0, l.tag || ': ' || l.msg, th.name, th.tid, p.name, NULL, NULL, l.utid
        FROM __intrinsic_logs AS l
        LEFT JOIN thread AS th ON th.utid = l.utid
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE %s OR %s
        """;

    private TraceSearch() {}

    /// Where to search.
    ///
    /// @param start ns, first moment
    /// @param end ns, after the last moment
    /// @param tracks only on these; null for everywhere
    public record Scope(long start, long end, List<TrackNode> tracks) {

        public static final Scope ALL = new Scope(Long.MIN_VALUE, Long.MAX_VALUE, null);

        String condition() {
            StringBuilder sql = new StringBuilder();
            if (start != Long.MIN_VALUE || end != Long.MAX_VALUE) {
                sql.append("ts < ")
                        .append(end)
                        .append(" AND (ts >= ")
                        .append(start)
                        .append(" OR dur < 0 OR ts + dur > ")
                        .append(start)
                        .append(')');
            }
            if (tracks != null) {
                Set<Long> ids = new LinkedHashSet<>();
                Set<Long> cpus = new LinkedHashSet<>();
                Set<Long> threads = new LinkedHashSet<>();
                boolean logs = false;
                for (TrackNode node : tracks) {
                    switch (node.source()) {
                        case TrackSource.Slices s -> ids.addAll(s.trackIds());
                        case TrackSource.Counter c -> ids.add(c.trackId());
                        case TrackSource.CpuFrequency f -> ids.add(f.trackId());
                        case TrackSource.States s -> ids.add(s.trackId());
                        case TrackSource.CpuSched c -> cpus.add(c.ucpu());
                        case TrackSource.ThreadState t -> threads.add(t.utid());
                        case TrackSource.Events e -> logs |= e.table().equals("android_logs");
                        default -> {}
                    }
                }
                sql.append(sql.isEmpty() ? "" : " AND ")
                        .append("(kind IN (0, 2) AND place IN (")
                        .append(list(ids))
                        .append(") OR kind = 1 AND place IN (")
                        .append(list(cpus))
                        .append(") OR kind = 1 AND who IN (")
                        .append(list(threads))
                        .append(") OR kind = 3 AND ")
                        .append(logs)
                        .append(')');
            }
            return sql.isEmpty() ? "" : "WHERE " + sql + "\n";
        }

        private static String list(Set<Long> ids) {
            return ids.isEmpty()
                    ? "NULL"
                    : String.join(", ", ids.stream().map(String::valueOf).toList());
        }
    }

    /// Work for [QueryPool].
    public static QueryPool.Work<SearchHits> of(String text) {
        return of(text, Scope.ALL);
    }

    /// Work for [QueryPool].
    public static QueryPool.Work<SearchHits> of(String text, Scope scope) {
        return q -> run(q, text, scope);
    }

    private static SearchHits run(TraceQueries q, String text, Scope scope) throws java.sql.SQLException {
        boolean regex = text.length() > 2 && text.startsWith("/") && text.endsWith("/");
        String pattern = regex
                ? text.substring(1, text.length() - 1)
                : "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
        if (regex) {
            check(q, pattern);
        }
        try (PreparedStatement s = q.connection().prepareStatement(sql(text, regex, scope))) {
            q.cancellation().onCancel(() -> {
                try {
                    s.cancel();
                } catch (java.sql.SQLException e) {
                    // It ended by itself in the same moment.
                }
            });
            s.setString(1, pattern);
            try (ResultSet r = s.executeQuery()) {
                return read(r, text);
            }
        }
    }

    /// Whether an expression is one is asked by itself: else only a trace with something to compare it with would
    /// say so, in words of the database.
    private static void check(TraceQueries q, String pattern) throws java.sql.SQLException {
        try (PreparedStatement s = q.connection().prepareStatement("SELECT regexp_matches('x', $1, 'i')")) {
            s.setString(1, pattern);
            s.executeQuery().close();
        } catch (java.sql.SQLException e) {
            String said = String.valueOf(e.getMessage()).replaceFirst("^(?:[A-Z][A-Za-z ]*)?Error: ", "");
            throw new java.sql.SQLException("what is between the slashes is no regular expression (" + said + ')', e);
        }
    }

    private static String sql(String text, boolean regex, Scope scope) {
        String number = text.matches("[0-9]{1,18}") ? text : null;
        String inName = matches("s.name", regex);
        StringBuilder sql = new StringBuilder("SELECT * FROM (\n");
        sql.append(SLICES.formatted("NULL", "", inName + (number == null ? "" : " OR s.id = " + number)));
        if (text.length() >= ARGS_FROM) {
            sql.append("UNION ALL\n")
                    .append(SLICES.formatted(
                            "a.found",
                            ARGS.formatted(matches("string_value", regex) + " OR " + matches("key", regex)
                                    + (number == null ? "" : " OR int_value = " + number)),
                            "(" + inName + ") IS NOT TRUE"));
        }
        String who = matches("th.name", regex) + " OR " + matches("p.name", regex)
                + (number == null ? "" : " OR th.tid = " + number + " OR p.pid = " + number);
        sql.append("UNION ALL\n").append(SCHED.formatted(who));
        sql.append("UNION ALL\n").append(THREADS.formatted(who, matches("min_by(s.name, s.ts)", regex)));
        sql.append("UNION ALL\n").append(COUNTERS.formatted(matches("t.name", regex)));
        sql.append("UNION ALL\n").append(LOGS.formatted(matches("l.msg", regex), matches("l.tag", regex)));
        return sql.append(")\n")
                .append(scope.condition())
                .append("ORDER BY ts, kind, id\nLIMIT ")
                .append(MOST + 1)
                .toString();
    }

    private static String matches(String column, boolean regex) {
        return regex ? "regexp_matches(" + column + ", $1, 'i')" : column + " ILIKE $1 ESCAPE '\\'";
    }

    private static SearchHits read(ResultSet r, String text) throws java.sql.SQLException {
        byte[] tables = new byte[1024];
        long[] ids = new long[1024];
        long[] ts = new long[1024];
        long[] dur = new long[1024];
        String[] names = new String[1024];
        String[] where = new String[1024];
        int n = 0;
        boolean more = false;
        Set<Long> tracks = new LinkedHashSet<>();
        Set<Long> cpus = new LinkedHashSet<>();
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
            if (tables[n] == 1) {
                cpus.add(r.getLong(10));
            } else if (tables[n] != 3) {
                tracks.add(r.getLong(10));
            }
            n++;
        }
        return new SearchHits(
                text,
                Arrays.copyOf(tables, n),
                Arrays.copyOf(ids, n),
                Arrays.copyOf(ts, n),
                Arrays.copyOf(dur, n),
                Arrays.copyOf(names, n),
                Arrays.copyOf(where, n),
                more,
                tracks,
                cpus);
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
