package traceglass.ingest.gotrace;

import java.util.Arrays;

/// An event of version 1 as stored in the file: its type and numbers, the first of which is the time since the
/// previous event.
final class GoV1Event {

    /// Maximum number of numbers of any event other than a stack.
    private static final int MAX_ARGS = 8;
    /// Class of events whose length in bytes precedes their numbers.
    private static final int LENGTH_CLASS = 3;

    int type;
    int count;
    final long[] args = new long[MAX_ARGS];
    /// Message of a log event; null for others.
    String message;

    /// Reads the event at the cursor. For a stack or a string, the cursor stops at its id, which the caller reads.
    ///
    /// @param release minor number of the Go release of the format
    /// @return offset after the event; -1 for a string, which does not store its length in bytes
    long read(GoCursor in, int release) {
        int first = in.readByte();
        type = first & 0x3f;
        if (type == 0 || type >= GoV1Type.COUNT) {
            throw new GoFormatException("event type " + type);
        }
        message = null;
        Arrays.fill(args, 0);
        count = 0;
        if (type == GoV1Type.STRING) {
            return -1;
        }
        int extra = release < 7 ? 2 : 1;
        int numbers = (first >> 6) + extra;
        if (first >> 6 < LENGTH_CLASS) {
            // A batch always has a processor and a time, even if its class gives a lower count.
            for (int i = 0; i < numbers; i++) {
                add(in.readNumber());
            }
            return in.position();
        }
        long length = in.readLength();
        long end = in.position() + length;
        if (type == GoV1Type.STACK) {
            return end;
        }
        while (in.position() < end) {
            add(in.readNumber());
        }
        if (type == GoV1Type.LOG) {
            message = in.readString();
        }
        return in.position();
    }

    private void add(long value) {
        if (count < MAX_ARGS) {
            args[count++] = value;
        }
    }
}
