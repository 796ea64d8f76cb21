package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.profiling.InlineCallstack;
import traceglass.protos.profiling.StackSample;
import traceglass.protos.profiling.StackSample.AsyncContextDescriptor;
import traceglass.protos.profiling.StackSample.CounterDescriptor;
import traceglass.protos.profiling.StackSample.ExecutionContext;
import traceglass.protos.profiling.StackSample.TaskContext;
import traceglass.protos.profiling.StackSampleDefaults;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDefaults;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses samples in the generic format for profilers: a callstack, interned or inline; the context that was running;
/// and counter values. Contexts and counters are inline, interned, or in the sequence defaults.
public final class StackSampleParser implements PacketParser {

    private static final TrackType SESSION_COUNTER = TrackType.counter(
            "stack_sample_session_counter",
            null,
            TrackType.Dimension.ofInt("session_id"),
            TrackType.Dimension.ofString("source"),
            TrackType.Dimension.ofString("counter_name"));
    private static final TrackType CPU_COUNTER = TrackType.counter(
            "stack_sample_cpu_counter",
            null,
            TrackType.CPU,
            TrackType.Dimension.ofInt("session_id"),
            TrackType.Dimension.ofString("source"),
            TrackType.Dimension.ofString("counter_name"));

    private static final String[] UNITS = {
        "",
        "ns",
        "cycles",
        "instructions",
        "bytes",
        "page-faults",
        "cache-misses",
        "cache-references",
        "branch-misses",
        "count"
    };
    private static final String[] MODES = {null, "user", "kernel", "hypervisor", "guest_user", "guest_kernel"};

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final Map<Integer, Integer> sessions = new HashMap<>();
    private StackProfiles.Mapping inlineMapping;

    public StackSampleParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.STACK_SAMPLE_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        try {
            addSample(ts, packet.sequenceId(), packet.state(), packet.decode(StackSample.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    private void addSample(long ts, int sequenceId, SequenceState state, StackSample sample)
            throws InvalidProtocolBufferException {
        StackSampleDefaults defaults = state.defaultsBytes() == null
                ? StackSampleDefaults.getDefaultInstance()
                : TracePacketDefaults.parseFrom(state.defaultsBytes()).getStackSampleDefaults();
        int source = defaults.getSource().isEmpty() ? StringPool.NULL : strings.intern(defaults.getSource());

        TaskContext task = sample.hasTaskContext()
                ? sample.getTaskContext()
                : sample.hasTaskContextIid()
                        ? interned(
                                state,
                                InternedData.STACK_SAMPLE_TASK_CONTEXTS_FIELD_NUMBER,
                                sample.getTaskContextIid(),
                                TaskContext.parser())
                        : null;
        int upid = task != null && task.hasPid()
                ? context.processes().process(task.getPid() & 0xFFFF_FFFFL)
                : ProfilerSamples.NONE;
        int taskRow = task == null
                ? ProfilerSamples.NONE
                : samples.task(
                        upid,
                        utid(task),
                        task.hasAsyncId() ? asyncContext(state, task.getAsyncId()) : ProfilerSamples.NONE);

        ExecutionContext execution = sample.hasExecutionContext()
                ? sample.getExecutionContext()
                : sample.hasExecutionContextIid()
                        ? interned(
                                state,
                                InternedData.STACK_SAMPLE_EXECUTION_CONTEXTS_FIELD_NUMBER,
                                sample.getExecutionContextIid(),
                                ExecutionContext.parser())
                        : null;
        int executionRow = ProfilerSamples.NONE;
        int cpu = ProfilerSamples.NONE;
        if (execution != null) {
            int mode = execution.getMode().getNumber();
            cpu = execution.hasCpu() ? execution.getCpu() : ProfilerSamples.NONE;
            executionRow = samples.executionOrUnknown(
                    execution.hasCpu() ? context.cpus().ucpu(cpu) : ProfilerSamples.NONE,
                    mode >= 0 && mode < MODES.length ? strings.intern(MODES[mode]) : StringPool.NULL);
        }

        int session = sessions.computeIfAbsent(sequenceId, id -> newSession(source));
        long counters = samples.counterSet(counters(ts, state, session, source, cpu, sample, defaults));
        int row = samples.add(ts, source, taskRow, callsite(state, upid, sample));
        int error = sample.getUnwindError().isEmpty() ? StringPool.NULL : strings.intern(sample.getUnwindError());
        samples.describe(row, executionRow, error, session, counters);
    }

    private <T> T interned(SequenceState state, int field, long iid, Parser<T> parser)
            throws InvalidProtocolBufferException {
        InternedMessage message = state.interned(field, iid);
        return message == null ? null : parser.parseFrom(message.bytes());
    }

    private int utid(TaskContext task) {
        if (!task.hasTid()) {
            return ProfilerSamples.NONE;
        }
        long tid = task.getTid() & 0xFFFF_FFFFL;
        return task.hasPid()
                ? context.processes().updateThread(tid, task.getPid() & 0xFFFF_FFFFL)
                : context.processes().thread(tid);
    }

    private int newSession(int source) {
        Table table = context.storage().table(TableNames.ProfilerSession.TABLE);
        int row = table.addRow();
        table.strings(TableNames.ProfilerSession.SOURCE).set(row, source);
        return row;
    }

    /// Returns the row of a context such as a coroutine, after adding the rows of its parents;
    /// [ProfilerSamples#NONE] if it is unknown. Cycles of contexts are broken.
    private int asyncContext(SequenceState state, long iid) throws InvalidProtocolBufferException {
        Deque<InternedMessage> pending = new ArrayDeque<>();
        int parent = ProfilerSamples.NONE;
        for (long next = iid; next != 0; ) {
            InternedMessage message =
                    state.interned(InternedData.STACK_SAMPLE_ASYNC_CONTEXT_DESCRIPTORS_FIELD_NUMBER, next);
            if (message == null || pending.contains(message)) {
                break;
            }
            if (message.decoded() != null) {
                parent = (Integer) message.decoded();
                break;
            }
            pending.push(message);
            next = AsyncContextDescriptor.parseFrom(message.bytes()).getParentIid();
        }
        Table table = context.storage().table(TableNames.ProfilerAsyncContext.TABLE);
        while (!pending.isEmpty()) {
            InternedMessage message = pending.pop();
            AsyncContextDescriptor d = AsyncContextDescriptor.parseFrom(message.bytes());
            int row = table.addRow();
            table.strings(TableNames.ProfilerAsyncContext.NAME)
                    .set(row, d.getName().isEmpty() ? StringPool.NULL : strings.intern(d.getName()));
            table.strings(TableNames.ProfilerAsyncContext.KIND)
                    .set(row, d.getKind().isEmpty() ? StringPool.NULL : strings.intern(d.getKind()));
            table.ints(TableNames.ProfilerAsyncContext.PARENT_ID)
                    .set(row, parent == ProfilerSamples.NONE ? IntColumn.NULL : parent);
            message.cacheDecoded(row);
            parent = row;
        }
        return parent;
    }

    private int callsite(SequenceState state, int upid, StackSample sample) {
        if (sample.hasCallstackIid()) {
            return InternedStacks.of(state).callstack(context, state, upid, sample.getCallstackIid());
        }
        if (!sample.hasCallstack()) {
            return ProfilerSamples.NONE;
        }
        if (inlineMapping == null) {
            inlineMapping = context.stackProfiles().dummy("stack_sample_inline");
        }
        int callsite = ProfilerSamples.NONE;
        int depth = 0;
        for (InlineCallstack.Frame f : sample.getCallstack().getFramesList()) {
            int frame = inlineMapping.dummyFrame(
                    f.hasFunctionName() ? strings.intern(f.getFunctionName()) : StringPool.NULL,
                    f.hasSourceFile() ? strings.intern(f.getSourceFile()) : -1,
                    f.hasLineNumber() ? f.getLineNumber() & 0xFFFF_FFFFL : -1);
            callsite = context.stackProfiles().callsite(callsite, frame, depth++);
        }
        return callsite;
    }

    private List<Integer> counters(
            long ts,
            SequenceState state,
            int session,
            int source,
            int cpu,
            StackSample sample,
            StackSampleDefaults defaults)
            throws InvalidProtocolBufferException {
        List<Integer> rows = new ArrayList<>();
        CounterDescriptor primary = sample.hasPrimaryDescriptor()
                ? sample.getPrimaryDescriptor()
                : sample.hasPrimaryDescriptorIid()
                        ? interned(
                                state,
                                InternedData.STACK_SAMPLE_COUNTER_DESCRIPTORS_FIELD_NUMBER,
                                sample.getPrimaryDescriptorIid(),
                                CounterDescriptor.parser())
                        : defaults.hasPrimaryDescriptor() ? defaults.getPrimaryDescriptor() : null;
        int timebase = primary == null ? ProfilerSamples.NONE : track(session, source, primary, true, cpu);
        if (timebase != ProfilerSamples.NONE && sample.hasPrimaryWeight()) {
            rows.add(context.counters().push(ts, unsigned(sample.getPrimaryWeight()), timebase));
        }
        List<CounterDescriptor> followers = sample.getFollowerDescriptorsList();
        if (followers.isEmpty() && sample.getFollowerDescriptorIidsCount() > 0) {
            followers = new ArrayList<>();
            for (long iid : sample.getFollowerDescriptorIidsList()) {
                followers.add(interned(
                        state,
                        InternedData.STACK_SAMPLE_COUNTER_DESCRIPTORS_FIELD_NUMBER,
                        iid,
                        CounterDescriptor.parser()));
            }
        }
        if (followers.isEmpty()) {
            followers = defaults.getFollowerDescriptorsList();
        }
        // Weights correspond to descriptors by position, so an unknown descriptor keeps its position. Tracks are
        // created even without weights.
        int index = 0;
        for (CounterDescriptor d : followers) {
            int track = d == null ? ProfilerSamples.NONE : track(session, source, d, false, cpu);
            if (track != ProfilerSamples.NONE && index < sample.getFollowerWeightsCount()) {
                rows.add(context.counters().push(ts, unsigned(sample.getFollowerWeights(index)), track));
            }
            index++;
        }
        return rows;
    }

    private static double unsigned(long weight) {
        return weight >= 0 ? weight : (weight >>> 1 | weight & 1) * 2.0;
    }

    /// Returns the track of a counter for the whole session or one CPU; [ProfilerSamples#NONE] if the CPU is
    /// unknown.
    private int track(int session, int source, CounterDescriptor d, boolean isTimebase, int cpu) {
        int name = d.hasName() ? strings.intern(d.getName()) : StringPool.NULL;
        int unit = StringPool.NULL;
        if (d.hasUnit() && d.getUnit() != StackSample.Unit.UNIT_UNSPECIFIED) {
            unit = strings.intern(UNITS[d.getUnit().getNumber()]);
        } else if (!d.getUnitStr().isEmpty()) {
            unit = strings.intern(d.getUnitStr());
        }
        Table sessionTable = context.storage().table(TableNames.ProfilerSession.TABLE);
        if (isTimebase
                && unit != StringPool.NULL
                && sessionTable
                        .strings(TableNames.ProfilerSession.TIMEBASE_UNIT)
                        .isNull(session)) {
            sessionTable.strings(TableNames.ProfilerSession.TIMEBASE_UNIT).set(session, unit);
        }
        ArgsWriter args = b -> {
            b.addBool(strings.intern("is_timebase"), isTimebase);
            if (d.hasUnitMultiplier()) {
                b.addInt(strings.intern("unit_multiplier"), d.getUnitMultiplier());
            }
            if (!d.getDescription().isEmpty()) {
                b.addString(strings.intern("description"), strings.intern(d.getDescription()));
            }
        };
        if (d.getScope() != CounterDescriptor.Scope.SCOPE_CPU) {
            return context.tracks().internCounter(SESSION_COUNTER, name, unit, args, session, source, name);
        }
        return cpu == ProfilerSamples.NONE
                ? ProfilerSamples.NONE
                : context.tracks().internCounter(CPU_COUNTER, name, unit, args, cpu, session, source, name);
    }
}
