package traceglass.ingest.jfr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A chunk of a recording: a header, then events that refer only to data in the same chunk.
final class JfrChunk {

    /// Size of the header in bytes.
    static final int HEADER_SIZE = 68;

    /// Newest version of the format.
    static final int MAX_MAJOR = 2;

    private static final int MAGIC = 0x464c5200;
    static final long TYPE_METADATA = 0;
    static final long TYPE_CHECKPOINT = 1;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final long NS_PER_S = 1_000_000_000L;
    /// Maximum tick rate, so that twice as many ticks can be multiplied by a billion without overflow.
    private static final long MAX_TICK_RATE = 1L << 33;

    private static final int MAX_EVENT_HEADER = 32;

    final MemorySegment data;
    final long start;
    final long startNs;
    private final long declaredSize;
    private final long startTicks;
    private final long ticksPerSecond;
    private final boolean isCompressed;
    private final boolean isFinished;
    /// Position after the last complete event, set by [#scan].
    private long end;

    private long limit = -1;

    JfrMetadata metadata;
    JfrConstants constants;

    /// Receives the events of a scan.
    interface Visitor {

        /// @param typeId type id of the event
        /// @param in cursor at the first byte after size and type, limited to the event
        void onEvent(long typeId, JfrCursor in);
    }

    /// @param start position of the header, which must be complete
    JfrChunk(MemorySegment data, long start) {
        this.data = data;
        this.start = start;
        declaredSize = data.get(LONG, start + 8);
        startNs = data.get(LONG, start + 32);
        startTicks = data.get(LONG, start + 48);
        long rate = data.get(LONG, start + 56);
        ticksPerSecond = rate > 0 && rate <= MAX_TICK_RATE ? rate : NS_PER_S;
        // The first byte of the flags is the state of the file: 0 for a finished chunk, otherwise a generation.
        isFinished = data.get(ValueLayout.JAVA_BYTE, start + 64) == 0 && declaredSize > HEADER_SIZE;
        isCompressed = (data.get(ValueLayout.JAVA_BYTE, start + 67) & 1) != 0;
        end = start + HEADER_SIZE;
    }

    /// Returns whether a chunk of a supported version begins at a position.
    static boolean isAt(MemorySegment data, long position) {
        return data.byteSize() - position >= HEADER_SIZE
                && data.get(INT, position) == MAGIC
                && data.get(SHORT, position + 4) >= 1
                && data.get(SHORT, position + 4) <= MAX_MAJOR;
    }

    JfrCursor cursor() {
        return new JfrCursor(data, isCompressed);
    }

    /// Converts a time in ticks to ns since 1970.
    long toNs(long ticks) {
        return startNs + spanNs(ticks - startTicks);
    }

    /// Converts a duration in ticks to ns.
    long spanNs(long ticks) {
        long seconds = ticks / ticksPerSecond;
        return seconds * NS_PER_S + ticks % ticksPerSecond * NS_PER_S / ticksPerSecond;
    }

    /// Returns whether the chunk ends before the position stated in its header, or was never finished.
    boolean isIncomplete() {
        return !isFinished || end < start + declaredSize;
    }

    /// Returns the position after the chunk.
    long end() {
        return end;
    }

    /// Returns an upper bound of the end of the events: the position stated in the header if plausible,
    /// otherwise the start of the next chunk.
    private long limit() {
        if (limit < 0) {
            boolean isWhole = isFinished && declaredSize <= data.byteSize() - start;
            limit = isWhole ? start + declaredSize : nextChunk(start + HEADER_SIZE);
        }
        return limit;
    }

    /// Returns the position of the first other chunk at or after a position; the size of the data if there is none.
    long nextChunk(long from) {
        long size = data.byteSize();
        long position = from;
        while (position < size && (!isAt(data, position) || isCopy(position))) {
            position++;
        }
        return position;
    }

    /// Returns whether a header is the copy of this chunk's header that the JDK stores among the constants, as
    /// a byte array.
    private boolean isCopy(long position) {
        return data.get(ValueLayout.JAVA_BYTE, position - 1) == HEADER_SIZE
                && data.get(LONG, position + 48) == startTicks;
    }

    /// Passes all complete events to a visitor, in file order, and determines [#end].
    void scan(Visitor visitor) {
        JfrCursor in = cursor();
        long limit = limit();
        long position = start + HEADER_SIZE;
        while (position < limit) {
            in.set(position, Math.min(limit, position + MAX_EVENT_HEADER));
            long next;
            long type;
            try {
                int length = in.readInt();
                next = position + length;
                if (length <= 0 || next > limit) {
                    break;
                }
                type = in.readLong();
            } catch (JfrFormatException e) {
                break;
            }
            in.set(in.position(), next);
            visitor.onEvent(type, in);
            position = next;
        }
        end = position;
    }
}
