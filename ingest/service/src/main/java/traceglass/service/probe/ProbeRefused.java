package traceglass.service.probe;

/// A data source cannot record here; the message says why in one sentence.
public final class ProbeRefused extends Exception {

    private static final long serialVersionUID = 1;

    public ProbeRefused(String reason) {
        super(reason);
    }

    public ProbeRefused(String reason, Throwable cause) {
        super(reason, cause);
    }

    /// Refuses unless the reason is empty.
    public static void ifNeeded(String reason) throws ProbeRefused {
        if (!reason.isEmpty()) {
            throw new ProbeRefused(reason);
        }
    }
}
