package traceglass.ingest.sort;

/// A fixed-size block of queued events.
final class EventBlock {
    static final int BITS = 10;
    static final int SIZE = 1 << BITS;
    static final int MASK = SIZE - 1;

    static final int FIELDS = 3;

    /// Time, push sequence number and data of each event.
    final long[] fields = new long[FIELDS * SIZE];
    final Object[] ref = new Object[SIZE];
    /// Tie key of each event; null in queues without tie keys.
    long[] tie;

    /// Moves an event from another block.
    ///
    /// @param from index in the other block
    /// @param to index in this block
    void moveFrom(EventBlock block, int from, int to) {
        long[] source = block.fields;
        fields[FIELDS * to] = source[FIELDS * from];
        fields[FIELDS * to + 1] = source[FIELDS * from + 1];
        fields[FIELDS * to + 2] = source[FIELDS * from + 2];
        ref[to] = block.ref[from];
        block.ref[from] = null;
        if (tie != null && block.tie != null) {
            tie[to] = block.tie[from];
        }
    }

    /// Moves the first events of another block.
    void moveFrom(EventBlock block, int count) {
        for (int i = 0; i < count; i++) {
            moveFrom(block, i, i);
        }
    }
}
