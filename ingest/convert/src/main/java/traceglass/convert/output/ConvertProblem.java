package traceglass.convert.output;

/// Thrown when a conversion is impossible: wrong input, nothing to write, or a file that cannot be written.
public final class ConvertProblem extends Exception {

    private static final long serialVersionUID = 1;

    /// @param message one sentence for users, without a full stop at the end
    public ConvertProblem(String message) {
        super(message);
    }

    public ConvertProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
