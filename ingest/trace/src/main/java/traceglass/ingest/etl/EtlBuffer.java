package traceglass.ingest.etl;

/// One buffer of a trace: events of one CPU in the order in which they were written.
///
/// @param bytes the buffer with its header, uncompressed
/// @param end offset after the last event
record EtlBuffer(byte[] bytes, int cpu, int end) {

    /// Size of the header of a buffer in bytes.
    static final int HEADER_SIZE = 72;
    /// Offsets in the header.
    static final int SAVED_OFFSET = 4;

    static final int CPU = 40;
    static final int FILLED = 48;
    static final int FLAGS = 52;

    /// Flags.
    static final int EVENTS_LOST = 2;

    static final int BUFFER_LOST = 4;
    static final int COMPRESSED = 0x40;
}
