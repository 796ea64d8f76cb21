package traceglass.service.buffer;

/// Reason bits of `TracePacket.previous_packet_dropped`.
public final class LossReason {

    /// Data was lost. Set together with every other reason.
    public static final int LOST = 1;

    public static final int GAP = 2;
    public static final int CORRUPT_CHUNK = 4;
    public static final int NO_BEGINNING = 8;
    public static final int GAP_WITHIN_PACKET = 16;
    public static final int BROKEN_CHAIN = 32;
    public static final int OVERWRITTEN = 64;
    public static final int DROPPED_BY_WRITER = 128;

    private LossReason() {}
}
