package traceglass.service.buffer;

/// Place and state of one chunk in a trace buffer.
final class StoredChunk {
    final Sequence sequence;
    /// Chunk id extended to 64 bits, so that it grows over wraps.
    final long id;

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
