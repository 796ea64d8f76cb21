package traceglass.ingest.perfetto.patch;

/// Thrown if a program performs an invalid operation. The patch then has no result.
final class PatchException extends Exception {

    private static final long serialVersionUID = 1;

    PatchException(String message) {
        super(message, null, false, false);
    }
}
