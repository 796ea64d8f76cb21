package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class StoreStatisticsTest {

    @TempDir
    Path dir;

    @Test
    void statisticsMatchTheRowCountsOfTheTables() throws Exception {
        StoreOptions options = StoreOptions.uncached().withTempDir(dir);
        TraceStorage storage = new TraceStorage();
        fill(storage, new Random(5));
        try (TraceStore store = StoreWriter.start(storage, options, null).finish();
                Connection c = store.connection()) {
            assertEquals(
                    rows(c, "SELECT track_id, count(*), max(depth) + 1, min(ts) FROM slice GROUP BY ALL ORDER BY ALL"),
                    rows(
                            c,
                            "SELECT track_id, events, depths, first_ts FROM " + StoreStatistics.TRACKS
                                    + " WHERE source = 'slice' ORDER BY ALL"));
            assertEquals(
                    rows(c, "SELECT track_id, count(*), 0, min(ts) FROM counter GROUP BY ALL ORDER BY ALL"),
                    rows(
                            c,
                            "SELECT track_id, events, depths, first_ts FROM " + StoreStatistics.TRACKS
                                    + " WHERE source = 'counter' ORDER BY ALL"));
            assertEquals(
                    rows(
                            c,
                            "SELECT ucpu, utid, count(*), CAST(sum(dur) FILTER (dur > 0) AS BIGINT) FROM sched GROUP"
                                    + " BY ALL ORDER BY ALL"),
                    rows(c, "SELECT ucpu, utid, runs, run_ns FROM " + StoreStatistics.SCHED + " ORDER BY ALL"));
            assertEquals(
                    List.of("0", "3"), rows(c, "SELECT ucpu FROM " + StoreStatistics.FTRACE_CPUS + " ORDER BY ALL"));
        }
    }

    @Test
    void statisticsOfAnEmptyTraceAreEmpty() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                Connection c = store.connection()) {
            for (String table : List.of(StoreStatistics.TRACKS, StoreStatistics.SCHED, StoreStatistics.FTRACE_CPUS)) {
                assertEquals(List.of(), rows(c, "FROM " + table));
            }
        }
    }

    @Test
    void aTotalThatOverflowsIsClamped() throws Exception {
        TraceStorage storage = new TraceStorage();
        Table sched = storage.table("__intrinsic_sched_slice");
        for (int i = 0; i < 3; i++) {
            int row = sched.addRow();
            sched.longs("ts").set(row, i);
            sched.longs("dur").set(row, 9_000_000_000_000_000_000L);
            sched.ints("ucpu").set(row, 0);
            sched.ints("utid").set(row, 1);
        }
        try (TraceStore store = StoreWriter.start(
                                storage, StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                Connection c = store.connection()) {
            assertEquals(List.of("0 1 3 " + Long.MAX_VALUE), rows(c, "FROM " + StoreStatistics.SCHED));
        }
    }

    @Test
    void statisticsIgnoreViewsCreatedByUsers() throws Exception {
        TraceStorage storage = new TraceStorage();
        fill(storage, new Random(6));
        try (TraceStore store = StoreWriter.startLazily(
                        storage, StoreOptions.uncached().withTempDir(dir), null)
                .finishLazily()) {
            try (Connection late = store.lazyConnection();
                    var statement = late.createStatement()) {
                statement.execute("CREATE OR REPLACE VIEW __intrinsic_counter AS SELECT 1 AS track_id, 2 AS ts");
                statement.execute("DROP VIEW __intrinsic_sched_slice CASCADE");
            }
            try (Connection c = store.connection()) {
                assertEquals(
                        List.of("3000"),
                        rows(
                                c,
                                "SELECT CAST(sum(events) AS BIGINT) FROM " + StoreStatistics.TRACKS
                                        + " WHERE source = 'counter'"));
                assertEquals(
                        List.of("3000"), rows(c, "SELECT CAST(sum(runs) AS BIGINT) FROM " + StoreStatistics.SCHED));
            }
        }
    }

    private static void fill(TraceStorage storage, Random random) {
        Table slices = storage.table("__intrinsic_slice");
        Table counters = storage.table("__intrinsic_counter");
        Table sched = storage.table("__intrinsic_sched_slice");
        for (int i = 0; i < 3_000; i++) {
            int row = slices.addRow();
            slices.longs("ts").set(row, random.nextInt(100_000));
            slices.longs("dur").set(row, random.nextInt(100) - 1);
            slices.ints("track_id").set(row, random.nextInt(40));
            slices.ints("depth").set(row, random.nextInt(5));
            row = counters.addRow();
            counters.longs("ts").set(row, random.nextInt(100_000));
            counters.ints("track_id").set(row, 40 + random.nextInt(40));
            row = sched.addRow();
            sched.longs("ts").set(row, 10L * i);
            sched.longs("dur").set(row, i == 2_999 ? -1 : 10);
            sched.ints("ucpu").set(row, random.nextInt(4));
            sched.ints("utid").set(row, random.nextInt(20));
        }
        Table ftrace = storage.table("__intrinsic_ftrace_event");
        for (int i = 0; i < 50; i++) {
            int row = ftrace.addRow();
            ftrace.longs("ts").set(row, i);
            ftrace.ints("ucpu").set(row, i % 2 * 3);
        }
    }

    private static List<String> rows(Connection c, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (var statement = c.createStatement();
                var r = statement.executeQuery(sql)) {
            while (r.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : " ").append(r.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
