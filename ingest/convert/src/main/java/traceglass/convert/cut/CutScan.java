package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import traceglass.convert.cut.CutPlan.SequencePlan;
import traceglass.convert.cut.select.FrameEvent;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.convert.cut.state.StartTimes;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.android.AndroidLogEventDecoder;
import traceglass.protos.android.AndroidLogPacketDecoder;
import traceglass.protos.gpu.GpuCounterEvent;
import traceglass.protos.gpu.GpuMemTotalEvent;
import traceglass.protos.power.PowerRails;
import traceglass.protos.profiling.PerfSampleDecoder;
import traceglass.protos.system.GenericGpuFrequencyEvent;
import traceglass.protos.system.GenericKernelCpuFrequencyEvent;
import traceglass.protos.system.GenericKernelTaskStateEvent;
import traceglass.protos.system.ProcessStatsDecoder;
import traceglass.protos.system.ProcessStatsProcessDecoder;
import traceglass.protos.system.SysStatsDecoder;
import traceglass.protos.trace.TracePacket;

/// First pass over a trace: finds the events and values that are in effect at the start of the range.
final class CutScan implements PacketFile.Sink {

    private static final int SEQUENCE_BITS = 20;
    private static final int MAX_SEQUENCE = (1 << SEQUENCE_BITS) - 1;

    /// Packet fields whose later packets contain deltas, so that all packets are needed.
    private static final Set<Integer> DIFFERENCES =
            Set.of(TracePacket.KERNEL_WAKELOCK_DATA_FIELD_NUMBER, TracePacket.CPU_PER_UID_DATA_FIELD_NUMBER);
    /// Nested fields that identify the owner of the values, such as a CPU or GPU, by packet field.
    private static final Map<Integer, Set<Integer>> OWNERS = Map.of(
            TracePacket.GPU_MEM_TOTAL_EVENT_FIELD_NUMBER,
            Set.of(GpuMemTotalEvent.GPU_ID_FIELD_NUMBER, GpuMemTotalEvent.PID_FIELD_NUMBER),
            TracePacket.GENERIC_KERNEL_TASK_STATE_EVENT_FIELD_NUMBER,
            Set.of(GenericKernelTaskStateEvent.CPU_FIELD_NUMBER),
            TracePacket.GENERIC_KERNEL_CPU_FREQ_EVENT_FIELD_NUMBER,
            Set.of(GenericKernelCpuFrequencyEvent.CPU_FIELD_NUMBER),
            TracePacket.GENERIC_GPU_FREQUENCY_EVENT_FIELD_NUMBER,
            Set.of(GenericGpuFrequencyEvent.GPU_ID_FIELD_NUMBER));

    private final long start;
    private final long end;
    private final CutPacketReader reader = new CutPacketReader();
    /// States of ftrace events by machine.
    private final LongMap<FtraceState> ftrace = new LongMap<>();
    private final TrackEventState trackEvents;
    private final LatestEvents values = new LatestEvents();
    private final LongMap<SequencePlan> sequences = new LongMap<>();
    private final List<SequencePlan> numbered = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final LongMap<Long> packets = new LongMap<>();
    private final Map<Object, Long> processStats = new HashMap<>();
    private final Map<Long, Long> processStatTimes = new HashMap<>();
    private final AndroidLogPacketDecoder logs = new AndroidLogPacketDecoder();
    private final AndroidLogEventDecoder logEntry = new AndroidLogEventDecoder();
    private final ProcessStatsDecoder stats = new ProcessStatsDecoder();
    private final ProcessStatsProcessDecoder process = new ProcessStatsProcessDecoder();
    private final PerfSampleDecoder sample = new PerfSampleDecoder();
    private final SysStatsDecoder sysStats = new SysStatsDecoder();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ClockId realtime = ClockId.of(ClockId.REALTIME);
    private final PacketSelector selector;
    private long eventsInRange;

    /// @param start first time of the range in ns of trace time
    /// @param end end of the range, exclusive
    /// @param selector selects packets and kernel events
    CutScan(long start, long end, PacketSelector selector) {
        this.selector = selector;
        this.start = start;
        this.end = end;
        trackEvents = new TrackEventState(start);
    }

    @Override
    public void onPacket(byte[] buffer, int offset, int length) {
        if (!reader.read(buffer, offset, length)) {
            return;
        }
        long ordinal = reader.ordinal();
        SequencePlan sequence = sequences.computeIfAbsent(reader.sequenceKey(), _ -> new SequencePlan());
        sequence.recordPacket(ordinal, reader.packet.clearsState(), reader.packet.isFirstOnSequence());
        if (!reader.isSelectedBy(selector)) {
            return;
        }
        long ts = reader.ts();
        switch (reader.kind()) {
            case NO_CONTENT -> {}
            case STATE -> {
                sequence.keep(ordinal);
                if (reader.packet.field() == TracePacket.PROCESS_TREE_FIELD_NUMBER) {
                    machine().threads().read(reader.packet);
                }
            }
            case FTRACE -> {
                sequence.keepWholeState();
                sequence.keep(ordinal);
                eventsInRange += machine().read(reader) ? 1 : 0;
            }
            case LOGS -> {
                sequence.keep(ordinal);
                eventsInRange += hasLogsInRange() ? 1 : 0;
            }
            case STREAMING_PROFILE -> {
                if (reader.lastTs() >= start && ts < end) {
                    keepEvent(sequence);
                }
            }
            default -> {
                if (ts == CutPacketReader.NO_TIME || ts >= start && ts < end) {
                    keepEvent(sequence);
                } else if (ts < start) {
                    scanBefore(sequence, ts);
                }
            }
        }
    }

    private FtraceState machine() {
        return ftrace.computeIfAbsent(reader.packet.machineId(), _ -> new FtraceState(start, end, selector));
    }

    private boolean hasLogsInRange() {
        reader.packet.decode(logs);
        for (int i = 0; i < logs.eventsCount(); i++) {
            logs.events(i, logEntry);
            if (ContentCut.isSelected(selector, reader, logEntry) && logEntry.hasTimestamp()) {
                long ts = reader.times.toTraceTime(realtime, logEntry.timestamp());
                if (ts >= start && ts < end) {
                    return true;
                }
            }
        }
        return false;
    }

    private void keepEvent(SequencePlan sequence) {
        sequence.keep(reader.ordinal());
        eventsInRange += reader.ts() == CutPacketReader.NO_TIME ? 0 : 1;
    }

    /// Reads a packet before the range.
    private void scanBefore(SequencePlan sequence, long ts) {
        switch (reader.kind()) {
            case TRACK_EVENT -> {
                if (TrackEventState.isMetadata(reader)) {
                    retime(sequence);
                } else if (trackEvents.read(reader, id(sequence))) {
                    retime(sequence);
                }
            }
            case VALUES -> {
                int field = reader.packet.field();
                if (DIFFERENCES.contains(field) || hasDescription(field)) {
                    retime(sequence);
                }
                if (field == TracePacket.SYS_STATS_FIELD_NUMBER
                        && reader.packet.decode(sysStats).diskStatCount() > 0) {
                    values.addWithPrevious(valueKey(field), ts, id(sequence));
                } else {
                    values.add(valueKey(field), ts, id(sequence));
                }
            }
            case FRAME_TIMELINE -> scanFrame(sequence, ts);
            case PERF_SAMPLE -> scanCounts(sequence, ts);
            case PROCESS_STATS -> {
                processStatTimes.put(reader.ordinal(), ts);
                reader.packet.decode(stats);
                for (int i = 0; i < stats.processesCount(); i++) {
                    stats.processes(i, process);
                    if (selector.includesPid(reader.packet, process.pid())) {
                        processStats.put(ProcessStatsKey.of(process), reader.ordinal());
                    }
                }
            }
            default -> {}
        }
    }

    private void retime(SequencePlan sequence) {
        sequence.keep(reader.ordinal());
        packets.put(reader.ordinal(), start);
    }

    /// Returns an id for the packet, which also identifies its sequence.
    private long id(SequencePlan sequence) {
        int number = numbers.computeIfAbsent(reader.sequenceKey(), _ -> {
            numbered.add(sequence);
            return numbered.size() - 1;
        });
        return reader.ordinal() << SEQUENCE_BITS | Math.min(number, MAX_SEQUENCE);
    }

    /// Returns whether the packet with this content describes its values.
    private boolean hasDescription(int field) {
        if (field != TracePacket.POWER_RAILS_FIELD_NUMBER && field != TracePacket.GPU_COUNTER_EVENT_FIELD_NUMBER) {
            return false;
        }
        reader.packet.enter(cursor);
        return cursor.seek(
                field == TracePacket.POWER_RAILS_FIELD_NUMBER
                        ? PowerRails.RAIL_DESCRIPTOR_FIELD_NUMBER
                        : GpuCounterEvent.COUNTER_DESCRIPTOR_FIELD_NUMBER);
    }

    /// Returns the key of the values in a packet: its content, sequence and owner, and its fields. Packets of one kind
    /// may have different values, such as those of `SysStats`, so the latest packet is kept for each set of fields.
    private List<Object> valueKey(int field) {
        Set<Integer> owners = OWNERS.getOrDefault(field, Set.of());
        List<Object> key = new ArrayList<>();
        key.add(field);
        key.add(reader.sequenceKey());
        int last = -1;
        for (reader.packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != last) {
                last = cursor.field();
                key.add(last);
            }
            if (owners.contains(cursor.field())) {
                key.add(cursor.asLong());
            }
        }
        return key;
    }

    /// Reads a sample, which has the counts of its CPU (profiling/profile_packet.proto).
    private void scanCounts(SequencePlan sequence, long ts) {
        reader.packet.decode(sample);
        if (sample.hasTimebaseCount() || sample.followerCountsCount() > 0) {
            values.add(List.of("counts", reader.sequenceKey(), sample.cpu()), ts, id(sequence));
        }
    }

    private void scanFrame(SequencePlan sequence, long ts) {
        FrameEvent frame = FrameEvent.of(reader.packet);
        if (frame == null) {
            return;
        }
        List<Object> key = List.of("frame", frame.cookie());
        if (frame.isEnd()) {
            values.remove(key);
        } else {
            values.add(key, ts, id(sequence));
        }
    }

    /// Returns the result.
    CutPlan finish() {
        LongMap<Long> ftraceTimes = new LongMap<>();
        StartTimes times = startTimes();
        ProtoOutput threads = new ProtoOutput();
        List<byte[]> threadPackets = new ArrayList<>();
        ftrace.forEach((machine, state) -> {
            state.finish(times, ftraceTimes);
            threads.clear();
            state.threads().write(start, machine, threads);
            if (threads.size() > 0) {
                threadPackets.add(threads.toByteArray());
            }
        });
        trackEvents.finish((id, levelsAbove) -> keepAtStart(id, start - levelsAbove));
        values.forEach((ts, id) -> keepAtStart(id, times.ofPacket(ts)));
        return new CutPlan(start, end, sequences, ftraceTimes, packets, processStats, threadPackets, eventsInRange);
    }

    /// Returns the new times of values, and adds the new times of process statistics to [#packets].
    private StartTimes startTimes() {
        StartTimes times = new StartTimes(start);
        Set<Long> keptTimes = new TreeSet<>(processStats.values());
        keptTimes.forEach(ordinal -> times.addPacket(processStatTimes.getOrDefault(ordinal, start)));
        values.forEach((ts, _) -> times.addPacket(ts));
        ftrace.forEach((_, state) -> state.addValues(times));
        times.finish();
        keptTimes.forEach(
                ordinal -> packets.put(ordinal, times.ofPacket(processStatTimes.getOrDefault(ordinal, start))));
        return times;
    }

    /// Keeps an event before the range.
    ///
    /// @param ts new time. Packets can be out of order in the file, so packets of outer slices get earlier times
    private void keepAtStart(long id, long ts) {
        int number = (int) (id & MAX_SEQUENCE);
        long ordinal = id >>> SEQUENCE_BITS;
        packets.put(ordinal, ts);
        if (number == MAX_SEQUENCE) {
            numbered.forEach(SequencePlan::keepWholeState);
        } else {
            numbered.get(number).keep(ordinal);
        }
    }
}
