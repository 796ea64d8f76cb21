package traceglass.ingest.ghc;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes the events of a Haskell program: one track for each capability with the Haskell threads that it runs and
/// its garbage collections, messages, counters of the heap, and profiles. Events are decoded in time order, after the
/// names of all threads are known.
final class GhcProgram {

    static final int NO_CAPABILITY = -1;

    private static final int RUN_THREAD = 1;
    private static final int STOP_THREAD = 2;
    private static final int GC_START = 9;
    private static final int GC_END = 10;
    private static final int LOG_MESSAGE = 16;
    private static final int USER_MESSAGE = 19;
    private static final int GC_IDLE = 20;
    private static final int GC_WORK = 21;
    private static final int GC_DONE = 22;
    private static final int PROGRAM_ARGS = 30;
    private static final int PROCESS_ID = 32;
    private static final int WALL_CLOCK = 43;
    private static final int THREAD_LABEL = 44;
    private static final int HEAP_ALLOCATED = 49;
    private static final int HEAP_SIZE = 50;
    private static final int HEAP_LIVE = 51;
    private static final int USER_MARKER = 58;
    private static final int BLOCKS_SIZE = 91;
    private static final int MARK_BEGIN = 200;
    private static final int SWEEP_END = 205;
    private static final List<String> NONMOVING = List.of("Mark", "Synchronize", "Sweep");
    private static final long NS_PER_S = 1_000_000_000;

    private static final TrackType CAPABILITY =
            TrackType.slices("ghc_capability", TrackType.UPID, TrackType.Dimension.ofInt("capability"));
    private static final TrackType RUNTIME =
            TrackType.slices("ghc_runtime", TrackType.UPID, TrackType.Dimension.ofString("kind"));
    private static final TrackType COUNTER =
            TrackType.counter("ghc_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final ClockId clock;
    private final GhcProfile profile;
    private final Map<Integer, String> labels = new HashMap<>();
    private final Map<Integer, Capability> capabilities = new HashMap<>();
    private long pid;
    private String programName = "Haskell program";
    private int upid;
    private boolean isEmpty = true;

    /// Slices that are open on the track of a capability.
    private static final class Capability {
        final int track;
        boolean isInThread;
        boolean isInGc;
        boolean isInPhase;

        Capability(int track) {
            this.track = track;
        }
    }

    GhcProgram(ImportContext context) {
        this.context = context;
        strings = context.strings();
        clock = ClockId.ofFile(context.traceId());
        context.clocks().useOnly(clock);
        profile = new GhcProfile(context);
        queue = context.sorter()
                .queue(
                        (ts, typeAndCapability, content) -> write(
                                ts, (int) typeAndCapability & 0xffff, (int) (typeAndCapability >> Short.SIZE), (byte[])
                                        content),
                        new GhcEventCodec());
    }

    /// Receives an event in the order of the file.
    ///
    /// @param content is reused by the caller
    void handleEvent(long ns, int type, int capability, ByteBuffer content) {
        try {
            switch (type) {
                case PROGRAM_ARGS -> nameProgram(content.position(Integer.BYTES));
                case PROCESS_ID -> pid = Integer.toUnsignedLong(content.getInt(Integer.BYTES));
                case WALL_CLOCK ->
                    context.clocks()
                            .addSnapshot(List.of(
                                    new ClockGraph.Reading(clock, ns),
                                    new ClockGraph.Reading(
                                            ClockId.of(ClockId.REALTIME),
                                            Math.multiplyExact(content.getLong(4), NS_PER_S)
                                                    + Integer.toUnsignedLong(content.getInt(12)))));
                case THREAD_LABEL -> {
                    int thread = content.getInt();
                    labels.put(thread, text(content));
                }
                default -> {
                    if (GhcProfile.isDefinition(type)) {
                        profile.define(content);
                    } else if (isShown(type)) {
                        push(profile.timeOf(ns, type, content), type, capability, content);
                    }
                }
            }
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException e) {
            context.stats().increment(StatNames.GHC_EVENTLOG_INVALID_EVENT);
        }
    }

    private static boolean isShown(int type) {
        return switch (type) {
            case RUN_THREAD,
                    STOP_THREAD,
                    GC_START,
                    GC_END,
                    LOG_MESSAGE,
                    USER_MESSAGE,
                    GC_IDLE,
                    GC_WORK,
                    GC_DONE,
                    HEAP_ALLOCATED,
                    HEAP_SIZE,
                    HEAP_LIVE,
                    USER_MARKER,
                    BLOCKS_SIZE -> true;
            default -> type >= MARK_BEGIN && type <= SWEEP_END || GhcProfile.isSample(type);
        };
    }

    private void push(long ns, int type, int capability, ByteBuffer content) {
        long ts = ns < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.GHC_EVENTLOG_INVALID_EVENT);
            return;
        }
        isEmpty = false;
        byte[] copy = new byte[content.remaining()];
        content.get(copy);
        queue.push(ts, (long) capability << Short.SIZE | type, copy);
    }

    private void nameProgram(ByteBuffer args) {
        String path = text(args);
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        programName = name.isBlank() ? programName : name;
    }

    /// Returns the text up to the next NUL or the end.
    static String text(ByteBuffer content) {
        int start = content.position();
        while (content.hasRemaining() && content.get() != 0) {
            continue;
        }
        int end = content.position();
        boolean isTerminated = end > start && content.get(end - 1) == 0;
        byte[] bytes = new byte[end - start - (isTerminated ? 1 : 0)];
        content.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Creates the process after the last event was received and before the first one is written.
    void finishReading() {
        upid = context.processes().processWithoutMainThread(pid);
        context.processes().setProcessName(upid, strings.intern(programName), NamePriority.OfProcess.OTHER);
        profile.start(upid);
        if (isEmpty) {
            context.stats().increment(StatNames.GHC_EVENTLOG_NO_EVENTS);
        }
    }

    private Capability capability(int number) {
        return capabilities.computeIfAbsent(
                number,
                n -> new Capability(context.tracks()
                        .intern(CAPABILITY, strings.intern(n < 0 ? "Runtime" : "Capability " + n), upid, n)));
    }

    private void write(long ts, int type, int capability, byte[] bytes) {
        try {
            write(ts, type, capability, ByteBuffer.wrap(bytes));
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            context.stats().increment(StatNames.GHC_EVENTLOG_INVALID_EVENT);
        }
    }

    private void write(long ts, int type, int number, ByteBuffer content) {
        switch (type) {
            case RUN_THREAD -> run(ts, capability(number), content.getInt());
            case STOP_THREAD -> stop(ts, capability(number), content.getShort(Integer.BYTES));
            case GC_START -> startGc(ts, capability(number));
            case GC_END -> endGc(ts, capability(number));
            case GC_WORK -> handlePhase(ts, capability(number), "Work");
            case GC_IDLE -> handlePhase(ts, capability(number), "Idle");
            case GC_DONE -> endPhase(ts, capability(number));
            case LOG_MESSAGE, USER_MESSAGE, USER_MARKER ->
                context.slices()
                        .scoped(
                                ts,
                                0,
                                runtimeTrack(type == USER_MARKER ? "Markers" : "Messages"),
                                StringPool.NULL,
                                strings.intern(text(content).strip()),
                                null);
            case HEAP_ALLOCATED ->
                addCounter(ts, "Allocated" + (number < 0 ? "" : " by capability " + number), content);
            case HEAP_SIZE -> addCounter(ts, "Heap size", content);
            case HEAP_LIVE -> addCounter(ts, "Live data", content);
            case BLOCKS_SIZE -> addCounter(ts, "Heap blocks", content);
            default -> {
                if (GhcProfile.isSample(type)) {
                    profile.addSample(ts, type, content, this);
                } else {
                    handleNonmoving(ts, type - MARK_BEGIN);
                }
            }
        }
    }

    private void run(long ts, Capability capability, int thread) {
        stop(ts, capability, 0);
        String label = labels.get(thread);
        String name = "Thread " + Integer.toUnsignedString(thread) + (label == null ? "" : " " + label);
        context.slices().begin(ts, capability.track, StringPool.NULL, strings.intern(name), null);
        capability.isInThread = true;
    }

    private void stop(long ts, Capability capability, int status) {
        endGc(ts, capability);
        if (capability.isInThread) {
            String reason = reason(status);
            context.slices()
                    .end(
                            ts,
                            capability.track,
                            StringPool.NULL,
                            StringPool.NULL,
                            reason.isEmpty()
                                    ? null
                                    : b -> b.addString(strings.intern("stopped_by"), strings.intern(reason)));
            capability.isInThread = false;
        }
    }

    private static String reason(int status) {
        return switch (status) {
            case 1 -> "heap overflow";
            case 2 -> "stack overflow";
            case 3 -> "end of its time slice";
            case 4 -> "blocked";
            case 5 -> "finished";
            case 6 -> "foreign call";
            case 7, 20 -> "blocked on an MVar";
            case 8 -> "blocked on a black hole";
            case 9 -> "blocked on reading";
            case 10 -> "blocked on writing";
            case 11 -> "delay";
            case 12 -> "blocked on STM";
            case 13, 16 -> "blocked on a message";
            default -> "";
        };
    }

    private void startGc(long ts, Capability capability) {
        stop(ts, capability, 0);
        context.slices().begin(ts, capability.track, StringPool.NULL, strings.intern("GC"), null);
        capability.isInGc = true;
    }

    private void endGc(long ts, Capability capability) {
        endPhase(ts, capability);
        if (capability.isInGc) {
            context.slices().end(ts, capability.track, StringPool.NULL, StringPool.NULL, null);
            capability.isInGc = false;
        }
    }

    private void handlePhase(long ts, Capability capability, String name) {
        endPhase(ts, capability);
        if (!capability.isInThread) {
            context.slices().begin(ts, capability.track, StringPool.NULL, strings.intern(name), null);
            capability.isInPhase = true;
        }
    }

    private void endPhase(long ts, Capability capability) {
        if (capability.isInPhase) {
            context.slices().end(ts, capability.track, StringPool.NULL, StringPool.NULL, null);
            capability.isInPhase = false;
        }
    }

    private void handleNonmoving(long ts, int step) {
        int name = strings.intern(NONMOVING.get(step / 2));
        int track = runtimeTrack("Concurrent GC: " + NONMOVING.get(step / 2));
        if (step % 2 == 0) {
            context.slices().begin(ts, track, StringPool.NULL, name, null);
        } else {
            context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, null);
        }
    }

    private int runtimeTrack(String name) {
        int nameId = strings.intern(name);
        return context.tracks().intern(RUNTIME, nameId, upid, nameId);
    }

    private void addCounter(long ts, String name, ByteBuffer content) {
        addCounter(ts, name, content.getLong(Integer.BYTES));
    }

    /// Adds a value in bytes to a counter.
    void addCounter(long ts, String name, long value) {
        int nameId = strings.intern(name);
        int track = context.tracks().internCounter(COUNTER, nameId, strings.intern("bytes"), null, upid, nameId);
        context.counters().push(ts, value, track);
    }
}
