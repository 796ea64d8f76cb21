package traceglass.service.probe;

/// Thrown if a data source can't record on this system. The message is the reason in one sentence.
public final class ProbeRefused extends Exception {

    private static final long serialVersionUID = 1;

    public ProbeRefused(String reason) {
        super(reason);
    }

    public ProbeRefused(String reason, Throwable cause) {
        super(reason, cause);
    }

    /// Throws an exception unless the reason is empty.
    public static void throwUnlessEmpty(String reason) throws ProbeRefused {
        if (!reason.isEmpty()) {
            throw new ProbeRefused(reason);
        }
    }
}
