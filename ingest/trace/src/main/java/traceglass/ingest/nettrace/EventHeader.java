package traceglass.ingest.nettrace;

/// Header of an event. Compressed headers omit values that equal those of the previous header, so a whole block
/// is read with one object.
final class EventHeader {

    private static final int METADATA = 1;
    private static final int CAPTURE = 2;
    private static final int THREAD = 4;
    private static final int STACK = 8;
    private static final int LABELS = 16;
    private static final int RELATED = 32;
    private static final int PAYLOAD = 128;

    private final int major;
    int metadataId;
    int sequence;
    long captureThreadId;
    int processor;
    long threadId;
    int stackId;
    long ticks;
    /// The two halves of the activity id, before version 6.
    long activityHigh;
    long activityLow;
    /// Index of the labels that contain the activity id, from version 6 on; 0 for none.
    long labels;
    int payloadSize;

    /// @param major major version of the format
    EventHeader(int major) {
        this.major = major;
    }

    /// Reads the header and returns a cursor over the payload.
    NettraceCursor read(NettraceCursor in, boolean isCompressed) {
        if (isCompressed) {
            readCompressed(in);
            return in.slice(payloadSize);
        }
        NettraceCursor event = in.slice(in.readInt() & 0xffff_ffffL);
        metadataId = event.readInt() & Integer.MAX_VALUE;
        sequence = event.readInt();
        threadId = event.readLong();
        captureThreadId = event.readLong();
        processor = event.readInt();
        stackId = event.readInt();
        ticks = event.readLong();
        if (major < 6) {
            activityHigh = event.readLong();
            activityLow = event.readLong();
            event.skip(16);
        } else {
            labels = event.readInt();
        }
        payloadSize = event.readInt();
        return event.slice(payloadSize);
    }

    private void readCompressed(NettraceCursor in) {
        int flags = in.readByte();
        if ((flags & METADATA) != 0) {
            metadataId = (int) in.readNumber();
        }
        if ((flags & CAPTURE) != 0) {
            sequence += (int) in.readNumber();
            captureThreadId = in.readNumber();
            processor = (int) in.readNumber();
        }
        if (metadataId != 0 || major >= 6) {
            sequence++;
        }
        if ((flags & THREAD) != 0) {
            threadId = in.readNumber();
        }
        if ((flags & STACK) != 0) {
            stackId = (int) in.readNumber();
        }
        ticks += in.readNumber();
        if ((flags & LABELS) != 0) {
            if (major >= 6) {
                labels = in.readNumber();
            } else {
                activityHigh = in.readLong();
                activityLow = in.readLong();
            }
        }
        if ((flags & RELATED) != 0 && major < 6) {
            in.skip(16);
        }
        if ((flags & PAYLOAD) != 0) {
            payloadSize = (int) in.readNumber();
        }
    }
}
