package traceglass.convert.merge;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.convert.packet.ClockValue;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotationDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// First pass over a trace, which collects its times, ids and clocks.
final class MergeScan implements PacketFile.Sink {

    /// Sequence-scoped clock that virtual machine tools use for the CPU counter.
    static final int CPU_COUNTER = 64;

    private static final String GUEST_SYNC = "guest_clock_sync";
    private static final String GUEST_CPU = "clock_sync_cputime";
    private static final String GUEST_BOOTTIME = "clock_sync_boottime";
    private static final String GUEST_MONOTONIC = "clock_sync_monotonic";

    /// Maximum numbers of clock pairs and of event times, which limit memory use. The last pair is always kept.
    private static final int MAX_PAIRS = 100_000;

    /// Names in the interned data of a sequence that this scan needs, by interning id.
    private static final class SequenceNames {
        final Set<Long> guestSyncIds = new HashSet<>();
        final Set<Long> requestedEventIds = new HashSet<>();
        final Map<Long, String> annotations = new LinkedHashMap<>();
    }

    final PacketTimes times = new PacketTimes();
    final Set<Integer> sequences = new TreeSet<>();
    final Set<Integer> machines = new TreeSet<>();
    final List<ClockPair> hostPairs = new ArrayList<>();
    final List<ClockPair> guestPairs = new ArrayList<>();
    /// Reading and trace time of each clock, by clock id, in the first snapshot of the main machine with that clock.
    final Map<Integer, long[]> clocks = new LinkedHashMap<>();
    /// Trace times of the events with the requested name.
    final List<Long> eventTimes = new ArrayList<>();
    boolean hasSnapshot;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;

    private final @Nullable String eventName;
    private final Packet packet = new Packet();
    private final LongMap<SequenceNames> names = new LongMap<>();
    private final InternedDataDecoder interned = new InternedDataDecoder();
    private final InternedStringDecoder internedName = new InternedStringDecoder();
    private final DebugAnnotationDecoder annotation = new DebugAnnotationDecoder();
    private @Nullable Integer mainId;
    private SequenceNames sequenceNames = new SequenceNames();

    /// @param eventName name of the events whose times are collected, or null
    MergeScan(@Nullable String eventName) {
        this.eventName = eventName;
    }

    /// Returns the id of the main machine: 0 if there are packets with this id, otherwise that of the first packet.
    int mainMachine() {
        return mainId == null ? 0 : mainId;
    }

    boolean hasTimes() {
        return first <= last;
    }

    @Override
    public void onPacket(byte[] buffer, int offset, int length) {
        if (!packet.read(buffer, offset, length, 0)) {
            return;
        }
        long ts = times.read(packet);
        if (!packet.isSynchronizationMarker()) {
            machines.add(packet.machineId());
            if (mainId == null || packet.machineId() == 0) {
                mainId = packet.machineId();
            }
        }
        if (packet.hasSequenceId()) {
            sequences.add(packet.sequenceId());
        }
        if (ts != PacketTimes.NONE && packet.machineId() == mainMachine()) {
            first = Math.min(first, ts);
            last = Math.max(last, ts);
        }
        sequenceNames = names.computeIfAbsent(
                (long) packet.machineId() << 32 | packet.sequenceId() & 0xFFFF_FFFFL, _ -> new SequenceNames());
        if (packet.clearsState()) {
            sequenceNames.guestSyncIds.clear();
            sequenceNames.requestedEventIds.clear();
            sequenceNames.annotations.clear();
        }
        if (packet.selectField(TracePacket.INTERNED_DATA_FIELD_NUMBER)) {
            readNames();
        }
        if (packet.machineId() != mainMachine()) {
            return;
        }
        if (packet.selectField(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            readClocks();
        } else if (packet.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER)) {
            readEvent(ts);
        }
    }

    private void readNames() {
        packet.decode(interned);
        for (int i = 0; i < interned.otherCount(); i++) {
            boolean isEvent = interned.otherNumber(i) == InternedData.EVENT_NAMES_FIELD_NUMBER;
            if (!isEvent && interned.otherNumber(i) != InternedData.DEBUG_ANNOTATION_NAMES_FIELD_NUMBER) {
                continue;
            }
            interned.other(i, internedName);
            long iid = internedName.iid();
            String name = new String(internedName.str(), StandardCharsets.UTF_8);
            if (isEvent && name.equals(GUEST_SYNC)) {
                sequenceNames.guestSyncIds.add(iid);
            }
            if (isEvent && name.equals(eventName)) {
                sequenceNames.requestedEventIds.add(iid);
            }
            if (!isEvent && name.startsWith("clock_sync_")) {
                sequenceNames.annotations.put(iid, name);
            }
        }
    }

    private void readClocks() {
        Map<Integer, Long> values = new LinkedHashMap<>();
        ClockValue.read(packet).forEach(c -> values.put(c.id(), c.value()));
        hasSnapshot = true;
        Long cpu = values.get(CPU_COUNTER);
        values.forEach((id, value) -> {
            boolean isBuiltIn = id >= ClockId.REALTIME && id <= ClockId.BOOTTIME;
            if (!isBuiltIn || value == 0) {
                return;
            }
            long ts = times.toTraceTime(ClockId.of(id), value);
            if (ts == PacketTimes.NONE) {
                return;
            }
            clocks.putIfAbsent(id, new long[] {value, ts});
            if (cpu != null && values.size() == 2) {
                add(hostPairs, new ClockPair(cpu, ts));
            }
        });
    }

    private static void add(List<ClockPair> pairs, ClockPair pair) {
        if (pairs.size() == MAX_PAIRS) {
            pairs.removeLast();
        }
        pairs.add(pair);
    }

    private void readEvent(long ts) {
        TrackEventDecoder event = packet.event().fields();
        boolean isSync = event.hasNameIid() && sequenceNames.guestSyncIds.contains(event.nameIid());
        boolean isRequested = event.hasNameIid() && sequenceNames.requestedEventIds.contains(event.nameIid());
        if (event.hasName()) {
            String name = event.name();
            isSync |= name.equals(GUEST_SYNC);
            isRequested |= name.equals(eventName);
        }
        if (isRequested && ts != PacketTimes.NONE && eventTimes.size() < MAX_PAIRS) {
            eventTimes.add(ts);
        }
        if (isSync) {
            readGuestSync();
        }
    }

    /// Reads the guest's clocks from the annotations of an event.
    private void readGuestSync() {
        Map<String, Long> values = new LinkedHashMap<>();
        TrackEventDecoder event = packet.event().fields();
        for (int i = 0; i < event.debugAnnotationsCount(); i++) {
            event.debugAnnotations(i, annotation);
            String name = annotation.hasName()
                    ? annotation.name()
                    : sequenceNames.annotations.getOrDefault(annotation.nameIid(), "");
            values.put(name, annotation.hasUintValue() ? annotation.uintValue() : annotation.intValue());
        }
        Long cpu = values.get(GUEST_CPU);
        boolean hasBoottime = values.containsKey(GUEST_BOOTTIME);
        Long ns = hasBoottime ? values.get(GUEST_BOOTTIME) : values.get(GUEST_MONOTONIC);
        if (cpu == null || ns == null) {
            return;
        }
        long ts = times.toTraceTime(ClockId.of(hasBoottime ? ClockId.BOOTTIME : ClockId.MONOTONIC), ns);
        if (ts != PacketTimes.NONE) {
            add(guestPairs, new ClockPair(cpu, ts));
        }
    }

    /// Returns the reading of the main machine's boot clock at a trace time; [PacketTimes#NONE] if the clock is
    /// unrelated to trace time.
    long boottime(long ts) {
        times.selectMachine(mainMachine());
        long value = ts;
        for (int i = 0; i < 3; i++) {
            long back = times.toTraceTime(ClockId.of(ClockId.BOOTTIME), value);
            if (back == PacketTimes.NONE) {
                return PacketTimes.NONE;
            }
            value += ts - back;
        }
        return value;
    }
}
