package traceglass.record.ipc;

/// Reason of a flush; the service passes it on to the data sources.
public enum FlushReason {
    STOP(2),
    CLONE(3),
    PERIODIC(1);

    /// The initiator of all flushes: a command line tool.
    private static final long INITIATOR = 2;

    private final long number;

    FlushReason(long number) {
        this.number = number;
    }

    /// Returns the flags of the protocol: the initiator in bits 4 to 7, the reason in bits 0 to 3.
    long flags() {
        return INITIATOR << 4 | number;
    }
}
