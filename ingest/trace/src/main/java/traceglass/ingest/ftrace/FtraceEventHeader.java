package traceglass.ingest.ftrace;

import traceglass.protos.ftrace.FtraceEvent;

/// Fast reader of an `FtraceEvent` in the order that its writers use: the time, the thread, then a single event
/// message. Nearly all events of a trace have this layout, and each event is read twice.
final class FtraceEventHeader {

    private static final int TIME_TAG = FtraceEvent.TIMESTAMP_FIELD_NUMBER << 3;
    private static final int PID_TAG = FtraceEvent.PID_FIELD_NUMBER << 3;
    private static final int BYTES = 2;
    /// Number of varint bits that fit in a `long`.
    private static final int BITS = 64;

    private byte[] bytes;
    private int at;
    private int end;

    private long time;
    private long pid;
    private int id;

    /// Reads an event; returns false if it has another layout, in which case the fields are undefined.
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

    /// Reads the varint at `at`; afterwards, `at` is negative if the varint is invalid.
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

    /// Returns the pid as a `uint32`.
    long pid() {
        return pid & 0xFFFF_FFFFL;
    }

    /// Returns the field number of the event message.
    int id() {
        return id;
    }

    /// Returns the offset of the fields of the event message.
    int offset() {
        return at;
    }

    int length() {
        return end - at;
    }
}
