package traceglass.ingest.jfr;

/// Thrown if a recording violates the format or ends early. The data read before that is kept.
final class JfrFormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JfrFormatException(String message) {
        super(message, null, false, false);
    }
}
