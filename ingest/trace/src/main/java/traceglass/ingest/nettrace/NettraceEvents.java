package traceglass.ingest.nettrace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Dispatches the events of a trace to the handlers of samples, runtime events and program events.
final class NettraceEvents {

    private static final String RUNTIME = "Microsoft-Windows-DotNETRuntime";
    private static final String RUNDOWN = RUNTIME + "Rundown";
    private static final String SAMPLER = "Microsoft-DotNETCore-SampleProfiler";
    private static final String EVENT_PIPE = "Microsoft-DotNETCore-EventPipe";
    private static final int PROCESS_INFO = 1;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final MethodNames methods;
    private final NettraceSamples samples;
    private final RuntimeEvents runtime;
    private final SourceEvents sources;
    private final Map<Stack, long[]> stacks = new HashMap<>();
    private long mainPid;

    /// Consumer of the events of one type.
    interface Sink {
        void onEvent(Event e, NettraceCursor payload);
    }

    /// An event without its payload.
    ///
    /// @param ns time in ns since 1970
    /// @param threadName name of the thread, or null
    /// @param stack addresses, innermost first; null if there are none
    record Event(
            long ns,
            long pid,
            long tid,
            String threadName,
            int processor,
            long[] stack,
            long activityHigh,
            long activityLow,
            int pointerSize) {}

    private record Stack(long[] addresses) {

        @Override
        public boolean equals(Object o) {
            return o instanceof Stack s && Arrays.equals(s.addresses, addresses);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(addresses);
        }
    }

    NettraceEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> ((LongConsumer) ref).accept(ts));
        methods = new MethodNames(context);
        samples = new NettraceSamples(context, this, methods);
        runtime = new RuntimeEvents(context, this, methods, samples);
        sources = new SourceEvents(context, this, methods);
    }

    void setProcess(long pid) {
        mainPid = pid;
        upid(pid);
    }

    /// Returns the canonical instance of a stack, so that equal stacks share memory.
    long[] intern(long[] stack) {
        return stacks.computeIfAbsent(new Stack(stack), Stack::addresses);
    }

    int upid(long pid) {
        int upid = context.processes().processWithoutMainThread(pid);
        if (context.processes().processName(upid) == StringPool.NULL) {
            context.processes().setProcessName(upid, strings.intern(".NET process"), NamePriority.OfProcess.OTHER);
        }
        return upid;
    }

    /// Returns the thread of an event; [ProcessTracker#NONE] if it has none.
    int utid(Event e) {
        if (e.tid == 0 || e.tid == -1) {
            return ProcessTracker.NONE;
        }
        int utid = context.processes().threadWithParent(e.tid, upid(e.pid), true);
        if (e.threadName != null && !e.threadName.isEmpty()) {
            context.processes().setThreadName(utid, strings.intern(e.threadName), NamePriority.OfThread.OTHER);
        }
        return utid;
    }

    /// Queues a writer for an event. Writers are called in time order after the whole trace has been read.
    void push(Event e, LongConsumer writer) {
        long ts = context.clocks().defaultToTraceTime(e.ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, writer);
        }
    }

    void parseEvent(EventTypeInfo type, Event e, NettraceCursor payload) {
        if (type.sink == null) {
            type.sink = sink(type);
        }
        try {
            type.sink.onEvent(e, payload);
        } catch (NettraceFormatException damage) {
            context.stats().increment(StatNames.NETTRACE_INVALID_EVENT);
        }
    }

    private Sink sink(EventTypeInfo type) {
        return switch (type.provider) {
            case SAMPLER -> samples::addThreadSample;
            case RUNDOWN -> runtime.rundownSink(type);
            case RUNTIME -> {
                Sink sink = runtime.sink(type);
                yield sink != null ? sink : sources.instants(type, RuntimeEvents.name(type));
            }
            case EVENT_PIPE -> type.eventId == PROCESS_INFO ? this::readProcessInfo : (e, payload) -> {};
            case "Universal.Events" -> samples.universalSink(type);
            case "Universal.System" -> universalSink(type);
            default -> sources.sink(type);
        };
    }

    private void readProcessInfo(Event e, NettraceCursor payload) {
        String command = payload.readUtf16();
        if (!command.isEmpty()) {
            String path = command.split("\\s", 2)[0].replace("\"", "");
            String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
            context.processes()
                    .setProcessMetadata(
                            context.processes().processWithoutMainThread(mainPid),
                            strings.intern(name.isEmpty() ? command : name),
                            strings.intern(command));
        }
    }

    /// Returns a consumer of events about processes and their code, as written by machine-wide recorders.
    private Sink universalSink(EventTypeInfo type) {
        return switch (type.name) {
            case "ProcessCreate" ->
                (e, payload) -> {
                    payload.readNumber();
                    String name = payload.readUtf8(payload.readShort());
                    context.processes()
                            .setProcessName(upid(e.pid), strings.intern(name), NamePriority.OfProcess.SYSTEM);
                };
            case "ProcessMapping" ->
                (e, payload) -> {
                    long id = payload.readNumber();
                    payload.readNumber();
                    payload.readNumber();
                    payload.readNumber();
                    payload.readNumber();
                    methods.addModule(id, payload.readUtf8(payload.readShort()));
                };
            case "ProcessSymbol" ->
                (e, payload) -> {
                    payload.readNumber();
                    long mapping = payload.readNumber();
                    long start = payload.readNumber();
                    long end = payload.readNumber();
                    methods.add(start, end, mapping, payload.readUtf8(payload.readShort()));
                };
            default -> (e, payload) -> {};
        };
    }

    void finish() {
        stacks.clear();
    }
}
