package traceglass.analysis.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.counters.CountersReport;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.CpuReport;
import traceglass.analysis.sched.ThreadStatesReport;
import traceglass.sql.result.QueryException;

/// Compares reports of thread states, CPUs and counters with sums computed event by event.
class AreaReportsTest extends ReportFixture {

    @Test
    void sumsUpThreadStatesAndCpuTime() throws SQLException, QueryException, IOException {
        Random random = new Random(13);
        List<Event> states = new ArrayList<>();
        List<Event> schedSlices = new ArrayList<>();
        String[] letters = {"Running", "R", "S", "D"};
        for (int utid = 0; utid < 5; utid++) {
            long ts = 0;
            while (ts < TRACE_END) {
                long dur = ts > TRACE_END - 300 ? -1 : 1 + random.nextInt(300);
                states.add(new Event(states.size(), ts, dur, utid, letters[random.nextInt(4)], null));
                schedSlices.add(new Event(schedSlices.size(), ts, dur, utid, "cpu", (long) random.nextInt(3)));
                ts = dur < 0 ? TRACE_END : ts + dur;
            }
        }
        for (Event e : states) {
            run("INSERT INTO thread_state VALUES (%d, %d, %d, %d, '%s', NULL, NULL, %s)"
                    .formatted(
                            e.id(),
                            e.ts(),
                            e.dur(),
                            e.owner(),
                            e.name(),
                            e.name().equals("Running") ? e.id() % 3 : null));
        }
        for (Event e : schedSlices) {
            run("INSERT INTO sched VALUES (%d, %d, %d, %d, %d)"
                    .formatted(e.id(), e.ts(), e.dur(), e.owner(), e.parent()));
        }
        for (int round = 0; round < 6; round++) {
            long start = random.nextInt((int) TRACE_END);
            AreaScope scope = scope(start, start + 1 + random.nextInt((int) TRACE_END - (int) start));
            assertStates(states, scope);
            assertStatesByCpu(states, scope);
            assertCpuTime(schedSlices, scope);
        }
    }

    private static long sumIn(List<Event> events, AreaScope scope, Predicate<Event> filter) {
        return events.stream()
                .filter(e -> filter.test(e) && e.owner() >= 1 && e.owner() <= 3 && e.isIn(scope))
                .mapToLong(e -> e.part(scope))
                .sum();
    }

    private void assertStates(List<Event> states, AreaScope scope) throws SQLException, QueryException, IOException {
        RowStore rows = query(new ThreadStatesReport(), scope, GroupBy.STATE);
        long total = sumIn(states, scope, e -> true);
        assertEquals(total, AreaReport.sum(rows, rows.column("total")));
        assertEquals(3 * (scope.end() - scope.start()), total);
        double shares = 0;
        for (int i = 0; i < rows.size(); i++) {
            String name = rows.getText(i, 0);
            String letter = switch (name) {
                case "Runnable" -> "R";
                case "Sleeping" -> "S";
                case "Uninterruptible Sleep" -> "D";
                default -> name;
            };
            assertEquals(sumIn(states, scope, e -> e.name().equals(letter)), rows.getLong(i, rows.column("total")));
            shares += rows.getDouble(i, rows.column("share"));
        }
        assertEquals(1, shares, 1e-9);
        for (GroupBy grouping : new ThreadStatesReport().groupings()) {
            RowStore grouped = query(new ThreadStatesReport(), scope, grouping);
            assertEquals(
                    grouped.columns(), new ThreadStatesReport().columns(grouped).size());
            assertEquals(
                    grouped.columns(), new ThreadStatesReport().summary(grouped).size());
        }
    }

    private void assertStatesByCpu(List<Event> states, AreaScope scope)
            throws SQLException, QueryException, IOException {
        RowStore byCpu = query(new ThreadStatesReport(), scope, GroupBy.CPU_STATE);
        assertEquals(sumIn(states, scope, e -> true), AreaReport.sum(byCpu, byCpu.column("total")));
        for (int i = 0; i < byCpu.size(); i++) {
            if (!byCpu.isNull(i, 0)) {
                long cpu = byCpu.getLong(i, 0);
                assertEquals("Running", byCpu.getText(i, 1));
                assertEquals(
                        sumIn(states, scope, e -> e.name().equals("Running") && e.id() % 3 == cpu),
                        byCpu.getLong(i, byCpu.column("total")));
            }
        }
    }

    private void assertCpuTime(List<Event> schedSlices, AreaScope scope)
            throws SQLException, QueryException, IOException {
        for (boolean byProcess : new boolean[] {false, true}) {
            CpuReport report = new CpuReport(byProcess);
            for (GroupBy grouping : report.groupings()) {
                RowStore cpu = query(report, scope, grouping);
                assertEquals(
                        schedSlices.stream()
                                .filter(e -> e.parent() <= 1 && e.owner() > 0 && e.isIn(scope))
                                .mapToLong(e -> e.part(scope))
                                .sum(),
                        AreaReport.sum(cpu, cpu.column("total")));
                assertEquals(cpu.columns(), report.columns(cpu).size());
                assertEquals(cpu.columns(), report.summary(cpu).size());
            }
        }
    }

    /// Some states have no end although others follow, some start at the same time as the next one; the ids are in
    /// no order.
    @Test
    void statesWithoutAnEndCountUntilTheNextOneOfTheirThread() throws SQLException, QueryException, IOException {
        Random random = new Random(17);
        List<Event> states = new ArrayList<>();
        // The same states with their real ends.
        List<Event> ended = new ArrayList<>();
        List<Integer> ids = new ArrayList<>(
                java.util.stream.IntStream.range(0, 2000).boxed().toList());
        Collections.shuffle(ids, random);
        for (int utid = 0; utid < 5; utid++) {
            addStates(utid, ids, random, states, ended);
        }
        for (Event e : states) {
            run("INSERT INTO thread_state VALUES (%d, %d, %d, %d, '%s', NULL, NULL, NULL)"
                    .formatted(e.id(), e.ts(), e.dur(), e.owner(), e.name()));
        }
        ThreadStatesReport report = new ThreadStatesReport();
        for (int round = 0; round < 20; round++) {
            AreaScope scope = scope(states, round, random);
            Map<String, long[]> expected = sums(ended, scope);
            RowStore rows = query(report, scope, GroupBy.STATE);
            Map<String, long[]> found = new TreeMap<>();
            for (int i = 0; i < rows.size(); i++) {
                found.put(rows.getText(i, 0), new long[] {
                    rows.getLong(i, 1),
                    rows.getLong(i, 2),
                    rows.getLong(i, rows.column("min")),
                    rows.getLong(i, rows.column("max"))
                });
            }
            assertEquals(text(expected), text(found), scope.toString());
            for (GroupBy grouping : report.groupings()) {
                RowStore grouped = query(report, scope, grouping);
                assertEquals(
                        expected.values().stream().mapToLong(s -> s[1]).sum(),
                        AreaReport.sum(grouped, grouped.column("total")),
                        grouping.title());
            }
        }
    }

    /// @param ids ids that are not used yet
    /// @param ended receives the states with their actual ends
    private static void addStates(int utid, List<Integer> ids, Random random, List<Event> states, List<Event> ended) {
        long ts = 10L * utid;
        Event open = null;
        // Thread 3 has a state without an end only as its last one.
        while (ts < TRACE_END - 400) {
            long id = ids.removeLast();
            if (open != null) {
                ended.add(new Event(open.id(), open.ts(), ts - open.ts(), utid, open.name(), null));
            }
            long dur = utid != 3 && random.nextInt(6) == 0 ? -1 : random.nextInt(300);
            Event e = new Event(id, ts, dur, utid, random.nextBoolean() ? "R" : "S", null);
            states.add(e);
            open = dur < 0 ? e : null;
            if (dur >= 0) {
                ended.add(e);
            }
            ts += dur < 0 ? random.nextInt(3) * 40L : dur;
            if (dur < 0 && ts == e.ts()) {
                // Of two states that begin at the same time, the one with the higher id is later.
                while (ids.getLast() < id) {
                    ids.addFirst(ids.removeLast());
                }
            }
        }
        Event last = new Event(ids.removeLast(), ts + 1, -1, utid, "D", null);
        states.add(last);
        ended.add(last);
        if (open != null) {
            ended.add(new Event(open.id(), open.ts(), last.ts() - open.ts(), utid, open.name(), null));
        }
    }

    private static AreaScope scope(List<Event> states, int round, Random random) {
        // An edge may lie on a start or an end.
        long start = round % 2 == 0
                ? random.nextInt((int) TRACE_END)
                : states.get(random.nextInt(states.size())).ts();
        long end = round % 3 == 0
                ? states.stream()
                        .mapToLong(e -> e.ts())
                        .filter(t -> t > start)
                        .min()
                        .orElse(start + 1)
                : start + 1 + random.nextInt((int) TRACE_END - (int) start);
        return scope(start, end);
    }

    /// Returns the count, sum, minimum and maximum of the durations for each state.
    private static Map<String, long[]> sums(List<Event> states, AreaScope scope) {
        Map<String, long[]> expected = new TreeMap<>();
        for (Event e : states) {
            if (e.owner() >= 1 && e.owner() <= 3 && e.isIn(scope)) {
                long[] sum = expected.computeIfAbsent(
                        e.name().equals("R") ? "Runnable" : e.name().equals("S") ? "Sleeping" : "Uninterruptible Sleep",
                        n -> new long[] {0, 0, Long.MAX_VALUE, 0});
                sum[0]++;
                sum[1] += e.part(scope);
                sum[2] = Math.min(sum[2], e.part(scope));
                sum[3] = Math.max(sum[3], e.part(scope));
            }
        }
        return expected;
    }

    @Test
    void weightsCountersByTime() throws SQLException, QueryException, IOException {
        run("INSERT INTO counter_track VALUES (7, 'load', '%'), (8, 'none yet', NULL)");
        run("INSERT INTO process_counter_track VALUES (7, 1)");
        run("INSERT INTO counter VALUES (0, 100, 7, 10), (1, 300, 7, 30), (2, 500, 7, 0), (3, 900, 7, 99), (4,"
                + " 900, 8, 1)");
        RowStore rows = query(new CountersReport(), scope(200, 600), GroupBy.COUNTER);
        assertEquals(1, rows.size());
        assertEquals(
                "load odd % 7 2",
                String.join(
                        " ",
                        rows.getText(0, 0),
                        rows.getText(0, 1),
                        rows.getText(0, 2),
                        rows.getText(0, 3),
                        rows.getText(0, 4)));
        // 10 for 100 ns, 30 for 200 ns, 0 for 100 ns.
        assertEquals(17.5, rows.getDouble(0, rows.column("average")), 1e-9);
        assertEquals(10, rows.getDouble(0, rows.column("first")));
        assertEquals(0, rows.getDouble(0, rows.column("last")));
        assertEquals(30, rows.getDouble(0, rows.column("max")));
        assertEquals(-10 / 400e-9, rows.getDouble(0, rows.column("rate")), 1);
        assertTrue(new CountersReport().summary(rows).getFirst().startsWith("1 counter"));
        assertEquals(rows.columns(), new CountersReport().columns(rows).size());
    }
}
