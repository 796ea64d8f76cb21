package traceglass.analysis.formula;

/// Error in a formula, with a message for the user.
public final class FormulaProblem extends Exception {

    private static final long serialVersionUID = 1;
    private final int place;

    FormulaProblem(String message, int place) {
        super(message);
        this.place = place;
    }

    /// Returns the position in the text, counted from 0.
    public int place() {
        return place;
    }
}
