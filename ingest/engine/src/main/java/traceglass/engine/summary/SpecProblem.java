package traceglass.engine.summary;

import traceglass.engine.EngineException;
import traceglass.engine.SqlErrorException;

/// Thrown if a specification is invalid. The message is one sentence; for an error in SQL, it is followed by the line
/// with a pointer to the error.
final class SpecProblem extends Exception {

    private static final long serialVersionUID = 1;

    SpecProblem(String message) {
        super(message);
    }

    /// Returns the problem for a failed query of the specification.
    ///
    /// @param start start of the message; can be empty
    static SpecProblem of(String start, EngineException e) {
        String text = e instanceof SqlErrorException sql ? sql.explain() : e.getMessage();
        return new SpecProblem(start + (text == null ? e.toString() : text));
    }
}
