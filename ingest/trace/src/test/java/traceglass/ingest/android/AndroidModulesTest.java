package traceglass.ingest.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;

/// Tests that the android modules are consistent with the tables, on a warm start of an app on a Pixel 6a.
class AndroidModulesTest {
    private static TraceStore store;
    private SqlSession session;

    @BeforeAll
    static void openTrace() throws Exception {
        Path trace = SharedData.file("traces/perfetto/android-pixel6a-startup-warm.pftrace");
        store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    @AfterAll
    static void closeTrace() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    /// Returns the rows of the last result, without its header.
    private String rows(String sql) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        String text = out.toString(StandardCharsets.UTF_8);
        return text.substring(text.indexOf('\n') + 1).strip();
    }

    @Test
    void findsTheStartupItsProcessAndItsDisplay() throws Exception {
        assertEquals("\"androidx.benchmark.integration.macrobenchmark.target\",\"warm\",1,1,1", rows("""
            INCLUDE PERFETTO MODULE android.startup.time_to_display;
            SELECT s.package, s.startup_type, p.name = s.package, d.time_to_initial_display <= d.time_to_full_display, f.ts >= s.ts
            FROM android_startups AS s
            JOIN android_startup_processes AS sp USING (startup_id)
            JOIN process AS p ON p.upid = sp.upid
            JOIN android_startup_time_to_display AS d USING (startup_id)
            JOIN android_frames AS f ON f.frame_id = d.ttid_frame_id AND f.upid = sp.upid\
            """));
    }

    @Test
    void explainsAllTimeOfTheStartupExactlyOnce() throws Exception {
        assertEquals("0,1", rows("""
            INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
            SELECT
              (SELECT count(*) FROM android_startup_opinionated_breakdown AS a JOIN android_startup_opinionated_breakdown AS b
               ON a.startup_id = b.startup_id AND a.ts < b.ts AND b.ts < a.ts + a.dur) AS overlaps,
              (SELECT sum(b.dur) FROM android_startup_opinionated_breakdown AS b) = (SELECT dur FROM android_startups) AS is_whole\
            """));
    }

    @Test
    void pairsBinderCallsWithRepliesInside() throws Exception {
        assertEquals("433,0,0", rows("""
            INCLUDE PERFETTO MODULE android.binder;
            SELECT
              count(*),
              count_if(server_ts < client_ts OR server_ts + server_dur > client_ts + client_dur),
              count_if(client_monotonic_dur <> client_dur)
            FROM android_binder_txns WHERE is_sync\
            """));
        assertEquals("0", rows("""
            SELECT count(*) FROM (
              SELECT any_value(t.client_dur) AS whole, sum(s.thread_state_dur) AS parts
              FROM android_sync_binder_thread_state_by_txn AS s JOIN android_binder_txns AS t USING (binder_txn_id, binder_reply_id)
              WHERE s.thread_state_type = 'binder_txn'
              GROUP BY binder_txn_id, binder_reply_id)
            WHERE parts > whole\
            """));
    }

    @Test
    void readsTheNamesOfMonitorContention() throws Exception {
        assertEquals("109,0,0", rows("""
            INCLUDE PERFETTO MODULE android.monitor_contention;
            SELECT count(*), count_if(NOT contains(s.name, c.blocking_thread_name || ' (' || c.blocking_tid || ')')),
              count_if(NOT contains(s.name, c.short_blocked_method))
            FROM android_monitor_contention AS c JOIN slice AS s USING (id)\
            """));
        String name = "'monitor contention with owner Binder:1_3 (45) at void a.b.C.d(int, long)(C.java:12) waiters=2"
                + " blocking from boolean e.F.g()(F.java:7)'";
        assertEquals(
                "\"Binder:1_3\",45,\"void a.b.C.d(int, long)\",\"a.b.C.d\",\"boolean"
                        + " e.F.g()\",\"e.F.g\",\"C.java:12\",\"F.java:7\",2",
                rows("""
                    SELECT
                      android_extract_android_monitor_contention_blocking_thread(n), android_extract_android_monitor_contention_blocking_tid(n),
                      android_extract_android_monitor_contention_blocking_method(n), android_extract_android_monitor_contention_short_blocking_method(n),
                      android_extract_android_monitor_contention_blocked_method(n), android_extract_android_monitor_contention_short_blocked_method(n),
                      android_extract_android_monitor_contention_blocking_src(n), android_extract_android_monitor_contention_blocked_src(n),
                      android_extract_android_monitor_contention_waiter_count(n)
                    FROM (SELECT %s AS n)\
                    """.formatted(name)));
        assertNotEquals("\"[NULL]\"", rows("SELECT octet_length(pprof) FROM android_monitor_contention_graph(555)"));
    }

    @Test
    void powerStatesCoverTheTraceWithoutGaps() throws Exception {
        assertEquals("1,1,1", rows("""
            INCLUDE PERFETTO MODULE android.suspend;
            INCLUDE PERFETTO MODULE android.screen_state;
            INCLUDE PERFETTO MODULE android.battery.charging_states;
            SELECT
              (SELECT sum(dur) FROM android_suspend_state WHERE machine_id = 0) = trace_dur(),
              (SELECT sum(dur) FROM android_screen_state) = trace_dur(),
              (SELECT sum(dur) FROM android_charging_states) = trace_dur()\
            """));
    }

    @Test
    void splitsMemoryIntervalsWhereTheScoreChanges() throws Exception {
        assertEquals("0", rows("""
            INCLUDE PERFETTO MODULE android.memory.memory_breakdown;
            SELECT count(*) FROM (
              SELECT counter_id, sum(dur) AS dur FROM android_process_memory_intervals_by_oom_bucket GROUP BY counter_id
            ) AS b JOIN android_process_memory_intervals AS m ON m.id = b.counter_id WHERE b.dur <> m.dur\
            """));
    }

    @Test
    void showsPowerRailsByNameAndEnergy() throws Exception {
        assertEquals("16,0", rows("""
            INCLUDE PERFETTO MODULE android.power_rails;
            SELECT
              (SELECT count(*) FROM android_power_rails_metadata),
              (SELECT count(*) FROM android_power_rails_counters WHERE energy_since_boot_at_end < energy_since_boot)\
            """));
    }
}
