package traceglass.ingest.ftrace;

import traceglass.protos.ftrace.FtraceEvent;

/// The fields of an `FtraceEvent` in the form that its writers give it: the time, the thread, and then the one event,
/// as a message. Nearly all events of a trace have it, and each is looked at twice.
final class PlainEvent {

    private static final int TIME_TAG = FtraceEvent.TIMESTAMP_FIELD_NUMBER << 3;
    private static final int PID_TAG = FtraceEvent.PID_FIELD_NUMBER << 3;
    private static final int BYTES = 2;
    /// Bits of a varint that a `long` has room for.
    private static final int BITS = 64;

    private byte[] bytes;
    private int at;
    private int end;

    private long time;
    private long pid;
    private int id;

    /// Reads an event; false if it has another form, and nothing here is of use then.
    boolean read(byte[] buffer, int offset, int length) {
        bytes = buffer;
        at = offset;
        end = offset + length;
        if (!next(TIME_TAG)) {
            return false;
        }
        time = varint();
        if (!next(PID_TAG)) {
            return false;
        }
        pid = varint();
        if (at < 0) {
            return false;
        }
        long tag = varint();
        long size = varint();
        id = (int) (tag >>> 3);
        return at >= 0
                && (tag & 7) == BYTES
                && tag > 0
                && tag < 1 << 29
                && id > FtraceEvent.PID_FIELD_NUMBER
                && size == end - at;
    }

    private boolean next(int tag) {
        return at >= 0 && at < end && bytes[at++] == tag;
    }

    /// The number at hand; `at` is negative afterwards if there is none.
    private long varint() {
        long value = 0;
        int p = at;
        for (int shift = 0; p >= 0 && p < end && shift < BITS; shift += 7) {
            byte b = bytes[p++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                at = p;
                return value;
            }
        }
        at = -1;
        return 0;
    }

    long time() {
        return time;
    }

    /// As a `uint32`.
    long pid() {
        return pid & 0xFFFF_FFFFL;
    }

    /// Number of the event's field.
    int id() {
        return id;
    }

    /// Where the event's own fields begin.
    int offset() {
        return at;
    }

    int length() {
        return end - at;
    }
}
