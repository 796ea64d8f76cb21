package traceglass.ingest.gpu;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.common.GpuCounterDescriptor;
import traceglass.protos.common.GpuCounterDescriptor.GpuCounterSpec;
import traceglass.protos.common.GpuCounterDescriptor.MeasureUnit;
import traceglass.protos.gpu.GpuCounterEvent;
import traceglass.protos.gpu.InternedGpuCounterDescriptor;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `gpu_counter_event`: samples of GPU counters. Counters are described once, either in the packet itself (their
/// ids are then valid in the whole trace) or interned (valid in the sequence only). Descriptions are read in file
/// order, samples in time order.
public final class GpuCounterParser implements PacketParser {

    private static final TrackType COUNTER = TrackType.counter(
            "gpu_counter", null, Dimension.ofUint("ugpu"), Dimension.ofUint("gpu"), Dimension.ofString("name"));
    private static final int UNCLASSIFIED = 0;

    /// Counters by id, per interned descriptor of a sequence.
    private static final SequenceState.Key<Map<Long, Map<Integer, Counter>>> INTERNED =
            SequenceState.Key.of(HashMap::new);

    /// @param appliesForward whether a value applies from its timestamp onward, rather than up to it
    private record Counter(int track, boolean appliesForward) {}

    private final ImportContext context;
    private final StringPool strings;
    private final Table groups;
    private final Map<Integer, Counter> traceCounters = new HashMap<>();

    public GpuCounterParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
        groups = context.storage().table(TableNames.GpuCounterGroup.TABLE);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GPU_COUNTER_EVENT_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        GpuCounterEvent event = read(packet);
        if (event == null) {
            return true;
        }
        if (event.hasCounterDescriptorIid()) {
            internDescriptor(event.getCounterDescriptorIid(), packet.state());
        } else if (event.hasCounterDescriptor()) {
            describe(event.getCounterDescriptor(), event.getGpuId(), traceCounters, packet);
        }
        if (event.getCountersCount() > 0 && !packet.hasTimestamp()) {
            context.logs().recordAt(StatNames.GPU_COUNTERS_MISSING_TIMESTAMP, packet.position(), null);
            return true;
        }
        return false;
    }

    private GpuCounterEvent read(Packet packet) {
        try {
            return GpuCounterEvent.parseFrom(packet.fieldBytes());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(StatNames.GPU_COUNTERS_INVALID_SPEC);
            return null;
        }
    }

    private void internDescriptor(long iid, SequenceState state) {
        Map<Long, Map<Integer, Counter>> existing = state.get(INTERNED);
        if (existing.containsKey(iid)) {
            return;
        }
        InternedMessage message = state.interned(InternedData.GPU_COUNTER_DESCRIPTORS_FIELD_NUMBER, iid);
        try {
            InternedGpuCounterDescriptor interned =
                    message == null ? null : InternedGpuCounterDescriptor.parseFrom(message.bytes());
            if (interned != null && interned.hasCounterDescriptor()) {
                Map<Integer, Counter> counters = new HashMap<>();
                describe(interned.getCounterDescriptor(), interned.getGpuId(), counters, null);
                existing.put(iid, counters);
                return;
            }
        } catch (InvalidProtocolBufferException e) {
            // Counted below as an event without a valid counter.
        }
        context.stats().increment(StatNames.GPU_COUNTERS_INVALID_SPEC);
    }

    /// @param packet packet with the description, for error reports; null to ignore errors
    private void describe(GpuCounterDescriptor descriptor, int gpu, Map<Integer, Counter> counters, Packet packet) {
        Map<Integer, Integer> tracks = new HashMap<>();
        for (GpuCounterSpec spec : descriptor.getSpecsList()) {
            int id = spec.getCounterId();
            boolean isComplete = spec.hasCounterId() && spec.hasName();
            if (!isComplete || counters.containsKey(id)) {
                if (packet != null) {
                    context.logs()
                            .recordAt(
                                    StatNames.GPU_COUNTERS_INVALID_SPEC,
                                    packet.position(),
                                    !isComplete
                                            ? null
                                            : a -> a.addUint(strings.intern("counter_id"), Integer.toUnsignedLong(id))
                                                    .addString(
                                                            strings.intern("counter_name"),
                                                            strings.intern(spec.getName())));
                } else if (isComplete) {
                    track(gpu, spec);
                }
                continue;
            }
            int track = track(gpu, spec);
            tracks.put(id, track);
            counters.put(
                    id,
                    new Counter(
                            track,
                            spec.getValueDirection()
                                    == GpuCounterSpec.ValueDirection.VALUE_DIRECTION_FORWARDS_LOOKING));
            addGroups(track, spec, descriptor);
        }
        for (GpuCounterDescriptor.GpuCounterGroupSpec group : descriptor.getCounterGroupsList()) {
            if (group.hasGroupId()) {
                for (int id : group.getCounterIdsList()) {
                    if (tracks.containsKey(id)) {
                        addGroup(group.getGroupId(), tracks.get(id), group);
                    }
                }
            }
        }
    }

    private int track(int gpu, GpuCounterSpec spec) {
        int name = strings.intern(spec.getName());
        return context.tracks()
                .internCounter(
                        COUNTER,
                        name,
                        unit(spec),
                        a -> a.addString(
                                strings.intern("description"),
                                spec.hasDescription() ? strings.intern(spec.getDescription()) : StringPool.NULL),
                        context.gpus().ugpu(Integer.toUnsignedLong(gpu)),
                        gpu,
                        name);
    }

    private void addGroups(int track, GpuCounterSpec spec, GpuCounterDescriptor descriptor) {
        List<Integer> groups = new ArrayList<>();
        spec.getGroupsList().forEach(group -> groups.add(group.getNumber()));
        unknownEnumNumbers(spec, GpuCounterSpec.GROUPS_FIELD_NUMBER).forEach(group -> groups.add(group.intValue()));
        if (groups.isEmpty()) {
            addGroup(UNCLASSIFIED, track, null);
        }
        for (int group : groups) {
            addGroup(
                    group,
                    track,
                    descriptor.getCounterGroupsList().stream()
                            .filter(g -> g.hasGroupId() && g.getGroupId() == group)
                            .findFirst()
                            .orElse(null));
        }
    }

    /// Returns the enum numbers that are unknown to the generated classes.
    private static List<Long> unknownEnumNumbers(GpuCounterSpec spec, int field) {
        return spec.getUnknownFields().getField(field).getVarintList();
    }

    private void addGroup(int group, int track, GpuCounterDescriptor.GpuCounterGroupSpec described) {
        int row = groups.addRow();
        groups.ints(TableNames.GpuCounterGroup.GROUP_ID).set(row, group);
        groups.ints(TableNames.GpuCounterGroup.TRACK_ID).set(row, track);
        if (described != null && described.hasName()) {
            groups.strings(TableNames.GpuCounterGroup.NAME).set(row, strings.intern(described.getName()));
        }
        if (described != null && described.hasDescription()) {
            groups.strings(TableNames.GpuCounterGroup.DESCRIPTION).set(row, strings.intern(described.getDescription()));
        }
    }

    @Override
    public void parse(long ts, Packet packet) {
        GpuCounterEvent event = read(packet);
        if (event == null) {
            return;
        }
        boolean isInterned = event.hasCounterDescriptorIid();
        Map<Integer, Counter> counters =
                isInterned ? packet.state().get(INTERNED).get(event.getCounterDescriptorIid()) : traceCounters;
        if (counters == null) {
            return;
        }
        for (GpuCounterEvent.GpuCounter sample : event.getCountersList()) {
            if (!sample.hasCounterId() || !sample.hasIntValue() && !sample.hasDoubleValue()) {
                continue;
            }
            Counter counter = counters.get(sample.getCounterId());
            double value = sample.hasIntValue() ? sample.getIntValue() : sample.getDoubleValue();
            if (counter == null) {
                if (isInterned) {
                    context.stats().increment(StatNames.GPU_COUNTERS_INVALID_SPEC);
                }
            } else if (counter.appliesForward()) {
                context.counters().push(ts, value, counter.track());
            } else {
                context.counters().pushForPrecedingInterval(ts, value, counter.track());
            }
        }
    }

    /// Returns the unit: numerators separated by colons, then denominators, as in `B/s`.
    private int unit(GpuCounterSpec spec) {
        List<String> numerators =
                symbols(spec.getNumeratorUnitsList(), spec, GpuCounterSpec.NUMERATOR_UNITS_FIELD_NUMBER);
        List<String> denominators =
                symbols(spec.getDenominatorUnitsList(), spec, GpuCounterSpec.DENOMINATOR_UNITS_FIELD_NUMBER);
        if (numerators.isEmpty() && denominators.isEmpty()) {
            return StringPool.NULL;
        }
        StringBuilder unit = new StringBuilder();
        for (String u : numerators) {
            unit.append(unit.isEmpty() ? "" : ":").append(u);
        }
        String separator = "/";
        for (String u : denominators) {
            if (!u.isEmpty()) {
                unit.append(separator).append(u);
                separator = ":";
            }
        }
        return strings.intern(unit.toString());
    }

    private static List<String> symbols(List<MeasureUnit> units, GpuCounterSpec spec, int field) {
        List<String> symbols = new ArrayList<>();
        units.forEach(u -> symbols.add(symbol(u)));
        unknownEnumNumbers(spec, field).forEach(u -> symbols.add("Unknown"));
        return symbols;
    }

    private static String symbol(MeasureUnit unit) {
        return switch (unit) {
            case NONE -> "";
            case BIT -> "bit";
            case KILOBIT -> "Kb";
            case MEGABIT -> "Mb";
            case GIGABIT -> "Gb";
            case TERABIT -> "Tb";
            case PETABIT -> "Pb";
            case BYTE -> "B";
            case KILOBYTE -> "KB";
            case MEGABYTE -> "MB";
            case GIGABYTE -> "GB";
            case TERABYTE -> "TB";
            case PETABYTE -> "PB";
            case HERTZ -> "Hz";
            case KILOHERTZ -> "KHz";
            case MEGAHERTZ -> "MHz";
            case GIGAHERTZ -> "GHz";
            case TERAHERTZ -> "THz";
            case PETAHERTZ -> "PHz";
            case NANOSECOND -> "ns";
            case MICROSECOND -> "us";
            case MILLISECOND -> "ms";
            case SECOND -> "s";
            case MINUTE -> "min";
            case HOUR -> "h";
            case VERTEX -> "Vertex";
            case PIXEL -> "Pixel";
            case TRIANGLE -> "Triangle";
            case PRIMITIVE -> "Primitive";
            case FRAGMENT -> "Fragment";
            case MILLIWATT -> "mW";
            case WATT -> "W";
            case KILOWATT -> "kW";
            case JOULE -> "J";
            case VOLT -> "V";
            case AMPERE -> "A";
            case CELSIUS -> "C";
            case FAHRENHEIT -> "F";
            case KELVIN -> "K";
            case PERCENT -> "%";
            case INSTRUCTION -> "Instruction";
            default -> "Unknown";
        };
    }
}
