package traceglass.ingest.unwind;

/// Thrown if the caller of a frame cannot be found. Has no stack trace, because many stacks end this way.
final class UnwindException extends Exception {

    private static final long serialVersionUID = 1L;

    private final UnwoundStack.End reason;

    UnwindException(UnwoundStack.End reason) {
        super(reason.toString(), null, false, false);
        this.reason = reason;
    }

    UnwoundStack.End reason() {
        return reason;
    }
}
