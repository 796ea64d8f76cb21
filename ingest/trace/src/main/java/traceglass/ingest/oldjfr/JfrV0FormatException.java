package traceglass.ingest.oldjfr;

/// Thrown if a recording violates the format or ends early. The data read before that is kept.
final class JfrV0FormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JfrV0FormatException(String message) {
        super(message, null, false, false);
    }
}
