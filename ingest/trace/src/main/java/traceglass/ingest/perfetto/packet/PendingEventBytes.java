package traceglass.ingest.perfetto.packet;

/// Bytes, sequence state and resolved deltas of events that wait to be sorted. All events with the same state in the
/// same buffer share an instance. The location of an event in the buffer is stored separately as a `long`; see
/// [#location].
///
/// Millions of events may wait at once, and in some traces each has resolved deltas. They are therefore stored
/// together in [PendingDeltas], and the location contains their index.
public final class PendingEventBytes {

    private static final int LENGTH_BITS = 20;
    private static final int OFFSET_BITS = 24;
    private static final int DELTAS_BITS = 62 - LENGTH_BITS - OFFSET_BITS;
    private static final int MAX_DELTAS = 1 << DELTAS_BITS;
    /// Marks locations with larger offsets or lengths, which have no bits left for the index. No buffer has more
    /// than 2^30 bytes.
    private static final long LARGE = 1L << 62;

    public final byte[] buffer;
    public final SequenceState state;
    /// Null as long as no event of this instance has resolved deltas.
    private PendingDeltas stored;
    /// Whether this instance holds only one event, whose values need no index.
    private boolean holdsOneEvent;

    public PendingEventBytes(byte[] buffer, SequenceState state) {
        this.buffer = buffer;
        this.state = state;
    }

    /// Packs offset and length into a location without resolved deltas.
    public static long location(int offset, int length) {
        return offset >>> OFFSET_BITS == 0 && length >>> LENGTH_BITS == 0
                ? (long) offset << LENGTH_BITS | length
                : LARGE | (long) offset << 32 | length;
    }

    /// Returns the offset of a location.
    public static int offset(long location) {
        return isLarge(location)
                ? (int) ((location ^ LARGE) >>> 32)
                : (int) (location >>> LENGTH_BITS) & (1 << OFFSET_BITS) - 1;
    }

    /// Returns the length of a location in bytes.
    public static int length(long location) {
        return isLarge(location) ? (int) location : (int) location & (1 << LENGTH_BITS) - 1;
    }

    /// Returns whether the location has no bits for an index, so that an event with resolved deltas needs its own
    /// instance.
    public static boolean isLarge(long location) {
        return location >= LARGE;
    }

    /// Stores the resolved deltas of an event.
    ///
    /// @param location location created by [#location]
    /// @return the location including the index; -1 if it does not fit into a long and the event needs its own
    ///     instance
    public long store(long location, ResolvedDeltas event) {
        return store(location, event, null);
    }

    /// Stores the resolved deltas of an event like [#store(long, ResolvedDeltas)].
    ///
    /// @param shared storage to use unless this instance already uses another one; null to create one
    public long store(long location, ResolvedDeltas event, PendingDeltas shared) {
        if (stored == null) {
            stored = shared == null ? new PendingDeltas() : shared;
        }
        boolean isLarge = isLarge(location);
        if (isLarge && !stored.isEmpty()) {
            return -1;
        }
        int index = stored.add(event, MAX_DELTAS);
        if (index == 0) {
            return -1;
        }
        holdsOneEvent = isLarge;
        return isLarge ? location : location | (long) index << LENGTH_BITS + OFFSET_BITS;
    }

    /// Returns the resolved deltas of the event at this location in `into`, or null if it has none.
    public ResolvedDeltas deltas(long location, ResolvedDeltas into) {
        int index = !isLarge(location) ? (int) (location >>> LENGTH_BITS + OFFSET_BITS) : holdsOneEvent ? 1 : 0;
        return index == 0 ? null : stored.get(index, into);
    }
}
