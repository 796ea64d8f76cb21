package traceglass.app.panel.area;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.slices.SliceSummary;
import traceglass.analysis.slices.SlicesReport;

/// Measures summaries of ranges over ten million generated slices: `AreaBench [SLICES [NAME|NAME_THREAD|…]]`.
final class AreaBench {

    private static final int TRACKS = 200;
    private static final int ROUNDS = 5;

    private AreaBench() {}

    public static void main(String[] args) throws Exception {
        long n = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        long end = n / TRACKS / 10 * 10_000;
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            createTables(c, n);
            SliceSummary summary = new SliceSummary();
            measureFirstQuery(c, n, new SlicesReport(summary), end);
            measurePrepared(c, n, end);
            for (SliceSummary.By by : args.length > 1
                    ? new SliceSummary.By[] {SliceSummary.By.valueOf(args[1])}
                    : SliceSummary.By.values()) {
                for (int share : new int[] {100, 50, 10, 1}) {
                    long start = share == 100 ? 50 : end / 3;
                    long length = share == 100 ? end - 100 : end * share / 100;
                    String label = "%3d%% of the time, by %-11s ".formatted(share, by);
                    if (share == 100) {
                        System.out.print(label);
                        measureFirst(c, n, summary, scope(start, start + length, end, TRACKS), by);
                    }
                    System.out.print(label);
                    measureLaterRanges(c, summary, start, length, end, by);
                }
            }
        }
    }

    private static void createTables(Connection c, long n) throws SQLException {
        try (Statement s = c.createStatement()) {
            // Each group of ten slices is nested like the frames of a program: one with three children,
            // each with two.
            s.execute("""
                CREATE TABLE slice AS
                SELECT i AS id, CAST(i %% %1$d // 10 * 10000 + CASE i %% 10 WHEN 0 THEN 0 WHEN 1 THEN 100 WHEN 2 THEN 200 WHEN 3 THEN 1200 WHEN 4 THEN 3100
                    WHEN 5 THEN 3200 WHEN 6 THEN 4200 WHEN 7 THEN 6100 WHEN 8 THEN 6200 ELSE 7200 END AS BIGINT) AS ts,
                  CAST(CASE WHEN i %% 10 = 0 THEN 9000 WHEN i %% 10 IN (1, 4, 7) THEN 2500 ELSE 500 + hash(i) %% 400 END AS BIGINT) AS dur,
                  CAST(i // %1$d AS INTEGER) AS track_id, 'name of slice ' || hash(i // 3) %% 2000 AS name,
                  CAST(CASE WHEN i %% 10 = 0 THEN NULL WHEN i %% 10 IN (1, 4, 7) THEN i - i %% 10 ELSE i - (i %% 10 - 1) %% 3 END AS INTEGER) AS parent_id,
                  CAST(CASE WHEN i %% 10 = 0 THEN 0 WHEN i %% 10 IN (1, 4, 7) THEN 1 ELSE 2 END AS INTEGER) AS depth, 'cat' AS category
                FROM range(%2$d) AS t(i)\
                """.formatted(n / TRACKS, n));
            s.execute("CREATE TABLE track AS SELECT i AS id, 'track ' || i AS name FROM range(200) t(i)");
            s.execute("CREATE TABLE thread_track AS SELECT i AS id, i AS utid FROM range(200) t(i)");
            s.execute("CREATE TABLE process_track(id BIGINT, upid BIGINT)");
            s.execute("CREATE TABLE thread AS SELECT i AS utid, i AS tid, 'thread ' || i AS name, i % 20 AS upid, false"
                    + " AS is_idle FROM range(200) t(i)");
            s.execute(
                    "CREATE TABLE process AS SELECT i AS upid, i AS pid, 'process ' || i AS name FROM range(20) t(i)");
        }
    }

    private static void measureFirstQuery(Connection c, long n, SlicesReport report, long end) throws Exception {
        double[] first = new double[1];
        long begin = System.nanoTime();
        report.read(
                new TraceQueries(c),
                scope(50, end - 50, end, TRACKS),
                GroupBy.NAME,
                e -> first[0] = first[0] == 0 ? (System.nanoTime() - begin) / 1e6 : first[0]);
        System.out.printf(
                "%d slices that have not been read yet: estimated after %.0f ms, exact after %.0f ms%n",
                n, first[0], (System.nanoTime() - begin) / 1e6);
    }

    private static void measurePrepared(Connection c, long n, long end) throws Exception {
        SliceSummary prepared = new SliceSummary();
        long preparing = System.nanoTime();
        prepared.prepare(new TraceQueries(c));
        while (n >= 500_000 && prepared.isStarted() && !prepared.isPrepared(SliceSummary.By.NAME)) {
            Thread.sleep(5);
        }
        System.out.printf("prepared in %.0f ms; then the first query", (System.nanoTime() - preparing) / 1e6);
        long queryStart = System.nanoTime();
        new SlicesReport(prepared).read(new TraceQueries(c), scope(50, end - 50, end, TRACKS), GroupBy.NAME, e -> {});
        System.out.printf(" takes %.0f ms%n", (System.nanoTime() - queryStart) / 1e6);
        prepared.clear();
    }

    private static void measureFirst(Connection c, long n, SliceSummary summary, AreaScope scope, SliceSummary.By by)
            throws Exception {
        double[] firstEstimate = new double[1];
        long from = System.nanoTime();
        new SlicesReport(summary)
                .read(
                        new TraceQueries(c),
                        scope,
                        grouping(by),
                        e -> firstEstimate[0] =
                                firstEstimate[0] == 0 ? (System.nanoTime() - from) / 1e6 : firstEstimate[0]);
        System.out.printf(
                "for the first time: estimated %4.0f ms, exact %4.0f ms",
                firstEstimate[0], (System.nanoTime() - from) / 1e6);
        while (n >= 500_000 && !summary.isRanked(by)) {
            Thread.sleep(5);
        }
        System.out.printf(", sorted by duration after %4.0f ms%n", (System.nanoTime() - from) / 1e6);
    }

    /// Queries ranges that overlap little with the one before, and then a range whose edges are dragged by a
    /// thousandth of its length.
    private static void measureLaterRanges(
            Connection c, SliceSummary summary, long start, long length, long end, SliceSummary.By by)
            throws Exception {
        double[] jump = new double[ROUNDS];
        double[] step = new double[4 * ROUNDS];
        long rows = 0;
        for (int i = 0; i < ROUNDS; i++) {
            millis(c, summary, scope(end / 2, end / 2 + 1000, end, TRACKS), by);
            jump[i] = millis(c, summary, scope(start, start + length - 13L * i, end, TRACKS), by);
        }
        for (int i = 0; i < step.length; i++) {
            long by1000 = length / 1000 * (i + 1);
            AreaScope scope = i % 2 == 0
                    ? scope(start, start + length - by1000, end, TRACKS)
                    : scope(start + by1000, start + length - length / 1000 * i, end, TRACKS);
            long from = System.nanoTime();
            rows = summary.read(new TraceQueries(c), scope, by, e -> {}).size();
            step[i] = (System.nanoTime() - from) / 1e6;
        }
        System.out.printf(
                "another range %4.0f ms (fastest %4.0f), a step of a drag %4.0f ms (fastest %4.0f, slowest"
                        + " %4.0f), %d rows%n",
                median(jump), jump[0], median(step), step[0], step[step.length - 1], rows);
    }

    private static GroupBy grouping(SliceSummary.By by) {
        return switch (by) {
            case NAME -> GroupBy.NAME;
            case NAME_THREAD -> GroupBy.NAME_THREAD;
            case THREAD -> GroupBy.THREAD;
            case PROCESS -> GroupBy.PROCESS;
            case CATEGORY -> GroupBy.CATEGORY;
        };
    }

    private static double millis(Connection c, SliceSummary summary, AreaScope scope, SliceSummary.By by)
            throws Exception {
        long from = System.nanoTime();
        summary.read(new TraceQueries(c), scope, by, e -> {});
        return (System.nanoTime() - from) / 1e6;
    }

    private static double median(double[] ms) {
        Arrays.sort(ms);
        return ms[ms.length / 2];
    }

    private static AreaScope scope(long start, long end, long traceEnd, int tracks) {
        return new AreaScope(
                start,
                end,
                traceEnd,
                tracks,
                LongStream.range(0, tracks).boxed().toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
