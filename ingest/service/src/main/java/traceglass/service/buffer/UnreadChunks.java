package traceglass.service.buffer;

import org.jspecify.annotations.Nullable;

/// Chunks with unread content in the order in which they were stored, linked through the chunks themselves, with a
/// place from which a reader continues.
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

    /// @return false if the chunk was not there
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

    /// Restarts with the oldest chunk. Chunks that are added from now on are left for the next cycle.
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
