package traceglass.ingest.perfetto.packet;

import java.util.Arrays;

/// Where the bytes of waiting events are, which state their sequence had, and the sums that were made when they were
/// read. All events of one state in one buffer share an instance. The event's place in the buffer travels beside it as
/// a `long`; see [#place].
///
/// Millions of events may wait at once, and in some traces each has a sum: so sums lie in one array, and the place has
/// the number.
public final class EventBytes {

    private static final int LENGTH_BITS = 20;
    private static final int OFFSET_BITS = 24;
    private static final int SUMS_BITS = 62 - LENGTH_BITS - OFFSET_BITS;
    private static final int MAX_SUMS = 1 << SUMS_BITS;
    /// Marks places of more bits, which have no room for the number of sums. No buffer has more than 30 bits of
    /// bytes.
    private static final long LARGE = 1L << 62;

    public final byte[] buffer;
    public final SequenceState state;
    private final int room;
    private long[] sums;
    /// The [EventSums#header] of the sums that begin in each element.
    private byte[] headers;
    private int used = 1;
    /// Whether the event is the only one, and so needs no number for its sums.
    private boolean alone;

    /// For one event.
    public EventBytes(byte[] buffer, SequenceState state) {
        this(buffer, state, 2);
    }

    /// @param room about how many sums there will be
    EventBytes(byte[] buffer, SequenceState state, int room) {
        this.buffer = buffer;
        this.state = state;
        this.room = room;
    }

    /// Offset and length in one number, for events without sums.
    public static long place(int offset, int length) {
        return offset >>> OFFSET_BITS == 0 && length >>> LENGTH_BITS == 0
                ? (long) offset << LENGTH_BITS | length
                : LARGE | (long) offset << 32 | length;
    }

    /// Where the bytes of a place begin.
    public static int offset(long place) {
        return isLarge(place) ? (int) ((place ^ LARGE) >>> 32) : (int) (place >>> LENGTH_BITS) & (1 << OFFSET_BITS) - 1;
    }

    /// How many bytes a place has.
    public static int length(long place) {
        return isLarge(place) ? (int) place : (int) place & (1 << LENGTH_BITS) - 1;
    }

    /// Whether sums at such a place have no number, so that an event with sums needs an instance of its own.
    public static boolean isLarge(long place) {
        return place >= LARGE;
    }

    /// How much room the sums take that were kept so far.
    int sumsSize() {
        return used;
    }

    /// Keeps the sums of an event.
    ///
    /// @param place as [#place] gave it
    /// @return where the event is and its sums are; -1 if that finds no room in a number, and the event needs an
    ///     instance of its own
    public long keep(long place, EventSums event) {
        int at = used;
        int size = Math.max(1, event.size());
        if (at > 1 && (isLarge(place) || at + size > MAX_SUMS)) {
            return -1;
        }
        if (sums == null || at + size > sums.length) {
            int bigger = sums == null ? Math.max(room, at + size) : Math.max(sums.length * 2, at + size);
            sums = sums == null ? new long[bigger] : Arrays.copyOf(sums, bigger);
            headers = headers == null ? new byte[bigger] : Arrays.copyOf(headers, bigger);
        }
        headers[at] = (byte) event.header();
        event.copyTo(sums, at);
        used += size;
        alone = isLarge(place);
        return alone ? place : place | (long) at << LENGTH_BITS + OFFSET_BITS;
    }

    /// The sums of the event at this place; null if it has none.
    public EventSums sums(long place, EventSums into) {
        int at = !isLarge(place) ? (int) (place >>> LENGTH_BITS + OFFSET_BITS) : alone ? 1 : 0;
        return at == 0 ? null : into.at(sums, at, headers[at]);
    }
}
