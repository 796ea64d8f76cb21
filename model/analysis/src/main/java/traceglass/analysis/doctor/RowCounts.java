package traceglass.analysis.doctor;

import static traceglass.store.language.Translations.tr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.database.StoreSchema;
import traceglass.store.names.TableNames;
import traceglass.store.table.ImportTotals;

/// Number of rows of each kind in a trace. Not part of [TraceSummary], which a window reads whenever it opens a
/// trace.
///
/// @param kinds number of rows by kind, in the order of `KINDS`
/// @param tables number of rows of each table that is not empty, by name without `__intrinsic_`
public record RowCounts(Map<Kind, Long> kinds, Map<String, Long> tables) {

    /// A kind of row.
    ///
    /// @param id name in machine-readable output
    /// @param label display name
    /// @param source table to count, or a table with a condition; empty for rows that only the import counts
    /// @param isAlwaysShown whether the number is shown even if it is zero
    public record Kind(String id, String label, String source, boolean isAlwaysShown) {

        private String query() {
            return source.isEmpty()
                    ? "SELECT coalesce(max(TRY_CAST(value AS BIGINT)), 0) FROM "
                            + StoreSchema.qualified(StoreSchema.INFO_TABLE) + " WHERE name = '" + id + "'"
                    : "SELECT count(*) FROM " + source;
        }
    }

    private static final List<Kind> KINDS = List.of(
            common("processes", tr("Processes"), "process"),
            common("threads", tr("Threads"), "thread"),
            common("tracks", tr("Tracks"), "track"),
            common("slices", tr("Slices"), "slice"),
            common("sched_slices", tr("Scheduling slices"), "sched"),
            common("counter_samples", tr("Counter samples"), "counter"),
            common("ftrace_events", tr("Ftrace events"), TableNames.FtraceEvent.TABLE),
            rare(ImportTotals.PACKETS, tr("Packets"), ""),
            rare("instants", tr("Instants"), "slice WHERE dur = 0"),
            rare("thread_states", tr("Thread states"), "thread_state"),
            rare("states", tr("States"), "state"),
            rare("flows", tr("Flows"), "flow"),
            rare("frames", tr("Frames"), "actual_frame_timeline_slice"),
            rare("expected_frames", tr("Expected frames"), "expected_frame_timeline_slice"),
            rare("video_frames", tr("Video frames"), TableNames.VideoFrames.TABLE),
            rare("logs", tr("Log lines"), "android_logs"),
            rare("protolog_lines", tr("ProtoLog lines"), TableNames.Protolog.TABLE),
            rare(
                    "callstack_samples",
                    tr("Callstack samples"),
                    "__intrinsic_profiler_sample WHERE callsite_id IS NOT NULL"),
            rare(
                    "counter_only_samples",
                    tr("Samples without callstack"),
                    "__intrinsic_profiler_sample WHERE callsite_id IS NULL"),
            rare("profiled_stacks", tr("Profiled stacks"), TableNames.AggregateSample.TABLE),
            rare("track_event_callstacks", tr("Callstacks of slices"), TableNames.TrackEventCallstacks.TABLE),
            rare("stack_frames", tr("Stack frames"), TableNames.StackProfileFrame.TABLE),
            rare("heap_dumps", tr("Heap dumps"), "heap_graph"),
            rare("heap_objects", tr("Heap objects"), "heap_graph_object"),
            rare("heap_references", tr("Heap references"), "heap_graph_reference"),
            rare("heap_profile_rows", tr("Heap profile rows"), "heap_profile_allocation"),
            rare("memory_snapshots", tr("Memory snapshots"), "memory_snapshot"),
            rare("memory_mappings", tr("Memory mappings"), "profiler_smaps"),
            rare("vulkan_allocations", tr("Vulkan allocations"), "vulkan_memory_allocations"),
            rare("network_packets", tr("Network packets"), TableNames.AndroidNetworkPackets.TABLE),
            rare("input_events", tr("Input events"), TableNames.AndroidMotionEvents.TABLE),
            rare("key_events", tr("Key events"), TableNames.AndroidKeyEvents.TABLE),
            rare("layer_snapshots", tr("SurfaceFlinger snapshots"), "surfaceflinger_layers_snapshot"),
            rare("surfaceflinger_transactions", tr("SurfaceFlinger transactions"), "surfaceflinger_transactions"),
            rare("window_manager_snapshots", tr("Window manager snapshots"), TableNames.Windowmanager.TABLE),
            rare("shell_transitions", tr("Shell transitions"), "window_manager_shell_transitions"),
            rare("view_captures", tr("View captures"), TableNames.Viewcapture.TABLE),
            rare("jit_functions", tr("JIT functions"), TableNames.JitCode.TABLE),
            rare("hardware_trace_chunks", tr("Hardware trace chunks"), TableNames.EtmV4Chunk.TABLE),
            rare("spe_records", tr("SPE records"), TableNames.SpeRecord.TABLE),
            rare("dumpstate_lines", tr("Bug report lines"), TableNames.AndroidDumpstate.TABLE),
            rare("packages", tr("Packages"), "package_list"),
            rare("file_descriptors", tr("File descriptors"), "filedescriptor"),
            rare("args", tr("Arguments"), "args"),
            rare("clock_snapshots", tr("Clock snapshots"), "clock_snapshot"),
            rare("cpus", tr("CPUs"), "cpu"),
            rare("gpus", tr("GPUs"), "gpu"),
            rare("machines", tr("Machines"), "machine"),
            rare("lost_data_ranges", tr("Ranges of lost data"), "data_loss"));

    private static final String PREFIX = "__intrinsic_";

    private static Kind common(String id, String label, String source) {
        return new Kind(id, label, source, true);
    }

    private static Kind rare(String id, String label, String source) {
        return new Kind(id, label, source, false);
    }

    /// Counts the rows.
    public static RowCounts read(TraceQueries q) throws QueryException {
        Map<Kind, Long> kinds = new LinkedHashMap<>();
        q.forEachRow(combine(KINDS.stream().map(Kind::query)), r -> {
            for (int i = 0; i < KINDS.size(); i++) {
                kinds.put(KINDS.get(i), r.getLong(i + 1));
            }
        });
        List<String> names = q.all(
                "SELECT DISTINCT table_name FROM duckdb_tables() WHERE database_name = 'store' AND NOT internal"
                        + " AND starts_with(table_name, '" + PREFIX + "') ORDER BY table_name",
                r -> r.getString(1));
        Map<String, Long> tables = new TreeMap<>();
        if (!names.isEmpty()) {
            q.forEachRow(combine(names.stream().map(name -> "SELECT count(*) FROM " + name)), r -> {
                for (int i = 0; i < names.size(); i++) {
                    if (r.getLong(i + 1) > 0) {
                        tables.put(names.get(i).substring(PREFIX.length()), r.getLong(i + 1));
                    }
                }
            });
        }
        return new RowCounts(kinds, tables);
    }

    private static String combine(Stream<String> queries) {
        return queries.collect(Collectors.joining("), (", "SELECT (", ")"));
    }
}
