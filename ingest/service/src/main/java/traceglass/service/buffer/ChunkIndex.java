package traceglass.service.buffer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Chunks of one writer, ordered by id in a ring. Almost all are added at the end and removed at the beginning.
final class ChunkIndex {

    /// Maximum number of chunks that are moved to insert a late one. Shared memory holds fewer chunks; only a malicious
    /// producer sends them further out of order.
    private static final int MAX_MOVED = 16_384;

    private static final int INITIAL = 4;

    private @Nullable StoredChunk[] slots = new StoredChunk[INITIAL];
    private int start;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    private StoredChunk chunkAt(int index) {
        StoredChunk chunk = slots[start + index & slots.length - 1];
        if (chunk == null) {
            throw new IllegalStateException("no chunk at " + index);
        }
        return chunk;
    }

    private void set(int index, @Nullable StoredChunk chunk) {
        slots[start + index & slots.length - 1] = chunk;
    }

    /// Returns the index of the first chunk with this id or a higher one.
    private int find(long id) {
        if (size > 0 && chunkAt(size - 1).id < id) {
            return size;
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (chunkAt(middle).id < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Nullable
    StoredChunk get(long id) {
        int index = find(id);
        return index < size && chunkAt(index).id == id ? chunkAt(index) : null;
    }

    /// Returns the first chunk with a higher id, or null.
    @Nullable
    StoredChunk firstAfter(long id) {
        int index = find(id + 1);
        return index < size ? chunkAt(index) : null;
    }

    /// Whether a chunk with this id can be inserted without moving too many others.
    boolean canAdd(long id) {
        return size - find(id) <= MAX_MOVED;
    }

    /// Adds a chunk whose id is not in the index.
    void add(StoredChunk chunk) {
        if (size == slots.length) {
            grow();
        }
        int index = find(chunk.id);
        for (int i = size; i > index; i--) {
            set(i, chunkAt(i - 1));
        }
        set(index, chunk);
        size++;
    }

    private void grow() {
        @Nullable StoredChunk[] larger = new StoredChunk[2 * slots.length];
        for (int i = 0; i < size; i++) {
            larger[i] = chunkAt(i);
        }
        slots = larger;
        start = 0;
    }

    void remove(long id) {
        int index = find(id);
        if (index == size || chunkAt(index).id != id) {
            return;
        }
        if (index < size - index) {
            for (int i = index; i > 0; i--) {
                set(i, chunkAt(i - 1));
            }
            set(0, null);
            start = start + 1 & slots.length - 1;
        } else {
            for (int i = index; i < size - 1; i++) {
                set(i, chunkAt(i + 1));
            }
            set(size - 1, null);
        }
        size--;
        if (size == 0 && slots.length > INITIAL) {
            slots = Arrays.copyOf(slots, INITIAL);
            start = 0;
        }
    }
}
