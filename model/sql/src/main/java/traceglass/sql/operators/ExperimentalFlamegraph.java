package traceglass.sql.operators;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// Implements `experimental_flamegraph(profile_type, ts, ts_constraint, upid, upid_group, focus_str)`: one profile
/// as a flame graph. The type is `graph` (a Java heap), `native` (a native heap up to a timestamp) or `perf`
/// (samples of processes within a time range).
final class ExperimentalFlamegraph {

    private static final String COLUMNS =
            "(id BIGINT, profile_type VARCHAR, ts_in BIGINT, ts_constraint VARCHAR, upid BIGINT, upid_group VARCHAR,"
                    + " focus_str VARCHAR, ts BIGINT, depth BIGINT, name VARCHAR, map_name VARCHAR, count BIGINT,"
                    + " cumulative_count BIGINT, size BIGINT, cumulative_size BIGINT, alloc_count BIGINT,"
                    + " cumulative_alloc_count BIGINT, alloc_size BIGINT, cumulative_alloc_size BIGINT, parent_id BIGINT,"
                    + " source_file VARCHAR, line_number BIGINT)";

    /// Maximum number of heap dumps for one query.
    private static final int MAX_HEAPS = 200;

    /// Index of the count among a frame's weights in [Frame].
    static final int COUNT = 0;
    static final int SIZE = 1;
    static final int ALLOC_COUNT = 2;
    static final int ALLOC_SIZE = 3;
    static final int WEIGHTS = 4;

    /// A merged frame; parents come before their children.
    static final class Frame {
        int parent = -1;
        int depth;
        String name;
        String mapping;
        String file;
        Long line;
        Long ts;
        long[] self = new long[WEIGHTS];
        long[] cumulative = new long[WEIGHTS];
    }

    private final Connection connection;
    private final Operators operators;
    private final String type;
    private final Long ts;
    private final String constraint;
    private final Long upid;
    private final String upidGroup;
    private final String focus;

    private ExperimentalFlamegraph(OperatorCall call, List<String> a) {
        operators = call.operators();
        connection = operators.connection();
        type = a.get(0);
        ts = a.get(1) == null ? null : Long.valueOf(a.get(1));
        constraint = a.get(2);
        upid = a.get(3) == null ? null : Long.valueOf(a.get(3));
        upidGroup = a.get(4);
        focus = a.get(5);
    }

    static List<Token> compute(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(6);
        try {
            if (isQualified(call.argument(1)) && isQualified(call.argument(3))) {
                return ofEachHeap(call);
            }
            ExperimentalFlamegraph f =
                    new ExperimentalFlamegraph(call, FlamegraphOperator.texts(call, call.arguments()));
            return call.text(f.write(f.focus(f.build())));
        } catch (IllegalArgumentException e) {
            throw new SqlSyntaxException("experimental_flamegraph: " + e.getMessage(), call.name());
        }
    }

    /// Returns whether an argument is a column of an outer query: `o.upid`.
    private static boolean isQualified(Expression argument) {
        return argument instanceof Expression.Column column && column.path().size() == 2;
    }

    /// Returns a query for a heap dump whose time and process are columns of an outer query: all dumps are
    /// computed, and the query selects one.
    private static List<Token> ofEachHeap(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> out = new ArrayList<>();
        for (String[] heap : call.operators()
                .readTexts("SELECT DISTINCT graph_sample_ts, upid FROM heap_graph_object ORDER BY ALL LIMIT "
                        + MAX_HEAPS)) {
            List<String> arguments = FlamegraphOperator.texts(
                    call,
                    List.of(
                            call.tokens(0),
                            call.text(heap[0]),
                            call.tokens(2),
                            call.text(heap[1]),
                            call.tokens(4),
                            call.tokens(5)));
            ExperimentalFlamegraph f = new ExperimentalFlamegraph(call, arguments);
            out.addAll(call.text((out.isEmpty() ? "(" : " UNION ALL ") + "SELECT * FROM " + f.write(f.focus(f.build()))
                    + " WHERE " + heap[0] + " = "));
            out.addAll(call.tokens(1));
            out.addAll(call.text(" AND " + heap[1] + " = "));
            out.addAll(call.tokens(3));
        }
        if (out.isEmpty()) {
            throw new IllegalArgumentException("the trace has no data for these arguments");
        }
        out.addAll(call.text(")"));
        return out;
    }

    private List<Frame> build() throws SQLException {
        if (ts == null && constraint == null) {
            throw new IllegalArgumentException("ts or ts_constraint must not be NULL");
        }
        if (upid == null && upidGroup == null) {
            throw new IllegalArgumentException("upid or upid_group must not be NULL");
        }
        boolean isOneDump = ts != null && upid != null;
        List<Frame> frames = switch (String.valueOf(type)) {
            case "graph" -> {
                if (!isOneDump) {
                    throw new IllegalArgumentException("profile type graph needs ts and upid");
                }
                yield new HeapFlamegraph(connection, upid, ts).build();
            }
            case "native" -> {
                if (!isOneDump) {
                    throw new IllegalArgumentException("profile type native needs ts and upid");
                }
                yield nativeHeap();
            }
            case "perf" -> samples();
            default ->
                throw new IllegalArgumentException("unknown profile type " + type + "; use graph, native or perf");
        };
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("the trace has no data for these arguments");
        }
        return frames;
    }

    private List<Frame> nativeHeap() throws SQLException {
        CallsiteFrames sites = new CallsiteFrames(connection, ts);
        boolean hasAny = false;
        try (Statement s = connection.createStatement();
                ResultSet r =
                        s.executeQuery("SELECT callsite_id, count, size FROM heap_profile_allocation WHERE upid = "
                                + upid + " AND ts <= " + ts + " ORDER BY id")) {
            while (r.next()) {
                hasAny = true;
                Frame f = sites.of(r.getInt(1));
                long count = r.getLong(2);
                long size = r.getLong(3);
                f.self[COUNT] += count;
                f.self[SIZE] += size;
                f.self[ALLOC_COUNT] += Math.max(count, 0);
                f.self[ALLOC_SIZE] += Math.max(size, 0);
            }
        }
        return hasAny ? sum(sites.frames()) : List.of();
    }

    private static long timeAfter(String operator, String condition) {
        try {
            if (!operator.isEmpty()) {
                return Long.parseLong(condition.substring(operator.length()).strip());
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("ts_constraint must consist of >=, <=, > or < and a time: " + condition);
    }

    private List<Frame> samples() throws SQLException {
        StringBuilder where = new StringBuilder();
        long from = 0;
        for (String c : constraint == null ? new String[0] : constraint.split(",")) {
            String operator = c.startsWith(">=") || c.startsWith("<=")
                    ? c.substring(0, 2)
                    : c.startsWith(">") || c.startsWith("<") ? c.substring(0, 1) : "";
            long time = timeAfter(operator, c);
            if (where.isEmpty()) {
                from = operator.equals(">") ? time + 1 : operator.equals("<") ? time - 1 : time;
            }
            where.append(" AND s.ts ").append(operator).append(' ').append(time);
        }
        Set<String> upids = new HashSet<>();
        for (String u : upid != null ? new String[] {upid.toString()} : upidGroup.split(",")) {
            if (u.strip().matches("\\d+")) {
                upids.add(u.strip());
            }
        }
        CallsiteFrames sites = new CallsiteFrames(connection, from);
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT s.callsite_id, s.ts FROM __intrinsic_profiler_sample AS s JOIN"
                        + " __intrinsic_profiler_task_context AS c ON c.id = s.task_context_id JOIN thread AS t ON"
                        + " t.utid = c.utid WHERE s.callsite_id IS NOT NULL AND t.upid IN ("
                        + (upids.isEmpty() ? "-1" : String.join(", ", upids))
                        + ")" + where + " ORDER BY s.id")) {
            while (r.next()) {
                Frame f = sites.of(r.getInt(1));
                f.self[COUNT]++;
                f.self[SIZE]++;
                f.ts = r.getLong(2);
            }
        }
        return sum(sites.frames());
    }

    /// Adds each frame's weights to all its ancestors.
    static List<Frame> sum(List<Frame> frames) {
        for (Frame f : frames) {
            f.cumulative = f.self.clone();
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame f = frames.get(i);
            for (int w = 0; w < WEIGHTS && f.parent >= 0; w++) {
                frames.get(f.parent).cumulative[w] += f.cumulative[w];
            }
        }
        return frames;
    }

    /// Keeps only frames whose names contain a string, with their ancestors and descendants.
    private List<Frame> focus(List<Frame> frames) {
        if (focus == null || focus.isEmpty()) {
            return frames;
        }
        String lowerFocus = focus.toLowerCase(Locale.ROOT);
        boolean[] isWithinMatch = new boolean[frames.size()];
        boolean[] included = new boolean[frames.size()];
        for (int i = 0; i < frames.size(); i++) {
            Frame f = frames.get(i);
            boolean matches = f.name != null && f.name.toLowerCase(Locale.ROOT).contains(lowerFocus);
            isWithinMatch[i] = matches || f.parent >= 0 && isWithinMatch[f.parent];
            for (int index = isWithinMatch[i] ? i : -1;
                    index >= 0 && !included[index];
                    index = frames.get(index).parent) {
                included[index] = true;
            }
        }
        List<Frame> out = new ArrayList<>();
        Map<Integer, Integer> positions = new HashMap<>();
        for (int i = 0; i < frames.size(); i++) {
            if (included[i]) {
                positions.put(i, out.size());
                Frame f = frames.get(i);
                f.parent = f.parent < 0 ? -1 : positions.get(f.parent);
                out.add(f);
            }
        }
        return sum(out);
    }

    private String write(List<Frame> frames) throws SQLException {
        String table = operators.newTable();
        operators.execute("CREATE OR REPLACE TEMP TABLE " + table + COLUMNS);
        try (DuckDBAppender out = connection.unwrap(DuckDBConnection.class).createAppender("temp", "main", table)) {
            for (int i = 0; i < frames.size(); i++) {
                Frame f = frames.get(i);
                out.beginRow();
                out.append((long) i).append(type);
                appendNumber(out, ts);
                out.append(constraint);
                appendNumber(out, upid);
                out.append(upidGroup).append(focus);
                appendNumber(out, f.ts == null ? ts : f.ts);
                out.append((long) f.depth).append(f.name).append(f.mapping);
                for (int w : new int[] {COUNT, SIZE, ALLOC_COUNT, ALLOC_SIZE}) {
                    out.append(f.self[w]).append(f.cumulative[w]);
                }
                appendNumber(out, f.parent < 0 ? null : (long) f.parent);
                out.append(f.file);
                appendNumber(out, f.line);
                out.endRow();
            }
        }
        return table;
    }

    private static void appendNumber(DuckDBAppender out, Long value) throws SQLException {
        if (value == null) {
            out.appendNull();
        } else {
            out.append(value.longValue());
        }
    }
}
