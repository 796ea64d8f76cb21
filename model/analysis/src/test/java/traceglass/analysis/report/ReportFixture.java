package traceglass.analysis.report;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Tables of a trace in an empty database, for reports that are compared with sums computed event by event.
public abstract class ReportFixture {

    protected static final long TRACE_END = 10_000;

    /// Slice, thread state or scheduling slice.
    ///
    /// @param dur duration in ns, or −1 if the event doesn't end
    /// @param owner track of a slice, thread of a state
    /// @param parent parent of a slice, CPU of a scheduling slice
    public record Event(long id, long ts, long dur, long owner, String name, Long parent) {

        /// Returns the part of the duration that lies in the range.
        public long part(AreaScope scope) {
            long end = dur < 0 ? scope.traceEnd() : ts + dur;
            return Math.min(end, scope.end()) - Math.max(ts, scope.start());
        }

        public boolean isIn(AreaScope scope) {
            return ts < scope.end() && (ts >= scope.start() || dur < 0 || ts + dur > scope.start());
        }
    }

    protected Connection connection;

    @BeforeEach
    protected void open() throws SQLException, QueryException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        run("""
            CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, track_id BIGINT, name VARCHAR, parent_id BIGINT, category VARCHAR);
            CREATE TABLE thread_state(id BIGINT, ts BIGINT, dur BIGINT, utid BIGINT, state VARCHAR, io_wait BIGINT, blocked_function VARCHAR, cpu BIGINT);
            CREATE TABLE sched(id BIGINT, ts BIGINT, dur BIGINT, utid BIGINT, ucpu BIGINT, cpu BIGINT GENERATED ALWAYS AS (ucpu));
            CREATE TABLE thread(utid BIGINT, tid BIGINT, name VARCHAR, upid BIGINT, is_idle BOOLEAN);
            CREATE TABLE process(upid BIGINT, pid BIGINT, name VARCHAR);
            CREATE TABLE track(id BIGINT, name VARCHAR);
            CREATE TABLE thread_track(id BIGINT, utid BIGINT);
            CREATE TABLE process_track(id BIGINT, upid BIGINT);
            CREATE TABLE counter(id BIGINT, ts BIGINT, track_id BIGINT, value DOUBLE);
            CREATE TABLE counter_track(id BIGINT, name VARCHAR, unit VARCHAR);
            CREATE TABLE process_counter_track(id BIGINT, upid BIGINT);
            CREATE TABLE thread_counter_track(id BIGINT, utid BIGINT);
            CREATE TABLE cpu_counter_track(id BIGINT, cpu BIGINT);
            INSERT INTO thread SELECT i, 100 + i, 'thread ' || i, i % 2, i = 0 FROM range(5) t(i);
            INSERT INTO process VALUES (0, 10, 'even'), (1, 11, 'odd');
            INSERT INTO track SELECT i, 'track ' || i FROM range(5) t(i);
            INSERT INTO thread_track SELECT i, i FROM range(4) t(i);
            """);
    }

    @AfterEach
    protected void close() throws SQLException, QueryException {
        connection.close();
    }

    protected final void run(String sql) throws SQLException, QueryException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    protected final RowStore query(AreaReport report, AreaScope scope, GroupBy grouping)
            throws SQLException, QueryException, IOException {
        return RowReader.query(new TraceQueries(connection), report.sql(scope, grouping));
    }

    protected static AreaScope scope(long start, long end) {
        return new AreaScope(
                start,
                end,
                TRACE_END,
                3,
                List.of(0L, 1L, 2L),
                List.of(1L, 2L, 3L),
                List.of(0L, 1L),
                List.of(7L, 8L),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    protected static String text(Map<String, long[]> sums) {
        StringBuilder out = new StringBuilder();
        sums.forEach((name, s) -> out.append(name)
                .append(' ')
                .append(java.util.Arrays.toString(s))
                .append('\n'));
        return out.toString();
    }
}
