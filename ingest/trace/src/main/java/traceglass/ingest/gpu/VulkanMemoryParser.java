package traceglass.ingest.gpu;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.gpu.VulkanMemoryEvent;
import traceglass.protos.gpu.VulkanMemoryEventAnnotation;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `vulkan_memory_event`: memory that an app or its driver allocated, bound and freed through Vulkan, as table
/// rows and as counters by memory type.
public final class VulkanMemoryParser implements PacketParser {

    private static final TrackType DRIVER =
            TrackType.counter("vulkan_driver_mem", null, TrackType.UPID, Dimension.ofString("vulkan_allocation_scope"));
    private static final TrackType ALLOCATED = TrackType.counter(
            "vulkan_device_mem_allocation", null, TrackType.UPID, Dimension.ofInt("vulkan_memory_type"));
    private static final TrackType BOUND =
            TrackType.counter("vulkan_device_mem_bind", null, TrackType.UPID, Dimension.ofInt("vulkan_memory_type"));

    private static final String[] SOURCES = {
        "UNSPECIFIED", "DRIVER", "DEVICE", "GPU_DEVICE_MEMORY", "GPU_BUFFER", "GPU_IMAGE"
    };
    private static final String[] OPERATIONS = {
        "UNSPECIFIED", "CREATE", "DESTROY", "BIND", "DESTROY_BOUND", "ANNOTATIONS"
    };
    private static final String[] SCOPES = {"UNSPECIFIED", "COMMAND", "OBJECT", "CACHE", "DEVICE", "INSTANCE"};

    private final ImportContext context;
    private final StringPool strings;
    /// Current size by allocation scope.
    private final Map<Long, Long> driverBytes = new HashMap<>();
    /// Current sizes by memory type.
    private final Map<Long, Long> allocatedBytes = new HashMap<>();
    private final Map<Long, Long> boundBytes = new HashMap<>();

    public VulkanMemoryParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.VULKAN_MEMORY_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        VulkanMemoryEvent event;
        try {
            event = packet.decode(VulkanMemoryEvent.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        int upid = context.processes().process(event.getPid() & 0xFFFF_FFFFL);
        updateCounters(event, upid);
        Table table = context.storage().table(TableNames.VulkanMemoryAllocations.TABLE);
        int row = table.addRow();
        setText(table, row, "source", SOURCES[event.getSource().getNumber()]);
        setText(table, row, "operation", OPERATIONS[event.getOperation().getNumber()]);
        table.longs(TableNames.VulkanMemoryAllocations.TIMESTAMP).set(row, event.getTimestamp());
        table.ints(TableNames.VulkanMemoryAllocations.UPID).set(row, upid);
        setNumber(table, row, "device", event.hasDevice(), event.getDevice());
        setNumber(table, row, "device_memory", event.hasDeviceMemory(), event.getDeviceMemory());
        setNumber(table, row, "heap", event.hasHeap(), event.getHeap() & 0xFFFF_FFFFL);
        setNumber(table, row, "memory_type", event.hasMemoryType(), event.getMemoryType() & 0xFFFF_FFFFL);
        setNumber(table, row, "object_handle", event.hasObjectHandle(), event.getObjectHandle());
        setNumber(table, row, "memory_address", event.hasMemoryAddress(), event.getMemoryAddress());
        setNumber(table, row, "memory_size", event.hasMemorySize(), event.getMemorySize());
        if (event.hasCallerIid()) {
            table.strings(TableNames.VulkanMemoryAllocations.FUNCTION_NAME)
                    .set(row, interned(packet.state(), InternedData.FUNCTION_NAMES_FIELD_NUMBER, event.getCallerIid()));
        }
        if (event.hasAllocationScope()) {
            setText(table, row, "scope", SCOPES[event.getAllocationScope().getNumber()]);
        }
        table.ints(TableNames.VulkanMemoryAllocations.ARG_SET_ID)
                .set(
                        row,
                        context.args()
                                .write(b ->
                                        event.getAnnotationsList().forEach(a -> addAnnotation(b, a, packet.state()))));
    }

    private void setText(Table table, int row, String column, String value) {
        table.strings(column).set(row, strings.intern(value));
    }

    private static void setNumber(Table table, int row, String column, boolean isSet, long value) {
        if (isSet) {
            table.longs(column).set(row, value);
        }
    }

    private static int interned(SequenceState state, int field, long iid) {
        return Math.max(StringPool.NULL, state.internedString(field, iid));
    }

    private static void addAnnotation(ArgSetBuilder b, VulkanMemoryEventAnnotation a, SequenceState state) {
        int key = interned(state, InternedData.VULKAN_MEMORY_KEYS_FIELD_NUMBER, a.getKeyIid());
        switch (a.getValueCase()) {
            case INT_VALUE -> b.addInt(key, a.getIntValue());
            case DOUBLE_VALUE -> b.addReal(key, a.getDoubleValue());
            case STRING_IID ->
                b.addString(key, interned(state, InternedData.VULKAN_MEMORY_KEYS_FIELD_NUMBER, a.getStringIid()));
            default -> {}
        }
    }

    private void updateCounters(VulkanMemoryEvent event, int upid) {
        long type = event.getMemoryType() & 0xFFFF_FFFFL;
        boolean isBind = event.getSource() == VulkanMemoryEvent.Source.SOURCE_BUFFER
                || event.getSource() == VulkanMemoryEvent.Source.SOURCE_IMAGE;
        int sign = switch (event.getOperation()) {
            case OP_CREATE -> isBind ? 0 : 1;
            case OP_DESTROY -> isBind ? 0 : -1;
            case OP_BIND -> isBind ? 1 : 0;
            case OP_DESTROY_BOUND -> isBind ? -1 : 0;
            default -> 0;
        };
        if (sign == 0) {
            return;
        }
        long change = sign * event.getMemorySize();
        switch (event.getSource()) {
            case SOURCE_DRIVER -> {
                int scope = event.getAllocationScope().getNumber();
                if (scope != 0) {
                    String name = SCOPES[scope];
                    push(
                            event,
                            driverBytes.merge((long) scope, change, Long::sum),
                            context.tracks()
                                    .intern(
                                            DRIVER,
                                            strings.intern("vulkan.mem.driver.scope." + name),
                                            upid,
                                            strings.intern(name)));
                }
            }
            case SOURCE_DEVICE_MEMORY ->
                push(
                        event,
                        allocatedBytes.merge(type, change, Long::sum),
                        context.tracks()
                                .intern(
                                        ALLOCATED,
                                        strings.intern("vulkan.mem.device.memory.type." + type + ".allocation"),
                                        upid,
                                        type));
            case SOURCE_BUFFER, SOURCE_IMAGE ->
                push(
                        event,
                        boundBytes.merge(type, change, Long::sum),
                        context.tracks()
                                .intern(
                                        BOUND,
                                        strings.intern("vulkan.mem.device.memory.type." + type + ".bind"),
                                        upid,
                                        type));
            default -> {}
        }
    }

    private void push(VulkanMemoryEvent event, long value, int track) {
        context.counters().push(event.getTimestamp(), value, track);
    }
}
