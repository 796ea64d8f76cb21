package traceglass.ingest.ftrace;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.ftrace.FtraceEventBundleDecoder;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.protos.ftrace.FtraceStatsDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Reads `TracePacket.ftrace_events` and `ftrace_stats`: splits bundles into events and puts each into the queue of its
/// CPU.
public final class FtracePackets implements PacketParser {

    /// Larger CPU numbers indicate damaged data.
    private static final int MAX_CPUS = 1024;

    private final PacketContext packets;
    private final ImportContext context;
    private final FtraceEvents events;
    private final FtraceStatsReader stats;
    private final CompactSched.Reader compactReader;
    private final RetimedEvents retimed;
    private final FtraceEventBundleDecoder bundle = new FtraceEventBundleDecoder();
    private final FtraceEventDecoder event = new FtraceEventDecoder();
    private final FtraceClocks clocks;
    private EventSorter.Queue[] queues = new EventSorter.Queue[0];
    private boolean[] seenCpu = new boolean[64];
    /// Times of the first and of the newest event of each CPU, and of those in the current bundle, in ns.
    private long[] firstOfCpu = new long[0];
    private long[] lastOfCpu = new long[0];
    private long bundleFirst;
    private long bundleLast;
    private int sequenceId;

    public FtracePackets(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
        clocks = new FtraceClocks(context);
        events = new FtraceEvents(context);
        stats = new FtraceStatsReader(context);
        compactReader = new CompactSched.Reader(context.strings());
        retimed = new RetimedEvents(context, this::push);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.FTRACE_EVENTS_FIELD_NUMBER, TracePacket.FTRACE_STATS_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        if (packet.field() == TracePacket.FTRACE_STATS_FIELD_NUMBER) {
            stats.read(packet.decode(new FtraceStatsDecoder()), packet.sequenceId());
            if (stats.preservesBuffer()) {
                events.keepEarlyEvents();
            }
        } else {
            readBundle(packet);
        }
        return true;
    }

    private void readBundle(Packet packet) {
        bundle.decode(packet.buffer(), packet.fieldOffset(), packet.fieldLength());
        int cpu = bundle.hasCpu() ? bundle.cpu() : -1;
        boolean hasLostEvents = bundle.lostEvents();
        if (cpu < 0 || cpu >= MAX_CPUS) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        if (hasLostEvents) {
            context.stats().set(StatNames.FTRACE_CPU_HAS_DATA_LOSS, cpu, 1);
        }
        ClockId clock = clocks.of(
                bundle.hasFtraceClock() ? bundle.ftraceClock() : -1,
                packet.sequenceId(),
                bundle.hasFtraceTimestamp() ? bundle.ftraceTimestamp() : LongColumn.NULL,
                bundle.hasBootTimestamp() ? bundle.bootTimestamp() : LongColumn.NULL);
        if (clock == null) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        EventSorter.Queue queue = queue(cpu);
        FtraceBundle ref = new FtraceBundle(packet.buffer(), packet.state(), cpu, null);
        bundleFirst = Long.MAX_VALUE;
        bundleLast = LongColumn.NULL;
        if (bundle.hasCompactSched()) {
            readCompact(packet, clock, queue, cpu);
        }
        for (int i = 0; i < bundle.genericEventDescriptorsCount(); i++) {
            events.describeGeneric(
                    bundle.buffer(), bundle.genericEventDescriptorsOffset(i), bundle.genericEventDescriptorsLength(i));
        }
        for (int i = 0, n = bundle.eventCount(); i < n; i++) {
            readEvent(bundle.eventOffset(i), bundle.eventLength(i), ref, clock, queue);
        }
        updateTimes(cpu, packet.sequenceId(), hasLostEvents);
        if (bundle.hasPreviousBundleEndTimestamp()) {
            recordFirstBundle(cpu, clock, bundle.previousBundleEndTimestamp());
        } else {
            recordFirstBundle(
                    cpu, clock, bundle.hasLastReadEventTimestamp() ? bundle.lastReadEventTimestamp() : LongColumn.NULL);
        }
    }

    /// Returns the queue of a CPU. Queues of lower CPUs are created first because their events come first at equal
    /// times.
    private EventSorter.Queue queue(int cpu) {
        if (cpu >= queues.length) {
            int oldLength = queues.length;
            queues = Arrays.copyOf(queues, cpu + 1);
            for (int i = oldLength; i <= cpu; i++) {
                queues[i] = packets.queue(events, new FtraceEventCodec(packets.stateIds(), i));
            }
        }
        return queues[cpu];
    }

    private void push(long ts, int cpu, long location, Object ref) {
        queue(cpu).push(ts, location, ref);
    }

    private void readCompact(Packet packet, ClockId clock, EventSorter.Queue queue, int cpu) {
        CompactSched compact =
                compactReader.read(packet.buffer(), bundle.compactSchedOffset(), bundle.compactSchedLength());
        for (int i = 0; i < compactReader.errors(); i++) {
            context.stats().increment(StatNames.COMPACT_SCHED_HAS_PARSE_ERRORS);
        }
        FtraceBundle ref = new FtraceBundle(packet.buffer(), packet.state(), cpu, compact);
        for (int i = 0; i < compact.switchTs.length; i++) {
            long ts = context.clocks().toTraceTime(clock, compact.switchTs[i]);
            if (ts == ClockTracker.NONE) {
                break;
            }
            recordTime(ts);
            queue.push(ts, FtraceBundle.compactSwitch(i), ref);
        }
        for (int i = 0; i < compact.wakingTs.length; i++) {
            long ts = context.clocks().toTraceTime(clock, compact.wakingTs[i]);
            if (ts == ClockTracker.NONE) {
                break;
            }
            recordTime(ts);
            queue.push(ts, FtraceBundle.compactWaking(i), ref);
        }
    }

    private void readEvent(int offset, int length, FtraceBundle ref, ClockId clock, EventSorter.Queue queue) {
        event.decode(ref.buffer(), offset, length);
        if (!event.hasTimestamp()) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        int id = 0;
        for (int i = 0; i < event.otherCount() && id == 0; i++) {
            id = event.otherWire(i) == MessageDecoder.BYTES ? event.otherNumber(i) : 0;
        }
        if (id == 0) {
            context.stats().increment(StatNames.FTRACE_MISSING_EVENT_ID);
            return;
        }
        long ts = context.clocks().toTraceTime(clock, event.timestamp());
        if (ts == ClockTracker.NONE) {
            return;
        }
        recordTime(ts);
        if (RetimedEvents.isRetimed(id)) {
            retimed.tokenize(ts, id, ref, event);
        } else {
            queue.push(ts, FtraceBundle.location(offset, length), ref);
        }
    }

    private void recordTime(long ts) {
        bundleFirst = Math.min(bundleFirst, ts);
        bundleLast = Math.max(bundleLast, ts);
    }

    /// Updates the event times of a CPU. A bundle that reports lost events starts with the first event after the
    /// gap.
    private void updateTimes(int cpu, int sequence, boolean hasLostEvents) {
        sequenceId = sequence;
        if (cpu >= lastOfCpu.length) {
            int oldLength = lastOfCpu.length;
            lastOfCpu = Arrays.copyOf(lastOfCpu, cpu + 1);
            firstOfCpu = Arrays.copyOf(firstOfCpu, cpu + 1);
            Arrays.fill(lastOfCpu, oldLength, cpu + 1, LongColumn.NULL);
            Arrays.fill(firstOfCpu, oldLength, cpu + 1, LongColumn.NULL);
        }
        boolean isEmpty = bundleLast == LongColumn.NULL;
        if (hasLostEvents) {
            context.losses()
                    .addForCpu(
                            DataLosses.Source.FTRACE, cpu, lastOfCpu[cpu], isEmpty ? LongColumn.NULL : bundleFirst, 0);
        }
        if (isEmpty) {
            return;
        }
        packets.recordEventTimes(sequence, bundleFirst, bundleLast);
        if (firstOfCpu[cpu] == LongColumn.NULL) {
            firstOfCpu[cpu] = bundleFirst;
        }
        lastOfCpu[cpu] = Math.max(lastOfCpu[cpu], bundleLast);
    }

    @Override
    public void atEnd() {
        for (int cpu = 0; cpu < firstOfCpu.length && packets.isStartOverwritten(sequenceId); cpu++) {
            if (firstOfCpu[cpu] != LongColumn.NULL) {
                context.losses().addForCpu(DataLosses.Source.RING_BUFFER, cpu, LongColumn.NULL, firstOfCpu[cpu], 0);
            }
        }
    }

    /// Records the time from which the events of a CPU are complete, given in its first bundle. The latest of these
    /// times applies to all CPUs.
    private void recordFirstBundle(int cpu, ClockId clock, long validFrom) {
        if (cpu >= seenCpu.length) {
            seenCpu = Arrays.copyOf(seenCpu, Math.max(cpu + 1, seenCpu.length * 2));
        }
        if (seenCpu[cpu]) {
            return;
        }
        seenCpu[cpu] = true;
        if (validFrom == LongColumn.NULL) {
            return;
        }
        long ts = context.clocks().toTraceTime(clock, validFrom);
        long latest = context.metadata().number("ftrace_latest_data_start_ns");
        if (ts != ClockTracker.NONE && (latest == LongColumn.NULL || ts > latest)) {
            context.metadata().set("ftrace_latest_data_start_ns", ts);
        }
    }
}
