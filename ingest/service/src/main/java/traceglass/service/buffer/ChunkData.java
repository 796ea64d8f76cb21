package traceglass.service.buffer;

/// A chunk as a producer committed it, copied out of shared memory.
///
/// @param chunkId id of the chunk within its writer, an unsigned 32-bit number that wraps
/// @param fragments number of packets and fragments that begin or continue in the chunk
/// @param flags [#CONTINUES_FROM_PREVIOUS], [#CONTINUES_ON_NEXT] and [#NEEDS_PATCHING]
/// @param isComplete whether the producer has finished writing; false for chunks that were scraped
/// @param payload bytes after the chunk header
public record ChunkData(Writer writer, int chunkId, int fragments, int flags, boolean isComplete, byte[] payload) {

    /// The first fragment continues a packet of the preceding chunk.
    public static final int CONTINUES_FROM_PREVIOUS = 1;

    /// The last fragment continues in the next chunk.
    public static final int CONTINUES_ON_NEXT = 2;

    /// Sizes of nested messages are still placeholders.
    public static final int NEEDS_PATCHING = 4;
}
