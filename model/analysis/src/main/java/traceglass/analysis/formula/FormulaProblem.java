package traceglass.analysis.formula;

/// What is wrong with a formula, in words for the person who typed it.
public final class FormulaProblem extends Exception {

    private static final long serialVersionUID = 1;
    private final int place;

    FormulaProblem(String message, int place) {
        super(message);
        this.place = place;
    }

    /// Where in the text, counted from 0.
    public int place() {
        return place;
    }
}
