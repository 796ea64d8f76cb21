package traceglass.analysis.tree;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowQueries;
import traceglass.store.database.StoreStatistics;

/// Data for building the track tree, read from the store with a few queries over whole tables: tracks with their
/// sizes, threads, processes, CPUs. Numbers that are NULL in the store are −1 here.
public final class TraceContents {

    public static final long NONE = -1;

    /// Row of `track`, with the args that determine its position, and its size.
    ///
    /// @param group `track_group_id`: tracks of one group are merged
    /// @param cpu dimension `cpu`
    /// @param ugpu dimension `ugpu`
    /// @param ordering order of its children: `lexicographic`, `chronological`, `explicit`, or null
    /// @param rank position among explicitly ordered siblings
    /// @param isBuiltIn whether it is an internal counter of slices, like thread time, that is not shown
    /// @param subsystem component that a power rail supplies, or null
    /// @param events number of rows
    /// @param depths largest depth of a slice + 1
    /// @param firstTs time of its first row, ns
    public record Track(
            long id,
            String name,
            String type,
            long parentId,
            long group,
            String eventType,
            String unit,
            long utid,
            long upid,
            long machine,
            long cpu,
            long ugpu,
            String ordering,
            long rank,
            boolean isBuiltIn,
            String subsystem,
            long events,
            int depths,
            long firstTs) {

        /// Thread of the track, or else its process.
        public Owner owner() {
            return utid != NONE ? Owner.thread(utid) : upid != NONE ? Owner.process(upid) : Owner.NONE;
        }

        public boolean isCounter() {
            return "counter".equals(eventType);
        }

        public boolean isStateTrack() {
            return "state".equals(eventType);
        }

        public boolean isSliceTrack() {
            return "slice".equals(eventType);
        }
    }

    /// Thread with its sizes.
    ///
    /// @param runNs CPU time, ns
    /// @param runs number of scheduling slices
    /// @param slices number of slices on its tracks
    /// @param hint requested position among others, 0 for none
    public record Thread(
            long utid,
            long tid,
            String name,
            long upid,
            boolean isMain,
            boolean isIdle,
            long machine,
            long hint,
            long runNs,
            long runs,
            long slices,
            long samples,
            boolean hasCounters) {

        /// Returns whether it has anything to show.
        public boolean hasData() {
            return runs > 0 || slices > 0 || samples > 0 || hasCounters;
        }
    }

    /// Process with its sizes.
    ///
    /// @param graphObjects number of objects in its heap graphs
    /// @param allocations number of rows of its heap profiles
    public record Process(
            long upid,
            long pid,
            String name,
            long parentUpid,
            long machine,
            long hint,
            boolean isDebuggable,
            long slices,
            long allocations,
            long graphObjects,
            boolean isOther) {}

    /// CPU.
    ///
    /// @param runs number of scheduling slices
    public record Cpu(long ucpu, int cpu, long machine, long runs) {}

    private final List<Track> tracks = new ArrayList<>();
    private final Map<Long, Thread> threads = new HashMap<>();
    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, List<Thread>> threadsOfProcess = new HashMap<>();
    private final List<Cpu> cpus = new ArrayList<>();
    private final Map<Long, String> machineSuffixes = new HashMap<>();
    private final RowQueries trace;
    private Set<SliceProbe> probes = Set.of();
    private Boolean threadStates;
    /// Machines whose system server, or whose zygote, recorded profiles for the boot image.
    private final Set<Long> profiledServers = new HashSet<>();
    private final Set<Long> profiledZygotes = new HashSet<>();

    private TraceContents(RowQueries trace) {
        this.trace = trace;
    }

    /// Reads the data.
    ///
    /// @param probes probes of all providers
    public static TraceContents read(RowQueries trace, List<SliceProbe> probes) throws SQLException {
        TraceContents contents = new TraceContents(trace);
        contents.readMachines();
        contents.readTracks();
        contents.readThreads();
        contents.readProcesses();
        contents.readCpus();
        contents.readBootProfiling();
        contents.probes = SliceProbe.read(trace, probes);
        return contents;
    }

    /// Returns whether there are slices that match a probe.
    public boolean hasSlices(SliceProbe probe) {
        return probes.contains(probe);
    }

    /// Reads one row of a query.
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Runs a query on the trace, for data that only one provider needs.
    public <T> List<T> query(String sql, Reader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        trace.forEachRow(sql, r -> rows.add(reader.read(r)));
        return rows;
    }

    /// Returns whether there are thread states.
    public boolean hasThreadStates() throws SQLException {
        if (threadStates == null) {
            threadStates = !query("SELECT 1 FROM __intrinsic_thread_state LIMIT 1", r -> 1)
                    .isEmpty();
        }
        return threadStates;
    }

    /// Returns all tracks, by id.
    public List<Track> tracks() {
        return tracks;
    }

    /// Returns the thread, or null.
    public Thread thread(long utid) {
        return threads.get(utid);
    }

    public Iterable<Thread> threads() {
        return threads.values();
    }

    public Process process(long upid) {
        return processes.get(upid);
    }

    public Iterable<Process> processes() {
        return processes.values();
    }

    public List<Thread> threadsOf(long upid) {
        return threadsOfProcess.getOrDefault(upid, List.of());
    }

    /// Returns the CPUs with scheduling slices, by `ucpu`.
    public List<Cpu> cpus() {
        return cpus;
    }

    /// Returns a suffix for names that distinguishes this machine: ` (name)`, or empty for the machine that
    /// recorded.
    public String machineSuffix(long machine) {
        return machineSuffixes.getOrDefault(machine, "");
    }

    private void readBootProfiling() throws SQLException {
        trace.forEachRow(
                "SELECT name, machine_id FROM __intrinsic_metadata WHERE name IN ('android_profile_system_server',"
                        + " 'android_profile_boot_classpath') AND int_value <> 0",
                r -> (r.getString(1).endsWith("server") ? profiledServers : profiledZygotes).add(number(r, 2)));
    }

    /// Returns whether a process records profiles for Android's boot image at run time, which slows it down a lot:
    /// the system server or a zygote of a device configured to do so.
    public boolean isBootImageProfiling(Process process) {
        String name = process.name() == null ? "" : process.name();
        Set<Long> machines =
                name.equals("system_server") ? profiledServers : name.startsWith("zygote") ? profiledZygotes : Set.of();
        // An entry without a machine applies to all.
        return machines.contains(process.machine()) || machines.contains(NONE);
    }

    private void readMachines() throws SQLException {
        List<String[]> rows = new ArrayList<>();
        trace.forEachRow(
                "SELECT id, label_index, name FROM machine",
                r -> rows.add(new String[] {r.getString(1), r.getString(2), r.getString(3)}));
        if (rows.size() < 2) {
            return;
        }
        for (String[] row : rows) {
            if (!"0".equals(row[1])) {
                String name = row[2] == null || row[2].isEmpty() ? TreeTexts.machine(row[1]) : row[2];
                machineSuffixes.put(Long.parseLong(row[0]), " (" + name + ")");
            }
        }
    }

    private void readTracks() throws SQLException {
        Map<Long, Map<String, Object>> args = new HashMap<>();
        trace.forEachRow("""
            WITH sets AS (
              SELECT id, dimension_arg_set_id AS arg_set_id, 'of.' AS part FROM __intrinsic_track
              UNION ALL
              SELECT id, source_arg_set_id, '' FROM __intrinsic_track
            )
            SELECT s.id, s.part || a.key, a.int_value, a.string_value
            FROM sets AS s JOIN __intrinsic_args AS a USING (arg_set_id)
            WHERE a.key IN ('cpu', 'ugpu', 'child_ordering', 'sibling_order_rank', 'builtin_counter_type', 'subsystem_name')
            """, r -> {
            Object value = r.getString(4) != null ? r.getString(4) : (Object) r.getLong(3);
            args.computeIfAbsent(r.getLong(1), k -> new HashMap<>()).put(r.getString(2), value);
        });
        trace.forEachRow("""
            SELECT t.id, t.name, t.type, t.parent_id, t.track_group_id, t.event_type, t.counter_unit, t.utid, t.upid, t.machine_id,
              coalesce(a.events, 0), coalesce(a.depths, 0), coalesce(a.first_ts, 0)
            FROM __intrinsic_track AS t LEFT JOIN %s AS a ON a.track_id = t.id
            ORDER BY t.id
            """.formatted(StoreStatistics.TRACKS), r -> {
            Map<String, Object> a = args.getOrDefault(r.getLong(1), Map.of());
            tracks.add(new Track(
                    r.getLong(1),
                    r.getString(2),
                    text(r, 3),
                    number(r, 4),
                    number(r, 5),
                    text(r, 6),
                    text(r, 7),
                    number(r, 8),
                    number(r, 9),
                    number(r, 10),
                    longOrNone(a.get("of.cpu")),
                    longOrNone(a.get("of.ugpu")),
                    a.get("child_ordering") instanceof String s ? s : null,
                    a.get("sibling_order_rank") instanceof Long l ? l : 0,
                    a.containsKey("builtin_counter_type"),
                    a.get("subsystem_name") instanceof String name ? name : null,
                    r.getLong(11),
                    r.getInt(12),
                    r.getLong(13)));
        });
    }

    private void readThreads() throws SQLException {
        Map<Long, long[]> onTracks = new HashMap<>();
        for (Track t : tracks) {
            if (t.utid() != NONE && t.events() > 0) {
                long[] sums = onTracks.computeIfAbsent(t.utid(), k -> new long[2]);
                sums[t.isCounter() ? 1 : 0] += t.events();
            }
        }
        trace.forEachRow("""
            WITH
              runs AS (
                SELECT utid, sum(runs) AS n, sum(run_ns) AS ns FROM %s GROUP BY utid
              ),
              samples AS (
                SELECT x.utid, count(*) AS n
                FROM __intrinsic_profiler_sample AS s JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
                WHERE s.callsite_id IS NOT NULL AND x.utid IS NOT NULL
                GROUP BY x.utid
              ),
              hints AS (
                SELECT arg_set_id, max(int_value) AS hint FROM __intrinsic_args WHERE key = 'thread_sort_index_hint' GROUP BY arg_set_id
              )
            SELECT t.id, t.tid, t.name, t.upid, coalesce(t.is_main_thread, 0), coalesce(t.is_idle, 0), t.machine_id,
              coalesce(h.hint, 0), CAST(least(coalesce(r.ns, 0), 9223372036854775807) AS BIGINT), CAST(coalesce(r.n, 0) AS BIGINT), coalesce(s.n, 0)
            FROM __intrinsic_thread AS t
            LEFT JOIN runs AS r ON r.utid = t.id
            LEFT JOIN samples AS s ON s.utid = t.id
            LEFT JOIN hints AS h USING (arg_set_id)
            ORDER BY t.id
            """.formatted(StoreStatistics.SCHED), r -> {
            long[] sums = onTracks.getOrDefault(r.getLong(1), new long[2]);
            boolean isIdle = r.getLong(6) != 0;
            Thread t = new Thread(
                    r.getLong(1),
                    number(r, 2),
                    r.getString(3),
                    number(r, 4),
                    r.getLong(5) != 0,
                    isIdle,
                    number(r, 7),
                    r.getLong(8),
                    isIdle ? 0 : r.getLong(9),
                    isIdle ? 0 : r.getLong(10),
                    sums[0],
                    r.getLong(11),
                    sums[1] > 0);
            threads.put(t.utid(), t);
            if (t.upid() != NONE) {
                threadsOfProcess
                        .computeIfAbsent(t.upid(), k -> new ArrayList<>())
                        .add(t);
            }
        });
    }

    private void readProcesses() throws SQLException {
        Map<Long, Long> slices = new HashMap<>();
        Map<Long, Boolean> hasOther = new HashMap<>();
        for (Track t : tracks) {
            if (t.upid() != NONE && t.utid() == NONE && t.events() > 0) {
                if (t.isSliceTrack()) {
                    slices.merge(t.upid(), t.events(), Long::sum);
                } else {
                    hasOther.put(t.upid(), true);
                }
            }
        }
        trace.forEachRow("""
            WITH
              allocations AS (SELECT upid, count(*) AS n FROM __intrinsic_heap_profile_allocation GROUP BY upid),
              objects AS (SELECT upid, count(*) AS n FROM __intrinsic_heap_graph_object GROUP BY upid),
              hints AS (
                SELECT arg_set_id, max(int_value) AS hint FROM __intrinsic_args WHERE key = 'process_sort_index_hint' GROUP BY arg_set_id
              )
            SELECT p.id, p.pid, p.name, p.parent_upid, p.machine_id, coalesce(h.hint, 0),
              EXISTS (FROM __intrinsic_package_list AS l WHERE l.uid = coalesce(p.android_appid, p.uid) AND l.debuggable = 1
                AND starts_with(p.name, l.package_name)),
              coalesce(a.n, 0), coalesce(o.n, 0),
              EXISTS (FROM __intrinsic_profiler_smaps AS m WHERE m.upid = p.id)
            FROM __intrinsic_process AS p
            LEFT JOIN allocations AS a ON a.upid = p.id
            LEFT JOIN objects AS o ON o.upid = p.id
            LEFT JOIN hints AS h USING (arg_set_id)
            ORDER BY p.id
            """, r -> {
            long upid = r.getLong(1);
            processes.put(
                    upid,
                    new Process(
                            upid,
                            number(r, 2),
                            r.getString(3),
                            number(r, 4),
                            number(r, 5),
                            r.getLong(6),
                            r.getBoolean(7),
                            slices.getOrDefault(upid, 0L),
                            r.getLong(8),
                            r.getLong(9),
                            r.getBoolean(10) || hasOther.containsKey(upid)));
        });
    }

    private void readCpus() throws SQLException {
        trace.forEachRow(
                """
                SELECT s.ucpu, coalesce(c.cpu, s.ucpu), coalesce(c.machine_id, 0), s.n
                FROM (SELECT ucpu, CAST(sum(runs) AS BIGINT) AS n FROM %s WHERE ucpu IS NOT NULL GROUP BY ucpu) AS s
                LEFT JOIN __intrinsic_cpu AS c ON c.id = s.ucpu
                ORDER BY s.ucpu
                """.formatted(StoreStatistics.SCHED),
                r -> cpus.add(new Cpu(r.getLong(1), r.getInt(2), r.getLong(3), r.getLong(4))));
    }

    private static long number(ResultSet r, int column) throws SQLException {
        long v = r.getLong(column);
        return r.wasNull() ? NONE : v;
    }

    private static String text(ResultSet r, int column) throws SQLException {
        String s = r.getString(column);
        return s == null ? "" : s;
    }

    private static long longOrNone(Object value) {
        return value instanceof Long l ? l : NONE;
    }
}
