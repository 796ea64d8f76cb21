package traceglass.ingest.gotrace;

/// Thrown if data violates the format; caught by the loop over batches or events.
final class GoDamage extends RuntimeException {

    private static final long serialVersionUID = 1;

    GoDamage(String message) {
        super(message, null, false, false);
    }
}
