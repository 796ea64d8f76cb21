package traceglass.ingest.v8files;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes the ticks of a V8 log as stack samples.
final class V8LogSamples {

    /// Version of V8 with the latest states, for logs that do not contain a version.
    static final int LATEST = 8;

    private final ImportContext context;
    private final V8Files.Task task;
    private final NamedFrames frames;
    private final ProfilerSamples samples;
    private final int session;
    private final EventSorter.Queue ticks;
    private final EventSorter.Queue timers;

    /// Activity of the virtual machine at a tick.
    enum State {
        RUNNING(null),
        GC("(garbage collector)"),
        PARSER("(parser)"),
        BYTECODE_COMPILER("(bytecode compiler)"),
        COMPILER("(compiler)"),
        IDLE(null);

        /// Name of the frame that shows the state, or null.
        private final String frame;

        State(String frame) {
            this.frame = frame;
        }

        /// Returns the state with this number in the log. V8 6 inserted the parser and the bytecode compiler, V8 8 a
        /// state for waiting for other threads.
        static State of(int number, int version) {
            if (version < 6) {
                return switch (number) {
                    case 1 -> GC;
                    case 2 -> COMPILER;
                    case 5 -> IDLE;
                    default -> RUNNING;
                };
            }
            return switch (number) {
                case 1 -> GC;
                case 2 -> PARSER;
                case 3 -> BYTECODE_COMPILER;
                case 4 -> COMPILER;
                case 7 -> version >= 8 ? RUNNING : IDLE;
                case 8 -> version >= 8 ? IDLE : RUNNING;
                default -> RUNNING;
            };
        }
    }

    V8LogSamples(ImportContext context, V8Files.Task task) {
        this.context = context;
        this.task = task;
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "");
        samples = context.session().profilerSamples();
        session = samples.session(
                context.strings().intern("v8"), context.strings().intern("ns"), StringPool.NULL);
        ticks = context.sorter().queue((ts, callsite, ref) -> addSample(ts, (int) callsite));
        timers = context.sorter().queue((ts, isBegin, ref) -> setTimer(ts, isBegin != 0, (String) ref));
    }

    /// Returns the frame of compiled code.
    ///
    /// @param kind kind of code, such as `JS`, `Builtin` or `RegExp`
    int frame(String kind, String name) {
        V8Function function = V8Function.parse(name);
        int row = frames.frame(
                null, function.name(), function.file(), function.line() > 0 ? function.line() : NamedFrames.NO_LINE);
        String type = switch (kind) {
            case "Builtin", "BytecodeHandler", "Handler", "Stub" -> "runtime";
            case "CPP", "SHARED_LIB" -> "native";
            default -> null;
        };
        if (type != null) {
            context.stackProfiles().setFrameType(row, context.strings().intern(type));
        }
        return row;
    }

    /// Returns the frame for unknown addresses.
    int unknownFrame() {
        return frames.frame(null, "[unknown]");
    }

    /// Adds a tick.
    ///
    /// @param stack frames, outermost first
    void add(long micros, GrowingInts stack, State state) {
        if (state == State.IDLE) {
            return;
        }
        int callsite = -1;
        // During garbage collection, the collector's own innermost function is replaced with the state's frame.
        int size = state == State.GC && stack.size() > 0 ? stack.size() - 1 : stack.size();
        for (int i = 0; i < size; i++) {
            if (i == stack.size() - 1) {
                callsite = stateCallsite(callsite, state);
            }
            callsite = frames.callsite(callsite, stack.get(i));
        }
        if (state == State.GC || callsite < 0) {
            callsite = state.frame == null ? frames.callsite(-1, unknownFrame()) : stateCallsite(callsite, state);
        }
        long ts = micros < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(micros * 1000);
        if (ts != ClockTracker.NONE) {
            ticks.push(ts, callsite, null);
        }
    }

    private int stateCallsite(int caller, State state) {
        if (state.frame == null) {
            return caller;
        }
        int frame = frames.frame(null, state.frame);
        context.stackProfiles().setFrameType(frame, context.strings().intern(state == State.GC ? "gc" : "runtime"));
        return frames.callsite(caller, frame);
    }

    private void addSample(long ts, int callsite) {
        int row = samples.add(ts, context.strings().intern("v8"), samples.task(task.upid(), task.utid()), callsite);
        int mode = samples.execution(ProfilerSamples.NONE, context.strings().intern("user"));
        samples.describe(row, mode, StringPool.NULL, session, LongColumn.NULL);
    }

    /// Adds the beginning or end of a timed activity of the virtual machine.
    void setTimer(String name, long micros, boolean isBegin) {
        long ts = micros < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(micros * 1000);
        if (ts != ClockTracker.NONE) {
            timers.push(ts, isBegin ? 1 : 0, name);
        }
    }

    private void setTimer(long ts, boolean isBegin, String name) {
        int track = context.tracks().threadTrack(task.utid());
        int nameId = context.strings().intern(name);
        if (isBegin) {
            context.slices().begin(ts, track, StringPool.NULL, nameId, null);
        } else {
            context.slices().end(ts, track, StringPool.NULL, nameId, null);
        }
    }
}
