package traceglass.analysis.coloring;

/// A condition cannot be evaluated. The message is shown next to it.
final class RuleProblem extends Exception {

    private static final long serialVersionUID = 1;

    RuleProblem(String message) {
        super(message);
    }
}
