package traceglass.service.buffer;

import org.jspecify.annotations.Nullable;

/// Linked list of the chunks with unread content, in the order in which they were stored, with the position of the
/// current read cycle.
final class UnreadChunks {

    private @Nullable StoredChunk first;
    private @Nullable StoredChunk last;
    private @Nullable StoredChunk next;
    private long lastOrder;
    private long endOfCycle;

    void add(StoredChunk chunk) {
        chunk.order = ++lastOrder;
        chunk.isUnread = true;
        chunk.previousUnread = last;
        if (last == null) {
            first = chunk;
        } else {
            last.nextUnread = chunk;
        }
        last = chunk;
    }

    /// @return false if the chunk was not in the list
    boolean remove(StoredChunk chunk) {
        if (!chunk.isUnread) {
            return false;
        }
        StoredChunk before = chunk.previousUnread;
        StoredChunk after = chunk.nextUnread;
        if (before == null) {
            first = after;
        } else {
            before.nextUnread = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previousUnread = before;
        }
        if (next == chunk) {
            next = after;
        }
        chunk.isUnread = false;
        chunk.previousUnread = null;
        chunk.nextUnread = null;
        return true;
    }

    /// Starts a new cycle at the oldest chunk. Chunks added from now on are left for the next cycle.
    void rewind() {
        next = first;
        endOfCycle = lastOrder;
    }

    /// Returns the next chunk of the cycle, or null at its end.
    @Nullable
    StoredChunk next() {
        StoredChunk chunk = next;
        if (chunk == null || chunk.order > endOfCycle) {
            return null;
        }
        next = chunk.nextUnread;
        return chunk;
    }

    @Nullable
    StoredChunk first() {
        return first;
    }
}
