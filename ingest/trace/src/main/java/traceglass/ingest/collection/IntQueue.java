package traceglass.ingest.collection;

import java.util.ArrayDeque;

/// Queue of `int` values in chunks that are freed when they have been read.
public final class IntQueue {

    private static final int CHUNK_VALUES = 1 << 14;

    private final ArrayDeque<int[]> chunks = new ArrayDeque<>();
    private int[] first = {};
    private int[] last = first;
    private int next;
    private int end;

    public boolean isEmpty() {
        return first == last && next == end;
    }

    /// Returns the memory used, in bytes.
    public long bytes() {
        return (chunks.size() + 2L) * CHUNK_VALUES * Integer.BYTES;
    }

    public void add(int value) {
        if (end == last.length) {
            last = new int[CHUNK_VALUES];
            end = 0;
            chunks.add(last);
        }
        last[end++] = value;
    }

    /// Removes the value that was added first; the queue must not be empty.
    public int remove() {
        if (next == first.length) {
            first = chunks.remove();
            next = 0;
        }
        return first[next++];
    }
}
