package traceglass.analysis.tree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Tracks of events that are in tables of their own: ftrace, samples of callstacks, heap profiles and graphs, memory
/// maps and snapshots.
final class EventTracks implements TrackProvider {

    private static final int VIDEO_ORDER = -55;
    private static final int FTRACE_ORDER = -5;
    private static final int THREAD_SAMPLES = -50;
    private static final int PROCESS_SAMPLES = -40;
    private static final int HEAPS = -30;
    private static final int SMAPS = -25;
    private static final int SNAPSHOTS = -24;

    /// What the samples of a source are called, and the table in which they are.
    private record SampleSource(String title, String table) {

        static SampleSource of(String source) {
            return switch (source) {
                case "linux.perf" -> new SampleSource("Perf", "perf_sample");
                case "instruments" -> new SampleSource("Instruments", "instruments_sample");
                case "chrome" -> new SampleSource("Chrome CPU Profile", "cpu_profile_stack_sample");
                case "json" -> new SampleSource("CPU samples", "cpu_profile_stack_sample");
                case "legacy_v8" -> new SampleSource("Legacy V8 CPU Profile", "cpu_profile_stack_sample");
                case "gecko" -> new SampleSource("Gecko CPU Profile", "cpu_profile_stack_sample");
                case "simpleperf" -> new SampleSource("Simpleperf CPU Profile", "cpu_profile_stack_sample");
                case "perf_text" -> new SampleSource("Perf Text CPU Profile", "cpu_profile_stack_sample");
                default -> new SampleSource(StoredTracks.words(source.replace('.', ' ')), "stack_sample");
            };
        }
    }

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        OtherEvents other = facts.other();
        ftrace(tree, facts, other.ftraceCpus());
        for (OtherEvents.Display display : other.displays()) {
            String name = display.name().isEmpty() ? "Video frames" : "Video frames: " + display.name();
            add(
                    tree.root(),
                    "video/" + display.id(),
                    name,
                    VIDEO_ORDER,
                    new TrackSource.Events("video_frames", """
                        SELECT id, ts, 0, 'frame ' || coalesce(CAST(frame_number AS VARCHAR), ''), NULL FROM __intrinsic_video_frames
                        WHERE coalesce(display_id, 0) =\
                        """ + " " + display.id()));
        }
        samples(tree, facts, other.samples());
        for (OtherEvents.Heap heap : other.heaps()) {
            heap(tree, heap);
        }
        for (long upid : other.smaps()) {
            add(
                    tree.process(upid),
                    "smaps/" + upid,
                    "Memory maps",
                    SMAPS,
                    new TrackSource.Events(
                            "profiler_smaps",
                            "SELECT min(id), ts, 0, 'smaps', NULL FROM __intrinsic_profiler_smaps WHERE upid = " + upid
                                    + " GROUP BY ts"));
        }
        for (long upid : other.snapshots()) {
            add(
                    tree.process(upid),
                    "memory_snapshot/" + upid,
                    "Memory snapshots",
                    SNAPSHOTS,
                    new TrackSource.Events("memory_snapshot", """
                        SELECT s.id, s.timestamp, 0, coalesce(s.detail_level, 'snapshot'), NULL
                        FROM __intrinsic_memory_snapshot AS s JOIN __intrinsic_process_memory_snapshot AS p ON p.snapshot_id = s.id
                        WHERE p.upid =\
                        """ + " " + upid));
        }
    }

    private static void ftrace(TreeDraft tree, TraceFacts facts, List<OtherEvents.FtraceCpu> cpus) {
        DraftNode group =
                DraftNode.group("ftrace", "Ftrace Events", FTRACE_ORDER).icon("terminal");
        for (OtherEvents.FtraceCpu cpu : cpus) {
            add(
                    group,
                    "ftrace/" + cpu.ucpu(),
                    "Ftrace Track for CPU " + cpu.cpu() + facts.machineMark(cpu.machine()),
                    0,
                    new TrackSource.Events(
                            "ftrace_event",
                            "SELECT id, ts, 0, name, NULL FROM __intrinsic_ftrace_event WHERE ucpu = " + cpu.ucpu()));
        }
        tree.root().add(group);
    }

    private static void samples(TreeDraft tree, TraceFacts facts, List<OtherEvents.Samples> samples) {
        Map<String, Set<Long>> processes = new HashMap<>();
        for (OtherEvents.Samples s : samples) {
            SampleSource source = SampleSource.of(s.source());
            DraftNode process = tree.process(s.upid());
            if (process != null
                    && !process.isHeadless()
                    && processes
                            .computeIfAbsent(s.source(), _ -> new HashSet<>())
                            .add(s.upid())) {
                add(
                        process,
                        "samples/" + s.source() + "/process/" + s.upid(),
                        source.title + " Process Callstacks",
                        PROCESS_SAMPLES,
                        new TrackSource.Events(
                                source.table,
                                sampleSql(
                                        s.source(),
                                        "x.utid IN (SELECT id FROM __intrinsic_thread WHERE upid = " + s.upid()
                                                + ")")));
            }
            TraceFacts.Thread thread = facts.thread(s.utid());
            DraftNode group = tree.thread(s.utid());
            if (thread != null && group != null) {
                DraftNode node = new DraftNode(
                                "samples/" + s.source() + "/thread/" + s.utid(),
                                TrackKind.SLICES,
                                ProcessTracks.threadName(thread),
                                THREAD_SAMPLES)
                        .id(ProcessTracks.number(thread.tid()) + " " + source.title + " Callstacks");
                group.add(node.source(
                        new TrackSource.Events(source.table, sampleSql(s.source(), "x.utid = " + s.utid()))));
            }
        }
    }

    /// Samples are named for the function that ran.
    private static String sampleSql(String source, String whose) {
        return """
            SELECT s.id, s.ts, 0, coalesce(f.deobfuscated_name, f.name, 'unknown'), NULL
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN __intrinsic_stack_profile_callsite AS c ON c.id = s.callsite_id
            LEFT JOIN __intrinsic_stack_profile_frame AS f ON f.id = c.frame_id
            WHERE s.callsite_id IS NOT NULL AND s.source = '%s' AND %s\
            """.formatted(source.replace("'", "''"), whose);
    }

    private static void heap(TreeDraft tree, OtherEvents.Heap heap) {
        DraftNode process = tree.process(heap.upid());
        String key = "heap/" + heap.upid() + "/" + heap.heap();
        if (heap.heap().isEmpty()) {
            add(
                    process,
                    key,
                    "ART heap dump",
                    HEAPS,
                    new TrackSource.Events(
                            "heap_graph",
                            "SELECT id, ts, 0, 'Heap dump', NULL" + " FROM __intrinsic_heap_graph WHERE upid = "
                                    + heap.upid()));
            return;
        }
        String name = switch (heap.heap()) {
            case "libc.malloc" -> "Native heap profile";
            case "com.android.art" -> "ART allocation profile";
            default -> "Profile: " + heap.heap();
        };
        int kind = heap.heap().equals("libc.malloc") ? 1 : heap.heap().equals("com.android.art") ? 2 : 3;
        // A profile covers the time since the one before it.
        add(process, key, name, HEAPS + kind, new TrackSource.Events("heap_profile_allocation", """
            WITH dump AS (
              SELECT ts, min(id) AS id FROM __intrinsic_heap_profile_allocation
              WHERE upid = %d AND coalesce(heap_name, '?') = '%s' GROUP BY ts
            )
            SELECT id, ts, 0, 'Heap profile', NULL FROM dump\
            """.formatted(
                        heap.upid(), heap.heap().replace("'", "''"))));
    }

    private static void add(DraftNode group, String key, String name, int order, TrackSource source) {
        if (group != null) {
            group.add(new DraftNode(key, TrackKind.SLICES, name, order).source(source));
        }
    }
}
