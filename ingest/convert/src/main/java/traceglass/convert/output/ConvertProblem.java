package traceglass.convert.output;

/// Thrown if a conversion is impossible: unsuitable input, nothing to write, or a file that can't be written.
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
