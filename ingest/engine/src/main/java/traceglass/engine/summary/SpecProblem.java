package traceglass.engine.summary;

/// Thrown if a specification asks for something impossible; the message is one sentence.
final class SpecProblem extends Exception {

    private static final long serialVersionUID = 1;

    SpecProblem(String message) {
        super(message);
    }
}
