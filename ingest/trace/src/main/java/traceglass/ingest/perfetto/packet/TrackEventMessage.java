package traceglass.ingest.perfetto.packet;

import java.util.BitSet;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// A decoded `TrackEvent` and its part in Chrome's legacy format. One instance is reused for all events.
public final class TrackEventMessage {

    /// Fields that do not become arguments and are used only for slices and instants.
    private static final long COMMON = TrackEventDecoder.TYPE
            | TrackEventDecoder.TRACK_UUID
            | TrackEventDecoder.NAME_IID
            | TrackEventDecoder.NAME
            | TrackEventDecoder.CATEGORY_IIDS
            | TrackEventDecoder.CATEGORIES
            | TrackEventDecoder.EXTRA_COUNTER_VALUES;
    private static final long FLOWS = TrackEventDecoder.FLOW_IDS | TrackEventDecoder.TERMINATING_FLOW_IDS;
    private static final long COUNTERS = TrackEventDecoder.COUNTER_VALUE | TrackEventDecoder.DOUBLE_COUNTER_VALUE;
    private static final long BARE = COMMON | FLOWS | COUNTERS;

    private static final byte[] NO_BYTES = {};

    private static final BitSet TYPED_NUMBERS = new BitSet();
    private static final long TYPED;
    /// Fields that only become columns and arguments.
    private static final long PLAIN;

    static {
        int[] typed = {
            TrackEvent.CC_SCHEDULER_STATE_FIELD_NUMBER,
            TrackEvent.CHROME_USER_EVENT_FIELD_NUMBER,
            TrackEvent.CHROME_KEYED_SERVICE_FIELD_NUMBER,
            TrackEvent.CHROME_LEGACY_IPC_FIELD_NUMBER,
            TrackEvent.CHROME_HISTOGRAM_SAMPLE_FIELD_NUMBER,
            TrackEvent.CHROME_LATENCY_INFO_FIELD_NUMBER,
            TrackEvent.CHROME_FRAME_REPORTER_FIELD_NUMBER,
            TrackEvent.SOURCE_LOCATION_FIELD_NUMBER,
            TrackEvent.SOURCE_LOCATION_IID_FIELD_NUMBER,
            TrackEvent.CHROME_MESSAGE_PUMP_FIELD_NUMBER,
            TrackEvent.CHROME_MOJO_EVENT_INFO_FIELD_NUMBER,
            TrackEvent.CHROME_APPLICATION_STATE_INFO_FIELD_NUMBER,
            TrackEvent.CHROME_RENDERER_SCHEDULER_STATE_FIELD_NUMBER,
            TrackEvent.CHROME_WINDOW_HANDLE_EVENT_INFO_FIELD_NUMBER,
            TrackEvent.CHROME_CONTENT_SETTINGS_EVENT_INFO_FIELD_NUMBER,
            TrackEvent.CHROME_ACTIVE_PROCESSES_FIELD_NUMBER,
            TrackEvent.SCREENSHOT_FIELD_NUMBER
        };
        long bits = 0;
        for (int number : typed) {
            TYPED_NUMBERS.set(number);
            bits |= TrackEventDecoder.bit(number);
        }
        TYPED = bits;
        // The importer uses the fields that are removed here in other ways, too.
        PLAIN = BARE
                | TrackEventDecoder.DEBUG_ANNOTATIONS
                | TrackEventDecoder.TASK_EXECUTION
                | TYPED
                        & ~(TrackEventDecoder.CHROME_HISTOGRAM_SAMPLE
                                | TrackEventDecoder.CHROME_ACTIVE_PROCESSES
                                | TrackEventDecoder.SCREENSHOT);
    }

    private final TrackEventDecoder fields = new TrackEventDecoder();
    private final LegacyEventDecoder legacy = new LegacyEventDecoder();
    private int legacyParts;
    private boolean isClear = true;

    /// Returns the numbers of the fields that become arguments according to their type; so do extensions.
    public static BitSet typedFields() {
        return TYPED_NUMBERS;
    }

    /// Reads an event; only the fields before the damage if it is damaged.
    public void read(byte[] bytes, int from, int size) {
        isClear = false;
        fields.decode(bytes, from, size);
        int parts = 0;
        for (int i = 0, n = fields.otherCount(); i < n; i++) {
            if (fields.otherNumber(i) == TrackEvent.LEGACY_EVENT_FIELD_NUMBER) {
                // As for any message that occurs more than once, its parts are merged.
                if (parts++ == 0) {
                    legacy.decode(bytes, fields.otherOffset(i), fields.otherLength(i));
                } else {
                    legacy.merge(bytes, fields.otherOffset(i), fields.otherLength(i));
                }
            }
        }
        if (parts == 0 && legacyParts > 0) {
            legacy.decode(NO_BYTES, 0, 0);
        }
        legacyParts = parts;
    }

    /// Resets to an event without fields.
    public void clear() {
        if (!isClear) {
            read(NO_BYTES, 0, 0);
            isClear = true;
        }
    }

    /// Releases the array that contains the event. Numbers stay available.
    void release() {
        fields.release();
        legacy.release();
    }

    /// Returns the fields of the event; its extensions and unknown fields are among the other fields.
    public TrackEventDecoder fields() {
        return fields;
    }

    /// Returns the fields of the legacy part, none of which is present in other events.
    public LegacyEventDecoder legacy() {
        return legacy;
    }

    /// Returns the array that contains the event. Not a copy; must not be modified.
    public byte[] buffer() {
        return fields.buffer();
    }

    /// Returns whether the event has extensions or unknown fields.
    public boolean hasExtensions() {
        return fields.otherCount() > legacyParts;
    }

    /// Returns the index of the last extension with this number among the other fields; -1 if there is none.
    public int extension(int number) {
        int i = fields.otherCount() - 1;
        while (i >= 0 && fields.otherNumber(i) != number) {
            i--;
        }
        return i;
    }

    /// Returns whether there are fields that become arguments according to their type.
    public boolean hasTypedFields() {
        return fields.hasAny(TYPED) || hasExtensions();
    }

    /// Returns whether nothing in the event results in slice arguments.
    public boolean isBare() {
        return !fields.hasAny(~BARE) && !hasExtensions();
    }

    /// Returns whether the event is a slice begin, slice end, instant or counter sample with nothing but a track,
    /// categories, a name, a value, flows, arguments, and values of the sequence's extra counters. Extensions may
    /// have other meanings.
    public boolean isPlain() {
        int type = fields.type();
        return legacyParts == 0
                && !fields.hasAny(~PLAIN)
                && (type == TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE
                        || type == TrackEvent.Type.TYPE_SLICE_END_VALUE
                        || type == TrackEvent.Type.TYPE_INSTANT_VALUE
                        || type == TrackEvent.Type.TYPE_COUNTER_VALUE);
    }

    /// Returns whether the legacy part has an id.
    public boolean hasLegacyId() {
        return legacy.hasUnscopedId() || legacy.hasGlobalId() || legacy.hasLocalId();
    }

    /// Returns the id of the legacy part. If it has several, the unscoped id takes precedence, then the global one.
    public long legacyId() {
        return legacy.hasUnscopedId()
                ? legacy.unscopedId()
                : legacy.hasGlobalId() ? legacy.globalId() : legacy.localId();
    }
}
