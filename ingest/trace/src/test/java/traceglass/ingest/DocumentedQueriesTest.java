package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.testing.SharedData;

/// Tests queries like those in trace processor's public documentation of its core tables, in the form in which users
/// paste them.
class DocumentedQueriesTest {
    private static TraceStore store;

    @BeforeAll
    static void open() throws Exception {
        store = TraceOpener.open(
                        SharedData.file("traces/perfetto/android-pixel6a-startup-warm.pftrace"),
                        StoreOptions.uncached(),
                        new ImportProgress())
                .store();
    }

    @AfterAll
    static void close() {
        if (store != null) {
            store.close();
        }
    }

    private static String query(String sql) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            session.run(sql, new CsvPrinter(out));
        } catch (SqlProblem e) {
            throw new AssertionError(e.describe() + "\n" + sql, e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select s.ts, s.dur, s.name, t.tid, t.name as thread from slice s join thread_track tt on s.track_id ="
                        + " tt.id join thread t using (utid) limit 5",
                "select count(*) c, process.name from slice join process_track on slice.track_id = process_track.id"
                        + " join process using (upid) group by upid order by c desc",
                "SELECT ts, dur, name, thread_name, process_name, tid, pid FROM thread_slice WHERE name GLOB 'binder*'"
                        + " LIMIT 5",
                "SELECT ts, dur, name, process_name FROM thread_or_process_slice WHERE dur > 1e6 ORDER BY dur DESC"
                        + " LIMIT 5",
                "select sched.ts, sched.dur, cpu, utid, thread.name from sched left join thread using(utid) where dur"
                        + " != -1 order by sched.ts limit 5",
                "select thread.name as thread_name, thread.tid, sum(dur)/1e9 as cpu_sec from sched inner join thread"
                        + " using(utid) group by thread.name, thread.tid order by cpu_sec desc limit 5",
                "select state, count(*), sum(dur)/1e6 from thread_state where utid != 0 group by state",
                "select ts, value from counter left join counter_track t on counter.track_id = t.id where t.name like"
                        + " 'mem.rss%' limit 5",
                "select c.ts, c.value, t.name as counter_name, p.name as proc_name, p.pid from counter as c left join"
                        + " process_counter_track as t on c.track_id = t.id left join process as p using (upid) where"
                        + " t.name like 'mem.%' limit 5",
                "select ts, t.name, value from counter as c left join counter_track t on c.track_id = t.id where"
                        + " t.name = 'cpufreq' limit 5",
                "select name, extract_arg(arg_set_id, 'destination process') as dest, extract_arg(arg_set_id, 'data"
                        + " size') + 1 as size from slice where name = 'binder transaction' limit 5",
                "select ts, name, to_ftrace(id) as line from ftrace_event limit 5",
                "select * from stats where severity != 'info' and value > 0",
                "select name, str_value, int_value from metadata",
                "select f.id, f.slice_out, f.slice_in from following_flow((select min(slice_out) from flow)) f limit 5",
                "select a.name, a.depth from ancestor_slice((select id from slice where depth = 3 limit 1)) a",
                "select count() from descendant_slice((select id from slice where depth = 0 and dur > 1000000 limit"
                        + " 1))",
                "select slice.name, ancestor.name as parent from slice left join slice ancestor on slice.parent_id ="
                        + " ancestor.id limit 5",
                "select ts, dur, layer_name, jank_type from actual_frame_timeline_slice where jank_type != 'None'"
                        + " limit 5",
                "select ts, tag, msg from android_logs order by ts limit 5",
                "INCLUDE PERFETTO MODULE android.startup.startups; SELECT package, startup_type, dur FROM"
                        + " android_startups",
                "INCLUDE PERFETTO MODULE linux.cpu.frequency; SELECT cpu, max(freq) FROM cpu_frequency_counters GROUP"
                        + " BY cpu",
                "INCLUDE PERFETTO MODULE android.binder; SELECT client_process, count(*) FROM android_binder_txns"
                        + " GROUP BY 1 ORDER BY 2 DESC LIMIT 5",
                "select abs_time_str(ts), to_realtime(ts), to_monotonic(ts) from slice limit 1",
                "SELECT time_to_ms(trace_dur()) > 0, time_from_s(2)",
                "SELECT ts, lead(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS gap FROM counter LIMIT 5",
                "select name, sum(dur) filter (where depth = 0) as top from slice group by name having count(*) > 10"
                        + " order by 2 desc limit 5"
            })
    void documentedQueryRuns(String sql) throws Exception {
        assertTrue(query(sql).lines().count() >= 1);
    }

    @Test
    void spanJoinsSchedulingWithCounters() throws Exception {
        String rows = query("""
            CREATE VIEW freq AS SELECT ts, lead(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, cpu, value AS freq
            FROM counter JOIN cpu_counter_track ON counter.track_id = cpu_counter_track.id WHERE name = 'cpufreq';
            CREATE VIEW runs AS SELECT ts, dur, cpu, utid FROM sched WHERE dur > 0;
            CREATE VIRTUAL TABLE runs_freq USING SPAN_JOIN(runs PARTITIONED cpu, freq PARTITIONED cpu);
            SELECT count(*) > 0 AS any, sum(dur) <= (SELECT sum(dur) FROM runs) AS fits FROM runs_freq;\
            """);
        assertEquals("\"any\",\"fits\"\n1,1\n", rows);
    }

    @Test
    void definesAllKindsOfObjectsInTheDocumentation() throws Exception {
        assertEquals("\"n\"\n1\n", query("""
            CREATE PERFETTO FUNCTION is_main(utid LONG) RETURNS BOOL AS SELECT is_main_thread FROM thread WHERE thread.utid = $utid;
            CREATE PERFETTO FUNCTION slices_of(pattern STRING) RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION) AS
            SELECT id, ts, dur FROM slice WHERE name GLOB $pattern;
            CREATE PERFETTO MACRO longest(tbl TableOrSubquery, col ColumnName) RETURNS TableOrSubquery AS (SELECT max($col) AS most FROM $tbl);
            CREATE OR REPLACE PERFETTO TABLE binder_calls(id LONG, ts TIMESTAMP, dur DURATION) AS SELECT * FROM slices_of('binder*');
            CREATE PERFETTO INDEX binder_ts ON binder_calls(ts);
            SELECT count(*) AS n FROM longest!(binder_calls, dur) WHERE most > 0 AND (SELECT max(is_main(utid)) FROM thread) = 1;\
            """));
    }
}
