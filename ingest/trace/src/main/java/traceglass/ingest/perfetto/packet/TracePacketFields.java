package traceglass.ingest.perfetto.packet;

/// Numbers of the `TracePacket` fields that the reader itself handles (trace/trace_packet.proto of the format).
public final class TracePacketFields {

    static final int TRUSTED_UID = 3;
    public static final int CLOCK_SNAPSHOT = 6;
    static final int TIMESTAMP = 8;
    static final int TRUSTED_PACKET_SEQUENCE_ID = 10;
    public static final int TRACK_EVENT = 11;
    public static final int INTERNED_DATA = 12;
    static final int SEQUENCE_FLAGS = 13;
    public static final int TRACE_CONFIG = 33;
    public static final int TRACE_STATS = 35;
    static final int SYNCHRONIZATION_MARKER = 36;
    static final int INCREMENTAL_STATE_CLEARED = 41;
    static final int PREVIOUS_PACKET_DROPPED = 42;
    static final int COMPRESSED_PACKETS = 50;
    public static final int CHROME_EVENTS = 5;
    public static final int CHROME_METADATA = 51;
    static final int TIMESTAMP_CLOCK_ID = 58;
    public static final int TRACE_PACKET_DEFAULTS = 59;
    public static final int SERVICE_EVENT = 69;
    public static final int EXTENSION_DESCRIPTOR = 72;
    static final int TRUSTED_PID = 79;
    static final int FIRST_PACKET_ON_SEQUENCE = 87;
    static final int MACHINE_ID = 98;
    public static final int REMOTE_CLOCK_SYNC = 107;
    public static final int TRACE_ATTRIBUTES = 126;
    static final int ZSTD_COMPRESSED_PACKETS = 133;

    private TracePacketFields() {}
}
