package traceglass.ingest.gotrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Writes tasks, regions and messages of a Go program, and garbage collection, stop-the-world pauses and heap sizes of
/// the runtime.
final class GoAnnotations {

    private static final TrackType TASKS =
            TrackCompressor.compressed("go_task", TrackType.UPID, TrackType.Dimension.ofString("task"));
    private static final String GC = "Garbage collection";
    private static final String STW = "Stop the world";
    private static final String ASSIST = "GC mark assist";
    private static final String SWEEP = "GC sweep";

    private final ImportContext context;
    private final StringPool strings;
    private final GoProgram program;
    private final Map<Long, Task> tasks = new HashMap<>();
    private final Map<String, Integer> counters = new HashMap<>();

    private record Task(int name, int slice) {}

    GoAnnotations(ImportContext context, GoProgram program) {
        this.context = context;
        this.program = program;
        strings = context.strings();
    }

    void handleEvent(long ts, GoEvent e) {
        switch (e.kind()) {
            case MAX_PROCS -> count(ts, "GOMAXPROCS", "count", e.a());
            case HEAP_ALLOC -> count(ts, "HeapAlloc", "bytes", e.a());
            case HEAP_GOAL -> count(ts, "HeapGoal", "bytes", e.a());
            case STW_BEGIN -> beginGlobal(ts, STW, e.text() == StringPool.NULL ? STW : strings.get(e.text()), e);
            case STW_END -> endGlobal(ts, STW);
            case GC_BEGIN -> beginGlobal(ts, GC, e.a() < 0 ? "GC" : "GC " + e.a(), e);
            case GC_END -> endGlobal(ts, GC);
            case SWEEP_BEGIN -> handleSweep(ts, e, true);
            case SWEEP_END -> handleSweep(ts, e, false);
            case ASSIST_BEGIN -> begin(ts, e.g(), strings.intern(ASSIST), e);
            case ASSIST_END -> end(ts, e.g(), strings.intern(ASSIST));
            case LABEL -> addLabel(ts, e);
            case TASK_BEGIN -> beginTask(ts, e);
            case TASK_END -> endTask(ts, e);
            case REGION_BEGIN -> begin(ts, e.g(), e.text(), e);
            case REGION_END -> end(ts, e.g(), e.text());
            case LOG -> log(ts, e);
            default -> throw new IllegalArgumentException(e.kind().name());
        }
    }

    private void count(long ts, String name, String unit, long value) {
        int track = counters.computeIfAbsent(name, n -> program.counterTrack(n, unit));
        context.counters().push(ts, value, track);
    }

    private void beginGlobal(long ts, String trackName, String name, GoEvent e) {
        int track = program.globalTrack(trackName);
        int slice = context.slices().begin(ts, track, StringPool.NULL, strings.intern(name), null);
        if (slice >= 0 && e.callsite() >= 0) {
            GoScheduling.addCallsite(context, slice, track, e.callsite());
        }
    }

    private void endGlobal(long ts, String trackName) {
        context.slices().end(ts, program.globalTrack(trackName), StringPool.NULL, StringPool.NULL, null);
    }

    /// A sweep is shown on its processor's track, nested in the slice of the goroutine.
    private void handleSweep(long ts, GoEvent e, boolean isBegin) {
        if (e.p() < 0) {
            return;
        }
        int track = program.procTrack(e.p());
        int name = strings.intern(SWEEP);
        if (isBegin) {
            int slice = context.slices().begin(ts, track, StringPool.NULL, name, null);
            if (slice >= 0 && e.callsite() >= 0) {
                GoScheduling.addCallsite(context, slice, track, e.callsite());
            }
        } else {
            context.slices()
                    .end(
                            ts,
                            track,
                            StringPool.NULL,
                            name,
                            b -> b.addInt(strings.intern("swept_bytes"), e.a())
                                    .addInt(strings.intern("reclaimed_bytes"), e.b()));
        }
    }

    private void begin(long ts, long goroutine, int name, GoEvent e) {
        Goroutine g = program.goroutine(goroutine);
        int track = program.annotations(g);
        int slice = context.slices().begin(ts, track, StringPool.NULL, name, b -> addTask(b, e));
        if (slice < 0) {
            return;
        }
        g.openRegions++;
        if (e.callsite() >= 0) {
            GoScheduling.addCallsite(context, slice, track, e.callsite());
        }
    }

    private void end(long ts, long goroutine, int name) {
        Goroutine g = program.find(goroutine);
        if (g != null && context.slices().end(ts, program.annotations(g), StringPool.NULL, name, null) >= 0) {
            g.openRegions--;
        }
    }

    private void addTask(ArgSetBuilder b, GoEvent e) {
        Task task = e.kind() == GoEvent.Kind.ASSIST_BEGIN ? null : tasks.get(e.a());
        if (task != null) {
            b.addInt(strings.intern("task"), e.a()).addString(strings.intern("task_name"), task.name);
        }
    }

    private void addLabel(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.g());
        int name = strings.intern("Label " + strings.get(e.text()));
        context.slices().scoped(ts, 0, program.annotations(g), StringPool.NULL, name, null);
    }

    private void log(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.g());
        int track = program.annotations(g);
        int message = (int) e.b();
        int name = e.text() != StringPool.NULL ? e.text() : strings.intern("Log");
        int slice = context.slices().scoped(ts, 0, track, StringPool.NULL, name, b -> {
            if (message != StringPool.NULL) {
                b.addString(strings.intern("message"), message);
            }
            addTask(b, e);
        });
        if (slice >= 0 && e.callsite() >= 0) {
            GoScheduling.addCallsite(context, slice, track, e.callsite());
        }
    }

    private TrackCompressor.Lanes lanes(int name) {
        return context.compressor().lanes(TASKS, name, null, null, program.upid, name);
    }

    private void beginTask(long ts, GoEvent e) {
        endTask(ts, e);
        int name = e.text() != StringPool.NULL ? e.text() : strings.intern("Task");
        int track = lanes(name).begin(e.a());
        int slice = context.slices().begin(ts, track, StringPool.NULL, name, b -> {
            b.addInt(strings.intern("task"), e.a());
            if (e.b() != 0) {
                b.addInt(strings.intern("parent_task"), e.b());
            }
            b.addInt(strings.intern("goroutine"), e.g());
        });
        if (slice >= 0 && e.callsite() >= 0) {
            GoScheduling.addCallsite(context, slice, track, e.callsite());
        }
        tasks.put(e.a(), new Task(name, slice));
        Task parent = e.b() == 0 ? null : tasks.get(e.b());
        if (parent != null && parent.slice >= 0 && slice >= 0) {
            context.flows().add(parent.slice, slice);
        }
    }

    private void endTask(long ts, GoEvent e) {
        Task task = tasks.remove(e.a());
        if (task != null) {
            context.slices().end(ts, lanes(task.name).end(e.a()), StringPool.NULL, task.name, null);
        }
    }
}
