package traceglass.service.buffer;

/// Iterates over the fragments in a chunk's payload. Each is a size (a varint of one to four bytes) and that many
/// bytes.
final class Fragments {

    /// Size that marks a packet that its writer dropped.
    static final int DROP_MARKER = 0x0FFFFFFF;

    private static final int MAX_SIZE_BYTES = 4;

    /// Outcome of [#next].
    enum Kind {
        FRAGMENT,
        DROPPED,
        INVALID
    }

    private final byte[] payload;
    private final int end;
    private int position;
    private int start;
    private int size;

    /// Reads fragments in `[offset, end)`.
    Fragments(byte[] payload, int offset, int end) {
        this.payload = payload;
        this.position = offset;
        this.end = end;
    }

    /// Moves to the next fragment.
    Kind next() {
        int value = 0;
        for (int i = 0; i < MAX_SIZE_BYTES; i++) {
            if (position >= end) {
                return Kind.INVALID;
            }
            byte b = payload[position++];
            value |= (b & 0x7F) << 7 * i;
            if (b >= 0) {
                return sized(value);
            }
        }
        return Kind.INVALID;
    }

    private Kind sized(int value) {
        if (value == DROP_MARKER) {
            return Kind.DROPPED;
        }
        if (value > end - position) {
            return Kind.INVALID;
        }
        start = position;
        size = value;
        position += value;
        return Kind.FRAGMENT;
    }

    /// Offset of the current fragment's bytes.
    int start() {
        return start;
    }

    int size() {
        return size;
    }

    /// Offset after the current fragment.
    int position() {
        return position;
    }
}
