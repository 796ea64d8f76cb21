package traceglass.engine.agent;

/// Lists the processes and threads of a trace, as the start of an investigation.
public final class TraceOutline {

    private static final String PROCESSES = """
            WITH
              cpu AS (SELECT th.upid, sum(s.dur) AS ns FROM sched AS s JOIN thread AS th USING (utid) WHERE s.dur > 0 AND th.tid <> 0 AND th.upid IS NOT NULL GROUP BY 1),
              sl AS (
                SELECT coalesce(th.upid, pt.upid) AS upid, count(*) AS n
                FROM slice AS s LEFT JOIN thread_track AS tt ON tt.id = s.track_id LEFT JOIN thread AS th ON th.utid = tt.utid
                LEFT JOIN process_track AS pt ON pt.id = s.track_id GROUP BY 1
              ),
              ths AS (SELECT upid, count(*) AS n FROM thread WHERE upid IS NOT NULL GROUP BY 1)
            SELECT p.upid, p.pid, p.name, coalesce(ths.n, 0) AS threads, coalesce(sl.n, 0) AS slices, cpu.ns AS cpu_ns
            FROM process AS p LEFT JOIN cpu ON cpu.upid = p.upid LEFT JOIN sl ON sl.upid = p.upid LEFT JOIN ths ON ths.upid = p.upid
            ORDER BY coalesce(cpu.ns, 0) DESC, coalesce(sl.n, 0) DESC, p.upid\
            """;

    private static final String THREADS = """
            WITH
              cpu AS (SELECT utid, sum(dur) AS ns FROM sched WHERE dur > 0 GROUP BY 1),
              sl AS (SELECT tt.utid, count(*) AS n, max(s.dur) AS longest FROM slice AS s JOIN thread_track AS tt ON tt.id = s.track_id GROUP BY 1)
            SELECT th.utid, th.tid, th.name AS thread, th.is_main_thread = 1 AS is_main, p.upid, p.name AS process,
              cpu.ns AS cpu_ns, coalesce(sl.n, 0) AS slices, sl.longest AS longest_slice_ns
            FROM thread AS th LEFT JOIN process AS p ON p.upid = th.upid LEFT JOIN cpu ON cpu.utid = th.utid LEFT JOIN sl ON sl.utid = th.utid
            WHERE (? = '' OR instr(lower(coalesce(p.name, '') || ' ' || coalesce(th.name, '')), lower(?)) > 0) AND th.tid <> 0
            ORDER BY coalesce(cpu.ns, 0) DESC, slices DESC, th.utid\
            """;

    private TraceOutline() {}

    /// Lists processes, those with the most CPU time first.
    public static AnswerTable processes(AgentQueries q, int limit) {
        return q.query("Processes, most CPU time first", AnswerLimits.DEFAULT.withRows(limit), PROCESSES);
    }

    /// Lists threads, those with the most CPU time first.
    ///
    /// @param search part of the name of the process or thread; empty for all
    public static AnswerTable threads(AgentQueries q, String search, int limit) {
        return q.query("Threads, most CPU time first", AnswerLimits.DEFAULT.withRows(limit), THREADS, search, search);
    }
}
