package traceglass.analysis.formula;

/// Error in a formula, with a message for the user.
public final class FormulaProblem extends Exception {

    private static final long serialVersionUID = 1;
    private final int position;

    FormulaProblem(String message, int position) {
        super(message);
        this.position = position;
    }

    /// Returns the position in the text, counted from 0.
    public int position() {
        return position;
    }
}
