package traceglass.app.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Measures typical queries. Every row is read.
public final class QueryBench {

    private static final Map<String, String> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("count_slices", "SELECT count(*) FROM slice");
        QUERIES.put(
                "slices_by_name",
                "SELECT name, count(*) AS n, sum(dur) AS total, avg(dur), max(dur) FROM slice GROUP BY name ORDER BY"
                        + " total DESC");
        QUERIES.put("longest_slices", "SELECT id, ts, dur, name FROM slice ORDER BY dur DESC LIMIT 100");
        QUERIES.put("slices_of_threads", """
            SELECT th.name AS thread, s.name, count(*) FROM slice AS s JOIN thread_track AS t ON s.track_id = t.id
            JOIN thread AS th USING (utid) GROUP BY 1, 2 ORDER BY 3 DESC\
            """);
        QUERIES.put("search_text", "SELECT id, ts, name FROM slice WHERE name LIKE '%task%' ORDER BY ts");
        QUERIES.put("cpu_time_by_process", """
            SELECT p.name, sum(s.dur) FROM sched AS s JOIN thread AS th USING (utid) LEFT JOIN process AS p USING (upid)
            GROUP BY 1 ORDER BY 2 DESC\
            """);
        QUERIES.put("thread_states", "SELECT state, count(*), sum(dur) FROM thread_state GROUP BY 1 ORDER BY 3 DESC");
        QUERIES.put(
                "counters",
                "SELECT t.name, count(*), min(value), max(value) FROM counter AS c JOIN counter_track AS t ON"
                        + " c.track_id = t.id GROUP BY 1");
        QUERIES.put("args_of_slices", """
            SELECT a.key, count(*), count(DISTINCT s.name) FROM slice AS s JOIN args AS a USING (arg_set_id) GROUP BY 1 ORDER BY 2 DESC\
            """);
        QUERIES.put("self_time", """
            SELECT s.name, count(*) AS n, sum(s.dur - coalesce(c.dur, 0)) AS self
            FROM slice AS s LEFT JOIN (SELECT parent_id, sum(dur) AS dur FROM slice WHERE parent_id IS NOT NULL GROUP BY 1) AS c ON c.parent_id = s.id
            GROUP BY 1 ORDER BY 3 DESC\
            """);
        QUERIES.put("runnable_latency", """
            SELECT th.name, count(*) AS n, sum(wait), max(wait) FROM (
              SELECT utid, state, CASE WHEN lead(state) OVER (PARTITION BY utid ORDER BY ts) = 'Running' THEN dur END AS wait FROM thread_state
            ) JOIN thread AS th USING (utid) WHERE state IN ('R', 'R+') GROUP BY utid, th.name ORDER BY 3 DESC\
            """);
        QUERIES.put("counter_rates", """
            SELECT t.name, max(rate) FROM (
              SELECT track_id, (value - lag(value) OVER w) * 1e9 / (ts - lag(ts) OVER w) AS rate FROM counter WINDOW w AS (PARTITION BY track_id ORDER BY ts)
            ) AS c JOIN counter_track AS t ON t.id = c.track_id GROUP BY 1 ORDER BY 2 DESC\
            """);
        QUERIES.put("span_join", """
            CREATE OR REPLACE PERFETTO VIEW bench_sched AS SELECT ts, dur, utid, cpu FROM sched WHERE dur > 0 AND utid <> 0;
            CREATE OR REPLACE PERFETTO VIEW bench_slices AS
            SELECT s.ts, s.dur, t.utid, s.name FROM slice AS s JOIN thread_track AS t ON s.track_id = t.id WHERE s.depth = 0 AND s.dur > 0;
            DROP TABLE IF EXISTS bench_spans;
            CREATE VIRTUAL TABLE bench_spans USING SPAN_JOIN(bench_sched PARTITIONED utid, bench_slices PARTITIONED utid);
            SELECT name, count(*), sum(dur) AS cpu_time FROM bench_spans GROUP BY 1 ORDER BY 3 DESC\
            """);
        QUERIES.put("all_slices", "SELECT id, ts, dur, track_id, name FROM slice");
    }

    private QueryBench() {}

    /// Runs all queries.
    ///
    /// @param store closed when done
    /// @return one map per query: `name`, `ms` (median) and `rows`
    public static List<Map<String, Object>> run(TraceStore store, int runs) throws Failure {
        List<Map<String, Object>> results = new ArrayList<>();
        try (store;
                SqlSession session = SqlSession.loaded(store)) {
            for (Map.Entry<String, String> query : QUERIES.entrySet()) {
                double[] ms = new double[runs];
                long[] rows = {0};
                for (int i = 0; i < runs; i++) {
                    rows[0] = 0;
                    long start = System.nanoTime();
                    session.run(query.getValue(), cursor -> {
                        while (cursor.next()) {
                            rows[0]++;
                        }
                    });
                    ms[i] = (System.nanoTime() - start) / 1e6;
                }
                Arrays.sort(ms);
                Map<String, Object> result = new LinkedHashMap<>();
                result.put("name", query.getKey());
                result.put("ms", ms[runs / 2]);
                result.put("rows", rows[0]);
                results.add(result);
            }
        } catch (SqlProblem e) {
            throw new Failure(e.describe(), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
        return results;
    }
}
