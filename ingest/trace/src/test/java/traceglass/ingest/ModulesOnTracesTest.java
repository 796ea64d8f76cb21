package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;

/// Tests that the modules for scheduling, slices and CPUs are consistent with the tables, on a trace from a phone.
class ModulesOnTracesTest {
    private static TraceStore store;
    private SqlSession session;

    @BeforeAll
    static void openTrace() throws Exception {
        store = TraceOpener.open(
                        SharedData.file("traces/perfetto/android-pixel6a-startup-warm.pftrace"),
                        StoreOptions.uncached(),
                        new ImportProgress())
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

    private List<String> lines(String sql) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        return out.toString(StandardCharsets.UTF_8).strip().lines().toList();
    }

    /// Returns the last row of the last result.
    private String row(String sql) throws Exception {
        return lines(sql).getLast();
    }

    @Test
    void everyTableOfEveryModuleCanBeRead() throws Exception {
        List<String> errors = new ArrayList<>();
        ModuleLibrary library = new ModuleLibrary();
        for (String module : library.names()) {
            try {
                session.run("INCLUDE PERFETTO MODULE " + module, cursor -> {});
            } catch (SqlProblem e) {
                errors.add(e.describe());
            }
        }
        List<String> names = lines(
                        "SELECT name FROM __intrinsic_stdlib_objects WHERE object_type IN ('TABLE', 'VIEW') AND"
                                + " exposed AND module NOT GLOB 'prelude.*'")
                .stream()
                .skip(1)
                .map(l -> l.replace("\"", ""))
                .toList();
        assertTrue(names.size() > 200, () -> names.size() + " tables");
        for (String name : names) {
            try {
                session.run("SELECT * FROM " + name + " LIMIT 100", cursor -> {
                    while (cursor.next()) {
                        cursor.getString(0);
                    }
                });
            } catch (SqlProblem e) {
                errors.add(name + ": " + e.describe());
            }
        }
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
    }

    @Test
    void cpuTimeOfSlicesIsTheRunningTimeOfTheirThreads() throws Exception {
        assertEquals("1,1", row("""
            INCLUDE PERFETTO MODULE slices.cpu_time;
            WITH ran AS (
              SELECT t.id, sum(least(t.ts + t.dur, s.ts + s.dur) - greatest(t.ts, s.ts)) AS cpu_time
              FROM thread_slice AS t
              JOIN sched AS s ON s.utid = t.utid AND s.ts < t.ts + t.dur AND s.ts + s.dur > t.ts
              WHERE t.dur > 0 AND s.dur > 0 AND t.id % 17 = 0
              GROUP BY t.id
            )
            SELECT count(*) > 100, count(*) = count_if(c.cpu_time = r.cpu_time) FROM ran AS r LEFT JOIN thread_slice_cpu_time AS c USING (id)\
            """));
    }

    @Test
    void flattenedSlicesCoverTheOutermostOnesExactlyOnce() throws Exception {
        assertEquals("0,1", row("""
            INCLUDE PERFETTO MODULE slices.flat_slices;
            SELECT
              (SELECT count(*) FROM (SELECT ts + dur AS end_ts, lead(ts) OVER (PARTITION BY track_id ORDER BY ts) AS next_ts FROM _slice_flattened)
               WHERE end_ts > next_ts),
              (SELECT sum(dur) FROM _slice_flattened) = (SELECT sum(dur) FROM thread_slice WHERE parent_id IS NULL AND dur > 0)\
            """));
    }

    @Test
    void selfTimesOfSlicesAddUpToTheOutermostOnes() throws Exception {
        assertEquals("1", row("""
            INCLUDE PERFETTO MODULE slices.self_dur;
            SELECT (SELECT sum(d.self_dur) FROM slice_self_dur AS d JOIN slice AS s USING (id) WHERE s.track_id = t.id)
              = (SELECT sum(dur) FROM slice AS s WHERE s.track_id = t.id AND parent_id IS NULL)
            FROM thread_track AS t
            WHERE NOT EXISTS (SELECT 1 FROM slice AS s WHERE s.track_id = t.id AND s.dur = -1)
            ORDER BY (SELECT count(*) FROM slice AS s WHERE s.track_id = t.id) DESC
            LIMIT 1\
            """));
    }

    @Test
    void cpuSharesAreRelativeToAllRunningTimeInThePeriod() throws Exception {
        assertEquals("1,1", row("""
            INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
            SELECT max(utilization) <= 1, max(abs(u.unnormalized_utilization - e.used)) < 1e-9
            FROM cpu_utilization_per_period(100000000) AS u
            JOIN (
              SELECT ts // 100000000 * 100000000 AS ts, sum(least(ts_end, ts // 100000000 * 100000000 + 100000000) - ts) / 100000000.0 AS used
              FROM sched
              WHERE utid NOT IN (SELECT utid FROM thread WHERE is_idle)
              GROUP BY 1
            ) AS e USING (ts)\
            """));
    }

    /// Perfetto's trace processor takes the ids of its periods from sched, so periods beyond the number of rows
    /// there are not counted.
    @Test
    void periodsAreLimitedToTheRowsOfSched() throws Exception {
        assertEquals("2957,4328,1,0", row("""
            INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
            SELECT
              (SELECT count(*) FROM cpu_utilization_per_period(100000)),
              (SELECT count(DISTINCT ts // 100000) FROM sched WHERE utid NOT IN (SELECT utid FROM thread WHERE is_idle)),
              (SELECT max(ts // 100000) FROM cpu_utilization_per_period(100000)) < trace_start() // 100000 + (SELECT count(*) FROM sched),
              (SELECT count(*) FROM cpu_utilization_per_period(10000))\
            """));
    }

    @Test
    void cyclesOfThreadsAddUpToTheTotal() throws Exception {
        assertEquals("1,1,1", row("""
            INCLUDE PERFETTO MODULE linux.cpu.utilization.system;
            INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
            SELECT
              (SELECT millicycles FROM cpu_cycles) > 0,
              (SELECT sum(millicycles) FROM cpu_cycles_per_thread) = (SELECT millicycles FROM cpu_cycles),
              (SELECT millicycles FROM cpu_cycles_in_interval(trace_start(), trace_dur())) = (SELECT millicycles FROM cpu_cycles)\
            """));
    }

    @Test
    void theCriticalPathCoversTheTimeOfAThreadExactlyOnce() throws Exception {
        assertEquals("0,1,1", row("""
            INCLUDE PERFETTO MODULE sched.thread_executing_span;
            CREATE PERFETTO TABLE path AS
            SELECT *
            FROM _thread_executing_span_critical_path(
              (SELECT utid FROM _wakeup_graph GROUP BY utid ORDER BY count(*) DESC, utid LIMIT 1), trace_start(), trace_dur());
            SELECT
              (SELECT count(*) FROM (SELECT ts + dur AS end_ts, lead(ts) OVER (ORDER BY ts) AS next_ts FROM path) WHERE end_ts > next_ts),
              (SELECT sum(dur) > trace_dur() / 2 FROM path),
              (SELECT sum(least(p.ts + p.dur, s.ts + s.dur) - greatest(p.ts, s.ts))
               FROM path AS p
               JOIN sched AS s ON s.utid = p.root_utid AND s.ts < p.ts + p.dur AND s.ts + s.dur > p.ts
               WHERE p.utid = p.root_utid)
              > 0.9 * (SELECT sum(s.dur) FROM sched AS s WHERE s.utid = (SELECT any_value(root_utid) FROM path) AND s.ts >= (SELECT min(ts) FROM path))\
            """));
    }

    @Test
    void functionsMayPassTheirArgumentsToGraphOperators() throws Exception {
        assertEquals("1", row("""
            INCLUDE PERFETTO MODULE graphs.search;
            CREATE PERFETTO FUNCTION above(slice_id LONG) RETURNS TABLE(id LONG) AS
            SELECT node_id AS id
            FROM graph_reachable_dfs!(
              (SELECT id AS source_node_id, parent_id AS dest_node_id FROM slice WHERE parent_id IS NOT NULL), (SELECT $slice_id AS node_id));
            SELECT count(*) = (SELECT max(depth) + 1 FROM slice) FROM above((SELECT arg_max(id, depth) FROM slice))\
            """));
    }

    @Test
    void timesInStatesMatchTheThreadStates() throws Exception {
        assertEquals("1,1", row("""
            INCLUDE PERFETTO MODULE sched.time_in_state;
            CREATE PERFETTO TABLE chosen AS SELECT utid FROM thread_state WHERE dur > 0 GROUP BY utid ORDER BY count(*) DESC, utid LIMIT 1;
            SELECT
              (SELECT sum(dur) FROM sched_time_in_state_for_thread_in_interval(trace_start(), trace_dur(), (SELECT utid FROM chosen)))
              = (SELECT sum(dur) FROM thread_state WHERE dur > 0 AND utid = (SELECT utid FROM chosen)),
              (SELECT sum(time_in_state) FROM sched_time_in_state_for_thread WHERE utid = (SELECT utid FROM chosen))
              = (SELECT sum(dur) FROM thread_state WHERE utid = (SELECT utid FROM chosen))\
            """));
    }
}
