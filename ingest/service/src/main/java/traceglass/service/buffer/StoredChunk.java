package traceglass.service.buffer;

import org.jspecify.annotations.Nullable;

/// Place and state of one chunk in a trace buffer.
final class StoredChunk {

    static final byte[] NOTHING = {};

    final Sequence sequence;
    /// Chunk id extended to 64 bits, so that it grows over wraps.
    final long id;

    /// Valid fragments; never changed, because clones share it. Empty once they were read.
    byte[] payload = NOTHING;

    long position;
    int recordSize;
    int payloadSize;
    int fragments;
    int flags;
    boolean complete;
    /// Loss bits that apply to what follows the chunk, because its end is damaged or dropped.
    int lossAtEnd;

    int fragmentsRead;
    int readOffset;
    boolean dead;

    /// Place among the chunks that are not read.
    long order;

    boolean isUnread;

    @Nullable
    StoredChunk previousUnread;

    @Nullable
    StoredChunk nextUnread;

    StoredChunk(Sequence sequence, long id) {
        this.sequence = sequence;
        this.id = id;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean isRead() {
        return complete && fragmentsRead >= fragments;
    }

    StoredChunk copyFor(Sequence owner) {
        StoredChunk copy = new StoredChunk(owner, id);
        copy.payload = payload;
        copy.position = position;
        copy.recordSize = recordSize;
        copy.payloadSize = payloadSize;
        copy.fragments = fragments;
        copy.flags = flags;
        copy.complete = complete;
        copy.lossAtEnd = lossAtEnd;
        copy.fragmentsRead = fragmentsRead;
        copy.readOffset = readOffset;
        copy.dead = dead;
        return copy;
    }
}
