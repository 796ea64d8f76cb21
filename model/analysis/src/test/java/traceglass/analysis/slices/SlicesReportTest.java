package traceglass.analysis.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportFixture;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.slices.sums.Quantiles;
import traceglass.analysis.slices.sums.SliceArrays;
import traceglass.analysis.slices.sums.SliceSums;
import traceglass.sql.result.QueryException;

/// Compares the slices report with sums computed event by event, and tests its first estimates.
public class SlicesReportTest extends ReportFixture {

    /// Inserts slices and their children; the last ones never end.
    private List<Event> slices(Random random) throws SQLException, QueryException {
        List<Event> events = new ArrayList<>();
        long id = 0;
        for (int track = 0; track < 4; track++) {
            long ts = 0;
            while (ts < TRACE_END - 600) {
                ts += random.nextInt(200);
                long dur = 1 + random.nextInt(400);
                Event parent = new Event(id++, ts, dur, track, "name " + random.nextInt(4), null);
                events.add(parent);
                long time = ts;
                while (random.nextInt(3) > 0 && time < ts + dur - 4) {
                    long child = random.nextInt((int) (ts + dur - time) / 2);
                    events.add(new Event(id++, time, child, track, "child " + random.nextInt(2), parent.id()));
                    time += child + 1;
                }
                ts += dur;
            }
            events.add(new Event(id++, TRACE_END - 150, -1, track, "endless", null));
        }
        for (Event e : events) {
            run("INSERT INTO slice VALUES (%d, %d, %d, %d, '%s', %s, 'cat' || hash('%5$s') %% 2)"
                    .formatted(e.id(), e.ts(), e.dur(), e.owner(), e.name(), e.parent()));
        }
        return events;
    }

    @Test
    void sumsUpSlicesByNameAndClipsThemAtTheEdges() throws SQLException, QueryException, IOException {
        Random random = new Random(11);
        List<Event> slices = slices(random);
        for (int round = 0; round < 12; round++) {
            long start = random.nextInt((int) TRACE_END);
            AreaScope scope = scope(start, start + 1 + random.nextInt((int) TRACE_END - (int) start));
            Map<String, long[]> expected = new TreeMap<>();
            for (Event e : slices) {
                if (e.owner() < 3 && e.isIn(scope)) {
                    long children = slices.stream()
                            .filter(c -> c.parent() != null && c.parent() == e.id() && c.isIn(scope))
                            .mapToLong(c -> c.part(scope))
                            .sum();
                    long[] sum = expected.computeIfAbsent(e.name(), n -> new long[] {0, 0, 0, Long.MAX_VALUE, 0});
                    long part = e.part(scope);
                    sum[0]++;
                    sum[1] += part;
                    sum[2] += part - children;
                    sum[3] = Math.min(sum[3], part);
                    sum[4] = Math.max(sum[4], part);
                }
            }
            RowStore rows = query(new SlicesReport(), scope, GroupBy.NAME);
            Map<String, long[]> found = new TreeMap<>();
            for (int i = 0; i < rows.size(); i++) {
                found.put(rows.getText(i, 0), new long[] {
                    rows.getLong(i, 1),
                    rows.getLong(i, 2),
                    rows.getLong(i, 3),
                    rows.getLong(i, 5),
                    rows.getLong(i, rows.column("max"))
                });
                assertEquals(rows.getDouble(i, 2) / rows.getDouble(i, 1), rows.getDouble(i, 4), 1e-6);
            }
            assertEquals(text(expected), text(found));
            assertEquals(rows.columns(), new SlicesReport().columns(rows).size());
            assertEquals(
                    new SlicesReport().columns(rows).size(),
                    new SlicesReport().summary(rows).size());
        }
    }

    @Test
    void separatesSlicesOfOneNameByThread() throws SQLException, QueryException, IOException {
        slices(new Random(12));
        SlicesReport report = new SlicesReport();
        RowStore byName = query(report, scope(0, TRACE_END), GroupBy.NAME);
        for (GroupBy grouping : report.groupings()) {
            RowStore rows = query(report, scope(0, TRACE_END), grouping);
            assertEquals(AreaReport.sum(byName, byName.column("total")), AreaReport.sum(rows, rows.column("total")));
            assertEquals(rows.columns(), report.columns(rows).size());
            assertEquals(rows.columns(), report.summary(rows).size());
        }
        assertEquals(3, query(report, scope(0, TRACE_END), GroupBy.THREAD).size());
    }

    /// Returns rows as text, numbers with six decimals.
    private static List<String> lines(RowStore rows) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < rows.columns(); c++) {
                line.append(rows.names().get(c))
                        .append('=')
                        .append(
                                rows.type(c) == RowType.TEXT || rows.isNull(i, c)
                                        ? rows.getText(i, c)
                                        : String.format(Locale.ROOT, "%.6f", rows.getDouble(i, c)))
                        .append(' ');
            }
            lines.add(line.toString());
        }
        Collections.sort(lines);
        return lines;
    }

    @Test
    void sumsFromArraysEqualThoseOfTheDatabase() throws SQLException, QueryException, IOException {
        Random random = new Random(14);
        slices(random);
        run("INSERT INTO slice VALUES (100000, 777, 50, 1, NULL, NULL, NULL), (100001, 300, 0, 2, 'instant', NULL,"
                + " NULL), (100002, 5, -1, 0, 'early', NULL, NULL)");
        // Slices that start before, end after, or are on another track than their parent.
        run("INSERT INTO slice SELECT 100100 + i, i * 97 % 9000, CASE i % 7 WHEN 0 THEN -1 ELSE i * 31 % 1500 END,"
                + " i % 3, 'stray ' || i % 5, i * 13 % 40, 'c' FROM range(300) t(i)");
        compare(random, scope(0, TRACE_END), 12, (int) TRACE_END);
    }

    @Test
    void sumsUpManySlicesOnLongTracksForAnyEdges() throws SQLException, QueryException, IOException {
        run("""
            INSERT INTO slice
            SELECT i, i % 20000 // 5 * 1000 + i % 5 * 150, CASE WHEN i % 5 = 0 THEN 990 WHEN i % 977 = 1 THEN 0 ELSE hash(i) % 140 END, i // 20000,
              'name ' || hash(i) % 30, CASE WHEN i % 5 > 0 THEN i - i % 5 END, 'c'
            FROM range(60000) t(i)\
            """);
        run("INSERT INTO slice VALUES (60000, 17, 3999000, 1, 'all the time', NULL, 'c'), (60001, 17, -1, 2, 'all"
                + " the time', NULL, 'c')");
        compare(new Random(15), scope(0, 4_000_000), 8, 4_000_000);
    }

    private void compare(Random random, AreaScope whole, int rounds, int end)
            throws SQLException, QueryException, IOException {
        SlicesReport report = new SlicesReport();
        for (int round = 0; round < rounds; round++) {
            long start = round == 0 ? whole.start() : random.nextInt(end);
            AreaScope scope = new AreaScope(
                    start,
                    round == 0 ? end : start + 1 + random.nextInt(end - (int) start),
                    end,
                    3,
                    round % 3 == 0 ? List.of(1L, 2L) : whole.slices(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
            for (GroupBy grouping : report.groupings()) {
                RowStore fast = report.read(new TraceQueries(connection), scope, grouping, e -> {});
                assertEquals(lines(query(report, scope, grouping)), lines(fast), grouping + " " + scope);
                assertEquals(fast.columns(), report.columns(fast).size());
                assertEquals(fast.columns(), report.summary(fast).size());
            }
        }
    }

    @Test
    void estimatesQuantilesBeforeTheyAreExact() throws SQLException, QueryException, IOException {
        run("INSERT INTO slice SELECT i, i * 10, 1 + hash(i) % 1000000, 0, 'n' || i % 3, NULL, 'c' FROM"
                + " range(700000) t(i)");
        AreaScope scope = new AreaScope(
                0,
                10_000_000,
                10_000_000,
                1,
                List.of(0L),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        List<AreaReport.Estimate> early = new ArrayList<>();
        RowStore exact = new SlicesReport().read(new TraceQueries(connection), scope, GroupBy.NAME, early::add);
        assertEquals(2, early.size());
        RowStore better = early.getLast().rows();
        assertEquals("computing exact percentiles…", early.getLast().remark());
        for (int i = 0; i < 3; i++) {
            assertEquals(exact.getLong(i, exact.column("total")), better.getLong(i, exact.column("total")));
            double p50 = exact.getDouble(i, exact.column("p50"));
            assertEquals(p50, better.getDouble(i, exact.column("p50")), p50 / 3);
        }
    }

    /// Sums are estimated from a sample until all slices of the trace have been read and grouped.
    @Test
    void estimatesSumsFromSomeSlicesFirst() throws SQLException, QueryException, IOException {
        run("INSERT INTO slice SELECT i, i * 10, 1 + hash(i) % 1000000, i % 2, 'n' || i % 3, NULL, 'c' || i % 5"
                + " FROM range(700000) t(i)");
        AreaScope scope = slicesOf(0, 5_000_000);
        SlicesReport report = new SlicesReport();
        for (GroupBy grouping : report.groupings()) {
            List<AreaReport.Estimate> early = new ArrayList<>();
            RowStore exact = report.read(new TraceQueries(connection), scope, grouping, early::add);
            RowStore estimates = early.getFirst().rows();
            assertEquals(
                    "estimated from one slice in " + (grouping == GroupBy.NAME_THREAD ? 23 : 7)
                            + ", computing exact values…",
                    early.getFirst().remark());
            assertEquals(exact.names(), estimates.names());
            assertEquals(exact.size(), estimates.size(), grouping.title());
            assertEquals(report.columns(exact).size(), report.summary(estimates).size());
            assertEstimates(estimates, exact, grouping);
            // After all slices have been read, no estimate from a sample is necessary.
            early.clear();
            report.read(new TraceQueries(connection), slicesOf(10, 4_000_000), grouping, early::add);
            assertTrue(early.stream().noneMatch(e -> e.remark().startsWith("estimated")), grouping.title());
        }
    }

    private static AreaScope slicesOf(long start, long end) {
        return new AreaScope(
                start,
                end,
                10_000_000,
                2,
                List.of(0L, 1L),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /// Asserts that estimated sums differ from the exact ones by at most a tenth.
    private static void assertEstimates(RowStore estimates, RowStore exact, GroupBy grouping) {
        Map<String, Integer> rows = new TreeMap<>();
        for (int i = 0; i < estimates.size(); i++) {
            rows.put(key(estimates, i), i);
            assertTrue(estimates.isNull(i, estimates.column("self")));
        }
        for (int i = 0; i < exact.size(); i++) {
            String key = key(exact, i);
            int row = rows.get(key);
            for (String column : List.of("count", "total", "average", "p50", "p90")) {
                double expected = exact.getDouble(i, exact.column(column));
                assertEquals(
                        expected,
                        estimates.getDouble(row, estimates.column(column)),
                        expected / 10,
                        grouping + " " + key + column);
            }
        }
    }

    /// Returns the values by which a row was grouped.
    private static String key(RowStore rows, int row) {
        StringBuilder key = new StringBuilder();
        for (int c = 0; c < rows.column("count"); c++) {
            key.append(rows.getText(row, c)).append('/');
        }
        return key.toString();
    }

    @Test
    void preparesNoSumsForSmallTraces() throws SQLException, QueryException {
        run("INSERT INTO slice SELECT i, i * 10, 1, 0, 'n', NULL, 'c' FROM range(1000) t(i)");
        SliceSummary summary = new SliceSummary();
        summary.prepare(new TraceQueries(connection));
        assertTrue(!summary.isStarted());
    }

    @Test
    void firstReportOfAPreparedTraceIsExact() throws SQLException, QueryException, IOException, InterruptedException {
        run("INSERT INTO slice SELECT i, i * 10, 1 + hash(i) % 1000000, 0, 'n' || i % 3, NULL, 'c' FROM"
                + " range(700000) t(i)");
        SliceSummary summary = new SliceSummary();
        summary.prepare(new TraceQueries(connection));
        while (!summary.isReady(SliceSummary.By.NAME) || !summary.isPrepared(SliceSummary.By.NAME)) {
            Thread.sleep(5);
        }
        AreaScope scope = new AreaScope(
                0,
                5_000_000,
                10_000_000,
                1,
                List.of(0L),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        List<AreaReport.Estimate> early = new ArrayList<>();
        SlicesReport report = new SlicesReport(summary);
        RowStore rows = report.read(new TraceQueries(connection), scope, GroupBy.NAME, early::add);
        assertEquals(List.of(), early);
        assertEquals(lines(query(report, scope, GroupBy.NAME)), lines(rows));
    }

    @Test
    void quantilesEqualThoseOfAFullSort() {
        Random random = new Random(16);
        for (int round = 0; round < 300; round++) {
            int n = 1 + random.nextInt(round < 100 ? 10 : 3000);
            int range = 1 + random.nextInt(random.nextBoolean() ? 5 : 1_000_000);
            long[] values = random.longs(n, 0, range).toArray();
            long[] sorted = values.clone();
            java.util.Arrays.sort(sorted);
            double[] quantiles = new double[SliceSums.SHARES.length];
            Quantiles.compute(values, 0, n, SliceSums.SHARES, quantiles);
            for (int i = 0; i < quantiles.length; i++) {
                double time = SliceSums.SHARES[i] * (n - 1);
                long below = sorted[(int) Math.floor(time)];
                long above = sorted[Math.min(n - 1, (int) Math.floor(time) + 1)];
                assertEquals(below + (above - below) * (time - Math.floor(time)), quantiles[i], 1e-6);
            }
        }
    }

    /// A recording adds slices while its trace is displayed.
    @Test
    void slicesMayBeAddedWhileTheArraysAreRead() throws SQLException, QueryException {
        slices(new Random(5));
        int count = SliceArrays.read(new TraceQueries(connection)).size();
        try (Statement real = connection.createStatement()) {
            Statement growing = (Statement) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Statement.class}, (_, method, values) -> {
                        if (values != null && values[0] instanceof String sql && sql.contains("JOIN area_runs")) {
                            run("CREATE OR REPLACE TABLE slice AS SELECT id + 100000 AS id, ts, dur, track_id,"
                                    + " name, parent_id, category FROM slice WHERE name = 'name 3'"
                                    + " UNION ALL FROM slice");
                        }
                        return method.invoke(real, values);
                    });
            assertEquals(count, SliceArrays.read(growing).size());
        }
        assertTrue(SliceArrays.read(new TraceQueries(connection)).size() > count);
    }
}
