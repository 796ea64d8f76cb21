package traceglass.ingest.nettrace;

import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Events of the .NET runtime: garbage collections, suspensions, heap sizes, lock contention, compilation, exceptions
/// and allocations. Their fields are defined in the CLR's manifest (`ClrEtwAll.man`).
final class RuntimeEvents {

    private static final TrackType TRACK =
            TrackType.slices("dotnet_runtime", TrackType.UPID, TrackType.Dimension.ofString("kind"));
    private static final TrackType COUNTER =
            TrackType.counter("dotnet_runtime_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));
    // Events of the provider Microsoft-Windows-DotNETRuntime.
    private static final int GC_START = 1;
    private static final int GC_END = 2;
    private static final int GC_RESTART_EE_END = 3;
    private static final int GC_HEAP_STATS = 4;
    private static final int GC_RESTART_EE_BEGIN = 7;
    private static final int GC_SUSPEND_EE_END = 8;
    private static final int GC_SUSPEND_EE_BEGIN = 9;
    private static final int GC_ALLOCATION_TICK = 10;
    private static final int CONTENTION_START = 81;
    private static final int CONTENTION_STOP = 91;
    private static final int METHOD_LOAD_VERBOSE = 143;
    private static final int METHOD_JITTING_STARTED = 145;
    private static final int MODULE_LOAD = 152;
    // Events of the provider Microsoft-Windows-DotNETRuntimeRundown.
    private static final int METHOD_DC_START_VERBOSE = 143;
    private static final int METHOD_DC_END_VERBOSE = 144;
    private static final int MODULE_DC_START = 153;
    private static final int MODULE_DC_END = 154;
    private static final String GC = "Garbage collection";
    private static final String SUSPENSION = "Runtime suspension";
    private static final String[] GC_REASONS = {
        "small object allocation",
        "induced",
        "low memory",
        "empty",
        "large object allocation",
        "out of space (small objects)",
        "out of space (large objects)",
        "induced, not forced"
    };
    private static final String[] SUSPEND_REASONS = {
        "other",
        "GC",
        "app domain shutdown",
        "code pitching",
        "shutdown",
        "debugger",
        "GC preparation",
        "debugger sweep"
    };
    /// Names of the events that the runtime writes without a name.
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(5, "GCCreateSegment"),
            Map.entry(6, "GCFreeSegment"),
            Map.entry(11, "GCCreateConcurrentThread"),
            Map.entry(12, "GCTerminateConcurrentThread"),
            Map.entry(13, "GCFinalizersEnd"),
            Map.entry(14, "GCFinalizersBegin"),
            Map.entry(22, "GCBulkMovedObjectRanges"),
            Map.entry(23, "GCGenerationRange"),
            Map.entry(33, "PinObjectAtGCTime"),
            Map.entry(35, "GCTriggered"),
            Map.entry(50, "ThreadPoolWorkerThreadStart"),
            Map.entry(51, "ThreadPoolWorkerThreadStop"),
            Map.entry(54, "ThreadPoolWorkerThreadAdjustmentSample"),
            Map.entry(55, "ThreadPoolWorkerThreadAdjustment"),
            Map.entry(56, "ThreadPoolWorkerThreadAdjustmentStats"),
            Map.entry(57, "ThreadPoolWorkerThreadWait"),
            Map.entry(61, "ThreadPoolEnqueue"),
            Map.entry(62, "ThreadPoolDequeue"),
            Map.entry(80, "ExceptionThrown"),
            Map.entry(85, "ThreadCreated"),
            Map.entry(86, "ThreadTerminated"),
            Map.entry(141, "MethodLoad"),
            Map.entry(142, "MethodUnload"),
            Map.entry(151, "DomainModuleLoad"),
            Map.entry(154, "AssemblyLoad"),
            Map.entry(155, "AssemblyUnload"),
            Map.entry(159, "R2RGetEntryPoint"),
            Map.entry(187, "RuntimeInformation"),
            Map.entry(190, "MethodILToNativeMap"),
            Map.entry(200, "IncreaseMemoryPressure"),
            Map.entry(202, "GCMarkWithType"),
            Map.entry(203, "GCJoin"),
            Map.entry(204, "GCPerHeapHistory"),
            Map.entry(205, "GCGlobalHeapHistory"),
            Map.entry(281, "TieredCompilationPause"),
            Map.entry(282, "TieredCompilationResume"),
            Map.entry(283, "TieredCompilationBackgroundJitStart"),
            Map.entry(284, "TieredCompilationBackgroundJitStop"),
            Map.entry(290, "AssemblyLoadStart"),
            Map.entry(291, "AssemblyLoadStop"),
            Map.entry(292, "ResolutionAttempted"),
            Map.entry(296, "KnownPathProbed"));
    private static final String[] HEAPS = {"Gen 0", "Gen 1", "Gen 2", "Large objects"};

    private final ImportContext context;
    private final StringPool strings;
    private final NettraceEvents events;
    private final MethodNames methods;
    private final NettraceSamples samples;

    RuntimeEvents(ImportContext context, NettraceEvents events, MethodNames methods, NettraceSamples samples) {
        this.context = context;
        this.events = events;
        this.methods = methods;
        this.samples = samples;
        strings = context.strings();
    }

    /// Returns a consumer of rundown events, which describe the code that existed when the trace ended.
    NettraceEvents.Sink rundownSink(EventTypeInfo type) {
        return switch (type.eventId) {
            case METHOD_DC_START_VERBOSE, METHOD_DC_END_VERBOSE -> (e, payload) -> methods.readMethod(payload);
            case MODULE_DC_START, MODULE_DC_END -> (e, payload) -> methods.readModule(payload);
            default -> (e, payload) -> {};
        };
    }

    /// Returns a consumer of runtime events; null for events without special handling.
    NettraceEvents.Sink sink(EventTypeInfo type) {
        return switch (type.eventId) {
            case GC_START -> this::handleGcStart;
            case GC_END -> (e, payload) -> end(e, GC);
            case GC_RESTART_EE_END -> (e, payload) -> end(e, SUSPENSION);
            case GC_HEAP_STATS -> this::handleHeapStats;
            case GC_SUSPEND_EE_BEGIN -> this::handleSuspend;
            // A suspension lasts from its begin to the end of the restart.
            case GC_RESTART_EE_BEGIN, GC_SUSPEND_EE_END -> (e, payload) -> {};
            case GC_ALLOCATION_TICK -> this::handleAllocation;
            case CONTENTION_START -> (e, payload) -> beginOnThread(e, "Lock contention");
            case CONTENTION_STOP -> (e, payload) -> endOnThread(e, "Lock contention");
            case METHOD_LOAD_VERBOSE -> this::handleMethodLoaded;
            case METHOD_JITTING_STARTED -> this::handleJitStarted;
            case MODULE_LOAD -> (e, payload) -> methods.readModule(payload);
            default -> null;
        };
    }

    /// Returns a name for an event that the trace does not name.
    static String name(EventTypeInfo type) {
        if (!type.name.isEmpty()) {
            return type.name;
        }
        return NAMES.getOrDefault(type.eventId, "Runtime event " + type.eventId);
    }

    private static String text(String[] texts, int i, String fallback) {
        return i >= 0 && i < texts.length ? texts[i] : fallback + " " + i;
    }

    private void begin(NettraceEvents.Event e, String track, String name, String reason) {
        int upid = events.upid(e.pid());
        int nameId = strings.intern(name);
        events.push(
                e,
                ts -> context.slices()
                        .begin(
                                ts,
                                track(upid, track),
                                StringPool.NULL,
                                nameId,
                                b -> b.addString(strings.intern("reason"), strings.intern(reason))));
    }

    private int track(int upid, String name) {
        int nameId = strings.intern(name);
        return context.tracks().intern(TRACK, nameId, upid, nameId);
    }

    private void end(NettraceEvents.Event e, String track) {
        int upid = events.upid(e.pid());
        events.push(e, ts -> context.slices().end(ts, track(upid, track), StringPool.NULL, StringPool.NULL, null));
    }

    private void handleGcStart(NettraceEvents.Event e, NettraceCursor payload) {
        int count = payload.readInt();
        if (payload.remaining() < 8) {
            begin(e, GC, "GC " + count, "unknown");
            return;
        }
        int generation = payload.readInt();
        begin(e, GC, "GC gen " + generation, text(GC_REASONS, payload.readInt(), "reason"));
    }

    private void handleSuspend(NettraceEvents.Event e, NettraceCursor payload) {
        int reason = payload.remaining() >= 4 ? payload.readInt() : 0;
        begin(e, SUSPENSION, "Suspended", text(SUSPEND_REASONS, reason, "reason"));
    }

    private void handleHeapStats(NettraceEvents.Event e, NettraceCursor payload) {
        for (String heap : HEAPS) {
            count(e, heap + " size", "bytes", payload.readLong());
            payload.skip(8);
        }
        payload.skip(16);
        count(e, "Pinned objects", "count", payload.readInt());
        payload.skip(4);
        count(e, "GC handles", "count", payload.readInt());
    }

    private void count(NettraceEvents.Event e, String name, String unit, long value) {
        int upid = events.upid(e.pid());
        int nameId = strings.intern(name);
        events.push(e, ts -> {
            int track = context.tracks().internCounter(COUNTER, nameId, strings.intern(unit), null, upid, nameId);
            context.counters().push(ts, value, track);
        });
    }

    private void handleAllocation(NettraceEvents.Event e, NettraceCursor payload) {
        long amount = payload.readInt() & 0xffff_ffffL;
        payload.readInt();
        if (payload.remaining() >= 10) {
            payload.skip(2);
            amount = payload.readLong();
        }
        samples.addAllocation(e, amount);
    }

    private void beginOnThread(NettraceEvents.Event e, String name) {
        int utid = events.utid(e);
        if (utid == ProcessTracker.NONE) {
            return;
        }
        int nameId = strings.intern(name);
        events.push(e, ts -> {
            int track = context.tracks().threadTrack(utid);
            int slice = context.slices().begin(ts, track, StringPool.NULL, nameId, null);
            SourceEvents.addCallsite(context, slice, track, methods.callsite(e.stack()));
        });
    }

    private void endOnThread(NettraceEvents.Event e, String name) {
        int utid = events.utid(e);
        if (utid == ProcessTracker.NONE) {
            return;
        }
        int nameId = strings.intern(name);
        events.push(
                e, ts -> context.slices().end(ts, context.tracks().threadTrack(utid), StringPool.NULL, nameId, null));
    }

    private void handleJitStarted(NettraceEvents.Event e, NettraceCursor payload) {
        payload.skip(24);
        beginOnThread(e, "JIT " + MethodNames.fullName(payload.readUtf16(), payload.readUtf16()));
    }

    private void handleMethodLoaded(NettraceEvents.Event e, NettraceCursor payload) {
        NettraceCursor names = payload.copy();
        names.skip(36);
        endOnThread(e, "JIT " + MethodNames.fullName(names.readUtf16(), names.readUtf16()));
        methods.readMethod(payload);
    }
}
