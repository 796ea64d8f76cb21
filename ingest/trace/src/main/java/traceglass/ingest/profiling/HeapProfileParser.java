package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.protos.profiling.ProfilePacket.HeapSample;
import traceglass.protos.profiling.ProfilePacket.ProcessHeapSamples;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses dumps of the native heap profiler `heapprofd`: allocations and frees per callsite since the start of the
/// profile. The tables hold the differences from the previous dump. A dump may span several packets; all but the last
/// have `continued` set.
public final class HeapProfileParser implements PacketParser {

    private static final SequenceState.Key<HeapProfileSequence> SEQUENCE =
            SequenceState.Key.of(HeapProfileSequence::new);

    private final ImportContext context;
    private final StringPool strings;
    private final Set<Dump> dumps = new HashSet<>();

    /// Dump of one heap; its header is repeated in each of its packets.
    private record Dump(int upid, long endTs, int heapName) {}

    public HeapProfileParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PROFILE_PACKET_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ProfilePacket profile;
        try {
            profile = packet.decode(ProfilePacket.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        HeapProfileSequence sequence = packet.state().get(SEQUENCE);
        sequence.startPacket(context, profile);
        for (ProcessHeapSamples dump : profile.getProcessDumpsList()) {
            readDump(ts, dump, sequence);
        }
        if (!profile.getContinued()) {
            sequence.finishDump(context, packet.state());
        }
    }

    private void readDump(long packetTs, ProcessHeapSamples dump, HeapProfileSequence sequence) {
        long end = context.clocks().toTraceTime(ClockId.of(ClockId.MONOTONIC_COARSE), dump.getTimestamp());
        if (end == ClockTracker.NONE) {
            return;
        }
        // Older producers report only the time of the dump.
        long start = end;
        if (dump.hasStartTimestamp()) {
            long traceTime =
                    context.clocks().toTraceTime(ClockId.of(ClockId.MONOTONIC_COARSE), dump.getStartTimestamp());
            start = traceTime == ClockTracker.NONE ? end : traceTime;
        }
        long pid = dump.getPid() & 0xFFFF_FFFFL;
        context.stats().set(StatNames.HEAPPROFD_LAST_PROFILE_TIMESTAMP, pid, packetTs);
        int heapName = dump.getHeapName().isEmpty() ? StringPool.NULL : strings.intern(dump.getHeapName());
        int upid = context.processes().process(dump.getPid() & 0xFFFF_FFFFL);
        if (dumps.add(new Dump(upid, end, heapName))) {
            Table table = context.storage().table(TableNames.HeapProfile.TABLE);
            int row = table.addRow();
            table.longs(TableNames.HeapProfile.TS).set(row, start);
            table.longs(TableNames.HeapProfile.TS_END).set(row, end);
            table.longs(TableNames.HeapProfile.DUR).set(row, end - start);
            table.ints(TableNames.HeapProfile.UPID).set(row, upid);
            table.strings(TableNames.HeapProfile.HEAP_NAME).set(row, heapName);
        }
        countProblems(pid, dump);
        // The count at the maximum is only correct in producers that also report the original sampling interval.
        boolean isMaxCountCorrect = dump.getOrigSamplingIntervalBytes() > 0;
        int allocationHeap = heapName == StringPool.NULL ? strings.intern("unknown") : heapName;
        for (HeapSample s : dump.getSamplesList()) {
            sequence.add(
                    s.hasSelfMax()
                            ? new HeapProfileSequence.Allocation(
                                    dump.getPid(),
                                    end,
                                    allocationHeap,
                                    s.getCallstackId(),
                                    isMaxCountCorrect ? s.getSelfMaxCount() : 0,
                                    s.getSelfMax(),
                                    0,
                                    0)
                            : new HeapProfileSequence.Allocation(
                                    dump.getPid(),
                                    end,
                                    allocationHeap,
                                    s.getCallstackId(),
                                    s.getAllocCount(),
                                    s.getSelfAllocated(),
                                    s.getFreeCount(),
                                    s.getSelfFreed()));
        }
    }

    private void countProblems(long pid, ProcessHeapSamples dump) {
        var stats = context.stats();
        if (dump.getDisconnected()) {
            stats.add(StatNames.HEAPPROFD_CLIENT_DISCONNECTED, pid, 1);
        }
        if (dump.getBufferCorrupted()) {
            stats.add(StatNames.HEAPPROFD_BUFFER_CORRUPTED, pid, 1);
        }
        if (dump.getBufferOverran()
                || dump.getClientError() == ProcessHeapSamples.ClientError.CLIENT_ERROR_HIT_TIMEOUT) {
            stats.add(StatNames.HEAPPROFD_BUFFER_OVERRAN, pid, 1);
        }
        if (dump.getClientError() != ProcessHeapSamples.ClientError.CLIENT_ERROR_NONE) {
            stats.set(
                    StatNames.HEAPPROFD_CLIENT_ERROR, pid, dump.getClientError().getNumber());
        }
        if (dump.getRejectedConcurrent()) {
            stats.add(StatNames.HEAPPROFD_REJECTED_CONCURRENT, pid, 1);
        }
        if (dump.getHitGuardrail()) {
            stats.add(StatNames.HEAPPROFD_HIT_GUARDRAIL, pid, 1);
        }
        if (dump.getOrigSamplingIntervalBytes() != 0) {
            stats.set(
                    StatNames.HEAPPROFD_SAMPLING_INTERVAL_ADJUSTED,
                    pid,
                    dump.getSamplingIntervalBytes() - dump.getOrigSamplingIntervalBytes());
        }
        ProfilePacket.ProcessStats s = dump.getStats();
        stats.add(StatNames.HEAPPROFD_UNWIND_TIME_US, pid, s.getTotalUnwindingTimeUs());
        stats.add(StatNames.HEAPPROFD_UNWIND_SAMPLES, pid, s.getHeapSamples());
        stats.add(StatNames.HEAPPROFD_CLIENT_SPINLOCK_BLOCKED, pid, s.getClientSpinlockBlockedUs());
    }
}
