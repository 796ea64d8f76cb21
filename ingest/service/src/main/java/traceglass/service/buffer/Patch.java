package traceglass.service.buffer;

/// Four bytes that replace a placeholder in a committed chunk.
///
/// @param offset offset from the start of the chunk's payload
public record Patch(int offset, byte[] bytes) {

    /// Size of each patch.
    public static final int SIZE = 4;
}
