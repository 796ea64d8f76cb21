package traceglass.ingest.perfetto.trackevent;

import java.util.Arrays;
import java.util.BitSet;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;

/// Fields of a `TrackEvent`, located in a single pass. One instance is reused for all events.
final class TrackEventFields {

    /// Numbers of `TrackEvent` fields that are read here or are irrelevant for arguments. All others are looked
    /// up in the type of the message.
    private static final BitSet KNOWN = numbers(
            1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 16, 17, 20, 21, 22, 23, 30, 31, 36, 42, 44, 45, 46, 47, 48, 52, 53, 54,
            55, 56, 57);

    private static BitSet numbers(int... numbers) {
        BitSet set = new BitSet();
        for (int n : numbers) {
            set.set(n);
        }
        return set;
    }

    /// Growable list of numbers.
    static final class Longs {
        long[] values = new long[4];
        int size;

        void add(long v) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = v;
        }
    }

    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor child = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();

    byte[] buffer;
    int offset;
    int length;
    int type;
    boolean hasType;
    boolean hasTrackUuid;
    long trackUuid;
    boolean hasNameIid;
    long nameIid;
    boolean hasName;
    long name;
    final Longs categoryIids = new Longs();
    final Longs categories = new Longs();
    final Longs annotations = new Longs();
    /// Whether there are fields that are converted according to their type.
    boolean typed;

    boolean hasDeltaUs;
    long deltaUs;
    long absoluteUs;
    boolean hasThreadDeltaUs;
    long threadDeltaUs;
    boolean hasThreadAbsoluteUs;
    long threadAbsoluteUs;
    boolean hasInstructionsDelta;
    long instructionsDelta;
    boolean hasInstructionsAbsolute;
    long instructionsAbsolute;

    boolean hasCounterValue;
    long counterValue;
    boolean hasDoubleCounterValue;
    double doubleCounterValue;
    final Longs extraValues = new Longs();
    final Longs extraUuids = new Longs();
    final Longs extraDoubles = new Longs();
    final Longs extraDoubleUuids = new Longs();

    final Longs flows = new Longs();
    final Longs oldFlows = new Longs();
    final Longs endingFlows = new Longs();
    final Longs oldEndingFlows = new Longs();

    boolean hasSourceLocationIid;
    long sourceLocationIid;
    long taskExecution;
    long logMessage;
    long screenshot;
    long histogram;
    long activeProcesses;
    long gpuCorrelation;
    /// Numbers of the event's extensions and the locations of their bytes.
    final Longs extensions = new Longs();
    final Longs extensionLocations = new Longs();
    boolean hasCorrelationId;
    long correlationId;
    long correlationText;
    boolean hasCorrelationTextIid;
    long correlationTextIid;
    boolean hasCallstackIid;
    long callstackIid;
    long callstack;
    boolean hasCallstackWeight;
    double callstackWeight;

    boolean hasLegacy;
    boolean hasPhase;
    int phase;
    long legacyNameIid;
    boolean hasDurationUs;
    long durationUs;
    boolean hasThreadDurationUs;
    long threadDurationUs;
    boolean hasInstructionsSpent;
    long instructionsSpent;
    boolean hasUnscopedId;
    boolean hasGlobalId;
    boolean hasLocalId;
    long legacyId;
    long idScope;
    boolean useAsyncTts;
    boolean hasBindId;
    long bindId;
    boolean bindToEnclosing;
    boolean hasFlowDirection;
    int flowDirection;
    int instantScope;
    boolean hasPidOverride;
    int pidOverride;
    boolean hasTidOverride;
    int tidOverride;

    /// Number of the `TrackEvent` extension that links events with GPU work (gpu/gpu_extensions.proto).
    private static final int GPU_CORRELATION = 3000;
    private static final int FIRST_EXTENSION = 1000;

    /// Whether rarely used fields are set, which are only cleared in that case.
    private boolean hasRare;

    private void clear() {
        type = 0;
        hasType = false;
        hasTrackUuid = false;
        trackUuid = 0;
        hasNameIid = false;
        nameIid = 0;
        hasName = false;
        categoryIids.size = 0;
        categories.size = 0;
        annotations.size = 0;
        extraValues.size = 0;
        flows.size = 0;
        endingFlows.size = 0;
        typed = false;
        if (hasRare) {
            clearRare();
        }
        if (hasLegacy) {
            clearLegacy();
        }
    }

    private void clearRare() {
        hasRare = false;
        hasDeltaUs = false;
        absoluteUs = 0;
        hasThreadDeltaUs = false;
        hasThreadAbsoluteUs = false;
        hasInstructionsDelta = false;
        hasInstructionsAbsolute = false;
        hasCounterValue = false;
        hasDoubleCounterValue = false;
        extraUuids.size = 0;
        extraDoubles.size = 0;
        extraDoubleUuids.size = 0;
        oldFlows.size = 0;
        oldEndingFlows.size = 0;
        hasSourceLocationIid = false;
        taskExecution = -1;
        logMessage = -1;
        screenshot = -1;
        histogram = -1;
        activeProcesses = -1;
        gpuCorrelation = -1;
        extensions.size = 0;
        extensionLocations.size = 0;
        hasCorrelationId = false;
        correlationText = -1;
        hasCorrelationTextIid = false;
        hasCallstackIid = false;
        callstack = -1;
        hasCallstackWeight = false;
    }

    private void clearLegacy() {
        hasLegacy = false;
        hasPhase = false;
        phase = 0;
        legacyNameIid = 0;
        hasDurationUs = false;
        durationUs = 0;
        hasThreadDurationUs = false;
        threadDurationUs = 0;
        hasInstructionsSpent = false;
        instructionsSpent = 0;
        hasUnscopedId = false;
        hasGlobalId = false;
        hasLocalId = false;
        idScope = -1;
        useAsyncTts = false;
        hasBindId = false;
        bindToEnclosing = false;
        hasFlowDirection = false;
        flowDirection = 0;
        instantScope = 0;
        hasPidOverride = false;
        hasTidOverride = false;
    }

    TrackEventFields() {
        clearRare();
        clearLegacy();
    }

    private long fieldLocation() {
        return PendingEventBytes.location(cursor.offset(), cursor.length());
    }

    /// Returns whether nothing in the event results in slice arguments.
    boolean isBare() {
        return !hasRare && !typed && annotations.size == 0;
    }

    /// Returns whether the event is a slice begin, slice end or instant with nothing but a track, categories, a
    /// name, annotations and values of the sequence's extra counters.
    boolean isPlain() {
        return !hasRare
                && !hasLegacy
                && flows.size + endingFlows.size == 0
                && type >= TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE
                && type <= TrackEvent.Type.TYPE_INSTANT_VALUE;
    }

    /// Resets to a plain event decoded by the prefetcher; categories, name and annotations are not available here.
    void set(int newType, boolean hasTrack, long track, int extras) {
        clear();
        hasType = true;
        type = newType;
        hasTrackUuid = hasTrack;
        trackUuid = track;
        extraValues.size = extras;
    }

    /// Reads the event in these bytes. For a damaged event, reads the fields before the damage.
    void read(byte[] bytes, int from, int size) {
        clear();
        buffer = bytes;
        offset = from;
        length = size;
        // As in Packet: common fields are read with local variables, others with the cursor.
        int p = from;
        int end = from + size;
        while (p < end) {
            int start = p;
            int tag = bytes[p++];
            if (tag < 0) {
                int second = p < end ? bytes[p++] : -1;
                if (second < 0) {
                    readRest(start, end);
                    return;
                }
                tag = tag & 0x7f | second << 7;
            }
            if (tag < 8 || p >= end) {
                return;
            }
            int wire = tag & 7;
            if (wire != ProtoCursor.VARINT && wire != ProtoCursor.BYTES) {
                // A fixed-size field. Any other wire type means damage.
                if (!cursor.enter(bytes, start, end - start).next()) {
                    return;
                }
                p = cursor.position();
                field();
                continue;
            }
            long value = bytes[p++];
            if (value < 0) {
                value &= 0x7f;
                int shift = 7;
                long next;
                do {
                    if (p >= end || shift >= 70) {
                        return;
                    }
                    next = bytes[p++];
                    value |= (next & 0x7f) << shift;
                    shift += 7;
                } while (next < 0);
            }
            if (wire == ProtoCursor.VARINT) {
                number(tag >>> 3, value, start, p);
            } else {
                if (value < 0 || value > end - p) {
                    return;
                }
                bytes(tag >>> 3, p, (int) value, start);
                p += (int) value;
            }
        }
    }

    private void number(int field, long value, int start, int end) {
        switch (field) {
            case TrackEvent.TYPE_FIELD_NUMBER -> {
                hasType = true;
                type = (int) value;
            }
            case TrackEvent.TRACK_UUID_FIELD_NUMBER -> {
                hasTrackUuid = true;
                trackUuid = value;
            }
            case TrackEvent.NAME_IID_FIELD_NUMBER -> {
                hasNameIid = true;
                nameIid = value;
            }
            case TrackEvent.CATEGORY_IIDS_FIELD_NUMBER -> categoryIids.add(value);
            case TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER -> extraValues.add(value);
            default -> readRest(start, end);
        }
    }

    private void bytes(int field, int from, int size, int start) {
        switch (field) {
            case TrackEvent.CATEGORY_IIDS_FIELD_NUMBER -> varints(from, size, categoryIids);
            case TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER -> varints(from, size, extraValues);
            case TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER -> annotations.add(PendingEventBytes.location(from, size));
            case TrackEvent.NAME_FIELD_NUMBER -> {
                hasName = true;
                name = PendingEventBytes.location(from, size);
            }
            default -> readRest(start, from + size);
        }
    }

    private void varints(int from, int size, Longs to) {
        for (packed.enter(buffer, from, size); packed.nextVarint(); ) {
            to.add(packed.asLong());
        }
    }

    /// Reads the remaining fields of any wire type.
    private void readRest(int from, int end) {
        cursor.enter(buffer, from, end - from);
        while (cursor.next()) {
            field();
        }
    }

    private void field() {
        ProtoCursor c = cursor;
        int field = c.field();
        switch (field) {
            case TrackEvent.TYPE_FIELD_NUMBER -> {
                hasType = true;
                type = c.asInt();
            }
            case TrackEvent.TRACK_UUID_FIELD_NUMBER -> {
                hasTrackUuid = true;
                trackUuid = c.asLong();
            }
            case TrackEvent.NAME_IID_FIELD_NUMBER -> {
                hasNameIid = true;
                nameIid = c.asLong();
            }
            case TrackEvent.NAME_FIELD_NUMBER -> {
                hasName = true;
                name = fieldLocation();
            }
            case TrackEvent.CATEGORY_IIDS_FIELD_NUMBER -> varints(categoryIids);
            case TrackEvent.CATEGORIES_FIELD_NUMBER -> categories.add(fieldLocation());
            case TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER -> annotations.add(fieldLocation());
            case TrackEvent.LEGACY_EVENT_FIELD_NUMBER -> legacy();
            case TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER -> varints(extraValues);
            case TrackEvent.FLOW_IDS_FIELD_NUMBER -> fixed64s(flows);
            case TrackEvent.TERMINATING_FLOW_IDS_FIELD_NUMBER -> fixed64s(endingFlows);
            default -> rare(field);
        }
    }

    private void rare(int field) {
        hasRare = true;
        switch (field) {
            case TrackEvent.TIMESTAMP_DELTA_US_FIELD_NUMBER -> {
                hasDeltaUs = true;
                deltaUs = cursor.asLong();
            }
            case TrackEvent.TIMESTAMP_ABSOLUTE_US_FIELD_NUMBER -> absoluteUs = cursor.asLong();
            case TrackEvent.THREAD_TIME_DELTA_US_FIELD_NUMBER -> {
                hasThreadDeltaUs = true;
                threadDeltaUs = cursor.asLong();
            }
            case TrackEvent.THREAD_TIME_ABSOLUTE_US_FIELD_NUMBER -> {
                hasThreadAbsoluteUs = true;
                threadAbsoluteUs = cursor.asLong();
            }
            case TrackEvent.THREAD_INSTRUCTION_COUNT_DELTA_FIELD_NUMBER -> {
                hasInstructionsDelta = true;
                instructionsDelta = cursor.asLong();
            }
            case TrackEvent.THREAD_INSTRUCTION_COUNT_ABSOLUTE_FIELD_NUMBER -> {
                hasInstructionsAbsolute = true;
                instructionsAbsolute = cursor.asLong();
            }
            case TrackEvent.COUNTER_VALUE_FIELD_NUMBER -> {
                hasCounterValue = true;
                counterValue = cursor.asLong();
            }
            case TrackEvent.DOUBLE_COUNTER_VALUE_FIELD_NUMBER -> {
                hasDoubleCounterValue = true;
                doubleCounterValue = cursor.asDouble();
            }
            case TrackEvent.EXTRA_COUNTER_TRACK_UUIDS_FIELD_NUMBER -> varints(extraUuids);
            case TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER -> fixed64s(extraDoubles);
            case TrackEvent.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS_FIELD_NUMBER -> varints(extraDoubleUuids);
            case TrackEvent.FLOW_IDS_OLD_FIELD_NUMBER -> varints(oldFlows);
            case TrackEvent.TERMINATING_FLOW_IDS_OLD_FIELD_NUMBER -> varints(oldEndingFlows);
            case TrackEvent.TASK_EXECUTION_FIELD_NUMBER -> taskExecution = fieldLocation();
            case TrackEvent.LOG_MESSAGE_FIELD_NUMBER -> logMessage = fieldLocation();
            case TrackEvent.CORRELATION_ID_FIELD_NUMBER -> {
                hasCorrelationId = true;
                correlationId = cursor.asLong();
            }
            case TrackEvent.CORRELATION_ID_STR_FIELD_NUMBER -> correlationText = fieldLocation();
            case TrackEvent.CORRELATION_ID_STR_IID_FIELD_NUMBER -> {
                hasCorrelationTextIid = true;
                correlationTextIid = cursor.asLong();
            }
            case TrackEvent.CALLSTACK_FIELD_NUMBER -> callstack = fieldLocation();
            case TrackEvent.CALLSTACK_IID_FIELD_NUMBER -> {
                hasCallstackIid = true;
                callstackIid = cursor.asLong();
            }
            case TrackEvent.CALLSTACK_WEIGHT_FIELD_NUMBER -> {
                hasCallstackWeight = true;
                callstackWeight = cursor.asDouble();
            }
            default -> typed(field);
        }
    }

    /// Reads fields that become arguments according to their type, and extensions.
    private void typed(int field) {
        ProtoCursor c = cursor;
        typed |= field >= 64 || !KNOWN.get(field);
        switch (field) {
            case TrackEvent.SOURCE_LOCATION_IID_FIELD_NUMBER -> {
                hasSourceLocationIid = true;
                sourceLocationIid = c.asLong();
            }
            case TrackEvent.SCREENSHOT_FIELD_NUMBER -> screenshot = fieldLocation();
            case TrackEvent.CHROME_HISTOGRAM_SAMPLE_FIELD_NUMBER -> histogram = fieldLocation();
            case TrackEvent.CHROME_ACTIVE_PROCESSES_FIELD_NUMBER -> activeProcesses = fieldLocation();
            case GPU_CORRELATION -> gpuCorrelation = fieldLocation();
            default -> {
                if (field >= FIRST_EXTENSION && c.wire() == ProtoCursor.BYTES) {
                    extensions.add(field);
                    extensionLocations.add(fieldLocation());
                }
            }
        }
    }

    private void varints(Longs to) {
        if (cursor.wire() != ProtoCursor.BYTES) {
            to.add(cursor.asLong());
            return;
        }
        packed.enter(cursor);
        while (packed.nextVarint()) {
            to.add(packed.asLong());
        }
    }

    private void fixed64s(Longs to) {
        if (cursor.wire() != ProtoCursor.BYTES) {
            to.add(cursor.asLong());
            return;
        }
        packed.enter(cursor);
        while (packed.nextFixed64()) {
            to.add(packed.asLong());
        }
    }

    private void legacy() {
        hasLegacy = true;
        ProtoCursor c = child.enter(cursor);
        while (c.next()) {
            switch (c.field()) {
                case LegacyEvent.NAME_IID_FIELD_NUMBER -> legacyNameIid = c.asLong();
                case LegacyEvent.PHASE_FIELD_NUMBER -> {
                    hasPhase = true;
                    phase = c.asInt();
                }
                case LegacyEvent.DURATION_US_FIELD_NUMBER -> {
                    hasDurationUs = true;
                    durationUs = c.asLong();
                }
                case LegacyEvent.THREAD_DURATION_US_FIELD_NUMBER -> {
                    hasThreadDurationUs = true;
                    threadDurationUs = c.asLong();
                }
                case LegacyEvent.THREAD_INSTRUCTION_DELTA_FIELD_NUMBER -> {
                    hasInstructionsSpent = true;
                    instructionsSpent = c.asLong();
                }
                case LegacyEvent.UNSCOPED_ID_FIELD_NUMBER -> setId(c, true, false, false);
                case LegacyEvent.GLOBAL_ID_FIELD_NUMBER -> setId(c, false, true, false);
                case LegacyEvent.LOCAL_ID_FIELD_NUMBER -> setId(c, false, false, true);
                case LegacyEvent.ID_SCOPE_FIELD_NUMBER -> idScope = PendingEventBytes.location(c.offset(), c.length());
                case LegacyEvent.USE_ASYNC_TTS_FIELD_NUMBER -> useAsyncTts = c.asBool();
                case LegacyEvent.BIND_ID_FIELD_NUMBER -> {
                    hasBindId = true;
                    bindId = c.asLong();
                }
                case LegacyEvent.BIND_TO_ENCLOSING_FIELD_NUMBER -> bindToEnclosing = c.asBool();
                case LegacyEvent.FLOW_DIRECTION_FIELD_NUMBER -> {
                    hasFlowDirection = true;
                    flowDirection = c.asInt();
                }
                case LegacyEvent.INSTANT_EVENT_SCOPE_FIELD_NUMBER -> instantScope = c.asInt();
                case LegacyEvent.PID_OVERRIDE_FIELD_NUMBER -> {
                    hasPidOverride = true;
                    pidOverride = c.asInt();
                }
                case LegacyEvent.TID_OVERRIDE_FIELD_NUMBER -> {
                    hasTidOverride = true;
                    tidOverride = c.asInt();
                }
                default -> {}
            }
        }
    }

    private void setId(ProtoCursor c, boolean unscoped, boolean global, boolean local) {
        // An event should have only one id. Otherwise the unscoped id takes precedence, then the global one.
        if (hasUnscopedId && !unscoped || hasGlobalId && local) {
            return;
        }
        hasUnscopedId = unscoped;
        hasGlobalId = global;
        hasLocalId = local;
        legacyId = c.asLong();
    }
}
