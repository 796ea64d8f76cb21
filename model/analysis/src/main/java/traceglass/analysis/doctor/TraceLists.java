package traceglass.analysis.doctor;

/// Queries for lists that describe a whole trace.
public final class TraceLists {

    /// Counters of the import and the recording: name, index, severity, source, value, description.
    public static final String STATISTICS = """
        SELECT name, idx, severity, source, value, description FROM stats
        ORDER BY (severity <> 'info' AND value > 0) DESC, name, idx\
        """;
    /// Metadata of the trace: name, value.
    public static final String METADATA =
            "SELECT name, coalesce(str_value, CAST(int_value AS VARCHAR)) AS value FROM metadata ORDER BY name, id";
    /// Names of the files of an archive whose events are missing, because no snapshot relates their clock to the
    /// clock of the trace.
    public static final String UNRELATED_FILES = """
        SELECT DISTINCT f.name FROM _trace_import_logs AS l JOIN __intrinsic_trace_file AS f ON f.id = l.trace_id
        WHERE l.name = 'clock_sync_unrelatable_clock_domains' AND f.name IS NOT NULL ORDER BY f.name\
        """;
    /// Processes with their threads and CPU time in ns, longest CPU time first.
    public static final String PROCESSES = """
        SELECT coalesce(p.name, '') AS name, p.pid, p.upid, count(DISTINCT th.utid) AS threads, CAST(sum(s.dur) AS BIGINT) AS cpu_ns,
               count(s.id) AS slices
        FROM process AS p LEFT JOIN thread AS th ON th.upid = p.upid
        LEFT JOIN sched AS s ON s.utid = th.utid AND s.dur >= 0 AND th.is_idle IS DISTINCT FROM 1
        GROUP BY p.upid, p.name, p.pid ORDER BY cpu_ns DESC NULLS LAST, p.upid\
        """;
    /// First ten of [#PROCESSES].
    public static final String BUSY_PROCESSES =
            "SELECT * FROM (" + PROCESSES + ") WHERE cpu_ns > 0 ORDER BY cpu_ns DESC LIMIT 10";
    /// Threads with their CPU time in ns, longest CPU time first.
    public static final String THREADS = """
        SELECT coalesce(th.name, '') AS name, th.tid, th.utid, coalesce(p.name, '') AS process, p.pid, CAST(sum(s.dur) AS BIGINT) AS cpu_ns,
               count(s.id) AS slices
        FROM thread AS th LEFT JOIN process AS p ON p.upid = th.upid
        LEFT JOIN sched AS s ON s.utid = th.utid AND s.dur >= 0 AND th.is_idle IS DISTINCT FROM 1
        GROUP BY th.utid, th.name, th.tid, p.name, p.pid ORDER BY cpu_ns DESC NULLS LAST, th.utid\
        """;

    private TraceLists() {}
}
