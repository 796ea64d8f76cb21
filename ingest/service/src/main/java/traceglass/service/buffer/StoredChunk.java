package traceglass.service.buffer;

import org.jspecify.annotations.Nullable;

/// Position and state of one chunk in a trace buffer.
final class StoredChunk {

    static final byte[] NOTHING = {};

    final Sequence sequence;
    /// Chunk id, extended to 64 bits so that it does not wrap.
    final long id;

    /// Valid fragments. The array is never modified, because clones share it. Empty after all fragments were read.
    byte[] payload = NOTHING;

    long position;
    int recordSize;
    int payloadSize;
    int fragments;
    int flags;
    boolean isComplete;
    /// Loss bits for the next packet after the chunk, because the end of the chunk is corrupt or dropped.
    int lossAtEnd;

    int fragmentsRead;
    int readOffset;
    boolean isDead;

    /// Position among the unread chunks.
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

    boolean hasFlag(int flag) {
        return (flags & flag) != 0;
    }

    boolean isRead() {
        return isComplete && fragmentsRead >= fragments;
    }

    StoredChunk copyFor(Sequence owner) {
        StoredChunk copy = new StoredChunk(owner, id);
        copy.payload = payload;
        copy.position = position;
        copy.recordSize = recordSize;
        copy.payloadSize = payloadSize;
        copy.fragments = fragments;
        copy.flags = flags;
        copy.isComplete = isComplete;
        copy.lossAtEnd = lossAtEnd;
        copy.fragmentsRead = fragmentsRead;
        copy.readOffset = readOffset;
        copy.isDead = isDead;
        return copy;
    }
}
