package traceglass.analysis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceLanes;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class TrackTreeBuilderTest {

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();
    private int nextArgSet = 1;

    @Test
    void buildsTheTreeIfRunTimesOverflow() throws Exception {
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
                .finish()) {
            assertEquals(
                    List.of("CPU Scheduling", "Scheduler"),
                    TrackTreeBuilder.build(store).children().stream()
                            .map(TrackNode::name)
                            .toList());
        }
    }

    @Test
    void expandsGroupsIfOnlyHeadingsWouldBeShown() throws Exception {
        int kthreadd = process(2, "kthreadd", -1);
        int kworker = process(77, "kworker/0:1", kthreadd);
        thread(77, "kworker/0:1", kworker, true);
        int shell = process(300, "shell", -1);
        int server = process(301, "server", -1);
        for (int upid : new int[] {kworker, shell, server}) {
            for (int i = 0; i < 20; i++) {
                addCounter(track("process_counter", "memory " + i, "counter", -1, upid));
            }
        }
        try (TraceStore store = StoreWriter.start(
                        storage, StoreOptions.uncached().withTempDir(dir), null)
                .finish()) {
            TrackNode root = TrackTreeBuilder.build(store);
            assertEquals(
                    List.of("Kernel threads false", "server true", "shell true"),
                    root.children().stream()
                            .map(n -> n.name() + " " + n.isExpanded())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void placesTracksInTheirGroups() throws Exception {
        int kthreadd = process(2, "kthreadd", -1);
        int kworker = process(77, "kworker/0:1", kthreadd);
        int small = process(300, "/usr/bin/small", -1);
        int busy = process(200, "com.example.busy", -1);
        process(400, "com.example.silent", -1);
        int kt = thread(77, "kworker/0:1", kworker, true);
        int smallMain = thread(300, "small", small, true);
        int other = thread(310, "worker", busy, false);
        int render = thread(309, "RenderThread", busy, false);
        int main = thread(200, "busy", busy, true);
        int lost = thread(999, "lost", -1, false);
        addCpu(0);
        addCpu(1);
        for (int utid : new int[] {kt, smallMain, lost}) {
            addSched(utid, 0, 10);
        }
        for (int utid : new int[] {main, render, other}) {
            addSched(utid, 1, 58_800_000);
        }
        addSlice(track("thread_execution", null, "slice", main, -1), "doFrame", 0);
        addSlice(track("thread_overlapping_slice", null, "slice", main, -1), "overlap", 0);
        addSlice(track("atrace_async_slice", "animate", "slice", -1, busy), "animate", 0);
        addSlice(track("cpu_irq", "Irq Cpu 0", "slice", -1, -1), "timer", 0);
        addSlice(track("brand_new_thing", "Thing", "slice", -1, -1), "x", 0);
        addCounter(track("meminfo", "MemFree", "counter", -1, -1));
        addCounter(track("atrace_counter", "Heap size (KB)", "counter", -1, busy));
        addCounter(track("cpu_frequency", "cpufreq", "counter", -1, -1));

        TrackNode root = build();
        assertEquals(
                List.of(
                        "CPU Scheduling",
                        "CPU Frequency",
                        "CPU",
                        "Memory",
                        "Scheduler",
                        "Brand new thing",
                        "Kernel threads",
                        "com.example.busy",
                        "small",
                        "lost"),
                names(root));
        TrackNode busyNode = root.children().get(7);
        assertEquals(List.of("busy", "busy", "RenderThread", "worker", "animate", "Heap size (KB)"), names(busyNode));
        assertEquals("200", busyNode.idText());
        assertEquals("6 tracks · 176.4 ms CPU", busyNode.sideText());
        assertInstanceOf(ProcessSched.class, ((TrackGroup) busyNode.kind()).summary());
        assertEquals(List.of("main"), busyNode.children().get(0).chips());
        assertInstanceOf(ThreadStates.class, busyNode.children().get(0).kind());
        TrackNode slices = busyNode.children().get(1);
        assertEquals(new SliceTrack(List.of(0L, 1L), 0, Owner.thread(main)), slices.kind());
        assertEquals(List.of("CPU 0", "CPU 1"), names(root.children().get(0)));
        assertTrue(root.children().get(0).isExpanded());
        assertEquals("2 CPUs", root.children().get(0).idText());
        assertEquals(List.of("IRQs"), names(root.children().get(2)));
        assertEquals(List.of("Thing"), names(root.children().get(5)));
        assertEquals(List.of("Active CPU count"), names(root.children().get(4)));
    }

    @Test
    void marksProcessesThatProfileTheBootImage() throws Exception {
        for (String name : List.of("system_server", "zygote64", "com.example")) {
            int upid = process(100, name, -1);
            addSlice(track("atrace_async_slice", "work", "slice", -1, upid), "work", 0);
        }
        Table t = storage.table("__intrinsic_metadata");
        int row = t.addRow();
        t.strings("name").set(row, storage.strings().intern("android_profile_system_server"));
        t.longs("int_value").set(row, 1);
        row = t.addRow();
        t.strings("name").set(row, storage.strings().intern("android_profile_boot_classpath"));
        t.longs("int_value").set(row, 0);
        for (TrackNode node : build().children()) {
            assertEquals(
                    node.name().equals("system_server") ? List.of("boot image profiling") : List.of(),
                    node.chips(),
                    node.name());
        }
    }

    @Test
    void nestsTrackEventsByTheirDescriptors() throws Exception {
        int p = process(10, "app", -1);
        int byName = track("process_track_event", "by name", "slice", -1, p);
        addChild("b", byName, null, 0);
        addChild("a", byName, null, 0);
        int byRank = track("process_track_event", "by rank", "slice", -1, p);
        addSourceArg(byRank, "child_ordering", "explicit", 0);
        addChild("first", byRank, "sibling_order_rank", -5);
        addChild("second", byRank, "sibling_order_rank", 7);
        addChild("between", byRank, "sibling_order_rank", 0);
        addSlice(track("global_track_event", "alone", "slice", -1, -1), "s", 0);
        track("global_track_event", "empty", "slice", -1, -1);
        TrackNode root = build();
        assertEquals(List.of("Global Track Events", "app"), names(root));
        TrackNode app = root.children().get(1);
        assertEquals(List.of("by name", "by rank"), names(app));
        assertEquals(List.of("a", "b"), names(app.children().get(0)));
        assertEquals(List.of("first", "between", "second"), names(app.children().get(1)));
        assertInstanceOf(SliceLanes.class, ((TrackGroup) app.kind()).summary());
    }

    @Test
    void countsActiveCpusAndThreadsOverTime() throws Exception {
        int t = thread(10, "a", -1, true);
        int u = thread(11, "b", -1, false);
        addCpu(0);
        addCpu(1);
        addSched(t, 0, 1_500);
        addSched(u, 1, 40);
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode group = TrackTreeBuilder.build(store).children().stream()
                    .filter(n -> n.name().equals("Scheduler"))
                    .findFirst()
                    .orElseThrow();
            CounterData active =
                    (CounterData) data.load(group.children().getFirst()).get();
            assertEquals(
                    List.of(1.0, 2.0, 1.0, 0.0),
                    java.util.Arrays.stream(active.value()).boxed().toList());
            assertEquals(
                    List.of(0L, 1_000L, 1_040L, 1_500L),
                    java.util.Arrays.stream(active.ts()).boxed().toList());
        }
    }

    @Test
    void showsFtraceEventsSamplesAndLogsOnSeparateTracks() throws Exception {
        int p = process(10, "app", -1);
        int t = thread(10, "app", p, true);
        addCpu(0);
        Table ftrace = storage.table("__intrinsic_ftrace_event");
        for (int i = 0; i < 3; i++) {
            int e = ftrace.addRow();
            ftrace.longs("ts").set(e, 5);
            ftrace.strings("name").set(e, storage.strings().intern("print"));
            ftrace.ints("ucpu").set(e, 0);
        }
        Table logs = storage.table("__intrinsic_logs");
        int log = logs.addRow();
        logs.longs("ts").set(log, 7);
        logs.longs("prio").set(log, 6);
        logs.strings("tag").set(log, storage.strings().intern("tag"));
        logs.strings("msg").set(log, storage.strings().intern("it broke"));
        logs.strings("log_source").set(log, storage.strings().intern("android_logcat"));
        Table contexts = storage.table("__intrinsic_profiler_task_context");
        int context = contexts.addRow();
        contexts.ints("utid").set(context, t);
        Table samples = storage.table("__intrinsic_profiler_sample");
        int sample = samples.addRow();
        samples.longs("ts").set(sample, 9);
        samples.strings("source").set(sample, storage.strings().intern("linux.perf"));
        samples.ints("task_context_id").set(sample, context);
        samples.ints("callsite_id").set(sample, 0);
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode root = TrackTreeBuilder.build(store);
            assertEquals(List.of("Ftrace Events", "Android logs", "app"), names(root));
            SliceData events = (SliceData)
                    data.load(root.children().getFirst().children().getFirst()).get();
            assertEquals(3, events.size());
            assertEquals(1, events.rows(), "instants at the same time stay in one row");
            SliceData lines = (SliceData) data.load(root.children().get(1)).get();
            assertEquals("tag: it broke", lines.names()[0]);
            assertEquals("6", lines.colorKeys()[lines.color()[0]]);
            TrackNode app = root.children().get(2);
            assertEquals(List.of("Perf Process Callstacks", "app"), names(app));
            assertEquals("10 Perf Callstacks", app.children().get(1).idText());
            assertEquals(1, data.load(app.children().get(0)).get().size());
            assertEquals(1, data.load(app.children().get(1)).get().size());
        }
    }

    @Test
    void toleratesTracksThatAreTheirOwnParents() throws Exception {
        int a = track("global_track_event", "a", "slice", -1, -1);
        int b = track("global_track_event", "b", "slice", -1, -1);
        storage.table("__intrinsic_track").ints("parent_id").set(a, b);
        storage.table("__intrinsic_track").ints("parent_id").set(b, a);
        addSlice(a, "s", 0);
        assertEquals(0, build().children().size());
    }

    @Test
    void readsTheDataOfEveryKindOfTrack() throws Exception {
        int p = process(10, "app", -1);
        int t = thread(10, "app", p, true);
        addCpu(0);
        addSched(t, 0, 100);
        Table states = storage.table("__intrinsic_thread_state");
        int state = states.addRow();
        states.longs("ts").set(state, 5);
        states.longs("dur").set(state, 10);
        states.ints("utid").set(state, t);
        states.strings("state").set(state, storage.strings().intern("D"));
        states.ints("io_wait").set(state, 1);
        int track = track("thread_execution", null, "slice", t, -1);
        addSlice(track, "outer", 0);
        addSlice(track, "inner", 1);
        int c = track("atrace_counter", "n", "counter", -1, p);
        addCounter(c);
        addCounter(c);
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            TrackNode root = TrackTreeBuilder.build(store);
            TrackNode cpu = root.children().get(0).children().get(0);
            SliceData runs = (SliceData) data.load(cpu).get();
            assertEquals(1, runs.size());
            assertEquals("app", runs.names()[0]);
            TrackNode app = root.children().get(2);
            SliceData summary = (SliceData) data.load(app).get();
            assertEquals(1, summary.size());
            SliceData thread = (SliceData) data.load(app.children().get(0)).get();
            assertEquals("Uninterruptible Sleep (IO)", thread.colorKeys()[thread.color()[0]]);
            SliceData slices = (SliceData) data.load(app.children().get(1)).get();
            assertEquals(2, slices.rows());
            CounterData counter = (CounterData) data.load(app.children().get(2)).get();
            assertEquals(2, counter.size());
            assertEquals(data.load(app).get(), summary);
            MinimapData map = data.withContext(from -> MinimapData.read(from, store.bounds(), 100, List::of));
            assertEquals(1, map.lanes().size());
            assertTrue(map.lanes().get(0).load()[0] > 0);
        }
    }

    private TraceStore store() throws Exception {
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null);
        return writer.finish();
    }

    private TrackNode build() throws Exception {
        try (TraceStore store = store()) {
            return TrackTreeBuilder.build(store);
        }
    }

    private static List<String> names(TrackNode node) {
        return node.children().stream().map(TrackNode::name).collect(Collectors.toList());
    }

    private int process(long pid, String name, int parent) {
        Table t = storage.table("__intrinsic_process");
        int row = t.addRow();
        t.longs("pid").set(row, pid);
        t.strings("name").set(row, storage.strings().intern(name));
        if (parent >= 0) {
            t.ints("parent_upid").set(row, parent);
        }
        return row;
    }

    private int thread(long tid, String name, int upid, boolean isMain) {
        Table t = storage.table("__intrinsic_thread");
        int row = t.addRow();
        t.longs("tid").set(row, tid);
        t.strings("name").set(row, storage.strings().intern(name));
        if (upid >= 0) {
            t.ints("upid").set(row, upid);
        }
        t.ints("is_main_thread").set(row, isMain ? 1 : 0);
        return row;
    }

    private void addCpu(int number) {
        Table t = storage.table("__intrinsic_cpu");
        t.ints("cpu").set(t.addRow(), number);
    }

    private void addSched(int utid, int ucpu, long dur) {
        Table t = storage.table("__intrinsic_sched_slice");
        int row = t.addRow();
        t.longs("ts").set(row, row * 1_000L);
        t.longs("dur").set(row, dur);
        t.ints("utid").set(row, utid);
        t.ints("ucpu").set(row, ucpu);
    }

    private int track(String type, String name, String eventType, int utid, int upid) {
        Table t = storage.table("__intrinsic_track");
        int row = t.addRow();
        t.strings("type").set(row, storage.strings().intern(type));
        t.strings("name").set(row, storage.strings().intern(name));
        t.strings("event_type").set(row, storage.strings().intern(eventType));
        if (utid >= 0) {
            t.ints("utid").set(row, utid);
        }
        if (upid >= 0) {
            t.ints("upid").set(row, upid);
        }
        return row;
    }

    private void addChild(String name, int parent, String arg, long value) {
        int row = track("process_track_event", name, "slice", -1, -1);
        storage.table("__intrinsic_track")
                .ints("upid")
                .set(row, storage.table("__intrinsic_track").ints("upid").get(parent));
        storage.table("__intrinsic_track").ints("parent_id").set(row, parent);
        if (arg != null) {
            addSourceArg(row, arg, null, value);
        }
        addSlice(row, name, 0);
    }

    private void addSourceArg(int track, String key, String text, long value) {
        Table a = storage.table("__intrinsic_args");
        int row = a.addRow();
        a.ints("arg_set_id").set(row, nextArgSet);
        a.strings("key").set(row, storage.strings().intern(key));
        a.strings("string_value").set(row, storage.strings().intern(text));
        a.longs("int_value").set(row, value);
        storage.table("__intrinsic_track").ints("source_arg_set_id").set(track, nextArgSet++);
    }

    private void addSlice(int track, String name, int depth) {
        Table t = storage.table("__intrinsic_slice");
        int row = t.addRow();
        t.longs("ts").set(row, row * 10L);
        t.longs("dur").set(row, 5);
        t.ints("track_id").set(row, track);
        t.strings("name").set(row, storage.strings().intern(name));
        t.ints("depth").set(row, depth);
    }

    private void addCounter(int track) {
        Table t = storage.table("__intrinsic_counter");
        int row = t.addRow();
        t.longs("ts").set(row, row * 10L);
        t.ints("track_id").set(row, track);
        t.doubles("value").set(row, row);
    }
}
