package traceglass.analysis.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Creates debug tracks: runs the query once in the given session, so that it can use the session's own tables, and
/// stores its rows in a table shared by all connections to the trace. The tracks are read from that table, in the
/// order of track and time.
public final class DebugTrackCreator {

    /// Maximum number of tracks for the values of a pivot.
    public static final int MAX_TRACKS = 50;
    /// Maximum length of a track name in characters.
    private static final int MAX_NAME_LENGTH = 200;
    private static final String ROWS = "__debug_track_rows";
    private static final String VALUES = "__debug_track_values";
    /// Schema of tables shared by all connections; a session's own tables are in its `temp`.
    static final String SHARED = "memory.main.";

    private final SqlSession session;
    private final Function<List<String>, DebugTrackSpec> choice;
    private final String sql;
    private final String table;
    private final int number;
    private List<String> columns = List.of();
    private DebugTrackSpec spec;

    private DebugTrackCreator(
            SqlSession session, String sql, Function<List<String>, DebugTrackSpec> choice, int number) {
        this.session = session;
        this.sql = sql;
        this.choice = choice;
        this.number = number;
        table = DebugTracks.TABLE + number;
    }

    /// Runs the query and creates its tracks. Takes as long as the query; do not call on the JavaFX thread.
    /// Canceled by [SqlSession#cancel].
    ///
    /// @param number number that no other debug track of this trace has
    /// @throws SqlProblem if the query fails, or a column does not fit its role; positions in it refer to the query
    public static DebugTracks create(SqlSession session, DebugTrackSpec spec, int number) throws SqlProblem {
        return new DebugTrackCreator(session, spec.sql(), names -> spec, number).create();
    }

    /// Creates tracks with columns chosen by name.
    ///
    /// @param pivot name of the column whose distinct values become separate tracks, or null
    public static DebugTracks create(SqlSession session, String sql, String title, String pivot, int number)
            throws SqlProblem {
        return new DebugTrackCreator(
                        session,
                        sql,
                        names -> {
                            DebugTrackSpec suggested = DebugColumns.suggest(names, title, sql);
                            return pivot == null
                                    ? suggested
                                    : suggested.withPivot(
                                            names.indexOf(pivot) < 0 ? names.size() : names.indexOf(pivot));
                        },
                        number)
                .create();
    }

    /// Drops the table of tracks that are no longer shown.
    public static void drop(TraceQueries q, String table) throws QueryException {
        if (!DebugTracks.isTable(table)) {
            throw new IllegalArgumentException(table);
        }
        q.run("DROP TABLE IF EXISTS " + SHARED + table);
    }

    private DebugTracks create() throws SqlProblem {
        runQuery();
        try {
            checkColumns();
            execute("""
                CREATE OR REPLACE TEMP TABLE %s AS
                SELECT value, n AS rows, CASE WHEN ordinal <= %d THEN row_number() OVER (ORDER BY ordinal > %d, value) - 1 END AS track
                FROM (
                  SELECT value, count(*) AS n, row_number() OVER (ORDER BY count(*) DESC, value) AS ordinal
                  FROM (SELECT %s AS value FROM %s WHERE %s)
                  GROUP BY value
                )\
                """.formatted(VALUES, MAX_TRACKS, MAX_TRACKS, pivot(), ROWS, visibleRows()));
            execute(createTableSql());
            List<TrackNode> tracks = new ArrayList<>();
            long[] left = new long[1];
            long[] values = new long[1];
            read("SELECT track, value, rows FROM " + VALUES + " ORDER BY track NULLS LAST", cursor -> {
                values[0]++;
                if (cursor.getObject(0) == null) {
                    left[0] += cursor.getLong(2);
                } else {
                    long track = cursor.getLong(0);
                    tracks.add(track(track, spec.pivot() < 0 ? spec.title() : name(cursor.getString(1))));
                }
            });
            if (tracks.isEmpty()) {
                drop();
                throw problem(DebugTexts.NO_ROWS);
            }
            long rows = count("SELECT count(*) FROM " + SHARED + table);
            long rowsWithoutTime = count("SELECT count(*) FROM " + ROWS + " WHERE NOT (" + visibleRows() + ")");
            TrackNode node = spec.pivot() < 0
                    ? tracks.getFirst()
                    : new TrackNode(
                            DebugTracks.GROUP + "/" + number,
                            TrackGroup.GROUP,
                            spec.title(),
                            "",
                            List.of(),
                            DebugTexts.groupSummary(tracks.size(), values[0], columns.get(spec.pivot())),
                            "",
                            true,
                            tracks);
            return new DebugTracks(spec, table, node, rows, rowsWithoutTime, values[0], left[0]);
        } finally {
            dropTemporaryTables();
        }
    }

    private void runQuery() throws SqlProblem {
        try {
            // The query starts on a new line, so that columns in its error positions are correct.
            session.run("CREATE OR REPLACE TEMP TABLE " + ROWS + " AS\n" + sql.strip(), cursor -> {});
        } catch (SqlProblem e) {
            throw e.withoutFirstLines(1);
        }
    }

    private void checkColumns() throws SqlProblem {
        List<String> problems = new ArrayList<>();
        session.runUntranslated(
                "SELECT * FROM " + ROWS + " LIMIT 0",
                cursor -> cursor.columns().stream().map(ResultColumn::name).forEach(problems::add));
        columns = problems;
        spec = choice.apply(columns);
        int[] indexes = {spec.ts(), spec.dur(), spec.name(), spec.value(), spec.color(), spec.pivot(), spec.args()};
        for (int column : indexes) {
            if (column >= columns.size()) {
                throw problem(DebugTexts.noColumn(columns));
            }
        }
        boolean isCounter = spec.kind() == DebugTrackSpec.Kind.COUNTER;
        if (spec.ts() < 0 || isCounter && spec.value() < 0) {
            throw problem(spec.ts() < 0 ? DebugTexts.CHOOSE_TIME : DebugTexts.CHOOSE_VALUE);
        }
        for (int column : isCounter ? new int[] {spec.ts(), spec.value()} : new int[] {spec.ts(), spec.dur()}) {
            if (column >= 0
                    && count("SELECT count(*) FROM (SELECT " + quoted(column) + " AS v FROM " + ROWS
                                    + ") WHERE v IS NOT NULL AND TRY_CAST(v AS DOUBLE) IS NULL")
                            > 0) {
                throw problem(DebugTexts.notNumbers(columns.get(column)));
            }
        }
    }

    /// Returns the statement that creates the shared table.
    private String createTableSql() {
        StringBuilder sql = new StringBuilder("CREATE TABLE ")
                .append(SHARED)
                .append(table)
                .append(" AS SELECT row_number() OVER (ORDER BY v.track, r.ts, ")
                .append(
                        spec.kind() == DebugTrackSpec.Kind.SLICES
                                ? "CASE WHEN r.dur < 0 THEN 9223372036854775807 ELSE r.dur END DESC, "
                                : "")
                .append("r.n) - 1 AS id, CAST(v.track AS BIGINT) AS track, r.* EXCLUDE (n, of_value) FROM (SELECT"
                        + " row_number() OVER () AS n, ")
                .append(pivot())
                .append(" AS of_value, ")
                .append(integerColumn(spec.ts()))
                .append(" AS ts");
        if (spec.kind() == DebugTrackSpec.Kind.COUNTER) {
            sql.append(", TRY_CAST(").append(quoted(spec.value())).append(" AS DOUBLE) AS value");
        } else {
            String dur = spec.dur() < 0
                    ? "CAST(0 AS BIGINT)"
                    : "greatest(coalesce(" + integerColumn(spec.dur()) + ", -1), -1)";
            sql.append(", ")
                    .append(dur)
                    .append(" AS dur, ")
                    .append(
                            spec.name() < 0
                                    ? text(spec.title())
                                    : "coalesce(CAST(" + quoted(spec.name()) + " AS VARCHAR), '')")
                    .append(" AS name, ")
                    .append(
                            spec.color() < 0
                                    ? "CAST(NULL AS VARCHAR)"
                                    : "CAST(" + quoted(spec.color()) + " AS VARCHAR)")
                    .append(" AS color, ")
                    .append(spec.args() < 0 ? "CAST(NULL AS BIGINT)" : integerColumn(spec.args()))
                    .append(" AS arg_set_id");
        }
        for (int i = 0; i < columns.size(); i++) {
            sql.append(", ").append(quoted(i)).append(" AS ").append(quote("raw_" + columns.get(i)));
        }
        return sql.append(" FROM ")
                .append(ROWS)
                .append(" WHERE ")
                .append(visibleRows())
                .append(") AS r JOIN ")
                .append(VALUES)
                .append(" AS v ON v.value IS NOT DISTINCT FROM r.of_value WHERE v.track IS NOT NULL ORDER BY id")
                .toString();
    }

    /// Returns the condition for rows that appear on a track: those with a time, and for counters also a value.
    private String visibleRows() {
        String time = integerColumn(spec.ts()) + " IS NOT NULL";
        return spec.kind() == DebugTrackSpec.Kind.SLICES
                ? time
                : time + " AND TRY_CAST(" + quoted(spec.value()) + " AS DOUBLE) IS NOT NULL";
    }

    private TrackNode track(long track, String name) {
        return TrackNode.of(
                DebugTracks.trackKey(table, track),
                spec.kind() == DebugTrackSpec.Kind.COUNTER
                        ? new DebugCounter(table, track)
                        : new DebugSlices(table, track),
                name);
    }

    private static String name(String value) {
        String text = value == null ? "NULL" : value.isEmpty() ? DebugTexts.EMPTY_VALUE : value;
        return text.length() > MAX_NAME_LENGTH ? text.substring(0, MAX_NAME_LENGTH) + "…" : text;
    }

    private String pivot() {
        return spec.pivot() < 0 ? "0" : quoted(spec.pivot());
    }

    private String integerColumn(int column) {
        return "TRY_CAST(" + quoted(column) + " AS BIGINT)";
    }

    private String quoted(int column) {
        return quote(columns.get(column));
    }

    private static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    private void drop() throws SqlProblem {
        execute("DROP TABLE IF EXISTS " + SHARED + table);
    }

    private void dropTemporaryTables() {
        for (String name : List.of(ROWS, VALUES)) {
            try {
                execute("DROP TABLE IF EXISTS temp." + name);
            } catch (SqlProblem e) {
                // The table is dropped when the session ends.
            }
        }
    }

    private void execute(String sql) throws SqlProblem {
        session.runUntranslated(sql, cursor -> {});
    }

    private interface Row {
        void read(ResultCursor cursor) throws QueryException;
    }

    private void read(String sql, Row row) throws SqlProblem {
        session.runUntranslated(sql, cursor -> {
            while (cursor.next()) {
                row.read(cursor);
            }
        });
    }

    private long count(String sql) throws SqlProblem {
        long[] count = new long[1];
        read(sql, cursor -> count[0] = cursor.getLong(0));
        return count[0];
    }

    private static SqlProblem problem(String text) {
        return new SqlProblem(text, 0, 0, 0, false, null);
    }
}
