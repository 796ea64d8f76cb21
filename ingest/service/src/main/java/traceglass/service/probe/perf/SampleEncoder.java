package traceglass.service.probe.perf;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.profiling.PerfSample.SampleSkipReason;
import traceglass.protos.profiling.Profiling;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.perf.FrameInterner.TraceFrame;

/// Encodes samples as packets. Not thread-safe.
final class SampleEncoder {

    private static final int CLEARED = TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE;
    private static final int NEEDS_STATE = TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE;

    private final PerfSettings settings;
    private final StackResolver resolver;
    private final FrameInterner interner = new FrameInterner();

    SampleEncoder(PerfSettings settings, StackResolver resolver) {
        this.settings = settings;
        this.resolver = resolver;
    }

    /// Returns the packet that starts or restarts the sequence. It contains the defaults of the samples.
    byte[] start() {
        TracePacket.Builder packet = TracePacket.newBuilder();
        restart(packet);
        return packet.build().toByteArray();
    }

    private void restart(TracePacket.Builder packet) {
        interner.clear();
        packet.setSequenceFlags(packet.getSequenceFlags() | CLEARED);
        packet.getTracePacketDefaultsBuilder()
                .setTimestampClockId(settings.traceClock())
                .setPerfSampleDefaults(settings.defaults());
    }

    /// Returns the packet of a sample or loss.
    byte[] packet(RawSample raw) {
        TracePacket.Builder packet = packetAt(raw.ts());
        if (interner.isFull()) {
            restart(packet);
        }
        PerfSample.Builder sample = packet.getPerfSampleBuilder().setCpu(raw.cpu());
        if (raw.lostCount() > 0) {
            sample.setKernelRecordsLost(raw.lostCount());
            return packet.build().toByteArray();
        }
        describe(raw, sample);
        if (raw.callchain().length > 0) {
            List<TraceFrame> frames = resolver.frames(raw.pid(), raw.callchain());
            if (!frames.isEmpty()) {
                InternedData.Builder added = InternedData.newBuilder();
                sample.setCallstackIid(interner.callstack(frames, added));
                if (added.getCallstacksCount() > 0) {
                    packet.setInternedData(added);
                }
            }
        }
        return packet.build().toByteArray();
    }

    /// Returns the packet of a sample without callstack, because too many samples are queued.
    byte[] skipped(RawSample raw) {
        TracePacket.Builder packet = packetAt(raw.ts());
        describe(raw, packet.getPerfSampleBuilder().setCpu(raw.cpu()));
        packet.getPerfSampleBuilder().setSampleSkippedReason(SampleSkipReason.PROFILER_SKIP_UNWIND_ENQUEUE);
        return packet.build().toByteArray();
    }

    /// Returns the packet of counters that were read without a sample.
    byte[] counts(int cpu, long ts, long[] counts) {
        TracePacket.Builder packet = packetAt(ts);
        addCounts(counts, packet.getPerfSampleBuilder().setCpu(cpu));
        return packet.build().toByteArray();
    }

    private static TracePacket.Builder packetAt(long ts) {
        return TracePacket.newBuilder().setTimestamp(ts).setSequenceFlags(NEEDS_STATE);
    }

    private static void describe(RawSample raw, PerfSample.Builder sample) {
        sample.setPid(raw.pid()).setTid(raw.tid());
        // The kernel and the trace use the same numbers.
        Profiling.CpuMode mode = Profiling.CpuMode.forNumber(raw.cpuMode());
        sample.setCpuMode(mode == null ? Profiling.CpuMode.MODE_UNKNOWN : mode);
        addCounts(raw.counts(), sample);
    }

    private static void addCounts(long[] counts, PerfSample.Builder sample) {
        if (counts.length > 0) {
            sample.setTimebaseCount(counts[0]);
            List<Long> followers = new ArrayList<>();
            for (int i = 1; i < counts.length; i++) {
                followers.add(counts[i]);
            }
            sample.addAllFollowerCounts(followers);
        }
    }
}
