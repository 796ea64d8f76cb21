package traceglass.ingest.gotrace;

/// Thrown if data violates the format; caught by the loop over batches or events.
final class GoFormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    GoFormatException(String message) {
        super(message, null, false, false);
    }
}
