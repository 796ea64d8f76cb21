package traceglass.ingest.perfetto;

/// Where the bytes of a waiting event are and which state its sequence had. The event's place in the buffer travels beside it as
/// a `long`; see [#place].
class EventBytes {

    final byte[] buffer;
    final SequenceState state;

    EventBytes(byte[] buffer, SequenceState state) {
        this.buffer = buffer;
        this.state = state;
    }

    /// Offset and length in one number.
    static long place(int offset, int length) {
        return (long) offset << 32 | length;
    }

    static int offset(long place) {
        return (int) (place >>> 32);
    }

    static int length(long place) {
        return (int) place;
    }
}
