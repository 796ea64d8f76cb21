package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.StackLayout;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.NodeEdits;

/// Table functions with public names that are computed before the statement runs.
public final class TableFunctions {
    private static final String LAYOUT = "experimental_slice_layout";

    private static final String LAYOUT_BY_ROW = " (SELECT TRY_CAST(split_part(tg_pair, ' ', 1) AS BIGINT) AS id,"
            + " TRY_CAST(split_part(tg_pair, ' ', 2) AS BIGINT) AS layout_depth FROM (SELECT"
            + " unnest(string_split(tg_slice_layout(string_agg(tg_s.id || ' ' || tg_s.ts || ' ' || tg_s.dur || ' '"
            + " || tg_s.depth || ' ' || coalesce(tg_s.parent_id, -1), ',' ORDER BY tg_s.id)), ',')) AS tg_pair FROM"
            + " (SELECT DISTINCT unnest(string_split(CAST((";
    private static final String LAYOUT_OF_TRACKS = ") AS VARCHAR), ',')) AS tg_track) AS tg_tracks JOIN slice AS tg_s"
            + " ON tg_s.track_id = TRY_CAST(tg_track AS BIGINT)) AS tg_pairs)";

    private TableFunctions() {}

    /// Implements `perfetto_table_info('table')`: id, table_name, name, col_type, nullable, sorted of each column,
    /// and of the hidden number of rows.
    ///
    /// As in the trace processor, integers have the smallest of the types uint32, int32 and int64 that fits all
    /// values, and an `id` counts from 0. `sorted` is 0 for an id, 1 if each value is the first row that has it, 2
    /// for other ascending columns, and 3 for all others.
    static List<Token> tableInfo(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        String table = call.string(0);
        Operators operators = call.operators();
        List<String[]> columns = operators.readTexts(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE lower(table_name) = lower("
                        + Token.quoteString(String.valueOf(table))
                        + ") AND table_name NOT IN (SELECT view_name FROM duckdb_views()) ORDER BY table_oid,"
                        + " column_index");
        if (table == null || columns.isEmpty()) {
            throw new SqlSyntaxException("no such table: " + table + " (views are not supported here)", call.name());
        }
        StringBuilder values = new StringBuilder();
        int id = 0;
        for (String[] column : columns) {
            String name = Token.quoteName(column[0]);
            boolean isWhole = column[1].contains("INT");
            String type =
                    isWhole ? "int64" : column[1].equals("DOUBLE") || column[1].equals("FLOAT") ? "double" : "string";
            String from = " FROM (SELECT " + name + " AS v, lag(" + name
                    + ") OVER (ORDER BY rowid) AS before, rowid AS r FROM " + Token.quoteName(table) + ")";
            String[] seen = operators
                    .readTexts("SELECT count(*) - count(v), count(*) FILTER (WHERE before > v OR v IS NULL)"
                            + (isWhole
                                    ? ", min(v), max(v), count(*) FILTER (WHERE v <> r), count(*) FILTER (WHERE v > r"
                                            + " OR v <> r AND v <> before)"
                                    : "")
                            + from)
                    .getFirst();
            boolean isSorted = seen[1].equals("0");
            boolean isId = isWhole && isSorted && seen[2] != null && seen[4].equals("0");
            if (isWhole && seen[2] != null) {
                long min = Long.parseLong(seen[2]);
                long max = Long.parseLong(seen[3]);
                type = isId
                        ? "id"
                        : min >= 0 && max <= 0xffffffffL
                                ? "uint32"
                                : min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE ? "int32" : "int64";
            }
            int order = isId ? 0 : !isSorted ? 3 : isWhole && seen[2] != null && seen[5].equals("0") ? 1 : 2;
            values.append(row(id++, table, column[0], type, seen[0].equals("0") ? 0 : 1, order))
                    .append(", ");
        }
        values.append(row(id, table, "_auto_id", "id", 0, 0));
        return call.text(
                "(SELECT * FROM (VALUES " + values + ") AS tg_info(id, table_name, name, col_type, nullable, sorted))");
    }

    private static String row(int id, String table, String name, String type, int nullable, int sorted) {
        return "(" + id + ", " + Token.quoteString(table) + ", " + Token.quoteString(name) + ", "
                + Token.quoteString(type) + ", " + nullable + ", " + sorted + ")";
    }

    /// Implements `experimental_slice_layout('track ids')`: id and layout_depth of the tracks' slices, whose
    /// stacks are arranged in shared rows: the tallest first, each in the first rows that are free.
    static List<Token> sliceLayout(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        String tracks = call.string(0);
        if (tracks == null) {
            throw new SqlSyntaxException(
                    "experimental_slice_layout takes track ids as text, separated by commas", call.name());
        }
        List<String> ids = Arrays.stream(tracks.split(","))
                .map(String::strip)
                .filter(s -> s.matches("\\d{1,10}"))
                .toList();
        String in = ids.isEmpty() ? "NULL" : String.join(", ", ids);
        LongRows slices = call.reader()
                .read(call.text(
                        "SELECT id, ts, dur, depth, parent_id FROM slice WHERE track_id IN (" + in + ") ORDER BY id"));
        return call.table(StackLayout.of(slices), "id", "layout_depth");
    }

    /// Returns whether a name is that of `experimental_slice_layout`.
    static boolean isLayout(String name) {
        return name.equalsIgnoreCase(LAYOUT);
    }

    /// Returns the query for a call of `experimental_slice_layout` whose tracks depend on a row of the outer query
    /// or on a parameter; null for other calls, which are computed before the query.
    ///
    /// @param edits edits of the statement, with those of the arguments
    static @Nullable List<Token> layoutByRow(Token name, CallArguments arguments, NodeEdits edits)
            throws SqlSyntaxException {
        List<Token> tracks = edits.tokens(arguments.span());
        boolean isDependent = !InlinedFunctions.areConstant(arguments) || Operators.dependsOnParameter(tracks);
        if (!isDependent || arguments.size() != 1) {
            return null;
        }
        List<Token> out = new ArrayList<>(SqlTokens.read(LAYOUT_BY_ROW, name.origin()));
        out.addAll(tracks);
        out.addAll(SqlTokens.read(LAYOUT_OF_TRACKS, name.origin()));
        return out;
    }

    /// Implements `experimental_flat_slice(start, end)`: at each time between the bounds the deepest slice of each
    /// track, and rows for the gaps between: id, ts, dur, track_id, category, name, arg_set_id, source_id.
    static List<Token> flatSlice(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        long start = call.scalar(0);
        long end = call.scalar(1);
        LongRows slices = call.reader()
                .read(call.text("SELECT id, ts, dur, depth, track_id FROM slice WHERE ts >= " + start + " AND ts < "
                        + end + " AND dur <> 0 ORDER BY id"));
        Map<Long, FlatTrack> tracks = new HashMap<>();
        LongRows out = new LongRows(4);
        for (int i = 0; i < slices.size(); i++) {
            long track = slices.get(4, i);
            if (slices.get(3, i) == 0 || tracks.containsKey(track)) {
                tracks.computeIfAbsent(track, t -> new FlatTrack(t, start, out))
                        .begin(slices.get(0, i), slices.get(1, i), slices.get(2, i));
            }
        }
        tracks.values().forEach(t -> t.finish(end));
        String flat = operatorsTable(call, out);
        return call.text(
                "(SELECT f.rowid AS id, f.ts, f.dur, f.track_id, s.category, s.name, s.arg_set_id, f.source_id, "
                        + start + " AS start_bound, " + end + " AS end_bound FROM " + flat
                        + " AS f LEFT JOIN slice AS s ON s.id = f.source_id ORDER BY f.rowid)");
    }

    private static String operatorsTable(OperatorCall call, LongRows rows) throws SQLException {
        return call.operators().table(rows, "ts", "dur", "track_id", "source_id");
    }

    /// Stack of open slices of one track.
    private static final class FlatTrack {
        private final long track;
        private final LongRows out;
        /// id, end
        private final List<long[]> open = new ArrayList<>();
        private long segmentStart;

        FlatTrack(long track, long start, LongRows out) {
            this.track = track;
            this.out = out;
            segmentStart = start;
        }

        void begin(long id, long ts, long dur) {
            closeUntil(ts);
            endSegment(ts);
            open.add(new long[] {id, dur == -1 ? Long.MAX_VALUE : ts + dur});
        }

        void finish(long end) {
            closeUntil(end);
            endSegment(end);
        }

        private void closeUntil(long ts) {
            while (!open.isEmpty() && open.getLast()[1] <= ts) {
                endSegment(open.getLast()[1]);
                open.removeLast();
            }
        }

        private void endSegment(long until) {
            out.add(segmentStart, until - segmentStart, track, open.isEmpty() ? LongRows.NULL : open.getLast()[0]);
            segmentStart = until;
        }
    }
}
