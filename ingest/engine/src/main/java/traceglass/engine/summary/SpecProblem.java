package traceglass.engine.summary;

import traceglass.engine.EngineException;
import traceglass.engine.SqlErrorException;

/// Thrown if a specification asks for something impossible; the message is one sentence, and for an error in
/// SQL the line with a pointer.
final class SpecProblem extends Exception {

    private static final long serialVersionUID = 1;

    SpecProblem(String message) {
        super(message);
    }

    /// Returns the problem that a query of the specification failed.
    ///
    /// @param start of the message, may be empty
    static SpecProblem of(String start, EngineException e) {
        String text = e instanceof SqlErrorException sql ? sql.explain() : e.getMessage();
        return new SpecProblem(start + (text == null ? e.toString() : text));
    }
}
