package traceglass.ingest.nettrace;

/// Thrown if a block violates the format; the rest of the block is skipped.
final class NettraceFormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    NettraceFormatException(String message) {
        super(message, null, false, false);
    }
}
