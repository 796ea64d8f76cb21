package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.common.FollowerEvent;
import traceglass.protos.common.PerfEvents;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.profiling.PerfSampleDefaults;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDefaults;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses samples of `traced_perf`: callstacks and event counts from the kernel's perf interface.
public final class PerfSampleParser implements PacketParser {

    private static final TrackType COUNTER = TrackType.counter(
            "perf_cpu_counter",
            null,
            TrackType.CPU,
            TrackType.Dimension.ofInt("perf_session_id"),
            TrackType.Dimension.ofString("name"));

    /// Names of counters in `perf`, by number.
    private static final String[] COUNTERS = {
        "unknown",
        "cpu-clock",
        "page-faults",
        "task-clock",
        "context-switches",
        "cpu-migrations",
        "minor-faults",
        "major-faults",
        "alignment-faults",
        "emulation-faults",
        "cpu-cycles",
        "instructions",
        "cache-references",
        "cache-misses",
        "branch-instructions",
        "branch-misses",
        "bus-cycles",
        "stalled-cycles-frontend",
        "stalled-cycles-backend",
        "ref-cycles",
        "dummy"
    };
    private static final String[] CPU_MODES = {null, "kernel", "user", "hypervisor", "guest_kernel", "guest_user"};
    private static final String[] UNWIND_ERRORS = {
        "unknown",
        "none",
        "memory_invalid",
        "unwind_info",
        "unsupported",
        "invalid_map",
        "max_frames_exceeded",
        "repeated_frame",
        "invalid_elf",
        "system_call",
        "thread_timeout",
        "thread_does_not_exist",
        "bad_arch",
        "maps_parse",
        "invalid_parameter",
        "ptrace_call"
    };

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final Map<Integer, Stream> streams = new HashMap<>();

    /// State of one sequence: its row in `__intrinsic_profiler_session` and its counters per CPU.
    private static final class Stream {
        final int session;
        final Map<Integer, Counters> byCpu = new HashMap<>();
        /// Time of the latest sample per CPU, in ns.
        final Map<Integer, Long> latest = new HashMap<>();

        Stream(int session) {
            this.session = session;
        }
    }

    private record Counters(int timebase, List<Integer> followers) {}

    public PerfSampleParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PERF_SAMPLE_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        try {
            addSample(ts, packet, packet.decode(PerfSample.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    private void addSample(long ts, Packet packet, PerfSample s) throws InvalidProtocolBufferException {
        Stream stream = streams.computeIfAbsent(packet.sequenceId(), id -> newStream());
        Counters counters = stream.byCpu.get(s.getCpu());
        if (counters == null) {
            counters = counters(stream, s.getCpu(), packet.state().defaultsBytes());
            stream.byCpu.put(s.getCpu(), counters);
        }
        Long previous = stream.latest.put(s.getCpu(), ts);
        if (s.getKernelRecordsLost() != 0) {
            context.losses()
                    .addForCpu(
                            DataLosses.Source.PERF,
                            s.getCpu(),
                            previous == null ? LongColumn.NULL : previous,
                            ts,
                            s.getKernelRecordsLost());
            context.stats().add(StatNames.PERF_CPU_LOST_RECORDS, s.getCpu() & 0xFFFF_FFFFL, s.getKernelRecordsLost());
            return;
        }
        if (s.hasProducerEvent()) {
            if (s.getProducerEvent().getSourceStopReason()
                    == PerfSample.ProducerEvent.DataSourceStopReason.PROFILER_STOP_GUARDRAIL) {
                context.stats().set(StatNames.PERF_GUARDRAIL_STOP_TS, stream.session, ts);
            }
            return;
        }
        switch (s.getSampleSkippedReason()) {
            case PROFILER_SKIP_READ_STAGE, PROFILER_SKIP_UNWIND_STAGE ->
                context.stats().increment(StatNames.PERF_SAMPLES_SKIPPED);
            case PROFILER_SKIP_UNWIND_ENQUEUE -> context.stats().increment(StatNames.PERF_SAMPLES_SKIPPED_DATALOSS);
            default -> {}
        }
        List<Integer> sampleCounts = new ArrayList<>();
        if (s.hasTimebaseCount()) {
            sampleCounts.add(context.counters().push(ts, s.getTimebaseCount(), counters.timebase));
        }
        for (int i = 0; i < Math.min(s.getFollowerCountsCount(), counters.followers.size()); i++) {
            sampleCounts.add(context.counters().push(ts, s.getFollowerCounts(i), counters.followers.get(i)));
        }
        long set = samples.counterSet(sampleCounts);
        long pid = s.getPid() & 0xFFFF_FFFFL;
        int utid = context.processes().updateThread(s.getTid() & 0xFFFF_FFFFL, pid);
        int upid = context.processes().process(pid);
        int callsite = s.hasCallstackIid()
                ? InternedStacks.of(packet.state()).callstack(context, packet.state(), upid, s.getCallstackIid())
                : ProfilerSamples.NONE;
        int mode = s.getCpuMode().getNumber();
        int modeId = mode > 0 && mode < CPU_MODES.length ? strings.intern(CPU_MODES[mode]) : StringPool.NULL;
        int error = s.getUnwindError().getNumber();
        int errorId = s.hasUnwindError()
                ? strings.intern(error >= 0 && error < UNWIND_ERRORS.length ? UNWIND_ERRORS[error] : "unknown")
                : StringPool.NULL;
        int row = samples.add(ts, strings.intern("linux.perf"), samples.task(upid, utid), callsite);
        int ucpu = s.hasCpu() ? context.cpus().ucpu(s.getCpu()) : ProfilerSamples.NONE;
        samples.describe(row, samples.execution(ucpu, modeId), errorId, stream.session, set);
    }

    private Stream newStream() {
        Table sessions = context.storage().table(TableNames.ProfilerSession.TABLE);
        int row = sessions.addRow();
        sessions.strings(TableNames.ProfilerSession.SOURCE).set(row, strings.intern("linux.perf"));
        return new Stream(row);
    }

    private Counters counters(Stream stream, int cpu, byte[] defaultsBytes) throws InvalidProtocolBufferException {
        PerfSampleDefaults defaults = null;
        if (defaultsBytes != null) {
            TracePacketDefaults all = TracePacketDefaults.parseFrom(defaultsBytes);
            defaults = all.hasPerfSampleDefaults() ? all.getPerfSampleDefaults() : null;
        }
        // Producers on Android R do not describe the event; they sample by a clock on each CPU.
        String name = "cpu-clock";
        String unit = "ns";
        if (defaults != null) {
            PerfEvents.Timebase t = defaults.getTimebase();
            PerfEvents.RawEvent raw = t.hasRawEvent() ? t.getRawEvent() : null;
            name = withModifiers(
                    name(
                            t.getName(),
                            t.hasCounter() ? t.getCounter().getNumber() : -1,
                            t.hasTracepoint() ? t.getTracepoint().getName() : null,
                            raw),
                    t.getModifiersList());
            unit = unit(t);
        }
        Table sessions = context.storage().table(TableNames.ProfilerSession.TABLE);
        if (unit != null
                && sessions.strings(TableNames.ProfilerSession.TIMEBASE_UNIT).isNull(stream.session)) {
            sessions.strings(TableNames.ProfilerSession.TIMEBASE_UNIT).set(stream.session, strings.intern(unit));
        }
        int timebase = track(cpu, stream.session, name, true);
        List<Integer> followers = new ArrayList<>();
        if (defaults != null) {
            for (FollowerEvent f : defaults.getFollowersList()) {
                PerfEvents.RawEvent raw = f.hasRawEvent() ? f.getRawEvent() : null;
                followers.add(track(
                        cpu,
                        stream.session,
                        withModifiers(
                                name(
                                        f.getName(),
                                        f.hasCounter() ? f.getCounter().getNumber() : -1,
                                        f.hasTracepoint() ? f.getTracepoint().getName() : null,
                                        raw),
                                f.getModifiersList()),
                        false));
            }
            if (defaults.getProcessShardCount() > 0) {
                context.stats()
                        .set(StatNames.PERF_PROCESS_SHARD_COUNT, stream.session, defaults.getProcessShardCount());
                context.stats()
                        .set(StatNames.PERF_CHOSEN_PROCESS_SHARD, stream.session, defaults.getChosenProcessShard());
            }
        }
        return new Counters(timebase, followers);
    }

    private int track(int cpu, int session, String name, boolean isTimebase) {
        int id = strings.intern(name);
        return context.tracks()
                .intern(COUNTER, id, b -> b.addBool(strings.intern("is_timebase"), isTimebase), cpu, session, id);
    }

    private static String name(String explicitName, int counter, String tracepoint, PerfEvents.RawEvent raw) {
        if (!explicitName.isEmpty()) {
            return explicitName;
        }
        if (counter >= 0) {
            return counter < COUNTERS.length ? COUNTERS[counter] : "unknown";
        }
        if (tracepoint != null) {
            return tracepoint;
        }
        return raw == null
                ? "unknown"
                : "raw.0x" + Integer.toHexString(raw.getType()) + ".0x" + Long.toHexString(raw.getConfig()) + ".0x"
                        + Long.toHexString(raw.getConfig1()) + ".0x" + Long.toHexString(raw.getConfig2());
    }

    private static String withModifiers(String name, List<PerfEvents.EventModifier> modifiers) {
        StringBuilder letters = new StringBuilder();
        for (PerfEvents.EventModifier m : modifiers) {
            switch (m) {
                case EVENT_MODIFIER_COUNT_USERSPACE -> letters.append('u');
                case EVENT_MODIFIER_COUNT_KERNEL -> letters.append('k');
                case EVENT_MODIFIER_COUNT_HYPERVISOR -> letters.append('h');
                default -> {}
            }
        }
        return letters.isEmpty() ? name : name + ":" + letters;
    }

    private static String unit(PerfEvents.Timebase t) {
        if (!t.hasCounter()) {
            return t.hasTracepoint() ? "count" : null;
        }
        return switch (t.getCounter()) {
            case SW_CPU_CLOCK, SW_TASK_CLOCK -> "ns";
            case HW_CPU_CYCLES, HW_BUS_CYCLES, HW_REF_CPU_CYCLES -> "cycles";
            case HW_INSTRUCTIONS -> "instructions";
            default -> "count";
        };
    }
}
