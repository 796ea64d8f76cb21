package traceglass.app.bench;

/// Field numbers of `TracePacket` and nested messages, from Perfetto's proto files.
final class PacketFields {

    static final int FTRACE_EVENTS = 1;
    static final int CLOCK_SNAPSHOT = 6;
    static final int TIMESTAMP = 8;
    static final int SEQUENCE_ID = 10;
    static final int TRACK_EVENT = 11;
    static final int CLOCK_ID = 58;
    static final int DEFAULTS = 59;
    static final int SERVICE_EVENT = 69;
    /// Field of a clock snapshot.
    static final int CLOCKS = 1;
    /// Field of one clock.
    static final int CLOCK_TIMESTAMP = 2;
    /// The default clock of trace times.
    static final int BOOTTIME = 6;

    private PacketFields() {}
}
