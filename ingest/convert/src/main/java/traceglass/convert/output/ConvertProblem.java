package traceglass.convert.output;

/// Thrown if a conversion is impossible: unsuitable input, nothing to write, or a file that can't be written.
public final class ConvertProblem extends Exception {

    private static final long serialVersionUID = 1;

    /// Message without the hint.
    private final String reason;

    private final boolean hasHint;

    /// @param message one sentence for users, without a full stop at the end
    public ConvertProblem(String message) {
        super(message);
        reason = message;
        hasHint = false;
    }

    public ConvertProblem(String message, Throwable cause) {
        super(message, cause);
        reason = message;
        hasHint = false;
    }

    /// @param reason one sentence for users, without a full stop at the end
    /// @param hint options of the command with which the conversion is possible, for the end of the sentence
    public ConvertProblem(String reason, String hint) {
        super(reason + "; " + hint);
        this.reason = reason;
        hasHint = true;
    }

    /// Returns the message without the options of the command.
    public String reason() {
        return reason;
    }

    /// Returns whether the conversion is possible with options of the command.
    public boolean hasHint() {
        return hasHint;
    }
}
